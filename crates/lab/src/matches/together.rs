//! Many games in one thread, whose searches make their playouts together ([`katsura_mcts::SideBySide`]).
//!
//! Every search keeps its own generator, so the record is that of one game after the other.

use super::play::{Board, Interruption, Pair, Seat, Table};
use super::repertoire::Repertoire;
use super::seat::{Player, Searching};
use super::{Contest, Flow, GameRecord};
use crate::jobs::{JobQueue, Plan, run_workers};
use katsura_mcts::{Budget, ConfigError, Control, Searcher, SideBySide, Tables};
use std::collections::BTreeMap;

/// Games side by side in a thread: as many as there are boards in the widest vectors.
const MOST: usize = 512;

/// Bytes for the trees of all games together, and what a simulation adds to a tree at most in Go 9x9, with what is kept from move to move.
const ROOM: u64 = 8 << 30;
const PER_SIMULATION: u64 = 4 << 10;

/// Whether the playouts of both players can be made together with those of other games.
pub(super) fn is_possible(table: &Table) -> bool {
    Seat::BOTH.into_iter().all(|seat| match table.player(seat) {
        Player::Search(Searching { searcher, budget, .. }) => {
            budget.simulations.is_some() && budget.seconds.is_none() && searcher.side_by_side().is_some()
        }
        _ => false,
    })
}

/// Plays the pairs of a plan as [`run`](super::run) does, many in each thread. `table` makes tables like one for which this
/// [is possible](is_possible).
pub(super) fn run(
    contest: &Contest,
    openings: &Repertoire<'_>,
    plan: Plan,
    control: &Control,
    sink: &mut dyn FnMut(Pair) -> Flow,
) -> Result<(), ConfigError> {
    let threads = plan.threads.max(1);
    let most =
        if plan.lanes == 0 { MOST.min((ROOM / threads as u64 / tree_bytes(contest)) as usize).max(1) } else { plan.lanes };
    let lanes = most.min((2 * (plan.to - plan.from)).div_ceil(threads as u64) as usize);
    let table = || Table::new(contest);
    let groups: Vec<Vec<Table>> = (0..threads).map(|_| (0..lanes).map(|_| table()).collect()).collect::<Result<_, _>>()?;
    let play = |tables: &mut Vec<Table>, jobs: &JobQueue<'_, Pair>| {
        let Some(mut runner) = tables.first().and_then(runner_of) else { return };
        runner.run(&mut Games::new(contest, openings, std::mem::take(tables), jobs));
    };
    run_workers(plan, groups, control, &play, sink);
    Ok(())
}

/// What runs searches like those at a table side by side.
fn runner_of(table: &Table) -> Option<Box<dyn SideBySide>> {
    match table.player(Seat::A) {
        Player::Search(Searching { searcher, .. }) => searcher.side_by_side(),
        _ => None,
    }
}

/// About how much memory the trees of a game take.
fn tree_bytes(contest: &Contest) -> u64 {
    let searches = contest.players.iter().filter_map(|player| player.search());
    searches.map(|config| (config.budget.simulations.unwrap_or(0) * PER_SIMULATION).clamp(1, config.memory_mib << 20)).sum()
}

/// A table with the game that is under way, if one is.
struct Place<'a> {
    table: Table,
    game: Option<Playing<'a>>,
}

/// A game under way at a table.
struct Playing<'a> {
    board: Board<'a>,
    number: u64,
    /// Whose search is under way.
    thinks: Option<Seat>,
}

/// The games of one thread.
struct Games<'a> {
    contest: &'a Contest,
    openings: &'a Repertoire<'a>,
    jobs: &'a JobQueue<'a, Pair>,
    places: Vec<Place<'a>>,
    /// The second game of the pair that was begun last, if nobody plays it yet.
    second: Option<u64>,
    /// The game of a pair that ended first.
    halves: BTreeMap<u64, GameRecord>,
}

impl<'a> Games<'a> {
    fn new(contest: &'a Contest, openings: &'a Repertoire<'a>, tables: Vec<Table>, jobs: &'a JobQueue<'a, Pair>) -> Self {
        let places = tables.into_iter().map(|table| Place { table, game: None }).collect();
        Games { contest, openings, jobs, places, second: None, halves: BTreeMap::new() }
    }

