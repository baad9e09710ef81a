//! Parameters are checked whenever they are read.

use katsura_games::GameSpec;

#[test]
fn a_value_of_the_wrong_type_is_refused_with_the_accepted_ranges() {
    let refused = |text: &str| serde_json::from_str::<GameSpec>(text).unwrap_err().to_string();
    let ranges = "height: 4 to 16, width: 4 to 16";
    for value in ["300", "-1", "7.5", "true", "\"seven\"", "null", "[7]"] {
        let error = refused(&format!(r#"{{"name": "connect-four", "width": {value}}}"#));
        assert!(error.contains(ranges), "{error}");
    }
    assert!(refused(r#"{"name": "nim", "heaps": [300]}"#).contains("heaps: 1 to 99"));
    assert!(refused(r#"{"name": "chess"}"#).contains("`connect-four`"));
}

#[test]
fn every_game_survives_being_written_and_read() {
    for spec in GameSpec::all() {
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(serde_json::from_str::<GameSpec>(&text).unwrap(), spec, "{text}");
    }
}
