//! Words by language: refusals (`As an AI, …`), labels (`Tags:`), "and", answers that say there is nothing.

use super::lines::is_blank;
use super::text::count_words;

/// How a refusal or an apology starts.
const REFUSALS: &[&str] = &[
    // English
    "i cannot",
    "i can't",
    "i can not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't",
    "i will not",
    "i'm sorry",
    "i am sorry",
    "sorry,",
    "sorry.",
    "sorry but",
    "sorry i",
    "sorry!",
    "i apologize",
    "i apologise",
    "my apologies",
    "apologies",
    "unfortunately",
    "i'm afraid",
    "i am afraid",
    "i must decline",
    "as an ai",
    "as a language model",
    "as a large language model",
    "as an assistant",
    "i'm just an ai",
    "i'm an ai",
    "i am an ai",
    "i don't have",
    "i do not have",
    "i don't see",
    "i do not see",
    "i didn't find",
    "i couldn't find",
    "i could not find",
    "i'm not comfortable",
    "i can’t",
    "it is not possible",
    "it's not possible",
    "we cannot",
    "we're sorry",
    "i refuse",
    "there are no ",
    "there is no ",
    "there aren't any",
    "there isn't any",
    "there's no ",
    "no tags ",
    "no items ",
    "no results ",
    "no keywords ",
    "no list ",
    "could you please",
    "please provide",
    "error:",
    // German
    "ich kann nicht",
    "ich kann keine",
    "ich kann das nicht",
    "ich kann dir",
    "ich kann ihnen",
    "ich kann diese",
    "ich kann dabei",
    "es tut mir leid",
    "tut mir leid",
    "entschuldigung",
    "als ki",
    "als eine ki",
    "als sprachmodell",
    "als künstliche",
    "leider",
    "ich bin nicht in der lage",
    "es gibt keine",
    // French
    "je ne peux",
    "je ne suis pas",
    "je suis désolé",
    "désolé",
    "en tant qu",
    "malheureusement",
    "je regrette",
    "je m'excuse",
    "il n'y a pas",
    "il n'y a aucun",
    // Spanish
    "lo siento",
    "no puedo",
    "como modelo",
    "como ia",
    "como una ia",
    "como una inteligencia",
    "como un modelo",
    "como asistente",
    "lamentablemente",
    "desafortunadamente",
    "disculpa",
    "no hay ",
    "perdón",
    // Portuguese
    "desculpe",
    "não posso",
    "não consigo",
    "sinto muito",
    "lamento",
    "como uma ia",
    "como um modelo de",
    "como uma inteligência",
    "infelizmente",
    "não há",
    // Italian
    "mi dispiace",
    "non posso",
    "spiacente",
    "come modello",
    "come ia",
    "come intelligenza",
    "purtroppo",
    "non ci sono",
    "non sono in grado",
    "in quanto",
    // Chinese
    "抱歉",
    "很抱歉",
    "非常抱歉",
    "对不起",
    "對不起",
    "我无法",
    "我無法",
    "我不能",
    "作为一个",
    "作为ai",
    "作为人工智能",
    "作为一名",
    "作為",
    "无法",
    "無法",
    "没有找到",
    "不好意思",
    "遗憾",
    // Japanese
    "申し訳",
    "すみません",
    "ごめん",
    "aiとして",
    "私はai",
    "残念ながら",
    "恐れ入りますが",
    // Korean
    "죄송",
    "미안",
    "저는 ai",
    "ai로서",
    "ai 언어",
    "유감",
    "안타깝게도",
    // Russian
    "извините",
    "простите",
    "к сожалению",
    "я не могу",
    "я не в состоянии",
    "как ии",
    "как языковая модель",
    "как искусственный",
    "мне жаль",
    "сожалею",
];

/// What turns a refusal into an answer after all.
const TURNS: &[&str] = &[
    "but ",
    "based on",
    "corrected",
    "revised",
    "updated",
    "the following",
    "however",
    "nevertheless",
    "that said",
    "here is",
    "here are",
    "here's",
    "aber",
    "jedoch",
    "hier sind",
    "mais ",
    "voici",
    "cependant",
    "pero ",
    "sin embargo",
    "aquí",
    "mas ",
    "porém",
    "aqui est",
    "ma ",
    "tuttavia",
    "ecco",
    "但",
    "不过",
    "不過",
    "以下",
    "ですが",
    "しかし",
    "하지만",
    "그러나",
    "다음은",
    "но ",
    "однако",
    "вот ",
];

