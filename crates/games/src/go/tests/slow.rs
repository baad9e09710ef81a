//! Go, slowly: whole boards, flood fill, the full history. Nothing here is shared with the game but the rules as data.

use crate::go::{EyeRule, KoRule, Rules, Suicide};
use std::collections::HashMap;

pub const EMPTY: u8 = 2;

/// A board: a colour for every point, row by row from the bottom left.
pub type Stones = Vec<u8>;

/// A string or an empty region, with what stands beside it.
#[derive(Default)]
struct Region {
    points: Vec<usize>,
    /// By colour.
    touches: [bool; 3],
    /// The first empty point found beside it.
    liberty: Option<usize>,
    has_two_liberties: bool,
}

pub struct Slow {
    pub rules: Rules,
    pub stones: Stones,
    pub to_move: u8,
    pub passes: u8,
    /// Stones taken off, by colour.
    pub taken: [u32; 2],
    /// Every board so far with the player who was then to move; the last is the present one.
    line: Vec<(Stones, u8)>,
    /// Their places in the line by number of stones: only boards with as many stones can be the same.
    by_count: HashMap<usize, Vec<usize>>,
    neighbours: Vec<Vec<usize>>,
    regions: Vec<Region>,
    /// The region of every point.
    region_of: Vec<usize>,
    /// The board after a stone of the player to move on each empty point, unless it is suicide that is not allowed, and the
    /// number of its stones.
    after: Vec<Option<(Stones, usize)>>,
}

impl Slow {
    pub fn new(rules: Rules) -> Self {
        let mut slow = Slow {
            rules,
            stones: vec![EMPTY; rules.points()],
            to_move: 0,
            passes: 0,
            taken: [0, 0],
            line: Vec::new(),
            by_count: HashMap::new(),
            neighbours: (0..rules.points()).map(|at| Self::neighbours(usize::from(rules.size), at)).collect(),
            regions: Vec::new(),
            region_of: Vec::new(),
            after: Vec::new(),
        };
        slow.remember();
        slow
    }

    /// The points beside a point.
    pub fn neighbours(size: usize, at: usize) -> Vec<usize> {
        let (column, row) = (at % size, at / size);
        let mut near = Vec::with_capacity(4);
        if column > 0 {
            near.push(at - 1);
        }
        if column + 1 < size {
            near.push(at + 1);
        }
        if row > 0 {
            near.push(at - size);
        }
        if row + 1 < size {
            near.push(at + size);
        }
        near
    }

    /// Adds the present board to the line and looks at all of it.
    fn remember(&mut self) {
        self.by_count.entry(count(&self.stones)).or_default().push(self.line.len());
        self.line.push((self.stones.clone(), self.to_move));
        self.regions.clear();
        self.region_of = vec![usize::MAX; self.stones.len()];
        for at in 0..self.stones.len() {
            if self.region_of[at] == usize::MAX {
                self.flood(at);
            }
        }
        let now = count(&self.stones);
        let after = |at: usize| if self.stones[at] == EMPTY { self.play_at(at, now) } else { None };
        self.after = (0..self.stones.len()).map(after).collect();
    }

    fn flood(&mut self, start: usize) {
        let number = self.regions.len();
        let mut region = Region::default();
        let mut open = vec![start];
        self.region_of[start] = number;
        while let Some(at) = open.pop() {
            region.points.push(at);
            for &near in &self.neighbours[at] {
                let colour = self.stones[near];
                if colour == self.stones[start] {
                    if self.region_of[near] == usize::MAX {
                        self.region_of[near] = number;
                        open.push(near);
                    }
                    continue;
                }
                region.touches[usize::from(colour)] = true;
                if colour == EMPTY {
                    region.has_two_liberties |= *region.liberty.get_or_insert(near) != near;
                }
            }
        }
        self.regions.push(region);
    }

    fn region(&self, at: usize) -> &Region {
        &self.regions[self.region_of[at]]
    }

    /// The strings of a colour beside a point that have no other liberty than it.
    fn last_breath(&self, at: usize, colour: u8) -> Vec<usize> {
        let near = self.neighbours[at].iter().copied().filter(|&near| self.stones[near] == colour);
        let dying = near.filter(|&near| !self.region(near).has_two_liberties);
        let mut stones: Vec<usize> = dying.flat_map(|near| self.region(near).points.iter().copied()).collect();
        stones.sort_unstable();
        stones.dedup();
        stones
    }

