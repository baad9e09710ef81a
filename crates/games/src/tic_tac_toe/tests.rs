use super::*;
use katsura_game::testing::{self, Effort, check_with, perft};

fn after(moves: &str) -> Board {
    testing::after(&TicTacToe {}, moves)
}

#[test]
fn the_game_passes_the_kit() {
    check_with(&TicTacToe {}, Effort { games: 300, ..Effort::default() }, |board| format!("{:?}", board.stones));
}

#[test]
fn a_line_wins_and_a_full_board_without_one_is_a_draw() {
    assert_eq!(after("a1 b1 a2 b2 a3").rewards(), Rewards::win(Player::FIRST));
    let full = after("b2 a1 a3 c1 b1 b3 a2 c2 c3");
    assert_eq!((full.turn(), full.rewards()), (Turn::Over, Rewards::draw()));
}

#[test]
fn the_number_of_games_by_length_is_the_known_one() {
    // 255 168 games in all; sequences of length 9 are the games that fill the board.
    assert_eq!(perft(&TicTacToe {}.start(), 9), 127_872);
    assert_eq!((1..=5).map(|d| perft(&TicTacToe {}.start(), d)).collect::<Vec<_>>(), [9, 72, 504, 3024, 15_120]);
}

#[test]
fn the_board_is_drawn_with_labels_and_the_winning_line() {
    let text = after("a1 b1 a2 b2 a3").picture().to_text(katsura_game::Style::Plain);
    assert_eq!(text, "3 (X). .\n2 *X O .\n1 *X O .\n   a b c\n");
}