/// The whole of an answer that says there is nothing.
const NOTHING: &[&str] = &[
    "none",
    "n/a",
    "n.a",
    "na",
    "nothing",
    "null",
    "nil",
    "undefined",
    "empty",
    "not applicable",
    "not available",
    "none found",
    "no tags",
    "no items",
    "no results",
    "no keywords",
    "no tags found",
    "no items found",
    "no results found",
    "no keywords found",
    "nothing found",
    "not found",
    "no",
    "keine",
    "keiner",
    "keines",
    "nichts",
    "keine tags",
    "keine ergebnisse",
    "entfällt",
    "aucun",
    "aucune",
    "rien",
    "néant",
    "aucun résultat",
    "ninguno",
    "ninguna",
    "nada",
    "ningún resultado",
    "no aplica",
    "nenhum",
    "nenhuma",
    "não aplicável",
    "nessuno",
    "nessuna",
    "niente",
    "nulla",
    "нет",
    "ничего",
    "отсутствует",
    "无",
    "無",
    "没有",
    "沒有",
    "暂无",
    "なし",
    "無し",
    "ありません",
    "該当なし",
    "없음",
    "없습니다",
    "해당 없음",
    "—",
    "–",
    "-",
    "?",
    "…",
    "...",
    "∅",
];

/// What a label in front of a list says: `Tags:`.
const LABELS: &[&str] = &[
    "tag",
    "tags",
    "item",
    "items",
    "list",
    "the list",
    "result",
    "results",
    "keyword",
    "keywords",
    "key words",
    "answer",
    "answers",
    "output",
    "labels",
    "label",
    "categories",
    "topics",
    "hashtags",
    "options",
    "final answer",
    "final list",
    "response",
    "schlagwörter",
    "schlüsselwörter",
    "liste",
    "stichwörter",
    "antwort",
    "ergebnis",
    "ergebnisse",
    "mots-clés",
    "mots clés",
    "étiquettes",
    "réponse",
    "résultat",
    "résultats",
    "etiquetas",
    "palabras clave",
    "lista",
    "respuesta",
    "resultado",
    "resultados",
    "palavras-chave",
    "resposta",
    "parole chiave",
    "etichette",
    "risposta",
    "risultato",
    "risultati",
    "标签",
    "標籤",
    "关键词",
    "關鍵詞",
    "关键字",
    "列表",
    "答案",
    "结果",
    "タグ",
    "キーワード",
    "リスト",
    "回答",
    "結果",
    "태그",
    "키워드",
    "목록",
    "답변",
    "결과",
    "теги",
    "ключевые слова",
    "метки",
    "список",
    "ответ",
    "результат",
    "результаты",
];

/// Labels of what is not the answer.
const ASIDES: &[&str] = &[
    "note",
    "notes",
    "remember",
    "tip",
    "tips",
    "pro tip",
    "explanation",
    "explanations",
    "reasoning",
    "rationale",
    "justification",
    "why",
    "considered",
    "rejected",
    "excluded",
    "not included",
    "sources",
    "source",
    "references",
    "caveats",
    "disclaimer",
    "thoughts",
    "analysis",
    "draft",
    "first draft",
    "initial ideas",
    "brainstorm",
    "changes",
    "next steps",
    "warning",
    "important",
    "p.s",
    "ps",
    "would you",
    "do you",
    "if you",
    "let me know",
    "citations",
    "footnotes",
    "anmerkung",
    "anmerkungen",
    "hinweis",
    "hinweise",
    "erklärung",
    "begründung",
    "quellen",
    "verworfen",
    "entwurf",
    "remarque",
    "remarques",
    "explication",
    "justification",
    "sources",
    "brouillon",
    "nota",
    "notas",
    "explicación",
    "justificación",
    "fuentes",
    "borrador",
    "explicação",
    "justificativa",
    "fontes",
    "rascunho",
    "note",
    "spiegazione",
    "motivazione",
    "fonti",
    "bozza",
    "注",
    "注意",
    "说明",
    "說明",
    "解释",
    "理由",
    "来源",
    "备注",
    "草稿",
    "注記",
    "説明",
    "出典",
    "補足",
    "참고",
    "설명",
    "이유",
    "출처",
    "примечание",
    "примечания",
    "пояснение",
    "источники",
    "обоснование",
    "черновик",
];

