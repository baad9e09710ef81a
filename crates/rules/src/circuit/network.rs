//! Gates, while they are put together: conjunctions of any number of signals, each of which may be inverted.

use rustc_hash::FxHashMap;

/// A gate or an input, and whether it is inverted: twice the number, plus one if it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Signal(pub u32);

impl Signal {
    /// Never.
    pub(crate) const FALSE: Signal = Signal(0);
    /// Always.
    pub(crate) const TRUE: Signal = Signal(1);

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    #[must_use]
    pub(crate) fn inverted(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

/// A gate or an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// Never.
    Never,
    /// Whether a fact is true.
    Fact(u32),
    /// Whether a move is made.
    Move(u32),
    /// Whether something follows that depends on itself: false at first, then what its definition says, until nothing changes.
    Latch(u32),
    /// All of these.
    And(Box<[Signal]>),
}

/// A move, for what is known about moves: of each role exactly one is made.
#[derive(Clone, Debug)]
pub(crate) struct MoveInfo {
    pub role: usize,
    /// What holds whenever the move is made: the conditions of its being legal.
    pub implies: Vec<Signal>,
}

/// Things that depend on each other.
#[derive(Clone, Debug)]
pub(crate) struct Circle {
    /// The latches, and what they are defined as.
    pub latches: Vec<(u32, Signal)>,
}

/// Gates.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub nodes: Vec<Node>,
    ands: FxHashMap<Box<[Signal]>, Signal>,
    pub moves: Vec<MoveInfo>,
    /// The moves of each role.
    pub of_role: Vec<Vec<u32>>,
    /// Of the signals that say that one of some moves is made: which.
    move_sets: FxHashMap<Signal, Vec<u32>>,
    pub circles: Vec<Circle>,
    pub latches: u32,
}

/// A set of moves that is too large to be kept.
const MOST_MOVES: usize = 4096;

impl Network {
    /// A network whose moves belong to these roles.
    pub(crate) fn new(roles_of_moves: &[usize], roles: usize) -> Self {
        let mut of_role = vec![Vec::new(); roles];
        for (mv, &role) in roles_of_moves.iter().enumerate() {
            of_role[role].push(mv as u32);
        }
        let moves = roles_of_moves.iter().map(|&role| MoveInfo { role, implies: Vec::new() }).collect();
        Network {
            nodes: vec![Node::Never],
            ands: FxHashMap::default(),
            moves,
            of_role,
            move_sets: FxHashMap::default(),
            circles: Vec::new(),
            latches: 0,
        }
    }

    fn add(&mut self, node: Node) -> Signal {
        self.nodes.push(node);
        Signal((self.nodes.len() as u32 - 1) << 1)
    }

    pub(crate) fn fact(&mut self, number: u32) -> Signal {
        self.add(Node::Fact(number))
    }

    pub(crate) fn latch(&mut self) -> Signal {
        self.latches += 1;
        self.add(Node::Latch(self.latches - 1))
    }

    pub(crate) fn make(&mut self, mv: u32) -> Signal {
        let signal = self.add(Node::Move(mv));
        self.move_sets.insert(signal, vec![mv]);
        signal
    }

    /// All of these.
    pub(crate) fn and(&mut self, mut parts: Vec<Signal>) -> Signal {
        if !simplify(&mut parts) {
            return Signal::FALSE;
        }
        match parts[..] {
            [] => return Signal::TRUE,
            [one] => return one,
            _ => {}
        }
        if let Some(&known) = self.ands.get(&parts[..]) {
            return known;
        }
        let parts = parts.into_boxed_slice();
        let signal = self.add(Node::And(parts.clone()));
        self.ands.insert(parts, signal);
        signal
    }

    /// One of these, at least.
    pub(crate) fn or(&mut self, parts: Vec<Signal>) -> Signal {
        let (parts, moves) = self.without_most_moves(parts);
        let signal = self.and(parts.into_iter().map(Signal::inverted).collect()).inverted();
        if let Some(moves) = moves {
            self.move_sets.insert(signal, moves);
        }
        signal
    }

