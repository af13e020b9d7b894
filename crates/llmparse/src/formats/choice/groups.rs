//! Choices that are named together: `positive, negative or neutral`, `yes|no`, `A) Oslo` and `B) Paris` on two lines.

use std::collections::HashSet;

use super::cues::Cue;
use super::mentions::{Mention, Standing, View};
use super::options::Form;
use super::tokens::Kind;

/// How many members of a group are looked at for one that comes again.
const LONGEST: usize = 16;

/// Mentions right behind each other, and what stands between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) first: usize,
    /// Behind the last one.
    pub(super) end: usize,
    joints: Joints,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Joints {
    commas: usize,
    slashes: usize,
    pipes: usize,
    ands: usize,
    ors: usize,
    lines: usize,
}

impl Group {
    /// Whether what is said of one is said of all: `A, B and C`.
    pub(super) fn is_joined(&self) -> bool {
        self.joints.ands + self.joints.ors > 0
    }

    /// `between A and B, B`
    fn is_taken_up(&self, mentions: &[Mention], mention: &Mention, joints: Joints) -> bool {
        let commas = Joints {
            commas: joints.commas,
            ..Joints::default()
        };
        let mut members = self.members(mentions).iter().take(LONGEST);
        self.is_joined()
            && joints == commas
            && members.any(|member| member.choice == mention.choice)
    }

    pub(super) fn members<'m>(&self, mentions: &'m [Mention]) -> &'m [Mention] {
        mentions.get(self.first..self.end).unwrap_or_default()
    }

    fn is_offered(&self) -> bool {
        let joints = self.joints;
        joints.commas + joints.slashes + joints.pipes + joints.ors + joints.lines > 0
    }
}

/// The groups, in order; each mention is in one, most of them alone.
pub(super) fn find_groups(view: &View<'_>, mentions: &[Mention]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut before: Option<&Mention> = None;
    for (index, mention) in mentions.iter().enumerate() {
        let joints = before.and_then(|before| find_joints(view, before, mention));
        let joints = joints.filter(|joints| {
            !groups
                .last()
                .is_some_and(|group| group.is_taken_up(mentions, mention, *joints))
        });
        match (joints, groups.last_mut()) {
            (Some(joints), Some(last)) => {
                last.end = index + 1;
                last.joints = last.joints.plus(joints);
            }
            _ => groups.push(Group {
                first: index,
                end: index + 1,
                joints: Joints::default(),
            }),
        }
        before = Some(mention);
    }
    groups
}

impl Joints {
    fn plus(self, other: Self) -> Self {
        Self {
            commas: self.commas + other.commas,
            slashes: self.slashes + other.slashes,
            pipes: self.pipes + other.pipes,
            ands: self.ands + other.ands,
            ors: self.ors + other.ors,
            lines: self.lines + other.lines,
        }
    }
}

/// What joins two mentions, if nothing else stands between them.
fn find_joints(view: &View<'_>, left: &Mention, right: &Mention) -> Option<Joints> {
    if left.is_loose || right.is_loose {
        return None;
    }
    let between = view.tokens.get(left.token + 1..right.token)?;
    let mut joints = Joints::default();
    for token in between {
        match token.kind {
            Kind::Comma => joints.commas += 1,
            Kind::Stop if left.is_bare && right.is_bare => joints.commas += 1,
            Kind::Slash => joints.slashes += 1,
            Kind::Pipe => joints.pipes += 1,
            Kind::Cue(Cue::And) => joints.ands += 1,
            Kind::Cue(Cue::Or | Cue::Nor) => joints.ors += 1,
            Kind::Line => joints.lines += usize::from(left.is_alone && right.is_alone),
            Kind::Open
            | Kind::Close
            | Kind::Dash
            | Kind::Check
            | Kind::Cue(Cue::Label | Cue::Fill) => {}
            _ => return None,
        }
    }
    let is_paragraph = between
        .windows(2)
        .any(|pair| pair.iter().all(|token| token.kind == Kind::Line));
    let is_joined = joints != Joints::default() && !(joints.lines > 0 && is_paragraph);
    is_joined.then_some(joints)
}

