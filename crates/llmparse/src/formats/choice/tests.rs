use super::*;

const SENTIMENTS: [&str; 3] = ["positive", "negative", "neutral"];
const LETTERS: [&str; 4] = ["A", "B", "C", "D"];

fn read(text: &str, labels: &[&str]) -> Result<String, ParseError> {
    let choices = Choices::of_labels(labels)?;
    let reading = read_choice(text, &choices)?;
    Ok(choices.label(reading.choice).unwrap().to_owned())
}

fn sentiment(text: &str) -> Option<String> {
    read(text, &SENTIMENTS).ok()
}

fn letter(text: &str) -> Option<String> {
    read(text, &LETTERS).ok()
}

fn city(text: &str) -> Result<String, ParseError> {
    let choices = Choices::of_options(&[("A", "Oslo"), ("B", "Paris"), ("C", "New York")])?;
    let reading = read_choice(text, &choices)?;
    Ok(choices.label(reading.choice).unwrap().to_owned())
}

#[track_caller]
fn all_give(want: &str, read: impl Fn(&str) -> Option<String>, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(text).as_deref(), Some(want), "{text:?}");
    }
}

#[track_caller]
fn none_gives(read: impl Fn(&str) -> Option<String>, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(text), None, "{text:?}");
    }
}

#[test]
fn an_exact_choice_is_found() {
    all_give("positive", sentiment, &["positive"]);
}

#[test]
fn punctuation_around_a_choice_does_not_count() {
    all_give(
        "positive",
        sentiment,
        &["positive.", "positive!", "- positive", "(positive)"],
    );
}

#[test]
fn bold_and_other_emphasis_does_not_count() {
    all_give(
        "positive",
        sentiment,
        &["**positive**", "_positive_", "`positive`", "***positive***"],
    );
}

#[test]
fn quotes_do_not_count() {
    all_give(
        "positive",
        sentiment,
        &[
            "\"positive\"",
            "'positive'",
            "“positive”",
            "«positive»",
            "「positive」",
        ],
    );
}

#[test]
fn a_choice_in_prose_is_found() {
    all_give(
        "positive",
        sentiment,
        &[
            "I'd classify this as positive",
            "it reads as positive to me",
        ],
    );
}

#[test]
fn case_does_not_count() {
    all_give("positive", sentiment, &["POSITIVE", "Positive"]);
    assert_eq!(read("STRASSE", &["Straße"]).unwrap(), "Straße");
    assert_eq!(read("οδος", &["ΟΔΟΣ"]).unwrap(), "ΟΔΟΣ");
}

#[test]
fn the_first_of_several_mentions_wins() {
    all_give(
        "positive",
        sentiment,
        &["positive and negative aspects", "positive/negative"],
    );
}

#[test]
fn no_choice_is_an_error() {
    let error = read("maybe", &SENTIMENTS).unwrap_err();
    assert_eq!(
        error,
        ParseError::NoMatchingChoice {
            valid: SENTIMENTS.map(str::to_owned).into()
        }
    );
}

#[test]
fn a_part_of_a_word_is_no_choice() {
    none_gives(
        sentiment,
        &["unpositive", "positives", "non-positive", "positive-ish"],
    );
    assert!(read("café", &["caf"]).is_err());
    assert!(read("cafe\u{301}", &["cafe"]).is_err());
    assert!(read("нада", &["да"]).is_err());
    assert!(read("1.5", &["1", "5"]).is_err());
    assert!(read("node.js 3-1", &["1", "3"]).is_err());
}

#[test]
fn the_longest_of_overlapping_choices_wins() {
    assert_eq!(
        read("New York is best", &["new", "new york"]).unwrap(),
        "new york"
    );
    assert_eq!(
        read("very  good", &["good", "very good"]).unwrap(),
        "very good"
    );
    assert_eq!(
        read("not_applicable", &["not", "not_applicable"]).unwrap(),
        "not_applicable"
    );
    assert_eq!(read("C++", &["C", "C++"]).unwrap(), "C++");
}

#[test]
fn blanks_and_line_breaks_in_a_choice_do_not_count() {
    for text in [
        "needs  review",
        "needs\nreview",
        "needs\r\n  review",
        "needs **review**",
        "needs_review",
    ] {
        assert_eq!(
            read(text, &["needs review", "done"]).unwrap(),
            "needs review"
        );
    }
}

#[test]
fn an_answer_marker_comes_before_mentions() {
    all_give(
        "C",
        letter,
        &[
            "A good case can be made, but the answer is C",
            "Option A is tempting.\nAnswer: C",
        ],
    );
    all_give(
        "C",
        letter,
        &[
            "**Answer:** C",
            "## Answer\n\nC",
            "<answer>C</answer> not option A",
            "\\boxed{C}",
        ],
    );
    all_give(
        "negative",
        sentiment,
        &["Sentiment (positive/negative/neutral): negative"],
    );
}

