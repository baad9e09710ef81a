use super::*;
use proptest::prelude::*;
use sgf_parse::SgfProp as _;
use std::time::{Duration, Instant};

fn strict(text: &str) -> Result<Vec<GameTree>, ReadError> {
    read_with(text.as_bytes(), &ReadOptions { mode: Mode::Strict, ..ReadOptions::default() })
}

/// The games in a form that shows everything: one line per node, indented by depth.
fn shown(games: &[GameTree]) -> String {
    let mut out = String::new();
    for game in games {
        for (depth, id) in game.preorder() {
            let node: Vec<String> = game[id]
                .properties()
                .iter()
                .map(|p| format!("{}{:?}", p.name(), p.values().iter().map(Value::text).collect::<Vec<_>>()))
                .collect();
            out += &format!("{}{}\n", "-".repeat(depth), node.join(" "));
        }
    }
    out
}

fn lenient(text: &str) -> String {
    shown(&read(text.as_bytes()).unwrap())
}

#[test]
fn variations_and_collections_become_trees_in_order() {
    let text = "(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))\n(;C[second])";
    let expected = "FF[\"4\"] C[\"root\"]\n-C[\"a\"]\n--C[\"b\"]\n---C[\"c\"]\n---C[\"d\"]\n----C[\"e\"]\n-C[\"f\"]\n--C[\"g\"]\n\
                    ---C[\"h\"]\n----C[\"i\"]\n--C[\"j\"]\nC[\"second\"]\n";
    assert_eq!(lenient(text), expected);
    assert_eq!(shown(&strict(text).unwrap()), expected);
}

#[test]
fn white_space_is_free_between_everything_but_inside_values() {
    let spread = " ( ; FF [4]\n\tAB [aa] \r\n [bb]\n; B\n[ cc ] ) ";
    assert_eq!(shown(&strict(spread).unwrap()), "FF[\"4\"] AB[\"aa\", \"bb\"]\n-B[\" cc \"]\n");
}

#[test]
fn what_real_files_do_wrong_is_read_leniently_and_refused_strictly() {
    for (text, expected) in [
        ("From: someone (me)\n\n(;B[aa])", "B[\"aa\"]\n"),
        ("(;B[aa]) the end", "B[\"aa\"]\n"),
        ("(;B[aa];W[bb]", "B[\"aa\"]\n-W[\"bb\"]\n"),
        ("(;B[aa](;W[bb]", "B[\"aa\"]\n-W[\"bb\"]\n"),
        ("((;B[aa]))", "B[\"aa\"]\n"),
        ("((;B[aa])(;B[bb]))", "B[\"aa\"]\nB[\"bb\"]\n"),
        ("(;B[aa]())", "B[\"aa\"]\n"),
        ("()(;B[aa])", "B[\"aa\"]\n"),
        ("(;B[aa](;W[bb]);W[cc])", "B[\"aa\"]\n-W[\"bb\"]\n-W[\"cc\"]\n"),
        ("(GM[1];B[aa])", "GM[\"1\"]\n-B[\"aa\"]\n"),
        ("((no game) [or so] (;B[aa])", "B[\"aa\"]\n"),
        ("(;AB[aa]AB[bb])", "AB[\"aa\"] AB[\"bb\"]\n"),
        ("(;GaMe[1];Black[aa];white[bb])", "GM[\"1\"]\n-B[\"aa\"]\n--WHITE[\"bb\"]\n"),
        ("(;KGS1[x]A_B[y])", "KGS1[\"x\"] AB[\"y\"]\n"),
    ] {
        assert_eq!(lenient(text), expected, "{text}");
        assert!(strict(text).is_err(), "{text}");
    }
    assert_eq!(lenient("\u{feff}(;B[aa])"), "B[\"aa\"]\n");
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let message = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(message(""), "line 1, column 1: expected '(;', where a game begins, found the end of the file");
    assert_eq!(message("a\nb"), "line 2, column 2: expected '(;', where a game begins, found the end of the file");
    assert_eq!(message("(;\nB[aa]\n  W;)"), "line 3, column 4: expected '[' after the property W, found ';'");
    assert_eq!(message("(;C[é]]"), "line 1, column 7: expected ';', '(' or ')', found ']'");
    assert_eq!(
        message("(;\nC[a\\]"),
        "line 2, column 2: expected a ']' that ends the value beginning here, found the end of the file"
    );
    assert_eq!(message("(;C[a\\"), message("(;C[a"));
    assert_eq!(read(b"\xff\xfe(\0;\0)\0").unwrap_err().fault, Fault::Utf16);
    let message = |text: &str| strict(text).unwrap_err().to_string();
    assert_eq!(message("x(;B[aa])"), "line 1, column 1: expected '(', where a game begins, found 'x'");
    assert_eq!(message("()"), "line 1, column 2: expected ';', where the first node begins, found ')'");
    assert_eq!(message("(;B[aa]"), "line 1, column 8: expected ';', '(' or ')', found the end of the file");
    assert_eq!(message("(;B[aa]())"), "line 1, column 9: expected ';', where the variation begins, found ')'");
    assert_eq!(message("(;(;);)"), "line 1, column 6: expected '(' or ')', found ';'");
    assert_eq!(message("(;Black[aa])"), "line 1, column 3: expected a property in capital letters, found 'Black'");
    assert_eq!(message("(;C[a]C[b])"), "line 1, column 7: expected each property once in a node, found C again");
    assert_eq!(message("(;CA[Big5])"), "line 1, column 3: expected CA[UTF-8] or CA[ISO-8859-1], found CA[big5]");
}

