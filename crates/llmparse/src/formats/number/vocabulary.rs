//! The words around numbers in the languages that replies come in, `Punktzahl`, `of`, `page`, one table for all of them.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// What a word does to a number beside it; a word may do several things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Role(u32);

impl Role {
    /// It names what was asked for: `score`, `answer`.
    pub(crate) const LABEL: Self = Self(1);
    /// It names a number that may be what was asked for: `total`, `confidence`.
    pub(crate) const WEAK: Self = Self(1 << 1);
    /// It says that a label is the last word: `final`, `overall`.
    pub(crate) const FINAL: Self = Self(1 << 2);
    /// A label of a value rather than of a score, so that `1/2` is 0.5: `answer`, `probability`.
    pub(crate) const VALUE: Self = Self(1 << 3);
    /// It gives a score: `rate`, `deserves`.
    pub(crate) const VERB: Self = Self(1 << 4);
    /// It stands between label and number: `a`, `about`.
    pub(crate) const FILLER: Self = Self(1 << 5);
    /// It says that label and number are the same: `is`, `equals`.
    pub(crate) const COPULA: Self = Self(1 << 6);
    /// It names a bound or what holds no more: `max`, `scale`, `previous`.
    pub(crate) const OTHER: Self = Self(1 << 7);
    /// It numbers something: `page`, `step`.
    pub(crate) const COUNTER: Self = Self(1 << 8);
    pub(crate) const MONTH: Self = Self(1 << 9);
    /// A year may stand behind it: `in`, `since`.
    pub(crate) const BEFORE_YEAR: Self = Self(1 << 10);
    /// What follows is not so: `not`.
    pub(crate) const NOT: Self = Self(1 << 11);
    /// The number is not exact: `about`, `at least`.
    pub(crate) const ABOUT: Self = Self(1 << 12);
    /// It stands between a score and its scale: `of`, `von`.
    pub(crate) const OF: Self = Self(1 << 13);
    /// It stands between the ends of a range: `to`, `bis`.
    pub(crate) const TO: Self = Self(1 << 14);
    /// It stands before a range: `between`, `von`.
    pub(crate) const FROM: Self = Self(1 << 15);
    /// It says that there is no number: `N/A`, `unknown`.
    pub(crate) const NONE: Self = Self(1 << 16);
    /// A label in a language that writes 1,5 for one and a half.
    pub(crate) const COMMA: Self = Self(1 << 17);
    /// It stands between the ends of a range that a word opened: `between 7 and 8`.
    pub(crate) const AND: Self = Self(1 << 20);
    /// It gives a score when something is given it: `give it a`, `I would say`.
    pub(crate) const GIVE: Self = Self(1 << 21);
    /// A kind of street, which has a house number before or behind it.
    pub(crate) const STREET: Self = Self(1 << 18);
    /// A part of the day: `pm`, `Uhr`.
    pub(crate) const HOUR: Self = Self(1 << 19);

