//! Many pairs side by side, handed over in order.

use super::play::{Pair, Table};
use super::{Contest, together};
use crate::jobs::{Flow, Plan, in_order};
use katsura_mcts::{ConfigError, Control};

/// Plays the pairs of a plan. `sink` gets them in the order of their numbers, whatever order they end in, and says whether to go on.
///
/// `control` ends the run early: games under way are dropped, nothing is handed over out of order. Returns what there is to say about the players,
/// whatever their games.
///
/// # Errors
/// If a configuration does not fit the game.
pub fn run(
    contest: &Contest,
    plan: Plan,
    control: &Control,
    sink: &mut dyn FnMut(Pair) -> Flow,
) -> Result<Vec<String>, ConfigError> {
    let openings = contest.openings.repertoire(&contest.game, contest.seed);
    let tables: Vec<Table> = (0..plan.threads.max(1)).map(|_| Table::new(contest)).collect::<Result<_, _>>()?;
    if plan.lanes != 1 && together::is_possible(&tables[0]) {
        together::run(contest, &openings, plan, control, sink)?;
        return Ok(Vec::new());
    }
    let play = |table: &mut Table, number: u64, inner: &Control| {
        table.pair(contest, number, &openings.of_pair(number, inner)?, inner)
    };
    let remarks = tables[0].remarks();
    in_order(plan, tables, control, &play, sink);
    Ok(remarks)
}

#[cfg(test)]
mod tests {
    use super::super::{Contestant, Openings};
    use super::*;
    use katsura_games::GameSpec;
    use katsura_mcts::Budget;

    fn contest() -> Contest {
        let player = |text| Contestant::parse(text, Some(Budget::simulations(30))).unwrap();
        Contest {
            game: GameSpec::named("tic-tac-toe").unwrap(),
            players: [player("uct"), player("random")],
            openings: Openings::Random { plies: 1 },
            seed: 3,
            resign: None,
        }
    }

    fn pairs(threads: usize, from: u64, to: u64) -> Vec<Pair> {
        let mut all = Vec::new();
        run(&contest(), Plan { from, to, threads, lanes: 0 }, &Control::new(), &mut |pair| {
            all.push(pair);
            Flow::Continue
        })
        .unwrap();
        all
    }

    #[test]
    fn threads_and_parts_do_not_change_the_record() {
        let whole = pairs(1, 0, 30);
        assert_eq!(whole, pairs(3, 0, 30));
        assert_eq!(whole[10..], pairs(2, 10, 30)[..]);
        assert_eq!(whole[4], super::super::play_pair(&contest(), 4).unwrap());
    }

    /// Games whose playouts are made together have the record of games one after the other, resigned ones too.
    #[test]
    fn lanes_do_not_change_the_record() {
        let one = "parallel.kind=batch parallel.leaves=1 parallel.playouts=1";
        for resign in [None, Some(0.3)] {
            let player = |text: &str| Contestant::parse(&format!("{text} {one}"), Some(Budget::simulations(12))).unwrap();
            let contest = Contest {
                game: katsura_engine::setup::game(serde_json::json!({ "name": "go", "size": 4 })).unwrap(),
                players: [player("uct"), player("voi root.stop=0.01")],
                resign,
                ..contest()
            };
            let pairs = |threads, lanes, from| {
                let mut all = Vec::new();
                run(&contest, Plan { from, to: 12, threads, lanes }, &Control::new(), &mut |pair| {
                    all.push(pair);
                    Flow::Continue
                })
                .unwrap();
                all
            };
            let alone = pairs(1, 1, 0);
            assert_eq!(alone.len(), 12);
            assert_eq!(alone, pairs(1, 0, 0), "all together");
            assert_eq!(alone, pairs(1, 5, 0), "five lanes");
            assert_eq!(alone[3..], pairs(2, 4, 3), "two threads with four lanes each, from the fourth pair on");
        }
    }

    #[test]
    fn the_seats_are_swapped_and_the_opening_is_shared() {
        for pair in pairs(2, 0, 10) {
            let [one, two] = &pair.games;
            assert_eq!((one.first, two.first), (super::super::Seat::A, super::super::Seat::B));
            assert_eq!(one.moves.split(' ').next(), two.moves.split(' ').next());
        }
    }

    #[test]
    fn the_sink_can_stop_the_run() {
        let mut seen = Vec::new();
        run(&contest(), Plan { from: 0, to: 1000, threads: 2, lanes: 0 }, &Control::new(), &mut |pair| {
            seen.push(pair.number);
            if pair.number == 5 { Flow::Stop } else { Flow::Continue }
        })
        .unwrap();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
    }
}
