//! The openings of the pairs of a match, found as they are asked for.

use super::{LONGEST_GAME, Openings};
use katsura_game::{Rng, Turn};
use katsura_games::{GameSpec, Position};
use katsura_mcts::{ConfigError, Control};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// Tries for a new opening before a repeated one is taken.
const TRIES: u64 = 100;
/// How many positions are looked at to see whether there are new ones.
const LOOKS: u32 = 100_000;
/// How many random games are begun to see whether they go on after an opening, and how many of them must: with one in ten, all tries for an opening
/// fail in 3 of 100,000 pairs.
const SAMPLE: u64 = 200;
const LEAST_GOING_ON: usize = 20;

/// The openings of the pairs of a match. A random opening depends on those of the pairs before it, from which it differs while it can: they are found with it.
pub(super) struct Repertoire<'a> {
    openings: &'a Openings,
    game: &'a GameSpec,
    seed: u64,
    found: Mutex<Found>,
}

/// What has been found so far.
#[derive(Default)]
struct Found {
    /// The keys of the positions after all openings so far.
    seen: HashSet<u64>,
    /// Which try made the opening of each pair; the first where all positions were seen before.
    attempts: Vec<u8>,
    /// Pairs for which no new position was found.
    failures: u64,
    /// Whether there are no new positions any more.
    exhausted: bool,
}

impl<'a> Repertoire<'a> {
    /// The openings of a match with this seed.
    pub(super) fn new(openings: &'a Openings, game: &'a GameSpec, seed: u64) -> Self {
        Repertoire { openings, game, seed, found: Mutex::default() }
    }

    /// The opening of a pair; `None` if `control` ends the search for it.
    pub(super) fn of_pair(&self, pair: u64, control: &Control) -> Option<Vec<String>> {
        match self.openings {
            Openings::None => Some(Vec::new()),
            Openings::Random { plies } => {
                let attempt = self.attempt_of(pair, *plies, control)?;
                Some(self.opening(*plies, pair, attempt).1)
            }
            Openings::File { lines, .. } | Openings::Book { lines, .. } => {
                let line = &lines[(pair % lines.len() as u64) as usize];
                Some(line.split(' ').map(str::to_string).collect())
            }
        }
    }

    fn opening(&self, plies: u32, pair: u64, attempt: u64) -> (u64, Vec<String>) {
        random_opening(self.game, plies, &[self.seed, u64::MAX, pair, attempt])
    }

    fn attempt_of(&self, pair: u64, plies: u32, control: &Control) -> Option<u64> {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        while found.attempts.len() as u64 <= pair && !found.exhausted {
            if control.is_stopped() {
                return None;
            }
            self.find_next(plies, &mut found);
        }
        Some(found.attempts.get(pair as usize).map_or(0, |&attempt| u64::from(attempt)))
    }

    /// Finds the opening of the next pair. That there are no new positions is looked into now and then, when none was found.
    fn find_next(&self, plies: u32, found: &mut Found) {
        let pair = found.attempts.len() as u64;
        let fresh = (0..TRIES).find(|&attempt| found.seen.insert(self.opening(plies, pair, attempt).0));
        found.attempts.push(fresh.unwrap_or(0) as u8);
        if fresh.is_none() {
            found.failures += 1;
            if found.failures.is_power_of_two() {
                let start = self.game.start();
                let mut walk = Walk { seen: &found.seen, start: start.key(), looks: LOOKS };
                found.exhausted = walk.all_seen(&*start, plies);
            }
        }
    }
}

/// A walk through all positions that random moves can lead to.
struct Walk<'a> {
    seen: &'a HashSet<u64>,
    /// The key of the start, which stands for games that always end on the way.
    start: u64,
    looks: u32,
}

impl Walk<'_> {
    /// Whether all positions so many moves from here have been seen; false also if there are too many to tell.
    fn all_seen(&mut self, position: &dyn Position, plies: u32) -> bool {
        self.looks = self.looks.saturating_sub(1);
        match (position.turn(), plies) {
            _ if self.looks == 0 => false,
            (Turn::Over, _) => self.seen.contains(&self.start),
            (_, 0) => self.seen.contains(&position.key()),
            _ => position.legal_moves().iter().all(|mv| {
                let mut next = position.boxed();
                next.play(mv).is_ok() && self.all_seen(&*next, plies - 1)
            }),
        }
    }
}

/// Checks that random openings of this length can be made: a match whose pairs all begin with the start is not the one that was asked for.
///
/// # Errors
/// If too few random games go on after so many moves.
pub(super) fn check_random(game: &GameSpec, plies: u32) -> Result<(), ConfigError> {
    let refuse = |reason: String| Err(ConfigError::new("openings", format!("{reason}; choose fewer plies")));
    if plies as usize >= LONGEST_GAME {
        return refuse(format!("{plies} random moves are too many: a game has at most {LONGEST_GAME}"));
    }
    let goes_on = |sample: &u64| random_game(game, plies, &mut Rng::stream(&[*sample])).is_some();
    match (0..SAMPLE).filter(goes_on).count() {
        enough if enough >= LEAST_GOING_ON => Ok(()),
        0 => refuse(format!("no random game of {} goes on after {plies} moves", game.about().name)),
        _ => refuse(format!("hardly any random game of {} goes on after {plies} moves", game.about().name)),
    }
}