/// How a line behind a list starts.
const OUTROS: &[&str] = &[
    "hope",
    "i hope",
    "let me know",
    "feel free",
    "would you",
    "do you",
    "enjoy",
    "if you",
    "anything else",
    "please let",
    "thanks",
    "thank you",
    "good luck",
    "is there",
    "want me",
    "happy to",
    "just let",
    "need more",
    "that's",
    "that is all",
    "done",
    "sag bescheid",
    "sag mir",
    "lass mich",
    "ich hoffe",
    "viel ",
    "möchtest",
    "brauchst",
    "gibt es",
    "n'hésite",
    "j'espère",
    "bonne",
    "bon ",
    "souhaite",
    "dis-moi",
    "espero",
    "avísame",
    "si necesitas",
    "¿",
    "me avise",
    "se precisar",
    "spero",
    "fammi",
    "se hai",
    "buon",
    "如果",
    "希望",
    "请告诉",
    "需要",
    "還需要",
    "还需要",
    "お役に",
    "他に",
    "必要",
    "以上",
    "도움",
    "더 필요",
    "надеюсь",
    "дайте знать",
    "если",
    "нужно",
];

/// Labels of the answer, where there are several lists.
const FINALS: &[&str] = &[
    "final",
    "the final",
    "my final",
    "answer",
    "the answer",
    "result",
    "output",
    "conclusion",
    "so the",
    "therefore",
    "revised",
    "corrected",
    "updated",
    "selected",
    "chosen",
    "endgültig",
    "finale",
    "antwort",
    "ergebnis",
    "réponse",
    "résultat",
    "liste finale",
    "respuesta",
    "resultado",
    "lista final",
    "resposta",
    "risposta",
    "risultato",
    "lista finale",
    "最终",
    "最終",
    "答案",
    "结果",
    "結論",
    "最后",
    "최종",
    "정답",
    "결과",
    "итог",
    "ответ",
    "финальн",
    "окончательн",
];

/// Labels that set two lists against each other.
const OPPOSITES: &[(&str, &str)] = &[
    ("pros", "cons"),
    ("advantages", "disadvantages"),
    ("do", "don't"),
    ("dos", "don'ts"),
    ("do's", "don'ts"),
    ("strengths", "weaknesses"),
    ("positive", "negative"),
    ("positives", "negatives"),
    ("included", "excluded"),
    ("true", "false"),
    ("yes", "no"),
    ("benefits", "risks"),
    ("for", "against"),
    ("before", "after"),
    ("vorteile", "nachteile"),
    ("avantages", "inconvénients"),
    ("ventajas", "desventajas"),
    ("vantagens", "desvantagens"),
    ("vantaggi", "svantaggi"),
    ("优点", "缺点"),
    ("優點", "缺點"),
    ("メリット", "デメリット"),
    ("장점", "단점"),
    ("плюсы", "минусы"),
    ("преимущества", "недостатки"),
];

