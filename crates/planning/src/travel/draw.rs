//! Moves are numbers of places; what is seen is written as the roads that are open, `sees-` and a bit for each.

use super::{Step, Traveller};
use katsura_game::{Cell, Draw, Ground, Mark, ParseMoveError, Picture, PlayerLook, Shape, State, Text, Tile, Tint, Turn};
use std::fmt::Write;

const LOOKS: [PlayerLook; 1] = [PlayerLook { name: "Traveller", letter: 'T', colour: "blue" }];
/// Places in a row of the picture.
const WIDTH: usize = 10;

impl Text for Traveller {
    fn format_move(&self, step: Step) -> String {
        match step {
            Step::To(place) => (place + 1).to_string(),
            Step::Seen(seen) => format!("sees-{seen:b}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Step, ParseMoveError> {
        let accepted = || {
            ParseMoveError::new(
                text,
                format!("a place from 1 to {}, or what is seen, such as sees-101", self.graph.at.len()),
            )
        };
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        let lower = text.to_ascii_lowercase();
        if let Some(bits) = lower.strip_prefix("sees-") {
            let seen = (bits == "0" || is_number(bits)).then(|| u16::from_str_radix(bits, 2).ok()).flatten();
            return seen.filter(|&seen| seen < 1 << super::MOST_AT_PLACE).map(Step::Seen).ok_or_else(accepted);
        }
        let place = is_number(text).then(|| text.parse::<usize>().ok()).flatten();
        let place = place.filter(|place| (1..=self.graph.at.len()).contains(place)).ok_or_else(accepted)?;
        Ok(Step::To((place - 1) as u8))
    }
}

impl Draw for Traveller {
    /// The places in rows, the roads that were seen below them.
    fn picture(&self) -> Picture {
        let cells = (0..self.graph.at.len()).map(|place| self.cell(place));
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

impl Traveller {
    fn cell(&self, place: usize) -> Cell {
        let is_here = usize::from(self.place) == place;
        let tint = if place == self.graph.goal() { Tint::Green } else { Tint::Plain };
        let step = Step::To(place as u8);
        Cell {
            x: (place % WIDTH) as i32 * 4,
            y: (place / WIDTH) as i32,
            mark: if is_here { Mark::Piece(0) } else { Mark::Empty },
            tile: (!is_here).then(|| Tile::new((place + 1).to_string(), tint)),
            last: self.came_from.map(usize::from) == Some(place),
            move_index: self.is_legal(step).then(|| self.move_index(step)),
            ..Cell::default()
        }
    }

    fn caption(&self) -> String {
        let mut caption = match self.turn() {
            Turn::Over => "arrived".to_string(),
            Turn::Chance => format!("at {}, looks around", self.place + 1),
            Turn::Player(_) | Turn::Together(_) => format!("at {}", self.place + 1),
        };
        for (word, roads) in [("open", &self.known.open), ("closed", &self.known.blocked)] {
            let known = (0..self.graph.roads.len()).filter(|&road| roads.has(road)).map(|road| &self.graph.roads[road]);
            for (shown, road) in known.enumerate() {
                let lead = if shown == 0 { format!("; {word}:") } else { ",".to_string() };
                let _ = write!(caption, "{lead} {}-{} for {}", road.ends[0] + 1, road.ends[1] + 1, road.cost);
            }
        }
        caption
    }
}
