//! Playing recorded games again.

use super::play::Table;
use super::{Contest, Contestant, Entry, GameRecord};
use katsura_mcts::{ConfigError, Control};
use rayon::prelude::*;
use std::fmt;

/// Where a game that was played again left the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Departure {
    /// The game's number.
    pub game: u64,
    /// The first move that differs, counted from 1; `None` if the moves are the same and the result is not.
    pub ply: Option<usize>,
    /// What is recorded there; empty after the last move.
    pub recorded: String,
    /// What was played now.
    pub replayed: String,
}

impl Departure {
    /// Where an entry that was made again differs from the record, if it does.
    pub(crate) fn of_entry<E: Entry + PartialEq>(recorded: &E, again: Option<&E>) -> Option<Self> {
        let text = |entry: &E| serde_json::to_string(entry).unwrap_or_default();
        let departure = || Departure {
            game: recorded.number(),
            ply: None,
            recorded: text(recorded),
            replayed: again.map(text).unwrap_or_default(),
        };
        (again != Some(recorded)).then(departure)
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.ply.map_or("the result".to_string(), |ply| format!("move {ply}"));
        write!(f, "game {}: {place} is recorded as '{}', played again as '{}'", self.game, self.recorded, self.replayed)
    }
}

/// Why the games of a contest cannot be repeated; `None` if they can.
pub fn unrepeatable(contest: &Contest) -> Option<String> {
    contest.players.iter().find_map(Contestant::unrepeatable)
}

/// Plays the given recorded games again and compares them move by move; the departures, in order.
///
/// Moves of a player that cannot be repeated are taken from the record: that they are legal, and that the result is what the board says, is
/// checked all the same, and so are the moves of the other player. If `control` stops it, nothing can be said about the games that are left, and
/// they are held for departures or left out.
///
/// # Errors
/// If a configuration does not fit the game.
pub fn replay(contest: &Contest, games: &[GameRecord], control: &Control) -> Result<Vec<Departure>, ConfigError> {
    let openings = contest.openings.repertoire(&contest.game, contest.seed);
    Table::for_replay(contest)?;
    let of_game = |table: &mut Option<Table>, game: &GameRecord| {
        let opening = openings.of_pair(game.game / 2, control);
        let again = |(table, opening): (&mut Table, Vec<String>)| table.again(contest, game, &opening, control);
        compare(game, table.as_mut().zip(opening).and_then(again).as_ref())
    };
    let left = games.par_iter().take_any_while(|_| !control.is_stopped());
    Ok(left.map_init(|| Table::for_replay(contest).ok(), of_game).flatten().collect())
}

fn compare(recorded: &GameRecord, replayed: Option<&GameRecord>) -> Option<Departure> {
    if replayed == Some(recorded) {
        return None;
    }
    let moves = replayed.map_or("", |game| game.moves.as_str());
    let (mut old, mut new) = (recorded.moves.split_whitespace(), moves.split_whitespace());
    for ply in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (old, new) if old == new => {}
            (old, new) => {
                let text = |mv: Option<&str>| mv.unwrap_or_default().to_string();
                return Some(Departure { game: recorded.game, ply: Some(ply), recorded: text(old), replayed: text(new) });
            }
        }
    }
    let result = |game: &GameRecord| {
        let note = game.note.as_deref().unwrap_or_default();
        format!("{} {} {:?} {note}", game.reward_a, game.end.name(), game.points_a).trim_end().to_string()
    };
    let replayed = replayed.map(result).unwrap_or_default();
    Some(Departure { game: recorded.game, ply: None, recorded: result(recorded), replayed })
}

#[cfg(test)]
mod tests {
    use super::super::{End, Openings, play_pair};
    use super::*;
    use katsura_games::GameSpec;
    use katsura_mcts::Budget;

    fn contest() -> Contest {
        let player = |text| Contestant::parse(text, Some(Budget::simulations(20))).unwrap();
        Contest {
            game: GameSpec::named("tic-tac-toe").unwrap(),
            players: [player("uct"), player("random")],
            openings: Openings::Random { plies: 2 },
            seed: 5,
            resign: None,
        }
    }

    #[test]
    fn a_true_record_is_confirmed_and_a_changed_move_is_found() {
        let contest = contest();
        let mut games = [0, 3, 4].map(|pair| play_pair(&contest, pair).unwrap().games).concat();
        assert_eq!(replay(&contest, &games, &Control::new()).unwrap(), []);
        let changed = games[3].moves.replace(' ', " x");
        games[3].moves = changed;
        games[4].reward_a = 0.25;
        let departures = replay(&contest, &games, &Control::new()).unwrap();
        assert_eq!((departures[0].game, departures[0].ply), (7, Some(2)));
        assert_eq!((departures[1].game, departures[1].ply), (8, None));
    }

    #[test]
    fn what_cannot_be_repeated_is_checked_for_legality_and_result_and_the_other_player_is_repeated() {
        let mut contest = contest();
        let mut games = [0, 1].map(|pair| play_pair(&contest, pair).unwrap().games).concat();
        contest.players[1] = Contestant::parse("gtp: /no/such/program", None).unwrap();
        assert_eq!(replay(&contest, &games, &Control::new()).unwrap(), []);
        let lost = GameRecord { end: End::Crashed, reward_a: 1.0, note: Some("gone".to_string()), ..games[1].clone() };
        let cut = lost.moves.rsplit_once(' ').unwrap().0.to_string();
        games[1] = GameRecord { moves: cut, ..lost };
        assert_eq!(replay(&contest, &games, &Control::new()).unwrap(), [], "a forfeit ends where it is recorded");
        games[2].reward_a = 1.0 - games[2].reward_a;
        let moves: Vec<&str> = games[3].moves.split(' ').collect();
        // the searching player did not choose this, whoever moves there
        games[3].moves = [&moves[..2], &moves[..1], &moves[3..]].concat().join(" ");
        let departures = replay(&contest, &games, &Control::new()).unwrap();
        assert_eq!((departures[0].game, departures[0].ply), (2, None));
        assert_eq!((departures[1].game, departures[1].ply), (3, Some(3)));
    }

    #[test]
    fn games_against_the_clock_cannot_be_repeated() {
        let mut contest = contest();
        assert_eq!(unrepeatable(&contest), None);
        contest.players[1] = Contestant::parse("random", Some(Budget::seconds(1.0))).unwrap();
        assert!(unrepeatable(&contest).unwrap().contains("'random' thinks for a time"));
    }
}
