//! Questions to a board that do not change it: legality, eyes, area.

use super::board::{Board, Colour, around};
use super::rules::EyeRule;

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// Whether a stone on this empty point stays, captures, or is suicide that the rules allow. Ko is not looked at.
    #[inline]
    pub fn can_place(&self, at: usize, colour: Colour, multi_stone_suicide: bool) -> bool {
        let around = self.around(at);
        if around & around::EMPTY != 0 || multi_stone_suicide && around & around::all(colour ^ 1) == 0 {
            return true;
        }
        let (strings, left) = self.strings_after(at);
        let saves = |i: usize| if usize::from(strings[i] & 1) == colour { left[i] > 0 } else { left[i] == 0 };
        saves(0) | saves(1) | saves(2) | saves(3)
    }

    /// The strings around an empty point, and the pseudo-liberties they have once a stone stands on it.
    #[inline]
    fn strings_after(&self, at: usize) -> ([u16; 4], [i16; 4]) {
        let strings = Self::neighbours(at).map(|near| self.string(near));
        let left = strings.map(|string| {
            let touching = strings.into_iter().map(|other| i16::from(other == string)).sum::<i16>();
            self.liberties(string) - touching
        });
        (strings, left)
    }

    /// Calls `taken` with every stone that leaves the board if `colour` plays here: the opponent's, or in a suicide the
    /// mover's own with the new stone.
    pub fn for_each_removed(&self, at: usize, colour: Colour, mut taken: impl FnMut(usize, Colour)) {
        let (strings, left) = self.strings_after(at);
        let near = Self::neighbours(at);
        let mut each_string = |of: Colour| {
            let mut any = false;
            for i in 0..4 {
                let dies = left[i] == 0 && usize::from(strings[i] & 1) == of;
                if dies && !strings[..i].contains(&strings[i]) {
                    self.stones_of(near[i]).for_each(|stone| taken(stone, of));
                    any = true;
                }
            }
            any
        };
        if !each_string(colour ^ 1) && !self.can_place(at, colour, false) {
            each_string(colour);
            taken(at, colour);
        }
    }

    /// Whether this empty point is an eye of the colour.
    #[inline]
    pub fn is_eye(&self, at: usize, colour: Colour, rule: EyeRule) -> bool {
        let around = self.around(at);
        if around & around::all(colour) == 0 {
            return false;
        }
        match rule {
            EyeRule::Diagonal => around & around::diagonals(colour ^ 1) == 0,
            EyeRule::Liberties => {
                let (strings, left) = self.strings_after(at);
                (0..4).all(|i| !self.is_string(strings[i]) || left[i] > 0)
            }
            EyeRule::OneString => {
                let mut strings =
                    Self::neighbours(at).map(|near| self.string(near)).into_iter().filter(|&s| self.is_string(s));
                let first = strings.next();
                strings.all(|string| Some(string) == first)
            }
        }
    }

    /// Black's area minus White's: stones, and empty regions that touch stones of one colour only.
    pub fn area_difference(&self) -> i32 {
        let stones = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let mut alone = 0;
        let mut eyes = 0;
        for &at in self.empty_points() {
            let around = self.around(usize::from(at));
            alone += i32::from(around & around::EMPTY == 0);
            eyes += i32::from(around & around::all(0) != 0) - i32::from(around & around::all(1) != 0);
        }
        if alone == self.empty_points().len() as i32 { stones + eyes } else { stones + self.regions() }
    }

    /// Black's empty regions minus White's, in points.
    #[cold]
    fn regions(&self) -> i32 {
        let mut seen = [false; CELLS];
        let mut stack = [0; CELLS];
        let mut difference = 0;
        for &start in self.empty_points() {
            let (mut size, mut height, mut touched) = (0, 1, [false; 2]);
            stack[0] = start;
            if std::mem::replace(&mut seen[usize::from(start)], true) {
                continue;
            }
            while height > 0 {
                height -= 1;
                size += 1;
                for near in Self::neighbours(usize::from(stack[height])) {
                    if let Some(colour) = self.colour(near) {
                        touched[colour] = true;
                    } else if self.is_empty_point(near) && !std::mem::replace(&mut seen[near], true) {
                        stack[height] = near as u16;
                        height += 1;
                    }
                }
            }
            difference += size * (i32::from(touched[0]) - i32::from(touched[1]));
        }
        difference
    }
}
