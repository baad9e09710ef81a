//! The published schema of the protocol.

use super::{Request, Response};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The JSON schema of what comes in and what goes out: `$defs` has `Request` and `Response`, one of which each line is.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let request = generator.subschema_for::<Request>();
    let response = generator.subschema_for::<Response>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The analysis protocol of Katsura",
        "description": "Every line of input is a request, every line of output a response.",
        "anyOf": [request, response],
        "$defs": generator.take_definitions(true),
    })
}