/// Words that stand in sentences, and hardly in the items of a list.
const SENTENCE: &[&str] = &[
    "i",
    "i'm",
    "i'd",
    "i'll",
    "i've",
    "you",
    "you're",
    "we",
    "we're",
    "they",
    "he",
    "she",
    "it's",
    "that's",
    "there's",
    "is",
    "are",
    "was",
    "were",
    "been",
    "am",
    "isn't",
    "aren't",
    "doesn't",
    "don't",
    "didn't",
    "cannot",
    "can't",
    "couldn't",
    "won't",
    "wouldn't",
    "should",
    "could",
    "would",
    "has",
    "have",
    "had",
    "does",
    "did",
    "these",
    "those",
    "there",
    "because",
    "which",
    "whether",
    "please",
    "sorry",
    "however",
    "therefore",
    "ich",
    "wir",
    "ihr",
    "ist",
    "sind",
    "wird",
    "werden",
    "wurde",
    "können",
    "haben",
    "nicht",
    "weil",
    "dass",
    "leider",
    "diese",
    "dieses",
    "je",
    "j'ai",
    "nous",
    "vous",
    "ils",
    "elles",
    "est",
    "sont",
    "était",
    "peut",
    "peux",
    "cette",
    "parce",
    "c'est",
    "désolé",
    "yo",
    "nosotros",
    "está",
    "están",
    "puede",
    "puedo",
    "porque",
    "estos",
    "estas",
    "eu",
    "você",
    "são",
    "estão",
    "não",
    "isso",
    "posso",
    "questo",
    "questa",
    "perché",
    "è",
    "hanno",
    "я",
    "мы",
    "вы",
    "он",
    "она",
    "они",
    "это",
    "есть",
    "был",
    "была",
    "были",
    "потому",
    "может",
    "могу",
    "не",
    "можно",
];

/// Pieces of sentences in scripts without blanks between words.
const SENTENCE_PIECES: &[&str] = &[
    "我",
    "您",
    "没有",
    "沒有",
    "无法",
    "無法",
    "不能",
    "因为",
    "因為",
    "但是",
    "这张",
    "這張",
    "这是",
    "這是",
    "这些",
    "我们",
    "です",
    "ます",
    "ません",
    "ました",
    "でした",
    "ください",
    "습니다",
    "입니다",
    "니다.",
    "세요",
    "없어",
    "해요",
];

/// How a sentence before a list starts.
const LEADS: &[&str] = &[
    "sure",
    "of course",
    "certainly",
    "absolutely",
    "okay",
    "ok,",
    "ok!",
    "ok.",
    "great",
    "here is",
    "here are",
    "here's",
    "here you go",
    "below",
    "the following",
    "these are",
    "based on",
    "i found",
    "i see",
    "i would",
    "i'd",
    "i suggest",
    "hier sind",
    "hier ist",
    "natürlich",
    "klar",
    "gerne",
    "voici",
    "bien sûr",
    "d'accord",
    "claro",
    "aquí",
    "por supuesto",
    "aqui est",
    "com certeza",
    "ecco",
    "certo",
    "certamente",
    "以下",
    "好的",
    "当然",
    "當然",
    "这是",
    "这里是",
    "はい",
    "もちろん",
    "承知",
    "こちら",
    "네",
    "물론",
    "다음은",
    "여기",
    "конечно",
    "вот",
    "хорошо",
];

/// "and" before the last item, with its blanks where the language has them.
const CONJUNCTIONS: &[&str] = &[
    " and ",
    " & ",
    " or ",
    " und ",
    " oder ",
    " et ",
    " ou ",
    " y ",
    " e ",
    " o ",
    " ed ",
    " и ",
    " или ",
    " 및 ",
    " 그리고 ",
    " 또는 ",
];
const TIGHT_CONJUNCTIONS: &[&str] = &["以及", "和", "或者", "或", "そして", "または", "および"];

/// Two words that make one item.
const PAIRS: &[&str] = &[
    "black and white",
    "rock and roll",
    "salt and pepper",
    "mac and cheese",
    "research and development",
    "terms and conditions",
    "food and drink",
    "arts and crafts",
    "pros and cons",
    "bed and breakfast",
    "health and safety",
    "trial and error",
    "law and order",
    "fish and chips",
    "bread and butter",
    "search and rescue",
    "mergers and acquisitions",
    "drag and drop",
    "copy and paste",
    "supply and demand",
    "hide and seek",
    "rhythm and blues",
    "drum and bass",
    "peanut butter and jelly",
    "q & a",
    "r & d",
    "war and peace",
    "romeo and juliet",
    "science and technology",
    "command and control",
    "wear and tear",
    "bacon and eggs",
    "dungeons and dragons",
    "food and beverage",
];

