//! The end of a game: who has won, and which stones are dead. Life and death are judged by the player's playouts.

use super::life::{Group, Life, Status};
use super::{Engine, Entry, For};
use crate::Color;
use crate::analysis::{Ownership, ownership};
use crate::gtp::{Answer, Call, Failure};
use crate::sgf::{Outcome, lead};
use katsura_game::Player;
use katsura_games::Position;

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "final_score",
        arguments: "",
        about: "the result: in Go by area, dead stones taken off",
        games: For::All,
        run: final_score,
    },
    Entry {
        name: "final_status_list",
        arguments: "alive | seki | dead",
        about: "the strings of this status, one a line",
        games: For::Go,
        run: final_status_list,
    },
    Entry { name: "final_status", arguments: "POINT", about: "the status of a point", games: For::Go, run: final_status },
];

impl Engine {
    /// Who will own each point after these moves.
    pub(super) fn ownership(&self, moves: &[String]) -> Result<Ownership, Failure> {
        let found = ownership(&self.game, self.config(), moves, self.options.playouts);
        found.map_err(|error| Failure::other(error.to_string()))
    }

    /// What playouts after these moves say about the stones of this position.
    fn life(&self, position: &dyn Position, moves: &[String]) -> Result<Life, Failure> {
        Ok(Life::judge(position.picture().cells, &self.ownership(moves)?.cells))
    }

    /// Whether a colour has dead stones where the search is.
    pub(super) fn has_dead_stones(&self, color: Color) -> bool {
        let life = self.life(self.session.position(), self.session.moves());
        let is_meant = |string: &Group| string.status == Status::Dead && Color::of(string.owner, Color::Black) == color;
        life.is_ok_and(|life| life.groups.iter().any(is_meant))
    }

    /// The result: in Go as if the game ended here, in other games if it is over.
    pub(super) fn result(&self) -> Option<Outcome> {
        if self.is_go() { self.area_score().map(Outcome::by) } else { Outcome::of(&self.game, self.line.position()) }
    }

    /// Black's score of Go by area, dead stones taken off.
    fn area_score(&self) -> Option<f64> {
        let position = self.line.position();
        let as_it_stands = lead(&self.game, position)?;
        let area =
            |owners: &[Option<Player>]| owners.iter().flatten().map(|owner| 1.0 - 2.0 * f64::from(owner.0)).sum::<f64>();
        let komi = area(&position.owners()) - as_it_stands;
        let life = self.life(position, self.line.moves()).ok()?;
        Some(((area(&life.owners) - komi) * 2.0).round() / 2.0)
    }
}

fn final_score(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    engine.result().map(|result| result.to_string()).ok_or(Failure::CannotScore)
}

fn final_status_list(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let status = match call.arguments.word()? {
        "alive" => Status::Alive,
        "seki" => Status::Seki,
        "dead" => Status::Dead,
        _ => return Err(Failure::Syntax),
    };
    call.arguments.end()?;
    let position = engine.line.position();
    let life = engine.life(position, engine.line.moves())?;
    let cells = position.picture().cells;
    let name = |&cell: &usize| cells[cell].move_index.map(|index| position.move_name(index)).unwrap_or_default();
    let lines = life.groups.iter().filter(|group| group.status == status);
    Ok(lines.map(|group| group.cells.iter().map(name).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n"))
}

fn final_status(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let point = call.arguments.word()?;
    call.arguments.end()?;
    let position = engine.line.position();
    let index = position.move_index(point)?;
    let place = position.picture().cells.iter().position(|cell| cell.move_index == Some(index)).ok_or(Failure::Syntax)?;
    let life = engine.life(position, engine.line.moves())?;
    let group = life.groups.iter().find(|group| group.cells.contains(&place));
    let text = match (group.map(|group| group.status), life.owners[place]) {
        (Some(Status::Alive), _) => "alive",
        (Some(Status::Seki), _) => "seki",
        (Some(Status::Dead), _) => "dead",
        (None, Some(Player::FIRST)) => "black_territory",
        (None, Some(_)) => "white_territory",
        (None, None) => "dame",
    };
    Ok(text.to_string())
}
