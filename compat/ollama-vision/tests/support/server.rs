//! A server on a real socket that answers one request after the other as it was told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How one connection is answered.
#[derive(Clone)]
pub(crate) enum Answer {
    /// A status and a body.
    Status(u16, String),
    /// The model's text, as Ollama wraps it.
    Text(String),
    /// The same, late.
    Late(Duration, String),
    /// The start of a body, and then nothing more.
    Broken,
    /// Nothing at all.
    Closed,
}

/// What was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The first line.
    pub(crate) line: String,
    /// The headers, in lower case.
    pub(crate) headers: String,
    /// The body.
    pub(crate) body: Value,
}

/// A server, and the requests that came to it.
pub(crate) struct Server {
    /// Where it listens.
    pub(crate) endpoint: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// A server that gives `answers` in turn, and then listens no more.
    pub(crate) fn start(answers: impl IntoIterator<Item = Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        let answers: Vec<Answer> = answers.into_iter().collect();
        thread::spawn(move || {
            for answer in answers {
                let (stream, _) = listener.accept().unwrap();
                let log = Arc::clone(&log);
                thread::spawn(move || {
                    let request = read_request(&stream);
                    log.lock().unwrap().push(request);
                    // The client may have gone.
                    let _ = give(&stream, &answer);
                });
            }
        });
        Self { endpoint, requests }
    }

    /// A server that gives the model's text.
    pub(crate) fn saying(text: &str) -> Self {
        Self::start([Answer::Text(text.to_owned())])
    }

    /// What came so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

fn read_request(stream: &TcpStream) -> Request {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let mut headers = String::new();
    while reader.read_line(&mut headers).unwrap() > 2 {}
    let headers = headers.to_lowercase();
    let length = headers
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body).unwrap();
    Request {
        line: line.trim_end().to_owned(),
        headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    }
}

fn give(mut stream: &TcpStream, answer: &Answer) -> std::io::Result<()> {
    match answer {
        Answer::Status(status, body) => send(stream, *status, body, body.len()),
        Answer::Text(text) => send_text(stream, text),
        Answer::Late(wait, text) => {
            thread::sleep(*wait);
            send_text(stream, text)
        }
        Answer::Broken => send(stream, 200, r#"{"response": "a"#, 1000),
        Answer::Closed => stream.flush(),
    }
}

fn send_text(stream: &TcpStream, text: &str) -> std::io::Result<()> {
    let body = json!({"model": "llava", "response": text, "done": true}).to_string();
    send(stream, 200, &body, body.len())
}

fn send(mut stream: &TcpStream, status: u16, body: &str, length: usize) -> std::io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status} Status\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )?;
    stream.flush()
}
