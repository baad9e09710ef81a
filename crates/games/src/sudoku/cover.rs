//! Solutions are counted as exact covers, by dancing links [knuth2000].
//!
//! A value in a cell covers four things: the cell, and the value in its row, its column and its box. A solution covers
//! everything exactly once. Always the thing with the fewest ways to cover it is tried next.

use super::Grid;

/// How many solutions the grid has; counting stops at the limit.
///
/// ```
/// use katsura_game::Game;
/// use katsura_games::sudoku::{Sudoku, count_solutions};
/// let empty = Sudoku { box_width: 2, box_height: 2, empty: 100, ..Sudoku::default() };
/// assert_eq!(count_solutions(&empty.start(), 1000), 288);
/// assert_eq!(count_solutions(&empty.start(), 2), 2, "there is more than one");
/// ```
pub fn count_solutions(grid: &Grid, limit: u64) -> u64 {
    let mut links = Links::new(grid);
    let mut count = 0;
    links.search(&mut count, limit);
    count
}

/// The links of Knuth's algorithm: node 0 is the root, then the heads of the things to cover, then four nodes for each way.
struct Links {
    left: Vec<u32>,
    right: Vec<u32>,
    up: Vec<u32>,
    down: Vec<u32>,
    /// The head of each node.
    head: Vec<u32>,
    /// How many nodes are under each head.
    under: Vec<u32>,
}

impl Links {
    fn new(grid: &Grid) -> Links {
        let (layout, size, cells) = (grid.layout, grid.layout.size, grid.layout.cells());
        let heads = 4 * cells as u32 + 1;
        let ring = |node: u32, by: u32| (node + by) % heads;
        let mut links = Links {
            left: (0..heads).map(|node| ring(node, heads - 1)).collect(),
            right: (0..heads).map(|node| ring(node, 1)).collect(),
            up: (0..heads).collect(),
            down: (0..heads).collect(),
            head: (0..heads).collect(),
            under: vec![0; heads as usize],
        };
        for cell in 0..cells {
            let [row, column, square] = layout.units(cell);
            for value in 0..size {
                if grid.values[cell] == 0 || usize::from(grid.values[cell]) == value + 1 {
                    let units = [row * size, cells + column * size, 2 * cells + square * size];
                    let [a, b, c] = units.map(|unit| (1 + cells + unit + value) as u32);
                    links.add([1 + cell as u32, a, b, c]);
                }
            }
        }
        links
    }

    /// Adds a way to cover the four things with these heads.
    fn add(&mut self, heads: [u32; 4]) {
        let first = self.head.len() as u32;
        for (place, head) in (0..4).zip(heads) {
            let (node, above) = (first + place, self.up[head as usize]);
            self.left.push(first + (place + 3) % 4);
            self.right.push(first + (place + 1) % 4);
            self.up.push(above);
            self.down.push(head);
            self.head.push(head);
            self.down[above as usize] = node;
            self.up[head as usize] = node;
            self.under[head as usize] += 1;
        }
    }

    fn search(&mut self, count: &mut u64, limit: u64) {
        let Some(head) = self.fewest() else {
            *count += 1;
            return;
        };
        self.cover(head);
        let mut way = self.down[head as usize];
        while way != head && *count < limit {
            let mut node = self.right[way as usize];
            while node != way {
                self.cover(self.head[node as usize]);
                node = self.right[node as usize];
            }
            self.search(count, limit);
            node = self.left[way as usize];
            while node != way {
                self.uncover(self.head[node as usize]);
                node = self.left[node as usize];
            }
            way = self.down[way as usize];
        }
        self.uncover(head);
    }

    /// The head with the fewest ways; `None` when everything is covered.
    fn fewest(&self) -> Option<u32> {
        let (mut best, mut head) = (None, self.right[0]);
        while head != 0 {
            if best.is_none_or(|best: u32| self.under[head as usize] < self.under[best as usize]) {
                best = Some(head);
            }
            head = self.right[head as usize];
        }
        best
    }

    fn cover(&mut self, head: u32) {
        let (left, right) = (self.left[head as usize], self.right[head as usize]);
        (self.right[left as usize], self.left[right as usize]) = (right, left);
        let mut way = self.down[head as usize];
        while way != head {
            let mut node = self.right[way as usize];
            while node != way {
                let (up, down) = (self.up[node as usize], self.down[node as usize]);
                (self.down[up as usize], self.up[down as usize]) = (down, up);
                self.under[self.head[node as usize] as usize] -= 1;
                node = self.right[node as usize];
            }
            way = self.down[way as usize];
        }
    }

    /// Undoes [`cover`](Links::cover), in the reverse order.
    fn uncover(&mut self, head: u32) {
        let mut way = self.up[head as usize];
        while way != head {
            let mut node = self.left[way as usize];
            while node != way {
                let (up, down) = (self.up[node as usize], self.down[node as usize]);
                (self.down[up as usize], self.up[down as usize]) = (node, node);
                self.under[self.head[node as usize] as usize] += 1;
                node = self.left[node as usize];
            }
            way = self.up[way as usize];
        }
        let (left, right) = (self.left[head as usize], self.right[head as usize]);
        (self.right[left as usize], self.left[right as usize]) = (head, head);
    }
}
