//! Iterative-deepening A* [korf1985]: a shortest solution, found without a tree.
//!
//! A depth-first search is repeated with a growing bound on f = g + h, the moves made and the moves that are needed at
//! least, until it finds a solution. h is the Manhattan distance with linear conflicts [hansson1992]: tiles that stand in
//! the line of their places in the wrong order have to get out of each other's way. In a line with k such tiles, of which
//! the longest rising row has l, at least k − l leave it and come back: two moves each, which the Manhattan distance does
//! not count.

use super::shape::{MAX_CELLS, Shape};
use super::{Board, Tile};

/// A shortest solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The tiles to slide, in order.
    pub moves: Vec<Tile>,
    /// How many positions were looked at, in all rounds.
    pub nodes: u64,
}

/// A shortest solution from here, whatever the limit says; empty where it is solved.
///
/// Boards of 3x3 take less than a millisecond, those of 4x4 mostly some seconds, larger ones may take years.
///
/// ```
/// use katsura_game::Game;
/// use katsura_games::sliding_puzzle::{SlidingPuzzle, shortest_solution};
/// let puzzle: SlidingPuzzle = serde_json::from_str(r#"{"board": "8 6 7 / 2 5 4 / 3 0 1"}"#).unwrap();
/// assert_eq!(shortest_solution(&puzzle.start()).moves.len(), 31, "no position is farther away");
/// ```
pub fn shortest_solution(board: &Board) -> Solution {
    let (shape, conflicts) = (board.shape, board.shape.conflicts());
    let mut dive = Dive { tiles: board.tiles, shape, conflicts, nodes: 0, moves: Vec::new() };
    let start = Node { gap: board.gap, last: 0, distance: u32::from(board.distance) + conflicts.of_all(&board.tiles) };
    let mut bound = start.distance;
    while !dive.down(start, bound) {
        // all solutions have as even a number of moves as the distance
        bound += 2;
    }
    dive.moves.reverse();
    Solution { moves: dive.moves, nodes: dive.nodes }
}

/// A position on the way down: where the gap is, which tile was moved last, and h.
#[derive(Clone, Copy)]
struct Node {
    gap: u8,
    last: Tile,
    distance: u32,
}

struct Dive {
    tiles: [Tile; MAX_CELLS],
    shape: &'static Shape,
    conflicts: &'static Conflicts,
    nodes: u64,
    /// The solution, from its end.
    moves: Vec<Tile>,
}

impl Dive {
    /// Whether there is a solution of at most so many moves.
    fn down(&mut self, node: Node, left: u32) -> bool {
        self.nodes += 1;
        if node.distance == 0 {
            return true;
        }
        for &cell in self.shape.around(node.gap) {
            let tile = self.tiles[usize::from(cell)];
            if tile == node.last {
                continue;
            }
            let lines = self.conflicts.crossed(cell, node.gap);
            let before = self.conflicts.of(&self.tiles, lines);
            self.tiles.swap(usize::from(cell), usize::from(node.gap));
            let after = self.conflicts.of(&self.tiles, lines);
            let place = &self.shape.distance[usize::from(tile)];
            let gain = u32::from(place[usize::from(node.gap)]) + after;
            let distance = node.distance + gain - u32::from(place[usize::from(cell)]) - before;
            let found = distance < left && self.down(Node { gap: cell, last: tile, distance }, left - 1);
            self.tiles.swap(usize::from(cell), usize::from(node.gap));
            if found {
                self.moves.push(tile);
                return true;
            }
        }
        false
    }
}

/// The moves that linear conflicts cost, by line: rows before columns.
#[derive(Debug)]
pub(super) struct Conflicts {
    width: usize,
    height: usize,
    /// The cells of every line.
    lines: Vec<Vec<u8>>,
    /// What a tile is worth in a line: its place there from 1 on, or 0 if it belongs elsewhere.
    rank: Vec<[u8; MAX_CELLS]>,
    /// What the tiles of a line cost, by their ranks as digits to the base 6.
    cost: Vec<u8>,
}

const BASE: usize = 6;

impl Conflicts {
    pub(super) fn new(shape: &Shape) -> Conflicts {
        let (width, height) = (shape.width, shape.height);
        let mut lines = Vec::new();
        for y in 0..height {
            lines.push((0..width).map(|x| (y * width + x) as u8).collect::<Vec<u8>>());
        }
        for x in 0..width {
            lines.push((0..height).map(|y| (y * width + x) as u8).collect());
        }
        let rank = lines.iter().map(|line| ranks(line, shape)).collect();
        let cost = (0..BASE.pow(5)).map(|code| cost(std::array::from_fn(|i| code / BASE.pow(i as u32) % BASE))).collect();
        Conflicts { width: shape.width, height: shape.height, lines, rank, cost }
    }

    /// The two lines whose order a move between these cells changes: it goes from the one to the other. Within its own line
    /// a tile passes nothing but the gap.
    #[inline]
    fn crossed(&self, a: u8, b: u8) -> [usize; 2] {
        let (a, b) = (usize::from(a), usize::from(b));
        if a.abs_diff(b) == 1 && a / self.width == b / self.width {
            [self.height + a % self.width, self.height + b % self.width]
        } else {
            [a / self.width, b / self.width]
        }
    }

    #[inline]
    fn of(&self, tiles: &[Tile; MAX_CELLS], lines: [usize; 2]) -> u32 {
        lines.into_iter().map(|line| self.of_line(tiles, line)).sum()
    }

    #[inline]
    fn of_line(&self, tiles: &[Tile; MAX_CELLS], line: usize) -> u32 {
        let rank = &self.rank[line];
        let digit = |code: usize, &cell: &u8| code * BASE + usize::from(rank[usize::from(tiles[usize::from(cell)])]);
        u32::from(self.cost[self.lines[line].iter().rev().fold(0, digit)])
    }

    fn of_all(&self, tiles: &[Tile; MAX_CELLS]) -> u32 {
        (0..self.lines.len()).map(|line| self.of_line(tiles, line)).sum()
    }
}

/// What each tile is worth in a line.
fn ranks(line: &[u8], shape: &Shape) -> [u8; MAX_CELLS] {
    let mut ranks = [0; MAX_CELLS];
    for (tile, rank) in ranks.iter_mut().enumerate().take(shape.cells()).skip(1) {
        *rank = line.iter().position(|&cell| cell == shape.place[tile]).map_or(0, |place| place as u8 + 1);
    }
    ranks
}

/// Twice the number of tiles of a line that have to leave it: all but the longest rising row of those that belong there.
fn cost(ranks: [usize; 5]) -> u8 {
    let mut longest = [0u8; 5];
    for (i, &rank) in ranks.iter().enumerate().filter(|&(_, &rank)| rank > 0) {
        let before = ranks[..i].iter().zip(&longest).filter(|&(&other, _)| 0 < other && other < rank);
        longest[i] = 1 + before.map(|(_, &length)| length).max().unwrap_or(0);
    }
    let here = ranks.iter().filter(|&&rank| rank > 0).count() as u8;
    2 * (here - longest.into_iter().max().unwrap_or(0))
}