    /// The board after a stone on an empty point and the number of its stones, `now` being that of the present board; `None`
    /// for suicide that is not allowed.
    fn play_at(&self, at: usize, now: usize) -> Option<(Stones, usize)> {
        let (own, other) = (self.to_move, self.to_move ^ 1);
        let mut stones = self.stones.clone();
        stones[at] = own;
        let captured = self.last_breath(at, other);
        let breathes = self.neighbours[at].iter().any(|&near| {
            let colour = self.stones[near];
            colour == EMPTY || colour == own && self.region(near).has_two_liberties
        });
        let mut lost = Vec::new();
        if captured.is_empty() && !breathes {
            lost = self.last_breath(at, own);
            if lost.is_empty() || self.rules.suicide == Suicide::Forbidden {
                return None;
            }
            lost.push(at);
        }
        let count = now + 1 - captured.len() - lost.len();
        captured.into_iter().chain(lost).for_each(|stone| stones[stone] = EMPTY);
        Some((stones, count))
    }

    /// Whether a stone here brings back the board from before the opponent's last move.
    pub fn is_ko(&self, at: usize) -> bool {
        let before = self.line.len().checked_sub(2).map(|i| &self.line[i].0);
        self.after[at].as_ref().is_some_and(|(stones, _)| Some(stones) == before)
    }

    pub fn is_legal(&self, at: usize, ko: KoRule) -> bool {
        let Some((stones, count)) = &self.after[at] else {
            return false;
        };
        let mut seen = self.by_count.get(count).into_iter().flatten().map(|&i| &self.line[i]);
        match ko {
            KoRule::Simple => !self.is_ko(at),
            KoRule::Positional => !seen.any(|(before, _)| before == stones),
            KoRule::Situational => !seen.any(|(before, turn)| before == stones && *turn == self.to_move ^ 1),
        }
    }

    pub fn is_eye(&self, at: usize) -> bool {
        let near = &self.neighbours[at];
        if near.iter().any(|&near| self.stones[near] != self.to_move) {
            return false;
        }
        match self.rules.eye {
            EyeRule::Liberties => near.iter().all(|&near| self.region(near).has_two_liberties),
            EyeRule::OneString => near.iter().all(|&other| self.region_of[other] == self.region_of[near[0]]),
            EyeRule::Diagonal => {
                let size = self.rules.size as i32;
                let (column, row) = (at as i32 % size, at as i32 / size);
                let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(x, y)| (column + x, row + y));
                let on_board = corners.into_iter().filter(|(x, y)| (0..size).contains(x) && (0..size).contains(y));
                let enemies = on_board.filter(|(x, y)| self.stones[(y * size + x) as usize] == self.to_move ^ 1).count();
                enemies < if near.len() < 4 { 1 } else { 2 }
            }
        }
    }

    /// Whether a light playout could play here.
    pub fn is_playable(&self, at: usize) -> bool {
        self.is_legal(at, KoRule::Simple) && !self.is_eye(at)
    }

    /// Plays on a point, or passes.
    pub fn play(&mut self, at: Option<usize>) {
        self.passes = if at.is_none() { self.passes + 1 } else { 0 };
        if let Some(at) = at {
            let (after, _) = self.after[at].take().expect("the move is legal");
            for colour in [0, 1] {
                let count = |stones: &Stones| stones.iter().filter(|&&stone| stone == colour).count() as u32;
                let placed = u32::from(colour == self.to_move);
                self.taken[usize::from(colour)] += count(&self.stones) + placed - count(&after);
            }
            self.stones = after;
        }
        self.to_move ^= 1;
        self.remember();
    }

    /// Black's area minus White's.
    pub fn area_difference(&self) -> i32 {
        let value = |at: usize| match self.stones[at] {
            EMPTY => match self.region(at).touches {
                [true, false, _] => 1,
                [false, true, _] => -1,
                _ => 0,
            },
            0 => 1,
            _ => -1,
        };
        (0..self.stones.len()).map(value).sum()
    }
}

fn count(stones: &Stones) -> usize {
    stones.iter().filter(|&&stone| stone != EMPTY).count()
}