/// Verbs between what is listed and the list: `The colors are red and blue`.
const VERBS: &[&str] = &[
    " are ",
    " contains ",
    " contain ",
    " shows ",
    " features ",
    " depicts ",
    " zeigt ",
    " enthält ",
    " montre ",
    " contient ",
    " muestra ",
    " contiene ",
    " mostra ",
    " contém ",
    " include ",
    " includes ",
    " would be ",
    " sind ",
    " umfassen ",
    " sont ",
    " incluent ",
    " comprennent ",
    " son ",
    " incluyen ",
    " são ",
    " incluem ",
    " sono ",
    " includono ",
    " включают ",
];
const TIGHT_VERBS: &[&str] = &["包括", "包含", "分别是", "是", "は"];

/// Items that say that the list goes on.
const MORE: &[&str] = &[
    "etc",
    "etc.",
    "etcetera",
    "...",
    "…",
    "and so on",
    "and more",
    "usw",
    "usw.",
    "u.s.w.",
    "и т.д.",
    "и т. д.",
    "等",
    "等等",
    "など",
];

/// Names of the member of an object that holds the list.
pub(super) const LIST_KEYS: &[&str] = &["tags", "items", "results", "list"];

/// Names of the member of an object that says what it is; the most telling first.
pub(super) const TEXT_KEYS: &[&str] = &[
    "name",
    "title",
    "tag",
    "item",
    "text",
    "keyword",
    "term",
    "label",
    "topic",
    "value",
    "content",
    "word",
    "answer",
    "question",
    "description",
    "category",
    "string",
    "entry",
    "point",
    "step",
    "task",
    "option",
    "idea",
    "concept",
    "entity",
    "product",
    "statement",
    "suggestion",
    "phrase",
    "key",
];

/// Names of the member of an object that holds the list below it.
pub(super) const CHILD_KEYS: &[&str] = &[
    "items",
    "children",
    "subitems",
    "sub_items",
    "points",
    "subpoints",
    "sub_points",
    "nodes",
    "sublist",
];

/// Names of elements that are items wherever they stand.
pub(super) const ITEM_ELEMENTS: &[&str] = &[
    "item",
    "tag",
    "keyword",
    "entry",
    "element",
    "option",
    "value",
    "string",
    "topic",
    "point",
    "answer_item",
    "list_item",
];

/// Whether `text` starts with `word`, in any case, curly apostrophes included; gives what is behind it.
#[inline]
fn strip_start<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, wanted) = (text.as_bytes().first()?, word.as_bytes().first()?);
    if first.is_ascii() != wanted.is_ascii() || first.is_ascii() && first | 0x20 != wanted | 0x20 {
        return None;
    }
    strip_letters(text, word)
}

fn strip_letters<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut letters = text.char_indices();
    for wanted in word.chars() {
        let (_, letter) = letters.next()?;
        if !is_same(letter, wanted) {
            return None;
        }
    }
    Some(letters.as_str())
}

fn is_same(letter: char, wanted: char) -> bool {
    if letter == wanted {
        return true;
    }
    if wanted == '\'' {
        return letter == '’';
    }
    if letter.is_ascii() {
        return letter.to_ascii_lowercase() == wanted;
    }
    letter.to_lowercase().eq(std::iter::once(wanted))
}

fn is_word(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| strip_start(text, word) == Some(""))
}

/// Whether one of `words` stands at the start of `text`, as a word of its own.
fn starts_with_word(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| {
        let behind = strip_start(text, word).map(|rest| rest.chars().next());
        match behind {
            None => false,
            Some(None) => true,
            Some(Some(letter)) => {
                !word.is_ascii()
                    || !letter.is_alphanumeric()
                    || !word.ends_with(char::is_alphanumeric)
            }
        }
    })
}

/// Marks that stand around words.
fn bare(text: &str) -> &str {
    let is_mark = |letter: char| {
        is_blank(letter)
            || matches!(
                letter,
                '*' | '_'
                    | '#'
                    | '`'
                    | '"'
                    | '\''
                    | '“'
                    | '”'
                    | '„'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '~'
                    | '（'
                    | '）'
                    | '【'
                    | '】'
            )
    };
    text.trim_matches(is_mark)
}

fn without_stop(text: &str) -> &str {
    bare(bare(text).trim_end_matches(['.', '!', '。', '！', ':', '：', ',']))
}

