//! Numbers as they are written in texts: `$1,234.56`, `(5)`, `about 3 apples`; what comes out is spelled as in JSON.

use crate::trace::CoercionRule;

/// What a text says of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Numeral {
    /// One number, spelled as in JSON, and how it was found.
    One(String, CoercionRule),
    /// Several readings.
    Rivals(Vec<String>),
    None,
}

const CURRENCIES: [char; 12] = ['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₪', '฿', '₫', '₴'];

/// What is behind a number and multiplies it, by a power of ten; `m` may be a thousandth, and `B` bytes.
const MAGNITUDES: [(&str, usize); 10] = [
    ("k", 3),
    ("K", 3),
    ("M", 6),
    ("bn", 9),
    ("tn", 12),
    ("thousand", 3),
    ("million", 6),
    ("billion", 9),
    ("trillion", 12),
    ("quadrillion", 15),
];

/// Words that multiply a number and are not read: those of other languages, of which `billion` is another one in each.
const MULTIPLIERS: &[&str] = &[
    "billions",
    "trillions",
    "grand",
    "mio",
    "mln",
    "mrd",
    "bln",
    "lakh",
    "lakhs",
    "lac",
    "crore",
    "crores",
    "hundert",
    "tausend",
    "dutzend",
    "millionen",
    "milliarde",
    "milliarden",
    "billionen",
    "mille",
    "milliers",
    "milliard",
    "milliards",
    "douzaine",
    "cien",
    "cientos",
    "mil",
    "millón",
    "millones",
    "millardo",
    "millardos",
    "docena",
    "mila",
    "migliaia",
    "milione",
    "milioni",
    "miliardo",
    "miliardi",
    "milhão",
    "milhões",
    "bilhão",
    "bilhões",
    "duizend",
    "miljoen",
    "miljard",
    "tusen",
    "miljon",
    "miljoner",
    "miljarder",
    "millioner",
    "milliarder",
    "tys",
    "tysięcy",
    "milion",
    "milionów",
    "miliard",
    "miliardów",
    "bin",
    "milyon",
    "milyar",
    "тыс",
    "тысяч",
    "тысяча",
    "тысячи",
    "млн",
    "миллион",
    "миллиона",
    "миллионов",
    "млрд",
    "миллиард",
    "миллиарда",
    "миллиардов",
    "ribu",
    "juta",
    "nghìn",
    "ngàn",
    "triệu",
    "tỷ",
];

/// Words by which a number near them is not the one that is meant, or not alone; in several languages.
const REFUSED: &[&str] = &[
    // denied, or there is nothing
    "not",
    "no",
    "never",
    "without",
    "except",
    "but",
    "none",
    "nothing",
    "nobody",
    "unknown",
    "nicht",
    "kein",
    "keine",
    "außer",
    "pas",
    "aucun",
    "aucune",
    "sauf",
    "nunca",
    "ninguno",
    "ninguna",
    "salvo",
    "excepto",
    "nessuno",
    "nessuna",
    "tranne",
    "nenhum",
    "nenhuma",
    "niet",
    "geen",
    "не",
    "нет",
    "кроме",
    // a bound or a range
    "least",
    "most",
    "under",
    "over",
    "below",
    "above",
    "between",
    "than",
    "up",
    "max",
    "min",
    "maximum",
    "minimum",
    "until",
    "before",
    "after",
    "mindestens",
    "höchstens",
    "über",
    "unter",
    "mehr",
    "weniger",
    "bis",
    "zwischen",
    "moins",
    "plus",
    "entre",
    "jusqu",
    "más",
    "menos",
    "hasta",
    "più",
    "meno",
    "oltre",
    "mais",
    "até",
    "meer",
    "minder",
    "minstens",
    "более",
    "больше",
    "менее",
    "меньше",
    "до",
    // a part, a share or a sign
    "half",
    "dozen",
    "dozens",
    "hundred",
    "hundreds",
    "thousands",
    "millions",
    "percent",
    "cent",
    "percentage",
    "percents",
    "pct",
    "point",
    "minus",
    "negative",
    "loss",
    "deficit",
    "times",
    "prozent",
    "pourcent",
    "ciento",
    "cento",
    "procent",
    "процент",
    "процента",
    "процентов",
    "yüzde",
    "hälfte",
    "moitié",
    "mitad",
    // another number
    "or",
    "and",
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
];

