//! What is said about each choice: `not A`, `A is wrong`, `rather than A`, `Is it A?`, `B is correct`.

use super::cues::{self, Cue, Doubt};
use super::groups::{Group, count_distinct, count_open};
use super::mentions::{Mention, Standing, View};
use super::tokens::Kind;

/// How many tokens are looked ahead.
const AHEAD: usize = 8;

/// How many choices one word behind them turns.
const TURNED: usize = 64;

/// What holds from here to the end of the clause.
#[derive(Clone, Copy)]
struct Clause {
    is_turned: bool,
    /// `none of`: over brackets and colons.
    is_none: bool,
    /// `rather than`: the next choice, or group of choices, is turned.
    is_except: bool,
    is_asked: bool,
    /// Between two commas behind a `not`.
    is_aside: bool,
    /// How little of it is claimed.
    doubt: Doubt,
    /// Behind `Incorrect:`, over commas.
    is_rejected: bool,
    /// Its first mention.
    from: usize,
    /// The choice that is spoken of, with nothing but `is` and the like behind it.
    subject: Option<usize>,
}

impl Default for Clause {
    fn default() -> Self {
        Self {
            is_turned: false,
            is_none: false,
            is_except: false,
            is_asked: false,
            is_aside: false,
            doubt: Doubt::None,
            is_rejected: false,
            from: 0,
            subject: None,
        }
    }
}

/// Goes over the tokens once and judges the mentions.
pub(super) fn judge(view: &View<'_>, groups: &[Group], mentions: &mut [Mention]) {
    let mut judge = Judge {
        view,
        groups,
        mentions,
        clause: Clause::default(),
        next: 0,
        group: 0,
        sentence: 0,
        turned_to: 0,
        is_checked: false,
        question: None,
    };
    for (index, token) in view.tokens.iter().enumerate() {
        judge.see(index, token.kind);
    }
}

struct Judge<'v, 't, 'm> {
    view: &'v View<'t>,
    groups: &'v [Group],
    mentions: &'m mut [Mention],
    clause: Clause,
    /// The next mention, and the group it is in.
    next: usize,
    group: usize,
    /// The first mention of the sentence.
    sentence: usize,
    /// Before this mention all are turned.
    turned_to: usize,
    /// Behind `- [x]`.
    is_checked: bool,
    /// The only choice of the question that has just ended.
    question: Option<usize>,
}

