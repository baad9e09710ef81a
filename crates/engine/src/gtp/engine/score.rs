//! The end of a game: who has won, and which stones are dead. Life and death are judged by light playouts.

use super::{Engine, Entry, For};
use crate::Color;
use crate::analysis::ownership;
use crate::gtp::{Answer, Call, Failure};
use katsura_game::{Cell, Mark, Player};
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

/// A string is dead if its points belong to the opponent at least this much more often than to its owner, and alive the other way round.
const CLEAR: f64 = 0.3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Alive,
    Seki,
    Dead,
}

/// Stones that are joined.
struct Group {
    owner: Player,
    cells: Vec<usize>,
    status: Status,
}

impl Engine {
    /// Who owns each point how surely, in the eyes of the first player.
    fn owners(&self, position: &dyn Position) -> Vec<f64> {
        ownership(position, None, self.options.playouts, self.config().seed).cells
    }

    fn groups(&self, position: &dyn Position, owners: &[f64]) -> Vec<Group> {
        let cells = position.picture().cells;
        let mut seen = vec![false; cells.len()];
        let mut groups = Vec::new();
        for start in 0..cells.len() {
            let Mark::Piece(player) = cells[start].mark else { continue };
            if seen[start] {
                continue;
            }
            let joined = join(&cells, start, &mut seen);
            let sign = if player == 0 { 1.0 } else { -1.0 };
            let sure = joined.iter().map(|&cell| owners[cell] * sign).sum::<f64>() / joined.len() as f64;
            let status = match sure {
                sure if sure > CLEAR => Status::Alive,
                sure if sure < -CLEAR => Status::Dead,
                _ => Status::Seki,
            };
            groups.push(Group { owner: Player(player), cells: joined, status });
        }
        groups
    }

    /// The dead stones of a position with their owners.
    pub(super) fn dead_stones(&self, position: &dyn Position) -> Vec<(Color, usize)> {
        let owners = self.owners(position);
        let dead = self.groups(position, &owners).into_iter().filter(|group| group.status == Status::Dead);
        dead.flat_map(|group| group.cells.into_iter().map(move |cell| (Color::of(group.owner, Color::Black), cell)))
            .collect()
    }

    /// Black's score of Go: by area as it stands if there are no dead stones, otherwise with the dead stones taken off, where every point
    /// that one side owns clearly is its own.
    fn area_score(&self, position: &dyn Position) -> Option<f64> {
        let range = f64::from(self.game.score_range()?);
        let as_it_stands = (f64::from(position.score_rewards()?.of(Player::FIRST)) - 0.5) * 2.0 * range;
        let owners = self.owners(position);
        let groups = self.groups(position, &owners);
        if groups.iter().all(|group| group.status != Status::Dead) {
            return Some((as_it_stands * 2.0).round() / 2.0);
        }
        let standing: i32 = position.owners().iter().flatten().map(|owner| 1 - 2 * i32::from(owner.0)).sum();
        let komi = f64::from(standing) - as_it_stands;
        let mut points: Vec<f64> =
            owners.iter().map(|&owner| if owner.abs() > CLEAR { owner.signum() } else { 0.0 }).collect();
        for group in groups.iter().filter(|group| group.status != Status::Dead) {
            group.cells.iter().for_each(|&cell| points[cell] = 1.0 - 2.0 * f64::from(group.owner.0));
        }
        Some(((points.iter().sum::<f64>() - komi) * 2.0).round() / 2.0)
    }
}

/// The cells of a piece's colour that are joined to it, row and column.
fn join(cells: &[Cell], start: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut joined = vec![start];
    seen[start] = true;
    let mut at = 0;
    while at < joined.len() {
        let cell = &cells[joined[at]];
        for (other, near) in cells.iter().enumerate() {
            let beside = (cell.x - near.x).abs() / 2 + (cell.y - near.y).abs() == 1;
            if beside && near.mark == cell.mark && !seen[other] {
                seen[other] = true;
                joined.push(other);
            }
        }
        at += 1;
    }
    joined
}

/// `B+3.5`, `W+2` or `0`.
fn result(black: f64) -> String {
    match black {
        0.0 => "0".to_string(),
        score if score > 0.0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    }
}

fn final_score(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let position = engine.line.position();
    if engine.is_go() {
        return engine.area_score(position).map(result).ok_or(Failure::CannotScore);
    }
    if engine.is_playing() {
        return Err(Failure::CannotScore);
    }
    let first = Color::first_in(engine.game.name());
    let rewards = position.rewards();
    let (black, white) = (rewards.of(Color::Black.player(first)), rewards.of(Color::White.player(first)));
    if black == white {
        return Ok("0".to_string());
    }
    let winner = if black > white { 'B' } else { 'W' };
    let points = engine.game.score_range().zip(position.score_rewards()).map(|(range, score)| {
        let difference = (score.of(Player::FIRST) - 0.5).abs() * 2.0 * range;
        difference.round().to_string()
    });
    Ok(format!("{winner}+{}", points.unwrap_or_default()))
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
    let groups = engine.groups(position, &engine.owners(position));
    let cells = position.picture().cells;
    let name = |&cell: &usize| cells[cell].move_index.map(|index| position.move_name(index)).unwrap_or_default();
    let lines = groups.iter().filter(|group| group.status == status);
    Ok(lines.map(|group| group.cells.iter().map(name).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n"))
}

fn final_status(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let point = call.arguments.word()?;
    call.arguments.end()?;
    let position = engine.line.position();
    let index = position.move_index(point)?;
    let place = position.picture().cells.iter().position(|cell| cell.move_index == Some(index)).ok_or(Failure::Syntax)?;
    let owners = engine.owners(position);
    let group = engine.groups(position, &owners).into_iter().find(|group| group.cells.contains(&place));
    let text = match group.map(|group| group.status) {
        Some(Status::Alive) => "alive",
        Some(Status::Seki) => "seki",
        Some(Status::Dead) => "dead",
        None if owners[place] > CLEAR => "black_territory",
        None if owners[place] < -CLEAR => "white_territory",
        None => "dame",
    };
    Ok(text.to_string())
}
