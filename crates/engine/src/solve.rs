//! Looking for the best line of a game of one player.

use crate::player::start_search;
use katsura_game::{Chance, Information, Rng};
use katsura_games::{GameSpec, PositionError};
use katsura_mcts::{BestLine, Budget, ConfigError, Control, SearchConfig};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A task: a game, a search, and how its budget is spent.
///
/// ```
/// use katsura_engine::solve::{Method, Task};
/// use katsura_engine::PlayerSpec;
/// use katsura_games::GameSpec;
/// use katsura_mcts::{Budget, Control};
///
/// let mut config = PlayerSpec::parse("nmcs algorithm.level=1").unwrap().config;
/// config.budget = Budget::simulations(200);
/// let game = serde_json::from_str(r#"{"name": "samegame", "board": "1122/2211"}"#).unwrap();
/// let solved = Task { game, config, method: Method::default() }.run(1, &Control::new()).unwrap();
/// assert_eq!(solved.line.unwrap().points, 1004.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The game.
    pub game: GameSpec,
    /// The search; its budget is that of the whole task.
    pub config: SearchConfig,
    /// How the budget is spent.
    pub method: Method,
}

/// How the budget of a task is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Method {
    /// Searches from the start with seeds of their own, in equal shares of the budget; the best line of all is kept
    /// [schadd2008]. They may run side by side, and what they find does not depend on how many do.
    pub restarts: u64,
    /// A search shares its budget among so many moves, and makes the next move of the best line after each; 0 spends
    /// all before the first.
    pub moves: u64,
}

impl Default for Method {
    fn default() -> Self {
        Method { restarts: 1, moves: 0 }
    }
}

/// What came of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The best line; none if the budget ended before there was one, or the game has no move.
    pub line: Option<BestLine>,
    /// Simulations made.
    pub simulations: u64,
    /// Seconds taken.
    pub seconds: f64,
}

/// Why a game cannot be solved for its best line, if it cannot: in words that go on after its name.
pub fn unsolvable(game: &GameSpec) -> Option<&'static str> {
    let about = game.about();
    match (about.players, about.chance, about.information) {
        (1, Chance::None, Information::Perfect) => None,
        (1, Chance::None, Information::Hidden) => Some("hides something, so that a line cannot be told before it is played"),
        (1, ..) => Some("has chance, so that a line cannot be told before it is played"),
        _ => Some("is no game of one player"),
    }
}

/// Whether a line with so many points solves the task; nothing where there is only better and worse.
pub fn is_solved(game: &GameSpec, points: f32) -> Option<bool> {
    game.about().payoff.solved_from.map(|from| f64::from(points) >= from)
}

impl Task {
    /// Looks for the best line with so many threads. `control` knows the best so far; with a word to it the search ends
    /// with that.
    ///
    /// # Errors
    /// If the search does not fit the game.
    pub fn run(&self, threads: usize, control: &Control) -> Result<Solved, ConfigError> {
        let restarts = self.method.restarts.max(1);
        let threads = (threads.max(1) as u64).min(restarts);
        drop(start_search(&self.game, &self.config)?);
        let (start, next, found) = (Instant::now(), AtomicU64::new(0), Mutex::new(Vec::new()));
        let work = || -> Result<(), ConfigError> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= restarts || control.is_stopped() {
                    return Ok(());
                }
                let one = self.search(number, self.share(number, restarts, threads), control)?;
                found.lock().unwrap_or_else(PoisonError::into_inner).push((number, one));
            }
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mine = work();
            let ended =
                others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ended.fold(mine, Result::and)
        })?;
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(number, _)| *number);
        let simulations = found.iter().map(|(_, one)| one.1).sum();
        let line =
            found.into_iter().filter_map(|(_, one)| one.0).reduce(|best, line| if line.beats(&best) { line } else { best });
        Ok(Solved { line, simulations, seconds: start.elapsed().as_secs_f64() })
    }

    /// What a search may spend. Seconds are of the wall clock: searches that run side by side have them at the same time.
    fn share(&self, number: u64, restarts: u64, threads: u64) -> Budget {
        let whole = self.config.budget;
        Budget {
            simulations: whole.simulations.map(|n| n / restarts + u64::from(number < n % restarts)),
            seconds: whole.seconds.map(|seconds| seconds / restarts.div_ceil(threads) as f64),
        }
    }

    /// The best line that one of the searches finds, and its simulations.
    fn search(&self, number: u64, budget: Budget, control: &Control) -> Result<(Option<BestLine>, u64), ConfigError> {
        let mut search = start_search(&self.game, &self.config)?;
        if self.method.restarts > 1 {
            search.reseed(Rng::stream(&[self.config.seed, number]).next_u64());
            let _ = search.restart(&[]);
        }
        let moves = self.method.moves.max(1);
        let (mut made, mut simulations): (Vec<usize>, u64) = (Vec::new(), 0);
        let mut best: Option<BestLine> = None;
        for step in 0..moves {
            let share = Budget {
                simulations: budget.simulations.map(|n| n / moves + u64::from(step < n % moves)),
                seconds: budget.seconds.map(|seconds| seconds / moves as f64),
            };
            simulations += search.run(&share, &control.after(&made)).simulations;
            if let Some(found) = search.best_line() {
                let line = BestLine { moves: made.iter().chain(&found.moves).copied().collect(), ..found };
                best = best.filter(|best| !line.beats(best)).or(Some(line));
            }
            let next = best.as_ref().and_then(|best| best.moves.get(made.len()));
            match next {
                Some(&next) if step + 1 < moves && !control.is_stopped() && search.advance(next).is_ok() => made.push(next),
                _ => break,
            }
        }
        Ok((best, simulations))
    }

    /// The names of the moves of a line from the start.
    ///
    /// # Errors
    /// If one of them is not legal: which, and why.
    pub fn names(&self, line: &BestLine) -> Result<Vec<String>, BadLine> {
        let mut position = self.game.start();
        let name = |(number, &index): (usize, &usize)| {
            let name = position.move_name(index);
            position.play_index(index).map(|()| name).map_err(|why| BadLine::Move { number: number + 1, why })
        };
        line.moves.iter().enumerate().map(name).collect()
    }
}

