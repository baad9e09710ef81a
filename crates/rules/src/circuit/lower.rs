//! From a network to a program: dead gates left out, conjunctions cut into pairs, everything put in order.

use super::network::{Network, Node, Signal};
use super::pairs::cut;
use super::program::{Block, Operation, Output, Program, Run, Step};
use crate::graph::components;

/// A program, and where its results are.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    pub program: Program,
    /// The results of each part of the program.
    pub outputs: [Vec<Output>; 3],
}

/// The program that computes these signals, part by part: a part uses what the parts before it have found out.
pub(crate) fn lower(network: &Network, facts: usize, results: [&[Signal]; 3]) -> Lowered {
    let all = results.concat();
    let mut plain = Plain::new(network, &all);
    plain.nodes = cut(std::mem::take(&mut plain.nodes));
    let found = components(plain.nodes.len(), |node| plain.reads(node));
    let mut writer = Writer::new(&plain, network, facts, found);
    let mut is_written = vec![false; writer.components.len()];
    let parts = results.map(|signals| {
        let is_wanted: Vec<bool> =
            writer.reached(signals).iter().zip(&is_written).map(|(&now, &then)| now && !then).collect();
        is_written.iter_mut().zip(&is_wanted).for_each(|(then, &now)| *then |= now);
        writer.blocks(&is_wanted)
    });
    let outputs = results.map(|signals| signals.iter().map(|&signal| writer.output(signal)).collect());
    let [view, goals, next] = parts;
    let registers = writer.next_register as usize;
    Lowered { program: Program { registers, facts, moves: network.moves.len(), view, goals, next }, outputs }
}

/// The live nodes: conjunctions with their parts, everything else without.
struct Plain {
    nodes: Vec<Vec<Signal>>,
    /// The definitions of latches, by node.
    definitions: Vec<Option<Signal>>,
}

impl Plain {
    fn new(network: &Network, results: &[Signal]) -> Self {
        let count = network.nodes.len();
        let mut definitions = vec![None; count];
        let defined: Vec<(u32, Signal)> = network.circles.iter().flat_map(|circle| circle.latches.iter().copied()).collect();
        for (number, node) in network.nodes.iter().enumerate() {
            if let Node::Latch(latch) = node {
                definitions[number] = Some(defined[*latch as usize].1);
            }
        }
        let mut plain = Plain { nodes: vec![Vec::new(); count], definitions };
        let readers = plain.count_readers(network, results);
        let mut open: Vec<Signal> = results.to_vec();
        let mut is_done = vec![false; count];
        while let Some(node) = open.pop().map(Signal::node) {
            if !std::mem::replace(&mut is_done[node], true) {
                plain.nodes[node] = flattened(network, node, &readers);
                open.extend(plain.nodes[node].iter().copied().chain(plain.definitions[node]));
            }
        }
        plain
    }

    /// How often each node is read; twice from outside, so that what is read there keeps its gate.
    fn count_readers(&self, network: &Network, results: &[Signal]) -> Vec<u32> {
        let mut readers = vec![0; network.nodes.len()];
        let mut is_live = vec![false; network.nodes.len()];
        let mut open: Vec<Signal> = results.to_vec();
        open.iter().for_each(|signal| readers[signal.node()] += 2);
        while let Some(node) = open.pop().map(Signal::node) {
            if std::mem::replace(&mut is_live[node], true) {
                continue;
            }
            if let Node::And(parts) = &network.nodes[node] {
                parts.iter().for_each(|part| readers[part.node()] += 1);
                open.extend(parts.iter().copied());
            }
            if let Some(definition) = self.definitions[node] {
                readers[definition.node()] += 2;
                open.push(definition);
            }
        }
        readers
    }

    fn reads(&self, node: usize) -> Vec<usize> {
        let definition = self.definitions.get(node).copied().flatten();
        self.nodes[node].iter().copied().chain(definition).map(Signal::node).collect()
    }
}

