//! Answers that are announced: `Answer: B`, `the answer is B`, `<answer>B</answer>`, `\boxed{B}`.

use super::cues::Cue;
use super::groups::{Group, count_distinct};
use super::mentions::{Mention, Standing, View};
use super::tokens::Kind;

/// What a marker announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// One choice, by the number of its mention.
    One(usize),
    /// Several, from the first mention to before the last number.
    Several(usize, usize),
    /// `Answer: none of these`
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Plain,
    Final,
}

/// A marker whose answer has not come yet.
#[derive(Clone, Copy)]
struct Pending {
    rank: Rank,
    /// A colon, an `is` or the like has come, and nothing that matters since.
    is_armed: bool,
    /// Words came where the answer should.
    is_loose: bool,
    /// Words may stand between it and an `is`.
    is_patient: bool,
    token: usize,
}

/// The last answer that is announced, one that is called final before others.
pub(super) fn find_answer(
    view: &View<'_>,
    groups: &[Group],
    mentions: &[Mention],
) -> Option<Answer> {
    let mut finder = Finder {
        view,
        groups,
        mentions,
        pending: None,
        is_condition: false,
        next: 0,
        group: 0,
        best: None,
    };
    for (index, token) in view.tokens.iter().enumerate() {
        finder.see(index, token.kind);
    }
    finder.best.map(|(_, answer)| answer)
}

struct Finder<'v, 't> {
    view: &'v View<'t>,
    groups: &'v [Group],
    mentions: &'v [Mention],
    pending: Option<Pending>,
    /// Behind an `if`.
    is_condition: bool,
    next: usize,
    group: usize,
    best: Option<(Rank, Answer)>,
}

impl Finder<'_, '_> {
    fn see(&mut self, index: usize, kind: Kind) {
        match kind {
            Kind::Choice(_) => self.see_choice(),
            Kind::Cue(cue) => {
                self.see_foreign(index);
                self.see_cue(index, cue);
            }
            Kind::OpenTag => self.open(Rank::Final, index, true),
            Kind::CloseTag => self.pending = None,
            Kind::Colon => self.arm(|pending| !pending.is_loose || pending.is_patient),
            Kind::Dash | Kind::Pipe => self.arm(|pending| pending.token + 1 == index),
            Kind::Stop | Kind::Question => self.end_sentence(),
            Kind::Line => self.see_line(index),
            Kind::Word => {
                self.see_foreign(index);
                self.see_word();
            }
            Kind::Comma => self.is_condition = false,
            Kind::Slash | Kind::Check | Kind::Uncheck | Kind::Open | Kind::Close => {}
        }
    }

    fn open(&mut self, rank: Rank, token: usize, is_armed: bool) {
        // `Answer: choice B` goes on where it was.
        let armed = self.pending.filter(|pending| pending.is_armed);
        let rank = armed.map_or(rank, |pending| pending.rank.max(rank));
        let is_armed = is_armed || armed.is_some();
        self.pending = Some(Pending {
            rank,
            is_armed,
            is_loose: false,
            is_patient: true,
            token,
        });
    }

    fn arm(&mut self, is_fit: impl Fn(&Pending) -> bool) {
        if let Some(pending) = self.pending.as_mut().filter(|pending| is_fit(pending)) {
            pending.is_armed = true;
            pending.is_loose = false;
        }
    }

    fn see_cue(&mut self, index: usize, cue: Cue) {
        match cue {
            Cue::Final => self.open(Rank::Final, index, false),
            Cue::Marker => self.open(Rank::Plain, index, false),
            Cue::Heading => {
                self.open(Rank::Plain, index, false);
                if let Some(pending) = &mut self.pending {
                    pending.is_patient = false;
                }
            }
            Cue::Copula => self.arm(|pending| !pending.is_loose),
            // `Short answer: yes. Long answer: it depends.`
            Cue::Undecided if self.best.is_some() => self.disarm(),
            Cue::None | Cue::Undecided => self.see_none(index),
            Cue::If => {
                self.is_condition = true;
                self.disarm();
            }
            Cue::Wrong | Cue::RuledOut => self.disarm(),
            Cue::Right if self.is_heading(index) => self.open(Rank::Plain, index, false),
            Cue::Yes => self.see_word(),
            _ => {}
        }
    }