/// Where sentences of the first few hundred bytes start.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    const NEAR: usize = 400;
    let near = text.char_indices().take_while(|(at, _)| *at < NEAR);
    let starts = near.filter(|(_, letter)| {
        matches!(
            letter,
            '.' | '!' | '?' | '。' | '！' | '？' | '\n' | ',' | '，' | '、'
        )
    });
    std::iter::once(text)
        .chain(starts.filter_map(|(at, letter)| text.get(at + letter.len_utf8()..)))
        .map(|sentence| {
            sentence.trim_start_matches(|letter: char| {
                is_blank(letter) || matches!(letter, '*' | '_' | '#' | '"' | '>' | '-' | '“')
            })
        })
}

/// Whether a sentence near the start of `text` refuses, or says that there is nothing.
pub(super) fn is_refusal(text: &str) -> bool {
    sentences(text).any(|sentence| !sentence.is_empty() && starts_with_word(sentence, REFUSALS))
}

/// Whether `text` itself starts as a refusal does, and is more than a word.
pub(super) fn starts_refusal(text: &str) -> bool {
    starts_with_word(bare(text), REFUSALS)
}

/// Whether `text`, which refuses, gives an answer after all.
pub(super) fn turns(text: &str) -> bool {
    let near = text.char_indices().take(400);
    let mut words = near.filter(|(at, _)| {
        let before = text
            .get(..*at)
            .and_then(|before| before.chars().next_back());
        before.is_none_or(|before| !before.is_ascii_alphanumeric())
    });
    words.any(|(at, _)| {
        text.get(at..)
            .is_some_and(|rest| TURNS.iter().any(|turn| strip_start(rest, turn).is_some()))
    })
}

/// Whether `text` says that there is nothing.
pub(super) fn is_nothing(text: &str) -> bool {
    let text = text.trim_matches(is_blank);
    is_word(text, NOTHING) || is_word(without_stop(text), NOTHING) || without_stop(text).is_empty()
}

/// Whether `text` is a label that lists have: `Tags`, `**Keywords**`.
pub(super) fn is_list_label(text: &str) -> bool {
    is_word(without_stop(text), LABELS)
}

pub(super) fn is_aside_label(text: &str) -> bool {
    starts_with_word(bare(text), ASIDES)
}

pub(super) fn is_final_label(text: &str) -> bool {
    starts_with_word(bare(text), FINALS)
}

/// Whether the two labels set their lists against each other.
pub(super) fn are_opposite(first: &str, second: &str) -> bool {
    let (first, second) = (without_stop(first), without_stop(second));
    OPPOSITES
        .iter()
        .any(|(one, other)| starts_with_word(first, &[one]) && starts_with_word(second, &[other]))
}

/// Whether `text` starts as a sentence before a list does.
pub(super) fn is_lead(text: &str) -> bool {
    starts_with_word(bare(text), LEADS)
}

/// Whether one of the words of `text` belongs to a sentence.
pub(super) fn has_sentence_word(text: &str) -> bool {
    let ends_word = |letter: char| {
        is_blank(letter) || matches!(letter, ',' | '.' | ';' | '!' | '?' | ':' | '(' | ')' | '"')
    };
    text.split(ends_word)
        .any(|word| !word.is_empty() && word.len() <= 20 && is_word(word, SENTENCE))
        || !text.is_ascii() && SENTENCE_PIECES.iter().any(|piece| text.contains(piece))
}

/// Where the last two items of `a, b and c` part: the start and end of "and".
pub(super) fn find_conjunction(text: &str) -> Option<(usize, usize)> {
    if is_word(bare(text), PAIRS) {
        return None;
    }
    let spaced = CONJUNCTIONS
        .iter()
        .filter_map(|word| find_folded(text, word));
    let tight = TIGHT_CONJUNCTIONS
        .iter()
        .filter(|_| !text.is_ascii())
        .filter_map(|word| Some((text.find(word)?, word.len())));
    let tight = tight.filter(|(at, len)| !is_part_of_word(text, *at, *len));
    let (at, len) = spaced
        .chain(tight)
        .find(|(at, len)| *at > 0 && at + len < text.len())?;
    Some((at, at + len))
}