impl Judge<'_, '_, '_> {
    fn see(&mut self, index: usize, kind: Kind) {
        match kind {
            Kind::Choice(_) => self.see_choice(),
            Kind::Cue(cue) => self.see_cue(index, cue),
            Kind::Word => self.see_word(index),
            Kind::Comma => self.end_clause(index, None),
            Kind::Colon | Kind::Dash | Kind::Pipe | Kind::Open | Kind::Close => {
                self.end_clause(index, self.clause.subject)
            }
            Kind::Slash => {}
            Kind::Check => self.is_checked = true,
            Kind::Uncheck => self.clause.is_except = true,
            Kind::Stop => self.see_stop(index),
            Kind::Question => self.see_question(),
            Kind::Line if self.is_wrapped(index) => {}
            Kind::Line | Kind::OpenTag | Kind::CloseTag => self.end_sentence(),
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
        let clause = self.clause;
        let is_turned = clause.is_turned ^ clause.is_except || clause.is_none || clause.is_rejected;
        if is_turned {
            let group = self
                .groups
                .get(self.group)
                .filter(|group| group.is_joined());
            self.turned_to = group
                .map_or(index + 1, |group| group.end)
                .max(self.turned_to);
        }
        if let Some(mention) = self.mentions.get_mut(index) {
            if is_turned || index < self.turned_to {
                mention.standing = Standing::Negated;
            } else if clause.is_asked && mention.standing == Standing::Plain {
                mention.standing = Standing::Asked;
            }
            mention.doubt = clause.doubt;
        }
        self.clause.is_except = false;
        self.clause.subject = Some(index);
        self.clause.is_turned |= self.is_denial(index);
        if std::mem::take(&mut self.is_checked) {
            self.tick_subject();
        }
    }

    /// `no evidence`, where `no` could be chosen.
    fn is_denial(&self, index: usize) -> bool {
        let mention = self.mentions.get(index).filter(|mention| mention.is_loose);
        let word = mention.and_then(|mention| self.view.text.get(mention.start..mention.end));
        matches!(
            word.and_then(cues::kind_of_word),
            Some(Cue::No | Cue::None | Cue::Not)
        )
    }

    fn see_cue(&mut self, index: usize, cue: Cue) {
        self.see_doubt(index, cue);
        let subject = self.clause.subject;
        match cue {
            Cue::Hedge => self.clause.subject = None,
            // `B选项正确`
            Cue::Listing if self.is_behind_choice(index) => {}
            Cue::No | Cue::Yes if self.see_reply(index, cue) => {}
            Cue::Yes => self.see_word(index),
            Cue::Wrong | Cue::RuledOut if self.is_heading(index) => self.clause.is_rejected = true,
            Cue::Wrong if self.is_box(index) => self.clause.is_except = true,
            Cue::Right if self.is_box(index) => self.is_checked = true,
            Cue::Right if self.is_heading(index) => self.clause = Clause::default(),
            Cue::Not if subject.is_some() && self.is_behind(index) => self.turn_subject(),
            Cue::Not => self.clause.is_turned ^= true,
            Cue::No if subject.is_some() && self.is_verb_behind(index) => self.turn_subject(),
            Cue::No | Cue::Undecided => self.clause.is_turned = true,
            Cue::None => self.clause.is_none = true,
            Cue::NotBehind => self.turn_last(),
            // `A is worse than B`
            Cue::Except if self.view.kind_before(index) == Some(Kind::Cue(Cue::Wrong)) => {}
            Cue::Except | Cue::Nor => self.clause.is_except = true,
            Cue::RuledOut if subject.is_some() => self.turn_subject(),
            Cue::RuledOut => self.clause.is_except = true,
            Cue::Wrong if subject.is_some() => self.turn_subject(),
            Cue::Right if subject.is_some() => self.affirm_subject(),
            Cue::Wrong | Cue::Right => self.see_mark(index, cue),
            // `B is the overall winner` goes on, `B, so C` does not.
            Cue::Therefore => {
                let subject = subject.filter(|_| self.is_linked(index));
                self.clause = Clause {
                    subject,
                    ..Clause::default()
                };
            }
            Cue::Break => {
                self.clause.is_none = false;
                self.clause.is_rejected = false;
                self.end_clause(index, None);
            }
            Cue::If => {
                self.clause = self.new_clause(None);
                self.clause.is_asked = true;
            }
            Cue::Copula | Cue::Auxiliary | Cue::Fill | Cue::Label | Cue::Unit | Cue::Neutral => {}
            Cue::And | Cue::Or => {
                self.clause.subject = None;
                // `not A and not B`
                self.clause.is_turned &= self.view.kind(index + 1) != Some(Kind::Cue(Cue::Not));
            }
            Cue::Marker | Cue::Heading | Cue::Final if self.is_called(index) => {
                self.affirm_subject();
                self.clause.subject = None;
            }
            Cue::Choose | Cue::Marker | Cue::Heading | Cue::Final | Cue::Listing => {
                self.clause.subject = None;
                self.clause.is_rejected &= cue == Cue::Listing;
            }
        }
    }

    fn see_doubt(&mut self, index: usize, cue: Cue) {
        let doubt = cues::doubt(cue, self.view.word(index));
        if doubt == Doubt::None {
            return;
        }
        self.clause.doubt = doubt.max(self.clause.doubt);
        let from = self.clause.from.max(self.sentence);
        let last = self.next.checked_sub(1).filter(|&last| last >= from);
        if let Some(mention) = last.and_then(|last| self.mentions.get_mut(last)) {
            mention.doubt = doubt.max(mention.doubt);
        }
    }

    fn is_behind_choice(&self, index: usize) -> bool {
        let before = index
            .checked_sub(1)
            .and_then(|before| self.view.tokens.get(before));
        let token = self.view.tokens.get(index);
        before.is_some_and(|before| {
            matches!(before.kind, Kind::Choice(_))
                && token.is_some_and(|token| token.start() == before.end())
        })
    }

    /// Whether the word starts a line or sentence, with a colon right behind: `Incorrect: A, B`.
    fn is_heading(&self, index: usize) -> bool {
        let before = self.view.kind_before(index);
        self.view.kind(index + 1) == Some(Kind::Colon)
            && matches!(
                before,
                None | Some(Kind::Line | Kind::Stop | Kind::Dash | Kind::Comma)
            )
    }

    /// `✅ B` at the start of a line.
    fn is_box(&self, index: usize) -> bool {
        let is_symbol = !self.view.word(index).starts_with(char::is_alphanumeric);
        is_symbol
            && matches!(self.view.kind(index + 1), Some(Kind::Choice(_)))
            && matches!(
                self.view.kind_before(index),
                None | Some(Kind::Line | Kind::Dash)
            )
    }

    /// `A: no`, `Is it B? Yes.`: whether all that is said of a choice is `yes` or `no`.
    fn see_reply(&mut self, index: usize, cue: Cue) -> bool {
        let before = self.view.kind_before(index);
        let is_end = matches!(
            self.view.kind(index + 1),
            None | Some(Kind::Stop | Kind::Line | Kind::Comma | Kind::Close | Kind::Pipe)
        );
        let subject = match before {
            Some(Kind::Question) => self.question,
            Some(Kind::Colon | Kind::Dash | Kind::Open | Kind::Pipe) => {
                self.clause.subject.or_else(|| self.find_label())
            }
            _ => None,
        };
        let Some(subject) = subject.filter(|_| is_end) else {
            return false;
        };
        self.clause.subject = Some(subject);
        match self.mentions.get_mut(subject) {
            Some(mention) if cue == Cue::Yes => {
                mention.standing = Standing::Plain;
                self.tick_subject();
            }
            Some(mention) => mention.standing = Standing::Negated,
            None => {}
        }
        self.clause.subject = None;
        true
    }

    /// The label that the line starts with.
    fn find_label(&self) -> Option<usize> {
        let label = self.mentions.get(self.sentence)?;
        (self.sentence + 1 == self.next && label.is_label).then_some(self.sentence)
    }

    fn tick_subject(&mut self) {
        self.affirm_subject();
        let subject = self.clause.subject;
        if let Some(mention) = subject.and_then(|subject| self.mentions.get_mut(subject)) {
            mention.is_ticked = mention.is_affirmed;
        }
    }

    /// Whether a `not` belongs to the choice before it: `A is not`, `A isn't`, `A ne convient pas`.
    fn is_behind(&self, index: usize) -> bool {
        let before = self.view.kind_before(index);
        matches!(
            before,
            Some(Kind::Cue(Cue::Copula | Cue::Auxiliary)) | Some(Kind::Word)
        ) || !self.is_choice_ahead(index)
    }

    /// `B is the answer`
    fn is_called(&self, index: usize) -> bool {
        let is_overall = self.view.kind_before(index) == Some(Kind::Cue(Cue::Therefore));
        self.clause.subject.is_some() && (is_overall || self.is_linked(index))
    }

    /// Whether `is`, `the` or the like stands before it.
    fn is_linked(&self, index: usize) -> bool {
        let before = self.view.kind_before(index);
        matches!(
            before,
            Some(Kind::Cue(Cue::Copula | Cue::Fill | Cue::Right))
        )
    }

    /// `A no es correcta`
    fn is_verb_behind(&self, index: usize) -> bool {
        let next = self.view.kind(index + 1);
        matches!(self.view.kind_before(index), Some(Kind::Choice(_)))
            && matches!(next, Some(Kind::Cue(Cue::Copula | Cue::Auxiliary)))
    }

    fn is_choice_ahead(&self, index: usize) -> bool {
        let ahead = self.view.tokens.get(index + 1..).unwrap_or_default();
        let stops = |kind: Kind| {
            matches!(
                kind,
                Kind::Stop
                    | Kind::Comma
                    | Kind::Line
                    | Kind::Question
                    | Kind::Colon
                    | Kind::Cue(Cue::Break | Cue::And | Cue::Therefore)
            )
        };
        let clause = ahead
            .iter()
            .take(AHEAD)
            .take_while(|token| !stops(token.kind));
        clause
            .into_iter()
            .any(|token| matches!(token.kind, Kind::Choice(_)))
    }

    /// `B) Paris ✓`, `B) Paris (correct)`: a mark on the line of a label.
    fn see_mark(&mut self, index: usize, cue: Cue) {
        let Some(last) = self
            .next
            .checked_sub(1)
            .filter(|&last| last >= self.sentence)
        else {
            return;
        };
        let start = self.view.tokens.get(index).map_or(0, |token| token.start());
        let is_symbol = self
            .view
            .text
            .get(start..)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        let is_note = self.view.kind_before(index) == Some(Kind::Open)
            && self.view.kind(index + 1) == Some(Kind::Close);
        if !is_symbol && !is_note {
            return;
        }
        self.clause.subject = Some(last);
        match cue {
            Cue::Wrong => self.turn_subject(),
            _ => self.affirm_subject(),
        }
    }

    fn see_word(&mut self, index: usize) {
        // `A ne convient pas`
        let is_one = self
            .view
            .tokens
            .get(index)
            .and_then(|token| self.view.text.get(token.start()..token.end()));
        let is_one = is_one.is_some_and(|word| !word.contains(' '));
        if !is_one || self.view.kind_before(index) != Some(Kind::Cue(Cue::Auxiliary)) {
            self.clause.subject = None;
        }
    }

    /// The choice spoken of is turned, with those that are joined to it.
    fn turn_subject(&mut self) {
        let Some(subject) = self.clause.subject else {
            return;
        };
        let group = self
            .groups
            .get(self.group)
            .filter(|group| group.is_joined() && group.first <= subject);
        let first = group
            .map_or(subject, |group| group.first)
            .max(subject.saturating_sub(TURNED));
        for mention in self.mentions.get_mut(first..=subject).unwrap_or_default() {
            mention.standing = match mention.standing {
                Standing::Negated => Standing::Plain,
                _ => Standing::Negated,
            };
        }
    }

    fn affirm_subject(&mut self) {
        // `Both A and B are right` picks neither.
        let group = self
            .groups
            .get(self.group)
            .filter(|group| group.is_joined());
        if group.is_some_and(|group| count_open(group.members(self.mentions)) > 1) {
            return;
        }
        let subject = self
            .clause
            .subject
            .and_then(|subject| self.mentions.get_mut(subject));
        if let Some(mention) = subject
            .filter(|mention| !matches!(mention.standing, Standing::Negated | Standing::Asked))
        {
            mention.is_affirmed = true;
            mention.standing = Standing::Plain;
        }
    }

    /// The last choice of the sentence is turned: `AではなくB`.
    fn turn_last(&mut self) {
        let last = self
            .next
            .checked_sub(1)
            .filter(|&last| last >= self.sentence);
        self.clause.subject = last;
        self.turn_subject();
        self.clause.subject = None;
    }

    fn new_clause(&self, subject: Option<usize>) -> Clause {
        Clause {
            is_none: self.clause.is_none,
            is_rejected: self.clause.is_rejected,
            from: self.next,
            subject,
            ..Clause::default()
        }
    }

    /// Nothing ends right behind a `not`, nor behind what stands there between commas: `not, in my view, A`.
    fn end_clause(&mut self, index: usize, subject: Option<usize>) {
        let is_comma = self.view.kind(index) == Some(Kind::Comma);
        let is_held = matches!(
            self.view.kind_before(index),
            Some(Kind::Cue(Cue::Not | Cue::Except))
        );
        if is_held {
            self.clause.is_aside = is_comma;
        } else if is_comma && self.clause.is_aside {
            self.clause.is_aside = false;
        } else {
            self.clause = self.new_clause(subject);
            self.clause.is_none &= !is_comma && !self.is_arrow(index);
        }
    }

    fn is_arrow(&self, index: usize) -> bool {
        let token = self
            .view
            .tokens
            .get(index)
            .filter(|token| token.kind == Kind::Colon);
        let rest = token.and_then(|token| self.view.text.get(token.start()..));
        rest.is_some_and(|rest| !rest.starts_with([':', '：']))
    }

    fn see_stop(&mut self, index: usize) {
        let last = self
            .next
            .checked_sub(1)
            .and_then(|last| self.mentions.get(last));
        let is_label = last.is_some_and(|last| last.is_label && last.token + 1 == index);
        if !is_label {
            self.end_sentence();
        }
    }

    fn see_question(&mut self) {
        let asked = self.mentions.get(self.sentence..self.next);
        let asked = asked.filter(|asked| count_distinct(asked) == 1);
        self.question = asked.and_then(|_| self.next.checked_sub(1));
        for mention in self
            .mentions
            .get_mut(self.sentence..self.next)
            .unwrap_or_default()
        {
            if mention.standing == Standing::Plain && !mention.is_affirmed {
                mention.standing = Standing::Asked;
            }
        }
        self.end_sentence();
    }

    fn end_sentence(&mut self) {
        self.clause = Clause::default();
        self.sentence = self.next;
        self.turned_to = 0;
        self.is_checked = false;
    }

    /// Whether a line ends in the middle of a sentence.
    fn is_wrapped(&self, index: usize) -> bool {
        let is_open = matches!(
            self.view.kind_before(index),
            Some(Kind::Word | Kind::Cue(_) | Kind::Comma)
        );
        let next = self
            .view
            .tokens
            .get(index + 1)
            .and_then(|token| self.view.text.get(token.start()..));
        is_open && next.is_some_and(|next| next.starts_with(char::is_lowercase))
    }
}