/// Makes the moves of a line from the start of a game, one by one, and says what it brings.
///
/// # Errors
/// If a move is none or not legal, or the line does not end the game.
pub fn check(game: &GameSpec, line: &[String]) -> Result<f32, BadLine> {
    let mut position = game.start();
    for (number, mv) in line.iter().enumerate() {
        if position.turn().is_over() {
            return Err(BadLine::TooLong { number: number + 1 });
        }
        position.play(mv).map_err(|why| BadLine::Move { number: number + 1, why })?;
    }
    if position.turn().is_over() { Ok(position.rewards()[0]) } else { Err(BadLine::Unfinished { moves: line.len() }) }
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// A move that is none, or is not legal.
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        why: PositionError,
    },
    /// A move after the end of the game.
    TooLong {
        /// Which, from 1.
        number: usize,
    },
    /// The game goes on after the last move.
    Unfinished {
        /// How many there are.
        moves: usize,
    },
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLine::Move { number, why } => write!(f, "move {number}: {why}"),
            BadLine::TooLong { number } => write!(f, "move {number}: the game is over before it"),
            BadLine::Unfinished { moves } => write!(f, "the game goes on after its {moves} moves"),
        }
    }
}

impl std::error::Error for BadLine {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerSpec;

    fn game(board: &str) -> GameSpec {
        serde_json::from_value(serde_json::json!({ "name": "samegame", "board": board })).unwrap()
    }

    fn task(player: &str, simulations: u64, method: Method) -> Task {
        let player = PlayerSpec::parse_for(player, "samegame").unwrap();
        let config = SearchConfig { memory_mib: 16, budget: Budget::simulations(simulations), ..player.config };
        Task { game: game("random:1"), config, method }
    }

    #[test]
    fn the_line_is_the_same_with_any_number_of_threads() {
        let task = task("nmcs algorithm.level=1 seed=3", 4001, Method { restarts: 5, moves: 0 });
        let [one, two, three] = [1, 2, 3].map(|threads| task.run(threads, &Control::new()).unwrap());
        assert_eq!((&one.line, one.simulations), (&two.line, 4001));
        assert_eq!(one.line, three.line);
    }

    #[test]
    fn a_line_is_kept_and_can_be_checked_move_by_move() {
        for (player, moves) in
            [("uct", 0), ("sp-mcts", 4), ("nrpa algorithm.level=2 algorithm.iterations=10", 3), ("beam", 2)]
        {
            let task = task(player, 600, Method { restarts: 2, moves });
            let control = Control::new();
            let line = task.run(1, &control).unwrap().line.unwrap();
            let names = task.names(&line).unwrap();
            assert_eq!(check(&task.game, &names), Ok(line.points), "{player}");
            assert_eq!(control.best_line().map(|kept| kept.points), Some(line.points), "{player}");
            let kept = control.best_line().unwrap();
            assert_eq!(check(&task.game, &task.names(&kept).unwrap()), Ok(kept.points), "{player}");
            assert_ne!(check(&task.game, &names[1..]).ok(), Some(line.points));
            let few = names.len() - 1;
            assert_eq!(check(&task.game, &names[..few]), Err(BadLine::Unfinished { moves: few }));
            let more: Vec<String> = names.iter().chain([&names[0]]).cloned().collect();
            assert_eq!(check(&task.game, &more), Err(BadLine::TooLong { number: few + 2 }));
        }
    }

    #[test]
    fn what_was_stopped_has_the_best_line_so_far() {
        let task = task("nrpa", 1_000_000_000, Method::default());
        let control = Control::new();
        let handle = control.clone();
        let solved = std::thread::scope(|scope| {
            scope.spawn(move || {
                while handle.best_line().is_none() {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                handle.stop();
            });
            task.run(1, &control).unwrap()
        });
        assert_eq!(solved.line, control.best_line());
    }

    #[test]
    fn games_of_two_have_no_best_line() {
        let why = |name: &str| unsolvable(&GameSpec::named(name).unwrap());
        assert_eq!((why("go"), why("samegame")), (Some("is no game of one player"), None));
        assert_eq!(is_solved(&game("standard:1"), 3000.0), None);
    }
}
