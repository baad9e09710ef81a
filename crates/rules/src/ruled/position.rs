//! A position of a game from a file.

use super::bits;
use crate::circuit::program::{Output, run};
use crate::rules::{Goal, MoveNumber, Rules};
use katsura_game::planes::{Plane, Words};
use katsura_game::{Keyed, Knowledge, MAX_PLAYERS, Player, Players, Rewards, Rng, State, Turn, Turns, mix_key, plain};
use std::sync::Arc;

/// A bit for one position.
type Bit = Words<1>;

/// A position: the facts that are true, and what the circuit says about them.
#[derive(Debug)]
pub struct Position {
    pub(super) rules: Arc<Rules>,
    /// Which facts are true.
    pub(super) facts: Box<[u64]>,
    /// Which moves are legal, those of all roles.
    pub(super) legal: Box<[u64]>,
    pub(super) turn: Turn,
    rewards: Rewards,
    /// What those have chosen who have, where several choose together.
    chosen: [MoveNumber; MAX_PLAYERS],
    /// The rounds that were played.
    pub(super) rounds: u32,
    turns: Turns,
    /// The last move that a player made.
    pub(super) last: Option<MoveNumber>,
    circuit: Registers,
}

const NOTHING: MoveNumber = MoveNumber::MAX;

/// The registers of the circuit: room to work in, which no copy of a position needs.
#[derive(Debug, Default)]
struct Registers {
    bits: Vec<Bit>,
    /// Whether they hold what the circuit says of this position.
    are_valid: bool,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position {
            rules: Arc::clone(&self.rules),
            facts: self.facts.clone(),
            legal: self.legal.clone(),
            circuit: Registers::default(),
            ..*self
        }
    }

    /// Keeps its own room to work in.
    fn clone_from(&mut self, other: &Self) {
        if !Arc::ptr_eq(&self.rules, &other.rules) {
            *self = other.clone();
            return;
        }
        self.facts.copy_from_slice(&other.facts);
        self.legal.copy_from_slice(&other.legal);
        (self.turn, self.rewards, self.chosen) = (other.turn, other.rewards, other.chosen);
        (self.rounds, self.turns, self.last) = (other.rounds, other.turns, other.last);
        self.circuit.are_valid = false;
    }
}

impl Position {
    /// The position before the first move.
    pub(super) fn start(rules: Arc<Rules>) -> Position {
        let mut facts = vec![0; bits::words(rules.fact_count())].into_boxed_slice();
        for (fact, &is_true) in rules.parts.start.iter().enumerate() {
            bits::put(&mut facts, fact, is_true);
        }
        let legal = vec![0; bits::words(rules.move_count())].into_boxed_slice();
        let mut position = Position {
            rules,
            facts,
            legal,
            turn: Turn::Over,
            rewards: Rewards::default(),
            chosen: [NOTHING; MAX_PLAYERS],
            rounds: 0,
            turns: Turns::Together,
            last: None,
            circuit: Registers::default(),
        };
        position.look();
        position
    }

    /// The same position of a game in which players move so.
    pub(super) fn with_turns(mut self, turns: Turns) -> Position {
        self.turns = turns;
        self.turn = self.turn_of();
        self
    }

    /// The facts that are true, as the rules write them.
    ///
    /// ```
    /// # use katsura_game::Game;
    /// # use katsura_rules::{Ruled, Rules};
    /// let sheet = "(role me) (init (lamp off)) (legal me wait) (<= terminal (true (lamp on))) (goal me 0)";
    /// let game = Ruled::new(Rules::gdl("dark.kif", sheet).unwrap()).unwrap();
    /// assert_eq!(game.start().true_facts(), ["(lamp off)"]);
    /// ```
    pub fn true_facts(&self) -> Vec<&str> {
        let all = 0..self.rules.fact_count() as u32;
        bits::numbers(&self.facts, &all).map(|fact| self.rules.parts.facts[fact as usize].as_str()).collect()
    }

    /// The legal moves of a role, as the rules write them.
    pub fn legal_terms(&self, role: usize) -> Vec<&str> {
        let moves = bits::numbers(&self.legal, &self.rules.of_role[role]);
        moves.map(|mv| self.rules.parts.moves[mv as usize].term.as_str()).collect()
    }

