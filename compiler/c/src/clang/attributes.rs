//! The attributes of declarations as clang writes them. Owns the search for their names; which of them change nothing, the
//! room says once ([`crate::harmless`]).

/// The names of the attributes in a declaration that clang wrote, without `__` around them.
pub(super) fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = Scanner { bytes: text.as_bytes(), at: 0 };
    while rest.at < rest.bytes.len() {
        let ahead = &text[rest.at..];
        let opened = ["__attribute__((", "[["].into_iter().find(|word| ahead.starts_with(word));
        match opened {
            Some(word) => {
                rest.at += word.len();
                rest.list(text, &mut found);
            }
            None => rest.step(),
        }
        while !text.is_char_boundary(rest.at) {
            rest.at += 1;
        }
    }
    found
}

struct Scanner<'text> {
    bytes: &'text [u8],
    at: usize,
}

impl Scanner<'_> {
    /// One byte, or a whole literal.
    fn step(&mut self) {
        let quote = self.bytes[self.at];
        self.at += 1;
        if quote != b'"' && quote != b'\'' {
            return;
        }
        while self.at < self.bytes.len() && self.bytes[self.at] != quote {
            self.at += if self.bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(self.bytes.len());
    }

    /// A list with commas, up to the parenthesis or bracket that closes it.
    fn list(&mut self, text: &str, found: &mut Vec<String>) {
        let mut depth = 0usize;
        let (mut begin, mut is_name) = (self.at, true);
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            let ends_name = matches!(byte, b'(' | b')' | b']' | b',') && depth == 0;
            if ends_name && is_name {
                let name = text.get(begin..self.at).unwrap_or_default().trim();
                let name = name.rsplit("::").next().unwrap_or(name).trim_matches('_');
                if !name.is_empty() {
                    found.push(name.to_string());
                }
                is_name = false;
            }
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' if depth == 0 => return,
                b')' | b']' => depth -= 1,
                b',' if depth == 0 => {
                    is_name = true;
                    begin = self.at + 1;
                }
                _ => {}
            }
            self.step();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn attributes_are_found_behind_literals_and_arguments() {
        let of = |text: &str| names(text).join(" ");
        assert_eq!(of("union __attribute__((transparent_union)) {\n}"), "transparent_union");
        assert_eq!(of("int f(U u) asm(\"real((\") __attribute__((deprecated(\"a)(b\"))) "), "deprecated");
        assert_eq!(of("struct __attribute__((packed)) __attribute__((aligned(8 * 2))) Q"), "packed aligned");
        assert_eq!(of("int f(void) __attribute__((__nonnull__(1, 2), cold))"), "nonnull cold");
        assert_eq!(of("[[gnu::packed]] int f(int a[[unused]])"), "packed unused");
        assert_eq!(of("int a = \"\\\"__attribute__((packed))\"; 'ü'"), "");
        assert_eq!(of("__attribute__((packed"), "");
    }
}
