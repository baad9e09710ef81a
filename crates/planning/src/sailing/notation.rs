//! Legs are directions, `NE`; draws say of what, `wind-NE`, `start-NE-port`.

use super::{Boat, Direction, Step, Tack};
use katsura_game::{ParseMoveError, State, Text};

impl Step {
    /// Legs, winds, starts.
    pub(super) const COUNT: usize = 8 + 8 + 16;
}

impl Direction {
    pub(super) fn name(self) -> &'static str {
        const NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
        NAMES[self as usize]
    }
}

impl Tack {
    pub(super) fn name(self) -> &'static str {
        match self {
            Tack::Port => "port",
            Tack::Starboard => "starboard",
        }
    }
}

impl Text for Boat {
    fn format_move(&self, step: Step) -> String {
        match step {
            Step::Leg(leg) => leg.name().to_string(),
            Step::Wind(wind) => format!("wind-{}", wind.name()),
            Step::Start(wind, tack) => format!("start-{}-{}", wind.name(), tack.name()),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Step, ParseMoveError> {
        let mut steps = (0..Step::COUNT).map(|index| self.move_at(index));
        let read = steps.find(|&step| self.format_move(step).eq_ignore_ascii_case(text));
        read.ok_or_else(|| ParseMoveError::new(text, "a direction such as NE, or what chance does, such as wind-NE"))
    }
}
