//! Semantic tokens of texts, a line for each: the text, what it is and what else is true of it.

use expect_test::{Expect, expect};

use super::{SemanticModifier, SemanticToken, semantic_tokens};
use crate::fixture::Fixture;

fn shown(fixture: &Fixture, token: &SemanticToken) -> String {
    let text = fixture.file().text(&fixture.db);
    let words = SemanticModifier::ALL.iter().filter(|word| token.modifiers.has(**word));
    let words: Vec<&str> = words.map(|word| word.text()).collect();
    let text = &text[token.range.start as usize..token.range.end as usize];
    format!("{text} {} {}", token.kind.text(), words.join(" "))
        .trim_end()
        .to_string()
}

/// Compares the tokens whose kind is none of those that `without` names.
fn check(text: &str, without: &[&str], expected: Expect) {
    let fixture = Fixture::new(text);
    let tokens = semantic_tokens(&fixture.db, fixture.file(), None);
    let lines: Vec<String> = (tokens.iter())
        .filter(|token| !without.contains(&token.kind.text()))
        .map(|token| shown(&fixture, token))
        .collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn declarations() {
    check(
        "import geo.vec (Vec3, zero as nothing)
import extern \"m\"

# Not for anybody.

# A pair.
@[align(16)]
pub type copy Pair {
  # The first.
  pub let @a: i64
  let @b: Vec3
  pub fn static of(a: i64) -> Self { Pair(a: a, b: nothing()) }
  fn mut add(more: i64) { @a += more }
}
type union Bits { let @i: u64 }
type Number = i32
let LIMIT = 4
extern {
  fn getpid() -> i32
  let mut optind: i32
}
unsafe fn danger {}
#- geo/vec.lang
pub type copy Vec3 { pub let @x: f64 }
pub fn zero -> Vec3 { Vec3(x: 0.0) }
",
        &["operator"],
        expect![[""]],
    );
}

#[test]
fn bodies() {
    check(
        "import geo
type Box { let @content: i64 fn move open -> i64 { @content } fn get -> i64 { self.content } }
fn take(b: Box) {}
fn look(b: ref Box) {}
fn main {
  let mut count = 1
  let box = Box(content: count)
  look(box)
  take(box)
  let other = Box(content: 2)
  other.open()
  outer: loop { count += geo.AMOUNT  break outer }
  let r = ref count
  println(true, size_of[Box]())
  let n: Pointer[Box] = Pointer.null()
}
#- geo.lang
pub let AMOUNT = 3
",
        &["operator", "keyword", "number"],
        expect![[""]],
    );
}

#[test]
fn texts() {
    check(
        "extern { fn printf(format: Pointer[u8], ...) -> i32 }
fn main {
  println(\"a\\n${1}b\\u{1F600}\")
  let c = '\\n'
  unsafe { printf(c\"%5.2lf%%\\n\", 1.5) }
  let text = \"\"\"
    one
    two %d
    \"\"\"
}
# The end.",
        &[
            "operator",
            "keyword",
            "function",
            "builtinType",
            "variable",
            "parameter",
        ],
        expect![[""]],
    );
}

#[test]
fn ranges_and_broken_code() {
    let text = "fn a { let x = 1 }\nfn b { let y = 2 }\nfn c { let z = ";
    let fixture = Fixture::new(text);
    let all = semantic_tokens(&fixture.db, fixture.file(), None);
    assert!(all.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
    let range = 22..30;
    let part = semantic_tokens(&fixture.db, fixture.file(), Some(range.clone()));
    let expected: Vec<SemanticToken> = (all.into_iter())
        .filter(|token| token.range.end > range.start && token.range.start < range.end)
        .collect();
    assert_eq!(part, expected);
    assert!(!part.is_empty());
    let empty = Fixture::new("");
    assert_eq!(semantic_tokens(&empty.db, empty.file(), Some(0..7)), []);
}

#[test]
fn an_edit_colours_one_chunk_again() {
    use salsa::Setter as _;
    let mut fixture = Fixture::new("fn a -> i64 { 1 }\nfn b -> i64 { a() }\n");
    let file = fixture.file();
    semantic_tokens(&fixture.db, file, None);
    fixture.db.log().take();
    file.set_text(&mut fixture.db)
        .to("fn a -> i64 { 12 }\nfn b -> i64 { a() }\n".into());
    semantic_tokens(&fixture.db, file, None);
    let ran = fixture.db.log().take();
    let coloured = ran.iter().filter(|query| query.contains("chunk_tokens")).count();
    assert_eq!(coloured, 1, "{ran:?}");
}