#[test]
fn the_last_answer_marker_wins_and_a_final_one_before_it() {
    all_give(
        "B",
        letter,
        &[
            "Answer: A\nNo, wait.\nAnswer: B",
            "Final answer: B. Some say the answer is A.",
        ],
    );
}

#[test]
fn a_marker_without_an_answer_is_passed_over() {
    all_give(
        "B",
        letter,
        &[
            "Answer: this asks which one.\nANSWER: b",
            "Antwort:\n\nAntwort: B",
        ],
    );
}

#[test]
fn markers_are_known_in_many_languages() {
    all_give(
        "B",
        letter,
        &[
            "Antwort: B",
            "Réponse : B",
            "La respuesta es B.",
            "Resposta: B",
            "Risposta: B",
            "答案：B",
            "答えはBです",
            "정답: B",
            "Ответ: B",
        ],
    );
}

#[test]
fn a_refusal_behind_a_marker_is_an_error() {
    none_gives(
        letter,
        &[
            "ANSWER: None of the above",
            "Answer: unclear",
            "Option A? Answer: neither",
        ],
    );
}

#[test]
fn several_choices_behind_a_marker_are_ambiguous() {
    let error = read("Answer: A and C", &LETTERS).unwrap_err();
    let ParseError::Ambiguous { readings, span } = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (readings, span.range()),
        (vec!["A".to_owned(), "C".to_owned()], 8..15)
    );
}

#[test]
fn a_line_of_its_own_comes_before_mentions() {
    all_give("C", letter, &["Both point to wear, unlike option A.\n\nC"]);
}

#[test]
fn the_choice_behind_a_conclusion_wins() {
    all_give(
        "negative",
        sentiment,
        &[
            "positive at times. Therefore, negative.",
            "Between positive and negative, I choose negative",
        ],
    );
}

#[test]
fn what_is_called_right_wins() {
    all_give(
        "B",
        letter,
        &[
            "Option A looks good. B is correct.",
            "Option A is tempting, but B is the answer.",
            "A) x ✗\nB) y ✓",
            "- A: wrong\n- B: correct",
        ],
    );
    none_gives(letter, &["Both A and B are correct."]);
}

#[test]
fn the_article_is_no_letter() {
    none_gives(
        letter,
        &[
            "A good case can be made.",
            "This is a test.",
            "THIS IS A TEST",
        ],
    );
    all_give("B", letter, &["I think a case can be made for B"]);
    all_give(
        "A",
        letter,
        &["(a)", "option a", "A is right", "I pick A", "**A**", "A"],
    );
}

#[test]
fn the_pronoun_is_no_letter() {
    let letters = ["A", "H", "I"];
    assert!(read("I think so, and I'm sure.", &letters).is_err());
    assert_eq!(read("I pick H", &letters).unwrap(), "H");
    assert_eq!(read("Answer: I", &letters).unwrap(), "I");
}

#[test]
fn what_is_negated_does_not_count() {
    none_gives(
        sentiment,
        &[
            "not positive",
            "It isn't positive.",
            "never positive",
            "nicht positive",
            "pas positive",
            "not, I think, positive",
        ],
    );
    all_give(
        "negative",
        sentiment,
        &[
            "not positive but negative",
            "negative rather than positive",
            "unlike positive ones, negative",
        ],
    );
    assert!(read("不正面", &["正面", "负面"]).is_err());
    assert!(read("正面ではない", &["正面", "负面"]).is_err());
    assert!(read("긍정이 아닙니다", &["긍정", "부정"]).is_err());
}

#[test]
fn two_negations_are_none() {
    all_give(
        "positive",
        sentiment,
        &[
            "no doubt positive",
            "not only positive",
            "It isn't not positive.",
        ],
    );
}

#[test]
fn what_is_ruled_out_does_not_count() {
    all_give(
        "B",
        letter,
        &[
            "A is wrong, so B.",
            "Eliminate A, C and D. B remains.",
            "A is not as good as B.",
        ],
    );
}

#[test]
fn an_echo_of_the_choices_is_no_answer() {
    for text in [
        "Options: positive, negative, neutral",
        "positive|negative",
        "positive\nnegative\nneutral",
    ] {
        assert_eq!(
            read(text, &SENTIMENTS).unwrap_err().kind(),
            "ambiguous",
            "{text:?}"
        );
    }
    none_gives(
        letter,
        &[
            "A) Oslo\nB) Paris\nC) Rome",
            "(A) Oslo (B) Paris (C) Rome (D) Bern",
        ],
    );
    assert!(read("yes|no", &["YES", "NO"]).is_err());
}

