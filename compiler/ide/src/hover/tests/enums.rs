//! Enums and their cases: how a value tells its case, and what lies where.

use expect_test::{Expect, expect};

use super::each_page;

/// The first block of the page at each mark.
fn check(text: &str, expected: Expect) {
    let first = |page: String| {
        let block = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
        block.map_or_else(|| page.clone(), str::to_owned)
    };
    expected.assert_eq(&each_page(text, first));
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
        expect![[r#"
            0:
            Shape · 24 bytes · align 8 · 11 padding · copied on use
            x86-64   argument: stack, 24 B copied  result: through rdi
            aarch64  argument: x0 → copy of 24 B   result: through x8

             0  tag        u8   █·······
             8  Circle.0   f64  ████████
             8  Rect.wide  f32  ████····
            16  Rect.high  f64  ████████
            nothing but the tag: Dot, None
            1:
            Shape.Rect · tag 1: u8 · in 24 bytes

             8  Rect.wide  f32  ████····
            16  Rect.high  f64  ████████
            2:
            wide: f32 · offset 8 · 4 bytes · align 4 · cache line 0
            3:
            Shape.Dot · tag 2: u8 · in 24 bytes
            4:
            Drawn · 32 bytes · align 8 · 18 padding · copied on use
            x86-64   argument: stack, 32 B copied  result: through rdi
            aarch64  argument: x0 → copy of 32 B   result: through x8

             0  shape  Shape  ████████ × 3
            24  on     bool   █·······
            5:
            Shape · 24 bytes · align 8 · 11 padding · copied on use
            x86-64   argument: stack, 24 B copied  result: through rdi
            aarch64  argument: x0 → copy of 24 B   result: through x8
            6:
            Shape.Rect · tag 1: u8 · in 24 bytes

             8  Rect.wide  f32  ████····
            16  Rect.high  f64  ████████
            7:
            Shape.Circle · tag 0: u8 · in 24 bytes

             8  Circle.0  f64  ████████
            8:
            wide: f32 · offset 8 · 4 bytes · align 4 · cache line 0
        "#]],
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
        expect![[r#"
            0:
            Next · 8 bytes · align 8 · moved on use, owner
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            0  More.0  Node  ████████
            no tag: null is End
            1:
            Next.End · no tag: it is null · in 8 bytes
            2:
            Next.More · no tag: null is End · in 8 bytes

            0  More.0  Node  ████████
            3:
            Text · 8 bytes · align 8 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            0  Here.text  String  ████████
            no tag: null is Nowhere
            4:
            Text.Nowhere · no tag: it is null · in 8 bytes
        "#]],
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
        expect![[r#"
            0:
            Mode · 4 bytes · align 4 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            the integer i32
             -4  Read
            100  Write
            101  Both
            1:
            Mode.Write · 100 of the integer i32
            2:
            Small · 1 byte · align 1 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            the integer u8
            0  A
            1  B
            3:
            Small.B · 1 of the integer u8
            4:
            Kept · owner, 8 bytes, pointer to 1 byte from malloc · align 1
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            0  tag  u8  █·······
            nothing but the tag: A, B
            5:
            Kept.B · tag 1: u8 · in 1 byte
            6:
            Large · 1 byte · align 1 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            the integer u8
            0  A
            1  B
            2  C
            3  D
            4  E
            5  F
            6  G
            7  H
            … and 2 more cases
        "#]],
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
        expect![[r#"
            0:
            [Bad]

            ```lang
            type copy enum Bad {
              case A(Nothing)
              case B
            }
            ```

            type `main.Bad`

            ---

            Its layout is not known: there is an error in the declaration.
            1:
            [B]

            ```lang
            case B
            ```

            case of `main.Bad`
            2:
            [Endless]

            ```lang
            type copy enum Endless {
              case A(Endless)
              case B
            }
            ```

            type `main.Endless`

            ---

            Its layout is not known: there is an error in the declaration.
            3:
            [B]

            ```lang
            case B
            ```

            case of `main.Endless`
            4:
            [Outer]

            ```lang
            type copy Outer {
              let @bad: Bad
            }
            ```

            type `main.Outer`

            ---

            Its layout is not known: there is an error in the declaration.
        "#]],
    );
}
