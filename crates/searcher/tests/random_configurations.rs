//! Policies combined at random: nothing panics, every number is a number, the books balance, the same seed grows the same tree.
//!
//! Configurations are drawn from the schema, so that every parameter of every technique takes part as soon as it is declared.

use katsura_game::toy::ToyGame;
use katsura_game::{Game, Rng};
use katsura_games::GameSpec;
use katsura_mcts::config::path;
use katsura_mcts::{Analysis, Budget, ConfigError, Control, SearchConfig, Searcher, searcher};
use katsura_searcher::start_search;
use serde_json::{Map, Value};

/// How many valid configurations are tried.
const CONFIGURATIONS: usize = 500;
const SIMULATIONS: u64 = 150;

/// Playout rules that some game knows.
const RULES: [&str; 8] = ["bridge", "fillboard", "capture", "escape", "ladder", "nakade", "pattern", "wary"];

/// A random value that fits a node of the schema.
struct Draw<'a> {
    root: &'a Value,
    rng: Rng,
}

impl<'a> Draw<'a> {
    fn resolve(&self, node: &'a Value) -> &'a Value {
        let name = node.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
        name.map_or(node, |name| &self.root["$defs"][name])
    }

    fn value(&mut self, node: &'a Value, depth: usize) -> Value {
        let own = self.resolve(node);
        if let Some(options) = own.get("anyOf").and_then(Value::as_array) {
            let solid = options.iter().find(|option| option.get("type").is_none_or(|kind| kind != "null"));
            return if self.rng.chance(0.5) {
                Value::Null
            } else {
                solid.map_or(Value::Null, |node| self.value(node, depth))
            };
        }
        if let Some(variants) = own.get("oneOf").and_then(Value::as_array) {
            let variant = &variants[self.rng.index(variants.len())];
            return variant.get("const").cloned().unwrap_or_else(|| self.table(variant, depth));
        }
        if let Some(values) = own.get("enum").and_then(Value::as_array) {
            return values[self.rng.index(values.len())].clone();
        }
        self.by_type(own, depth)
    }

    fn by_type(&mut self, node: &'a Value, depth: usize) -> Value {
        let kind = match &node["type"] {
            Value::Array(kinds) => kinds[0].as_str(),
            kind => kind.as_str(),
        };
        match kind {
            Some("object") => self.table(node, depth),
            Some("array") if node.get("prefixItems").is_some() => {
                let items = node["prefixItems"].as_array().into_iter().flatten();
                items.map(|item| self.value(item, depth + 1)).collect()
            }
            Some("array") => {
                let count = if depth > 6 { 0 } else { self.rng.index(3) };
                (0..count).map(|_| self.value(&node["items"], depth + 1)).collect()
            }
            Some("boolean") => Value::Bool(self.rng.chance(0.5)),
            Some("integer") => Value::from(self.number(node).round() as i64),
            Some("number") => Value::from(self.number(node)),
            // the only free texts are names of the games' playout rules
            _ => Value::from(RULES[self.rng.index(RULES.len())]),
        }
    }

    /// Within the range, and mostly small: large numbers make a search slow rather than wrong.
    fn number(&mut self, node: &Value) -> f64 {
        let least = node.get("minimum").or_else(|| node.get("exclusiveMinimum")).and_then(Value::as_f64).unwrap_or(0.0);
        let most = node.get("maximum").and_then(Value::as_f64).unwrap_or(least + 100.0);
        let span = [1.0, 3.0, 100.0][self.rng.index(3)];
        (least + self.rng.unit() * span).min(most)
    }

    fn table(&mut self, node: &'a Value, depth: usize) -> Value {
        let mut table = Map::new();
        for part in [self.resolve(node), node] {
            for (key, node) in part.get("properties").and_then(Value::as_object).into_iter().flatten() {
                match node.get("const") {
                    Some(constant) => {
                        table.insert(key.clone(), constant.clone());
                    }
                    None if self.rng.chance(0.6) => {
                        table.insert(key.clone(), self.value(node, depth + 1));
                    }
                    None => {}
                }
            }
        }
        Value::Object(table)
    }
}

fn random_configuration(number: u64) -> Option<SearchConfig> {
    let mut draw = Draw { root: path::schema().as_value(), rng: Rng::stream(&[77, number]) };
    let root = draw.root;
    let mut value = draw.value(root, 0);
    value["memory_mib"] = Value::from(1 + draw.rng.index(4));
    value["budget"] = serde_json::json!({ "simulations": SIMULATIONS });
    if let Some(parallel) = value.get_mut("parallel").and_then(Value::as_object_mut) {
        parallel.retain(|key, _| key == "kind" || key == "virtual_loss");
    }
    path::from_value(value).ok()
}

/// What becomes of a search of a game with so many moves; nothing if the configuration does not fit the game.
fn run(search: Result<Box<dyn Searcher>, ConfigError>, move_count: usize, config: &SearchConfig) -> Option<Analysis> {
    let mut search = search.ok()?;
    search.run(&Budget::simulations(SIMULATIONS), &Control::new());
    let analysis = search.analysis();
    check(&analysis, move_count, config);
    if let Some(best) = analysis.best {
        search.advance(best).expect("the best move is legal");
        search.run(&Budget::simulations(SIMULATIONS / 3), &Control::new());
        check(&search.analysis(), move_count, config);
    }
    Some(analysis)
}

fn check(analysis: &Analysis, move_count: usize, config: &SearchConfig) {
    for mv in &analysis.moves {
        assert!(mv.index < move_count);
        for number in [mv.mean, mv.lower, mv.upper, mv.amaf_mean, mv.prior] {
            assert!((0.0..=1.0).contains(&number), "{number} in {mv:?} of\n{}", config.to_toml());
        }
    }
    assert_eq!(analysis.best.is_none(), analysis.moves.is_empty() && analysis.simulations == 0 && analysis.best.is_none());
}

fn run_on(number: u64, config: &SearchConfig) -> Option<(Analysis, Analysis)> {
    let games = ["tic-tac-toe", "connect-four", "reversi", "nim", "havannah", "hex", "go", "breakthrough"];
    let place = (number % (games.len() as u64 + 1)) as usize;
    let Some(name) = games.get(place) else {
        let toy = ToyGame::random(3, 3, 5, &mut Rng::new(number));
        let run = || run(searcher(&toy, config), toy.about().move_count().unwrap(), config);
        return Some((run()?, run()?));
    };
    let mut spec = serde_json::json!({ "name": name });
    match *name {
        "reversi" => spec["size"] = Value::from(4),
        "havannah" | "hex" => spec["size"] = Value::from(3),
        "go" | "breakthrough" => spec["size"] = Value::from(5),
        _ => {}
    }
    let spec: GameSpec = serde_json::from_value(spec).expect("a game");
    let run = || run(start_search(&spec, config), spec.about().move_count().unwrap(), config);
    Some((run()?, run()?))
}

#[test]
fn random_configurations_keep_their_books() {
    let (mut valid, mut number) = (0, 0);
    while valid < CONFIGURATIONS {
        number += 1;
        assert!(number < 100 * CONFIGURATIONS as u64, "only {valid} valid configurations in {number}");
        let Some(config) = random_configuration(number) else { continue };
        let Some((one, two)) = run_on(number, &config) else { continue };
        valid += 1;
        let shares_tree = path::get(&config, "parallel.kind").is_ok_and(|kind| kind == "tree");
        assert!(shares_tree || one == two, "configuration {number} is not repeatable:\n{}", config.to_toml());
    }
}
