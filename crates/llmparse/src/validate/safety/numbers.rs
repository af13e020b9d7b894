//! Numbers of cards and of social security: `4111 1111 1111 1111`, `536-22-1145`, and not those of orders and phones.

use super::characters::{char_at, char_before, is_word, line_before};
use super::kind::{SafetyFinding, SafetyKind};

/// How many groups are looked at; no number that is meant here has more.
const GROUPS: usize = 8;

/// A mark between two groups of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Blank,
    Hyphen,
    Dot,
}

/// A group of digits.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    start: usize,
    end: usize,
}

impl Group {
    fn len(self) -> usize {
        self.end - self.start
    }
}

/// Groups with the same mark between them: `536-22-1145`.
#[derive(Debug)]
struct Chain {
    groups: Vec<Group>,
    mark: Option<Mark>,
    /// Where the search goes on: behind the chain, or at its last group if another mark follows.
    next: usize,
}

/// Finds the numbers of cards and of social security.
pub(super) fn find_numbers(text: &str, found: &mut Vec<SafetyFinding>) {
    let mut at = 0;
    while let Some(start) = next_digit(text, at) {
        let chain = read_chain(text, start);
        at = chain.next.max(start + 1);
        if chain.groups.len() <= GROUPS && is_apart(text, &chain) {
            found.extend(find_ssn(text, &chain).or_else(|| find_card(text, &chain)));
        }
    }
}

fn next_digit(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    rest.iter()
        .position(u8::is_ascii_digit)
        .map(|index| at + index)
}

fn read_group(text: &str, start: usize) -> Group {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    Group {
        start,
        end: start + digits,
    }
}

fn read_chain(text: &str, start: usize) -> Chain {
    let mut last = read_group(text, start);
    let mut chain = Chain {
        groups: vec![last],
        mark: None,
        next: last.end,
    };
    while let Some((mark, at)) = read_mark(text, last.end) {
        if chain.mark.is_some_and(|earlier| earlier != mark) {
            chain.next = last.start;
            return chain;
        }
        chain.mark = Some(mark);
        last = read_group(text, at);
        if chain.groups.len() <= GROUPS {
            chain.groups.push(last);
        }
        chain.next = last.end;
    }
    chain
}

/// The mark at `at`, if a digit stands behind it, and where.
fn read_mark(text: &str, at: usize) -> Option<(Mark, usize)> {
    let letter = char_at(text, at)?;
    let mark = match letter {
        ' ' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' => Mark::Blank,
        '-' | '\u{2010}'..='\u{2013}' => Mark::Hyphen,
        '.' => Mark::Dot,
        _ => return None,
    };
    let behind = at + letter.len_utf8();
    let digit = text.as_bytes().get(behind)?;
    digit.is_ascii_digit().then_some((mark, behind))
}

/// Whether the chain is no part of a longer word, path, decimal or number.
fn is_apart(text: &str, chain: &Chain) -> bool {
    let (Some(first), Some(last)) = (chain.groups.first(), chain.groups.last()) else {
        return false;
    };
    let before = char_before(text, first.start);
    let after = char_at(text, last.end);
    let joins = |letter: char| is_word(letter) || matches!(letter, '_' | '-' | '/' | '\\');
    let starts = before.is_none_or(|letter| !joins(letter) && !matches!(letter, '.' | '#' | '+'));
    let is_fraction = after == Some('.')
        && char_at(text, last.end + 1).is_some_and(|letter| letter.is_ascii_digit());
    starts && !is_fraction && after.is_none_or(|letter| !joins(letter) || letter == '/')
}

fn digits_of(text: &str, groups: &[Group]) -> Vec<u8> {
    let texts = groups
        .iter()
        .filter_map(|group| text.get(group.start..group.end));
    texts.flat_map(str::bytes).map(|byte| byte - b'0').collect()
}

/// Labels that make a number of nine digits, or one with blanks, that of social security.
const SSN_LABELS: [&str; 3] = ["ssn", "social security", "social-security"];

fn find_ssn(text: &str, chain: &Chain) -> Option<SafetyFinding> {
    let lens: Vec<usize> = chain.groups.iter().map(|group| group.len()).collect();
    let (first, last) = (chain.groups.first()?, chain.groups.last()?);
    let is_form = match (lens.as_slice(), chain.mark) {
        ([3, 2, 4], Some(Mark::Hyphen)) => true,
        ([3, 2, 4], _) | ([9], _) => has_label(text, first.start, &SSN_LABELS),
        _ => false,
    };
    let digits = digits_of(text, &chain.groups);
    (is_form && is_ssn(&digits)).then(|| SafetyFinding::new(SafetyKind::Ssn, first.start, last.end))
}

/// No area 000, 666 or from 900 on, no group 00, no serial 0000.
fn is_ssn(digits: &[u8]) -> bool {
    let [a, b, c, d, e, serial @ ..] = digits else {
        return false;
    };
    let is_area = !matches!([*a, *b, *c], [0, 0, 0] | [6, 6, 6] | [9, ..]);
    is_area && [*d, *e] != [0, 0] && serial.iter().any(|digit| *digit != 0)
}

/// Words before the number of a card.
const CARD_LABELS: [&str; 20] = [
    "card",
    "visa",
    "master",
    "amex",
    "american express",
    "credit",
    "debit",
    "diners",
    "discover",
    "karte",
    "carte",
    "carta",
    "tarjeta",
    "cartão",
    "cartao",
    "карт",
    "卡",
    "カード",
    "카드",
    "kaart",
];

