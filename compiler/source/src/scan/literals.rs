//! Where strings and character literals end, with strings nested in `${…}` to any depth and without recursion.

/// Finds the ends of literals.
pub(super) struct Literals<'text> {
    bytes: &'text [u8],
    /// The strings around the current place, outermost first; each is inside one of its `${…}`.
    around: Vec<Interpolation>,
    /// A long string was found to have no end: later ones are taken to end with their line, so that text with many
    /// of them is not searched again and again.
    gave_up: bool,
}

/// The string around a `${…}`.
struct Interpolation {
    kind: Kind,
    /// Braces opened in the `${…}`.
    braces: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `"…"`, ends on its line.
    Short,
    /// `"""…"""`.
    Long,
}

/// Where a string ends.
pub(super) enum StringEnd {
    /// Behind its closing quotes, or at the end of its line.
    At(usize),
    /// It is a long one without closing quotes.
    Missing,
}

impl<'text> Literals<'text> {
    pub(super) fn new(bytes: &'text [u8]) -> Self {
        Self { bytes, around: Vec::new(), gave_up: false }
    }

    /// The end of the string whose opening quote stands at `at`.
    pub(super) fn string(&mut self, at: usize) -> StringEnd {
        self.around.clear();
        let (mut kind, mut at) = self.open(at);
        if kind == Kind::Long && self.gave_up {
            let rest = &self.bytes[at..];
            return StringEnd::At(at + memchr::memchr(b'\n', rest).unwrap_or(rest.len()));
        }
        loop {
            // In the text of a string.
            match self.bytes.get(at) {
                None => return self.at_end(kind),
                Some(b'\\') => at += if self.bytes.get(at + 1) == Some(&b'\n') { 1 } else { 2 },
                Some(b'$') if self.bytes.get(at + 1) == Some(&b'{') => {
                    self.around.push(Interpolation { kind, braces: 0 });
                    match self.code(at + 2) {
                        Next::Text(inner, next) => (kind, at) = (inner, next),
                        Next::End(end) => return end,
                    }
                }
                Some(b'\n') if kind == Kind::Short => match self.line_ended(at) {
                    Next::Text(outer, next) => (kind, at) = (outer, next),
                    Next::End(end) => return end,
                },
                Some(b'"') if kind == Kind::Short || self.bytes[at..].starts_with(b"\"\"\"") => {
                    at += if kind == Kind::Short { 1 } else { 3 };
                    if self.around.is_empty() {
                        return StringEnd::At(at);
                    }
                    match self.code(at) {
                        Next::Text(next_kind, next) => (kind, at) = (next_kind, next),
                        Next::End(end) => return end,
                    }
                }
                Some(_) => at += 1,
            }
        }
    }

    /// In the innermost `${…}`, up to the next text of a string.
    fn code(&mut self, mut at: usize) -> Next {
        loop {
            match self.bytes.get(at) {
                None => return Next::End(self.at_end(Kind::Short)),
                Some(b'"') => {
                    let (kind, next) = self.open(at);
                    return Next::Text(kind, next);
                }
                Some(b'\'') => at = self.character(at),
                Some(b'{') => {
                    if let Some(innermost) = self.around.last_mut() {
                        innermost.braces += 1;
                    }
                    at += 1;
                }
                Some(b'}') => {
                    at += 1;
                    match self.around.last_mut() {
                        Some(innermost) if innermost.braces > 0 => innermost.braces -= 1,
                        Some(_) | None => match self.around.pop() {
                            Some(finished) => return Next::Text(finished.kind, at),
                            None => return Next::End(StringEnd::At(at)),
                        },
                    }
                }
                Some(b'#') => at += memchr::memchr(b'\n', &self.bytes[at..]).unwrap_or(self.bytes.len() - at),
                Some(b'\n') if self.around.iter().any(|string| string.kind == Kind::Short) => {
                    return self.line_ended(at);
                }
                Some(_) => at += 1,
            }
        }
    }

    /// At a line end that ends short strings: goes on in the innermost `${…}` that only long strings surround.
    fn line_ended(&mut self, at: usize) -> Next {
        let long = self.around.iter().take_while(|string| string.kind == Kind::Long).count();
        self.around.truncate(long);
        if self.around.is_empty() { Next::End(StringEnd::At(at)) } else { self.code(at) }
    }

    /// At the end of the text, in a string of this kind or in a `${…}`.
    fn at_end(&self, kind: Kind) -> StringEnd {
        if kind == Kind::Long || self.around.iter().any(|string| string.kind == Kind::Long) {
            StringEnd::Missing
        } else {
            StringEnd::At(self.bytes.len())
        }
    }

    fn open(&self, at: usize) -> (Kind, usize) {
        if self.bytes[at..].starts_with(b"\"\"\"") { (Kind::Long, at + 3) } else { (Kind::Short, at + 1) }
    }

    /// Whether a long string had no end.
    pub(super) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Takes the long string at `at`, which has no end, and all later ones to end with their line.
    pub(super) fn give_up_long_string(&mut self, at: usize) -> usize {
        self.gave_up = true;
        at + memchr::memchr(b'\n', &self.bytes[at..]).unwrap_or(self.bytes.len() - at)
    }

    /// Behind the character literal whose quote stands at `at`; only behind the quote if it is none.
    pub(super) fn character(&self, at: usize) -> usize {
        let first = at + 1;
        let behind = match self.bytes.get(first) {
            Some(b'\\') if self.bytes[first..].starts_with(b"\\u{") => {
                let rest = &self.bytes[first..];
                first
                    + rest
                        .iter()
                        .take(16)
                        .position(|byte| matches!(byte, b'}' | b'\n' | b'\''))
                        .map_or(0, |brace| brace + 1)
            }
            Some(b'\\') => first + 2,
            Some(b'\n') | None => return first,
            Some(0..0x80) => first + 1,
            Some(0x80..0xe0) => first + 2,
            Some(0xe0..0xf0) => first + 3,
            Some(0xf0..) => first + 4,
        };
        if self.bytes.get(behind) == Some(&b'\'') { behind + 1 } else { first }
    }
}

/// Where a string or its `${…}` goes on.
enum Next {
    /// In the text of a string of this kind.
    Text(Kind, usize),
    /// Nowhere: the outermost string ends.
    End(StringEnd),
}
