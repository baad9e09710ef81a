//! What is wrong with a sheet is said with file, line, column and remedy.

use katsura_rules::{Fault, Limits, Rules, RulesError};

/// A sheet that is a game, with something added.
fn with(more: &str) -> Result<Rules, RulesError> {
    Rules::gdl("t.kif", &format!("(role me) (init (at a)) (legal me go)\n(<= terminal (true (at b))) (goal me 0)\n{more}"))
}

fn error(more: &str) -> (Fault, String) {
    let error = with(more).unwrap_err();
    (error.fault, error.to_string())
}

#[test]
fn a_sheet_without_what_every_game_has_is_refused() {
    for (sheet, missing) in [("", "role"), ("(role me)", "legal"), ("(role me) (legal me go)", "goal")] {
        let text = Rules::gdl("t.kif", sheet).unwrap_err().to_string();
        assert_eq!(text, format!("t.kif:1:1: nothing says what '{missing}' is; add rules for '{missing}'"));
    }
    let roles: String = (0..7).map(|role| format!("(role r{role}) (legal r{role} go) (goal r{role} 0)")).collect();
    let text = Rules::gdl("t.kif", &format!("{roles} (<= terminal (true x))")).unwrap_err().to_string();
    assert_eq!(text, "t.kif:1:1: the game has 7 roles; a game has 1 to 6");
}

#[test]
fn relations_have_the_number_of_arguments_that_the_language_says() {
    assert_eq!(error("(<= (legal me) (true x))").1, "t.kif:3:5: 'legal' has 1 arguments; it takes 2");
    assert_eq!(error("(<= (p ?x) (distinct ?x))").1, "t.kif:3:12: 'distinct' takes two terms; write (distinct TERM TERM)");
    assert_eq!(error("(<= (true x) (p y))").0, Fault::Form);
    assert_eq!(
        error("(<= (role you) (p y))").1,
        "t.kif:3:5: 'role' stands in the head of a rule; roles are facts: write (role NAME) for each"
    );
    assert_eq!(error("(<=)").1, "t.kif:3:1: a rule without a head; write (<= HEAD CONDITION …)");
    assert_eq!(error("(<= (?p x) (q x))").0, Fault::Form);
    assert_eq!(error("(<= p (not q r))").1, "t.kif:3:7: 'not' takes one condition; write (not CONDITION)");
}

#[test]
fn a_variable_without_a_value_is_named() {
    let expected =
        "t.kif:3:5: the variable ?x of the head 'next' gets no value; add a condition without 'not' in which ?x stands";
    assert_eq!(error("(<= (next ?x) (q a))"), (Fault::Unsafe, expected.to_string()));
    assert_eq!(error("(<= (next (at b)) (q a) (not (q ?y)))").0, Fault::Unsafe);
    assert_eq!(error("(<= (next (at b)) (q a) (distinct ?y a))").0, Fault::Unsafe);
}

#[test]
fn a_relation_that_depends_on_its_own_negation_is_refused() {
    let (fault, text) = error("(q a) (<= (p ?x) (q ?x) (not (r ?x))) (<= (r ?x) (p ?x))");
    assert_eq!(fault, Fault::Dependence);
    assert!(text.starts_with("t.kif:3:30: 'p' depends on the negation of 'r', which depends on 'p'"), "{text}");
}

#[test]
fn what_is_fixed_does_not_depend_on_the_position_and_what_is_asked_before_a_move_not_on_the_move() {
    assert!(error("(<= (init y) (true x))").1.contains("'init' depends on 'true' or 'does'"));
    assert!(error("(<= (legal me back) (does me go))").1.contains("'legal' depends on 'does'"));
    assert!(error("(<= terminal p) (<= p (does me go))").1.contains("'terminal' depends on 'does'"));
}

#[test]
fn a_sheet_that_grows_without_end_is_stopped_at_a_limit_with_the_reason() {
    let (fault, text) = error("(p zero) (<= (p (s ?x)) (p ?x))");
    assert_eq!(fault, Fault::Limit);
    assert_eq!(
        text,
        "t.kif:3:14: writing the rules out takes more than 32 functions in functions; this rule was the last; \
         give its conditions fewer variables, or raise the limit"
    );
    let digits: String = (0..10).map(|digit| format!("(d {digit})")).collect();
    let all = format!("{digits} (<= (n ?a ?b ?c ?d ?e ?f) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))");
    let limits = Limits { atoms: 10_000, ..Limits::default() };
    let sheet = format!("(role me) (legal me go) (goal me 0) (<= terminal (true x)) {all}");
    assert!(Rules::gdl_within("t.kif", &sheet, &limits).unwrap_err().to_string().contains("more than 10000 facts"));
}

#[test]
fn what_is_harmless_is_a_warning() {
    let warnings = |more: &str| with(more).unwrap().warnings().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        warnings("(<= (next (at b)) (does me go)) (<= terminal (p))")[0],
        "3:46: (p) has no arguments; it is read as p"
    );
    let two = warnings("(<= (next (at b)) (does me go)) (q a) (q a b)");
    assert_eq!(two, ["3:39: 'q' has 2 arguments here and 1 elsewhere: two relations"]);
    assert!(warnings("(<= (next (at b)) (p a))").iter().any(|warning| warning.contains("it never holds")));
    let unused = warnings("(<= (next (at b)) (does me go)) (<= (p ?x) (at b))");
    assert!(unused[0].starts_with("3:37: a variable of this rule gets no value; it is left out"), "{unused:?}");
    let every = warnings("(<= (next (at b)) (does me go)) (<= (legal ?p wait) (true (at a)))");
    assert_eq!(every, ["3:37: the variable ?p stands for every role: (role ?p) is missing"]);
    assert!(warnings("(<= (next (at b)) (does me go)) (goal me 250)")[0].contains("is no number from 0 to 100"));
}

#[test]
fn words_are_the_same_in_upper_and_lower_case() {
    let sheet =
        "(ROLE Me) (INIT (At a)) (LEGAL me Go) (<= TERMINAL (TRUE (at B))) (GOAL ME 0) (<= (NEXT (AT b)) (DOES me GO))";
    assert_eq!(Rules::gdl("t.kif", sheet).unwrap().roles(), ["me"]);
}
