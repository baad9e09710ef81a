//! The three structures that win, as the rules state them: decided by searching the whole board.

use super::{Board, CORNERS, EDGES};
use crate::hexagon::{Cell, Grid, Rules, least, reach};
use katsura_game::Player;
use std::fmt;

/// A structure that wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Structure {
    /// Stones that join three edges; corners belong to no edge.
    Fork,
    /// Stones that join two corners.
    Bridge,
    /// A loop of stones around at least one cell, whatever is on it.
    Ring,
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Structure::Fork => "fork",
            Structure::Bridge => "bridge",
            Structure::Ring => "ring",
        })
    }
}

/// How a game was won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// What was built.
    pub kind: Structure,
    /// By whom.
    pub player: Player,
    /// The cells of it, in order of their numbers. There may be others; without any one of these it would be none.
    pub cells: Vec<Cell>,
}

impl Board {
    /// How the game was won. A stone may complete several structures: the first of fork, bridge, ring is told.
    ///
    /// ```
    /// use katsura_game::Game;
    /// use katsura_games::havannah::Havannah;
    /// assert_eq!(Havannah::default().start().win(), None);
    /// ```
    pub fn win(&self) -> Option<Win> {
        let player = self.winner()?;
        let (grid, stones) = (self.rules().grid(), self.stones_of(player));
        let kind = find(grid, &stones)?;
        Some(Win { kind, player, cells: least(stones, |rest| contains(grid, rest, kind)) })
    }

    /// What has won, without its cells.
    pub fn winning_structure(&self) -> Option<Structure> {
        find(self.rules().grid(), &self.stones_of(self.winner()?))
    }
}

/// The first structure that these stones of one player contain.
pub(super) fn find(grid: &Grid, stones: &[bool]) -> Option<Structure> {
    [Structure::Fork, Structure::Bridge, Structure::Ring].into_iter().find(|&kind| contains(grid, stones, kind))
}

/// Whether these stones of one player contain a structure of this kind.
pub(super) fn contains(grid: &Grid, stones: &[bool], kind: Structure) -> bool {
    match kind {
        Structure::Fork => joins(grid, stones, EDGES, 3),
        Structure::Bridge => joins(grid, stones, CORNERS, 2),
        Structure::Ring => has_ring(grid, stones),
    }
}

/// Whether a group of stones touches at least `count` of the sides.
fn joins(grid: &Grid, stones: &[bool], sides: u16, count: u32) -> bool {
    let mut seen = vec![false; grid.len()];
    all(grid).filter(|&cell| stones[usize::from(cell)]).any(|cell| {
        if seen[usize::from(cell)] {
            return false;
        }
        let group = reach(grid, [cell], |near| stones[usize::from(near)]);
        let mut touched = 0;
        for cell in all(grid).filter(|&cell| group[usize::from(cell)]) {
            seen[usize::from(cell)] = true;
            touched |= grid.place(cell).sides & sides;
        }
        touched.count_ones() >= count
    })
}

/// Whether a cell without a stone is cut off from the rim, or a stone has six stones around it.
///
/// A loop whose inside holds a cell without a stone cuts that cell off. If all cells inside are stones, each of them has six
/// stones around it, inside or on the loop.
fn has_ring(grid: &Grid, stones: &[bool]) -> bool {
    let free = |cell: u16| !stones[usize::from(cell)];
    let rim = all(grid).filter(|&cell| grid.place(cell).sides != 0);
    let outside = reach(grid, rim, free);
    let cut_off = |cell: u16| free(cell) && !outside[usize::from(cell)];
    let surrounded = |cell: u16| !free(cell) && grid.near(cell).filter(|&near| !free(near)).count() == 6;
    all(grid).any(|cell| cut_off(cell) || surrounded(cell))
}

fn all(grid: &Grid) -> impl Iterator<Item = u16> {
    0..grid.len() as u16
}
