//! Other games than Go on GoGui's board. Asking for the game switches points to GoGui's names: letters without I, numbers from below.

use super::points::Places;
use super::{Engine, Entry, For};
use crate::Color;
use crate::gtp::{Answer, Call, Failure};
use katsura_game::{Mark, Shape, Turn};

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "gogui-rules_game_id",
        arguments: "",
        about: "the game; from now on points are written as GoGui does",
        games: For::Cells,
        run: game_id,
    },
    Entry {
        name: "gogui-rules_board",
        arguments: "",
        about: "the board: `X` black, `O` white, `.` empty, `?` no cell",
        games: For::Cells,
        run: board,
    },
    Entry {
        name: "gogui-rules_board_size",
        arguments: "",
        about: "width, height and geometry",
        games: For::Cells,
        run: board_size,
    },
    Entry {
        name: "gogui-rules_legal_moves",
        arguments: "",
        about: "the legal moves; none when the game is over",
        games: For::Cells,
        run: legal_moves,
    },
    Entry { name: "gogui-rules_side_to_move", arguments: "", about: "black or white", games: For::Cells, run: side_to_move },
    Entry { name: "gogui-rules_final_result", arguments: "", about: "who has won", games: For::Cells, run: final_result },
    Entry {
        name: "gogui-rules_captured_count",
        arguments: "",
        about: "captured stones of Black and White: none in these games",
        games: For::Cells,
        run: captured_count,
    },
    Entry {
        name: "gogui-rules_board_gfx",
        arguments: "",
        about: "graphics on the board: the last move and what has won",
        games: For::Cells,
        run: board_gfx,
    },
];

fn game_id(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    engine.points.speak_gogui(&*engine.game.start());
    Ok(engine.game.about().name.replace('-', "_"))
}

fn board(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let picture = engine.line.position().picture();
    let places = Places::of(&picture);
    let first_is_black = Color::first_in(&engine.game.customs()) == Color::Black;
    let mut rows = vec![vec!["?"; places.width]; places.height];
    for (cell, &(column, row)) in picture.cells.iter().zip(&places.cells) {
        rows[row][column] = match cell.mark {
            Mark::Empty => ".",
            Mark::Piece(player) if (player == 0) == first_is_black => "X",
            Mark::Piece(_) => "O",
        };
    }
    Ok(rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"))
}

fn board_size(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let places = Places::of(&engine.line.position().picture());
    let geometry = if places.shape == Shape::Hexagonal { "hex" } else { "rect" };
    Ok(format!("{} {} {geometry}", places.width, places.height))
}

fn legal_moves(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let moves = engine.line.position().legal_moves();
    let known = moves.iter().filter(|mv| engine.points.can_write(mv));
    Ok(known.map(|mv| engine.points.write(mv)).collect::<Vec<_>>().join(" "))
}

fn side_to_move(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    Ok(engine.line.to_move().to_string())
}

fn final_result(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let position = engine.line.position();
    if position.turn() != Turn::Over {
        return Err(Failure::other("the game is not over"));
    }
    let first = Color::first_in(&engine.game.customs());
    let rewards = position.rewards();
    let winner = [Color::Black, Color::White].into_iter().find(|color| rewards.of(color.player(first)) == 1.0);
    Ok(winner.map_or("draw".to_string(), |color| color.to_string()))
}

fn captured_count(_: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    Ok("0 0".to_string())
}

fn board_gfx(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let picture = engine.line.position().picture();
    let places = Places::of(&picture);
    let named = |wanted: fn(&katsura_game::Cell) -> bool| {
        let cells = picture.cells.iter().zip(&places.cells).filter(move |(cell, _)| wanted(cell));
        cells.map(|(_, &place)| places.name(place)).collect::<Vec<_>>().join(" ")
    };
    let lines = [("CIRCLE", named(|cell| cell.winning)), ("MARK", named(|cell| cell.last))];
    let lines = lines.iter().filter(|(_, cells)| !cells.is_empty());
    Ok(lines.map(|(verb, cells)| format!("{verb} {cells}")).collect::<Vec<_>>().join("\n"))
}