/// Currencies in words; where one stands, `1.234` is hardly a fraction.
const CURRENCY_WORDS: &[&str] = &[
    "eur",
    "euro",
    "euros",
    "usd",
    "dollar",
    "dollars",
    "gbp",
    "chf",
    "jpy",
    "brl",
    "reais",
    "idr",
    "rp",
    "rupiah",
    "inr",
    "rs",
    "vnd",
    "tl",
    "lira",
    "pln",
    "zł",
    "sek",
    "nok",
    "dkk",
    "kr",
    "huf",
    "czk",
    "kč",
    "ron",
    "lei",
    "rub",
    "руб",
    "рублей",
    "mxn",
    "ars",
    "clp",
    "cop",
    "pesos",
    "peso",
    "soles",
    "cad",
    "aud",
    "nzd",
    "zar",
    "sgd",
    "hkd",
];

/// The longest text in which a number among words is sought.
const LONGEST: usize = 200;

/// The number that is all of `text`, in a notation that has one reading.
pub(super) fn read(text: &str) -> Numeral {
    if is_plain(text) {
        return Numeral::One(text.to_owned(), CoercionRule::NumberText);
    }
    let text = text.trim();
    let inner = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    if let Some(inner) = inner {
        return match read_signed(inner.trim()) {
            Numeral::One(number, rule) if !number.starts_with('-') => {
                Numeral::One(negative(&number), rule)
            }
            _ => Numeral::None,
        };
    }
    read_signed(text)
}

/// Whether `text` is nothing but the digits of a whole number, as JSON has them.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether `text` is in brackets, which mean a negative amount and no integer.
pub(super) fn is_bracketed(text: &str) -> bool {
    text.trim_start().starts_with('(')
}

fn negative(number: &str) -> String {
    format!("-{number}")
}

/// `-$5`, `$-5`, `− 5`
fn read_signed(text: &str) -> Numeral {
    let (is_negative, rest) = strip_sign(text);
    let has_sign = rest.len() < text.len();
    let (currency, rest) = strip_currency(rest);
    let (is_negative, rest) = match strip_sign(rest) {
        (is_inner, inner) if inner.len() < rest.len() && currency.is_some() && !has_sign => {
            (is_inner, inner)
        }
        (_, inner) if inner.len() < rest.len() => return Numeral::None,
        _ => (is_negative, rest),
    };
    match read_digits(rest, currency) {
        Numeral::One(number, rule) if is_negative => Numeral::One(negative(&number), rule),
        Numeral::Rivals(readings) if is_negative => {
            Numeral::Rivals(readings.iter().map(|reading| negative(reading)).collect())
        }
        numeral => numeral,
    }
}

/// A blank behind a minus of mathematics is taken; a hyphen and a blank is the mark of an item.
fn strip_sign(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix('−') {
        return (true, rest.trim_start());
    }
    match (text.strip_prefix('-'), text.strip_prefix('+')) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => (false, text),
    }
}

fn strip_currency(text: &str) -> (Option<char>, &str) {
    if let Some(currency) = text
        .chars()
        .next()
        .filter(|letter| CURRENCIES.contains(letter))
    {
        let rest = text.get(currency.len_utf8()..).unwrap_or_default();
        return (Some(currency), rest.trim_start());
    }
    match text
        .chars()
        .next_back()
        .filter(|letter| CURRENCIES.contains(letter))
    {
        Some(currency) => {
            let rest = text
                .get(..text.len() - currency.len_utf8())
                .unwrap_or_default();
            (Some(currency), rest.trim_end())
        }
        None => (None, text),
    }
}

