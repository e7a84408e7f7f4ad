//! Commands as one would type them into a shell. It owns the quoting; it must not know what the commands do.

use std::ffi::OsString;

/// A program and its arguments in one line.
pub(crate) fn typed(program: &str, arguments: &[OsString]) -> String {
    let mut text = program.to_string();
    for argument in arguments {
        let argument = argument.to_string_lossy();
        text.push(' ');
        if argument.is_empty() || argument.chars().any(needs_quotes) {
            text.push_str(&format!("'{}'", argument.replace('\'', "'\\''")));
        } else {
            text.push_str(&argument);
        }
    }
    text
}

/// Whether a shell takes a letter for something else.
fn needs_quotes(letter: char) -> bool {
    !(letter.is_alphanumeric() || "_-./:=@%+,".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        let arguments = ["-ex", "tbreak a.it$20is:test", "it's", "", "a;b", "./naïve"].map(Into::into);
        assert_eq!(typed("gdb", &arguments), "gdb -ex 'tbreak a.it$20is:test' 'it'\\''s' '' 'a;b' ./naïve");
    }
}