/// Words before other numbers, which one in ten could be that of a card.
const OTHER_LABELS: [&str; 22] = [
    "order",
    "tracking",
    "invoice",
    "ticket",
    "imei",
    "isbn",
    "ean",
    "upc",
    "gtin",
    "serial",
    "sku",
    "barcode",
    "reference",
    "transaction",
    "timestamp",
    "bestell",
    "auftrag",
    "rechnung",
    "pedido",
    "commande",
    "заказ",
    "订单",
];

fn has_label(text: &str, at: usize, labels: &[&str]) -> bool {
    let before = line_before(text, at, 40).to_lowercase();
    labels.iter().any(|label| before.contains(label))
}

fn find_card(text: &str, chain: &Chain) -> Option<SafetyFinding> {
    if let [group] = chain.groups.as_slice() {
        return find_plain_card(text, *group);
    }
    let count = chain.groups.len();
    let lens: Vec<usize> = chain.groups.iter().map(|group| group.len()).collect();
    let starts = (0..count).filter(|start| {
        let before = start.checked_sub(1).and_then(|before| lens.get(before));
        before.is_none_or(|len| *len != 4)
    });
    let mut parts = starts.filter_map(|start| {
        let len = card_groups(lens.get(start..)?)?;
        chain.groups.get(start..start + len)
    });
    let groups = parts.find(|groups| is_card(&digits_of(text, groups)))?;
    let (first, last) = (groups.first()?, groups.last()?);
    Some(SafetyFinding::new(
        SafetyKind::CreditCard,
        first.start,
        last.end,
    ))
}

/// How many of the groups are those of a card; what follows, an expiry date, does not look like more of it.
fn card_groups(lens: &[usize]) -> Option<usize> {
    match lens {
        [4, 6, 5 | 4, ..] => Some(3),
        [4, 4, 4, 4, 3] => Some(5),
        [4, 4, 4, 4, 4, ..] => None,
        [4, 4, 4, 4, ..] => Some(4),
        [4, 3, 3, 3] => Some(4),
        _ => None,
    }
}

fn find_plain_card(text: &str, group: Group) -> Option<SafetyFinding> {
    let is_labelled = has_label(text, group.start, &CARD_LABELS);
    let is_other = || has_label(text, group.start, &OTHER_LABELS);
    let is_likely = match group.len() {
        14..=19 => is_labelled || !is_other(),
        13 => is_labelled,
        _ => return None,
    };
    (is_likely && is_card(&digits_of(text, &[group])))
        .then(|| SafetyFinding::new(SafetyKind::CreditCard, group.start, group.end))
}

fn is_card(digits: &[u8]) -> bool {
    is_issued(digits) && has_check_digit(digits)
}

/// Whether an issuer gives numbers that start so, in that length.
fn is_issued(digits: &[u8]) -> bool {
    let start = digits
        .iter()
        .take(6)
        .fold(0u32, |start, digit| start * 10 + u32::from(*digit));
    let (two, three, four) = (start / 10_000, start / 1000, start / 100);
    match digits.len() {
        13 => two / 10 == 4,
        14 => matches!(three, 300..=305 | 309) || matches!(two, 36 | 38 | 39),
        15 => matches!(two, 34 | 37),
        16 => {
            two / 10 == 4
                || matches!(two, 51..=55 | 62 | 65 | 67 | 81)
                || matches!(three, 644..=649 | 508)
                || matches!(four, 2200..=2204 | 2221..=2720 | 3528..=3589 | 6011 | 5018 | 5020 | 5038 | 6304)
        }
        17 | 18 => matches!(two, 62) || matches!(four, 6304 | 6759 | 6761..=6763),
        19 => two / 10 == 4 || two == 62 || matches!(four, 3528..=3589 | 6304 | 6759),
        _ => false,
    }
}

/// Luhn: every second digit from the right doubled, the sum of all digits divisible by ten.
fn has_check_digit(digits: &[u8]) -> bool {
    let weighted = digits.iter().rev().enumerate().map(|(index, digit)| {
        let digit = u32::from(*digit);
        match (index % 2, digit * 2) {
            (0, _) => digit,
            (_, doubled) if doubled > 9 => doubled - 9,
            (_, doubled) => doubled,
        }
    });
    weighted.sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, &str)> {
        let mut found = Vec::new();
        find_numbers(text, &mut found);
        let pairs = found
            .iter()
            .map(|finding| (finding.kind.code(), finding.span.of(text)));
        pairs.collect()
    }

    #[test]
    fn cards_are_found_in_their_groups() {
        for (text, card) in [
            ("4111 1111 1111 1111 12 27", "4111 1111 1111 1111"),
            ("4111-1111-1111-1111", "4111-1111-1111-1111"),
            (
                "no. 7 4111\u{a0}1111\u{a0}1111\u{a0}1111",
                "4111\u{a0}1111\u{a0}1111\u{a0}1111",
            ),
            ("3782 822463 10005", "3782 822463 10005"),
        ] {
            assert_eq!(found(text), [("credit-card", card)], "{text}");
        }
    }

    #[test]
    fn other_numbers_are_left_alone() {
        for text in [
            "4111111111111112",
            "a4111111111111111",
            "12-4111 1111 1111 1111",
            "4111111111111111.5",
            "order 4111111111111111",
            "/4111111111111111",
            "4111 1111 1111 1111 1111",
            "1 2 3 4 5 6 7 8 9",
            "000-12-3456",
            "666-12-3456",
            "912-12-3456",
            "123-00-4567",
            "123-45-0000",
            "1-123-45-6789",
            "123456789",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