    /// What those have chosen who have, where several choose together, as the rules write it.
    pub fn chosen_terms(&self) -> Vec<&str> {
        let chosen = self.chosen.iter().filter(|&&mv| mv != NOTHING);
        chosen.map(|&mv| self.rules.parts.moves[mv as usize].term.as_str()).collect()
    }

    /// How many rounds were played: one for each time that all roles have moved.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What each role gets by the rules here.
    pub(super) fn result(rules: &Rules, points: impl Fn(usize) -> u8) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        for (role, reward) in rewards.iter_mut().enumerate().take(rules.roles().len()) {
            *reward = f32::from(points(role));
        }
        if rules.parts.shares_hundred {
            return Rewards::two(rewards[0] / 100.0);
        }
        Rewards::new(rewards)
    }

    /// Whether playouts from here can run side by side: not where some of several have chosen already.
    pub(super) fn fits_batch(&self) -> bool {
        !self.turn.is_over() && self.chosen.iter().all(|&mv| mv == NOTHING)
    }

    /// How many moves a role has.
    pub(super) fn width(&self, role: usize) -> u32 {
        bits::count(&self.legal, &self.rules.of_role[role])
    }

    /// The roles that have a choice.
    pub(super) fn choosers(&self) -> Players {
        let roles = self.rules.roles().len();
        (0..roles as u8)
            .map(Player)
            .filter(|player| self.width(player.index()) < 2)
            .fold(Players::first(roles), Players::without)
    }

    /// The circuit's registers with the facts and what follows from them.
    fn fill(&mut self) {
        let program = &self.rules.parts.program;
        let registers = &mut self.circuit;
        if registers.are_valid {
            return;
        }
        registers.bits.resize(program.registers, Bit::all(false));
        for fact in 0..program.facts {
            registers.bits[program.fact(fact)] = Bit::from_words(&[u64::from(bits::has(&self.facts, fact))]);
        }
        run(&program.view, &mut registers.bits);
        registers.are_valid = true;
    }

    /// Asks the circuit what is legal, over and won.
    fn look(&mut self) {
        self.fill();
        let parts = &self.rules.parts;
        for (mv, &output) in parts.legal.iter().enumerate() {
            bits::put(&mut self.legal, mv, is_set(output, &self.circuit.bits));
        }
        self.chosen = [NOTHING; MAX_PLAYERS];
        let is_over = is_set(parts.terminal, &self.circuit.bits) || self.rounds >= parts.longest;
        if is_over || (0..self.rules.roles().len()).any(|role| self.width(role) == 0) {
            run(&parts.program.goals, &mut self.circuit.bits);
            let is_reached = |goal: &&Goal| is_set(goal.holds, &self.circuit.bits);
            let points = |role: usize| parts.goals[role].iter().find(is_reached).map_or(0, |goal| goal.points);
            self.rewards = Self::result(&self.rules, points);
            self.legal.fill(0);
            self.turn = Turn::Over;
        } else {
            self.turn = self.turn_of();
        }
    }

    /// Who moves: those who have a choice. Where nobody has one, the first whose move does something.
    fn turn_of(&self) -> Turn {
        if (0..self.rules.roles().len()).any(|role| self.width(role) == 0) {
            return Turn::Over;
        }
        let choosers = self.choosers();
        match (choosers.count(), choosers.next()) {
            (1, Some(player)) => Turn::Player(player),
            (0, _) | (_, None) => Turn::Player(self.first_to_do_something()),
            (_, Some(first)) => match self.turns {
                Turns::Together => Turn::Together(choosers),
                Turns::InTurn => Turn::Player(first),
            },
        }
    }

    /// The only move of a role that has no choice.
    pub(super) fn only_move(&self, role: usize) -> Option<MoveNumber> {
        (self.width(role) == 1).then(|| bits::select(&self.legal, &self.rules.of_role[role], 0)).flatten()
    }

    /// Who moves where nobody has a choice: the first whose move is not made while others choose and changes something, or one of both.
    fn first_to_do_something(&self) -> Player {
        let worth = |role: &usize| {
            let only = self.only_move(*role).map_or(0, |mv| mv as usize);
            let (waits, idles) = (self.rules.is_wait[only], self.rules.is_idle[only]);
            (waits, idles, *role)
        };
        Player((0..self.rules.roles().len()).min_by_key(worth).unwrap_or(0) as u8)
    }

    /// The moves have been chosen: makes them.
    fn advance(&mut self) {
        self.fill();
        let rules = Arc::clone(&self.rules);
        let (parts, registers) = (&rules.parts, &mut self.circuit.bits);
        let (first, count) = (parts.program.mv(0), parts.program.moves);
        registers[first..first + count].fill(Bit::all(false));
        for (role, &mv) in self.chosen.iter().enumerate().take(rules.roles().len()) {
            let only = || bits::select(&self.legal, &rules.of_role[role], 0);
            if let Some(mv) = if mv == NOTHING { only() } else { Some(mv) } {
                registers[parts.program.mv(mv as usize)] = Bit::all(true);
            }
        }
        run(&parts.program.next, registers);
        for (fact, output) in parts.next.iter().enumerate() {
            bits::put(&mut self.facts, fact, is_set(*output, registers));
        }
        self.circuit.are_valid = false;
        self.rounds += 1;
        self.look();
    }

    /// The moves of who moves next.
    fn open(&self) -> std::ops::Range<MoveNumber> {
        self.turn.player().map_or(0..0, |player| self.rules.of_role[player.index()].clone())
    }
}