#[test]
fn an_undecided_reply_is_ambiguous() {
    let error = read(
        "It could be either A or C; I cannot decide between them.",
        &LETTERS,
    )
    .unwrap_err();
    assert_eq!(error.kind(), "ambiguous");
}

#[test]
fn a_question_is_no_answer() {
    all_give("negative", sentiment, &["Is it positive? No, negative."]);
}

#[test]
fn a_word_that_counts_is_no_choice() {
    assert_eq!(
        read("Yes, and no other source is needed.", &["YES", "NO"]).unwrap(),
        "YES"
    );
    assert!(read("There is no evidence.", &["yes", "no"]).is_err());
    assert_eq!(
        read("For 2 reasons I rate it 4.", &["1", "2", "3", "4"]).unwrap(),
        "4"
    );
}

#[test]
fn scripts_without_blanks_are_searched() {
    assert_eq!(read("我认为是正面的", &["正面", "负面"]).unwrap(), "正面");
    assert_eq!(read("คิดว่าดี", &["ดี", "แย่"]).unwrap(), "ดี");
    assert_eq!(
        read("ネガティブです", &["ネガティブ", "ポジティブ"]).unwrap(),
        "ネガティブ"
    );
}

#[test]
fn emoji_are_choices() {
    assert_eq!(read("I say 👎!", &["👍", "👎"]).unwrap(), "👎");
    assert!(read("👩\u{200d}💻", &["👩"]).is_err());
}

#[test]
fn a_label_or_its_text_names_an_option() {
    for text in [
        "B",
        "Paris",
        "B) Paris",
        "**B. Paris**",
        "Paris (B)",
        "The answer is B: Paris.",
    ] {
        assert_eq!(city(text).unwrap(), "B", "{text:?}");
    }
    assert_eq!(
        city("A) Oslo\nB) Paris\nC) New York\n\nIt is new\nyork.").unwrap(),
        "C"
    );
}

#[test]
fn a_label_with_the_text_of_another_is_ambiguous() {
    for text in ["B) Oslo", "Answer: B. Oslo", "Paris (C)"] {
        assert_eq!(city(text).unwrap_err().kind(), "ambiguous", "{text:?}");
    }
}

#[test]
fn choices_that_cannot_be_told_apart_are_an_error() {
    for labels in [
        &[][..],
        &[""],
        &["a", " "],
        &["a", "A"],
        &["x", "y", "x"],
        &["Straße", "STRASSE"],
    ] {
        assert_eq!(
            read("a", labels).unwrap_err().kind(),
            "invalid_choices",
            "{labels:?}"
        );
    }
    assert!(Choices::of_options(&[("A", "x"), ("B", "X")]).is_err());
    assert!(Choices::of_options(&[("A", "B"), ("B", "A")]).is_err());
    assert!(Choices::of_options(&[("A", ""), ("B", "b")]).is_ok());
}

#[test]
fn other_choices_leave_a_warning() {
    let choices = Choices::of_labels(&SENTIMENTS).unwrap();
    let text = "Negative. The positive parts are few.";
    let reading = read_choice(text, &choices).unwrap();
    assert_eq!(reading.span.of(text), "Negative");
    let spans: Vec<&str> = reading
        .warnings
        .iter()
        .map(|warning| warning.span.of(text))
        .collect();
    assert_eq!(spans, ["positive"]);
}

#[test]
fn the_answer_behind_a_list_of_options_is_read_with_its_text() {
    let animals = [("A", "cat"), ("B", "dog"), ("C", "cow")];
    let animals = Choices::of_options(&animals).unwrap();
    let chosen = |reply: &str| {
        let reading = read_choice(reply, &animals).ok()?;
        animals.label(reading.choice).map(str::to_owned)
    };
    let replies = [
        "A) cat\nB) dog\nC) cow\n\nAnswer: B) dog",
        "A) cat\nB) dog\nC) cow\n\nThe correct answer is **B) dog**.",
        "(A) cat (B) dog (C) cow. The answer is (B) dog.",
        "A) cat\nB) dog\nC) cow\n\nLösung: B) dog",
    ];
    for reply in replies {
        assert_eq!(chosen(reply).as_deref(), Some("B"), "{reply}");
    }
    for reply in [
        "Choose the answer: A) cat B) dog C) cow",
        "Answer:\nA) cat\nB) dog\nC) cow",
    ] {
        assert!(chosen(reply).is_none(), "{reply}");
    }
}
