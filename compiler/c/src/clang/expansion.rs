//! How long the expansions of macros are, before anybody expands them: `#define A1 (A0+A0)` doubles with each line, and clang
//! would go on until its memory ends. Owns the definitions as words and the bound; a size is a sum over the arguments, so that
//! it is known of a macro with parameters without expanding any call. It must not know what macros are.
//!
//! What is called by a parameter's name, or by one that `##` makes, is not known: such a call counts as if it repeated what it
//! is given as often as any macro of the file does, and where some macro is too long, those with such calls are not tried.

use std::collections::{BTreeSet, HashMap};

/// No macro that expands to more words is tried.
const MOST_WORDS: u64 = 1 << 14;

/// Nor are more words than these tried of all of a file's macros; the short ones come first.
const MOST_WORDS_IN_ALL: u64 = 1 << 22;

/// A macro as it is written.
pub(super) struct Definition {
    /// Nothing for one without.
    parameters: Option<Vec<String>>,
    words: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Name(String),
    /// A string, a number, a sign.
    Other(String),
}

impl Definition {
    /// Of what stands behind the macro's name.
    pub fn of(text: &str, has_parameters: bool) -> Definition {
        let mut words = words(text);
        if !has_parameters {
            return Definition { parameters: None, words };
        }
        let end = words.iter().position(|word| word.is(")")).map_or(words.len(), |at| at + 1);
        let list = words.drain(..end).filter_map(|word| match word {
            Word::Name(name) => Some(name),
            Word::Other(sign) if sign == "..." => Some("__VA_ARGS__".to_string()),
            Word::Other(_) => None,
        });
        Definition { parameters: Some(list.collect()), words }
    }

    fn repeated(&self) -> u64 {
        let count = |parameter: &String| {
            self.words.iter().filter(|word| matches!(word, Word::Name(name) if name == parameter)).count() as u64
        };
        self.parameters.iter().flatten().map(count).max().unwrap_or(1)
    }
}

impl Word {
    fn is(&self, sign: &str) -> bool {
        matches!(self, Word::Other(other) if other == sign)
    }
}

fn words(text: &str) -> Vec<Word> {
    let bytes = text.as_bytes();
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80;
    let (mut words, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let begin = at;
        let rest = &bytes[at..];
        match bytes[at] {
            byte if byte.is_ascii_whitespace() => at += 1,
            b'\\' if rest.starts_with(b"\\\n") => at += 2,
            b'/' if rest.starts_with(b"//") => at = bytes.len(),
            b'/' if rest.starts_with(b"/*") => {
                at = text.get(at + 2..).and_then(|rest| rest.find("*/")).map_or(bytes.len(), |end| at + end + 4);
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
                words.push(Word::Other(text.get(begin..at).unwrap_or("\"").to_string()));
            }
            byte if is_letter(byte) => {
                while at < bytes.len() && is_letter(bytes[at]) {
                    at += 1;
                }
                let word = text.get(begin..at).unwrap_or_default().to_string();
                words.push(if byte.is_ascii_digit() { Word::Other(word) } else { Word::Name(word) });
            }
            _ => {
                at += if rest.starts_with(b"...") { 3 } else { 1 };
                words.push(Word::Other(text.get(begin..at).unwrap_or_default().to_string()));
            }
        }
    }
    words
}

/// Words: those that are always there, and how often those of each argument are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Size {
    own: u64,
    of_arguments: Vec<u64>,
    /// Whether something is called that is not known.
    is_uncertain: bool,
    /// Whether brackets are left open, or closed that are not.
    is_unbalanced: bool,
}

impl Size {
    fn of(own: u64, parameters: usize) -> Size {
        Size { own, of_arguments: vec![0; parameters], is_uncertain: false, is_unbalanced: false }
    }

    /// What holds for what has the other in it.
    fn inherit(&mut self, other: &Size) {
        self.is_uncertain |= other.is_uncertain;
        self.is_unbalanced |= other.is_unbalanced;
    }

