//! What keywords and contextual words mean, with a small example each. It owns the texts.

use syntax::{NodeKind, TokenKind};

use super::page::{LANGUAGE, Page};
use crate::token::TokenPlace;

/// The page of a keyword, or of a word that is one where it stands.
pub(super) fn write(page: &mut Page, place: &TokenPlace<'_>) {
    let found = match place.kind() {
        TokenKind::Word => contextual(place.text(), place.node_kind()),
        kind => keyword(kind, place.node_kind()),
    };
    if let Some((meaning, example)) = found {
        page.text(&format!("keyword `{}`", place.text()));
        page.text(meaning);
        page.code(LANGUAGE, example);
    }
}

fn keyword(kind: TokenKind, node: NodeKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        TokenKind::As if matches!(node, NodeKind::Import | NodeKind::ImportName) => {
            ("Binds what is imported under another name.", "import geometry.vec (dot as product)")
        }
        TokenKind::As => (
            "Converts a value: integers wrap, an integer becomes the nearest float, a float saturates to an integer (NaN \
             is 0), a borrow becomes a raw pointer.",
            "let low = 300 as u8     # 44\nlet whole = 2.9 as i64  # 2",
        ),
        TokenKind::Break => {
            ("Leaves the innermost loop, or the one with the label.", "outer: loop {\n  loop { break outer }\n}")
        }
        TokenKind::Case => (
            "In a `type enum` one of its alternatives, in a `match` one of its arms.",
            "match shape {\n  case Circle(r) -> 3.14 * r * r\n  case Rect(w, h) -> w * h\n}",
        ),
        TokenKind::Continue => (
            "Begins the next round of the innermost loop, or of the one with the label.",
            "for i in 0..10 {\n  if i % 2 == 0 { continue }\n  println(i)\n}",
        ),
        TokenKind::Dyn => (
            "A value of any type that has the trait: two pointers, to the object and to the table of its methods.",
            "fn total(shapes: ref [dyn Area]) -> f64 { 0.0 }",
        ),
        TokenKind::Else => (
            "What is done if the condition does not hold. An `if` whose value is used needs it.",
            "let sign = if x < 0 { -1 } else { 1 }",
        ),
        TokenKind::Extern => (
            "`extern { … }` declares what C provides; `extern fn` with a body is a function that C can call by this very \
             name; `extern fn (A) -> B` is a C function pointer; `import extern \"m\"` links a C library.",
            "extern { fn abs(x: i32) -> i32 }\nextern fn on_event(code: i32) -> i32 { code }",
        ),
        TokenKind::False | TokenKind::True => ("A `bool`: one byte that holds 1 or 0.", "let done: bool = false"),
        TokenKind::Fn => (
            "Declares a function or method: `fn` borrows `self`, `fn mut` may change it, `fn move` takes it, `fn static` \
             has none. Arguments travel by the C convention of the target.",
            "fn add(a: i64, b: i64) -> i64 { a + b }",
        ),
        TokenKind::For if node == NodeKind::Impl => {
            ("The type that gets the trait.", "impl Area for Shape { fn area -> f64 { 1.0 } }")
        }
        TokenKind::For => (
            "A loop over the numbers of a range, or the elements of a collection, which are lent.",
            "for i in 0..10 { println(i) }",
        ),
        TokenKind::If => {
            ("Chooses by a condition; with `else` it has a value.", "let larger = if a > b { a } else { b }")
        }
        TokenKind::Impl => (
            "`impl Trait for Type` gives a type a trait; `impl Type` gives it further methods.",
            "impl String {\n  fn is_long -> bool { self.length() > 80 }\n}",
        ),
        TokenKind::Import => (
            "Makes another module known: `import a.b` binds `b`, names in parentheses bind these.",
            "import geometry.vec (Vec3, dot)",
        ),
        TokenKind::In => ("Stands before what a `for` goes over.", "for i in 0..10 { println(i) }"),
        TokenKind::Let if node == NodeKind::Field => {
            ("Declares a field. Fields keep their order.", "type copy Point {\n  let @x: f64\n  let @y: f64\n}")
        }
        TokenKind::Let => (
            "Declares a variable, or outside of functions a constant, which is computed while compiling. Only `let mut` \
             may be changed.",
            "let limit = 4 * 1024\nlet mut sum = 0",
        ),
        TokenKind::Loop => ("Repeats until `break`, `return` or a panic.", "loop {\n  if done() { break }\n}"),
        TokenKind::Match => (
            "Chooses by the form of a value; every form must be covered.",
            "match mode {\n  case Read -> println(\"r\")\n  case Write -> println(\"w\")\n}",
        ),
        TokenKind::Move if node == NodeKind::Function => {
            ("The method takes `self`: the value is moved in.", "fn move close { }")
        }
        TokenKind::Move => {
            ("Takes the parts out of a value that is matched or looped over.", "for x in move list { use(x) }")
        }
        TokenKind::Mut => match node {
            NodeKind::Function => {
                ("The method borrows `self` and may change it.", "fn mut scale(by: f64) { @x *= by }")
            }
            NodeKind::BorrowType => (
                "`mut T`: a borrow through which the value may be changed; a pointer. While it is live nothing else may \
                 use the value.",
                "fn reset(counter: mut i64) { counter = 0 }",
            ),
            NodeKind::Unary => (
                "Lends a place so that it may be changed. It is always written, except before a method's receiver.",
                "reset(mut counter)",
            ),
            _ => ("The variable may be changed after its first assignment.", "let mut sum = 0\nsum += 1"),
        },
        TokenKind::Pub => (
            "Can be seen from other modules. `pub import` re-exports.",
            "pub fn area(side: f64) -> f64 { side * side }",
        ),
        TokenKind::Ref => match node {
            NodeKind::BorrowType => (
                "`ref T`: a borrow; a pointer to the value, which nobody changes while it is live. It is taken silently \
                 where one is expected, and nothing is copied.",
                "fn length(line: ref Line) -> f64 { line.end.x - line.start.x }",
            ),
            _ => ("Lends a place for reading: a pointer to it.", "let first = ref points[0]"),
        },
        TokenKind::Return => (
            "Leaves the function with a value. The value of a body's last expression needs none.",
            "fn sign(x: i64) -> i64 {\n  if x < 0 { return -1 }\n  1\n}",
        ),
        TokenKind::SelfValue => {
            ("The value that a method is called on; `@x` is `self.x`.", "fn width -> f64 { self.right - @left }")
        }
        TokenKind::SelfType => ("The type that a method belongs to.", "fn static zero -> Self { Self(x: 0.0) }"),
        TokenKind::Throw => ("Returns `Err` of its value.", "throw Error.NotFound"),
        TokenKind::Trait => ("A set of methods that types can have.", "trait Area {\n  fn area -> f64\n}"),
        TokenKind::Try => {
            ("Takes the value out of an `Option` or `Result`, or returns its failure.", "let text = try read(path)")
        }
        TokenKind::Type => (
            "Declares a type: `type` on the heap with one owner, `type inline` on the stack and moved, `type copy` on the \
             stack and copied, `type union` as in C; `type Name = T` is another name. The layout is C's.",
            "type copy Vec3 {\n  let @x: f64\n  let @y: f64\n  let @z: f64\n}",
        ),
        TokenKind::Unsafe => (
            "Allows what the compiler cannot check: calls of C, raw pointers, reading unions. The programmer answers for \
             it.",
            "let first = unsafe { pointer[0] }",
        ),
        TokenKind::While => ("Repeats as long as the condition holds.", "while i < n { i += 1 }"),
        _ => return None,
    })
}

