//! A circuit as it runs: gates of two inputs in an order in which each comes after those that it reads.
//!
//! A register holds a bit for one position or for each of many. Gates of one kind stand together, and each writes the register behind that of
//! the gate before, so that a step is two loads, one operation and one store.

use katsura_game::planes::Plane;

/// What a gate does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Operation {
    /// Both.
    And,
    /// One or both.
    Or,
    /// The first and not the second.
    Except,
}

/// Gates of one kind, which write registers one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub operation: Operation,
    /// The register that the first gate writes.
    pub first: u32,
    /// The registers that each gate reads.
    pub inputs: Vec<[u32; 2]>,
}

/// One thing that is done in a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Gate { operation: Operation, to: u32, inputs: [u32; 2] },
    Latch { to: u32, from: Output },
}

/// Gates that run together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Block {
    Run(Run),
    /// Latches that depend on each other: they start with nothing, and the steps are repeated until no latch changes.
    Circle {
        latches: Vec<u32>,
        steps: Vec<Step>,
    },
}

/// Where a signal is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Output {
    pub register: u32,
    pub inverted: bool,
}

impl Output {
    #[inline(always)]
    pub(crate) fn read<P: Plane>(self, registers: &[P]) -> P {
        let plane = registers[self.register as usize];
        if self.inverted { !plane } else { plane }
    }
}

/// A circuit that runs. Register 0 is never set; then come facts, moves, latches and gates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Program {
    pub registers: usize,
    pub facts: usize,
    pub moves: usize,
    /// What is legal, and whether the game is over.
    pub view: Vec<Block>,
    /// Who gets what: after the view, where the game is over.
    pub goals: Vec<Block>,
    /// What is true after the moves: after the view.
    pub next: Vec<Block>,
}

impl Program {
    /// The register of a fact.
    pub(crate) fn fact(&self, fact: usize) -> usize {
        1 + fact
    }

    /// The register of a move.
    pub(crate) fn mv(&self, mv: usize) -> usize {
        1 + self.facts + mv
    }

    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.view.iter().chain(&self.goals).chain(&self.next)
    }

    /// Which moves any gate reads.
    pub(crate) fn moves_read(&self) -> Vec<bool> {
        let mut read = vec![false; self.moves];
        let mut note = |register: u32| {
            if let Some(mv) = (register as usize).checked_sub(1 + self.facts).filter(|&mv| mv < self.moves) {
                read[mv] = true;
            }
        };
        for block in self.blocks() {
            match block {
                Block::Run(run) => run.inputs.iter().flatten().for_each(|&input| note(input)),
                Block::Circle { steps, .. } => steps.iter().for_each(|step| match step {
                    Step::Gate { inputs, .. } => inputs.iter().for_each(|&input| note(input)),
                    Step::Latch { from, .. } => note(from.register),
                }),
            }
        }
        read
    }

    /// How many gates there are.
    pub(crate) fn gates(&self) -> usize {
        let gates = |block: &Block| match block {
            Block::Run(run) => run.inputs.len(),
            Block::Circle { steps, .. } => steps.iter().filter(|step| matches!(step, Step::Gate { .. })).count(),
        };
        self.blocks().map(gates).sum()
    }
}

#[inline(always)]
fn apply<P: Plane>(operation: Operation, a: P, b: P) -> P {
    match operation {
        Operation::And => a & b,
        Operation::Or => a | b,
        Operation::Except => a & !b,
    }
}

/// Runs some blocks.
#[inline(always)]
pub(crate) fn run<P: Plane>(blocks: &[Block], registers: &mut [P]) {
    for block in blocks {
        match block {
            Block::Run(gates) => match gates.operation {
                Operation::And => run_gates(gates, registers, Operation::And),
                Operation::Or => run_gates(gates, registers, Operation::Or),
                Operation::Except => run_gates(gates, registers, Operation::Except),
            },
            Block::Circle { latches, steps } => run_circle(latches, steps, registers),
        }
    }
}

#[inline(always)]
fn run_gates<P: Plane>(gates: &Run, registers: &mut [P], operation: Operation) {
    // gates of one run do not read each other
    let (before, after) = registers.split_at_mut(gates.first as usize);
    for (to, &[a, b]) in after.iter_mut().zip(&gates.inputs) {
        *to = apply(operation, before[a as usize], before[b as usize]);
    }
}

#[inline(always)]
fn run_circle<P: Plane>(latches: &[u32], steps: &[Step], registers: &mut [P]) {
    for &latch in latches {
        registers[latch as usize] = P::all(false);
    }
    loop {
        let mut changed = P::all(false);
        for step in steps {
            match *step {
                Step::Gate { operation, to, inputs: [a, b] } => {
                    registers[to as usize] = apply(operation, registers[a as usize], registers[b as usize]);
                }
                Step::Latch { to, from } => {
                    let value = from.read(registers);
                    changed = changed | (value ^ registers[to as usize]);
                    registers[to as usize] = value;
                }
            }
        }
        if !changed.any() {
            return;
        }
    }
}