    fn add(&mut self, other: &Size, times: u64) {
        self.own = self.own.saturating_add(other.own.saturating_mul(times));
        for (sum, each) in self.of_arguments.iter_mut().zip(&other.of_arguments) {
            *sum = sum.saturating_add(each.saturating_mul(times));
        }
        self.inherit(other);
    }
}

/// The sizes of a file's macros.
pub(super) struct Sizes<'a> {
    definitions: &'a HashMap<String, Definition>,
    /// Nothing while it is being found: a macro is not expanded in its own expansion.
    known: HashMap<&'a str, Option<Size>>,
    /// How often any of them repeats a parameter.
    most_repeated: u64,
}

impl<'a> Sizes<'a> {
    pub fn new(definitions: &'a HashMap<String, Definition>) -> Sizes<'a> {
        let most_repeated = definitions.values().map(Definition::repeated).max().unwrap_or(1);
        Sizes { definitions, known: HashMap::new(), most_repeated }
    }

    /// Those of the macros that are too long, and of the others the longest if they are too many.
    pub fn too_long<'n>(&mut self, names: impl Iterator<Item = &'n String>) -> Vec<String> {
        let mut sizes: Vec<(u64, bool, &String)> = Vec::new();
        for name in names {
            let size = self.of(name);
            sizes.push((size.own, size.is_uncertain, name));
        }
        sizes.sort_unstable();
        let is_any = sizes.last().is_some_and(|(size, ..)| *size > MOST_WORDS);
        let mut sum = 0u64;
        let is_too_long = |(size, is_uncertain, name): (u64, bool, &String)| {
            sum = sum.saturating_add(size);
            (size > MOST_WORDS || sum > MOST_WORDS_IN_ALL || is_any && is_uncertain).then(|| name.clone())
        };
        sizes.into_iter().filter_map(is_too_long).collect()
    }

    /// Whether a macro opens brackets that it does not close, or the reverse.
    pub fn is_unbalanced(&mut self, name: &str) -> bool {
        self.of(name).is_unbalanced
    }

    /// The literal of a text that a macro is, without parentheses around it and the names of macros before it; of what is
    /// none, nothing.
    pub fn literal(&self, name: &str) -> String {
        let mut seen = BTreeSet::new();
        let mut name = name;
        loop {
            let Some(Definition { parameters: None, words }) = self.definitions.get(name) else { return String::new() };
            let mut words = words.as_slice();
            while let [first, inner @ .., last] = words
                && first.is("(")
                && last.is(")")
            {
                words = inner;
            }
            match words {
                [Word::Name(next)] if seen.insert(next) => name = next,
                [Word::Name(prefix), Word::Other(text)]
                    if text.starts_with('"') && ["L", "u", "U", "u8"].contains(&prefix.as_str()) =>
                {
                    return format!("{prefix}{text}");
                }
                _ if words.iter().any(|word| matches!(word, Word::Other(text) if text.starts_with('"'))) => {
                    let texts = words.iter().map(|word| match word {
                        Word::Name(text) => text.as_str(),
                        Word::Other(text) => text,
                    });
                    // Names beside strings are macros, as in `"%" PRIu64`; of signs nothing is known.
                    let is_text = |word: &Word| match word {
                        Word::Name(_) => true,
                        Word::Other(text) => text.starts_with('"'),
                    };
                    let text = texts.collect::<Vec<_>>().join(" ");
                    // It becomes a line.
                    let is_line = words.iter().all(is_text) && !text.contains(['\n', '\r']);
                    return if is_line { text } else { String::new() };
                }
                _ => return String::new(),
            }
        }
    }

    fn of(&mut self, name: &str) -> Size {
        let definitions = self.definitions;
        let Some((name, definition)) = definitions.get_key_value(name) else {
            return Size::of(1, 0);
        };
        let parameters = definition.parameters.as_deref().unwrap_or_default();
        match self.known.get(name.as_str()) {
            Some(Some(known)) => return known.clone(),
            Some(None) => return Size::of(1, parameters.len()),
            None => {}
        }
        self.known.insert(name, None);
        let mut size = self.sum(&definition.words, parameters);
        size.is_unbalanced |= !is_balanced(&definition.words);
        self.known.insert(name, Some(size.clone()));
        size
    }

