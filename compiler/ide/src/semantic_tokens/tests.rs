//! Semantic tokens of texts, a line for each: the text, what it is and what else is true of it.

use expect_test::{Expect, expect};
use source::Database;

use super::{SemanticModifier, SemanticToken, semantic_tokens};
use crate::fixture::Fixture;

fn shown(fixture: &Fixture, token: &SemanticToken) -> String {
    let text = fixture.file().text(&fixture.db);
    let words = SemanticModifier::ALL.iter().filter(|word| token.modifiers.has(**word));
    let words: Vec<&str> = words.map(|word| word.text()).collect();
    let text = &text[token.range.start as usize..token.range.end as usize];
    format!("{text} {} {}", token.kind.text(), words.join(" ")).trim_end().to_string()
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
pub let mut total: i64 = LIMIT
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
        expect![[r#"
            import keyword
            geo namespace
            vec namespace
            Vec3 struct
            zero function
            as keyword
            nothing function declaration
            import keyword
            extern keyword
            "m" string
            # Not for anybody. comment
            # A pair. comment documentation
            align decorator
            16 number
            pub modifier
            type keyword
            copy modifier
            Pair struct declaration definition public
            # The first. comment documentation
            pub modifier
            let keyword
            @ property declaration public
            a property declaration public
            i64 builtinType defaultLibrary
            let keyword
            @ property declaration
            b property declaration
            Vec3 struct
            pub modifier
            fn keyword
            static modifier
            of method declaration definition static public
            a parameter declaration
            i64 builtinType defaultLibrary
            Self selfKeyword
            Pair struct
            a property
            a parameter
            b property
            nothing function
            fn keyword
            mut modifier
            add method declaration definition mutable
            more parameter declaration
            i64 builtinType defaultLibrary
            @ property
            a property
            more parameter
            type keyword
            union modifier
            Bits union declaration definition
            let keyword
            @ property declaration
            i property declaration
            u64 builtinType defaultLibrary
            type keyword
            Number type declaration definition
            i32 builtinType defaultLibrary
            let keyword
            LIMIT variable declaration definition readonly static
            4 number
            pub modifier
            let keyword
            mut modifier
            total variable declaration definition static mutable unsafe public
            i64 builtinType defaultLibrary
            LIMIT variable readonly static
            extern keyword
            fn keyword
            getpid function declaration unsafe
            i32 builtinType defaultLibrary
            let keyword
            mut modifier
            optind variable declaration static mutable unsafe
            i32 builtinType defaultLibrary
            unsafe keyword unsafe
            fn keyword
            danger function declaration definition unsafe"#]],
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
        expect![[r#"
            geo namespace
            Box struct declaration definition
            @ property declaration
            content property declaration
            i64 builtinType defaultLibrary
            move modifier
            open method declaration definition consuming
            i64 builtinType defaultLibrary
            @ property
            content property
            get method declaration definition
            i64 builtinType defaultLibrary
            self selfKeyword
            content property
            take function declaration definition
            b parameter declaration
            Box struct
            look function declaration definition
            b parameter declaration
            ref modifier
            Box struct
            main function declaration definition
            mut modifier
            count variable declaration mutable
            box variable declaration
            Box struct
            content property
            count variable mutable
            look function
            box variable reference
            take function
            box variable consuming
            other variable declaration
            Box struct
            content property
            other variable consuming
            open method consuming
            outer label declaration
            count variable mutable
            geo namespace
            AMOUNT variable readonly static
            outer label
            r variable declaration reference
            ref modifier
            count variable mutable reference
            println function defaultLibrary
            true boolean
            size_of function defaultLibrary
            Box struct
            n variable declaration
            Pointer builtinType defaultLibrary
            Box struct
            Pointer builtinType defaultLibrary
            null method"#]],
    );
}

#[test]
fn names_of_patterns() {
    check(
        "fn f(all: ref [i64]) -> i64 {
  match all {
    case [0, .. as rest, 1] | [1, .. as rest] if rest.length() > 1 -> rest[0]
    case [first, ..] as whole -> first + whole[0]
    case _ -> 0
  }
}
",
        &["operator", "keyword", "number", "type", "function", "builtinType"],
        expect![[r#"
            all parameter declaration
            ref modifier
            all parameter reference
            rest variable declaration reference
            rest variable declaration reference
            rest variable reference
            length method
            rest variable reference
            first variable declaration reference
            whole variable declaration reference
            first variable reference
            whole variable reference"#]],
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
        &["operator", "keyword", "function", "builtinType", "variable", "parameter"],
        expect![[r#"
            " string
            a string
            \n escapeSequence
            ${ formatSpecifier
            1 number
            } formatSpecifier
            b string
            \u{1F600} escapeSequence
            " string
            ' character
            \n escapeSequence
            ' character
            c" string
            %5.2lf formatSpecifier
            %% formatSpecifier
            \n escapeSequence
            " string
            1.5 number
            """ string
                one string
                two %d string
                """ string
            # The end. comment"#]],
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
    let expected: Vec<SemanticToken> =
        (all.into_iter()).filter(|token| token.range.end > range.start && token.range.start < range.end).collect();
    assert_eq!(part, expected);
    assert!(!part.is_empty());
    let empty = Fixture::new("");
    assert_eq!(semantic_tokens(&empty.db, empty.file(), Some(0..7)), []);
}

#[test]
fn an_edit_colours_one_chunk_again() {
    use salsa::Setter as _;
    let (db, log) = Database::logged();
    let mut fixture = Fixture::in_database(db, "fn a -> i64 { 1 }\nfn b -> i64 { a() }\n");
    let file = fixture.file();
    semantic_tokens(&fixture.db, file, None);
    log.take();
    let text = "fn a -> i64 { 12 }\nfn b -> i64 { a() }\n";
    file.set_text(&mut fixture.db).to(text.into());
    semantic_tokens(&fixture.db, file, None);
    let ran = log.take();
    let coloured = ran.iter().filter(|query| query.contains("chunk_tokens")).count();
    assert_eq!(coloured, 1, "{ran:?}");
}
