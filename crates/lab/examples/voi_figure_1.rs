//! Figure 1 of Tolpin and Shimony, "VOI-aware MCTS", on both protocols: as the paper states it, and as its data were made.
//!
//! `cargo run --release -p katsura-lab --example voi_figure_1 [REPETITIONS]`

use katsura_lab::bandit::{
    BadExperiment, Bandit, Experiment, Initial, Means, Policy, Protocol, Recommend, Reward, Ucb1, Voi,
};
use std::time::Instant;

fn main() -> Result<(), BadExperiment> {
    let repetitions = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10_000);
    let start = Instant::now();
    let ucb1 = ("UCB1", Policy::Ucb1(Ucb1::default()));
    let literal = ("VOI literal", Policy::Voi(Voi::literal()));
    let authors = ("VOI authors", Policy::Voi(Voi::authors()));
    println!("as stated: means uniform in [0, 1], the budget is all pulls");
    print_table(&stated(repetitions), &[ucb1, literal, authors])?;
    println!("as made: means in twelfths, the budget comes after one pull of every arm");
    print_table(&made(repetitions), &[ucb1, authors])?;
    println!("{repetitions} repetitions in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn stated(repetitions: u64) -> Experiment {
    let budgets = vec![32, 64, 128, 256, 512, 1024];
    experiment(Means::Uniform { arms: 32 }, budgets, Initial::Counted, repetitions)
}

fn made(repetitions: u64) -> Experiment {
    let budgets = vec![32, 64, 96, 160, 256, 384, 544, 800, 1152];
    experiment(Means::Rounded { arms: 32, parts: 12 }, budgets, Initial::Extra, repetitions)
}

fn experiment(means: Means, budgets: Vec<u32>, initial: Initial, repetitions: u64) -> Experiment {
    let bandit = Bandit { means, reward: Reward::Bernoulli };
    let protocol = Protocol { budgets, initial, recommend: Recommend::BestMean };
    Experiment { bandit, protocol, repetitions, seed: 1 }
}

fn print_table(experiment: &Experiment, policies: &[(&str, Policy)]) -> Result<(), BadExperiment> {
    for (name, policy) in policies {
        println!("  {name}");
        for point in experiment.run(policy)? {
            let regret = point.simple_regret;
            println!("    {:5} {:.5} ± {:.5}", point.budget, regret.mean(), regret.standard_error());
        }
    }
    Ok(())
}
