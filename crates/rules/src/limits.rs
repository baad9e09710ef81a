//! How much a rule file may ask for.

/// The limits at which a rule file is refused, with the reason.
///
/// ```
/// use katsura_rules::Limits;
/// let small = Limits { atoms: 1000, ..Limits::default() };
/// assert!(small.atoms < Limits::default().atoms);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Facts that may ever hold.
    pub atoms: usize,
    /// Rules without variables.
    pub rules: usize,
    /// Conditions of all rules without variables.
    pub conditions: usize,
    /// Terms without variables.
    pub terms: usize,
    /// Facts that are tried while rules are written out.
    pub steps: u64,
    /// How deep functions may lie in functions.
    pub depth: usize,
    /// Gates of the circuit.
    pub gates: usize,
    /// Moves after which a game is over, whatever the rules say.
    pub moves: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            atoms: 1 << 20,
            rules: 1 << 22,
            conditions: 1 << 25,
            terms: 1 << 22,
            steps: 1 << 28,
            depth: 32,
            gates: 1 << 22,
            moves: 10_000,
        }
    }
}