    /// `Correct: B`
    fn is_heading(&self, index: usize) -> bool {
        let before = self.view.kind_before(index);
        self.view.kind(index + 1) == Some(Kind::Colon)
            && matches!(before, None | Some(Kind::Line | Kind::Stop | Kind::Dash))
    }

    fn see_none(&mut self, index: usize) {
        // `neither A nor B, but C`
        if matches!(self.view.kind(index + 1), Some(Kind::Choice(_))) {
            return;
        }
        if let Some(pending) = self.pending.take_if(|pending| pending.is_armed) {
            self.keep(pending.rank, Answer::None);
        }
    }

    /// `Answer: E)`, where the choices are `A` to `D`.
    fn see_foreign(&mut self, index: usize) {
        let token = self.view.tokens.get(index);
        let word = token.and_then(|token| self.view.text.get(token.start()..token.end()));
        let is_label = word.is_some_and(|word| {
            word.len() == 1 && word.as_bytes().iter().all(u8::is_ascii_uppercase)
        });
        let is_end = matches!(
            self.view.kind(index + 1),
            None | Some(Kind::Close | Kind::Stop | Kind::Line)
        );
        let is_meant = is_label && is_end && self.view.choices.are_letters();
        if let Some(pending) = self.pending.take_if(|pending| is_meant && pending.is_armed) {
            self.keep(pending.rank, Answer::None);
        }
    }

    fn see_word(&mut self) {
        self.disarm();
        self.pending = self.pending.filter(|pending| pending.is_patient);
    }

    fn disarm(&mut self) {
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.is_armed) {
            pending.is_armed = false;
            pending.is_loose = true;
        }
    }

    fn see_choice(&mut self) {
        let index = self.next;
        self.next += 1;
        while self
            .groups
            .get(self.group)
            .is_some_and(|group| group.end <= index)
        {
            self.group += 1;
        }
        let Some(mention) = self.mentions.get(index) else {
            return;
        };
        let Some(pending) = self.pending.filter(|pending| pending.is_armed) else {
            // `Response A` says which response is meant.
            self.pending = self
                .pending
                .filter(|pending| pending.token + 1 != mention.token);
            return;
        };
        if self.is_condition || mention.standing == Standing::Listed && mention.is_label {
            self.pending = None;
        } else if mention.standing != Standing::Negated {
            self.take(pending, index);
        }
    }

    fn take(&mut self, pending: Pending, index: usize) {
        let end = self
            .groups
            .get(self.group)
            .map_or(index + 1, |group| group.end);
        let members = self.mentions.get(index..end).unwrap_or_default();
        let members: Vec<Mention> = members
            .iter()
            .filter(|mention| mention.standing != Standing::Negated)
            .copied()
            .collect();
        let distinct = count_distinct(&members);
        if distinct > 1 && distinct == self.view.choices.len() {
            // All of them are an echo of the question.
            return self.disarm();
        }
        let answer = if distinct > 1 {
            Answer::Several(index, end)
        } else {
            Answer::One(index)
        };
        self.keep(pending.rank, answer);
        self.pending = None;
    }

    fn keep(&mut self, rank: Rank, answer: Answer) {
        if self.best.is_none_or(|(best, _)| best <= rank) {
            self.best = Some((rank, answer));
        }
    }

    fn end_sentence(&mut self) {
        self.pending = None;
        self.is_condition = false;
    }

    fn see_line(&mut self, index: usize) {
        self.is_condition = false;
        let Some(pending) = &mut self.pending else {
            return;
        };
        let is_last = pending.token + 1 == index;
        if pending.is_armed {
            return;
        }
        if is_last && starts_line(self.view, pending.token) {
            pending.is_armed = true;
        } else if !is_lower_behind(self.view, index) {
            self.pending = None;
        }
    }
}

/// Whether only a heading's words stand before the token on its line: `My final answer`.
fn starts_line(view: &View<'_>, index: usize) -> bool {
    let before = view
        .tokens
        .get(..index)
        .unwrap_or_default()
        .iter()
        .rev()
        .take(4);
    let mut before = before.map(|token| token.kind);
    let first = before.find(|kind| !matches!(kind, Kind::Dash | Kind::Cue(Cue::Fill | Cue::Right)));
    matches!(first, None | Some(Kind::Line))
}

fn is_lower_behind(view: &View<'_>, index: usize) -> bool {
    let next = view
        .tokens
        .get(index + 1)
        .and_then(|token| view.text.get(token.start()..));
    next.is_some_and(|next| next.starts_with(char::is_lowercase))
}