    /// The number of the next game, if there is one to be played.
    fn next_game(&mut self) -> Option<u64> {
        self.second.take().or_else(|| {
            let pair = self.jobs.take()?;
            self.second = Some(2 * pair + 1);
            Some(2 * pair)
        })
    }

    /// Begins the next game at a table; false when there is none.
    fn begin_game(&mut self, place: usize) -> bool {
        let Some(number) = self.next_game() else { return false };
        let Some(opening) = self.openings.of_pair(number / 2, self.jobs.control) else { return false };
        let board = Board::new(self.contest, number, opening);
        let Place { table, game } = &mut self.places[place];
        let begun = table.begin(&board, self.jobs.control).is_ok();
        *game = begun.then_some(Playing { board, number, thinks: None });
        begun
    }

    /// Ends the game at a table; the second of a pair hands the pair in.
    fn end_game(&mut self, place: usize, end: Result<(), Interruption>) {
        let Some(Playing { board, number, .. }) = self.places[place].game.take() else { return };
        let Some(record) = board.conclude(end) else { return };
        let pair = number / 2;
        match self.halves.remove(&pair) {
            None => {
                self.halves.insert(pair, record);
            }
            Some(other) => {
                let games = if number.is_multiple_of(2) { [record, other] } else { [other, record] };
                self.jobs.hand_in(pair, Pair { number: pair, games });
            }
        }
    }

    /// Goes on with the game at a place until a search is to think; `None` at its end.
    fn next_search(&mut self, place: usize) -> Result<Option<Budget>, Interruption> {
        let control = self.jobs.control;
        if control.is_stopped() {
            return Err(Interruption::Stopped);
        }
        let Place { table, game: Some(game) } = &mut self.places[place] else { return Ok(None) };
        let Some(thinker) = table.next_thinker(&mut game.board, control)? else { return Ok(None) };
        game.thinks = Some(thinker.seat);
        Ok(Some(searching(table.player(thinker.seat)).budget))
    }

    /// Makes the move that the search at a place has found.
    fn make_move(&mut self, place: usize) -> Result<(), Interruption> {
        let Place { table, game: Some(game) } = &mut self.places[place] else { return Ok(()) };
        let Some(seat) = game.thinks.take() else { return Ok(()) };
        let choice = searching_mut(table.player_mut(seat)).conclude(&*game.board.position);
        table.make_choice(&mut game.board, seat, choice, self.jobs.control)
    }
}

impl Tables for Games<'_> {
    fn places(&self) -> usize {
        self.places.len()
    }

    fn begin(&mut self, place: usize) -> Option<Budget> {
        loop {
            if self.places[place].game.is_none() && !self.begin_game(place) {
                return None;
            }
            match self.next_search(place) {
                Ok(Some(budget)) => return Some(budget),
                Ok(None) => self.end_game(place, Ok(())),
                Err(interruption) => self.end_game(place, Err(interruption)),
            }
        }
    }

    fn search(&self, place: usize) -> &dyn Searcher {
        let Place { table, game } = &self.places[place];
        &*searching(table.player(thinker(game))).searcher
    }

    fn search_mut(&mut self, place: usize) -> &mut dyn Searcher {
        let Place { table, game } = &mut self.places[place];
        &mut *searching_mut(table.player_mut(thinker(game))).searcher
    }

    fn end(&mut self, place: usize) {
        if let Err(interruption) = self.make_move(place) {
            self.end_game(place, Err(interruption));
        }
    }

    fn is_stopped(&self) -> bool {
        self.jobs.control.is_stopped()
    }
}

const SEARCHES: &str = "both players search";

/// A player that [`is_possible`] has looked at.
fn searching(player: &Player) -> &Searching {
    match player {
        Player::Search(searching) => searching,
        _ => panic!("{SEARCHES}"),
    }
}

/// As [`searching`], to go on with.
fn searching_mut(player: &mut Player) -> &mut Searching {
    match player {
        Player::Search(searching) => searching,
        _ => panic!("{SEARCHES}"),
    }
}

/// Whose search is under way.
fn thinker(game: &Option<Playing<'_>>) -> Seat {
    game.as_ref().and_then(|game| game.thinks).expect("a search is under way")
}
