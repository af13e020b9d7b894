//! A request body that says when it is being sent, which is when there is a connection.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::oneshot;

/// All of a body in one piece; whoever waits is told when it is taken.
pub(crate) struct Announced {
    bytes: Option<Bytes>,
    taken: Option<oneshot::Sender<()>>,
}

impl Announced {
    pub(crate) fn new(bytes: Bytes) -> (Self, oneshot::Receiver<()>) {
        let (taken, is_taken) = oneshot::channel();
        let body = Self {
            bytes: Some(bytes),
            taken: Some(taken),
        };
        (body, is_taken)
    }
}

impl Body for Announced {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(taken) = self.taken.take() {
            // Nobody waits any more: that is fine, too.
            let _ = taken.send(());
        }
        Poll::Ready(self.bytes.take().map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        let len = self.bytes.as_ref().map_or(0, Bytes::len);
        SizeHint::with_exact(len as u64)
    }
}
