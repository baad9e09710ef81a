//! Checks values against the JSON schema that the parameter declarations generate.
//!
//! The schema is the only declaration of ranges, known keys and known kinds, so the errors of every way in (files, command
//! lines, protocols) read alike and can name the alternatives.

use super::{ConfigError, Problem, join};
use schemars::JsonSchema;
use serde_json::{Map, Value};

/// A schema to check values against.
#[derive(Clone, Debug)]
pub struct Schema {
    root: Value,
}

impl Schema {
    /// The schema of a type.
    pub fn of<T: JsonSchema>() -> Self {
        Schema { root: schemars::schema_for!(T).to_value() }
    }

    /// The schema as JSON.
    pub fn as_value(&self) -> &Value {
        &self.root
    }

    /// Checks a value; `path` is the dotted name errors start with.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self, value: &Value, path: &str) -> Result<(), ConfigError> {
        self.check_node(value, &self.root, path)
    }

    /// Follows references to a definition.
    pub(super) fn resolve<'a>(&'a self, node: &'a Value) -> &'a Value {
        let name = node.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/$defs/"));
        match name.and_then(|name| self.root.get("$defs")?.get(name)) {
            Some(definition) => self.resolve(definition),
            None => node,
        }
    }

    fn check_node(&self, value: &Value, node: &Value, path: &str) -> Result<(), ConfigError> {
        let own = self.resolve(node);
        if let Some(options) = own.get("anyOf").and_then(Value::as_array) {
            return self.check_optional(value, options, path);
        }
        if let Some(variants) = own.get("oneOf").and_then(Value::as_array) {
            return self.check_variants(value, variants, path);
        }
        if let Some(known) = own.get("enum").and_then(Value::as_array) {
            return known.contains(value).then_some(()).ok_or_else(|| unknown(value, &texts(known.iter()), path));
        }
        match type_of(own) {
            Some("object") => match own.get("additionalProperties").filter(|any| any.is_object()) {
                Some(any) => self.check_map(value, any, path),
                None => self.check_object(value, &self.properties(own), path),
            },
            Some("array") => self.check_array(value, own, path),
            Some(kind) => check_scalar(value, kind, own, path),
            None => Ok(()),
        }
    }

    fn check_optional(&self, value: &Value, options: &[Value], path: &str) -> Result<(), ConfigError> {
        if value.is_null() && options.iter().any(|option| type_of(option) == Some("null")) {
            return Ok(());
        }
        let solid = options.iter().find(|option| type_of(option) != Some("null"));
        solid.map_or(Ok(()), |option| self.check_node(value, option, path))
    }

    fn check_array(&self, value: &Value, node: &Value, path: &str) -> Result<(), ConfigError> {
        let items = value.as_array().ok_or_else(|| wrong(value, "a list", path))?;
        if let Some(places) = node.get("prefixItems").and_then(Value::as_array) {
            return self.check_tuple(value, items, places, path);
        }
        let Some(item) = node.get("items") else { return Ok(()) };
        items.iter().enumerate().try_for_each(|(i, value)| self.check_node(value, item, &join(path, &i.to_string())))
    }

    /// A list whose places have types of their own.
    fn check_tuple(&self, value: &Value, items: &[Value], places: &[Value], path: &str) -> Result<(), ConfigError> {
        if items.len() != places.len() {
            return Err(wrong(value, &format!("a list of {}", places.len()), path));
        }
        let mut pairs = items.iter().zip(places).enumerate();
        pairs.try_for_each(|(i, (value, place))| self.check_node(value, place, &join(path, &i.to_string())))
    }

    /// A table whose keys are open: every value is like `any`.
    fn check_map(&self, value: &Value, any: &Value, path: &str) -> Result<(), ConfigError> {
        let table = value.as_object().ok_or_else(|| wrong(value, "a table", path))?;
        table.iter().try_for_each(|(key, value)| self.check_node(value, any, &join(path, key)))
    }

    /// A choice of kinds: texts, or tables told apart by a constant property.
    fn check_variants(&self, value: &Value, variants: &[Value], path: &str) -> Result<(), ConfigError> {
        let constants: Vec<&Value> = variants.iter().filter_map(|variant| variant.get("const")).collect();
        if !constants.is_empty() {
            return if constants.contains(&value) {
                Ok(())
            } else {
                Err(unknown(value, &texts(constants.into_iter()), path))
            };
        }
        let tag = variants.iter().find_map(tag_of).map_or("kind", |(tag, _)| tag);
        let known: Vec<&str> = variants.iter().filter_map(|variant| Some(tag_of(variant)?.1)).collect();
        let table = value
            .as_object()
            .ok_or_else(|| wrong(value, &format!("a table with {tag} = one of {}", known.join(", ")), path))?;
        let Some(chosen) = table.get(tag) else {
            let known = known.iter().map(ToString::to_string).collect();
            return Err(ConfigError::of(path, Problem::NoKind { key: tag.to_string(), known }));
        };
        let variant = variants.iter().find(|variant| tag_of(variant).is_some_and(|(_, name)| chosen == name));
        let variant = variant.ok_or_else(|| unknown(chosen, &known, &join(path, tag)))?;
        self.check_object(value, &self.properties(variant), path)
    }

    /// The properties of a node, those of the definition it refers to included.
    pub(super) fn properties(&self, node: &Value) -> Map<String, Value> {
        let mut all = Map::new();
        for part in [self.resolve(node), node] {
            if let Some(properties) = part.get("properties").and_then(Value::as_object) {
                all.extend(properties.iter().map(|(key, value)| (key.clone(), value.clone())));
            }
        }
        all
    }

    fn check_object(&self, value: &Value, properties: &Map<String, Value>, path: &str) -> Result<(), ConfigError> {
        let table = value.as_object().ok_or_else(|| wrong(value, "a table", path))?;
        for (key, value) in table {
            let place = join(path, key);
            let Some(node) = properties.get(key) else {
                let mut known: Vec<String> = properties.keys().cloned().collect();
                known.sort_unstable();
                return Err(ConfigError::of(place, Problem::UnknownKey { known }));
            };
            self.check_node(value, node, &place)?;
        }
        Ok(())
    }
}

