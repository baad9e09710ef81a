//! Many games in one thread, whose searches make their playouts together.
//!
//! Each search stops where it wants a playout; the game plays those of all searches side by side, and as soon as some have ended their searches go on. Every
//! search keeps its own generator, so the record is that of one game after the other.

use super::play::{Board, Interruption, Pair, Seat, Table};
use super::repertoire::Repertoire;
use super::seat::{Player, Searching};
use super::{Agent, Contest, Flow, GameRecord};
use crate::jobs::{JobQueue, Plan, run_workers};
use katsura_game::{Game, Knowledge, Outcome, Source, Start, State};
use katsura_mcts::parallel::Stage;
use katsura_mcts::playout::AnyPlayout;
use katsura_mcts::{ConfigError, Control, Search, SearchConfig, Worker};
use std::any::Any;
use std::collections::BTreeMap;

/// Games side by side in a thread: as many as there are boards in the widest vectors.
const MOST: usize = 512;

/// Bytes for the trees of all games together, and what a simulation adds to a tree at most in Go 9x9, with what is kept from move to move.
const ROOM: u64 = 8 << 30;
const PER_SIMULATION: u64 = 4 << 10;

/// A worker of the searches of a game.
type StepWorker<G> = Worker<<G as Game>::State, AnyPlayout<<G as Game>::State>>;

/// Whether the playouts of both players can be made together with those of other games.
///
/// # Errors
/// If a configuration does not fit the game.
pub(super) fn is_possible<G: Game<State: Knowledge>>(game: &G, contest: &Contest) -> Result<bool, ConfigError> {
    let stops_at_playouts = |config: &SearchConfig| {
        let counted = config.budget.simulations.is_some() && config.budget.seconds.is_none();
        Ok::<_, ConfigError>(counted && Search::new(game, config)?.has_steps())
    };
    for player in &contest.players {
        match &player.agent {
            Agent::Search(config) if stops_at_playouts(config)? => {}
            _ => return Ok(false),
        }
    }
    Ok(game.start().plays_side_by_side())
}

/// Plays the pairs of a plan as [`run`](super::run) does, many in each thread.
///
/// # Errors
/// If a configuration does not fit the game.
pub(super) fn run<G: Game<State: Knowledge>>(
    _game: &G,
    (contest, openings): (&Contest, &Repertoire<'_>),
    plan: Plan,
    control: &Control,
    sink: &mut dyn FnMut(Pair) -> Flow,
) -> Result<(), ConfigError> {
    let threads = plan.threads.max(1);
    let most =
        if plan.lanes == 0 { MOST.min((ROOM / threads as u64 / tree_bytes(contest)) as usize).max(1) } else { plan.lanes };
    let lanes = most.min((2 * (plan.to - plan.from)).div_ceil(threads as u64) as usize);
    let table = || Table::new(contest);
    let halls: Vec<Vec<Table>> = (0..threads).map(|_| (0..lanes).map(|_| table()).collect()).collect::<Result<_, _>>()?;
    let play = |tables: &mut Vec<Table>, desk: &JobQueue<'_, Pair>| {
        let mut hall = Hall::<G>::new((contest, openings), std::mem::take(tables), desk);
        G::State::play_out_source(&mut hall);
    };
    run_workers(plan, halls, control, &play, sink);
    Ok(())
}

/// About how much memory the trees of a game take.
fn tree_bytes(contest: &Contest) -> u64 {
    let searches = contest.players.iter().filter_map(|player| player.search());
    searches.map(|config| (config.budget.simulations.unwrap_or(0) * PER_SIMULATION).clamp(1, config.memory_mib << 20)).sum()
}

/// A table with the game that is under way, if one is.
struct Place<'a> {
    table: Table,
    game: Option<Seated<'a>>,
    /// What became of the playout that was wanted here, until it is counted.
    outcome: Option<Outcome>,
}

/// A game under way at a table.
struct Seated<'a> {
    board: Board<'a>,
    number: u64,
    /// Whose search is under way.
    thinks: Option<Seat>,
}

