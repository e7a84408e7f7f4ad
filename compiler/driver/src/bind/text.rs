//! Comments of C as comments of the language. Owns their cleaning; must not know what they are about.

/// Documentation: what the comment says, then where the declaration stands.
pub(super) fn documentation(comment: Option<&str>, place: &str) -> String {
    let mut lines = comment.map(lines).unwrap_or_default();
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.push(place.to_string());
    lines.iter().map(|line| if line.is_empty() { "#\n".to_string() } else { format!("# {line}\n") }).collect()
}

/// The lines of a comment without its signs.
pub(super) fn lines(comment: &str) -> Vec<String> {
    let comment = comment.trim();
    let is_block = comment.starts_with("/*");
    let inner = comment.strip_prefix("/*").map_or(comment, |rest| rest.strip_suffix("*/").unwrap_or(rest));
    let mut lines: Vec<String> = Vec::new();
    for (number, raw) in inner.lines().enumerate() {
        let raw = raw.trim();
        let text = match (is_block, number) {
            (true, 0) => raw.trim_start_matches(['*', '!', '<']),
            (true, _) => raw.trim_start_matches("**").strip_prefix('*').unwrap_or(raw.trim_start_matches("**")),
            (false, _) => raw.trim_start_matches('/').trim_start_matches(['!', '<']),
        };
        let text =
            text.strip_prefix(' ').unwrap_or(text).trim_end_matches(|end: char| end == '*' || end.is_whitespace());
        lines.push(line(text));
    }
    // Lines of signs only are decoration.
    let is_blank = |text: &String| !text.contains(|letter: char| letter.is_alphanumeric());
    while lines.first().is_some_and(is_blank) {
        lines.remove(0);
    }
    while lines.last().is_some_and(is_blank) {
        lines.pop();
    }
    lines
}

/// A line that hides nothing and opens no example, which would be run.
pub(super) fn line(text: &str) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    source::printable::line(&text.replace("```", "'''").replace("~~~", "---")).trim_end().to_string()
}

/// Names with commas between them, in lines that are not too long.
pub(super) fn filled(names: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let end = if number + 1 == names.len() { "." } else { "," };
        match lines.last_mut() {
            Some(last) if last.len() + name.len() < 94 => last.push_str(&format!(" {name}{end}")),
            Some(_) | None => lines.push(format!("{name}{end}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{documentation, lines};

    #[test]
    fn signs_of_comments_go_and_their_words_stay() {
        assert_eq!(lines("/**\n * Adds.\n *\n *   more\n */"), ["Adds.", "", "  more"]);
        assert_eq!(lines("/*\n** CAPI3REF: X\n** METHOD: y\n*/"), ["CAPI3REF: X", "METHOD: y"]);
        assert_eq!(lines("/// One.\n/// Two."), ["One.", "Two."]);
        assert_eq!(lines("/**< behind */"), ["behind"]);
        assert_eq!(lines("/****************/"), [""; 0]);
        assert_eq!(lines("/* ``` */"), [""; 0]);
        assert_eq!(lines("/* a ``` b */"), ["a ''' b"]);
        assert_eq!(documentation(None, "a.h:3"), "# a.h:3\n");
        assert_eq!(documentation(Some("// x"), "a.h:3"), "# x\n#\n# a.h:3\n");
    }
}
