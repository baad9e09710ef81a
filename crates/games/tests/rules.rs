//! Games from files are the games written by hand: the same numbers of moves, and random games move by move.

use katsura_game::testing::perft;
use katsura_game::{Game, Rng, State, Text, Turn};
use katsura_games::breakthrough::Breakthrough;
use katsura_games::connect_four::ConnectFour;
use katsura_games::gomoku::Gomoku;
use katsura_games::hex::Hex;
use katsura_games::nim::Nim;
use katsura_games::reversi::Reversi;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_games::{GameSpec, RuleFile};
use std::collections::BTreeMap;

fn file(name: &str) -> String {
    format!("{}/../../rules/examples/{name}.kif", env!("CARGO_MANIFEST_DIR"))
}

fn from_file(name: &str) -> RuleFile {
    RuleFile::read(&file(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// A cell such as `e4` of a column and a row, both from 1.
fn cell(column: &str, row: &str) -> String {
    format!("{}{row}", (b'a' + column.parse::<u8>().unwrap() - 1) as char)
}

/// The same game by hand and from a file, and how a move of the file is written by hand.
struct Pair<G> {
    hand: G,
    file: RuleFile,
    translate: fn(&[&str]) -> String,
}

impl<G: Game<State: Text>> Pair<G> {
    fn same_perft(&self, depths: u32) {
        for depth in 1..=depths {
            let (hand, file) = (perft(&self.hand.start(), depth), perft(&self.file.game().start(), depth));
            assert_eq!(hand, file, "{} at depth {depth}", self.file.file());
        }
    }

    /// Random games with the same moves: the same moves are legal, the same players move, the results are the same.
    fn same_games(&self, games: u64) {
        for game in 0..games {
            let mut rng = Rng::stream(&[4, game]);
            let (mut hand, mut ruled) = (self.hand.start(), self.file.game().start());
            let mut moves = Vec::new();
            while !hand.turn().is_over() {
                hand.legal_moves(&mut moves);
                let by_hand: BTreeMap<String, _> = moves.iter().map(|&mv| (hand.format_move(mv), mv)).collect();
                let mut numbers = Vec::new();
                ruled.legal_moves(&mut numbers);
                let text = |mv: &u32| {
                    let text = ruled.format_move(*mv);
                    (self.translate)(&text.split('.').collect::<Vec<_>>())
                };
                let by_file: BTreeMap<String, u32> = numbers.iter().map(|mv| (text(mv), *mv)).collect();
                let names = |keys: Vec<&String>| keys.into_iter().map(|key| key.to_lowercase()).collect::<Vec<_>>();
                assert_eq!(names(by_hand.keys().collect()), names(by_file.keys().collect()), "{}", self.file.file());
                assert!(by_hand.len() == 1 || hand.turn() == ruled.turn(), "{}: {:?}", self.file.file(), ruled.turn());
                let chosen = rng.index(by_hand.len());
                hand.apply(*by_hand.values().nth(chosen).unwrap());
                ruled.apply(*by_file.values().nth(chosen).unwrap());
            }
            assert_eq!(ruled.turn(), Turn::Over, "{}", self.file.file());
            assert_eq!(ruled.rewards(), hand.rewards(), "{}", self.file.file());
        }
    }
}

#[test]
fn tic_tac_toe_is_the_same() {
    let pair = Pair { hand: TicTacToe {}, file: from_file("tic-tac-toe"), translate: |words| cell(words[1], words[2]) };
    pair.same_perft(6);
    pair.same_games(3000);
}

#[test]
fn connect_four_is_the_same() {
    let letter = |words: &[&str]| cell(words[1], "");
    let pair = Pair { hand: ConnectFour::default(), file: from_file("connect-four"), translate: letter };
    pair.same_perft(5);
    pair.same_games(1000);
}

#[test]
fn breakthrough_is_the_same() {
    let translate = |words: &[&str]| format!("{}{}", cell(words[1], words[2]), cell(words[3], words[4]));
    let pair = Pair { hand: Breakthrough::default(), file: from_file("breakthrough"), translate };
    pair.same_perft(3);
    pair.same_games(200);
}

#[test]
fn hex_is_the_same() {
    let hand = Hex { size: 5, swap: false };
    let pair = Pair { hand, file: from_file("hex"), translate: |words| cell(words[1], words[2]) };
    pair.same_perft(3);
    pair.same_games(1000);
}

#[test]
fn gomoku_is_the_same() {
    let hand: Gomoku = serde_json::from_str(r#"{"size": 7}"#).unwrap();
    let pair = Pair { hand, file: from_file("gomoku"), translate: |words| cell(words[1], words[2]) };
    pair.same_perft(3);
    pair.same_games(300);
}

#[test]
fn reversi_is_the_same() {
    let translate = |words: &[&str]| if words[0] == "pass" { "pass".to_string() } else { cell(words[1], words[2]) };
    let pair = Pair { hand: Reversi::default(), file: from_file("reversi"), translate };
    pair.same_perft(4);
    pair.same_games(20);
}

#[test]
fn nim_is_the_same() {
    let translate = |words: &[&str]| format!("{}{}", words[1], words[2]);
    let pair = Pair { hand: Nim::default(), file: from_file("nim"), translate };
    pair.same_perft(5);
    pair.same_games(2000);
}

#[test]
fn a_rule_file_survives_being_written_and_read_and_another_text_is_refused() {
    let spec = GameSpec::Rules(from_file("nim"));
    let text = serde_json::to_string(&spec).unwrap();
    assert_eq!(serde_json::from_str::<GameSpec>(&text).unwrap(), spec);
    let changed = text.replace(from_file("nim").hash(), "0123456789abcdef");
    let error = serde_json::from_str::<GameSpec>(&changed).unwrap_err().to_string();
    assert!(error.contains("the text has changed"), "{error}");
    let error = RuleFile::read("/etc/hostname").unwrap_err().to_string();
    assert_eq!(error, "/etc/hostname: a rule file ends in .kif");
    assert!(RuleFile::read("nowhere.kif").unwrap_err().to_string().starts_with("nowhere.kif: "));
}
