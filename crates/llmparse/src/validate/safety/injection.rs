//! Instructions that are meant for a model: `ignore all previous instructions`, `you are now DAN`, in several languages.

use super::characters::{char_before, has_word, is_word, line_before, run_end};
use super::kind::{SafetyFinding, SafetyKind};

/// Words that stand for each other in the phrases.
pub(super) const SETS: [(&str, &str); 12] = [
    (
        "ignore",
        "ignore|disregard|forget|override|overlook|skip|ignoring|disregarding|forgetting",
    ),
    (
        "fill",
        "all|any|of|the|your|my|our|these|those|this|every|about|absolutely|please|just|completely|entirely|other|and|both|everything|whatever|to|follow|following|set|immediately|you|were|given|in",
    ),
    (
        "prior",
        "previous|prior|above|earlier|preceding|foregoing|former|past|initial|original|system|previously|aforementioned",
    ),
    (
        "mixed",
        "of|the|your|my|our|and|given|set|safety|ai|model|developer|previous|prior|above|earlier|preceding|initial|original|system|user|security|defined|mentioned|or|future|subsequent|later",
    ),
    (
        "orders",
        "instructions|instruction|prompt|prompts|rules|guidelines|directions|directives|directive|commands|programming|guardrails|restrictions|system_prompt|system_message|system_messages|developer_message",
    ),
    (
        "limits",
        "restrictions|restriction|limits|limitations|rules|filters|filter|guidelines|constraints|guardrails|censorship|boundaries|content_policy|content_policies|ethics|morals|moral_compass|content_restrictions",
    ),
    (
        "kind",
        "ethical|moral|content|safety|any|such|or|of|and|programming|legal|usage|policy|whatsoever|openai|your|the|all|its|real|more",
    ),
    (
        "role",
        "dan|unrestricted|uncensored|unfiltered|jailbroken|unaligned|amoral|evil|evil-bot|pirate|hacker|ai|a.i.|chatbot|bot|assistant|language_model|llm|robot|villain|linux_terminal|stan|evil_twin|superintelligence|gpt|chatgpt|malware",
    ),
    (
        "adjective",
        "a|an|the|my|our|called|named|known_as|acting_as|going_to_be|going_to_act_as|to_act_as|to_be|helpful|free|new|fully|completely|totally|truly|powerful|highly|very|extremely|different|malicious|rogue|advanced|angry|drunken|drunk|old|famous|sarcastic|in_fact|no_longer_an_ai_but",
    ),
    (
        "job",
        "manager|professor|director|coach|editor|principal|engineer|expert|specialist|researcher|student|company|user|teacher|investor|developer|enthusiast|admin|driver|fan",
    ),
    (
        "you",
        "you_are|you're|youre|u_are|you_will_be|you_shall_be|you_must_be",
    ),
    (
        "secret",
        "system_prompt|system_prompts|system_message|system_instructions|hidden_prompt|hidden_instructions|initial_prompt|initial_instructions|original_instructions|original_prompt|secret_instructions|secret_prompt|developer_message|developer_prompt|pre-prompt|preprompt|internal_instructions|confidential_instructions",
    ),
];

