//! After warm-up a simulation allocates nothing.

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

/// Presets, and techniques that no preset has.
fn configurations() -> Vec<SearchConfig> {
    let uct = preset("uct").unwrap();
    let with = |path: &str, text: &str| path::set(&uct, path, text).unwrap();
    let names = ["uct", "uct-tuned", "uct-v", "alpha-amaf", "rave", "voi"];
    let mut all: Vec<_> = names.iter().map(|name| preset(name).unwrap()).collect();
    all.push(with("select.value.kind", "grave"));
    all.push(with("select.explore.kind", "thompson"));
    all.push(path::set(&with("select.value.kind", "rave"), "amaf.permutations", "true").unwrap());
    all
}

#[test]
fn a_simulation_allocates_nothing_after_warm_up() {
    configurations().iter().for_each(check);
}

fn check(config: &SearchConfig) {
    let mut search = Search::new(&TicTacToe {}, &SearchConfig { memory_mib: 16, ..config.clone() }).unwrap();
    let control = Control::new();
    search.run(&Budget::simulations(50_000), &control);
    let few = allocations_of(|| {
        search.run(&Budget::simulations(1), &control);
    });
    let many = allocations_of(|| {
        search.run(&Budget::simulations(20_000), &control);
    });
    assert_eq!(many, few, "the number of allocations does not depend on the number of simulations: {}", config.to_toml());
}
