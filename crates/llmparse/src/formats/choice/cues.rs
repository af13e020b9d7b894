//! Words that say what the words around them mean for a choice: `not`, `the answer`, `therefore`, in many languages.

use std::sync::LazyLock;

use super::letters;
use super::phrases::{Matcher, Phrases, Wording};

/// What a word or phrase says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cue {
    /// The last word on it: `final answer`.
    Final,
    /// An answer follows: `answer`, `verdict`.
    Marker,
    /// An answer follows, if a colon stands right behind: `result:`.
    Heading,
    /// The choices follow: `options`, `between`.
    Listing,
    /// One choice follows: `option`.
    Label,
    /// `is`, `seems`
    Copula,
    /// `would`, `does`
    Auxiliary,
    /// What is said is not claimed: `one would think`, `usually`.
    Hedge,
    /// Says nothing about which one: `the`, `clearly`.
    Fill,
    /// Turns what follows in its clause: `not`.
    Not,
    /// Turns what follows unless it is turned already, and never what stands before: `no`, `nunca`.
    No,
    /// Turns what follows right behind: `rather than`.
    Except,
    /// Turns what follows, and joins it to what stands before: `nor`.
    Nor,
    /// Turns what stands before: `ではない`.
    NotBehind,
    /// `none of these`
    None,
    /// `I cannot decide`
    Undecided,
    /// Turns what stands before: `wrong`.
    Wrong,
    /// `ruled out`, on either side.
    RuledOut,
    /// Speaks for what stands before: `correct`.
    Right,
    /// Speaks for what stands before, if it is all that is said: `B: yes`.
    Yes,
    /// A new clause draws the conclusion: `therefore`, `so`.
    Therefore,
    /// `I choose`, `I would say`
    Choose,
    /// Starts another thought: `but`, `because`.
    Break,
    And,
    Or,
    /// What follows up to a comma is not claimed, or not what counts: `if`, `although`.
    If,
    /// What follows a number that is a choice: `stars`, `out of`.
    Unit,
    /// Turns nothing, though a word of it would: `no doubt`, `not only`.
    Neutral,
}

