//! A line for C's preprocessor, or an attribute of Rust, which is a comment here: what it asks for is missing without a word.

use syntax::{Piece, TriviaKind};

use crate::{Chunk, Db, Diagnostic, DiagnosticKind, Severity, Span, parse};

pub(crate) const KIND: DiagnosticKind = DiagnosticKind {
    code: "W0030",
    name: "preprocessor-line",
    title: "a line for C's preprocessor or an attribute of Rust is a comment",
    explanation: "\
`#` starts a comment, so nothing is included or defined. What C's preprocessor does is said in the language itself:

```
import extern \"m\"                                   # links libm
extern { fn cos(x: f64) -> f64 }                     # for `#include <math.h>`
let LIMIT = 4 * 1024                                 # for `#define LIMIT (4 * 1024)`
fn square(x: i64) -> i64 { x * x }                   # for `#define SQUARE(x) ((x) * (x))`
```

Attributes begin with `@[`, not with `#[`:

```
@[only(os: \"linux\")]                                # for `#[cfg(target_os = \"linux\")]`
fn page_size -> i64 { 4096 }
```

A comment has a space behind its `#`: `# include the rest`.",
    severity: Severity::Warning,
};

/// The lines of a chunk, whose text this is, that C's preprocessor would read.
pub(super) fn warnings(db: &dyn Db, chunk: Chunk<'_>, text: &str) -> Vec<Diagnostic> {
    // Most texts have none, and are not looked at twice.
    let is_directive = |at: usize| directive(text[at..].lines().next().unwrap_or_default()).is_some();
    if !memchr::memchr_iter(b'#', text.as_bytes()).any(is_directive) {
        return Vec::new();
    }
    let id = chunk.id(db);
    let comments = parse(db, chunk).pieces().filter_map(|piece| match piece {
        Piece::Trivia(TriviaKind::Comment, range) => Some(range),
        Piece::Trivia(TriviaKind::Whitespace | TriviaKind::Newline, _) | Piece::Token(_) => None,
    });
    let found = comments.filter_map(|range| {
        let comment = &text[range.start as usize..range.end as usize];
        // Behind other text on its line it was meant as a comment.
        let line_start = text[..range.start as usize].rfind('\n').map_or(0, |newline| newline + 1);
        if !text[line_start..range.start as usize].trim().is_empty() {
            return None;
        }
        let found = directive(comment)?;
        let span = Span::new(id, range.start..range.end);
        let message = match found.word {
            ATTRIBUTE => "`#` begins a comment here, this attribute does nothing".to_string(),
            word => format!("`#{word}` is a comment here, it does nothing"),
        };
        let problem = KIND.at(span, message).help(found.advice);
        Some(match found.written {
            Some(written) => problem.guess(format!("write `{written}`"), span, written),
            None => problem,
        })
    });
    found.collect()
}

/// What a comment would do in C.
struct Directive<'text> {
    word: &'text str,
    /// What to write here.
    advice: String,
    /// The same, if it stands in one line.
    written: Option<String>,
}

/// A comment as C's preprocessor would read it: its word follows `#` at once, and what it wants follows that.
fn directive(comment: &str) -> Option<Directive<'_>> {
    let line = comment.strip_prefix('#')?.trim_end();
    if line.starts_with(['[', '!']) {
        return attribute(line);
    }
    let length = line.bytes().take_while(u8::is_ascii_lowercase).count();
    let (word, rest) = line.split_at(length);
    let operand = rest.trim_start();
    let is_apart = rest.starts_with([' ', '\t']);
    let plain = |advice: &str| Some(Directive { word, advice: advice.to_string(), written: None });
    match word {
        "include" if operand.starts_with('<') && operand.ends_with('>') => plain(
            "declare what is used of C: `extern { fn puts(text: Pointer[u8]) -> i32 }`; `import extern \"m\"` links libm",
        ),
        "include" if operand.len() > 1 && operand.starts_with('"') && operand.ends_with('"') => {
            plain("a file is a module: `import geometry.vec (dot)`; what is C's is declared in `extern { … }`")
        }
        "define" if is_apart => definition(word, operand),
        "ifdef" | "ifndef" | "undef" if is_apart && name_length(operand) == operand.len() && !operand.is_empty() => {
            plain(
                "there is no preprocessor: `@[only(os: \"linux\")]` before an item chooses, `if` on a constant within a function",
            )
        }
        "if" | "elif" if operand.starts_with("defined") || operand == "0" || operand == "1" => plain(
            "there is no preprocessor: `@[only(os: \"linux\")]` before an item chooses, `if` on a constant within a function",
        ),
        "endif" if operand.is_empty() => plain("there is no preprocessor: remove it with its `#if`"),
        "pragma" if operand == "once" => plain("remove it: a module is read once"),
        "pragma" if operand.starts_with("pack") => plain("before the type is written `@[packed]`"),
        "pragma" if operand.starts_with("GCC ") || operand.starts_with("clang ") || operand.starts_with("omp ") => {
            plain("remove it: there are no pragmas")
        }
        "error" | "warning" if operand.len() > 1 && operand.starts_with('"') && operand.ends_with('"') => {
            plain("there is no preprocessor: `@[only(os: \"linux\")]` before items says what they are for")
        }
        _ => None,
    }
}

/// The word of what Rust would read.
const ATTRIBUTE: &str = "[";