/// Random moves and the key of the position after them; a game that ends on the way is begun anew. The start if all tries end.
fn random_opening(game: &GameSpec, plies: u32, words: &[u64]) -> (u64, Vec<String>) {
    let mut rng = Rng::stream(words);
    let found = (0..TRIES).find_map(|_| random_game(game, plies, &mut rng));
    found.unwrap_or_else(|| (game.start().key(), Vec::new()))
}

/// The key of the position after so many random moves, and the moves; `None` if the game is over then, or before.
fn random_game(game: &GameSpec, plies: u32, rng: &mut Rng) -> Option<(u64, Vec<String>)> {
    let mut position = game.start();
    let mut moves = Vec::new();
    while (moves.len() as u32) < plies && position.turn() != Turn::Over {
        let mv = position.random_move(rng);
        let legal = position.play(&mv);
        debug_assert!(legal.is_ok(), "a random move is legal");
        moves.push(mv);
    }
    (position.turn() != Turn::Over).then(|| (position.key(), moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The openings of the first pairs.
    fn plan(openings: &Openings, game: &GameSpec, seed: u64, pairs: u64) -> Vec<Vec<String>> {
        let repertoire = openings.repertoire(game, seed);
        (0..pairs).map(|pair| repertoire.of_pair(pair, &Control::new()).unwrap()).collect()
    }

    #[test]
    fn openings_are_repeatable_and_do_not_repeat() {
        let game = GameSpec::named("connect-four").unwrap();
        let openings = Openings::Random { plies: 2 };
        let of_pairs = plan(&openings, &game, 7, 40);
        assert_eq!(of_pairs, plan(&openings, &game, 7, 40));
        assert_eq!(of_pairs.iter().collect::<HashSet<_>>().len(), 40);
        assert!(of_pairs.iter().all(|moves| moves.len() == 2));
        assert_eq!(openings.repertoire(&game, 7).of_pair(39, &Control::new()).unwrap(), of_pairs[39], "in any order");
    }

    /// All openings at once, as records have them.
    fn slow_twin(game: &GameSpec, plies: u32, seed: u64, pairs: u64) -> Vec<Vec<String>> {
        let mut seen = HashSet::new();
        let of_pair = |pair: u64| {
            let mut tries = (0..TRIES).map(|attempt| random_opening(game, plies, &[seed, u64::MAX, pair, attempt]));
            let fresh = tries.find(|(key, _)| seen.insert(*key));
            fresh.unwrap_or_else(|| random_opening(game, plies, &[seed, u64::MAX, pair, 0])).1
        };
        (0..pairs).map(of_pair).collect()
    }

    #[test]
    fn openings_are_those_of_the_slow_twin_also_when_positions_have_run_out() {
        // 49 positions, 72, 9, about 600, of which few are left in the end, and games that end on the way
        for (name, plies) in
            [("connect-four", 2), ("tic-tac-toe", 2), ("tic-tac-toe", 1), ("connect-four", 4), ("tic-tac-toe", 9)]
        {
            let game = GameSpec::named(name).unwrap();
            for seed in 1..4 {
                assert_eq!(
                    plan(&Openings::Random { plies }, &game, seed, 700),
                    slow_twin(&game, plies, seed, 700),
                    "{name} {plies}"
                );
            }
        }
    }

    #[test]
    fn openings_that_cannot_be_made_are_refused_before_the_first_game() {
        let loaded = |name: &str, plies: u32| {
            let game = GameSpec::named(name).unwrap();
            Openings::Random { plies }.loaded(&game).map_err(|error| error.to_string())
        };
        for (name, plies) in [("tic-tac-toe", 0), ("tic-tac-toe", 8), ("connect-four", 12), ("go", 60)] {
            assert_eq!(loaded(name, plies), Ok(Openings::Random { plies }), "{name}");
        }
        for plies in [9, 50] {
            let refused = loaded("tic-tac-toe", plies).unwrap_err();
            let expected =
                format!("openings: no random game of tic-tac-toe goes on after {plies} moves; choose fewer plies");
            assert_eq!(refused, expected);
        }
        assert!(loaded("connect-four", 41).unwrap_err().contains("choose fewer plies"));
        assert!(loaded("go", u32::MAX).unwrap_err().contains("are too many"));
    }

    #[test]
    fn positions_that_have_run_out_are_not_looked_for_and_a_stop_ends_the_search() {
        let game = GameSpec::named("connect-four").unwrap();
        let openings = Openings::Random { plies: 2 };
        let repertoire = openings.repertoire(&game, 1);
        assert!(repertoire.of_pair(1 << 40, &Control::new()).is_some());
        assert!(repertoire.found.lock().unwrap().attempts.len() < 1000);
        let stopped = Control::new();
        stopped.stop();
        let openings = Openings::Random { plies: 9 };
        assert_eq!(openings.repertoire(&game, 1).of_pair(1 << 40, &stopped), None);
    }
}