    /// It names what the parts add up to: `total`, `average`.
    pub(crate) const SUM: Self = Self(1 << 22);
    /// It tells what would be: `could`, `it'd`.
    pub(crate) const COND: Self = Self(1 << 23);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Both of them.
    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What of it is in `other`, too.
    pub(crate) const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

const LABEL_COMMA: Role = Role::LABEL.with(Role::COMMA);
const VALUE: Role = Role::LABEL.with(Role::VALUE);
const VALUE_COMMA: Role = VALUE.with(Role::COMMA);
const WEAK_VALUE: Role = Role::WEAK.with(Role::VALUE);
const WEAK_COMMA: Role = Role::WEAK.with(Role::COMMA);
const ASIDE: Role = Role::FILLER.with(Role::COND);
const FINAL_LABEL: Role = Role::FINAL.with(LABEL_COMMA);

/// The words by what they do; English, German, French, Spanish, Portuguese, Italian, Russian, Korean and a few others.
const WORDS: [(Role, &str); 35] = [
    (
        Role::LABEL,
        "score scores scored rating ratings rated grade graded verdict mark assessment estrellas étoiles estrelas stelle 점수 평점 스코어",
    ),
    (
        VALUE,
        "answer answers result results solution 정답 답 답변 결과",
    ),
    (
        LABEL_COMMA,
        "punktzahl bewertung wertung einstufung punktestand puntuación puntuacion puntaje calificación calificacion valoración pontuação \
        avaliação classificação punteggio voto valutazione évaluation notation оценка балл рейтинг beoordeling ocena puan स्कोर",
    ),
    (
        VALUE_COMMA,
        "ergebnis antwort resultat lösung résultat réponse resultado respuesta solución resposta solução risultato \
        risposta soluzione результат ответ решение antwoord resultaat wynik cevap उत्तर",
    ),
    (
        Role::LABEL,
        "النتيجة التقييم الدرجة ציון דירוג امتیاز نمره نتیجه điểm skor nilai betyg poäng karakter hodnocení hodnotenie оцінка         pisteet βαθμολογία punctaj रेटिंग अंक امتياز",
    ),
    (
        VALUE,
        "الإجابة الجواب תשובה תוצאה پاسخ جواب jawaban hasil svar antwoord odpowiedź odpověď výsledek sonuç yanıt відповідь результат         vastaus απάντηση răspuns rezultat परिणाम",
    ),
    (
        FINAL_LABEL,
        "gesamtbewertung gesamtpunktzahl gesamtnote endergebnis endnote итого",
    ),
    (
        Role::WEAK,
        "total points point stars star count number amount cost price average mean sum quantity temperature weight height length age duration population \
        distance 합계 총점",
    ),
    (
        WEAK_VALUE,
        "value confidence probability likelihood estimate percentage ratio chance 값 확률",
    ),
    (
        WEAK_COMMA,
        "note nota punkte sterne wert gesamt summe anzahl preis konfidenz betrag wahrscheinlichkeit valeur points somme \
        prix confiance probabilité montant valor suma precio confianza probabilidad preço valore totale somma prezzo probabilità \
        значение сумма всего цена уверенность вероятность баллы баллов",
    ),
    (
        Role::SUM,
        "total overall average mean sum aggregate combined altogether totals gesamt gesamtnote gesamtbewertung gesamtpunktzahl \
        insgesamt durchschnitt mittelwert summe somme moyenne global globale suma promedio media média soma totale somma geral \
        complessivo сумма итого итог среднее всего 합계 총점 평균 종합",
    ),
    (
        Role::WEAK,
        "aggregate durchschnitt mittelwert moyenne promedio media média soma среднее итог 평균",
    ),
    (
        Role::FINAL,
        "final overall revised updated corrected adjusted 최종 종합",
    ),
    (
        ASIDE,
        "would could might it'd it’d that'd that’d he'd wäre könnte serait pourrait sería podría seria poderia sarebbe potrebbe бы",
    ),
    (
        Role::FINAL.with(Role::COMMA),
        "finale finaler finales endgültig endgültige endgültiges gesamte finalen definitive global globale \
        définitive définitif definitiva definitivo complessivo complessiva finais geral итоговый итоговая итоговое финальный \
        окончательный окончательная общая общий",
    ),
    (
        Role::VERB,
        "rate rates rated rating score scores scored grade grades graded assign assigns assigned award awards awarded deserve \
        deserves earn earns earned bewerte bewertet vergebe attribue évalue califico otorgo atribuo assegno valuto ставлю оцениваю",
    ),
    (
        Role::GIVE,
        "give gives gave giving award say guess go estimate gebe gibt vergebe donne donnerais doy daría dou daria do darei даю \
        ставлю",
    ),
    (
        Role::FILLER,
        "a an the it this that as of to at be by only just exactly with would should will i i'd d we my me you your be s \
        solid strong perfect low high clear full response reply output essay text movie book product them him her \
        ein eine einer einem einen mit auf der die das dem den un une uno una de del de la le el il lo à a al com o um uma да с на как это",
    ),
    (
        Role::FILLER.with(Role::ABOUT),
        "about approximately around roughly nearly almost approx circa ca etwa ungefähr rund knapp environ \
        presque aproximadamente alrededor casi cerca quase circa quasi примерно около почти 약 대략 least most than",
    ),
    (
        Role::COPULA,
        "is are was were equals equal be becomes totals ist sind war beträgt lautet est sont était vaut es son fue é são foi è \
        sono era равен равна равно составляет это wynosi gives yields makes costs ergibt kostet donne coûte da cuesta dá custa \
        dà costa",
    ),
    (
        Role::OTHER,
        "max maximum maximal min minimum minimal possible highest lowest scale range threshold limit passing previous prior \
        old initial original baseline default draft perfect tel phone telephone telefon téléphone teléfono fax mobile isbn plz skala maximale maximalpunktzahl höchstpunktzahl mindestpunktzahl vorherige \
        échelle barème maximale précédente précédent escala máximo máxima mínimo mínima anterior scala massimo massima minimo шкала \
        шкале максимум максимальный минимум предыдущая 최대 최고 최소",
    ),
    (
        Role::COUNTER,
        "page pages p pp step steps section sections chapter chapters figure figures fig table tables question questions \
        example examples line lines row rows column columns col items item part parts paragraph article appendix equation exercise problem task \
        room version v ver release note footnote slide slides volume vol issue ref reference criterion rule test case round phase sample id ticket",
    ),
    (
        Role::COUNTER,
        "seite seiten s schritt schritte abschnitt kapitel abbildung abb tabelle frage beispiel zeile zeilen absatz artikel \
        aufgabe regel étape étapes chapitre ligne lignes tableau exemple règle página páginas paso pasos sección capítulo línea tabla \
        pregunta ejemplo passo etapa seção linha tabela pergunta questão pagina pagine capitolo sezione riga tabella domanda esempio \
        страница стр шаг раздел глава рисунок рис таблица вопрос строка пример пункт",
    ),
    (
        Role::MONTH,
        "january february march april may june july august september october november december jan feb mar apr jun jul aug sep \
        sept oct nov dec",
    ),
    (
        Role::MONTH,
        "januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre \
        novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre janeiro fevereiro \
        março maio junho julho setembro outubro novembro dezembro gennaio febbraio aprile maggio giugno luglio settembre ottobre \
        dicembre января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    ),
    (
        Role::BEFORE_YEAR,
        "in since from by until during year before after circa mid late early around copyright © of im seit jahr bis ab \
        en depuis dès année desde ano año em nel dal anno в с году год",
    ),
    (
        Role::NOT,
        "not isn't isnt never rather instead nicht kein statt pas non no não не вместо",
    ),
    (
        Role::OF,
        "of von sur de su di aus out из sobre من מתוך از trên dari daripada เต็ม จาก av van af z ze din od з із από στα",
    ),
    (Role::TO, "to through or bis oder à ou a o até до или"),
    (Role::AND, "and und et y e и"),
    (
        Role::FROM.with(Role::FILLER),
        "between from zwischen von entre de du tra fra da от между с",
    ),
    (
        Role::NONE,
        "not cannot none null nan unknown undefined undetermined inf infinity na nil unrated unscored unanswerable unbekannt inconnu \
        desconocido desconhecido sconosciuto неизвестно",
    ),
    (
        Role::STREET,
        "street st avenue ave road rd boulevard blvd lane ln drive dr court ct square sq highway hwy parkway suite apt \
        apartment floor",
    ),
    (
        Role::STREET,
        "straße strasse str weg gasse allee platz rue avenue boulevard impasse chemin quai calle avenida plaza rua travessa \
        via viale piazza corso улица ул дом",
    ),
    (
        Role::HOUR,
        "am pm a.m p.m uhr o'clock noon midnight heures hrs gmt utc est pst cet",
    ),
];

/// Hashes short words quickly; the table is fixed, so that nobody chooses its keys.
#[derive(Default)]
struct WordHasher(u64);

impl WordHasher {
    fn mix(&mut self, part: u64) {
        self.0 = (self.0.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let join = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
            self.mix(part.iter().fold(0, join));
        }
    }

    fn write_usize(&mut self, len: usize) {
        self.mix(len as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

type Roles = HashMap<&'static [u8], Role, BuildHasherDefault<WordHasher>>;

static ROLES: LazyLock<Roles> = LazyLock::new(|| {
    let mut roles = Roles::default();
    for (role, word) in words() {
        let known = roles.entry(word.as_bytes()).or_default();
        *known = known.with(role);
    }
    roles
});

fn words() -> impl Iterator<Item = (Role, &'static str)> {
    let words = WORDS.iter();
    words.flat_map(|(role, words)| words.split_ascii_whitespace().map(|word| (*role, word)))
}

/// The bits of a hash of the first two and last two letters of each word; most other words are told from them by that.
static EDGES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut edges = vec![0; EDGE_BITS / 64];
    for (slot, bit) in words().filter_map(|(_, word)| edge_of(word)) {
        edges
            .get_mut(slot)
            .into_iter()
            .for_each(|bits| *bits |= bit);
    }
    edges
});

const EDGE_BITS: usize = 1 << 15;

/// Where the bit of `word`, in any case, is; a word of less than four letters has none.
#[inline]
fn edge_of(word: &str) -> Option<(usize, u64)> {
    let mut hasher = WordHasher::default();
    let mut letters = word.chars();
    hasher.mix(small(letters.next()?)?.into());
    hasher.mix(small(letters.next()?)?.into());
    hasher.mix(small(letters.next_back()?)?.into());
    hasher.mix(small(letters.next_back()?)?.into());
    let place = hasher.finish() as usize % EDGE_BITS;
    Some((place / 64, 1 << (place % 64)))
}

/// `letter` without case, if it is one letter then.
#[inline]
fn small(letter: char) -> Option<char> {
    if letter.is_ascii() {
        return Some(letter.to_ascii_lowercase());
    }
    if is_small(letter) {
        return Some(letter);
    }
    let mut small = letter.to_lowercase();
    small.next().filter(|_| small.next().is_none())
}

/// The longest word that may do something, in bytes.
const LONGEST: usize = 40;

/// What `word` does, in any case.
pub(crate) fn role_of(word: &str) -> Role {
    let word = match word.as_bytes() {
        // The second of each may be a byte of `’`.
        [b'\'' | 0xe2, ..] | [.., b'\'' | 0x99] => word.trim_matches(['\'', '’']),
        _ => word,
    };
    if word.is_empty() || word.len() > LONGEST {
        return Role::default();
    }
    let is_none = |(slot, bit): (usize, u64)| EDGES.get(slot).is_none_or(|bits| bits & bit == 0);
    if edge_of(word).is_some_and(is_none) {
        return Role::default();
    }
    let mut lower = [0; LONGEST];
    let len = lower_into(word, &mut lower);
    let key = len.and_then(|len| lower.get(..len));
    key.and_then(|key| ROLES.get(key).copied())
        .unwrap_or_default()
}

/// Writes `word` without case, and gives its length; none if it is too long then.
fn lower_into(word: &str, lower: &mut [u8; LONGEST]) -> Option<usize> {
    if word.is_ascii() {
        let place = lower.get_mut(..word.len())?;
        place.copy_from_slice(word.as_bytes());
        place.make_ascii_lowercase();
        return Some(word.len());
    }
    let mut len = 0;
    for letter in word.chars().flat_map(char::to_lowercase) {
        let place = lower.get_mut(len..len + letter.len_utf8())?;
        len += letter.encode_utf8(place).len();
    }
    Some(len)
}

/// Letters that are small or have no case, which are asked for most: quicker than to ask for their small form.
pub(crate) fn is_small(letter: char) -> bool {
    matches!(letter, 'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ' | 'а'..='џ' | '\u{4e00}'..='\u{9ffc}' | '\u{ac00}'..='\u{d7a3}')
}

/// Labels in scripts that do not part words, and whether they are the last word or name a value.
const UNPARTED: [(&str, Role); 44] = [
    ("最终得分", Role::LABEL.with(Role::FINAL)),
    ("最终评分", Role::LABEL.with(Role::FINAL)),
    ("最终答案", VALUE.with(Role::FINAL)),
    ("最終スコア", Role::LABEL.with(Role::FINAL)),
    ("最終得点", Role::LABEL.with(Role::FINAL)),
    ("最終回答", VALUE.with(Role::FINAL)),
    ("最終評価", Role::LABEL.with(Role::FINAL)),
    ("最終得分", Role::LABEL.with(Role::FINAL)),
    ("最終評分", Role::LABEL.with(Role::FINAL)),
    ("最終答案", VALUE.with(Role::FINAL)),
    ("總分", Role::LABEL.with(Role::FINAL)),
    ("總評", Role::LABEL.with(Role::FINAL)),
    ("綜合評分", Role::LABEL.with(Role::FINAL)),
    ("综合评分", Role::LABEL.with(Role::FINAL)),
    ("合計点", Role::LABEL.with(Role::FINAL)),
    ("総合点", Role::LABEL.with(Role::FINAL)),
    ("คะแนนรวม", Role::LABEL.with(Role::FINAL)),
    ("คะแนน", Role::LABEL),
    ("คำตอบ", VALUE),
    ("คำตอบคือ", VALUE),
    ("ผลลัพธ์", VALUE),
    ("結果", VALUE),
    ("得點", Role::LABEL),
    ("滿分", Role::OTHER),
    ("คะแนนเต็ม", Role::OTHER),
    ("最高分", Role::OTHER),
    ("满分", Role::OTHER),
    ("満点", Role::OTHER),
    ("满", Role::OTHER),
    ("総合評価", Role::LABEL.with(Role::FINAL)),
    ("总分", Role::LABEL.with(Role::FINAL)),
    ("总评", Role::LABEL.with(Role::FINAL)),
    ("评分", Role::LABEL),
    ("評分", Role::LABEL),
    ("得分", Role::LABEL),
    ("分数", Role::LABEL),
    ("分數", Role::LABEL),
    ("点数", Role::LABEL),
    ("得点", Role::LABEL),
    ("スコア", Role::LABEL),
    ("評価", Role::LABEL),
    ("答案", VALUE),
    ("答え", VALUE),
    ("结果", VALUE),
];

/// What stands between such a label and its number.
const UNPARTED_COPULAS: [&str; 14] = [
    "是",
    "为",
    "為",
    "は",
    "が",
    "等于",
    "约",
    "約",
    "应为",
    "应该是",
    "给",
    "打",
    "について",
    "คือ",
];

/// The last letters of labels and of what stands behind them.
static UNPARTED_ENDS: LazyLock<HashSet<char>> = LazyLock::new(|| {
    let labels = UNPARTED.iter().map(|(label, _)| *label);
    let ends = labels.chain(UNPARTED_COPULAS);
    ends.filter_map(|end| end.chars().next_back()).collect()
});

/// What the end of `run`, written without blanks, says about the number behind it.
pub(crate) fn unparted_role(run: &str) -> Role {
    let last = run.chars().next_back();
    if !last.is_some_and(|last| UNPARTED_ENDS.contains(&last)) {
        return Role::default();
    }
    let bare = UNPARTED_COPULAS
        .iter()
        .find_map(|copula| run.strip_suffix(copula))
        .unwrap_or(run);
    let found = [run, bare]
        .iter()
        .find_map(|run| UNPARTED.iter().find(|(label, _)| run.ends_with(label)));
    found.map_or_else(Role::default, |(_, role)| *role)
}

/// A letter of a script that does not part words by blanks.
pub(crate) fn is_unparted(letter: char) -> bool {
    letter >= '\u{e00}'
        && matches!(letter, '\u{2e80}'..='\u{2fdf}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' | '\u{e00}'..='\u{eff}')
}

/// How many tens a word behind digits multiplies them by: `3 million`, `2.5k`, `3万`.
const MAGNITUDES: [(&str, i8); 47] = [
    ("k", 3),
    ("K", 3),
    ("M", 6),
    ("B", 9),
    ("bn", 9),
    ("Bn", 9),
    ("mn", 6),
    ("mm", 0),
    ("thousand", 3),
    ("million", 6),
    ("millions", 6),
    ("billion", 9),
    ("trillion", 12),
    ("hundred", 2),
    ("tausend", 3),
    ("Tsd", 3),
    ("Mio", 6),
    ("Mill", 6),
    ("Millionen", 6),
    ("Million", 6),
    ("Mrd", 9),
    ("Milliarden", 9),
    ("Milliarde", 9),
    ("Billionen", 12),
    ("milliards", 9),
    ("milliard", 9),
    ("millones", 6),
    ("millón", 6),
    ("milhões", 6),
    ("milhão", 6),
    ("bilhões", 9),
    ("milioni", 6),
    ("milione", 6),
    ("miliardi", 9),
    ("miliardo", 9),
    ("тыс", 3),
    ("тысяч", 3),
    ("тысячи", 3),
    ("млн", 6),
    ("миллионов", 6),
    ("миллиона", 6),
    ("млрд", 9),
    ("миллиардов", 9),
    ("lakh", 5),
    ("lakhs", 5),
    ("crore", 7),
    ("crores", 7),
];

/// The power of ten that `word`, behind digits and perhaps a blank, stands for; a single letter stands right behind.
pub(crate) fn magnitude(word: &str, is_right_behind: bool) -> Option<i8> {
    let found = MAGNITUDES.iter().find(|(other, _)| *other == word);
    let power = found.map(|(_, power)| *power).filter(|&power| power > 0)?;
    (word.len() > 1 || is_right_behind).then_some(power)
}

/// The power of ten of a character that counts: `3万`.
pub(crate) fn unparted_magnitude(letter: char) -> Option<i8> {
    match letter {
        '千' => Some(3),
        '万' | '萬' | '만' => Some(4),
        '亿' | '億' | '억' => Some(8),
        '兆' | '조' => Some(12),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_in_any_case_and_script() {
        assert!(role_of("Score").has(Role::LABEL));
        assert!(role_of("LÖSUNG").has(Role::VALUE));
        assert!(role_of("Оценка").has(Role::COMMA));
        assert!(!role_of("underscore").has(Role::LABEL));
        assert!(unparted_role("这个回答的评分是").has(Role::LABEL));
        assert!(!unparted_role("评分标准包括").has(Role::LABEL));
    }

    #[test]
    fn every_word_of_the_table_is_known() {
        for (role, word) in words() {
            for word in [word.to_owned(), word.to_ascii_uppercase()] {
                assert_eq!(role_of(&word).only(role), role, "{word}");
            }
        }
    }

    #[test]
    fn small_letters_stay() {
        for letter in ('\0'..=char::MAX).filter(|letter| is_small(*letter)) {
            assert!(letter.to_lowercase().eq([letter]), "{letter}");
        }
    }

    #[test]
    fn magnitudes_are_told_from_units() {
        assert_eq!(magnitude("M", true), Some(6));
        assert_eq!(magnitude("m", true), None);
        assert_eq!(magnitude("M", false), None);
        assert_eq!(magnitude("million", false), Some(6));
        assert_eq!(magnitude("mm", true), None);
    }
}
