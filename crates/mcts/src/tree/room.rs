//! Whether there is room for a tree.

use crate::config::{ConfigError, Problem, SearchConfig};

/// Refuses more memory than the machine hands out. Nothing is touched, so it takes microseconds.
///
/// # Errors
/// If there is less than the configuration asks for.
pub(crate) fn room_for(config: &SearchConfig) -> Result<(), ConfigError> {
    let mut probe = Vec::<u8>::new();
    let given = probe.try_reserve_exact(config.memory_bytes()).is_ok();
    std::hint::black_box(&probe);
    if given {
        return Ok(());
    }
    let why = format!("{} MiB are more than this machine can give", config.memory_mib);
    Err(ConfigError::of("search.memory_mib", Problem::NoMemory(why)))
}