/// What such instructions say; `read_phrase` tells how they are spelled.
pub(super) const INJECTIONS: [&str; 69] = [
    // English: what was said before does not count.
    "@ignore @fill* @prior @mixed* @orders",
    "previous|prior|above instructions|prompts are|should_be|must_be|is now? to_be? ignored|void|cancelled|canceled|obsolete|overridden",
    "@ignore @fill* all|any|your of|the|your|my|system|safety|internal|core|own|built-in|default|content* instructions|system_prompt|prompts|programming|guardrails|directives|guidelines|content_policy|content_policies|restrictions|safety_rules|training",
    "@ignore your of|safety|own|current|existing* rules|policies|orders|constraints|directives",
    "@ignore all|any|the|of|your|these|those|system* instructions|instruction|rules|prompts|prompt|directions|guidelines|text|commands that|which|you|were|was|have|had|been|given|i|told|just|provided|received|came|listed|written* above|previously|before|earlier|so_far|until_now|up_to_now|beforehand|to_you",
    "@ignore everything|all|anything that|which|you|were|was|have|had|been|given|i|we|told|just|said|written|stated* above|previously|before|earlier|so_far|until_now|prior_to_this|before_this|up_to_this_point $",
    "@ignore everything|what|anything you were|have_been told|taught|instructed|programmed",
    "do_not|don't|never|stop follow|following|obey|obeying|adhere_to|listen_to|comply_with|obey_to the|your|any|all|of|these|those* @prior @mixed* @orders",
    "override|bypass|circumvent|disable|evade|deactivate|turn_off|remove your of|own|all|internal|built-in|current* safety|content|ethical|moderation|security|alignment filters|filter|guidelines|protocols|restrictions|policies|policy|rules|measures|guardrails|training|features",
    // English: another model, without rules.
    "@you now fully|officially|permanently|operating|running* in developer|god|dan|jailbreak|unrestricted|unfiltered|uncensored|sudo|debug|opposite mode",
    "@you now @adjective* @role !@job",
    "@you now free|freed|liberated|unbound|released from|of any|all|your|the|its|previous|openai* @kind* @limits",
    "from_now_on|henceforth|starting_now|as_of_now|from_this_point_on|from_here_on you're|you_are|you_will_act_as|you_will_be|you_must_act_as|act_as|you_shall_act_as|behave_as|respond_as @adjective* @role !@job",
    "from_now_on|henceforth|starting_now|from_this_point_on you|you_will|you_must|you_shall|you_should* ignore|disregard|obey|only_obey|forget",
    "pretend|act|behave|respond|answer|imagine|assume|speak|talk|reply|operate|role-play|roleplay as_if|as_though|that|like* you_have|you've|you_had|you've_got|there_are|you_possess no|zero|none_of_your|without_any @kind* @limits",
    "pretend|act|behave|respond|answer|imagine|assume as_if|as_though|that|like* you don't|do_not|didn't|did_not have any|the|your|a @kind* @limits",
    "pretend|act|behave|respond|answer|imagine as_if|as_though|that|like|to_be|being* you_are|you're|you_were|to_be @adjective* @role !@job",
    "pretend|imagine|act|behave as_if|as_though|that|like|to_be* you_are|you're|you_were|to_be my|a|the* deceased|dead|late* grandmother|grandma|root|administrator|not_an_ai|human_without|no_longer_an_ai",
    "pretend you_are|you're|to_be $",
    "act|behave as_if|as_though you_were|you_are|you're $",
    "act|behave|respond|answer|roleplay|role-play|operate as|like @adjective* dan|unrestricted|uncensored|unfiltered|jailbroken|amoral|unethical",
    "@you not|no_longer bound|restricted|constrained|limited by|to any|all|your|the|openai's|openai|its|anthropic's|these|those|usual|typical* @kind* @limits|policies|policy|confines",
    "dan mode|prompt|jailbreak",
    "do_anything_now $",
    "chatgpt|gpt-4|gpt|claude|gemini|llm|assistant|ai with|in developer|dan|god|jailbreak mode",
    "enable|activate|enter|switch_to|engage|initiate dan|jailbreak|jailbroken|unrestricted|unfiltered|uncensored mode",
    "jailbreak|jailbroken mode|prompt|yourself|the_ai|the_model|this_model|the_assistant|chatgpt|claude|gpt|assistant|ai|llm|enabled|activated",
    // English: what the model was told.
    "reveal|leak|expose|disclose|dump|repeat|recite|divulge|spit_out to|me|us|back|all|of* your|the|this full|entire|complete|exact|own|whole|original|initial|hidden|secret|internal|current|actual|verbatim|contents_of|text_of|of|the|your* @secret",
    "print|show|output|display|give|tell|send|share|copy|paste|summarize|translate|list|write to|me|us|out|back|all|of* your full|entire|complete|exact|own|whole|original|initial|hidden|secret|internal|current|actual|verbatim* @secret",
    "what_is|what's|what_are|what_were|whats your full|entire|exact|own|hidden|secret|initial|original* @secret",
    "repeat|print|output|write all|of|the|everything|back|out|me* words|text|instructions|sentences|everything above starting|beginning|verbatim|word|exactly|from",
    // German
    "ignoriere|ignoriert|ignorier|vergiss|vergesst|missachte|verwirf|übergehe|ignorieren_sie|vergessen_sie|missachten_sie bitte|jetzt|nun|sofort|alle|aller|die|deine|ihre|meine|eure|sämtliche|jegliche|all|obigen|oben_genannten* vorherigen|bisherigen|vorigen|obigen|früheren|vorangegangenen|vorhergehenden|ursprünglichen|oben_genannten|obenstehenden|letzten alle|und* anweisungen|anweisung|instruktionen|regeln|vorgaben|befehle|prompts|richtlinien|anordnungen|system-prompts",
    "ignoriere|ignorier|vergiss|missachte|umgehe|ignorieren_sie|vergessen_sie|missachten_sie bitte|jetzt|nun|alle|all* deine|ihre|den|die|all_deine|alle_deine internen|eigenen* anweisungen|instruktionen|regeln|vorgaben|richtlinien|systemprompt|system-prompt|systemanweisungen|sicherheitsrichtlinien|programmierung",
    "ignoriere|vergiss|ignorieren_sie|vergessen_sie alles bisherige|was|oben|vorher|zuvor|davor|bisher|darüber",
    "du_bist|sie_sind jetzt|ab_jetzt|nun|ab_sofort ein|eine|der* dan|uneingeschränkte|uneingeschränkter|unzensierter|unzensierte|böser|böse|pirat|hacker|ki|entwicklermodus",
    "verrate|zeige|nenne|gib|zeig mir|uns* deinen|den|deine|dein vollständigen|kompletten|geheimen* systemprompt|system-prompt|systemanweisungen|system_prompt|systemanweisung",
    // French
    "ignore|ignorez|ignorer|oublie|oubliez|oublier|néglige|négligez toutes|tous|tout|les|tes|vos|mes|ces|toute|l'ensemble_des|aux|des* instructions|consignes|règles|directives|ordres|indications|invites précédentes|précédents|antérieures|antérieurs|ci-dessus|données|initiales|du_système|système|d'avant|reçues|plus_haut",
    "ignore|ignorez|oublie|oubliez toutes|tous|les|tes|vos* précédentes|anciennes instructions|consignes|règles|directives",
    "ne_tiens|ne_tenez|ne_tenir|fais|faites pas|plus|aucun* compte|abstraction de|des|d' toutes|les|tes|vos|tout* instructions|consignes|règles|directives précédentes|antérieures|ci-dessus",
    "tu_es|vous_êtes maintenant|désormais un|une|le* dan|pirate|ia|sans_restriction|sans_restrictions|assistant_sans|hacker",
    "révèle|révélez|affiche|affichez|donne-moi|montre-moi ton|votre|le|l'|tes|vos* prompt_système|invite_système|prompt_system|instructions_système|system_prompt",
    "ignore|ignorez|oublie|oubliez tout ce_qui|ce_que|le_texte précède|est_écrit_ci-dessus|ci-dessus|a_été_dit_avant|on_t'a_dit",
    // Spanish
    "ignora|ignore|olvida|olvide|dimentica|dimenticate|ignorate|esqueça|desconsidere todo|tudo|tutto lo|o|que|está|quanto|ciò_che|quello_che|precede* anterior|acima|sopra|de_arriba|precede|dicho_antes|scritto_sopra",
    "ignora|ignore|ignorad|ignorar|olvídate_de|olvidate_de|olvídese_de|olvida|olvide|olvidad|omite|omita|descarta|desestima todas|todos|todo|las|los|tus|mis|sus|estas|por_favor|cualquier* instrucciones|indicaciones|reglas|órdenes|ordenes|directrices|normas|instrucción que|te|han|dado|he* anteriores|previas|precedentes|del_sistema|anterior|previa|de_arriba|originales|iniciales",
    "ignora|ignore|olvida|olvide todas|las|tus|sus* anteriores|previas instrucciones|indicaciones|reglas|órdenes",
    "haz|haga|haced|hacer caso_omiso de|a todas|las|tus|mis|sus|los|todo* instrucciones|indicaciones|reglas|órdenes|directrices anteriores|previas|precedentes|del_sistema",
    "ahora_eres|eres_ahora|ahora_usted_es un|una|el* dan|pirata|hacker|ia|asistente|modelo sin|$",
    "revela|muestra|muéstrame|dime|imprime tu|el|tus|las* prompt_del_sistema|prompt_de_sistema|instrucciones_del_sistema|mensaje_del_sistema|system_prompt",
    // Portuguese
    "ignore|ignora|ignorem|ignorar|esqueça|esquece|esqueçam|desconsidere|desconsidera|descarte todas|todos|tudo|as|os|tuas|suas|minhas|essas|estas|por_favor|quaisquer* instruções|instrucoes|ordens|regras|diretrizes|orientações|comandos anteriores|prévias|previas|acima|do_sistema|precedentes|originais|passadas|iniciais",
    "ignore|ignora|esqueça|desconsidere todas|as|suas* anteriores|prévias instruções|ordens|regras",
    "você_é|voce_é|tu_és agora um|uma|o* dan|pirata|hacker|ia|assistente_sem|modelo_sem",
    // Italian
    "ignora|ignorate|ignori|ignorare|dimentica|dimenticate|dimentichi|trascura|trascurate tutte|tutti|tutto|le|tue|mie|sue|i|queste|di|per_favore* istruzioni|indicazioni|regole|direttive|ordini|comandi precedenti|di_sistema|sopra|qui_sopra|anteriori|iniziali|ricevute|di_cui_sopra",
    "ignora|ignorate|dimentica|dimenticate tutte|tutti|le|tue|sue* precedenti istruzioni|indicazioni|regole|direttive",
    // Dutch, Polish, Turkish
    "negeer|vergeet alle|de|je|jouw|mijn|van|al|uw|deze|bovengenoemde* vorige|voorgaande|eerdere|bovenstaande|voorafgaande instructies|regels|opdrachten|richtlijnen|aanwijzingen",
    "zignoruj|ignoruj|zapomnij_o|pomiń wszystkie|wszystkich|swoje|twoje|te* poprzednie|poprzednich|wcześniejsze|wcześniejszych|powyższe|powyższych instrukcje|instrukcji|polecenia|poleceń|zasady|zasad|wytyczne",
    "önceki|yukarıdaki|daha_önceki tüm|bütün|sana|verilen* talimatları|talimatlarını|talimatların|kuralları|komutları|yönergeleri hepsini|tamamını* yok_say|unut|görmezden_gel|dikkate_alma",
    // Russian
    "игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте|отбрось|отмени все|всё|всех|свои|твои|мои|эти|ваши|про|о|об|пожалуйста* предыдущие|прежние|прошлые|вышеуказанные|предшествующие|системные|предыдущих|ранее_данные|ранние|вышеприведённые|изначальные свои|системные* инструкции|указания|правила|команды|инструкциях|правилах|промпты|установки|инструкций",
    "игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте все|всё|свои|твои|ваши|эти* инструкции|указания|правила|что выше|ранее|данные|до_этого|были|было|написано|которые|тебе|дали|системы",
    "не обращай|обращайте внимания на все|свои|твои|эти* предыдущие|прежние|вышеуказанные|системные инструкции|указания|правила|команды",
    "ты|вы теперь|отныне|сейчас в|—|-|это* dan|дан|режиме_разработчика|пират|хакер|ии_без|без_ограничений|неограниченный",
    "покажи|раскрой|выведи|напиши мне|свой|твой|полный|весь* системный промпт|промт|запрос",
    // Chinese
    "忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要遵守|不要遵循|放弃 掉|你|您|我|我们|系统|请|一切|所有|全部|的|在* 之前|以前|先前|上面|以上|前面|此前|上述|先前|过去|過去|预设|系统|系統 的|所有|全部|一切|任何|给|你|您|收到|设定|設定|你的|提到|说|过|給* 指令|指示|说明|說明|提示词|提示詞|提示|命令|规则|規則|要求|约束|限制|设定|設定|内容|內容|对话",
    "忽略|无视|無視|忘记|忘記|忘掉|绕过|突破 你|您|的|所有|全部|一切* 指令|系统提示|系統提示|系统指令|提示词|规则|安全限制|限制|安全规则",
    "你|您 现在|現在 是|就是|处于|已 一个|一個|一名|名|个* dan|没有限制|不受限制|无限制|沒有限制|黑客|海盗|开发者模式|開發者模式",
    "显示|输出|告诉我|泄露|透露|打印|顯示|輸出 出|你|您|的|完整|全部* 系统提示|系统提示词|系統提示|系统指令|初始指令|隐藏指令",
    // Japanese
    "これまで|今まで|いままで|以前|前|上記|先ほど|先程|さっき|すべて|全て|過去|以上|従来|最初|前述|システム の|に|与えられた|すべて|全て|あらゆる|全|あなた|前|以前|まで|た|内部|* 指示|命令|ルール|指令|プロンプト|制約|設定|規則|内容|会話 や|命令|ルール|プロンプト|は|を|も|すべて|全て|全部|完全に|一切|、|忘れて|の|こと* 無視|忘れて|忘れろ|破棄|忘れなさい|忘れ !しない|せず|しては|してはいけ|することなく|したり|できない|できません|ないで|ず|ません|てはいけ",
    "あなたは 今|今から|これから|いまから|これより|今後|、* 制限のない|無制限の|dan|ハッカー|海賊",
    // Korean
    "이전|이전의|앞의|위의|지금까지의|기존|앞선 모든|의|내린|받은|시스템|모두* 지시|지시사항|명령|지침|규칙|프롬프트|지시를 을|를|사항|사항을|들|들을|은|는|모두|전부|다* 무시 !하지",
    "忘れて|無視して これまで|以前|すべて|全て の|すべて* 指示|命令|ルール",
];

