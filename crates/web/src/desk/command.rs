//! What a window asks for.

use katsura_engine::Color;
use serde::Deserialize;
use serde_json::Value;

/// A command with the number that its answer names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Numbered {
    pub id: u64,
    #[serde(flatten)]
    pub command: Command,
}

/// A player as the page writes it: a text such as `uct select.explore.c=0.4`, or a name with a whole configuration.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum PlayerChoice {
    Text(String),
    Configured { name: String, config: Value },
}

/// A person or a player.
pub(crate) type SeatChoice = Option<PlayerChoice>;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Command {
    /// A new game, with some moves made; without seats those of the old one stay.
    New {
        game: Value,
        seats: Option<[SeatChoice; 2]>,
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Who plays.
    Seats { seats: [SeatChoice; 2] },
    /// A move in the notation of the game.
    Play {
        #[serde(rename = "move")]
        mv: String,
    },
    /// Takes back to the last move of a person.
    TakeBack,
    /// Shows the position after so many moves.
    Jump { to: usize },
    /// Loads the main line of a game record.
    Load { sgf: String },
    /// Sets stones up, as far as moves of the game can do that.
    Edit { black: Vec<String>, white: Vec<String>, to_move: Option<Color> },
    /// Searches the position with one or two players, to a number of simulations each or without end.
    Analyse { players: Vec<PlayerChoice>, simulations: Option<u64> },
    /// Goes on after a pause.
    Go,
    /// Stops the clock of whatever runs.
    Pause,
    /// Ends the search under way; its picture stays.
    Stop,
    /// Makes one simulation and tells its parts.
    Step,
    /// Shows the tree: so many nodes, and all children of the opened ones. None: no tree.
    Tree { nodes: usize, open: Vec<Vec<String>> },
    /// Shows the position after these moves of the tree.
    Look { path: Vec<String> },
    /// Counts who has which cell at the end of playouts.
    Ownership { on: bool },
    /// Starts an experiment of the laboratory.
    LabStart { name: String, quick: bool },
    /// Ends the experiment that runs.
    LabStop,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_what_the_page_writes() {
        let read = |text: &str| serde_json::from_str::<Numbered>(text);
        let play = read(r#"{"id": 7, "do": "play", "move": "E5"}"#).unwrap();
        assert_eq!(play, Numbered { id: 7, command: Command::Play { mv: "E5".to_string() } });
        let analyse = read(r#"{"id":1,"do":"analyse","players":["uct",{"name":"mine","config":{"seed":2}}]}"#).unwrap();
        let Command::Analyse { players, simulations: None } = analyse.command else { panic!("{analyse:?}") };
        assert_eq!(players[0], PlayerChoice::Text("uct".to_string()));
        for bad in [
            "",
            "{}",
            "[]",
            r#"{"id":1}"#,
            r#"{"id":1,"do":"fly"}"#,
            r#"{"id":-1,"do":"go"}"#,
            r#"{"id":1,"do":"jump","to":-2}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