/// The name and the value of the constant property that tells variants apart.
pub(super) fn tag_of(variant: &Value) -> Option<(&str, &str)> {
    let properties = variant.get("properties")?.as_object()?;
    properties.iter().find_map(|(key, node)| Some((key.as_str(), node.get("const")?.as_str()?)))
}

fn type_of(node: &Value) -> Option<&str> {
    match node.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|&kind| kind != "null"),
        _ => None,
    }
}

fn check_scalar(value: &Value, kind: &str, node: &Value, path: &str) -> Result<(), ConfigError> {
    let nullable = node.get("type").is_some_and(|t| t.as_array().is_some_and(|kinds| kinds.iter().any(|k| k == "null")));
    if nullable && value.is_null() {
        return Ok(());
    }
    let fits = match kind {
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => true,
    };
    if !fits {
        return Err(wrong(value, &article(kind, node), path));
    }
    let Some(number) = value.as_f64() else { return Ok(()) };
    let limit = |key: &str| node.get(key).and_then(Value::as_f64);
    let too_small = limit("minimum").is_some_and(|least| number < least)
        || limit("exclusiveMinimum").is_some_and(|least| number <= least);
    let too_large = maximum(node).is_some_and(|most| most.as_f64().is_some_and(|most| number > most));
    if too_small || too_large {
        let problem = Problem::OutOfRange { found: value.to_string(), accepted: article(kind, node) };
        return Err(ConfigError::of(path, problem));
    }
    Ok(())
}

