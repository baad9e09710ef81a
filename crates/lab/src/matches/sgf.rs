//! Recorded games in the format SGF.
//!
//! Made from the record when somebody asks: what is stored twice can differ.

use super::{Contest, End, GameRecord, Seat};
use katsura_engine::Color;
use katsura_engine::sgf::{self, Action, Margin, NamedGame, Outcome};
use katsura_game::Player;

/// The text of a file with these games of a contest.
///
/// # Errors
/// If a move is none of the game, or the game cannot be written in the format; the error names the number of the game.
pub fn sgf<'a>(contest: &Contest, games: impl IntoIterator<Item = &'a GameRecord>) -> Result<String, String> {
    let tree = |game: &GameRecord| {
        let named = |error: String| format!("game {}: {error}", game.game);
        record(contest, game).map_err(named)?.to_tree().map_err(|error| named(error.to_string()))
    };
    let trees: Vec<_> = games.into_iter().map(tree).collect::<Result<_, _>>()?;
    Ok(sgf::write(&trees))
}

fn record(contest: &Contest, game: &GameRecord) -> Result<sgf::GameRecord, String> {
    let mut record = sgf::GameRecord::new(NamedGame::of(&contest.game));
    let first = record.first();
    let name = |color: Color| {
        let moves_first = color == first;
        let seat = if moves_first == (game.first == Seat::A) { Seat::A } else { Seat::B };
        Some(contest.players[seat as usize].name.clone())
    };
    record.info.black = name(Color::Black);
    record.info.white = name(Color::White);
    record.info.event = Some(format!("game {}", game.game));
    record.info.result = Some(outcome(game, first));
    let mut position = contest.game.start();
    let mut node = record.steps.root();
    for mv in game.moves.split_whitespace() {
        let color = Color::of(position.turn().player().unwrap_or(Player::FIRST), first);
        position.play(mv).map_err(|error| error.to_string())?;
        let action = if mv == "swap" { Action::Swap } else { Action::Move(mv.to_string()) };
        node = record.add(node, color, action);
    }
    if let Some(note) = &game.note {
        record.steps[node].comment.clone_from(note);
    }
    Ok(record)
}

fn outcome(game: &GameRecord, first: Color) -> Outcome {
    let winner = match game.reward_first() {
        reward if reward > 0.5 => first,
        reward if reward < 0.5 => first.other(),
        _ => return Outcome::Draw,
    };
    let margin = match (game.end, game.points_a) {
        (End::Resigned, _) => Margin::Resignation,
        (End::Time, _) => Margin::Time,
        (End::Illegal | End::Crashed | End::Garbled | End::Refused, _) => Margin::Forfeit,
        (End::Rules | End::TooLong, Some(points)) => Margin::Points(points.abs()),
        (End::Rules | End::TooLong, None) => Margin::Unsaid,
    };
    Outcome::Win(winner, margin)
}

#[cfg(test)]
mod tests {
    use super::super::{Contestant, Openings, play_pair};
    use super::*;
    use katsura_games::GameSpec;
    use katsura_mcts::Budget;

    #[test]
    fn games_of_every_kind_are_read_back_as_they_were_played() {
        for spec in GameSpec::all().into_iter().filter(|spec| spec.about().players == 2) {
            let player = |text| Contestant::parse(text, Some(Budget::simulations(2))).unwrap();
            let players = [player("flat-mc memory_mib=1"), player("random memory_mib=1")];
            let contest = Contest { game: spec.clone(), players, openings: Openings::None, seed: 3, resign: None };
            let games = play_pair(&contest, 1).unwrap().games;
            let trees = sgf::read(sgf(&contest, &games).unwrap().as_bytes()).unwrap();
            assert_eq!(trees.len(), 2);
            for (tree, game) in trees.iter().zip(&games) {
                let read = sgf::GameRecord::from_tree(tree).unwrap_or_else(|error| panic!("{}: {error}", spec.about().name));
                assert_eq!(read.game.spec().unwrap(), spec);
                assert_eq!(read.moves_to(read.end()).unwrap().join(" "), game.moves, "{}", spec.about().name);
                let first = Color::first_in(&spec.customs());
                assert_eq!(read.info.result, Some(outcome(game, first)), "{}", spec.about().name);
                let by_first = if first == Color::Black { read.info.black } else { read.info.white };
                assert_eq!(by_first.as_deref(), Some(contest.players[game.first as usize].name.as_str()));
            }
        }
    }

    #[test]
    fn a_forfeit_keeps_its_note() {
        let player = |text| Contestant::parse(text, Some(Budget::simulations(2))).unwrap();
        let (players, game) = ([player("random"), player("random")], GameSpec::named("tic-tac-toe").unwrap());
        let contest = Contest { game, players, openings: Openings::None, seed: 3, resign: None };
        let mut game = play_pair(&contest, 0).unwrap().games[1].clone();
        (game.end, game.reward_a, game.note) = (End::Crashed, 1.0, Some("gone".to_string()));
        game.moves.truncate(5);
        let text = sgf(&contest, [&game]).unwrap();
        assert!(text.contains("RE[W+F]") && text.contains("C[gone]"), "{text}");
        game.moves = "b2 b2".to_string();
        assert!(sgf(&contest, [&game]).unwrap_err().starts_with("game 1: "));
    }
}
