//! The reference page of all parameters, generated from their declarations.

use super::path;
use super::schema::{Schema, article, join, tag_of};
use serde_json::Value;
use std::fmt::Write;

/// The reference page in Markdown: every parameter with its type, range, default and documentation.
pub fn reference() -> String {
    let schema = path::schema();
    let mut out = String::from(
        "# Parameters of a search\n\nGenerated from the code by `cargo xtask bless`; do not edit.\n\n\
         Set them in a file under `[search]`, with `--set search.NAME=VALUE`, or behind a preset's name.\n",
    );
    let defaults = path::to_value(&super::SearchConfig::default());
    table(&mut out, schema, "search", schema.as_value(), &defaults);
    out
}

fn table(out: &mut String, schema: &Schema, path: &str, node: &Value, defaults: &Value) {
    let _ = write!(out, "\n## `{path}`\n\n{}\n", text(node, "description"));
    rows(out, schema, path, node, defaults);
    for (key, node) in schema.properties(node) {
        let inner = schema.resolve(&node);
        let default = defaults.get(&key).cloned().unwrap_or(Value::Null);
        if let Some(variants) =
            inner.get("oneOf").and_then(Value::as_array).filter(|v| v.iter().any(|v| tag_of(v).is_some()))
        {
            kinds(out, schema, &join(path, &key), (&node, variants), &default);
        } else if inner.get("properties").is_some() {
            table(out, schema, &join(path, &key), inner, &default);
        }
    }
}

fn kinds(out: &mut String, schema: &Schema, path: &str, (node, variants): (&Value, &[Value]), default: &Value) {
    let chosen = default.get("kind").and_then(Value::as_str).unwrap_or_default();
    let about = match node.get("description") {
        Some(_) => text(node, "description"),
        None => text(schema.resolve(node), "description"),
    };
    let _ = write!(out, "\n## `{path}`\n\n{about} Default: `kind = \"{chosen}\"`.\n");
    for variant in variants {
        let Some((_, name)) = tag_of(variant) else { continue };
        let _ = write!(out, "\n### `kind = \"{name}\"`\n\n{}\n", text(variant, "description"));
        rows(out, schema, path, variant, &variant_defaults(schema, variant));
    }
}

/// The defaults of a variant's parameters, as the schema states them.
fn variant_defaults(schema: &Schema, variant: &Value) -> Value {
    let properties = schema.properties(variant);
    properties.iter().filter_map(|(key, node)| Some((key.clone(), node.get("default")?.clone()))).collect()
}

fn rows(out: &mut String, schema: &Schema, path: &str, node: &Value, defaults: &Value) {
    let mut header = false;
    for (key, node) in schema.properties(node) {
        let inner = schema.resolve(&node);
        let nested =
            inner.get("properties").is_some() || inner.get("oneOf").is_some_and(|v| v[0].get("properties").is_some());
        if node.get("const").is_some() || nested {
            continue;
        }
        if !header {
            out.push_str("\n| parameter | value | default | meaning |\n|---|---|---|---|\n");
            header = true;
        }
        let default =
            defaults.get(&key).filter(|value| !value.is_null()).map_or("–".to_string(), |value| format!("`{value}`"));
        let about = if node.get("description").is_some() { text(&node, "description") } else { text(inner, "description") };
        let _ = writeln!(out, "| `{}` | {} | {default} | {about} |", join(path, &key), values(inner));
    }
}

fn values(node: &Value) -> String {
    if let Some(variants) = node.get("oneOf").and_then(Value::as_array) {
        let names: Vec<String> = variants
            .iter()
            .filter_map(|v| Some(format!("`{}`: {}", v.get("const")?.as_str()?, text(v, "description"))))
            .collect();
        return names.join("; ");
    }
    if let Some(names) = node.get("enum").and_then(Value::as_array) {
        return names.iter().filter_map(Value::as_str).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    }
    match node.get("type") {
        Some(Value::String(kind)) => article(kind, node),
        Some(Value::Array(kinds)) => article(kinds[0].as_str().unwrap_or_default(), node),
        _ => String::new(),
    }
}

fn text(node: &Value, key: &str) -> String {
    let whole = node.get(key).and_then(Value::as_str).unwrap_or_default();
    let prose = whole.split("```").next().unwrap_or_default().trim();
    prose.replace('\n', " ").replace('|', "\\|")
}