/// The games of one thread.
struct Hall<'a, G: Game<State: Knowledge>> {
    contest: &'a Contest,
    openings: &'a Repertoire<'a>,
    desk: &'a JobQueue<'a, Pair>,
    places: Vec<Place<'a>>,
    /// Places at which no playout is under way.
    idle: Vec<usize>,
    /// Places whose playouts are about to begin, and the numbers of the workers that stand where these start.
    ready: Vec<(usize, usize)>,
    /// Places at which simulations are on their way down, likewise.
    under_way: Vec<(usize, usize)>,
    workers: Vec<StepWorker<G>>,
    /// The second game of the pair that was begun last, if nobody plays it yet.
    second: Option<u64>,
    /// The game of a pair that ended first.
    halves: BTreeMap<u64, GameRecord>,
}

impl<'a, G: Game<State: Knowledge>> Hall<'a, G> {
    fn new(
        (contest, openings): (&'a Contest, &'a Repertoire<'a>),
        tables: Vec<Table>,
        desk: &'a JobQueue<'a, Pair>,
    ) -> Self {
        let idle = (0..tables.len()).rev().collect();
        let places = tables.into_iter().map(|table| Place { table, game: None, outcome: None }).collect();
        let (ready, under_way, workers) = (Vec::new(), Vec::new(), Vec::new());
        Hall { contest, openings, desk, places, idle, ready, under_way, workers, second: None, halves: BTreeMap::new() }
    }

    /// The number of the next game, if there is one to be played.
    fn next_game(&mut self) -> Option<u64> {
        self.second.take().or_else(|| {
            let pair = self.desk.take()?;
            self.second = Some(2 * pair + 1);
            Some(2 * pair)
        })
    }

    /// Goes on at a place until a simulation begins with the worker of this number; false when there is nothing left to play.
    fn set_out(&mut self, place: usize, worker: usize) -> bool {
        loop {
            if self.places[place].game.is_none() && !self.sit_down(place) {
                return false;
            }
            let Place { table, game, outcome } = &mut self.places[place];
            let Some(game) = game else { return false };
            if self.workers.len() == worker {
                self.workers.push(search_of::<G>(table.player(Seat::A)).hire_for_steps());
            }
            let worker = &mut self.workers[worker];
            if let (Some(outcome), Some(seat)) = (outcome.take(), game.thinks) {
                search_of_mut::<G>(searching(table.player_mut(seat))).count_playout(worker, &outcome);
            }
            match game.set_out::<G>(table, worker, self.desk.control) {
                Ok(true) => return true,
                Ok(false) => self.stand_up(place, Ok(())),
                Err(interruption) => self.stand_up(place, Err(interruption)),
            }
        }
    }

    /// One step of the simulation at a place; false when none is on its way down there any more.
    fn go_down(&mut self, place: usize, worker: usize) -> bool {
        let Place { table, game, .. } = &mut self.places[place];
        let search = search_of_mut::<G>(searching(table.player_mut(thinker(game))));
        match search.go_down(&mut self.workers[worker]) {
            Stage::UnderWay => true,
            Stage::WantsPlayout => {
                self.ready.push((place, worker));
                false
            }
            Stage::Ended => self.set_out(place, worker),
        }
    }

    /// Begins the next game at a table.
    fn sit_down(&mut self, place: usize) -> bool {
        let Some(number) = self.next_game() else { return false };
        let Some(opening) = self.openings.of_pair(number / 2, self.desk.control) else { return false };
        let board = Board::new(self.contest, number, opening);
        let Place { table, game, .. } = &mut self.places[place];
        let begun = table.begin(&board, self.desk.control).is_ok();
        *game = begun.then_some(Seated { board, number, thinks: None });
        begun
    }

    /// Ends the game at a table; the second of a pair hands the pair in.
    fn stand_up(&mut self, place: usize, end: Result<(), Interruption>) {
        let Some(Seated { board, number, .. }) = self.places[place].game.take() else { return };
        let Some(record) = board.conclude(end) else { return };
        let pair = number / 2;
        match self.halves.remove(&pair) {
            None => {
                self.halves.insert(pair, record);
            }
            Some(other) => {
                let games = if number.is_multiple_of(2) { [record, other] } else { [other, record] };
                self.desk.hand_in(pair, Pair { number: pair, games });
            }
        }
    }
}

impl Seated<'_> {
    /// Goes on until a simulation begins; false at the end of the game.
    fn set_out<G: Game<State: Knowledge>>(
        &mut self,
        table: &mut Table,
        worker: &mut StepWorker<G>,
        control: &Control,
    ) -> Result<bool, Interruption> {
        loop {
            if control.is_stopped() {
                return Err(Interruption::Stopped);
            }
            let seat = match self.thinks {
                Some(seat) => seat,
                None => {
                    let Some(thinker) = table.next_thinker(&mut self.board, control)? else { return Ok(false) };
                    let searching = searching(table.player_mut(thinker.seat));
                    let budget = searching.budget;
                    search_of_mut::<G>(searching).begin_steps(&budget);
                    *self.thinks.insert(thinker.seat)
                }
            };
            let searching = searching(table.player_mut(seat));
            if search_of_mut::<G>(searching).set_out(worker) {
                return Ok(true);
            }
            let choice = searching.conclude(&*self.board.position);
            self.thinks = None;
            table.make_choice(&mut self.board, seat, choice, control)?;
        }
    }
}

