//! Which names of parameters are not worth showing, because the argument or the function says the same.

/// Whether an argument needs no name. `only_of` is the name of the function, if this is its only argument.
pub(super) fn is_obvious(parameter: &str, argument: &str, only_of: Option<&str>) -> bool {
    let parameter = parameter.trim_matches('_').to_lowercase();
    if parameter.chars().count() <= 1 {
        return true;
    }
    if only_of.is_some_and(|function| has_word(&function.to_lowercase(), &parameter)) {
        return true;
    }
    let said = last_word(argument).trim_matches('_').to_lowercase();
    said == parameter || said.ends_with(&format!("_{parameter}")) || said.starts_with(&format!("{parameter}_"))
}

/// Whether a name in snake case has a word.
fn has_word(name: &str, word: &str) -> bool {
    name == word || name.starts_with(&format!("{word}_")) || name.ends_with(&format!("_{word}"))
}

/// The last name of an argument that is a path or a call: `line.start` and `ref line.start()` say `start`.
fn last_word(argument: &str) -> &str {
    let path = argument.split('(').next().unwrap_or(argument).trim_end();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let start = path.char_indices().rev().take_while(|(_, letter)| is_part(*letter)).last();
    start.map_or("", |(start, _)| &path[start..])
}

#[cfg(test)]
mod tests {
    use super::is_obvious;

    #[test]
    fn names_that_say_nothing_new() {
        for (parameter, argument) in [
            ("start", "start"),
            ("start", "line.start"),
            ("start", "mut @start"),
            ("start", "line.start()"),
            ("start", "first_start"),
            ("start", "start_of_line"),
            ("_start", "start"),
            ("x", "1.0"),
        ] {
            assert!(is_obvious(parameter, argument, None), "{parameter} for {argument}");
        }
        assert!(is_obvious("width", "12", Some("set_width")));
    }

    #[test]
    fn names_that_help() {
        for (parameter, argument) in [("start", "1"), ("start", "end"), ("start", "restart"), ("verbose", "true")] {
            assert!(!is_obvious(parameter, argument, None), "{parameter} for {argument}");
        }
        assert!(!is_obvious("width", "12", Some("resize")));
        assert!(!is_obvious("start", "", None));
    }
}
