//! The one way from a policy that was chosen as data to its code: a match per call, after which the code is that of the one
//! rule.

/// Implements a trait of policies for an enum of rules, by listing what stands behind each variant:
///
/// ```text
/// dispatch! { Expand for AnyExpand {
///     Self::AfterVisits(rule) => rule,
///     Self::RootOnly {} => &RootOnly,
/// } }
/// ```
///
/// The methods of the trait stand here once. Every one of them is forwarded, provided ones too, or Clippy refuses the build:
/// no rule can override a method in vain.
macro_rules! dispatch {
    (Term for $any:ident $rules:tt) => {
        dispatch! { @impl [] crate::select::Term, $any, $rules,
            fn needs(self: &Self) -> crate::needs::Needs;
            fn traits(self: &Self) -> crate::select::TermTraits;
            #[inline]
            fn apply(self: &Self, node: &crate::tree::NodeView<'_>, rng: &mut katsura_game::Rng, scores: &mut [f32]);
        }
    };
    (Select for $any:ident $rules:tt) => {
        dispatch! { @impl [] crate::select::Select, $any, $rules,
            fn needs(self: &Self) -> crate::needs::Needs;
            #[inline]
            fn score(self: &Self, node: &crate::tree::NodeView<'_>, rng: &mut katsura_game::Rng, scores: &mut [f32]);
            fn traits(self: &Self) -> crate::select::SelectTraits;
            fn should_stop(self: &Self, root: &crate::tree::NodeView<'_>) -> bool;
        }
    };
    (Expand for $any:ident $rules:tt) => {
        dispatch! { @impl [] crate::expand::Expand, $any, $rules,
            #[inline]
            fn should_expand(self: &Self, leaf: &crate::expand::LeafView<'_>) -> bool;
        }
    };
    (Backup for $any:ident $rules:tt) => {
        dispatch! { @impl [] crate::backup::Backup, $any, $rules,
            fn needs(self: &Self) -> crate::needs::Needs;
            fn traits(self: &Self) -> crate::backup::BackupTraits;
            #[inline]
            fn back_up(self: &Self, passed: crate::backup::Passed<'_>);
        }
    };
    (Prune for $any:ident $rules:tt) => {
        dispatch! { @impl [] crate::prune::Prune, $any, $rules,
            #[inline]
            fn is_active(self: &Self) -> bool;
            fn needs(self: &Self) -> crate::needs::Needs;
            fn review(self: &Self, node: &crate::tree::NodeView<'_>, rng: &mut katsura_game::Rng, closed: &mut [bool]);
            fn should_stop(self: &Self, root: &crate::tree::NodeView<'_>, closed: &[bool]) -> bool;
        }
    };
    (Choose for $any:ident $rules:tt) => {
        dispatch! { @impl [] crate::choose::Choose, $any, $rules,
            fn traits(self: &Self) -> crate::choose::ChooseTraits;
            fn needs(self: &Self) -> crate::needs::Needs;
            fn choose(
                self: &Self,
                root: &crate::tree::NodeView<'_>,
                rng: &mut katsura_game::Rng,
                last: bool,
            ) -> crate::choose::Choice;
            fn is_certain(self: &Self, root: &crate::tree::NodeView<'_>, left: f64) -> bool;
        }
    };
    (Playout for $any:ident $rules:tt) => {
        dispatch! { @impl [<S: katsura_game::Knowledge>] crate::playout::Playout<S>, $any<S>, $rules,
            fn needs(self: &Self) -> crate::needs::Needs;
            fn is_light(self: &Self) -> bool;
            fn begin(self: &mut Self, leaf: crate::playout::Leaf<'_>, playing: &mut crate::playout::Playing<'_, S>);
            fn next_move(self: &mut Self, playing: &mut crate::playout::Playing<'_, S>) -> Option<S::Move>;
            fn end(self: &mut Self, trace: &katsura_game::Trace, rewards: &katsura_game::Rewards);
            fn cut_off(self: &Self) -> crate::playout::CutOff;
            fn new_root(self: &mut Self);
            #[inline]
            fn run(
                self: &mut Self,
                leaf: crate::playout::Leaf<'_>,
                playing: crate::playout::Playing<'_, S>,
            ) -> katsura_game::Rewards;
        }
    };
    (
        @impl [$($generic:tt)*] $policy:path, $any:ty, $rules:tt,
        $(
            $(#[$meta:meta])*
            fn $method:ident($this:ident: $receiver:ty $(, $argument:ident: $type:ty)* $(,)?) $(-> $result:ty)?;
        )*
    ) => {
        #[deny(clippy::missing_trait_methods)]
        impl $($generic)* $policy for $any {
            $(
                $(#[$meta])*
                fn $method($this: $receiver $(, $argument: $type)*) $(-> $result)? {
                    dispatch!(@match $this $rules $policy, $method($($argument),*))
                }
            )*
        }
    };
    (@match $this:ident { $($pattern:pat => $rule:expr),* $(,)? } $policy:path, $method:ident $arguments:tt) => {
        match $this { $($pattern => dispatch!(@call $rule, $policy, $method $arguments)),* }
    };
    (@call $rule:expr, $policy:path, $method:ident($($argument:ident),*)) => {
        <_ as $policy>::$method($rule $(, $argument)*)
    };
}

pub(crate) use dispatch;