/// Marks what is only offered to choose from.
pub(super) fn mark_offers(view: &View<'_>, groups: &[Group], mentions: &mut [Mention]) {
    for group in groups.iter().filter(|group| group.end - group.first > 1) {
        if is_offer(view, group, mentions) {
            set_listed(mentions.get_mut(group.first..group.end));
        }
    }
    mark_labels(view, mentions);
}

fn set_listed(mentions: Option<&mut [Mention]>) {
    for mention in mentions.unwrap_or_default() {
        if mention.standing == Standing::Plain {
            mention.standing = Standing::Listed;
        }
    }
}

fn is_offer(view: &View<'_>, group: &Group, mentions: &[Mention]) -> bool {
    let members = group.members(mentions);
    let distinct = count_distinct(members);
    if distinct < 2 {
        return false;
    }
    let is_all = distinct == view.choices.len() && (group.is_offered() || distinct > 2);
    let joints = group.joints;
    let is_bare = members.iter().all(|mention| mention.is_bare);
    let is_listed = joints.commas + joints.ands + joints.lines > 0 && is_bare;
    is_all
        || is_listed
        || joints.pipes + joints.ors > 0
        || is_announced(view, members)
        || is_enumerated(view, members)
}

/// `These are possible: A, B.`
fn is_enumerated(view: &View<'_>, members: &[Mention]) -> bool {
    let (Some(first), Some(last)) = (members.first(), members.last()) else {
        return false;
    };
    let is_end = matches!(
        view.kind(last.token + 1),
        None | Some(Kind::Stop | Kind::Line)
    );
    is_end && view.kind_before(first.token) == Some(Kind::Colon)
}

/// How many different choices are named.
pub(super) fn count_distinct(members: &[Mention]) -> usize {
    let choices: HashSet<u32> = members.iter().map(|mention| mention.choice).collect();
    choices.len()
}

/// How many different choices are named and not turned down.
pub(super) fn count_open(members: &[Mention]) -> usize {
    let open = members
        .iter()
        .filter(|mention| mention.standing != Standing::Negated);
    open.map(|mention| mention.choice)
        .collect::<HashSet<u32>>()
        .len()
}

/// `Options:`, `either`, `between`
fn is_announced(view: &View<'_>, members: &[Mention]) -> bool {
    let (Some(first), Some(last)) = (members.first(), members.last()) else {
        return false;
    };
    // `A and B both fit`
    let is_copula = view.kind(last.token + 1) == Some(Kind::Cue(Cue::Copula));
    let behind = last.token + if is_copula { 2 } else { 1 };
    if view.kind(behind) == Some(Kind::Cue(Cue::Listing)) {
        return true;
    }
    let before = view.tokens.get(..first.token).unwrap_or_default();
    let mut before = before.iter().rev().take(6).map(|token| token.kind);
    let silent = |kind: &Kind| {
        matches!(
            kind,
            Kind::Colon
                | Kind::Line
                | Kind::Open
                | Kind::Dash
                | Kind::Cue(Cue::Fill | Cue::Label | Cue::Copula)
        )
    };
    before.find(|kind| !silent(kind)) == Some(Kind::Cue(Cue::Listing))
}

/// `A) Oslo`, `B) Paris`: labels of more than one choice, each with something behind it, are a list.
fn mark_labels(view: &View<'_>, mentions: &mut [Mention]) {
    let labels = (0..mentions.len()).filter(|&index| has_text(view, mentions, index));
    let labels = without_answers(view, mentions, labels.collect());
    let labelled: Vec<Mention> = labels
        .iter()
        .filter_map(|&index| mentions.get(index))
        .copied()
        .collect();
    if count_distinct(&labelled) > 1 {
        for index in labels {
            set_listed(mentions.get_mut(index..=index));
        }
        mark_texts(view, mentions);
    }
    mark_brackets(view, mentions);
}

