//! Where a model says that it cannot know, or made something up: `as of my knowledge cutoff`, `I can't verify this`.

/// What models say; `read_phrase` tells how the phrases are spelled.
pub(super) const HALLUCINATIONS: [&str; 42] = [
    "as_of|up_to|until|since|beyond|after|before|given my last|most_recent|latest|current|own|knowledge|training|data|information|model* cutoff|cut-off|cut_off|update|training_data|cutoff_date",
    "my last|most_recent|latest|current|own|knowledge|training|data|information|model* cutoff|cut-off|cut_off|cuts_off|was_last_updated|only_goes_up_to|only_extends_to|only_goes_to|ends_in|stops_in|ends_at|only_includes|only_covers",
    "knowledge|training_data cutoff|cut-off $",
    "i can't|cannot|can_not|couldn't|could_not|am_unable_to|am_not_able_to|have_not_been_able_to|haven't_been_able_to|was_unable_to|have_no_way_to|have_no_way_of independently|actually|currently|really|fully|directly* verify|verifying|fact-check|fact_check|browse_the_internet|browse_the_web|access_the_internet|access_real-time|access_real_time|access_current|access_live !your",
    "i'm unable_to|not_able_to independently|actually|currently|really|fully|directly* verify|fact-check|fact_check|browse_the_internet|browse_the_web|access_the_internet|access_real-time|access_real_time|access_current|access_live !your",
    "i don't|do_not|didn't|did_not actually know",
    "i am|was|may_be|might_be|could_be|have_been just|probably|likely|completely|simply|honestly|only* making_this_up|making_that_up|making_it_up|making_these_up|making_things_up|hallucinating|inventing_this|inventing_that|fabricating_this|guessing_here",
    "i'm just|probably|likely|completely|simply|honestly|only* making_this_up|making_that_up|making_it_up|making_these_up|making_things_up|hallucinating|inventing_this|inventing_that|fabricating_this",
    "i just|simply|completely|actually|have|may_have|might_have|must_have|could_have|probably|likely|admit* made_this_up|made_that_up|made_it_up|made_these_up|made_them_up|hallucinated",
    "i just|simply|completely|actually|have|may_have|might_have|must_have|probably|likely* fabricated|invented|made_up this|that|the|those|these|a|an|some|several* quote|quotes|citation|citations|reference|references|source|sources|data|statistic|statistics|fact|facts|figures|study|studies|url|urls|link|links|details|answer|information|case|cases|paper",
    "fabricated|invented|hallucinated|made-up|made_up|fictitious|non-existent|nonexistent fact|facts|citation|citations|quote|quotes|reference|references|source|sources|statistic|statistics|doi|url",
    "i don't|do_not|didn't|did_not|no_longer currently|actually* have any|direct|current|real-time|real_time|live|up-to-date|the|internet|web* access !control",
    "i have no|lack any|direct|real-time|real_time|live* access to",
    "i have_no|lack real-time|real_time|live|up-to-date|current information|data|knowledge",
    "i don't|do_not have real-time|real_time|live|up-to-date|up_to_date|current|the_most_recent|the_latest information|data|knowledge",
    "this|that|these|it is|was|are|were entirely|completely|purely|all|totally|just* fictional|made-up|made_up|hallucinated $",
    "as_an|as_a ai|large|language|chat* language|model|assistant|chatbot|ai|system* i can't|cannot|can_not|don't|do_not|am_not|am_unable|have_no|lack",
    "as_an|as_a ai|large|language|chat* language|model|assistant|chatbot|ai|system* i'm not|unable",
    // German
    "ich habe|hab leider|aktuell|derzeit|momentan* keinen direkten|aktuellen|live|echtzeit* zugriff|zugang auf|zu",
    "ich kann das|dies|diese|die|leider|es|angaben|information|informationen|quelle|quellen|aussage|behauptung* nicht selbst|unabhängig* überprüfen|verifizieren|nachprüfen|prüfen",
    "stand meines|meiner wissens|wissensstandes|wissensstands|trainingsdaten|letzten_updates",
    "mein|meine|meinem|meines|meiner letzter|letzten|letztes* wissensstand|wissensstands|wissensstandes|trainingsdaten|trainingsstand reicht|reichen|endet|enden|ist|sind|vom|von|nach|zufolge",
    "das|dies|diese|ich habe|hab|ist|sind ich|mir|das|dies|leider|nur* erfunden|ausgedacht|halluziniert",
    // French
    "je_n'ai|je_n’ai|je_ne_dispose pas|pas_d'|d'|aucun|actuellement|directement* accès à|aux|au|direct|d'internet|en_temps",
    "je_ne peux|puis|suis pas|en_mesure|de* vérifier|confirmer_cette|vérifié",
    "à|selon|depuis|jusqu'à ma|mes dernière|dernières|date* mise_à_jour|données_d'entraînement|données_d’entraînement|connaissances|coupure",
    "j'ai inventé|halluciné",
    // Spanish
    "no tengo|dispongo_de actualmente|un* acceso a|directo|en",
    "no puedo|puedo_actualmente|he_podido|soy_capaz_de verificar|comprobar|verificarlo !tu|su",
    "hasta|según|desde mi|la última|ultima|fecha* actualización|actualizacion|corte|fecha_de_corte|entrenamiento",
    "me_lo he inventado|inventé",
    // Portuguese, Italian
    "não|nao tenho acesso a|à|ao|aos|às|em|direto",
    "não|nao posso|consigo|sou_capaz_de verificar|confirmar_essa !sua|seu",
    "non ho|dispongo_di un* accesso a|ai|alla|alle|al|diretto|in",
    "non posso|riesco_a|sono_in_grado_di verificare !la_tua",
    // Russian
    "у_меня нет прямого|сейчас* доступа к|в",
    "я не могу|в_состоянии|способен это|эту|данную|этот|проверить|сейчас|сам* проверить|подтвердить_эту|верифицировать|информацию",
    "на_момент|по_состоянию_на моего|моей|моих последнего|последней|последних|* обновления|обучения|данных|знаний",
    "我 无法|無法|不能|没有办法|沒有辦法|没有权限|无权|没法 实时|直接|独立|真正|即時|去* 访问|訪問|存取|验证|驗證|核实|查证|联网|获取实时|上网|核實",
    "截至|截止到|截止|根据|直到|據|截至到 我|我的|的|最后|最近|最新* 知识|知識|训练数据|訓練數據|训练|知识库 更新|截止|的|日期|库* 更新|截止|日期",
    "リアルタイム|インターネット|外部サイト の|情報|データ|に|へ|は|を|から|直接* アクセスできません|アクセスすることができません|アクセスできない",
    "私は|私には|わたしは リアルタイム|インターネット|外部|最新|の|情報|データ|に|へ|を* アクセスできません|アクセスすることができません|アクセスできない|検証できません|確認できません",
];
