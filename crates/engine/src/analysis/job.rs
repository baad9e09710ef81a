//! From a query to positions to search.

use super::{GameChoice, MoveEntry, MoveList, Problem, Query, Viewpoint, rules};
use crate::{Color, Line, PlayerSpec, setup};
use katsura_games::GameSpec;
use katsura_mcts::config::path;
use katsura_mcts::{Budget, ConfigError, SearchConfig};
use serde_json::json;

/// The longest game that is accepted, in moves.
pub const MOST_MOVES: usize = 10_000;

/// Who searches games of a name.
pub type PlayerOf = dyn Fn(&str) -> Result<PlayerSpec, ConfigError> + Send + Sync;

/// One position to search.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// The id of the query.
    pub id: String,
    /// The number of moves before the position.
    pub turn: usize,
    /// Higher ones come first.
    pub priority: i64,
    /// The game.
    pub game: GameSpec,
    /// The search, with its budget.
    pub config: SearchConfig,
    /// The moves that lead to the position, as the game makes them.
    pub moves: Vec<String>,
    /// Seconds between reports during the search.
    pub every: Option<f64>,
    /// In whose eyes win rates are.
    pub viewpoint: Viewpoint,
    /// Whether to tell who will own what.
    pub ownership: bool,
    avoid: Vec<MoveList>,
    allow: Vec<MoveList>,
}

impl Job {
    /// The positions of a query. `player` tells who searches games of a name if the query does not.
    ///
    /// # Errors
    /// What is wrong with which field.
    pub fn of(query: &Query, player: &PlayerOf) -> Result<Vec<Job>, Problem> {
        Self::all(query, player).map_err(|problem| problem.of(&query.id))
    }

    fn all(query: &Query, player: &PlayerOf) -> Result<Vec<Job>, Problem> {
        let game = game(query)?;
        let (config, viewpoint) = config(query, &game.about().name, player)?;
        for (field, lists) in [("avoidMoves", &query.avoid_moves), ("allowMoves", &query.allow_moves)] {
            if lists.iter().any(|list| list.until_depth != 1) {
                return Err(Problem::new("untilDepth: only 1 is known").of_field(field));
            }
        }
        let turns = query.analyze_turns.clone().unwrap_or_else(|| vec![query.moves.len()]);
        let priorities = query.priorities.clone().unwrap_or_else(|| vec![query.priority; turns.len()]);
        if priorities.len() != turns.len() {
            return Err(Problem::new("expected as many as analyzeTurns").of_field("priorities"));
        }
        let every = query.report_during_search_every;
        if every.is_some_and(|seconds| seconds <= 0.0) {
            return Err(Problem::new("expected seconds above 0").of_field("reportDuringSearchEvery"));
        }
        let lines = lines(query, &game, &turns)?;
        let job = |((turn, priority), moves)| Job {
            id: query.id.clone(),
            turn,
            priority,
            game: game.clone(),
            config: config.clone(),
            moves,
            every,
            viewpoint,
            ownership: query.include_ownership,
            avoid: query.avoid_moves.clone(),
            allow: query.allow_moves.clone(),
        };
        Ok(turns.into_iter().zip(priorities).zip(lines).map(job).collect())
    }

    /// Whether a move of a colour belongs into the answers.
    pub fn wants(&self, color: Color, mv: &str) -> bool {
        let listed = |list: &MoveList| {
            Color::from(list.player) == color && list.moves.iter().any(|text| text.eq_ignore_ascii_case(mv))
        };
        let restricted = self.allow.iter().any(|list| Color::from(list.player) == color);
        !self.avoid.iter().any(listed) && (!restricted || self.allow.iter().any(listed))
    }
}

fn of_config(field: &str) -> impl Fn(ConfigError) -> Problem + '_ {
    move |error| Problem::new(error.to_string()).of_field(field)
}

fn game(query: &Query) -> Result<GameSpec, Problem> {
    let mut table = match &query.game {
        None => json!({ "name": "go", "size": 19 }),
        Some(GameChoice::Name(name)) => json!({ "name": name }),
        Some(GameChoice::Table(table)) if table.is_object() => table.clone(),
        Some(GameChoice::Table(_)) => return Err(Problem::new("expected a name or a table with name").of_field("game")),
    };
    if query.board_x_size.or(query.board_y_size) != query.board_y_size.or(query.board_x_size) {
        return Err(Problem::new("expected the same as boardXSize").of_field("boardYSize"));
    }
    let mut field = "game";
    if let Some(size) = query.board_x_size.or(query.board_y_size) {
        field = "boardXSize";
        table["size"] = json!(size);
    }
    let mut spec = setup::game(table.clone()).map_err(of_config(field))?;
    if let Some(komi) = query.komi {
        table["komi"] = json!(komi);
        spec = setup::game(table).map_err(of_config("komi"))?;
    }
    match (&query.rules, spec) {
        (Some(choice), GameSpec::Go(go)) => {
            rules::apply(choice, go).map(GameSpec::Go).map_err(|error| Problem::new(error).of_field("rules"))
        }
        (_, spec) => Ok(spec),
    }
}

