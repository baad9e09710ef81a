//! The lake from above, north at the top.

use super::{Boat, Direction, Phase, Step};
use katsura_game::{Cell, Draw, Ground, Mark, Picture, PlayerLook, Shape, State, Tile, Tint};

const LOOKS: [PlayerLook; 1] = [PlayerLook { name: "Boat", letter: 'B', colour: "blue" }];

impl Draw for Boat {
    /// The boat, the goal, and where it came from. Playing on a neighbour sails there.
    fn picture(&self) -> Picture {
        let size = self.lake.size;
        let rows = (0..size).rev();
        let cells = rows.flat_map(|y| (0..size).map(move |x| (x, y))).map(|place| self.cell(place));
        Picture {
            shape: Shape::Square,
            ground: Ground::Bare,
            cells: cells.collect(),
            labels: Vec::new(),
            players: LOOKS.to_vec(),
            caption: self.caption(),
        }
    }
}

impl Boat {
    fn cell(&self, (x, y): (u8, u8)) -> Cell {
        let last = self.lake.size - 1;
        let is_boat = (x, y) == (self.x, self.y);
        let is_goal = (x, y) == (last, last);
        Cell {
            x: i32::from(x) * 2,
            y: i32::from(last - y),
            mark: if is_boat { Mark::Piece(0) } else { Mark::Empty },
            tile: (is_goal && !is_boat).then(|| Tile::new("G", Tint::Green)),
            last: self.from == Some((x, y)),
            move_index: self.leg_to((x, y)).map(|leg| self.move_index(Step::Leg(leg))),
            ..Cell::default()
        }
    }

    /// The leg that leads to a place, if it can be sailed.
    fn leg_to(&self, (x, y): (u8, u8)) -> Option<Direction> {
        let leads = |leg: &Direction| {
            let (dx, dy) = leg.vector();
            (self.x.checked_add_signed(dx), self.y.checked_add_signed(dy)) == (Some(x), Some(y))
        };
        Direction::ALL.into_iter().filter(|&leg| self.is_legal(Step::Leg(leg))).find(leads)
    }

    fn caption(&self) -> String {
        let (wind, tack) = (self.wind.name(), self.tack.name());
        match self.phase {
            Phase::Start => "wind and tack are drawn".to_string(),
            Phase::Sail => format!("wind to {wind}, {tack} tack"),
            Phase::Wind => format!("wind to {wind} turns, {tack} tack"),
            Phase::Over => format!("arrived with the wind to {wind}, {tack} tack"),
        }
    }
}