#[test]
fn the_character_set_is_that_of_the_game_even_if_declared_late() {
    let texts = |bytes: &[u8], mode| {
        let options = ReadOptions { mode, ..ReadOptions::default() };
        read_with(bytes, &options).map(|games| games.iter().map(|g| g[g.root()].text("C").unwrap()).collect::<Vec<_>>())
    };
    let bytes = b"(;C[\xe9])(;C[\xc3\xa9]CA[UTF-8])(;C[\xc3\xa9])(;C[\xc3\xa9]CA[ISO-8859-1])";
    assert_eq!(texts(bytes, Mode::Lenient).unwrap(), ["é", "é", "é", "Ã©"]);
    assert_eq!(texts(bytes, Mode::Strict).unwrap(), ["é", "é", "Ã©", "Ã©"]);
    let error = texts(b"(;CA[UTF-8]\nC[\xe9])", Mode::Strict).unwrap_err();
    assert_eq!((error.line, error.column, error.fault), (2, 3, Fault::Encoding));
}

#[test]
fn written_games_declare_utf8_only_if_they_need_it() {
    let rewritten = |bytes: &[u8]| write(&read(bytes).unwrap());
    assert_eq!(rewritten(b"(;FF[4]C[x])"), "(;FF[4]C[x])\n");
    assert_eq!(rewritten(b"(;FF[4]C[\xe9])"), "(;FF[4]C[é]CA[UTF-8])\n");
    assert_eq!(rewritten(b"(;FF[4]CA[ISO-8859-1];C[\xe9])"), "(;FF[4]CA[UTF-8]\n".replace('\n', "") + ";C[é])\n");
    assert_eq!(rewritten("(;CA[utf-8]C[é])".as_bytes()), "(;CA[utf-8]C[é])\n");
}

#[test]
fn limits_on_size_are_kept() {
    let options = |max_bytes, max_items| ReadOptions { max_bytes, max_items, ..ReadOptions::default() };
    let text = b"(;B[aa])(;B[bb])";
    assert_eq!(read_with(text, &options(16, 6)).unwrap().len(), 2);
    assert_eq!(read_with(text, &options(15, 6)).unwrap_err().fault, Fault::TooLong { limit: 15, found: 16 });
    assert_eq!(read_with(text, &options(16, 5)).unwrap_err().fault, Fault::TooMany(5));
    let one_by_one: Vec<_> = Games::new(text, &options(16, 3)).collect();
    assert!(one_by_one.len() == 2 && one_by_one.iter().all(Result::is_ok), "the limit is one game's");
    let mut games = Games::new(text, &options(16, 2));
    assert!(games.next().unwrap().is_err() && games.next().is_none());
}

