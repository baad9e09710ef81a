//! The declaration of parameters: name, type, default, range and documentation in one place, the file of the policy.
//!
//! [`parameters!`] makes of it the type itself, its default, the check of its ranges, and with the feature `files` what
//! files, dotted paths and the reference page read.

use super::{ConfigError, Problem};
use crate::custom::Custom;
use katsura_game::About;

/// A part of a configuration. Paths in errors start at the part.
pub(crate) trait Part {
    /// Checks every parameter against its range.
    fn check_ranges(&self) -> Result<(), ConfigError> {
        Ok(())
    }

    /// Checks that the game has what the part asks for.
    fn check_fit(&self, _about: &About) -> Result<(), ConfigError> {
        Ok(())
    }
}

/// A parameter with a range.
pub(crate) trait Ranged<L> {
    /// Whether it lies between two numbers, both included.
    fn check_between(&self, least: L, most: L) -> Result<(), ConfigError>;
}

macro_rules! numbers {
    ($article:literal: $($number:ty),*) => {
        $(impl Ranged<$number> for $number {
            fn check_between(&self, least: $number, most: $number) -> Result<(), ConfigError> {
                if (least..=most).contains(self) {
                    return Ok(());
                }
                let accepted = format!(concat!($article, " from {} to {}"), least, most);
                Err(ConfigError::of("", Problem::OutOfRange { found: self.to_string(), accepted }))
            }
        })*
    };
}

numbers!("a whole number": u8, u32, u64, usize);
numbers!("a number": f64);

impl<L, T: Ranged<L>> Ranged<L> for Option<T> {
    fn check_between(&self, least: L, most: L) -> Result<(), ConfigError> {
        self.as_ref().map_or(Ok(()), |number| number.check_between(least, most))
    }
}

impl Part for bool {}
impl Part for u8 {}
impl Part for u32 {}
impl Part for u64 {}
impl Part for usize {}
impl Part for f64 {}
impl Part for String {}
impl Part for (u32, f64) {}
impl<T: ?Sized> Part for Custom<T> {}

impl<T: Part> Part for Option<T> {
    fn check_ranges(&self) -> Result<(), ConfigError> {
        self.as_ref().map_or(Ok(()), T::check_ranges)
    }

    fn check_fit(&self, about: &About) -> Result<(), ConfigError> {
        self.as_ref().map_or(Ok(()), |part| part.check_fit(about))
    }
}

impl<T: Part> Part for Vec<T> {
    fn check_ranges(&self) -> Result<(), ConfigError> {
        let mut parts = self.iter().enumerate();
        parts.try_for_each(|(place, part)| part.check_ranges().map_err(|error| error.under(&place.to_string())))
    }

    fn check_fit(&self, about: &About) -> Result<(), ConfigError> {
        let mut parts = self.iter().enumerate();
        parts.try_for_each(|(place, part)| part.check_fit(about).map_err(|error| error.under(&place.to_string())))
    }
}

/// Declares parameters. Three forms:
///
/// - `pub struct Name { pub field: Type = default, from LEAST to MOST; … }`: a table; the range may be left out,
/// - `pub enum Name by kind { Variant(Type), … }`: a table whose key `kind` chooses the type of the others,
/// - `pub enum Name by name { Variant, … }`: a text.
///
/// `checked by Name::function` after the name adds what the part asks of a game: `fn(&self, &About) -> Result<(),
/// ConfigError>`.
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(checked by $fits:path)? {
            $(
                $(#[$field_meta:meta])*
                pub $field:ident: $type:ty = $default:expr $(, from $least:literal to $most:literal)?;
            )*
        }
    ) => {
        #[derive(serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "files", derive(schemars::JsonSchema))]
        #[serde(default, deny_unknown_fields)]
        $(#[$meta])*
        pub struct $name {
            $(
                $(#[$field_meta])*
                $(#[cfg_attr(feature = "files", schemars(range(min = $least, max = $most)))])?
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default),* }
            }
        }

        impl $crate::config::Part for $name {
            fn check_ranges(&self) -> Result<(), $crate::config::ConfigError> {
                $(
                    $($crate::config::Ranged::check_between(&self.$field, $least, $most)
                        .map_err(|error| error.under(stringify!($field)))?;)?
                    $crate::config::Part::check_ranges(&self.$field).map_err(|error| error.under(stringify!($field)))?;
                )*
                Ok(())
            }

            fn check_fit(&self, about: &katsura_game::About) -> Result<(), $crate::config::ConfigError> {
                $($fits(self, about)?;)?
                $($crate::config::Part::check_fit(&self.$field, about).map_err(|error| error.under(stringify!($field)))?;)*
                Ok(())
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident by kind $(checked by $fits:path)? {
            $($(#[$variant_meta:meta])* $variant:ident $(($type:ty))? $({ $($nothing:tt)* })?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "files", derive(schemars::JsonSchema))]
        #[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
        pub enum $name {
            $($(#[$variant_meta])* $variant $(($type))? $({ $($nothing)* })?),*
        }

        impl $crate::config::Part for $name {
            fn check_ranges(&self) -> Result<(), $crate::config::ConfigError> {
                $($(if let $name::$variant(part) = self {
                    return <$type as $crate::config::Part>::check_ranges(part);
                })?)*
                Ok(())
            }

            fn check_fit(&self, about: &katsura_game::About) -> Result<(), $crate::config::ConfigError> {
                $($fits(self, about)?;)?
                $($(if let $name::$variant(part) = self {
                    return <$type as $crate::config::Part>::check_fit(part, about);
                })?)*
                Ok(())
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident by name $(checked by $fits:path)? { $($(#[$variant_meta:meta])* $variant:ident),* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "files", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$variant_meta])* $variant),*
        }

        impl $crate::config::Part for $name {
            $(fn check_fit(&self, about: &katsura_game::About) -> Result<(), $crate::config::ConfigError> {
                $fits(self, about)
            })?
        }
    };
}

pub(crate) use parameters;

#[cfg(test)]
mod tests {
    use crate::SearchConfig;
    use crate::playout::{Mast, PlayoutConfig, Rules};
    use crate::select::{AnyExplore, Ucb1};

    use super::Part;

    fn refused(change: impl FnOnce(&mut SearchConfig)) -> String {
        let mut config = SearchConfig::default();
        change(&mut config);
        config.check_ranges().unwrap_err().to_string()
    }

    #[test]
    fn a_configuration_made_in_rust_is_checked_against_the_ranges_of_the_files() {
        assert!(SearchConfig::default().check_ranges().is_ok());
        assert_eq!(
            refused(|config| config.memory_mib = 0),
            "memory_mib: 0 is out of range: a whole number from 1 to 1048576"
        );
        assert_eq!(
            refused(|config| config.select.explore = AnyExplore::Ucb1(Ucb1 { c: f64::NAN, ..Ucb1::default() })),
            "select.explore.c: NaN is out of range: a number from 0 to 1000"
        );
        let mast = PlayoutConfig::Mast(Mast { tau: 0.0, ..Mast::default() });
        assert_eq!(
            refused(|config| config.playout = PlayoutConfig::Chain(Rules { rules: vec![PlayoutConfig::Uniform, mast] })),
            "playout.rules.1.tau: 0 is out of range: a number from 0.0001 to 1000000"
        );
        assert_eq!(
            refused(|config| config.budget.seconds = Some(-1.0)),
            "budget.seconds: -1 is out of range: a number from 0 to 1000000"
        );
    }
}
