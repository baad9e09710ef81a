//! A picture of a position: the facts that are true.

use super::position::Position;
use katsura_game::{Draw, Picture, Turn};

impl Draw for Position {
    fn picture(&self) -> Picture {
        let turn = match self.turn {
            Turn::Over => "over".to_string(),
            Turn::Player(player) => self.rules().roles()[player.index()].clone(),
            Turn::Together(players) => {
                players.iter().map(|player| self.rules().roles()[player.index()].as_str()).collect::<Vec<_>>().join(" and ")
            }
            Turn::Chance => String::new(),
        };
        Picture::empty(format!("{} [{turn}]", self.true_facts().join(" ")))
    }
}
