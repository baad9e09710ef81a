use super::*;
use crate::hexagon::tests::{solve, stones};
use crate::solve::first_player_value;
use katsura_game::testing::{self, Effort, check_with};
use katsura_game::{Draw, Knowledge, Rewards, Rng, State, Style, Text, Turn};
use proptest::prelude::*;
use std::collections::HashMap;

const PLAIN: Hex = Hex { size: 11, swap: false };

fn after(rules: Hex, moves: &str) -> Board {
    testing::after(&rules, moves)
}

#[test]
fn the_game_passes_the_kit_on_all_kinds_of_boards() {
    for (size, swap, games) in [(3, false, 60), (3, true, 60), (5, true, 30), (11, false, 4), (14, true, 2), (19, false, 1)]
    {
        let effort = Effort { games, ..Effort::default() };
        check_with(&Hex { size, swap }, effort, |board| format!("{:?} {}", board.turn(), stones(board)));
    }
}

#[test]
fn black_joins_top_and_bottom_and_white_left_and_right() {
    let rules = Hex { size: 3, swap: false };
    let black = after(rules, "c1 a1 b2 a2 b3");
    assert_eq!((black.turn(), black.rewards()), (Turn::Over, Rewards::win(Player::FIRST)));
    let white = after(rules, "a1 a2 b1 b2 a3 c1");
    assert_eq!((white.turn(), white.rewards()), (Turn::Over, Rewards::win(Player::SECOND)));
    assert!(!after(rules, "a1 b1 b2 a2 c3").turn().is_over(), "a1, b2 and c3 do not touch each other");
}

#[test]
fn a_swap_puts_a_white_stone_on_the_mirrored_cell() {
    let board = after(Hex { size: 5, swap: true }, "c1 swap");
    let at = |name: &str| board.stone(board.parse_move(name).unwrap());
    assert_eq!((at("a3"), at("c1")), (Some(Player::SECOND), None));
    assert_eq!((board.turn(), board.may_swap()), (Turn::Player(Player::FIRST), false));
    assert!(after(Hex { size: 5, swap: true }, "c1").may_swap());
    assert!(
        !after(Hex { size: 5, swap: true }, "c1 c2").may_swap() && !after(Hex { size: 5, swap: false }, "c1").may_swap()
    );
}

/// Fills the board at random: exactly one player is connected at the end, by the slow rules, and the game says so at the
/// first stone that connects.
fn compare(size: u8, seed: u64) {
    let mut rng = Rng::stream(&[seed, u64::from(size)]);
    let rules = Hex { size, swap: false };
    let mut order: Vec<Cell> = (0..rules.grid().len() as Cell).collect();
    rng.shuffle(&mut order);
    let (mut board, mut own) = (rules.start(), [vec![false; order.len()], vec![false; order.len()]]);
    for (number, &cell) in order.iter().enumerate() {
        let player = Player((number % 2) as u8);
        own[player.index()][usize::from(cell)] = true;
        if !board.turn().is_over() {
            board.try_apply(cell).unwrap();
            let connected = joins(rules.grid(), &own[player.index()], player);
            assert_eq!(board.winner(), connected.then_some(player), "size {size}, seed {seed}");
        }
    }
    let both = [Player::FIRST, Player::SECOND].map(|player| joins(rules.grid(), &own[player.index()], player));
    assert_eq!(both.map(u8::from).iter().sum::<u8>(), 1, "size {size}, seed {seed}");
    assert_eq!(board.winner().map(|winner| both[winner.index()]), Some(true), "size {size}, seed {seed}");
    let chain = board.winning_chain();
    assert!(chain.iter().all(|&cell| board.stone(cell) == board.winner()) && chain.len() >= usize::from(size));
}

#[test]
fn exactly_one_player_is_connected_on_a_full_board() {
    (0..1_000).for_each(|seed| compare(3 + (seed % 9) as u8, seed));
}

#[test]
#[ignore = "half a minute: the full count of 20,000 boards"]
fn exactly_one_player_is_connected_on_20_000_full_boards() {
    (0..20_000).for_each(|seed| compare(3 + (seed % 17) as u8, 5_000 + seed));
}

/// The board after each first move that wins, as one drawing.
fn winning_openings(size: u8) -> String {
    let (rules, mut known) = (Hex { size, swap: false }, HashMap::new());
    let cells = rules.grid().len() as Cell;
    let images = [(0..cells).collect(), (0..cells).rev().collect()];
    let mark = |cell: Cell| {
        let mut board = rules.start();
        board.apply(cell);
        if solve(&board, &images, &mut known) == 0.0 { 'W' } else { '.' }
    };
    let marks: Vec<char> = (0..cells).map(mark).collect();
    marks.chunks(usize::from(size)).map(String::from_iter).collect::<Vec<_>>().join("/")
}

