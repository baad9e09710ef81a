//! How the sliding puzzle is written and drawn.

use super::{Board, Tile};
use katsura_game::{Cell, Draw, Ground, ParseMoveError, Picture, PlayerLook, Shape, State, Text, Tint};

impl Text for Board {
    fn format_move(&self, tile: Tile) -> String {
        tile.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Tile, ParseMoveError> {
        let (digits, last) = (text.trim(), self.shape.cells() - 1);
        let tile =
            digits.parse().ok().filter(|tile| digits.bytes().all(|c| c.is_ascii_digit()) && (1..=last).contains(tile));
        tile.map(|tile| tile as Tile).ok_or_else(|| ParseMoveError::new(text, format!("a tile from 1 to {last}")))
    }
}

impl Draw for Board {
    /// Tiles in their place are green.
    fn picture(&self) -> Picture {
        let cell = |(cell, &tile): (usize, &Tile)| {
            let tint = if self.shape.distance[usize::from(tile)][cell] == 0 { Tint::Green } else { Tint::Plain };
            Cell {
                x: (cell % self.shape.width) as i32 * 2,
                y: (cell / self.shape.width) as i32,
                move_index: self.is_legal(tile).then(|| self.move_index(tile)),
                last: tile != 0 && tile == self.last,
                tile: (tile != 0).then(|| katsura_game::Tile::new(tile.to_string(), tint)),
                ..Cell::default()
            }
        };
        let (made, left) = (self.made, self.limit - self.made);
        let caption = match (self.distance, left) {
            (0, _) => format!("solved in {made} moves"),
            (distance, 0) => format!("not solved: {distance} steps away after {made} moves"),
            (distance, _) => format!("{distance} steps away, {left} moves left"),
        };
        Picture {
            shape: Shape::Square,
            ground: Ground::Wood,
            cells: self.tiles().iter().enumerate().map(cell).collect(),
            labels: Vec::new(),
            players: vec![PlayerLook { name: "Player", letter: 'X', colour: "black" }],
            caption,
        }
    }
}
