//! The rules of Go by the names that KataGo gives them, and in full.

use super::{RulesChoice, Settings};
use katsura_games::go::{KoRule, Rules, Suicide};
use serde_json::Value;

/// Rules by name: ko and suicide. All of them count area.
const NAMED: [(&str, KoRule, Suicide); 8] = [
    ("aga", KoRule::Situational, Suicide::Forbidden),
    ("bga", KoRule::Situational, Suicide::Forbidden),
    ("chinese", KoRule::Simple, Suicide::Forbidden),
    ("chinese-kgs", KoRule::Positional, Suicide::Forbidden),
    ("chinese-ogs", KoRule::Positional, Suicide::Forbidden),
    ("katsura", KoRule::Positional, Suicide::Forbidden),
    ("new-zealand", KoRule::Situational, Suicide::Allowed),
    ("tromp-taylor", KoRule::Positional, Suicide::Allowed),
];

/// The rules with what a query says about ko and suicide.
pub(super) fn apply(choice: &RulesChoice, rules: Rules) -> Result<Rules, String> {
    match choice {
        RulesChoice::Name(name) => {
            let wanted = name.to_ascii_lowercase().replace('_', "-");
            let found = NAMED.iter().find(|(name, ..)| *name == wanted);
            found.map(|&(_, ko, suicide)| Rules { ko, suicide, ..rules }).ok_or_else(|| {
                let known: Vec<&str> = NAMED.iter().map(|(name, ..)| *name).collect();
                format!("unknown rules '{name}'; known, all with area scoring: {}", known.join(", "))
            })
        }
        RulesChoice::Table(table) => in_full(table, rules),
    }
}

fn in_full(table: &Settings, mut rules: Rules) -> Result<Rules, String> {
    for (name, value) in table {
        let text = value.as_str().unwrap_or_default();
        match (name.as_str(), value) {
            ("koRule" | "ko", Value::String(_)) => {
                rules.ko = match text {
                    "SIMPLE" => KoRule::Simple,
                    "POSITIONAL" => KoRule::Positional,
                    "SITUATIONAL" => KoRule::Situational,
                    _ => return Err(format!("{name}: expected SIMPLE, POSITIONAL or SITUATIONAL")),
                }
            }
            ("suicide" | "multiStoneSuicideLegal", Value::Bool(true)) => rules.suicide = Suicide::Allowed,
            ("suicide" | "multiStoneSuicideLegal", Value::Bool(false)) => rules.suicide = Suicide::Forbidden,
            ("scoringRule" | "scoring", Value::String(_)) if text == "AREA" => {}
            ("scoringRule" | "scoring", _) => return Err(format!("{name}: only AREA is known")),
            ("taxRule" | "tax", Value::String(_)) if text == "NONE" => {}
            ("hasButton", Value::Bool(false)) | ("friendlyPassOk", Value::Bool(_)) => {}
            ("whiteHandicapBonus", Value::String(_)) if text == "0" => {}
            _ => return Err(format!("{name}: {value} is not known")),
        }
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: Value) -> Result<Rules, String> {
        apply(&serde_json::from_value(value).unwrap(), Rules::default())
    }

    #[test]
    fn rules_are_known_by_name_and_in_full() {
        assert_eq!(read(json!("Tromp_Taylor")).unwrap().suicide, Suicide::Allowed);
        assert_eq!(read(json!("chinese")).unwrap().ko, KoRule::Simple);
        let full =
            json!({"koRule": "SITUATIONAL", "scoringRule": "AREA", "taxRule": "NONE", "multiStoneSuicideLegal": true});
        assert_eq!(read(full).unwrap(), read(json!("new-zealand")).unwrap());
    }

    #[test]
    fn territory_scoring_is_refused() {
        assert!(read(json!("japanese")).unwrap_err().contains("known, all with area scoring: aga"));
        assert!(read(json!({"scoring": "TERRITORY"})).is_err());
        assert!(read(json!({"tax": "ALL"})).is_err() && read(json!({"ko": "x"})).is_err());
    }
}