    /// Most of the moves of a role are all but a few: exactly one is made. Returns the moves as well if there is nothing else.
    fn without_most_moves(&mut self, parts: Vec<Signal>) -> (Vec<Signal>, Option<Vec<u32>>) {
        let (sets, mut rest): (Vec<Signal>, Vec<Signal>) =
            parts.into_iter().partition(|part| self.move_sets.contains_key(part));
        let mut made: Vec<u32> = sets.iter().flat_map(|part| self.move_sets[part].iter().copied()).collect();
        made.sort_unstable();
        made.dedup();
        if made.len() > MOST_MOVES {
            rest.extend(sets);
            return (rest, None);
        }
        let is_pure = rest.is_empty() && !made.is_empty();
        let mut complemented = Vec::new();
        for role in 0..self.of_role.len() {
            let of_role = made.iter().filter(|&&mv| self.moves[mv as usize].role == role).count();
            if of_role * 2 > self.of_role[role].len() {
                complemented.push(role);
            }
        }
        let role_of = |network: &Self, mv: u32| network.moves[mv as usize].role;
        for &role in &complemented {
            let left: Vec<u32> = self.of_role[role].iter().copied().filter(|mv| made.binary_search(mv).is_err()).collect();
            let left = left.into_iter().map(|mv| self.move_signal(mv).inverted()).collect();
            rest.push(self.and(left));
        }
        // what is left of sets whose moves are all of complemented roles is in their complements
        let others = sets
            .into_iter()
            .filter(|part| self.move_sets[part].iter().any(|&mv| !complemented.contains(&role_of(self, mv))));
        let others: Vec<Signal> = others.collect();
        rest.extend(others);
        (rest, is_pure.then_some(made))
    }

    /// The signal of a move: moves are the first nodes.
    pub(crate) fn move_signal(&self, mv: u32) -> Signal {
        Signal((mv + 1) << 1)
    }

    /// The parts of a conjunction, and of those that are parts of it.
    pub(crate) fn conditions_of(&self, signal: Signal) -> Vec<Signal> {
        let mut found = vec![signal];
        let mut at = 0;
        while let Some(&part) = found.get(at) {
            at += 1;
            if let Node::And(parts) = &self.nodes[part.node()]
                && !part.is_inverted()
                && found.len() < 64
            {
                found.extend(parts.iter().copied());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Sorts the parts of a conjunction and leaves out what is always true. False if it can never hold.
pub(crate) fn simplify(parts: &mut Vec<Signal>) -> bool {
    parts.sort_unstable();
    parts.dedup();
    parts.retain(|&part| part != Signal::TRUE);
    parts.first() != Some(&Signal::FALSE) && !parts.windows(2).any(|pair| pair[0].inverted() == pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_fold_and_equal_gates_are_one() {
        let mut network = Network::new(&[], 0);
        let (a, b) = (network.fact(0), network.fact(1));
        assert_eq!(network.and(vec![a, Signal::TRUE, a]), a);
        assert_eq!(network.and(vec![a, b, a.inverted()]), Signal::FALSE);
        assert_eq!(network.or(vec![a, Signal::TRUE]), Signal::TRUE);
        assert_eq!(network.and(vec![a, b]), network.and(vec![b, a]));
        let either = network.or(vec![a, b]);
        assert_eq!(either, network.and(vec![a.inverted(), b.inverted()]).inverted());
    }

    #[test]
    fn most_moves_of_a_role_are_all_but_the_rest() {
        let mut network = Network::new(&[0, 0, 0, 0, 1, 1], 2);
        let made: Vec<Signal> = (0..6).map(|mv| network.make(mv)).collect();
        let three = network.or(made[..3].to_vec());
        assert_eq!(three, made[3].inverted());
        assert_eq!(network.or(made[..4].to_vec()), Signal::TRUE);
        let mixed = network.or(vec![made[0], made[4]]);
        assert_eq!(mixed, network.and(vec![made[0].inverted(), made[4].inverted()]).inverted());
    }
}
