//! A planning problem of one's own: a machine that wears out, and when to repair it.

use katsura_game::{About, Chance, Game, Keyed, Payoff, Player, Rewards, Rng, State, Turn, When, plain};
use katsura_mcts::{Budget, Control, Search, SearchConfig};
use katsura_planning::exact::Exact;

// ANCHOR: state
const DAYS: u8 = 12;

#[derive(Clone)]
struct Workshop;

#[derive(Clone)]
struct Machine {
    day: u8,
    /// From 0, as new, to 3.
    wear: u8,
    /// It has run today, and chance says whether it wears.
    has_run: bool,
    /// What the last move has brought.
    gain: f32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Step {
    Run,
    Repair,
    Holds,
    Wears,
}

use Step::{Holds, Repair, Run, Wears};
const STEPS: [Step; 4] = [Run, Repair, Holds, Wears];
// ANCHOR_END: state

// ANCHOR: game
impl Game for Workshop {
    type State = Machine;

    fn about(&self) -> About {
        let payoff = Payoff { when: When::EachStep, ..Payoff::unbounded() };
        About { players: 1, chance: Chance::Listed, payoff, ..About::board("workshop", 1, STEPS.len()) }
    }

    fn start(&self) -> Machine {
        Machine { day: 0, wear: 2, has_run: false, gain: 0.0 }
    }
}
// ANCHOR_END: game

impl State for Machine {
    type Move = Step;

    // ANCHOR: turn
    fn turn(&self) -> Turn {
        match (self.day, self.has_run) {
            (DAYS, _) => Turn::Over,
            (_, true) => Turn::Chance,
            (_, false) => Turn::Player(Player::FIRST),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.clear();
        match self.turn() {
            Turn::Chance => moves.extend([Holds, Wears]),
            Turn::Player(_) => moves.extend([Run, Repair]),
            Turn::Over | Turn::Together(_) => {}
        }
    }
    // ANCHOR_END: turn

    // ANCHOR: apply
    fn apply(&mut self, step: Step) {
        self.gain = match step {
            Run => 10.0 - 3.0 * f32::from(self.wear),
            Repair => -4.0,
            Holds | Wears => 0.0,
        };
        match step {
            Run => self.has_run = true,
            Repair => (self.wear, self.day) = (0, self.day + 1),
            Holds => (self.has_run, self.day) = (false, self.day + 1),
            Wears => (self.wear, self.has_run, self.day) = ((self.wear + 1).min(3), false, self.day + 1),
        }
    }

    fn rewards(&self) -> Rewards {
        Rewards::new([self.gain, 0.0, 0.0, 0.0])
    }
    // ANCHOR_END: apply

    // ANCHOR: chance
    fn random_move(&self, moves: &mut Vec<Step>, rng: &mut Rng) -> Step {
        self.legal_moves(moves);
        moves[rng.index(moves.len())]
    }

    fn chance_probability(&self, _outcome: Step) -> f64 {
        0.5
    }
    // ANCHOR_END: chance

    fn move_index(&self, step: Step) -> usize {
        step as usize
    }

    fn move_at(&self, index: usize) -> Step {
        STEPS[index]
    }
}

plain!(Machine: Points, LightPlayout, Lanes, Skip, Hidden, Knowledge);

// ANCHOR: exact
impl Keyed for Machine {
    fn key(&self) -> u64 {
        u64::from(self.day) << 16 | u64::from(self.wear) << 8 | u64::from(self.has_run)
    }
}
// ANCHOR_END: exact

// ANCHOR: search
fn main() {
    let mut search = Search::new(&Workshop, &SearchConfig::default()).expect("a valid configuration");
    search.run(&Budget::simulations(20_000), &Control::new());
    let step = search.best_move().expect("the days have not passed");
    let (start, exact) = (Workshop.start(), Exact::solve(&Workshop, 1000).expect("a small problem"));
    let value = |step: Step| exact.move_value(&start, step as usize).expect("a legal move");
    println!("A worn machine: {step:?}. Exactly, to run is worth {:.2}, to repair {:.2}.", value(Run), value(Repair));
    assert_eq!(exact.regret(&start, step as usize), Some(0.0), "the search finds the better move");
}
// ANCHOR_END: search
