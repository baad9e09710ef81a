//! The reference page of all parameters, generated from their declarations.

use super::join;
use super::path;
use super::schema::{Schema, article, tag_of};
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
        if let Some(variants) = tagged(inner) {
            kinds(out, schema, ("##", &join(path, &key)), (&node, variants), &default);
        } else if inner.get("properties").is_some() {
            table(out, schema, &join(path, &key), inner, &default);
        }
    }
}

/// The variants of a choice of kinds.
fn tagged(node: &Value) -> Option<&[Value]> {
    let variants = node.get("oneOf")?.as_array()?;
    variants.iter().any(|variant| tag_of(variant).is_some()).then_some(variants)
}

/// A choice of kinds, under a heading; the choices that a kind leaves open follow it, two levels below.
fn kinds(
    out: &mut String,
    schema: &Schema,
    (heading, path): (&str, &str),
    (node, variants): (&Value, &[Value]),
    default: &Value,
) {
    let chosen = default.get("kind").and_then(Value::as_str).unwrap_or_default();
    let about = match node.get("description") {
        Some(_) => text(node, "description"),
        None => text(schema.resolve(node), "description"),
    };
    let _ = write!(out, "\n{heading} `{path}`\n\n{about} Default: `kind = \"{chosen}\"`.\n");
    for variant in variants {
        let Some((_, name)) = tag_of(variant) else { continue };
        let _ = write!(out, "\n{heading}# `kind = \"{name}\"`\n\n{}\n", text(variant, "description"));
        if let Some(twin) = twin(schema, variant) {
            let _ = write!(out, "\nParameters as those of `search.{twin}`.\n");
            continue;
        }
        let defaults = variant_defaults(schema, variant);
        rows(out, schema, path, variant, &defaults);
        for (key, node) in schema.properties(variant) {
            if let Some(variants) = tagged(schema.resolve(&node)) {
                kinds(out, schema, (&format!("{heading}##"), &join(path, &key)), (&node, variants), &defaults[&key]);
            }
        }
    }
}

/// The table of a search that has the same parameters as a kind.
fn twin(schema: &Schema, variant: &Value) -> Option<String> {
    let mut own = schema.properties(variant);
    own.remove(tag_of(variant)?.0);
    let tables = schema.properties(schema.as_value());
    tables.into_iter().find(|(_, node)| !own.is_empty() && schema.properties(node) == own).map(|(key, _)| key)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_inside_a_kind_are_explained_too() {
        let page = reference();
        assert!(page.contains("\n#### `search.select.value.schedule`\n"));
        assert!(page.contains("| `search.select.value.schedule.r` | a number from 0 to 1000000000 | `50.0` |"));
        assert!(
            page.contains("### `kind = \"formula\"`\n\nA formula of its own.\n\nParameters as those of `search.select`.\n")
        );
    }
}
