//! Enums and their cases: how a value tells its case, and what lies where.

use expect_test::{Expect, expect};

use super::{page, settings};

/// The first block of the page at each mark.
fn check(text: &str, expected: Expect) {
    let marks = text.matches('$').count();
    let without = |text: &str, mark: usize| {
        let mut text = text.to_string();
        for other in (0..marks).filter(|other| *other != mark) {
            text = text.replace(&format!("${other}"), "");
        }
        text.replace(&format!("${mark}"), "$0")
    };
    let mut shown = String::new();
    for mark in 0..marks {
        let whole = page(&without(text, mark), &settings());
        let first = whole.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
        shown.push_str(&format!("{mark}:\n{}", first.unwrap_or(&whole)));
    }
    expected.assert_eq(&shown);
}

#[test]
fn a_tag_before_what_the_cases_carry() {
    check(
        "\
type copy enum Shape$0 {
  case Circle(f64)
  case Rect$1(wide$2: f32, high: f64)
  case Dot$3
  case None
}
type copy Drawn$4 { let @shape: Shape  let @on: bool }
fn f(d: ref Drawn) -> Shape$5 {
  if let Rect$6(wide, high: h) = d.shape { return Shape.Circle$7(h) }
  Shape.Rect(wide$8: 1.0, high: 2.0)
}
",
        expect![[r#""#]],
    );
}

#[test]
fn no_tag_where_null_is_a_case() {
    check(
        "\
type Node { let @next: Next }
type inline enum Next$0 { case End$1  case More$2(Node) }
type copy enum Text$3 { case Here(text: String)  case Nowhere$4 }
",
        expect![[r#""#]],
    );
}

#[test]
fn an_integer_is_its_case() {
    check(
        "\
type copy enum Mode$0: i32 { case Read = -4  case Write$1 = 100  case Both }
type copy enum Small$2 { case A  case B$3 }
type enum Kept$4 { case A  case B$5 }
type copy enum Large$6 { case A case B case C case D case E case F case G case H case I case J }
",
        expect![[r#""#]],
    );
}

#[test]
fn a_mistake_has_no_layout() {
    check(
        "\
type copy enum Bad$0 { case A(Nothing)  case B$1 }
type copy enum Endless$2 { case A(Endless)  case B$3 }
type copy Outer$4 { let @bad: Bad }
",
        expect![[r#""#]],
    );
}
