//! Numbers of experiment files; an error says what is expected in words of its readers.

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, de};
use std::fmt;

/// A whole number of at least 0.
struct Whole(u64);

/// Any number.
struct Number(f64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number of at least 0")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
                Ok(Whole(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Whole, E> {
                number.try_into().map(Whole).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }
        }
        deserializer.deserialize_u64(Reader)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
        }
        deserializer.deserialize_f64(Reader)
    }
}

/// A whole number.
pub(crate) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Whole::deserialize(deserializer).map(|Whole(number)| number)
}

/// Whole numbers.
pub(crate) fn wholes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    Vec::deserialize(deserializer).map(|all: Vec<Whole>| all.into_iter().map(|Whole(number)| number).collect())
}

/// A whole number, or nothing.
pub(crate) fn whole_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    Option::deserialize(deserializer).map(|number: Option<Whole>| number.map(|Whole(number)| number))
}

/// A number.
pub(crate) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Number::deserialize(deserializer).map(|Number(number)| number)
}

/// A number, or nothing.
pub(crate) fn number_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Option::deserialize(deserializer).map(|number: Option<Number>| number.map(|Number(number)| number))
}

/// Values of one parameter, as they are written.
pub(crate) fn values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<serde_json::Value>, D::Error> {
    struct Reader;
    impl<'de> Visitor<'de> for Reader {
        type Value = Vec<serde_json::Value>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of values")
        }

        fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(value) = list.next_element()? {
                all.push(value);
            }
            Ok(all)
        }
    }
    deserializer.deserialize_seq(Reader)
}