fn config(query: &Query, game: &str, player: &PlayerOf) -> Result<(SearchConfig, Viewpoint), Problem> {
    let chosen = match &query.player {
        Some(text) => PlayerSpec::parse_for(text, game),
        None => player(game),
    };
    let mut config = chosen.map_err(of_config("player"))?.config;
    let mut viewpoint = Viewpoint::default();
    for (name, value) in &query.override_settings {
        let wrong = |error: String| Problem::new(format!("{name}: {error}")).of_field("overrideSettings");
        if name == "reportAnalysisWinratesAs" {
            viewpoint = serde_json::from_value(value.clone()).map_err(|error| wrong(error.to_string()))?;
            continue;
        }
        let mut table = path::to_value(&config);
        path::set_value(&mut table, name, value.clone()).map_err(|error| wrong(error.to_string()))?;
        config = path::from_value(table).map_err(|error| wrong(error.to_string()))?;
    }
    if query.max_visits.is_some() || query.max_time.is_some() {
        config.budget = Budget { simulations: query.max_visits, seconds: query.max_time };
    }
    let Budget { simulations, seconds } = config.budget;
    if simulations == Some(0) {
        return Err(Problem::new("expected at least 1").of_field("maxVisits"));
    }
    if seconds.is_some_and(|seconds| !(0.0..=1e6).contains(&seconds)) {
        return Err(Problem::new("expected 0 to 1000000 seconds").of_field("maxTime"));
    }
    Ok((config, viewpoint))
}

/// Who moves first after the initial stones, if the query says so. In Go who makes its first move does, and without moves White if there are
/// stones of a handicap, otherwise Black.
fn first_to_move(query: &Query, game: &GameSpec) -> Option<Color> {
    let first = match query.moves.first() {
        _ if query.initial_player.is_some() => query.initial_player,
        Some(MoveEntry::By(side, _)) => Some(*side),
        _ => None,
    };
    let of_stones = || {
        let stones = |color: Color| query.initial_stones.iter().filter(|(side, _)| Color::from(*side) == color).count();
        let has_handicap = stones(Color::White) == 0 && stones(Color::Black) > 1;
        if has_handicap { Color::White } else { Color::Black }
    };
    let in_go = matches!(game, GameSpec::Go(_)) && !query.initial_stones.is_empty();
    first.map(Color::from).or_else(|| in_go.then(of_stones))
}

/// The moves that lead to each of the turns.
fn lines(query: &Query, game: &GameSpec, turns: &[usize]) -> Result<Vec<Vec<String>>, Problem> {
    let of_moves = |number: usize, error: String| Problem::new(format!("move {number}: {error}")).of_field("moves");
    if query.moves.len() > MOST_MOVES || query.initial_stones.len() > MOST_MOVES {
        return Err(Problem::new(format!("expected at most {MOST_MOVES}")).of_field("moves"));
    }
    if turns.len() > MOST_MOVES || turns.iter().any(|&turn| turn > query.moves.len()) {
        return Err(Problem::new(format!("expected turns from 0 to {}", query.moves.len())).of_field("analyzeTurns"));
    }
    let mut line = Line::new(game);
    for (side, cell) in &query.initial_stones {
        let placed = line.place(Color::from(*side), cell);
        placed.map_err(|error| Problem::new(format!("{cell}: {error}")).of_field("initialStones"))?;
    }
    if let Some(color) = first_to_move(query, game) {
        let turn = line.take_turn(color);
        turn.map_err(|error| Problem::new(error.to_string()).of_field("initialPlayer"))?;
    }
    let mut found: Vec<Option<Vec<String>>> = vec![None; turns.len()];
    for number in 0..=query.moves.len() {
        for (place, _) in turns.iter().enumerate().filter(|&(_, &turn)| turn == number) {
            found[place] = Some(line.moves().to_vec());
        }
        match query.moves.get(number) {
            Some(MoveEntry::Plain(mv)) => line.play(line.to_move(), mv),
            Some(MoveEntry::By(side, mv)) => line.play(Color::from(*side), mv),
            None => Ok(()),
        }
        .map_err(|error| of_moves(number + 1, error.to_string()))?;
    }
    Ok(found.into_iter().flatten().collect())
}