/// The phrases of each kind, several to a line, divided by `|`. Of two that are alike the first counts.
const PHRASES: &[(Cue, &[&str])] = &[
    (
        Cue::Neutral,
        &[
            "anything other than|nothing other than|anything less than|call it anything but|call this anything but|be anything but|nothing if not",
            "positive that|positive about that|negative about that|no doubt|without doubt|without a doubt|without any doubt|no question|not only|not just|not merely|not simply",
            "nothing but|none other than|no other than|no less than|if anything|no problem|right away|all right|as if|even if",
            "not without|nicht ohne|wrong side|wrong with|not to mention|no matter|last but not least",
            "kein zweifel|keinen zweifel|keine frage|ohne zweifel|nicht nur|nichts als|kein anderer als",
            "aucun doute|sans doute|sans aucun doute|pas seulement|non seulement|pas uniquement",
            "sin duda|sin lugar a dudas|no solo|no sólo|no solamente|no cabe duda",
            "sem dúvida|não só|não apenas|não somente|senza dubbio|senza alcun dubbio|non solo|non soltanto",
            "не только|без сомнения|без сомнений|нет сомнений|не просто|значительно",
            "不仅|不但|不只|不光|毫无疑问|无疑|不得不|不同|不错|差不多|对不起|不论|不管|无论|不断|不仅仅|没错|非常|除非|為什麼|为什么|認為|以为",
            "に違いない|違いない|間違いなく|間違いない|だけでなく|違いありません|間違いありません",
            "뿐만 아니라|틀림없이|틀림없다|틀림없습니다|의심할 여지 없이|의심의 여지가 없",
        ],
    ),
    (
        Cue::Final,
        &[
            "final answer|final verdict|final choice|final decision|final label|final classification|final output|final result",
            "my final answer|ultimate answer|endgültige antwort|finale antwort|réponse finale|respuesta final|resposta final",
            "risposta finale|risposta definitiva|最终答案|最終的な答え|最終回答|최종 답|최종 답변|최종 정답|окончательный ответ|итоговый ответ",
        ],
    ),
    (
        Cue::Not,
        &[
            "wrong answer|incorrect answer|wrong option|wrong choice|incorrect option|incorrect choice|wrong to|incorrect to|mistake to",
            "falsche antwort|mauvaise réponse|respuesta incorrecta|resposta errada|risposta sbagliata|错误答案|错误选项",
        ],
    ),
    (
        Cue::Marker,
        &[
            "right one|correct one|best one|richtige ist|answer|ans|choice|verdict|label|category|classification|sentiment|decision|judgement|judgment|correct answer",
            "answer choice|correct option|best option|right option|correct choice|right answer|best answer|antwort|lösung|urteil",
            "kategorie|klassifikation|klassifizierung|stimmung|entscheidung|auswahl|réponse|reponse|choix|catégorie|categorie",
            "étiquette|décision|verdict|respuesta|elección|categoría|etiqueta|veredicto|clasificación|sentimiento|decisión",
            "resposta|escolha|categoria|rótulo|veredito|classificação|classe|sentimento|decisão|risposta|scelta|etichetta",
            "verdetto|classificazione|decisione|答案|正确答案|答え|正解|回答|解答|选择|選択|分类|分類|类别|類別|标签|標籤|ラベル|判定|情感|感情|カテゴリ|カテゴリー|정답|답|답변|대답|선택",
            "분류|라벨|레이블|감정|판정|범주|ответ|выбор|вердикт|категория|метка|решение|тональность|классификация|antwoord|odpowiedź|svar",
            "odpověď|cevap|yanıt|الإجابة|الجواب|उत्तर|đáp án|jawaban|คำตอบ|відповідь",
        ],
    ),
    (
        Cue::Heading,
        &[
            "remaining|verbleibend|restante|statement|claim|aussage|affirmation|afirmación|afirmação|affermazione|说法|утверждение",
            "class|result|conclusion|output|prediction|rating|selection|response|grade|score|polarity|intent|topic|status",
            "assessment|solution|tone|relevance|klasse|ergebnis|einstufung|bewertung|résultat|classement|clase|resultado",
            "risultato|esito|结论|結論|结果|結果|결론|결과|класс|результат|вывод|оценка|final|definitivo|endgültig|最终|最終|최종|итог",
        ],
    ),
    (
        Cue::Listing,
        &[
            "options|choices|labels|categories|classes|sentiments|answers|answer choices|answer options|possible answers|possible labels",
            "mix of|mixture of|mixed|equally|combination of|blend of|mischung aus|gemischt|mélange de|mixte|mezcla de|mixto|mistura de|misto di|mix di|смесь|смешанный|混合",
            "possible values|valid labels|valid options|allowed values|candidates|alternatives|one of|either|between|among|both",
            "optionen|möglichkeiten|antworten|antwortmöglichkeiten|kategorien|auswahlmöglichkeiten|entweder|zwischen|sowohl|eine von|eines von",
            "réponses|catégories|entre|soit|l'un de|parmi|opciones|respuestas|categorías|opções|respostas|opzioni|risposte|categorie|tra|fra",
            "选项|選項|選択肢|选项有|候选|介于|선택지|보기|варианты|варианты ответа|между|либо|opties|opcje",
        ],
    ),
    (
        Cue::Label,
        &[
            "option|letter|item|answer option|alternative|candidate|variant|number|möglichkeit|buchstabe|variante|nummer|lettre|proposition",
            "opción|letra|inciso|opção|alternativa|opzione|lettera|选|選|選択肢の|번|선택지는|вариант|пункт|букву|буква|optie|opcja",
        ],
    ),
    (
        Cue::Copula,
        &[
            "is|are|was|were|be|being|been|seems|seem|appears|appear|looks|remains|must be|should be|would be|could be|might be|may be|will be",
            "can be|has to be|seems to be|appears to be|it's|that's|he's|she's|what's|becomes|equals",
            "ist|sind|war|waren|wäre|sei|lautet|heißt|bleibt|scheint|est|sont|était|serait|doit être|semble|paraît|reste",
            "es|son|sería|era|debe ser|parece|é|são|seria|deve ser|è|sono|sarebbe|deve essere|sembra",
            "是|为|為|就是|应该是|应为|應為|應該是|属于|屬於|は|が|는|은|가|이|это|является|был|была|будет|jest|är|er|adalah|là|คือ",
        ],
    ),
    (
        Cue::Auxiliary,
        &[
            "would|does|do|did|can|could|may|might|should|will|must|has|have|had|gets|makes|fits|wins|works|comes",
            "würde|kann|könnte|hat|kommt|passt|trifft|stimmt|peut|pourrait|ne|convient|a été|puede|podría|tiene|pode|poderia|tem|può|potrebbe|ha",
            "может|можно|подходит",
        ],
    ),
    (
        Cue::Fill,
        &[
            "the|that|this|it|there|these|those|they|we|you|he|she|i|clearly|definitely|probably|likely|most likely|more likely|rather likely|certainly|obviously|simply|just",
            "tatsächlich|wirklich|en réalité|vraiment|en realidad|realmente|na verdade|in realtà|davvero|其实|实际上|実際は|実は|사실은|на самом деле",
            "indeed|best described as|described as|as|to|of|for|an|still|actually|really|quite|rather|very|mostly|most|overwhelmingly|generally",
            "best|my|our|only|instead|now|surely|undoubtedly|strongly|slightly|somewhat|perhaps|maybe|currently|evidently|both of",
            "der|die|das|den|dem|ein|eine|einen|eindeutig|wahrscheinlich|wohl|klar|sicher|damit|eher|als|hier",
            "le|la|les|l'|un|une|clairement|probablement|c'est|el|los|las|una|claramente|probablemente|o|os|um|uma|provavelmente|il|lo|uno|chiaramente",
            "我|的|最|很|明显|显然|可能|应该|认为|觉得|を|と|に|の|です|로|을|를|явно|скорее|вероятно|безусловно|очевидно|скорее всего",
        ],
    ),
    (
        Cue::Hedge,
        &[
            "many people|some people|people often|students often|students|often|usually|typically|commonly|would think|might think|may think|you'd think|might say|may say",
            "would choose|might choose|may choose|going to say|going to choose|tempting|tempted|mention|mentions|mentioned|mentioning|sounds|sound|sounded",
            "viele würden|manche|man könnte|oft|häufig|üblicherweise|verlockend|erwähnt|klingt|on pourrait|souvent|beaucoup|mentionné|mentionne|habitualmente",
            "a menudo|muchos|se menciona|menciona|suena|muitos|frequentemente|mencionado|molti|spesso|menzionato|menziona|通常|经常|很多人|提到|看起来|听起来",
            "よく|多くの人|一見すると|보통|자주|많은 사람|часто|обычно|многие|упоминается",
        ],
    ),
    (
        Cue::Except,
        &[
            "rather than|instead of|unlike|except|except for|other than|as opposed to|in contrast to|compared to|compared with|than|less",
            "far from|free of|free from|lack of|lacks|lacking|absence of|excluding|eliminate|eliminating|rule out|ruling out|exclude|reject",
            "discard|dismiss|cross out|i doubt|second choice|second best|runner-up|runner up|distractor|zweite wahl|zweitbeste",
            "deuxième choix|second choix|次点",
            "statt|anstatt|anstelle von|im gegensatz zu|anders als|außer|weniger|fern von|ausschließen",
            "plutôt que|au lieu de|contrairement à|sauf|hormis|moins|loin d'être|loin de",
            "en vez de|en lugar de|a diferencia de|excepto|salvo|menos|lejos de|em vez de|ao invés de|ao contrário de|exceto|longe de",
            "invece di|piuttosto che|a differenza di|tranne|meno|lontano da",
            "而不是|而非|除了|不同于|排除|вместо|кроме|в отличие от|а не|менее|исключить|далеко не",
        ],
    ),
    (
        Cue::Not,
        &[
            "not|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|won't|wouldn't|can't|couldn't|shouldn't|hasn't|haven't|hadn't|ain't|mustn't",
            "needn't|isnt|dont|doesnt|wasnt|cant|cannot|never|hardly|scarcely|barely|anything but|by no means|not at all|fails to|in no way",
            "unlikely|refuse to|non",
            "nicht|nie|niemals|keineswegs|keinesfalls|weder|mitnichten|kaum|alles andere als",
            "pas|nullement|aucunement|tout sauf|todo menos|não|tutt'altro che",
            "niet|nooit|nie|inte|ikke|ej|není|nu este|ليس|ليست|không|bukan|tidak|ไม่|ไม่ใช่|не|нельзя|вовсе не|отнюдь не|нет",
            "不|不是|没|沒|没有|沒有|非|并非|並非|并不|並不|未|从不|绝不|不会|不算|不属于|不认为|不太|无",
        ],
    ),
    (
        Cue::No,
        &[
            "without|ohne|sans|sin|sem|senza|no|nothing|no longer|zero|kein|keine|keinen|keiner|keinem|keines|nichts|aucun|aucune|rien|ningún|ninguna|ninguno|nada",
            "nenhum|nenhuma|nessun|nessuna|nessuno|niente|nulla|geen|żaden|ingen|jamais|nunca|jamás|ni|nem|mai|né|tampoco|tampouco",
        ],
    ),
    (
        Cue::NotBehind,
        &[
            "ではない|じゃない|でない|ではありません|じゃありません|ではなく|じゃなく|でなく|とは言えない|とは言えません|とはいえない|くない|くありません",
            "とは思わない|とは思えない|とは思いません|ではなさそう|아니|아닙|아닌|않|아니다|아닙니다|없습니다|değil|नहीं",
        ],
    ),
    (
        Cue::None,
        &[
            "none of the above|none of these|none of those|none of the options|none of the choices|none of them|none|neither|neither of them",
            "keine der|keine von|keiner von|keines der|keine davon|aucune des|aucun des|aucune de|aucune réponse|ninguna de las|ninguno de los|ninguna de las anteriores",
            "nenhuma das|nenhum dos|nenhuma das anteriores|nessuna delle|nessuno dei|nessuna delle precedenti",
            "以上都不是|都不是|以上皆非|どれでもない|どれも違う|いずれでもない|해당 없음|모두 아님|ни один из|ни одна из|ни один|ничего из",
            "unclear|unknown|undetermined|indeterminate|inconclusive|cannot be determined|can't be determined|unklar|unbekannt|inconnu|desconocido|不明",
        ],
    ),
    (
        Cue::Undecided,
        &[
            "cannot answer|can't answer|can not answer|unable to answer|not able to answer|nicht beantworten|ne peux pas répondre|no puedo responder",
            "não posso responder|não consigo responder|non posso rispondere|无法回答|無法回答|答えられません|お答えできません|답할 수 없|답변할 수 없|не могу ответить",
            "cannot decide|can't decide|cannot choose|can't choose|cannot determine|can't determine|cannot tell|can't tell|unable to determine|unable to decide",
            "unable to choose|undecided|don't know|do not know|not sure|unsure|hard to say|impossible to say|impossible to tell|difficult to say|it depends",
            "could go either way|equally likely|equally plausible|kann mich nicht entscheiden|nicht entscheiden|weiß nicht|weiß ich nicht|schwer zu sagen|unentschieden",
            "je ne sais pas|ne sais pas|difficile à dire|impossible de choisir|ne peux pas décider|no lo sé|no sé|no puedo decidir|difícil de decir|difícil decir",
            "não sei|não consigo decidir|difícil dizer|non lo so|non so|non riesco a decidere|difficile dire|无法判断|无法确定|不确定|不知道|难以判断|无法决定",
            "わかりません|分かりません|わからない|判断できません|決められません|모르겠|알 수 없|결정할 수 없|не знаю|не могу решить|не могу определить|трудно сказать|сложно сказать",
        ],
    ),
    (
        Cue::RuledOut,
        &[
            "ruled out|eliminated|excluded|rejected|discarded|dismissed|ausgeschlossen|exclu|exclue|éliminé|descartado|descartada|descartar",
            "eliminado|eliminada|escluso|esclusa|исключён|исключен|исключаем|被排除",
        ],
    ),
    (
        Cue::Wrong,
        &[
            "worse|inferior|loses|schlechter|wrong|incorrect|false|invalid|impossible|implausible|untrue|inaccurate|mistaken|irrelevant|✗|✘|❌|✖",
            "falsch|unrichtig|scheidet aus|unmöglich|faux|fausse|incorrecte|ausgeschieden|incorrecto|incorrecta|falso|falsa|equivocado|equivocada|errado|errada",
            "incorreto|incorreta|sbagliato|sbagliata|errato|errata|scorretto|неверно|неверный|неправильно|неправильный|ошибочный|не подходит",
            "错误|錯誤|错|不对|不對|不正确|不正確|間違い|間違っています|違います|違う|不正解|不適切|不符合|誤り|틀렸|틀린|오답|잘못",
        ],
    ),
    (
        Cue::Right,
        &[
            "correct|right|true|the best|✓|✔|✅|☑",
            "better|superior|preferable|the winner|more accurate|more appropriate|more suitable|more fitting|more helpful|fits best|suits best",
            "besser|meilleur|meilleure|mejor|melhor|migliore|更好|より良い|лучше",
            "richtig|korrekt|die richtige|correcte|exact|exacte|juste|la bonne|correcto|correcta|la correcta|correto|correta|certo|certa",
            "corretto|corretta|giusto|giusta|верно|верный|верен|правильно|правильный|正确|正確|正しい|맞습니다|맞다|옳다|정답입니다|정답이다",
        ],
    ),
    (
        Cue::Yes,
        &["yes|yeah|yep|ja|oui|sí|sim|sì|да|是的|はい|예|네"],
    ),
    (
        Cue::Therefore,
        &[
            "i'd say|i would say|i say|i'll say|i'd give|i would give|i give|i'd rate|i would rate|i rate|i'd call|i'd choose|i'd pick|i'd go with|ich gebe|würde sagen",
            "on balance|all things considered|on the whole|in sum|unterm strich|alles in allem|dans l'ensemble|en general|no geral|nel complesso|全体として|总的来说|전반적으로|в общем",
            "je dirais|je donne|diría|le doy|diria|dou|direi|我给|我給",
            "therefore|thus|hence|so|consequently|accordingly|overall|in conclusion|in summary|to sum up|ultimately|finally",
            "in the end|all in all|daher|deshalb|somit|folglich|demnach|insgesamt|fazit|letztlich|schließlich|donc|ainsi",
            "par conséquent|finalement|en conclusion|au final|globalement|por lo tanto|por tanto|así que|entonces|finalmente",
            "en conclusión|en resumen|en definitiva|portanto|assim|então|em conclusão|em suma|por isso|quindi|dunque|pertanto",
            "perciò|in conclusione|infine|因此|所以|综上|綜上|故|总之|總之|总体|したがって|よって|だから|ゆえに|結局|つまり|따라서|그러므로|그래서|결국|поэтому|следовательно",
            "итак|значит|таким образом|в итоге|итого|в целом",
        ],
    ),
    (
        Cue::Choose,
        &[
            "conclude|concluding|choose|chose|choosing|pick|picking|select|selecting|selected|go with|going with|opt for|vote for",
            "settle on|classify|classified as|label it|labeled|labelled|leaves|my vote|i lean",
            "lean towards|leaning towards|rate it|rate this|categorize|categorise|i prefer|must choose|prefer|wähle",
            "entscheide mich für|stufe|ordne|bleibt nur|choisis|choisirais|opte pour|je pense que c'est",
            "reste|elijo|escojo|elegiría|selecciono|me quedo con|escolho|escolheria|fico com|scelgo|sceglierei|direi",
            "我选|我選|我选择|我認為|我认为|選びます|고르|선택합니다|выбираю|выберу|я бы сказал|остаётся|остается",
        ],
    ),
    (
        Cue::Break,
        &[
            "but|because|since|however|yet|still it|instead it|nevertheless|nonetheless|otherwise|then|which|who|where",
            "sondern|aber|jedoch|weil|da|denn|mais|car|parce que|puisque|cependant|toutefois|pourtant|sino|pero|porque|sin embargo|mas|porém|pois|ma|bensì|perché|però|tuttavia|poiché",
            "但|但是|可是|不过|然而|而|而是|因为|因為|しかし|が、|なぜなら|ので|から|하지만|그러나|왜냐하면|때문|но|однако|потому что|так как|а",
        ],
    ),
    (
        Cue::If,
        &[
            "although|though|even though|while|whereas|despite|in spite of|obwohl|während|trotz|bien que|malgré|aunque|a pesar de|embora|apesar de",
            "first thought|initially|at first|at first glance|at first sight|first impression|first guess|initial guess|initial thought|auf den ersten blick|zunächst|zuerst",
            "à première vue|d'abord|a primera vista|à primeira vista|a prima vista|最初|一开始|乍看|一見|처음에는|сначала|на первый взгляд",
            "on a scale of|on a scale from|scale of|scale from|auf einer skala von|sur une échelle de|en una escala de|numa escala de|su una scala da|по шкале от",
            "sebbene|nonostante|anche se|虽然|雖然|尽管|хотя|несмотря на",
            "if|whether|unless|assuming|suppose|supposing|wenn|falls|ob|sofern|s'il|是否|是不是|如果|要是|もし|만약|если",
        ],
    ),
    (Cue::Nor, &["nor"]),
    (
        Cue::Or,
        &[
            "or|oder|noch|ou|bzw|versus|vs|o bien|oppure|или|либо|或|或者|还是|還是|または|もしくは|あるいは|혹은|또는|이거나|of beide",
        ],
    ),
    (
        Cue::And,
        &[
            "and|as well as|plus|und|sowie|et|ainsi que|y|e|ed|и|和|与|與|以及|及|并且|且|や|および|그리고|와|과",
        ],
    ),
    (
        Cue::Unit,
        &[
            "stars|star|points|point|out of|sterne|punkte|von|étoiles|points sur|sur|estrellas|puntos|de|estrelas|pontos|stelle|punti|su|su cinque|分|星|点|점|звезд|звёзд|баллов|из",
        ],
    ),
];

