//! Taking the defaults.

/// Writes that a position does these things in the plain way: an `impl` without a method for each of the traits.
///
/// ```
/// use katsura_game::{Player, Rewards, State, Turn, plain};
///
/// /// Heads or tails, once.
/// #[derive(Clone)]
/// struct Coin(Option<bool>);
///
/// impl State for Coin {
///     type Move = bool;
///     fn turn(&self) -> Turn {
///         if self.0.is_some() { Turn::Over } else { Turn::Player(Player::FIRST) }
///     }
///     fn legal_moves(&self, moves: &mut Vec<bool>) {
///         moves.clear();
///         moves.extend(if self.0.is_none() { &[false, true][..] } else { &[] });
///     }
///     fn apply(&mut self, heads: bool) {
///         self.0 = Some(heads);
///     }
///     fn rewards(&self) -> Rewards {
///         Rewards::two(if self.0 == Some(true) { 1.0 } else { 0.0 })
///     }
///     fn move_index(&self, heads: bool) -> usize {
///         usize::from(heads)
///     }
///     fn move_at(&self, index: usize) -> bool {
///         index == 1
///     }
/// }
///
/// plain!(Coin: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet, Knowledge);
/// assert!(!katsura_game::Skip::skip(&mut Coin(None)));
/// ```
#[macro_export]
macro_rules! plain {
    ($position:ty: $($ability:ident),+ $(,)?) => {
        $(impl $crate::$ability for $position {})+
    };
}