    fn sum(&mut self, words: &[Word], parameters: &[String]) -> Size {
        let mut sum = Size::of(0, parameters.len());
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            let Word::Name(name) = word else {
                sum.own = sum.own.saturating_add(1);
                sum.is_uncertain |= word.is("#") && words.get(at).is_some_and(|word| word.is("#"));
                continue;
            };
            let is_call = words.get(at).is_some_and(|word| word.is("("));
            if let Some(number) = parameters.iter().position(|parameter| parameter == name) {
                sum.of_arguments[number] = sum.of_arguments[number].saturating_add(1);
                if is_call {
                    sum.is_uncertain = true;
                    let (arguments, behind) = arguments(words, at);
                    at = behind;
                    for argument in arguments {
                        let argument = self.sum(&words[argument], parameters);
                        sum.add(&argument, self.most_repeated);
                    }
                }
                continue;
            }
            let callee = self.callee(name);
            let parameters_of_callee =
                self.definitions.get(callee).and_then(|definition| definition.parameters.as_ref());
            match (parameters_of_callee.map(Vec::len), is_call) {
                (Some(_), false) => sum.own = sum.own.saturating_add(1),
                (None, _) => {
                    let size = self.of(callee);
                    sum.own = sum.own.saturating_add(size.own);
                    sum.inherit(&size);
                }
                (Some(count), true) => {
                    let (arguments, behind) = arguments(words, at);
                    at = behind;
                    let size = self.of(callee);
                    sum.own = sum.own.saturating_add(size.own);
                    sum.inherit(&size);
                    for (number, argument) in arguments.into_iter().enumerate() {
                        // What is behind the last one belongs to `...`.
                        let Some(last) = count.checked_sub(1) else { break };
                        let times = size.of_arguments[number.min(last)];
                        let argument = self.sum(&words[argument], parameters);
                        sum.add(&argument, times);
                    }
                }
            }
        }
        sum
    }

    /// What a name is that stands for another name only.
    fn callee<'n>(&self, name: &'n str) -> &'n str
    where
        'a: 'n,
    {
        let definitions: &'a HashMap<String, Definition> = self.definitions;
        let mut name = name;
        for _ in 0..64 {
            match definitions.get(name) {
                Some(Definition { parameters: None, words }) => match words.as_slice() {
                    [Word::Name(next)] => name = next,
                    _ => break,
                },
                Some(_) | None => break,
            }
        }
        name
    }
}