fn contextual(word: &str, node: NodeKind) -> Option<(&'static str, &'static str)> {
    Some(match (word, node) {
        ("copy", NodeKind::Type) => (
            "Values live on the stack, are plain bits, and are copied on use. Large ones are cheaper lent: `ref T`.",
            "type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }",
        ),
        ("inline", NodeKind::Type) => (
            "Values live on the stack and are moved; they may own heap values.",
            "type inline Named { let @name: String  let @value: f64 }",
        ),
        ("union", NodeKind::Type) => (
            "All fields lie in one place, as in C. Reading one needs `unsafe`.",
            "type union Bits { let @whole: u64  let @number: f64 }",
        ),
        ("enum", NodeKind::Type) => (
            "One of several cases, each with its own parts.",
            "type enum Shape {\n  case Circle(f64)\n  case Rect(f64, f64)\n}",
        ),
        ("view", NodeKind::Type) => (
            "Values live on the stack and may hold borrows; they are treated as one.",
            "type view Lines { let @text: ref String }",
        ),
        ("static", NodeKind::Function) => (
            "The function belongs to the type and has no `self`.",
            "fn static zero -> Vec3 { Vec3(x: 0.0, y: 0.0, z: 0.0) }",
        ),
        ("bench", NodeKind::Test) => (
            "Code that `lang test --bench` measures: the whole block, or its loop over `rounds()` of `std.bench`.",
            "bench \"sum\" { keep(sum(keep(100))) }",
        ),
        ("test", NodeKind::Test) => {
            ("Code that `lang test` runs; it fails by a panic.", "test \"sums\" { assert(1 + 1 == 2) }")
        }
        _ => return None,
    })
}