/// The labels of a list, without those that stand behind it to say which one: `A) Oslo B) Paris. The answer is B) Paris`.
fn without_answers(view: &View<'_>, mentions: &[Mention], labels: Vec<usize>) -> Vec<usize> {
    let mut seen = HashSet::new();
    let mut has_repeats = false;
    let mut items = Vec::with_capacity(labels.len());
    for (place, &index) in labels.iter().enumerate() {
        let Some(label) = mentions.get(index) else {
            continue;
        };
        let next = labels.get(place + 1).and_then(|&next| mentions.get(next));
        let is_repeat = !seen.insert(label.choice);
        let is_last = is_repeat && !has_repeats && next.is_none();
        let goes_on = next.is_some_and(|next| goes_on(view, label, next));
        if !is_last && (goes_on || !is_announced_label(view, label)) {
            items.push(index);
        }
        has_repeats |= is_repeat;
    }
    items
}

/// Whether `next` is the item behind `label` in a list.
fn goes_on(view: &View<'_>, label: &Mention, next: &Mention) -> bool {
    let between = view.tokens.get(label.token..next.token);
    let is_paragraph = between
        .unwrap_or_default()
        .windows(2)
        .any(|pair| pair.iter().all(|token| token.kind == Kind::Line));
    next.choice == label.choice + 1 && !is_paragraph
}

/// `the answer is B) Paris`, `I choose B) Paris`
fn is_announced_label(view: &View<'_>, label: &Mention) -> bool {
    let before = view.tokens.get(..label.token).unwrap_or_default();
    let before = before.iter().rev().take(6).map(|token| token.kind);
    let mut is_stated = false;
    for kind in before {
        match kind {
            Kind::Cue(Cue::Copula) => is_stated = true,
            Kind::Colon
            | Kind::Open
            | Kind::OpenTag
            | Kind::Cue(Cue::Fill | Cue::Label | Cue::Right) => {}
            Kind::Cue(Cue::Marker | Cue::Heading | Cue::Final | Cue::Choose | Cue::Therefore) => {
                return true;
            }
            Kind::Word => return is_stated,
            _ => return false,
        }
    }
    is_stated
}

/// Whether the mention is a label with something behind it.
fn has_text(view: &View<'_>, mentions: &[Mention], index: usize) -> bool {
    let Some(label) = mentions.get(index).filter(|label| label.is_label) else {
        return false;
    };
    !label.is_alone
        || mentions
            .get(index + 1)
            .is_some_and(|text| is_text_of(view, label, text))
}

/// The text behind a label of a list belongs to it.
fn mark_texts(view: &View<'_>, mentions: &mut [Mention]) {
    let mut label: Option<Mention> = None;
    for mention in mentions {
        if mention.form == Form::Label && mention.standing == Standing::Listed {
            label = Some(*mention);
        } else if label.is_some_and(|label| is_text_of(view, &label, mention)) {
            mention.standing = Standing::Listed;
        }
    }
}

/// Whether `text` names the choice of the label before it, or of another, right behind it.
pub(super) fn is_text_of(view: &View<'_>, label: &Mention, text: &Mention) -> bool {
    if label.form == text.form || label.token >= text.token {
        return false;
    }
    let between = view
        .tokens
        .get(label.token + 1..text.token)
        .unwrap_or_default();
    between.len() <= 3
        && between.iter().all(|token| {
            matches!(
                token.kind,
                Kind::Close | Kind::Colon | Kind::Dash | Kind::Stop | Kind::Open | Kind::CloseTag
            )
        })
}

/// `(A) Oslo (B) Paris (C) Rome`: all choices in brackets, each with words behind it.
fn mark_brackets(view: &View<'_>, mentions: &mut [Mention]) {
    let is_item = |mention: &Mention| {
        let next = view.kind(mention.token + 2);
        mention.is_marked
            && view.kind(mention.token + 1) == Some(Kind::Close)
            && matches!(next, Some(Kind::Word | Kind::Choice(_)))
    };
    let items = mentions.iter().enumerate();
    let items = items
        .filter(|(_, mention)| is_item(mention))
        .map(|(index, _)| index);
    let items = without_answers(view, mentions, items.collect());
    let listed: Vec<Mention> = items
        .iter()
        .filter_map(|&index| mentions.get(index))
        .copied()
        .collect();
    if view.choices.len() > 1 && count_distinct(&listed) == view.choices.len() {
        for index in items {
            if let Some(item) = mentions.get_mut(index) {
                item.standing = Standing::Listed;
            }
        }
        mark_texts(view, mentions);
    }
}