#[test]
fn the_winning_first_moves_on_small_boards_are_the_known_ones() {
    // Known for a first player who joins left and right: .WW/.W./WW. and the short diagonal. Ours joins top and bottom.
    assert_eq!(first_player_value(&Hex { size: 3, swap: false }), 1.0);
    assert_eq!(winning_openings(3), "..W/WWW/W..");
    assert_eq!(winning_openings(4), "...W/..W./.W../W...");
}

#[test]
fn winning_moves_are_found_for_both_players_as_by_trying_all() {
    let mut rng = Rng::new(8);
    for game in 0..40 {
        let mut board = Hex { size: 3 + game % 8, swap: false }.start();
        while !board.turn().is_over() {
            for player in [Player::FIRST, Player::SECOND] {
                let wins = |&cell: &Cell| {
                    let mut next = board.clone();
                    next.put(player, cell);
                    next.winner() == Some(player)
                };
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                let expected = moves.iter().copied().find(wins);
                assert_eq!(board.winning_move(player, &mut moves), expected);
            }
            board.apply(board.random_move(&mut Vec::new(), &mut rng));
        }
    }
}

#[test]
fn the_bridge_rule_also_saves_bridges_to_an_own_side() {
    let suggested = |moves: &str, last: &str| {
        let board = after(Hex { size: 5, swap: false }, moves);
        let mut cells = Vec::new();
        board.suggest(0, Some(board.parse_move(last).unwrap()), &mut cells, &mut Rng::new(1));
        cells.iter().map(|&cell| board.format_move(cell)).collect::<Vec<_>>()
    };
    assert_eq!(suggested("c2 e5 b4 b3", "b3"), ["c3"], "between two stones");
    assert_eq!(suggested("c2 c1", "c1"), ["d1"], "to the top");
    assert_eq!(suggested("c2 d1", "d1"), ["c1"], "to the top");
    assert_eq!(suggested("c4 c5", "c5"), ["b5"], "to the bottom");
    assert_eq!(suggested("c4 b5", "b5"), ["c5"], "to the bottom");
    assert_eq!(suggested("e1 b3 a3", "a3"), ["a4"], "White's to the left");
    assert_eq!(suggested("e1 d3 e3", "e3"), ["e2"], "White's to the right");
    assert_eq!(suggested("b3 a3", "a3"), [""; 0], "the left is not Black's");
    assert_eq!(suggested("c2 e1", "e1"), [""; 0], "no bridge");
}

#[test]
fn cells_and_swaps_are_read_as_they_are_written() {
    let board = Hex { size: 19, swap: true }.start();
    let names = |cells: [Cell; 4]| cells.map(|cell| board.format_move(cell));
    assert_eq!(names([0, 18, 360, 361]), ["a1", "s1", "s19", "swap-pieces"]);
    for text in ["swap", "SWAP-PIECES", " swap-pieces "] {
        assert_eq!(board.parse_move(text), Ok(361));
    }
    let error = board.parse_move("t1").unwrap_err().to_string();
    assert_eq!(error, "'t1' is not a move: expected a cell from a1 to s19 or swap-pieces");
    let error = PLAIN.start().parse_move("swap").unwrap_err().to_string();
    assert_eq!(error, "'swap' is not a move: expected a cell from a1 to k11");
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "\\PC*", cell in "[a-zA-Z]{0,2}[0-9]{0,4}", size in 3u8..=19, swap: bool) {
        let board = Hex { size, swap }.start();
        for text in [text, cell] {
            if let Ok(cell) = board.parse_move(&text) {
                prop_assert!(usize::from(cell) < board.rules().about().move_count().unwrap());
            }
        }
    }
}

#[test]
fn the_board_is_drawn_as_a_rhombus_with_the_winning_chain() {
    let text = after(Hex { size: 3, swap: false }, "c1 a1 b2 a2 b3").picture().to_text(Style::Plain);
    let expected = "
  a b c
1  O .*X  1
 2  O*X .  2
  3  .(X).  3
      a b c
Black wins, has joined top and bottom
";
    assert_eq!(text, expected.trim_start_matches('\n'));
    assert_eq!(after(PLAIN, "a1").picture().caption, "White to move, joins left and right");
    assert_eq!(after(Hex { size: 5, swap: true }, "a1").picture().caption, "White to move or swap");
}

#[test]
fn parameters_out_of_range_are_refused_with_what_is_accepted() {
    let read = |text: &str| serde_json::from_str::<Hex>(text).map_err(|error| error.to_string());
    assert_eq!(read("{}"), Ok(PLAIN));
    assert!(read(r#"{"size": 2}"#).unwrap_err().contains("3 to 19"));
    assert!(read(r#"{"size": 20}"#).unwrap_err().contains("3 to 19"));
}

#[test]
fn the_book_shows_the_board_as_it_is_drawn() {
    let page = include_str!("../../../../docs/book/src/games/hex.md");
    let text = after(Hex { size: 3, swap: false }, "c1 a1 b2 a2 b3").picture().to_text(Style::Plain);
    assert!(page.contains(&text), "{text}");
}