/// Reads hostile bytes in both modes; only the time and the absence of a crash matter.
fn survives(bytes: &[u8]) {
    for mode in [Mode::Lenient, Mode::Strict] {
        let start = Instant::now();
        if let Ok(games) = read_with(bytes, &ReadOptions { mode, ..ReadOptions::default() }) {
            let again = write(&games);
            assert_eq!(read(again.as_bytes()).unwrap(), games);
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{mode:?}: {:?}", start.elapsed());
    }
}

#[test]
fn millions_of_parentheses_neither_overflow_the_stack_nor_take_long() {
    let million = 1_000_000;
    survives("(".repeat(4 * million).as_bytes());
    survives("()".repeat(4 * million).as_bytes());
    survives("( ".repeat(4 * million).as_bytes());
    survives(("(;".repeat(million) + &")".repeat(million)).as_bytes());
    survives("(;".repeat(million).as_bytes());
    survives(("(;".to_string() + &"(;)".repeat(million) + ")").as_bytes());
    survives(("(;".to_string() + &"()".repeat(million)).as_bytes());
    survives(")".repeat(4 * million).as_bytes());
}

#[test]
fn hundred_megabytes_in_one_value_or_of_rubbish_are_read_in_linear_time() {
    let rubbish = "a".repeat(100_000_000);
    survives(rubbish.as_bytes());
    survives(format!("(;C[{rubbish}])").as_bytes());
    let (rubbish, slashes, spaces) = (&rubbish[..10_000_000], "\\".repeat(10_000_000), " ".repeat(10_000_000));
    survives(format!("(;{rubbish}").as_bytes());
    survives(format!("(;C[{slashes}").as_bytes());
    survives(format!("(;{spaces}").as_bytes());
}

#[test]
fn many_small_things_end_at_the_limit() {
    let limited = |text: &str| {
        let options = ReadOptions { max_items: 1_000_000, ..ReadOptions::default() };
        read_with(text.as_bytes(), &options).unwrap_err().fault
    };
    let many = 1_500_000;
    for text in
        ["(".to_string() + &";".repeat(many), "(;".to_string() + &"B[]".repeat(many), "(;B".to_string() + &"[]".repeat(many)]
    {
        assert_eq!(limited(&text), Fault::TooMany(1_000_000));
    }
}

#[test]
fn many_different_properties_in_one_node_are_checked_in_linear_time() {
    let mut text = String::from("(;");
    for number in 0..200_000u32 {
        let letters = (0..5).map(|digit| char::from(b'A' + (number / 26u32.pow(digit) % 26) as u8));
        text.extend(letters);
        text += "[]";
    }
    text.push(')');
    let start = Instant::now();
    assert_eq!(strict(&text).unwrap()[0].len(), 1);
    assert!(start.elapsed() < Duration::from_secs(20));
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[a-z]{0,2}".prop_map(|text| Value::from_text(&text)),
        "\\PC{0,12}".prop_map(|text| Value::from_text(&text)),
        "[ -~\n\r\t]{0,12}".prop_map(|text| Value::from_text(&text)),
        ("[ -~]{0,6}", "[ -~é]{0,6}").prop_map(|(left, right)| Value::from_pair(&left, &right)),
    ]
}

fn any_node() -> impl Strategy<Value = Node> {
    let property = ("[A-Z]{1,4}", prop::collection::vec(any_value(), 1..3));
    prop::collection::vec(property, 0..4).prop_map(|properties| {
        let mut node = Node::default();
        for (name, values) in properties.into_iter().filter(|(name, _)| name != "CA" && name != "GM") {
            node.set(&name, values);
        }
        node
    })
}

/// A tree whose nodes hang on any of the nodes before them; the root declares UTF-8.
fn any_game() -> impl Strategy<Value = GameTree> {
    (any_node(), prop::collection::vec((any_node(), any::<prop::sample::Index>()), 0..20)).prop_map(|(mut root, nodes)| {
        root.set_text("CA", "UTF-8");
        let mut tree = Tree::new(root);
        let mut ids = vec![tree.root()];
        for (node, parent) in nodes {
            let parent = *parent.get(&ids);
            ids.push(tree.add(parent, node));
        }
        tree
    })
}

/// The value as the other reader gives it: without the backslashes that protect a character.
fn without_escapes(value: &Value) -> String {
    let mut chars = value.raw().chars();
    std::iter::from_fn(|| chars.next().and_then(|c| if c == '\\' { chars.next() } else { Some(c) })).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_the_same(games in prop::collection::vec(any_game(), 1..4)) {
        let text = write(&games);
        prop_assert_eq!(&read(text.as_bytes()).unwrap(), &games);
        prop_assert_eq!(&strict(&text).unwrap(), &games);
        prop_assert_eq!(write(&strict(&text).unwrap()), text);
    }

    #[test]
    fn texts_survive_being_escaped(text in "\\PC*") {
        prop_assert_eq!(Value::from_text(&text).text(), text);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survives(&bytes);
    }

    #[test]
    fn any_arrangement_of_signs_is_read_without_a_panic(text in "(\\(;)?[();B\\[\\]\\\\ a\n]{0,60}") {
        survives(text.as_bytes());
    }

    #[test]
    fn another_reader_finds_the_same_tree(game in any_game()) {
        let text = write(std::slice::from_ref(&game));
        let options = sgf_parse::ParseOptions::default();
        let theirs = sgf_parse::parse_with_options(&text, &options).unwrap();
        prop_assert_eq!(theirs.len(), 1);
        let sgf_parse::GameTree::GoGame(root) = &theirs[0] else { panic!("not a Go game") };
        let mut stack = vec![(0, root)];
        let mut nodes = game.preorder();
        while let Some((depth, node)) = stack.pop() {
            let (our_depth, id) = nodes.next().unwrap();
            prop_assert_eq!((depth, node.properties.len()), (our_depth, game[id].properties().len()));
            for (theirs, ours) in node.properties.iter().zip(game[id].properties()) {
                prop_assert_eq!(theirs.identifier(), ours.name());
                if let sgf_parse::go::Prop::Unknown(_, values) = theirs {
                    prop_assert_eq!(values, &ours.values().iter().map(without_escapes).collect::<Vec<_>>());
                }
            }
            stack.extend(node.children.iter().rev().map(|child| (depth + 1, child)));
        }
        prop_assert!(nodes.next().is_none());
    }
}
