//! Configurations from data of any form.
//!
//! Whatever they come from, they are read by way of one form, JSON values. So the code that reads them is compiled once, here, and not anew
//! in each crate for each form.

use super::SearchConfig;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<'de> Deserialize<'de> for SearchConfig {
    fn deserialize<D: Deserializer<'de>>(data: D) -> Result<Self, D::Error> {
        read(serde_json::Value::deserialize(data)?).map_err(D::Error::custom)
    }
}

fn read(value: serde_json::Value) -> Result<SearchConfig, serde_json::Error> {
    SearchConfig::deserialize(value)
}

impl Serialize for SearchConfig {
    fn serialize<S: Serializer>(&self, data: S) -> Result<S::Ok, S::Error> {
        SearchConfig::serialize(self, data)
    }
}