/// `#[cfg(unix)]`, `#![no_std]`: an attribute of Rust, with a name that Rust's have, and its closing bracket.
fn attribute<'text>(line: &str) -> Option<Directive<'text>> {
    let is_inner = line.starts_with('!');
    let inner = line.trim_start_matches('!').strip_prefix('[')?;
    let (name, rest) = inner.split_at(name_length(inner));
    let is_called = rest.starts_with(['(', ']', '=', ':']) || rest.starts_with(" =");
    if !(is_called && rest.contains(']')) {
        return None;
    }
    let (advice, written) = match name {
        _ if is_inner => {
            syntax::foreign_attribute(name)?;
            ("leave it out: there are no attributes of a whole file".to_string(), None)
        }
        "inline" => match rest.trim_end() {
            "(never)]" | "(always)]" => {
                let written = format!("@[inline{}", rest.trim_end());
                (format!("write `{written}`"), Some(written))
            }
            _ => ("leave it out: what is small is built in; `@[inline(always)]` insists".to_string(), None),
        },
        "allow" => ("write `@[allow(name)]` with the name of a warning of ours".to_string(), None),
        "packed" | "align" => ("attributes begin with `@[`: `@[packed]`, `@[align(16)]`".to_string(), None),
        name => (syntax::foreign_attribute(name)?.to_string(), None),
    };
    Some(Directive { word: ATTRIBUTE, advice, written })
}

/// `#define LIMIT 3`, `#define SQUARE(x) …`, `#define USED`.
fn definition<'text>(word: &'text str, operand: &str) -> Option<Directive<'text>> {
    let (name, value) = operand.split_at(name_length(operand));
    let begins_as_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    let is_constant = !name.contains(|letter: char| letter.is_ascii_lowercase());
    if !begins_as_name {
        return None;
    }
    if value.starts_with('(') && value.contains(')') {
        return Some(Directive {
            word,
            advice: format!("write a function: `fn {}(…) -> … {{ … }}`", name.to_ascii_lowercase()),
            written: None,
        });
    }
    // `#define what follows` may be words of a person.
    if !is_constant || !(value.is_empty() || value.starts_with([' ', '\t'])) {
        return None;
    }
    let value = value.trim();
    let is_literal = value.parse::<i64>().is_ok() || value.parse::<f64>().is_ok() && value.contains('.');
    let is_text = value.len() > 1 && value.starts_with('"') && value.ends_with('"') && value.matches('"').count() == 2;
    Some(Directive {
        word,
        advice: match value {
            "" => "there is no preprocessor: a constant is written `let NAME = true`".to_string(),
            _ => format!("write a constant: `let {name} = {value}`"),
        },
        written: (is_literal || is_text).then(|| format!("let {name} = {value}")),
    })
}

fn name_length(text: &str) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.bytes().take_while(|byte| is_part(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::directive;

    #[test]
    fn what_the_preprocessor_would_read() {
        for (comment, expected) in [
            ("#include <stdio.h>", Some(None)),
            ("#include<math.h>", Some(None)),
            ("#include \"vec.h\"", Some(None)),
            ("#define LIMIT 3", Some(Some("let LIMIT = 3"))),
            ("#define\tNAME \"a b\"", Some(Some("let NAME = \"a b\""))),
            ("#define PI 3.14", Some(Some("let PI = 3.14"))),
            ("#define MASK (1 << 3)", Some(None)),
            ("#define square(x) ((x) * (x))", Some(None)),
            ("#define VEC_H", Some(None)),
            ("#ifndef VEC_H", Some(None)),
            ("#if defined(__linux__)", Some(None)),
            ("#if 0", Some(None)),
            ("#endif", Some(None)),
            ("#pragma once", Some(None)),
            ("#pragma pack(push, 1)", Some(None)),
            ("#error \"no\"", Some(None)),
            ("#[cfg(unix)]", Some(None)),
            ("#[derive(Debug, Clone)]", Some(None)),
            ("#[test]", Some(None)),
            ("#[repr(C)]", Some(None)),
            ("#[no_mangle]", Some(None)),
            ("#[unsafe(no_mangle)]", Some(None)),
            ("#[inline]", Some(None)),
            ("#[inline(never)]", Some(Some("@[inline(never)]"))),
            ("#[allow(unused)]", Some(None)),
            ("#[must_use = \"why\"]", Some(None)),
            ("#[rustfmt::skip]", Some(None)),
            ("#![no_std]", Some(None)),
        ] {
            let found = directive(comment).map(|found| found.written);
            let found = found.as_ref().map(Option::as_deref);
            assert_eq!(found, expected, "{comment}");
        }
    }

    #[test]
    fn words_of_people() {
        for comment in [
            "# include the rest",
            "# include <stdio.h> as C does",
            "#include the rest",
            "#include",
            "#included",
            "#define what follows",
            "#define",
            "#defined by",
            "#if the file is empty",
            "#ifdef of C is not there",
            "#endif of the old code",
            "#pragma",
            "##define X 1",
            "#",
            "#!shebang",
            "#!/usr/bin/env lang",
            "#[1] a note",
            "#[todo] write this",
            "#[cfg",
            "#[test the rest]",
            "#[]",
            "#[ cfg(unix) ]",
            "# [cfg(unix)]",
            "##[cfg(unix)]",
            "#pragma of a person",
            "#error prone",
        ] {
            assert!(directive(comment).is_none(), "{comment}");
        }
    }
}
