//! A text of C cut into its declarations, so that one that is not understood takes no other with it. Owns where a declaration
//! ends; bodies of functions, which say nothing to callers, are left out. What declarations mean, it must not know.

use std::ops::Range;

use super::Unreadable;
use super::tokens::tokens;

/// A declaration in respelled text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it stands, without a body.
    pub range: Range<usize>,
    /// What closes it in the place of a body.
    pub end: &'static str,
    /// The words in it.
    pub words: Vec<String>,
    /// The word in front of its first parenthesis, which is what a function is called.
    pub name: Option<String>,
}

/// Cuts a text.
pub(super) fn cut(text: &str) -> Result<Vec<Piece>, Unreadable> {
    let mut pieces = Vec::new();
    let mut depth = 0usize;
    let (mut begin, mut body): (Option<usize>, Option<usize>) = (None, None);
    let (mut words, mut name): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut before = "";
    for token in tokens(text)? {
        let word = &text[token.range.clone()];
        let from = *begin.get_or_insert(token.range.start);
        match word {
            "{" if depth == 0 && before == ")" => body = Some(token.range.start),
            "(" if depth == 0 && name.is_none() && is_word(before) && !before.starts_with("__attribute") => {
                name = Some(before.to_string());
            }
            _ => {}
        }
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ if body.is_none() && is_word(word) && !words.iter().any(|known| known == word) => {
                words.push(word.to_string());
            }
            _ => {}
        }
        let ends = depth == 0 && (word == ";" || word == "}" && body.is_some());
        if ends {
            let (to, end) = body.map_or((token.range.end, ""), |body| (body, ";"));
            let (words, name) = (std::mem::take(&mut words), name.take());
            pieces.push(Piece { range: from..to, end, words, name });
            (begin, body) = (None, None);
        }
        before = word;
    }
    if let Some(begin) = begin {
        pieces.push(Piece { range: begin..text.len(), end: "", words, name });
    }
    Ok(pieces)
}

fn is_word(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

#[test]
fn declarations_end_where_they_end() {
    let of = |text: &str| -> Vec<String> {
        let pieces = cut(text).unwrap_or_else(|problem| panic!("{problem:?}"));
        pieces.iter().map(|piece| format!("{}{}", &text[piece.range.clone()], piece.end)).collect()
    };
    assert_eq!(
        of("int a; struct S { int x; } s; int f(void) { return (1); } int b"),
        ["int a;", "struct S { int x; } s;", "int f(void) ;", "int b"]
    );
    assert_eq!(of("int a[] = { 1, 2 }; char *c = \"};\";"), ["int a[] = { 1, 2 };", "char *c = \"};\";"]);
    assert_eq!(
        cut("static inline word f(other x) { word y; }").map(|pieces| pieces[0].name.clone()),
        Ok(Some("f".into()))
    );
}