/// A number without a sign; `currency` stood beside it.
fn read_digits(text: &str, currency: Option<char>) -> Numeral {
    if !text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.') {
        return Numeral::None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) if currency.is_none() => (mantissa, Some(exponent)),
        Some(_) => return Numeral::None,
        None => (text, None),
    };
    let Some(mantissa) = without_underscores(mantissa) else {
        return Numeral::None;
    };
    match (read_mantissa(&mantissa, currency), exponent) {
        (Numeral::One(number, rule), Some(exponent)) => match with_exponent(&number, exponent) {
            Some(number) if !mantissa.contains(',') => Numeral::One(number, rule),
            _ => Numeral::None,
        },
        (numeral, None) => numeral,
        _ => Numeral::None,
    }
}

/// `1_000`; none where an underscore does not stand between digits.
fn without_underscores(text: &str) -> Option<String> {
    let is_between = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    if text.contains('_') && !text.split('_').all(is_between) {
        return None;
    }
    Some(text.replace('_', ""))
}

fn with_exponent(number: &str, exponent: &str) -> Option<String> {
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let text = format!("{number}e{exponent}");
    let is_finite = text.parse::<f64>().is_ok_and(f64::is_finite);
    (is_digits(digits) && is_finite).then_some(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_mantissa(text: &str, currency: Option<char>) -> Numeral {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    if fraction.is_some_and(|fraction| fraction.contains(',')) {
        return read_decimal_comma(text);
    }
    if fraction.is_some_and(|fraction| !fraction.is_empty() && !is_digits(fraction)) {
        return Numeral::None;
    }
    if whole.contains(',') {
        return read_groups(whole, fraction, currency);
    }
    if !(whole.is_empty() || is_digits(whole))
        || (whole.is_empty() && fraction.is_none_or(str::is_empty))
    {
        return Numeral::None;
    }
    let number = spell(whole, fraction);
    match fraction {
        // `€1.234`: who writes a currency rarely means three digits behind the point.
        Some(fraction) if fraction.len() == 3 && currency.is_some() => {
            Numeral::Rivals(vec![number, spell(&format!("{whole}{fraction}"), None)])
        }
        _ => Numeral::One(number, CoercionRule::NumberText),
    }
}

/// `1,234.56`
fn read_groups(whole: &str, fraction: Option<&str>, currency: Option<char>) -> Numeral {
    let digits = whole.replace(',', "");
    if !are_groups(whole, ',') {
        return Numeral::None;
    }
    let may_be_decimal = whole.matches(',').count() == 1 && fraction.is_none();
    let is_euro = currency == Some('€');
    if may_be_decimal && (is_euro || whole.starts_with('0')) {
        let decimal = whole.replace(',', ".");
        return Numeral::Rivals(vec![spell(&digits, None), decimal]);
    }
    if whole.starts_with('0') {
        return Numeral::None;
    }
    Numeral::One(spell(&digits, fraction), CoercionRule::NumberText)
}

/// Whether `text` is one to three digits and then groups of three.
fn are_groups(text: &str, mark: char) -> bool {
    let mut groups = text.split(mark);
    let first = groups.next().unwrap_or_default();
    is_digits(first) && first.len() <= 3 && groups.all(|group| group.len() == 3 && is_digits(group))
}

/// `1.234,56`
fn read_decimal_comma(text: &str) -> Numeral {
    match text.split_once(',') {
        Some((whole, fraction)) if are_groups(whole, '.') && is_digits(fraction) => Numeral::One(
            spell(&whole.replace('.', ""), Some(fraction)),
            CoercionRule::DecimalComma,
        ),
        _ => Numeral::None,
    }
}

/// Digits as JSON spells a number.
fn spell(whole: &str, fraction: Option<&str>) -> String {
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match fraction {
        Some(fraction) if !fraction.is_empty() => format!("{whole}.{fraction}"),
        _ => whole.to_owned(),
    }
}

/// The number as an integer of JSON, if it is whole.
pub(super) fn to_integer(number: &str) -> Option<String> {
    /// The most zeros that an exponent stands for.
    const MOST: i64 = 30;
    if is_plain(number) {
        return Some(number.to_owned());
    }
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent: i64 = exponent.trim_start_matches('+').parse().ok()?;
    if !(-MOST..=MOST).contains(&exponent) {
        return None;
    }
    let (sign, digits) = match mantissa.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", mantissa),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let point = i64::try_from(whole.len()).ok()? + exponent;
    let point = usize::try_from(point).ok()?;
    let zeros = point.saturating_sub(all.len());
    let whole = format!("{}{}", all.get(..point.min(all.len()))?, "0".repeat(zeros));
    let rest = all.get(point.min(all.len())..)?;
    if !rest.bytes().all(|byte| byte == b'0') {
        return None;
    }
    let whole = spell(&whole, None);
    Some(if whole == "0" {
        whole
    } else {
        format!("{sign}{whole}")
    })
}

/// The number that a text says in words, in a fraction, or with something that multiplies it.
pub(super) fn read_loose(text: &str) -> Numeral {
    let text = text.trim();
    if text.len() > LONGEST {
        return Numeral::None;
    }
    for read in [read_fraction, read_magnitude, read_among_words] {
        match read(text) {
            Numeral::None => {}
            numeral => return numeral,
        }
    }
    Numeral::None
}

/// The scales that scores are given on; `8/10` is eight of ten points as well as a fraction.
const SCALES: [u64; 3] = [5, 10, 100];

/// `1/2`; none if the fraction does not end.
fn read_fraction(text: &str) -> Numeral {
    match read_parts(text) {
        Some((above, below)) if SCALES.contains(&below) => match divide(above, below) {
            Numeral::One(share, _) => Numeral::Rivals(vec![share, above.to_string()]),
            numeral => numeral,
        },
        Some((above, below)) => divide(above, below),
        None => Numeral::None,
    }
}

/// The share and the points of a score: `8/10`.
pub(super) fn read_score(text: &str) -> Option<[String; 2]> {
    match read_fraction(text.trim()) {
        Numeral::Rivals(readings) => readings.try_into().ok(),
        _ => None,
    }
}

/// The numbers above and below the line of a fraction.
fn read_parts(text: &str) -> Option<(u64, u64)> {
    let (above, below) = text.split_once('/')?;
    let (above, below) = (above.trim(), below.trim());
    let is_short = |part: &str| is_digits(part) && part.len() <= 6;
    if !is_short(above) || !is_short(below) {
        return None;
    }
    Some((above.parse().ok()?, below.parse().ok()?))
}

/// Exact division; a fraction that does not end within twelve digits is none.
fn divide(above: u64, below: u64) -> Numeral {
    if below == 0 {
        return Numeral::None;
    }
    let (whole, mut rest) = (above / below, above % below);
    let mut fraction = String::new();
    while rest > 0 && fraction.len() < 12 {
        rest *= 10;
        fraction.push_str(&(rest / below).to_string());
        rest %= below;
    }
    if rest > 0 {
        return Numeral::None;
    }
    Numeral::One(
        spell(&whole.to_string(), Some(&fraction)),
        CoercionRule::Fraction,
    )
}

/// `10k`, `1.5 million`
fn read_magnitude(text: &str) -> Numeral {
    let letters = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let word = text.get(letters.len()..).unwrap_or_default();
    let is_same = |name: &str| name == word || name.len() > 2 && name.eq_ignore_ascii_case(word);
    let found = MAGNITUDES.iter().find(|(name, _)| is_same(name));
    // `10 K` is cold, `10K` is much.
    let is_unit = word.len() == 1 && letters.ends_with(char::is_whitespace);
    let Some((_, power)) = found.filter(|_| !is_unit) else {
        return Numeral::None;
    };
    match read(letters) {
        Numeral::One(number, CoercionRule::NumberText) if !number.contains('e') => {
            Numeral::One(shift(&number, *power), CoercionRule::Magnitude)
        }
        Numeral::Rivals(readings) => Numeral::Rivals(readings),
        _ => Numeral::None,
    }
}

/// `number` times ten to the `power`.
fn shift(number: &str, power: usize) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut all = format!("{whole}{fraction}");
    while all.len() < whole.len() + power {
        all.push('0');
    }
    let (whole, fraction) = all
        .split_at_checked(whole.len() + power)
        .unwrap_or((&all, ""));
    format!("{sign}{}", spell(whole, Some(fraction)))
}

/// `about 3 apples`: one number, and no word that says it is another one.
fn read_among_words(text: &str) -> Numeral {
    let mut found: Vec<String> = Vec::new();
    let mut is_behind_number = false;
    let has_currency = text.split_whitespace().any(is_currency);
    for token in text.split_whitespace() {
        let word = bare_word(token);
        let is_negated = word.ends_with("n't") || word.ends_with("n’t");
        // `(12.5)` by itself is negative, as is `- 12.5`.
        let is_signed = matches!(token, "-" | "−")
            || found.is_empty() && token.starts_with('(') && token.ends_with(')');
        let is_refused = is_negated || is_signed || REFUSED.contains(&word.as_str());
        let multiplies = is_behind_number
            && (MULTIPLIERS.contains(&word.as_str())
                || MAGNITUDES
                    .iter()
                    .any(|(name, _)| name.eq_ignore_ascii_case(&word)));
        let compares = token.contains(['<', '>', '≤', '≥', '%', '±']);
        if is_refused || multiplies || compares {
            return Numeral::None;
        }
        is_behind_number = token.contains(char::is_numeric);
        if !is_behind_number {
            continue;
        }
        match read(trim_marks(token)) {
            Numeral::One(number, CoercionRule::NumberText) => {
                if let Some(readings) = grouped(&number).filter(|_| has_currency) {
                    return Numeral::Rivals(readings);
                }
                found.push(number);
            }
            Numeral::Rivals(readings) => return Numeral::Rivals(readings),
            _ => return Numeral::None,
        }
    }
    match found.as_slice() {
        [number] => Numeral::One(number.clone(), CoercionRule::NumberInWords),
        [] => Numeral::None,
        _ => Numeral::Rivals(found),
    }
}

/// Whether a token names a currency: `EUR`, `R$`.
fn is_currency(token: &str) -> bool {
    token.contains(CURRENCIES) || CURRENCY_WORDS.contains(&bare_word(token).as_str())
}

fn bare_word(token: &str) -> String {
    token
        .trim_matches(|letter: char| !letter.is_alphanumeric())
        .to_lowercase()
}

/// The readings of `1.234`, whose point may stand between thousands.
fn grouped(number: &str) -> Option<Vec<String>> {
    let (whole, fraction) = number.split_once('.')?;
    let is_group = fraction.len() == 3 && !whole.ends_with('0');
    is_group.then(|| vec![number.to_owned(), format!("{whole}{fraction}")])
}

/// A token without the marks of a sentence.
fn trim_marks(token: &str) -> &str {
    let token = token.trim_start_matches([
        '(', '[', '{', '"', '\'', '*', '_', '~', '≈', '“', '`', ':', '#',
    ]);
    token.trim_end_matches([
        ')', ']', '}', '"', '\'', '*', '_', '.', ',', ';', ':', '!', '?', '”', '`',
    ])
}

/// The two readings of a percentage: as a share of one, and as it stands.
pub(super) fn read_percent(text: &str) -> Option<[String; 2]> {
    let number = text.trim().strip_suffix('%')?.trim_end();
    match read(number) {
        Numeral::One(number, CoercionRule::NumberText) if !number.contains('e') => {
            Some([shift_down(&number), number])
        }
        _ => None,
    }
}

/// A hundredth of `number`.
fn shift_down(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let padded = format!("{whole:0>3}");
    let (whole, share) = padded
        .split_at_checked(padded.len() - 2)
        .unwrap_or((&padded, ""));
    let fraction = format!("{share}{fraction}");
    let fraction = fraction.trim_end_matches('0');
    format!("{sign}{}", spell(whole, Some(fraction)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(numeral: Numeral) -> Option<String> {
        match numeral {
            Numeral::One(number, _) => Some(number),
            _ => None,
        }
    }

    #[test]
    fn a_number_in_one_notation_is_read() {
        for (text, number) in [
            ("3", "3"),
            ("+3", "3"),
            ("− 5", "-5"),
            ("(5)", "-5"),
            ("-$1,234.50", "-1234.50"),
            ("$-5", "-5"),
            ("5 €", "5"),
            ("1_000", "1000"),
            ("007", "7"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1e3", "1e3"),
            ("1,234,567", "1234567"),
            ("€1,234.5", "1234.5"),
        ] {
            assert_eq!(one(read(text)).as_deref(), Some(number), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_or_two_is_not_read() {
        for text in [
            "",
            "-",
            "- 5",
            "--5",
            "1,23",
            "12,34,567",
            "3,14",
            "0,123",
            "€1.234",
            "€1,234",
            "1.2.3",
            "NaN",
        ] {
            assert_eq!(one(read(text)), None, "{text}");
        }
        assert_eq!(
            read("€1.234"),
            Numeral::Rivals(vec!["1.234".to_owned(), "1234".to_owned()])
        );
        assert_eq!(read("1e999"), Numeral::None);
    }

    #[test]
    fn whole_numbers_become_integers() {
        for (number, integer) in [
            ("3.0", Some("3")),
            ("1e3", Some("1000")),
            ("-0", Some("0")),
            ("1.5e1", Some("15")),
        ] {
            assert_eq!(to_integer(number).as_deref(), integer, "{number}");
        }
        for number in ["3.5", "1e-1", "1e99"] {
            assert_eq!(to_integer(number), None, "{number}");
        }
        assert_eq!(to_integer("120e-1").as_deref(), Some("12"));
    }

    #[test]
    fn numbers_in_words_fractions_and_multiples_are_read_loosely() {
        for (text, number) in [
            ("about 3 apples", "3"),
            ("**12**", "12"),
            ("1/2", "0.5"),
            ("10k", "10000"),
            ("1.5M", "1500000"),
            ("2.5 million", "2500000"),
            ("3 Thousand", "3000"),
            ("5 trillion", "5000000000000"),
            ("3/4", "0.75"),
            ("$1,000 monthly", "1000"),
        ] {
            assert_eq!(one(read_loose(text)).as_deref(), Some(number), "{text}");
        }
        for text in [
            "1/3",
            "1/0",
            "5m",
            "not 3",
            "at least 3",
            "3 or 4",
            "3rd",
            "about 3 million",
            "7-8",
            "50% of it",
            "2 dozen",
            "3 Mrd",
            "4 milliards",
            "2.5 миллиона",
            "25 Prozent",
            "30 por ciento",
            "1.234 EUR",
            "Rp 15.000",
            "none of 5",
            "negative 5",
            "mehr als 10",
            "change - 12.5 degrees",
            "(12.5) approx",
            "8/10",
        ] {
            assert_eq!(one(read_loose(text)), None, "{text}");
        }
    }

    #[test]
    fn a_score_on_a_scale_is_a_share_or_points() {
        let read = |text| read_score(text).map(|readings| readings.join(" "));
        assert_eq!(read("8/10").as_deref(), Some("0.8 8"));
        assert_eq!(read(" 85 / 100 ").as_deref(), Some("0.85 85"));
        assert_eq!((read("3/4"), read("1/3"), read("8")), (None, None, None));
    }

    #[test]
    fn a_percentage_has_two_readings() {
        let read = |text| read_percent(text).map(|readings| readings.join(" "));
        assert_eq!(read("50%").as_deref(), Some("0.5 50"));
        assert_eq!(read("7.5 %").as_deref(), Some("0.075 7.5"));
        assert_eq!(read("50"), None);
    }
}