static CUES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut wording = Wording::default();
    all().for_each(|(_, phrase)| wording.add(phrase));
    Phrases::new(&wording)
});

fn all() -> impl Iterator<Item = (Cue, &'static str)> {
    let lines = PHRASES
        .iter()
        .flat_map(|(cue, lines)| lines.iter().map(move |line| (*cue, *line)));
    lines.flat_map(|(cue, line)| line.split('|').map(move |phrase| (cue, phrase)))
}

static KINDS: LazyLock<Vec<Cue>> = LazyLock::new(|| all().map(|(cue, _)| cue).collect());

/// The phrases of all cues.
pub(super) fn phrases() -> &'static Phrases {
    &CUES
}

/// What the phrase with this number says.
pub(super) fn kind(phrase: u32) -> Option<Cue> {
    KINDS.get(phrase as usize).copied()
}

/// What one word by itself says.
pub(super) fn kind_of_word(word: &str) -> Option<Cue> {
    let mut matcher = Matcher::new(&CUES);
    let number = CUES.find_word(letters::hash(word), word)?;
    let (phrase, _) = matcher.feed(number, 0)?;
    kind(phrase)
}

/// Words that say that something only seems so, though they may be read as an `is`.
const SEEMING: &[&str] = &[
    "seem",
    "seems",
    "seems to be",
    "appear",
    "appears",
    "appears to be",
    "looks",
    "sounds",
    "scheint",
    "klingt",
    "semble",
    "paraît",
    "parece",
    "sembra",
];