/// The parts of a conjunction, with the parts of those that nobody else reads.
fn flattened(network: &Network, node: usize, readers: &[u32]) -> Vec<Signal> {
    let Node::And(parts) = &network.nodes[node] else { return Vec::new() };
    let mut open: Vec<Signal> = parts.to_vec();
    let mut flat = Vec::new();
    while let Some(part) = open.pop() {
        match &network.nodes[part.node()] {
            Node::And(inner) if !part.is_inverted() && readers[part.node()] == 1 => open.extend(inner.iter().copied()),
            _ => flat.push(part),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    flat
}

const NOWHERE: u32 = u32::MAX;

/// Gives registers to gates.
struct Writer<'a> {
    plain: &'a Plain,
    components: Vec<Vec<usize>>,
    /// The component of each node.
    of_node: Vec<usize>,
    /// How many components lie below each component, one on top of the other.
    levels: Vec<u32>,
    places: Vec<Output>,
    next_register: u32,
}

impl<'a> Writer<'a> {
    fn new(plain: &'a Plain, network: &Network, facts: usize, components: Vec<Vec<usize>>) -> Self {
        let count = plain.nodes.len();
        let moves = network.moves.len();
        let mut places = vec![Output { register: NOWHERE, inverted: false }; count];
        for (number, node) in network.nodes.iter().enumerate() {
            places[number].register = match node {
                Node::Never => 0,
                Node::Fact(fact) => 1 + fact,
                Node::Move(mv) => (1 + facts) as u32 + mv,
                Node::Latch(latch) => (1 + facts + moves) as u32 + latch,
                Node::And(_) => NOWHERE,
            };
        }
        let mut of_node = vec![0; count];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|&member| of_node[member] = number);
        }
        let next_register = (1 + facts + moves) as u32 + network.latches;
        let mut writer = Writer { plain, levels: Vec::new(), components, of_node, places, next_register };
        writer.find_levels();
        writer
    }

    fn find_levels(&mut self) {
        for number in 0..self.components.len() {
            let below = self.components[number].iter().flat_map(|&node| self.plain.reads(node));
            let below = below.map(|read| self.of_node[read]).filter(|&other| other != number);
            let level = below.map(|other| self.levels[other] + 1).max().unwrap_or(0);
            self.levels.push(level);
        }
    }

    /// The components that these signals depend on.
    fn reached(&self, signals: &[Signal]) -> Vec<bool> {
        let mut reached = vec![false; self.components.len()];
        let mut open: Vec<usize> = signals.iter().map(|signal| self.of_node[signal.node()]).collect();
        while let Some(component) = open.pop() {
            if !std::mem::replace(&mut reached[component], true) {
                let nodes = self.components[component].iter();
                open.extend(nodes.flat_map(|&node| self.plain.reads(node)).map(|read| self.of_node[read]));
            }
        }
        reached
    }

    /// Where a signal is read: its gate must have been written.
    fn output(&self, signal: Signal) -> Output {
        let mut output = self.places[signal.node()];
        output.inverted ^= signal.is_inverted();
        output
    }

    /// Writes the components that are wanted.
    fn blocks(&mut self, is_wanted: &[bool]) -> Vec<Block> {
        let mut wanted: Vec<usize> = (0..self.components.len()).filter(|&component| is_wanted[component]).collect();
        wanted.sort_by_key(|&component| self.levels[component]);
        let mut blocks = Vec::new();
        let levels: Vec<Vec<usize>> =
            wanted.chunk_by(|&a, &b| self.levels[a] == self.levels[b]).map(<[usize]>::to_vec).collect();
        for level in levels {
            let mut gates = Vec::new();
            let mut circles = Vec::new();
            for component in level {
                let members = &self.components[component];
                match members[..] {
                    [node] if self.plain.definitions.get(node).copied().flatten().is_none() => gates.extend(self.gate(node)),
                    [node] if !self.plain.reads(node).contains(&node) => self.alias(node),
                    _ => circles.push(members.clone()),
                }
            }
            self.write_runs(gates, &mut blocks);
            for circle in circles {
                let block = self.circle(&circle);
                blocks.push(block);
            }
        }
        blocks
    }

    /// A latch that does not depend on itself is what it is defined as.
    fn alias(&mut self, node: usize) {
        if let Some(definition) = self.plain.definitions[node] {
            self.places[node] = self.output(definition);
        }
    }

    /// What a conjunction of two does, how, and whether its register holds the opposite. None for what is no conjunction.
    fn gate(&self, node: usize) -> Option<(Operation, [u32; 2], usize)> {
        let [a, b] = self.plain.nodes[node][..] else { return None };
        let (a, b) = (self.output(a), self.output(b));
        Some(match (a.inverted, b.inverted) {
            (false, false) => (Operation::And, [a.register, b.register], node),
            (true, true) => (Operation::Or, [a.register, b.register], node),
            (false, true) => (Operation::Except, [a.register, b.register], node),
            (true, false) => (Operation::Except, [b.register, a.register], node),
        })
    }

    fn place(&mut self, node: usize, operation: Operation) -> u32 {
        let register = self.next_register;
        self.places[node] = Output { register, inverted: operation == Operation::Or };
        self.next_register += 1;
        register
    }

    fn write_runs(&mut self, mut gates: Vec<(Operation, [u32; 2], usize)>, blocks: &mut Vec<Block>) {
        gates.sort_unstable();
        for alike in gates.chunk_by(|a, b| a.0 == b.0) {
            let operation = alike[0].0;
            let run = Run { operation, first: self.next_register, inputs: alike.iter().map(|gate| gate.1).collect() };
            for &(_, _, node) in alike {
                self.place(node, operation);
            }
            blocks.push(Block::Run(run));
        }
    }

    /// Latch by latch: the gates that lead to it and have not been written, then the latch.
    fn circle(&mut self, members: &[usize]) -> Block {
        let component = self.of_node[members[0]];
        let mut latches: Vec<usize> =
            members.iter().copied().filter(|&node| self.plain.definitions.get(node).copied().flatten().is_some()).collect();
        latches.sort_unstable();
        let mut steps = Vec::new();
        for &latch in &latches {
            let Some(definition) = self.plain.definitions[latch] else { continue };
            self.write_below(definition.node(), component, &mut steps);
            let to = self.places[latch].register;
            steps.push(Step::Latch { to, from: self.output(definition) });
        }
        Block::Circle { latches: latches.iter().map(|&latch| self.places[latch].register).collect(), steps }
    }

    /// Writes a gate of a circle after those that it reads.
    fn write_below(&mut self, node: usize, component: usize, steps: &mut Vec<Step>) {
        let mut open = vec![node];
        while let Some(&node) = open.last() {
            let is_inside = self.of_node[node] == component && self.places[node].register == NOWHERE;
            let missing = self.plain.nodes[node]
                .iter()
                .map(|part| part.node())
                .find(|&part| is_inside && self.of_node[part] == component && self.places[part].register == NOWHERE);
            if let Some(part) = missing {
                open.push(part);
                continue;
            }
            open.pop();
            if let Some((operation, inputs, _)) = self.gate(node).filter(|_| is_inside) {
                let to = self.place(node, operation);
                steps.push(Step::Gate { operation, to, inputs });
            }
        }
    }
}
