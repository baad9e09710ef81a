//! Games in and out: records, and positions set up by hand.

use super::Desk;
use super::player::Player;
use katsura_engine::Color;
use katsura_engine::sgf::{GameRecord, GameTree, NamedGame, Setup, read, write};
use katsura_games::SKIP_NAME;

impl Desk {
    /// Loads the main line of the first game of a record, and says what else the record has.
    pub(super) fn load(&mut self, sgf: &str) -> Result<(), String> {
        let games = read(sgf.as_bytes()).map_err(|error| error.to_string())?;
        let tree = games.first().ok_or("the file holds no game")?;
        let record = GameRecord::from_tree(tree).map_err(|error| error.to_string())?;
        let game = record.spec().map_err(|error| error.to_string())?;
        let moves = record.moves_to(record.end()).map_err(|error| error.to_string())?;
        let seats = self.fitting_seats(&game);
        let has_left = |(seat, before): (&Option<Player>, &Option<Player>)| seat.is_none() && before.is_some();
        let left = seats.iter().zip(&self.seats).any(has_left).then(|| {
            format!("a player that cannot play {} has left its seat; choose another under Players", game.about().name)
        });
        let notices: Vec<String> = left_out(&games, &record).into_iter().chain(record.caveat()).chain(left).collect();
        self.replace_game(game, seats, &moves)?;
        self.paused = true;
        self.notice = (!notices.is_empty()).then(|| notices.join("; "));
        self.wake();
        Ok(())
    }

    /// Sets stones up on an empty board, by moves of the game.
    pub(super) fn edit(&mut self, (black, white): (Vec<String>, Vec<String>), to_move: Option<Color>) -> Result<(), String> {
        if !self.editable {
            return Err(format!(
                "a position of {} cannot be set up stone by stone; play the moves, or load a record",
                self.game.about().name
            ));
        }
        let mut record = GameRecord::new(NamedGame::of(&self.game));
        let root = record.steps.root();
        record.steps[root].setup = Setup { black, white, empty: Vec::new(), to_move };
        let moves = record.moves_to(root).map_err(|error| error.to_string())?;
        self.replace_game(self.game.clone(), self.seats.clone(), &moves)?;
        self.paused = true;
        self.wake();
        Ok(())
    }

    /// The game as a record, with the values that searches have seen.
    pub fn sgf(&self) -> Result<String, String> {
        let mut record = GameRecord::from_moves(&self.game, &self.moves).map_err(|error| error.to_string())?;
        let first = record.first();
        let names = self.seats.each_ref().map(|seat| seat.as_ref().map(|player| player.name.clone()));
        let [first_name, second_name] = names.map(|name| name.unwrap_or_else(|| "Person".to_string()));
        let (black, white) = if first == Color::Black { (first_name, second_name) } else { (second_name, first_name) };
        record.info.black = Some(black);
        record.info.white = Some(white);
        let line: Vec<_> = record.steps.line(record.steps.root()).collect();
        let values = self.moves.iter().zip(&self.curve[1..]).filter(|(mv, _)| *mv != SKIP_NAME).map(|(_, value)| value);
        for (node, value) in line.into_iter().zip(self.curve.first().into_iter().chain(values)) {
            record.steps[node].black_win_rate =
                value.map(|first_player| f64::from(if first == Color::Black { first_player } else { 1.0 - first_player }));
        }
        let tree = record.to_tree().map_err(|error| error.to_string())?;
        Ok(write(&[tree]))
    }
}

/// What a session, which has one line of one game, leaves out of a file.
fn left_out(games: &[GameTree], record: &GameRecord) -> Option<String> {
    let branches = |(_, node)| record.steps.children(node).count().saturating_sub(1);
    let parts = [(record.steps.preorder().map(branches).sum(), "variation"), (games.len() - 1, "other game")];
    let parts: Vec<String> = parts
        .iter()
        .filter(|&&(count, _)| count > 0)
        .map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }))
        .collect();
    (!parts.is_empty()).then(|| format!("the main line is loaded, without {} of the file", parts.join(" and ")))
}