/// `和` in `共和国` or `和平` is no "and".
fn is_part_of_word(text: &str, at: usize, len: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let behind = text
        .get(at + len..)
        .and_then(|behind| behind.chars().next());
    before.is_some_and(|letter| "共温饱缓柔总祥调随亲谐应附".contains(letter))
        || behind.is_some_and(|letter| "平谐服食牛解睦气蔼风室歌许".contains(letter))
}

/// Whether "and" stands in `text`.
pub(super) fn has_conjunction(text: &str) -> bool {
    CONJUNCTIONS
        .iter()
        .any(|word| find_folded(text, word).is_some())
}

fn find_folded(text: &str, word: &str) -> Option<(usize, usize)> {
    text.match_indices(' ').find_map(|(at, _)| {
        let rest = text.get(at..)?;
        strip_start(rest, word).map(|behind| (at, rest.len() - behind.len()))
    })
}

/// The length of "and " at the start of `text`; 0 if there is none.
pub(super) fn leading_conjunction(text: &str) -> usize {
    let spaced = CONJUNCTIONS.iter().map(|word| word.trim_start());
    let all = spaced.chain(TIGHT_CONJUNCTIONS.iter().copied());
    all.filter_map(|word| strip_start(text, word))
        .map(|behind| text.len() - behind.len())
        .next()
        .filter(|len| *len < text.len())
        .unwrap_or(0)
}

/// Whether `text` starts as a line behind a list does.
pub(super) fn is_outro(text: &str) -> bool {
    starts_with_word(bare(text), OUTROS) && count_words(text) > 1
}

/// Where the list starts in `The colors are red, green`.
pub(super) fn find_verb(text: &str) -> Option<usize> {
    let spaced = VERBS.iter().filter_map(|word| find_folded(text, word));
    let tight = TIGHT_VERBS
        .iter()
        .filter(|_| !text.is_ascii())
        .filter_map(|word| Some((text.find(word)?, word.len())));
    spaced
        .chain(tight)
        .find(|(at, _)| *at > 0)
        .map(|(at, len)| at + len)
}

/// Whether an item says that the list goes on.
pub(super) fn is_more(text: &str) -> bool {
    is_word(text, MORE)
}

/// The length of ", and" at the end of `text`, commas and blanks included; 0 if there is none.
pub(super) fn trailing_conjunction(text: &str) -> usize {
    if text.ends_with(['.', '!', '?']) {
        return 0;
    }
    let word = text.rsplit(is_blank).next().unwrap_or_default();
    let is_conjunction = word.len() < text.len()
        && CONJUNCTIONS
            .iter()
            .any(|known| strip_start(word, known.trim()) == Some(""));
    let rest = if is_conjunction {
        text.get(..text.len() - word.len()).unwrap_or_default()
    } else {
        text
    };
    let rest = rest.trim_end_matches(|letter: char| {
        is_blank(letter) || matches!(letter, ',' | ';' | '，' | '；' | '、')
    });
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_known_in_many_languages() {
        for text in [
            "I cannot help.",
            "I’m sorry, no.",
            "As an AI, I",
            "Es tut mir leid",
            "Je ne peux pas",
            "Lo siento",
            "Desculpe, não",
            "Mi dispiace",
            "抱歉，我",
            "申し訳ありません",
            "죄송합니다",
            "К сожалению, я",
        ] {
            assert!(is_refusal(text), "{text}");
        }
        assert!(!is_refusal("cannon, sorrel, iris"));
    }

    #[test]
    fn answers_that_say_nothing_are_known() {
        for text in [
            "None",
            "N/A.",
            "**none**",
            "Keine",
            "无",
            "なし。",
            "[none]",
        ] {
            assert!(is_nothing(text), "{text}");
        }
        assert!(!is_nothing("nonet"));
    }

    #[test]
    fn and_parts_the_last_two_items() {
        assert_eq!(find_conjunction("b and c"), Some((1, 6)));
        assert_eq!(find_conjunction("狗和鸟"), Some((3, 6)));
        assert_eq!(find_conjunction("black and white"), None);
        assert_eq!(leading_conjunction("and c"), 4);
    }
}
