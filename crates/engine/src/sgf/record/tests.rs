use super::*;
use crate::sgf::{read, write};
use katsura_games::GameSpec;
use serde_json::json;

fn record(text: &str) -> GameRecord {
    GameRecord::from_tree(&read(text.as_bytes()).unwrap()[0]).unwrap()
}

fn refused(text: &str) -> String {
    GameRecord::from_tree(&read(text.as_bytes()).unwrap()[0]).unwrap_err().to_string()
}

fn written(record: &GameRecord) -> String {
    write(&[record.to_tree().unwrap()])
}

/// The main line as `B e5` or `W resign`, without setups.
fn line(record: &GameRecord) -> String {
    let plays = record.steps.line(record.steps.root()).filter_map(|id| record.steps[id].play.as_ref());
    let shown = plays.map(|play| {
        let text = match &play.action {
            Action::Move(text) => text,
            Action::Swap => "swap",
            Action::Resign => "resign",
            Action::Forfeit => "forfeit",
        };
        format!("{} {text}", play.color.letter())
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Whether a record is the same after being written and read.
fn survives(record: &GameRecord) {
    let text = written(record);
    let again = GameRecord::from_tree(&read(text.as_bytes()).unwrap()[0]).unwrap();
    let ours = |mut record: GameRecord| {
        let root = record.steps.root();
        record.steps[root].other.retain(|property| property.name() != "AP");
        record
    };
    assert_eq!(ours(again), ours(record.clone()), "{text}");
}

#[test]
fn a_record_of_go_has_vertices_and_parameters() {
    let text = "(;FF[4]GM[1]SZ[9]KM[6.5]RU[AGA]PB[Ann]PW[Bob]RE[W+2.5]DT[2026-11-15]TM[600];B[ee]C[tengen];W[cg];B[];W[tt])";
    let record = record(text);
    assert_eq!(record.game.name, "go");
    let parameters = json!({"size": 9, "komi": 6.5, "ko": "situational", "suicide": "forbidden"});
    assert_eq!(json!(record.game.parameters), parameters);
    assert_eq!(line(&record), "B E5, W C3, B pass, W pass");
    assert_eq!(record.info.black.as_deref(), Some("Ann"));
    assert_eq!(record.info.result, Some(Outcome::Win(Color::White, Margin::Points(2.5))));
    let root = &record.steps[record.steps.root()];
    assert_eq!(root.other.iter().map(Property::name).collect::<Vec<_>>(), ["TM"], "the rest is understood");
    survives(&record);
    assert!(written(&record).contains("GM[1]"));
}

#[test]
fn what_go_files_leave_out_is_the_standards_default() {
    let record = record("(;B[pd])");
    assert_eq!((record.game.name.as_str(), json!(record.game.parameters)), ("go", json!({"size": 19})));
    assert_eq!(line(&record), "B Q16");
}

#[test]
fn setups_of_go_may_be_rectangles() {
    let record = record("(;GM[1]SZ[9]AB[aa:ba][cc]AW[ii]PL[W];W[bb]AE[cc])");
    let setup = &record.steps[record.steps.root()].setup;
    assert_eq!(setup.black, ["A9", "B9", "C7"]);
    assert_eq!((setup.white.as_slice(), setup.to_move), (&["J1".to_string()][..], Some(Color::White)));
    assert_eq!(record.steps[record.end()].setup.empty, ["C7"]);
    survives(&record);
}

#[test]
fn a_result_or_komi_that_is_not_understood_is_kept_as_it_stands() {
    let record = record("(;GM[1]SZ[9]RE[White wins somehow]KM[much])");
    assert_eq!((record.info.result, record.game.parameters.get("komi")), (None, None));
    let text = written(&record);
    assert!(text.contains("RE[White wins somehow]") && text.contains("KM[much]"), "{text}");
}

#[test]
fn a_swap_of_pieces_in_hex_is_a_move_of_the_game() {
    let record = record("(;FF[4]GM[11]SZ[5];B[A2];W[swap-pieces];B[c3];W[d4];B[resign])");
    assert_eq!(line(&record), "B a2, W swap, B c3, W d4, B resign");
    assert_eq!(json!(record.game.parameters), json!({"size": 5, "swap": true}));
    assert!(written(&record).contains("W[swap-pieces]"));
    survives(&record);
}

#[test]
fn a_swap_of_players_in_hex_exchanges_colours_and_sides_from_then_on() {
    // After it White moves again: the stone on f2 stays black, so in the game it becomes White's on b6.
    let text = "(;GM[11]SZ[11]RE[B+];B[f2];W[swap-pieces];W[e7]SBKV[60];B[d8](;W[a2])(;W[resign]))";
    let record = record(text);
    assert_eq!(line(&record), "B f2, W swap, B g5, W h4, B b1");
    assert_eq!(record.info.result, Some(Outcome::Win(Color::Black, Margin::Unsaid)), "the player who began");
    let after_swap = record.find(record.steps.root(), ["f2", "swap", "g5"]).unwrap();
    assert_eq!(record.steps[after_swap].black_win_rate, Some(0.4));
    assert_eq!(self::record(&text.replace("pieces", "sides")), record);
    survives(&record);
}

#[test]
fn hex_has_eleven_rows_and_other_words() {
    let record = record("(;GM[11];B[k11];W[forfeit])");
    assert_eq!(line(&record), "B k11, W forfeit");
    assert_eq!(json!(record.game.parameters), json!({"size": 11}));
}

#[test]
fn havannah_goes_by_three_names_and_two_sizes() {
    for header in ["GM[Havannah]SZ[5]", "GM[havannah]SZ[d=9]", "GM[4100]SZ[5]"] {
        let record = record(&format!("(;FF[4]{header};W[e1];B[f3];W[resign])"));
        assert_eq!((record.game.name.as_str(), json!(record.game.parameters)), ("havannah", json!({"size": 5})));
        assert_eq!(record.first(), Color::White);
        assert_eq!(line(&record), "W a5, B c6, W resign");
        assert!(written(&record).contains("GM[Havannah]") && written(&record).contains(";W[e1];B[f3]"));
        survives(&record);
    }
    assert_eq!(refused("(;GM[Havannah];W[a1])"), "line 1, column 2: expected SZ, the side of the board");
}

#[test]
fn little_golem_is_known_by_its_source_and_has_its_own_cells() {
    let text =
        "(;FF[4]EV[null]PB[Ann]PW[Bob]SZ[4]RU[LG]RE[B]GC[ game #1]SO[http://www.littlegolem.com];W[F3];B[swap];W[G4])";
    let record = record(text);
    assert_eq!((record.game.name.as_str(), json!(record.game.parameters)), ("havannah", json!({"size": 4, "swap": true})));
    assert_eq!(line(&record), "W e6, B swap, W g7");
    assert_eq!(record.info.result, Some(Outcome::Win(Color::White, Margin::Unsaid)), "its black player moves first");
    assert_eq!((record.info.white.as_deref(), record.info.black.as_deref()), (Some("Ann"), Some("Bob")));
    let exchanged = text.replace(";W[", ";x[").replace(";B[", ";W[").replace(";x[", ";B[");
    assert_eq!(self::record(&exchanged), record, "also if the moves are written in its colours");
    assert_eq!(record.info.place.as_deref(), Some("http://www.littlegolem.com"));
    assert_eq!(record.info.source, None, "as a source it would say that the cells are LittleGolem's");
    survives(&record);
    assert_eq!(self::record("(;SZ[4]SO[littlegolem];W[resign])").game.name, "havannah");
    assert_eq!(self::record("(;SZ[19]SO[littlegolem];B[pd])").game.name, "go");
}

#[test]
fn reversi_is_read_with_and_without_its_starting_discs() {
    for text in ["(;GM[2];B[d3];W[c5];B[])", "(;GM[Othello]SZ[8]AB[e4][d5]AW[d4][e5];B[dc];W[ce];B[PASS])"] {
        let record = record(text);
        assert_eq!((record.game.name.as_str(), json!(record.game.parameters)), ("reversi", json!({"size": 8})));
        assert_eq!(line(&record), "B d3, W c5, B pass");
        assert!(record.steps[record.steps.root()].setup.is_empty());
        survives(&record);
    }
}

#[test]
fn other_games_are_written_by_name_in_their_own_notation() {
    let spec = GameSpec::named("tic-tac-toe").unwrap();
    let record = GameRecord::from_moves(&spec, &["A1", "b1", "a2", "b2", "a3"]).unwrap();
    assert_eq!(line(&record), "B a1, W b1, B a2, W b2, B a3");
    assert_eq!(record.info.result, Some(Outcome::Win(Color::Black, Margin::Unsaid)));
    let expected =
        format!("(;FF[4]GM[tic-tac-toe]AP[Katsura:{}]RE[B+];B[a1];W[b1];B[a2];W[b2];B[a3])\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(written(&record), expected);
    assert_eq!(record.position_at(record.end()).unwrap().rewards()[0], 1.0);
    survives(&record);
}

#[test]
fn variations_comments_values_and_unknown_properties_survive() {
    let record = record(
        "(;GM[tic-tac-toe]C[root]XY[1][2];B[b2]N[name]C[a \\] b](;W[a1]SBKV[81.25];B[c3])(;W[b1]C[worse](;B[a1])(;B[c1])))",
    );
    survives(&record);
    let b2 = record.find(record.steps.root(), ["b2"]).unwrap();
    assert_eq!(record.steps[b2].comment, "a ] b");
    let worse = record.find(b2, ["b1"]).unwrap();
    assert_eq!(record.steps.children(worse).count(), 2);
    assert_eq!(record.moves_to(record.find(worse, ["c1"]).unwrap()).unwrap(), ["b2", "b1", "c1"]);
    assert_eq!(record.find(worse, ["c3"]), None);
    assert_eq!(record.steps[record.find(b2, ["a1"]).unwrap()].black_win_rate, Some(0.8125));
}

#[test]
fn moves_in_the_root_and_two_in_one_node_are_read() {
    let record = record("(;GM[tic-tac-toe]B[b2];W[a1]B[a2]C[both];W[c2])");
    assert_eq!(line(&record), "B b2, W a1, B a2, W c2");
    assert_eq!(record.moves_to(record.end()).unwrap().len(), 4);
    survives(&record);
}

#[test]
fn a_setup_is_made_by_moves_where_the_turns_allow_it() {
    let balanced = record("(;GM[tic-tac-toe]AB[a1][a2]AW[b1];W[c3])");
    assert_eq!(balanced.moves_to(balanced.end()).unwrap(), ["a1", "b1", "a2", "c3"]);
    let message = |text: &str| {
        let record = record(text);
        record.moves_to(record.end()).unwrap_err().to_string()
    };
    assert_eq!(
        message("(;GM[tic-tac-toe]AB[a1][a2])"),
        "line 1, column 2, after 0 moves: a setup that moves of the game cannot make: it is not black's turn; write the moves that lead to the position instead"
    );
    assert!(message("(;GM[tic-tac-toe]AB[a1]PL[B])").contains("it is not black's turn"));
    let with_turn = record("(;GM[tic-tac-toe];B[a1]PL[W];W[a2]PL[W])");
    assert_eq!(with_turn.moves_to(with_turn.end()).unwrap(), ["a1", "a2"], "a turn beside a move says nothing");
    let taken_back = record("(;GM[tic-tac-toe];B[a1];W[b2];AE[b2]PL[W];W[c3])");
    assert_eq!(taken_back.moves_to(taken_back.end()).unwrap(), ["a1", "c3"]);
    assert_eq!(
        message("(;GM[connect-four]\n;B[d];W[e]\n;AE[e])"),
        "line 3, column 1, after 2 moves: a setup that moves of the game cannot make: pieces of connect-four cannot be taken \
         from the board by AE; write the moves that lead to the position instead"
    );
}

/// The stones on the board, `X` and `O`, and who is to move at the end of a record of Go on a small board.
fn board(text: &str) -> (String, Color) {
    let record = record(text);
    let position = record.position_at(record.end()).unwrap();
    let mark = |cell: &katsura_game::Cell| match cell.mark {
        katsura_game::Mark::Empty => '.',
        katsura_game::Mark::Piece(0) => 'X',
        katsura_game::Mark::Piece(_) => 'O',
    };
    let color = Color::of(position.turn().player().unwrap(), Color::Black);
    (position.picture().cells.iter().map(mark).collect(), color)
}

#[test]
fn setups_of_go_add_take_and_exchange_stones_in_any_node() {
    for (text, stones, to_move) in [
        ("(;GM[1]SZ[3]AE[aa][bb]AB[ca]PL[W])", "..X......", Color::White),
        ("(;GM[1]SZ[3];B[aa];W[bb];AE[aa]AB[cc])", "....O...X", Color::Black),
        ("(;GM[1]SZ[3];B[aa];W[bb];AE[aa:bb]PL[W])", ".........", Color::White),
        ("(;GM[1]SZ[3];B[aa];W[bb];B[cc];AW[aa])", "O...O...X", Color::White),
        ("(;GM[1]SZ[3];B[aa];W[bb];AE[bb];W[ab];B[bb])", "X..OX....", Color::White),
        ("(;GM[1]SZ[3];B[aa];W[bb];AB[aa][ca])", "X.X.O....", Color::White),
        // A stone that was taken comes back.
        ("(;GM[1]SZ[3];B[aa];W[ba];B[cc];W[ab];AE[ab]AB[aa])", "XO......X", Color::Black),
        // Two passes do not end a game that is set up anew.
        ("(;GM[1]SZ[3];B[aa];W[];B[];AE[aa]AW[bb])", "....O....", Color::White),
    ] {
        assert_eq!(board(text), (stones.to_string(), to_move), "{text}");
        survives(&record(text));
    }
}

#[test]
fn stones_of_a_handicap_can_be_taken_from_the_board() {
    let record = record("(;GM[1]SZ[9]HA[2]AB[gc][cg];W[ee];AE[gc];B[gc])");
    assert_eq!(record.moves_to(record.end()).unwrap(), ["C3", "E5", "G7"]);
    survives(&record);
}

#[test]
fn a_setup_with_stones_that_could_not_stand_is_refused() {
    for setup in ["AB[ba][ab]\nAW[aa]", "AB[aa]AW[aa]"] {
        let record = record(&format!("(;GM[1]SZ[9]\n;B[ee];{setup})"));
        let message = record.moves_to(record.end()).unwrap_err().to_string();
        assert!(
            message.starts_with("line 2, column 7, after 1 moves: a setup that moves of the game cannot make: "),
            "{message}"
        );
        assert!(message.ends_with("; write the moves that lead to the position instead"), "{message}");
    }
}

#[test]
fn a_line_has_a_limited_number_of_setups() {
    let setups = |times: usize| record(&format!("(;GM[1]SZ[5]{})", ";AB[aa];AE[aa]".repeat(times)));
    let fine = setups(100);
    assert!(fine.moves_to(fine.end()).is_ok());
    let endless = setups(600);
    let message = endless.moves_to(endless.end()).unwrap_err().to_string();
    assert!(message.contains("more than 1000 nodes set pieces up"), "{message}");
}

#[test]
fn moves_that_cannot_be_played_are_reported_with_their_number() {
    let message = |text: &str| {
        let record = record(text);
        record.position_at(record.end()).err().unwrap().to_string()
    };
    assert_eq!(
        message("(;GM[tic-tac-toe];B[a1];W[a1])"),
        "line 1, column 24, after 1 moves: a1: illegal move in this position"
    );
    assert_eq!(message("(;GM[tic-tac-toe];B[a1];B[a2])"), "line 1, column 24, after 1 moves: it is not black's turn");
    assert_eq!(
        message("(;GM[tic-tac-toe];B[x9])"),
        "line 1, column 18, after 0 moves: 'x9' is not a move: expected a cell from a1 to c3"
    );
    assert!(message("(;GM[whist];B[a1])").contains("whist"));
}

#[test]
fn files_that_are_no_record_are_refused_with_what_was_expected() {
    assert_eq!(
        refused("(;GM[1]SZ[9];B[aa];W[zz])"),
        "line 1, column 19, after 1 moves: W[zz]: expected two letters for a point on the board, or nothing for a pass"
    );
    assert!(refused("(;GM[11];B[5c])").starts_with("line 1, column 9, after 0 moves: B[5c]: expected a cell such as c5"));
    assert!(refused("(;GM[3])").starts_with("line 1, column 2: GM[3]: expected 1 (Go)"));
    for size in ["0", "x", "19:13", "53", "-1", "99999999999999999999"] {
        assert!(
            refused(&format!("(;GM[1]SZ[{size}])")).starts_with(&format!("line 1, column 2: SZ[{size}]: expected the size"))
        );
    }
}

#[test]
fn a_record_with_a_move_of_no_notation_is_not_written() {
    let game = NamedGame { name: "go".into(), parameters: [("size".to_string(), json!(9))].into_iter().collect() };
    let mut record = GameRecord::new(game);
    record.add(record.steps.root(), Color::Black, Action::Move("K10".into()));
    assert!(record.to_tree().unwrap_err().to_string().starts_with("after 0 moves: B[K10]: expected two letters"));
    let sizeless = GameRecord::new(NamedGame { name: "havannah".into(), parameters: Default::default() });
    assert_eq!(sizeless.to_tree().unwrap_err().to_string(), "havannah: expected a size");
}

#[test]
fn parameters_without_a_property_are_kept_as_json() {
    let parameters = json!({"size": 9, "komi": 7.5, "ko": "simple", "suicide": "allowed", "eye": "liberties"});
    let game = NamedGame { name: "go".into(), parameters: parameters.as_object().unwrap().clone() };
    let record = GameRecord::new(game);
    let text = written(&record);
    assert!(text.contains("SZ[9]KM[7.5]KATSURA[{\"eye\":\"liberties\","), "{text}");
    survives(&record);
    let foreign = text.replace("GM[1]", "GM[2]");
    assert_eq!(self::record(&foreign).game.name, "reversi", "a note about another game is not believed");
}