/// A player that [`is_possible`] has looked at.
fn searching(player: &mut Player) -> &mut Searching {
    match player {
        Player::Search(searching) => searching,
        _ => panic!("{SEARCHES}"),
    }
}

/// The search of a player that [`is_possible`] has looked at.
fn search_of<G: Game<State: Knowledge>>(player: &Player) -> &Search<G> {
    let search = match player {
        Player::Search(Searching { searcher, .. }) => (&**searcher as &dyn Any).downcast_ref(),
        _ => None,
    };
    search.expect(SEARCHES)
}

/// As [`search_of`], to go on with.
fn search_of_mut<G: Game<State: Knowledge>>(searching: &mut Searching) -> &mut Search<G> {
    (&mut *searching.searcher as &mut dyn Any).downcast_mut().expect(SEARCHES)
}

const SEARCHES: &str = "both players search the game of the contest";

impl<G: Game<State: Knowledge>> Hall<'_, G> {
    /// The search that has asked for a playout.
    fn search(&self, place: usize) -> &Search<G> {
        let Place { table, game, .. } = &self.places[place];
        search_of(table.player(thinker(game)))
    }
}

/// Whose search is under way at a place that waits for a playout.
fn thinker(game: &Option<Seated<'_>>) -> Seat {
    game.as_ref().and_then(|game| game.thinks).expect("a search has asked for the playout")
}

impl<G: Game<State: Knowledge>> Source<G::State> for Hall<'_, G> {
    fn prepare(&mut self, at_most: usize) -> usize {
        self.ready.clear();
        for stage in 0..3 {
            for &place in self.idle.iter().filter(|&&place| self.places[place].outcome.is_some()) {
                self.search(place).fetch_ahead(stage);
            }
        }
        let mut under_way = std::mem::take(&mut self.under_way);
        while under_way.len() < at_most
            && let Some(place) = self.idle.pop()
        {
            if self.set_out(place, under_way.len()) {
                under_way.push((place, under_way.len()));
            }
        }
        while !under_way.is_empty() {
            under_way.retain(|&(place, worker)| self.go_down(place, worker));
        }
        self.under_way = under_way;
        self.ready.len()
    }

    fn start(&self, place: usize) -> Start<'_, G::State> {
        let (place, worker) = self.ready[place];
        Start { ticket: place as u64, state: self.workers[worker].state(), rng: self.search(place).playout_rng() }
    }

    fn end(&mut self, ticket: u64, outcome: &Outcome) {
        let place = ticket as usize;
        self.places[place].outcome = Some(*outcome);
        self.idle.push(place);
    }
}
