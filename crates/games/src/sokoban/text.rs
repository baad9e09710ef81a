//! How Sokoban is written and drawn.

use super::level::{DIRECTIONS, WALL};
use super::{Push, Store};
use katsura_game::{Cell, Draw, Ground, ParseMoveError, Picture, PlayerLook, Shape, State, Text, Tile, Tint};

/// The letters of the directions, in lower case for steps and in upper case for pushes.
const STEPS: [char; DIRECTIONS] = ['l', 'u', 'r', 'd'];

impl Text for Store {
    /// A shortest walk to the box in small letters and the push in a capital one, so that a line of moves is a solution in
    /// the usual notation; where the keeper does not get there, the number of the cell and the direction.
    fn format_move(&self, push: Push) -> String {
        let (behind, direction) =
            (self.level.beside(push.from, usize::from(push.direction ^ 2)), usize::from(push.direction));
        let walk = if behind == WALL || !self.boxes.has(push.from) { None } else { self.walk(behind) };
        match walk {
            Some(walk) => format!("{walk}{}", STEPS[direction].to_ascii_uppercase()),
            None => format!("{}{}", push.from, STEPS[direction]),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Push, ParseMoveError> {
        let fail = || ParseMoveError::new(text, "a walk and a push, as in llU, each letter one of l, u, r and d");
        let lower = text.trim().to_ascii_lowercase();
        let last = lower.chars().last().and_then(|letter| STEPS.iter().position(|&step| step == letter)).ok_or_else(fail)?;
        let walk = &lower[..lower.len() - 1];
        let from = if walk.starts_with(|c: char| c.is_ascii_digit()) {
            let is_number = walk.bytes().all(|c| c.is_ascii_digit()) && (walk == "0" || !walk.starts_with('0'));
            walk.parse().ok().filter(|&cell: &u16| is_number && usize::from(cell) < self.level.len())
        } else {
            self.walked(walk)
                .map(|behind| self.level.beside(behind, last))
                .filter(|&cell| cell != WALL && self.boxes.has(cell))
        };
        from.map(|from| Push { from, direction: last as u8 }).ok_or_else(fail)
    }
}

impl Store {
    /// Where the keeper is after these steps, if it can make them.
    fn walked(&self, walk: &str) -> Option<u16> {
        walk.chars().try_fold(self.keeper, |cell, letter| {
            let direction = STEPS.iter().position(|&step| step == letter)?;
            Some(self.level.beside(cell, direction)).filter(|&cell| cell != WALL && !self.boxes.has(cell))
        })
    }

    /// The steps of a shortest walk of the keeper; the first in the order of the directions among equals.
    fn walk(&self, to: u16) -> Option<String> {
        // the steps are found from the end, so that the first differ least
        let mut distance = vec![u16::MAX; self.level.len()];
        let mut shell = vec![to];
        distance[usize::from(to)] = 0;
        while !shell.is_empty() {
            let mut next = Vec::new();
            for &cell in &shell {
                for beside in (0..DIRECTIONS).map(|direction| self.level.beside(cell, direction)) {
                    if beside != WALL && !self.boxes.has(beside) && distance[usize::from(beside)] == u16::MAX {
                        distance[usize::from(beside)] = distance[usize::from(cell)] + 1;
                        next.push(beside);
                    }
                }
            }
            shell = next;
        }
        let mut cell = self.keeper;
        let mut walk = String::new();
        if self.boxes.has(to) || distance[usize::from(cell)] == u16::MAX {
            return None;
        }
        while cell != to {
            let is_next = |&direction: &usize| {
                let beside = self.level.beside(cell, direction);
                beside != WALL && distance[usize::from(beside)] == distance[usize::from(cell)] - 1
            };
            let direction = (0..DIRECTIONS).find(is_next)?;
            walk.push(STEPS[direction]);
            cell = self.level.beside(cell, direction);
        }
        Some(walk)
    }

    /// What stands on a cell, as levels are written.
    fn letter(&self, cell: u16) -> char {
        match (self.boxes.has(cell), cell == self.keeper, self.level.goals.has(cell)) {
            (true, _, true) => '*',
            (true, _, false) => '$',
            (_, true, true) => '+',
            (_, true, false) => '@',
            (_, _, true) => '.',
            (_, _, false) => ' ',
        }
    }

    /// The position in the notation of levels, with strokes between rows.
    pub fn to_level(&self) -> String {
        let level = &self.level;
        let all = || level.walls.iter().map(|&place| (place, '#')).chain(self.letters());
        let height = all().map(|((_, y), _)| usize::from(y) + 1).max().unwrap_or(0);
        let mut rows = vec![Vec::new(); height];
        for ((x, y), letter) in all() {
            let (x, row) = (usize::from(x), &mut rows[usize::from(y)]);
            row.resize(row.len().max(x + 1), ' ');
            row[x] = letter;
        }
        rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("|")
    }

    fn letters(&self) -> impl Iterator<Item = ((u8, u8), char)> {
        (0..).zip(&self.level.places).map(|(cell, &place)| (place, self.letter(cell)))
    }

    /// The only push of the box on a cell, if there is one.
    fn only_push(&self, cell: u16) -> Option<usize> {
        let mut pushes = self.pushes.iter().filter(|push| push.from == cell);
        let first = pushes.next()?;
        pushes.next().is_none().then(|| self.move_index(*first))
    }
}

fn tile(letter: char) -> Option<Tile> {
    match letter {
        '#' => Some(Tile::new("#", Tint::Dark)),
        '$' => Some(Tile::new("$", Tint::Brown)),
        '*' => Some(Tile::new("*", Tint::Green)),
        '@' => Some(Tile::new("@", Tint::Blue)),
        '+' => Some(Tile::new("+", Tint::Blue)),
        '.' => Some(Tile::new("o", Tint::Yellow)),
        _ => None,
    }
}

impl Draw for Store {
    fn picture(&self) -> Picture {
        let at =
            |(x, y): (u8, u8), letter| Cell { x: i32::from(x) * 2, y: i32::from(y), tile: tile(letter), ..Cell::default() };
        let pushed = self.last.map(|push| self.target(push));
        let floor = (0..).zip(self.letters()).map(|(cell, (place, letter))| Cell {
            move_index: self.only_push(cell),
            last: pushed == Some(cell),
            ..at(place, letter)
        });
        let mut cells: Vec<Cell> = floor.chain(self.level.walls.iter().map(|&place| at(place, '#'))).collect();
        cells.sort_by_key(|cell| (cell.y, cell.x));
        let caption = match (self.is_solved(), self.pushes.is_empty()) {
            (true, _) => format!("solved with {} pushes", self.made),
            (_, true) => format!("{} of {} boxes on goals, no push left", self.home, self.count),
            _ => format!("{} of {} boxes on goals, {} pushes left", self.home, self.count, self.limit - self.made),
        };
        Picture {
            shape: Shape::Square,
            ground: Ground::Wood,
            cells,
            labels: Vec::new(),
            players: vec![PlayerLook { name: "Keeper", letter: '@', colour: "blue" }],
            caption,
        }
    }
}
