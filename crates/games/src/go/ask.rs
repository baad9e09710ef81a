//! Questions to a board that only some callers ask: what would leave the board, eyes, area.

use super::around;
use super::board::{Board, Colour, colour_of, numbers, strings_of};
use super::cells::At;
use super::lanes::{ONES, above, are_equal, full};
use super::rules::EyeRule;

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// Whether it can be seen at once that a stone on this empty point takes no stone off the board: the strings beside it
    /// are far from capture.
    #[inline(always)]
    pub fn removes_nothing(&self, at: At<STRIDE, CELLS>) -> bool {
        above::<4>(self.liberties(self.string.beside(at))) == ONES
    }

    /// Calls `taken` with every stone that leaves the board if `colour` plays here: the opponent's, or in a suicide the
    /// mover's own with the new stone.
    pub fn for_each_removed(&self, at: At<STRIDE, CELLS>, colour: Colour, mut taken: impl FnMut(At<STRIDE, CELLS>, Colour)) {
        let strings = self.string.beside(at);
        let breathless = above::<0>(self.liberties_after(at)) ^ ONES;
        if breathless == 0 {
            return;
        }
        let mut each_string = |of: Colour| {
            let dying = breathless & strings_of(strings, of);
            for i in (0..4).filter(|i| dying >> (16 * i) & 1 == 1) {
                if !strings[..i].contains(&strings[i]) {
                    self.stones_of(self.next.get_named(strings[i])).for_each(|stone| taken(stone, of));
                }
            }
            dying != 0
        };
        if !each_string(colour ^ 1) && !self.can_place(at, colour, false) {
            each_string(colour);
            taken(at, colour);
        }
    }

    /// Whether this empty point is an eye of the colour.
    pub fn is_eye(&self, at: At<STRIDE, CELLS>, colour: Colour, rule: EyeRule) -> bool {
        let around = self.around.get(at);
        if around & around::enclosed(colour) == 0 {
            return false;
        }
        let strings = self.string.beside(at);
        let own = strings_of(strings, colour);
        match rule {
            EyeRule::Diagonal => around::is_true_eye(around, colour),
            EyeRule::Liberties => own & above::<0>(self.liberties_after(at)) == own,
            EyeRule::OneString => are_equal(numbers(strings) & full(own), own),
        }
    }

    /// Whether it can be seen at once that `COLOUR` will not play on an enclosed point in a playout that takes true eyes for
    /// eyes: it is one of its own, or the opponent encloses it with strings that are far from capture.
    #[inline(always)]
    pub fn is_dead<const COLOUR: Colour>(&self, at: At<STRIDE, CELLS>, around: u16) -> bool {
        around::is_true_eye(around, COLOUR) | (around & around::enclosed(COLOUR ^ 1) != 0) & self.removes_nothing(at)
    }

    /// Black's area minus White's: stones, and empty regions that touch stones of one colour only.
    pub fn area_difference(&self) -> i32 {
        let stones = |bit: u32| self.string.values().iter().map(|string| string.number() >> bit & 1).sum::<u16>();
        let (mut open, mut eyes) = (0, 0);
        for &at in self.empty.as_slice() {
            let around = self.around.get(at);
            open |= around::empty(around);
            eyes += i32::from(around & around::enclosed(0) != 0) - i32::from(around & around::enclosed(1) != 0);
        }
        i32::from(stones(0)) - i32::from(stones(1)) + if open == 0 { eyes } else { self.regions() }
    }

    /// Black's empty regions minus White's, in points.
    #[cold]
    fn regions(&self) -> i32 {
        let mut difference = 0;
        self.for_each_region(|points, owner| {
            difference += points.len() as i32 * owner.map_or(0, |colour| 1 - 2 * colour as i32);
        });
        difference
    }

    /// Calls `visit` with the points of every empty region, and the colour whose stones alone it touches.
    pub fn for_each_region(&self, mut visit: impl FnMut(&[At<STRIDE, CELLS>], Option<Colour>)) {
        let mut seen = [false; CELLS];
        let mut points = [At::new(0, 0); CELLS];
        for &start in self.empty.as_slice() {
            if std::mem::replace(&mut seen[usize::from(start.number())], true) {
                continue;
            }
            let (mut done, mut found, mut touched) = (0, 1, [false; 2]);
            points[0] = start;
            while done < found {
                for near in points[done].neighbours() {
                    let string = self.string.values()[usize::from(near)];
                    if let Some(colour) = colour_of(string) {
                        touched[colour] = true;
                    } else if let Some(near) = At::from_number(near)
                        && self.is_empty_point(near)
                        && !std::mem::replace(&mut seen[usize::from(near.number())], true)
                    {
                        points[found] = near;
                        found += 1;
                    }
                }
                done += 1;
            }
            let owner = match touched {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            };
            visit(&points[..found], owner);
        }
    }
}