fn is_balanced(words: &[Word]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for word in words {
        let Word::Other(sign) = word else { continue };
        match sign.as_str() {
            "(" => open.push(")"),
            "[" => open.push("]"),
            "{" => open.push("}"),
            ")" | "]" | "}" if open.pop() != Some(sign) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// The arguments of a call whose `(` stands at a place, and what is behind its `)`.
fn arguments(words: &[Word], open: usize) -> (Vec<std::ops::Range<usize>>, usize) {
    let (mut found, mut depth, mut begin) = (Vec::new(), 0usize, open + 1);
    for (at, word) in words.iter().enumerate().skip(open) {
        if word.is("(") {
            depth += 1;
        } else if word.is(")") {
            depth -= 1;
            if depth == 0 {
                found.push(begin..at);
                return (found, at + 1);
            }
        } else if word.is(",") && depth == 1 {
            found.push(begin..at);
            begin = at + 1;
        }
    }
    found.push(begin.min(words.len())..words.len());
    (found, words.len())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Definition, Sizes};

    fn definitions(of: &[(&str, &str, bool)]) -> HashMap<String, Definition> {
        let define = |(name, text, has): &(&str, &str, bool)| (name.to_string(), Definition::of(text, *has));
        of.iter().map(define).collect()
    }

    #[test]
    fn sizes_are_those_of_expansions() {
        let all = definitions(&[
            ("A", " 1", false),
            ("B", " (A+A)", false),
            ("C", " (B+B) /* B B */", false),
            ("D", "(x) (x)+(x)", true),
            ("E", " D(D(A))", false),
            ("F", " D", false),
            ("G", " F(F(F(B)))", false),
            ("H", " H + A", false),
            ("V", "(a, ...) a __VA_ARGS__", true),
            ("W", " V(1, A, B)", false),
            ("Q", " D(\")\")", false),
            ("R", " D(", false),
        ]);
        let mut sizes = Sizes::new(&all);
        let mut own = |name: &str| sizes.of(name).own;
        assert_eq!([own("A"), own("B"), own("C")], [1, 5, 13]);
        // D(x) has five words of its own, and the argument twice: 5 + 2 * (5 + 2 * 1).
        assert_eq!([own("E"), own("G"), own("H")], [19, 75, 3]);
        assert_eq!([own("W"), own("Q"), own("R")], [1 + 1 + 5, 7, 5]);
    }

    #[test]
    fn doubling_is_too_long_at_once() {
        let mut lines: Vec<(String, String)> = vec![("A0".to_string(), " 1".to_string())];
        lines.extend((1..2000).map(|number| (format!("A{number}"), format!(" (A{0}+A{0})", number - 1))));
        let define = |(name, text): &(String, String)| (name.clone(), Definition::of(text, false));
        let all: HashMap<String, Definition> = lines.iter().map(define).collect();
        let names: Vec<String> = lines.into_iter().map(|(name, _)| name).collect();
        // 4 * 2^12 - 3 words are not too many.
        assert_eq!(Sizes::new(&all).too_long(names.iter()).len(), 2000 - 13);
    }

    #[test]
    fn calls_of_what_is_not_known_are_not_forgotten() {
        let all = definitions(&[
            ("D", "(x) x x", true),
            ("APPLY", "(f, x) f(x)", true),
            ("CAT", "(a, b) a ## b", true),
            ("A", &format!(" {}1{}", "APPLY(D, ".repeat(40), ")".repeat(40)), false),
            ("B", " CAT(X, 1)", false),
            ("C", " D(1)", false),
            ("E", " APPLY(D, 1)", false),
        ]);
        let names = ["A", "B", "C", "E"].map(str::to_string);
        assert_eq!(Sizes::new(&all).too_long(names[1..].iter()), [""; 0]);
        let mut found = Sizes::new(&all).too_long(names.iter());
        found.sort();
        assert_eq!(found, ["A", "B", "E"]);
    }

    #[test]
    fn brackets_are_closed_or_missed() {
        let all = definitions(&[
            ("TRY", " __try {", false),
            ("OUTER", " if (1) TRY", false),
            ("END", " } (", false),
            ("FINE", " ({ a[1]; })", false),
            ("TEXT", " \"{\"", false),
            ("CROSSED", " ( [ ) ]", false),
        ]);
        let mut sizes = Sizes::new(&all);
        let found = ["TRY", "OUTER", "END", "FINE", "TEXT", "CROSSED"].map(|name| sizes.is_unbalanced(name));
        assert_eq!(found, [true, true, true, false, false, true]);
    }

    #[test]
    fn texts_are_found_behind_parentheses() {
        let all = definitions(&[
            ("A", " ((\"a\\\")\"))", false),
            ("B", " A", false),
            ("L", " L\"a\"", false),
            ("P", " \"%\" B \"x\"", false),
            ("I", " \"abc\"[1]", false),
            ("S", " S", false),
        ]);
        let sizes = Sizes::new(&all);
        assert_eq!(sizes.literal("B"), "\"a\\\")\"");
        assert_eq!(sizes.literal("L"), "L\"a\"");
        assert_eq!(sizes.literal("P"), "\"%\" B \"x\"");
        assert_eq!(["I", "S", "T"].map(|name| sizes.literal(name)), ["", "", ""]);
    }
}