fn is_set(output: Output, registers: &[Bit]) -> bool {
    let mut word = [0];
    output.read(registers).to_words(&mut word);
    word[0] & 1 == 1
}

impl State for Position {
    type Move = MoveNumber;

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    fn legal_moves(&self, moves: &mut Vec<MoveNumber>) {
        moves.clear();
        moves.extend(bits::numbers(&self.legal, &self.open()));
    }

    fn apply(&mut self, mv: MoveNumber) {
        let Some(player) = self.turn.player() else { return };
        self.chosen[player.index()] = mv;
        self.last = Some(mv);
        match self.turn_after(player) {
            Some(turn) => self.turn = turn,
            None => self.advance(),
        }
    }

    fn rewards(&self) -> Rewards {
        self.rewards
    }

    #[inline]
    fn move_index(&self, mv: MoveNumber) -> usize {
        mv as usize
    }

    #[inline]
    fn move_at(&self, index: usize) -> MoveNumber {
        index as MoveNumber
    }

    fn is_legal(&self, mv: MoveNumber) -> bool {
        self.open().contains(&mv) && bits::has(&self.legal, mv as usize)
    }

    /// Draws nothing where there is one move only.
    fn random_move(&self, _moves: &mut Vec<MoveNumber>, rng: &mut Rng) -> MoveNumber {
        let open = self.open();
        let count = bits::count(&self.legal, &open);
        let rank = if count > 1 { rng.below(count) } else { 0 };
        bits::select(&self.legal, &open, rank).unwrap_or(open.start)
    }
}

impl Position {
    /// Who chooses after this player in this round, if somebody does.
    fn turn_after(&self, player: Player) -> Option<Turn> {
        match self.turn {
            Turn::Together(players) => {
                let left = players.without(player);
                (left.count() > 0).then_some(Turn::Together(left))
            }
            _ if self.turns == Turns::InTurn => {
                let left = self.choosers().iter().find(|next| next.index() > player.index());
                left.filter(|_| self.choosers().has(player)).map(Turn::Player)
            }
            _ => None,
        }
    }
}

impl Keyed for Position {
    fn key(&self) -> u64 {
        let facts = self.facts.iter().fold(0, |key, &word| mix_key(key ^ word));
        let chosen = self.chosen.iter().filter(|&&mv| mv != NOTHING);
        chosen.fold(facts, |key, &mv| mix_key(key ^ u64::from(mv) << 1))
    }
}

impl Knowledge for Position {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}

plain!(Position: Points, LightPlayout, Skip, Hidden, LegalSet);