/// Words that turn an order round: `do not ignore`.
const NEGATIONS: [&str; 26] = [
    "not",
    "never",
    "don't",
    "doesn't",
    "didn't",
    "won't",
    "can't",
    "cannot",
    "shouldn't",
    "mustn't",
    "wouldn't",
    "nicht",
    "nie",
    "niemals",
    "pas",
    "ne",
    "no",
    "nunca",
    "não",
    "nao",
    "non",
    "mai",
    "не",
    "нельзя",
    "niet",
    "without",
];

/// The same before a word of a script without blanks.
const UNSPACED_NEGATIONS: [&str; 7] = ["不要", "别", "別", "勿", "不能", "不可", "不得"];

/// Whether the order at `at` is turned round by what stands right before it.
pub(super) fn is_negated(text: &str, at: usize) -> bool {
    let before = line_before(text, at, 48);
    let clause = before
        .rfind(['.', '!', '?', ';', ':', '。', '"', '“'])
        .map_or(0, |end| end + 1);
    let mut start = clause;
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let clause = before
        .get(start..)
        .unwrap_or_default()
        .to_lowercase()
        .replace('’', "'");
    let mut words = clause.split_whitespace().rev().take(3);
    let trimmed = clause.trim_end();
    let is_unspaced = UNSPACED_NEGATIONS
        .iter()
        .any(|word| trimmed.ends_with(word));
    is_unspaced || words.any(|word| NEGATIONS.contains(&word.trim_matches(['*', '_', ','])))
}