/// Words that say that something may be so.
const POSSIBLE: &[&str] = &[
    "could", "could be", "might", "might be", "may", "may be", "könnte", "pourrait", "podría",
    "poderia", "potrebbe",
];

/// Words that turn from what seems to what is.
const CONTRASTS: &[&str] = &[
    "but",
    "however",
    "yet",
    "actually",
    "really",
    "instead",
    "nevertheless",
    "nonetheless",
    "aber",
    "jedoch",
    "sondern",
    "doch",
    "tatsächlich",
    "en réalité",
    "en realidad",
    "na verdade",
    "in realtà",
    "其实",
    "实际上",
    "実は",
    "на самом деле",
    "mais",
    "cependant",
    "pourtant",
    "toutefois",
    "pero",
    "sin embargo",
    "sino",
    "mas",
    "porém",
    "ma",
    "però",
    "tuttavia",
    "但",
    "但是",
    "然而",
    "不过",
    "しかし",
    "하지만",
    "그러나",
    "но",
    "однако",
];

/// How little is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    None,
    Seeming,
    Possible,
}

/// How much a word takes back of what is said.
pub(super) fn doubt(cue: Cue, word: &str) -> Doubt {
    let is_in = |words: &[&str]| words.iter().any(|other| other.eq_ignore_ascii_case(word));
    match cue {
        Cue::Hedge if is_in(SEEMING) => Doubt::Seeming,
        Cue::Hedge => Doubt::Possible,
        Cue::Copula | Cue::Auxiliary if is_in(SEEMING) => Doubt::Seeming,
        Cue::Copula | Cue::Auxiliary if is_in(POSSIBLE) => Doubt::Possible,
        _ => Doubt::None,
    }
}

pub(super) fn is_contrast(cue: Cue, word: &str) -> bool {
    matches!(cue, Cue::Break | Cue::Fill)
        && CONTRASTS
            .iter()
            .any(|other| other.eq_ignore_ascii_case(word))
}
