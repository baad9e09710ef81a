//! After warm-up a simulation allocates nothing.

use katsura_game::{Game, Knowledge};
use katsura_games::go::{Go9, Rules};
use katsura_games::havannah::Havannah;
use katsura_games::hex::Hex;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::config::{path, preset};
use katsura_mcts::{Budget, Control, Search, SearchConfig};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

fn allocations_of(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    work();
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

fn check(config: &SearchConfig, name: &str) {
    check_game(&TicTacToe {}, config, name, 50_000);
}

fn check_game<G: Game<State: Knowledge>>(game: &G, config: &SearchConfig, name: &str, warm_up: u64) {
    let mut search = Search::new(game, &SearchConfig { memory_mib: 16, ..config.clone() }).unwrap();
    let control = Control::new();
    search.run(&Budget::simulations(warm_up), &control);
    let few = allocations_of(|| {
        search.run(&Budget::simulations(1), &control);
    });
    let many = allocations_of(|| {
        search.run(&Budget::simulations(warm_up / 2), &control);
    });
    assert_eq!(many, few, "{name}: the number of allocations does not depend on the number of simulations");
}

/// One test for all: the counter is shared.
#[test]
fn a_simulation_allocates_nothing_after_warm_up() {
    let uct = preset("uct").unwrap();
    for name in ["uct", "uct-tuned", "uct-v", "alpha-amaf", "rave", "voi"] {
        check(&preset(name).unwrap(), name);
    }
    let rave = path::set(&uct, "select.value.kind", "rave").unwrap();
    check(&path::set(&rave, "amaf.permutations", "true").unwrap(), "permutation AMAF");
    check(&path::set(&uct, "select.value.kind", "grave").unwrap(), "GRAVE");
    check(&path::set(&uct, "select.explore.kind", "thompson").unwrap(), "Thompson");
    for playout in [
        "{ kind = 'pool_rave' }",
        "{ kind = 'softmax', anneal = 60000 }",
        "{ kind = 'gobble' }",
        "{ kind = 'mast' }",
        "{ kind = 'last_good_reply' }",
        "{ kind = 'decisive' }",
        "{ kind = 'chain', rules = [{ kind = 'pool_rave', draw = 'remove' }, { kind = 'mast', draw = 'epsilon_greedy' }] }",
    ] {
        check(&path::set(&uct, "playout", playout).unwrap(), playout);
    }
    for prune in ["progressive_unpruning", "progressive_widening", "power_widening"] {
        check(&path::set(&uct, "prune.kind", prune).unwrap(), prune);
    }
    for expand in ["siblings", "transition_probability"] {
        check(&path::set(&uct, "expand.kind", expand).unwrap(), expand);
    }
    let go = Go9::new(Rules { size: 5, ..Rules::default() });
    // the boards on which ladders are read are kept for the deepest one, which comes late
    check_game(&go, &preset("strong-go").unwrap(), "strong-go", 40_000);
    check_game(&Havannah { size: 4, swap: false }, &preset("strong-havannah").unwrap(), "strong-havannah", 20_000);
    check_game(&Hex { size: 5, swap: false }, &preset("strong-hex").unwrap(), "strong-hex", 20_000);
    let pruning = "{ kind = 'progressive_pruning', r_d = 1000000.0, sigma_e = 0.0, cap = 1000000000 }";
    check(&path::set(&uct, "prune", pruning).unwrap(), pruning);
}