/// What is freed of its maker's limits besides models.
const DEVICES: [&str; 18] = [
    "iphone",
    "ipad",
    "ipod",
    "ios",
    "phone",
    "device",
    "console",
    "kindle",
    "firestick",
    "fire stick",
    "fire tv",
    "apple tv",
    "playstation",
    "ps3",
    "ps4",
    "ps5",
    "switch",
    "cydia",
];

/// The word jailbreak at `at`: alone it is an order, elsewhere a topic.
pub(super) fn find_jailbreak(text: &str, at: usize) -> Option<SafetyFinding> {
    if char_before(text, at).is_some_and(is_word) {
        return None;
    }
    let is_whole = has_word(text, at, "jailbreak") || has_word(text, at, "jailbroken");
    let end = run_end(text, at, 24, is_word);
    let around = line_before(text, at, 64);
    let behind = text.get(end..run_end(text, end, 64, |letter| letter != '\n'))?;
    let is_alone =
        !around.contains(char::is_alphanumeric) && !behind.contains(char::is_alphanumeric);
    let near = format!("{around} {behind}").to_lowercase();
    let is_device = DEVICES.iter().any(|device| near.contains(device));
    let kind = if is_alone && !is_device {
        SafetyKind::PromptInjection
    } else {
        SafetyKind::JailbreakTopic
    };
    is_whole.then(|| SafetyFinding::new(kind, at, end))
}