/// The largest number that a node accepts: as it says, or what its type has room for.
fn maximum(node: &Value) -> Option<Value> {
    let room = || match node.get("format")?.as_str()? {
        "uint8" => Some(Value::from(u8::MAX)),
        "uint16" => Some(Value::from(u16::MAX)),
        "uint32" => Some(Value::from(u32::MAX)),
        _ => None,
    };
    node.get("maximum").filter(|limit| limit.is_number()).cloned().or_else(room)
}

/// "a number from 0 to 10"
pub(super) fn article(kind: &str, node: &Value) -> String {
    let name = match kind {
        "boolean" => return "true or false".to_string(),
        "string" => return "a text".to_string(),
        "array" => return "a list".to_string(),
        "object" => return "a table".to_string(),
        "integer" => "a whole number",
        _ => "a number",
    };
    let limit = |key: &str| node.get(key).filter(|limit| limit.is_number()).map(plain);
    match (limit("minimum"), limit("exclusiveMinimum"), maximum(node).as_ref().map(plain)) {
        (Some(least), _, Some(most)) => format!("{name} from {least} to {most}"),
        (Some(least), _, None) => format!("{name} from {least} on"),
        (None, Some(least), Some(most)) => format!("{name} above {least} up to {most}"),
        (None, Some(least), None) => format!("{name} above {least}"),
        (None, None, Some(most)) => format!("{name} up to {most}"),
        (None, None, None) => name.to_string(),
    }
}

/// A number without the ".0" of whole ones.
fn plain(number: &Value) -> String {
    let text = number.to_string();
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

fn texts<'a>(values: impl Iterator<Item = &'a Value>) -> Vec<&'a str> {
    values.filter_map(Value::as_str).collect()
}

fn unknown(value: &Value, known: &[&str], path: &str) -> ConfigError {
    ConfigError::of(path, Problem::unknown_value(short(value), known.iter().copied()))
}

fn wrong(value: &Value, expected: &str, path: &str) -> ConfigError {
    ConfigError::of(path, Problem::wrong_type(expected, short(value)))
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 { text } else { text.chars().take(40).chain(['…']).collect() }
}

impl Schema {
    fn variant(&self, name: &str) -> Option<&Value> {
        let variants = self.root.get("oneOf")?.as_array()?;
        variants.iter().find(|variant| tag_of(variant).is_some_and(|(_, known)| known == name))
    }

    /// The documentation of a variant of a tagged type, in one line.
    pub fn variant_about(&self, name: &str) -> String {
        self.variant(name).and_then(|variant| variant.get("description")?.as_str()).unwrap_or_default().replace('\n', " ")
    }

    /// The parameters of a variant of a tagged type: name, what is accepted, documentation, and the value in `defaults`.
    pub fn variant_parameters(&self, name: &str, defaults: &Value) -> Vec<Value> {
        let properties = self.variant(name).map(|variant| self.properties(variant)).unwrap_or_default();
        let parameters = properties.iter().filter(|(_, node)| node.get("const").is_none()).map(|(key, node)| {
            let inner = self.resolve(node);
            let own = |field: &str| node.get(field).or_else(|| inner.get(field)).cloned().unwrap_or(Value::Null);
            serde_json::json!({
                "name": key,
                "default": defaults.get(key).cloned().unwrap_or(Value::Null),
                "about": own("description"),
                "accepts": accepts(inner),
                "minimum": own("minimum"),
                "maximum": own("maximum"),
            })
        });
        parameters.collect()
    }
}

/// What a node accepts, in words.
pub(super) fn accepts(node: &Value) -> String {
    let names = |key: &str| -> Option<Vec<&Value>> { Some(node.get(key)?.as_array()?.iter().collect()) };
    if let Some(variants) = names("oneOf") {
        return texts(variants.iter().filter_map(|variant| variant.get("const"))).join(", ");
    }
    if let Some(values) = names("enum") {
        return texts(values.into_iter()).join(", ");
    }
    type_of(node).map(|kind| article(kind, node)).unwrap_or_default()
}
