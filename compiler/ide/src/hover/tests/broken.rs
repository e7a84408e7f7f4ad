//! Code with mistakes: what is known is told, nothing is made up, nothing panics; and an answer comes at every offset.

use expect_test::expect;

use super::{check, page, settings};
use crate::fixture::Fixture;
use crate::hover::hover;
use crate::position::FilePosition;

#[test]
fn hover_on_broken_code() {
    check(
        "type copy Pair$0 { let @a: i64  let @b: Nothing }\n",
        expect![[r#"
        [Pair]

        ```lang
        type copy Pair {
          let @a: i64
          let @b: Nothing
        }
        ```

        type `main.Pair`

        ---

        Its layout is not known: there is an error in the declaration.
    "#]],
    );
    check(
        "type copy Pair$0 { let @a: i64  let @b:  }\n",
        expect![[r#"
        [Pair]

        ```lang
        type copy Pair {
          let @a: i64
          let @b:
        }
        ```

        type `main.Pair`

        ---

        Its layout is not known: there is an error in the declaration.
    "#]],
    );
    check(
        "type copy Self$0ish { let @a: Selfish }\n",
        expect![[r#"
        [Selfish]

        ```lang
        type copy Selfish {
          let @a: Selfish
        }
        ```

        type `main.Selfish`

        ---

        Its layout is not known: there is an error in the declaration.
    "#]],
    );
    check(
        "# Sums.\nfn add$0(a: i64, b: ) -> i64 { a + }\n",
        expect![[r#"
        [add]

        ```lang
        fn add(a: i64, b: ) -> i64
        ```

        function `main.add`

        Sums.

        ---

        How it is called is not known: there is an error in its head.
    "#]],
    );
    check(
        "fn add(a: i64, b: i64) -> i64 { let c$0 = a +  }\n",
        expect![[r#"
        [c]

        ```lang
        let c: _
        ```
    "#]],
    );
    check(
        "fn add(a: i64) -> i64 { add(a$0, ",
        expect![[r#"
            [a]

            ```text
            a: i64 · 8 bytes · argument of add
               x86-64  aarch64
            a  rdi     x0
            ```

            ```lang
            a: i64
            ```

            parameter of `main.add`

            ---

            - 8 bytes, aligned to 8
            - copied on use (8 bytes, plain bits)
            - arrives: rdi (x86_64-linux-gnu), x0 (aarch64-linux-gnu)
            - lives in a register in optimised builds, else in a stack slot of 8 bytes

            ---

            Argument `a` of `add`:

            Why, on x86_64-linux-gnu:

            - `a`: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `a`: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
        "#]],
    );
    check(
        "fn f { nothing$0(1) }\n",
        expect![[r#"
        nothing
    "#]],
    );
    check(
        "fn max[T](a$0: T) -> T { a }\n",
        expect![[r#"
            [a]

            ```lang
            a: T
            ```

            parameter of `main.max`

            ---

            Its layout depends on type arguments: each instance has its own.
        "#]],
    );
    check(
        "type Tree$0[T] { let @value: T }\n",
        expect![[r#"
            [Tree]

            ```text
            Tree[T] · no instance in this program
            ```
        "#]],
    );
    check(
        "type enum Shape$0 { case Circle(f64)  case Square }\n",
        expect![[r#"
            [Shape]

            ```text
            Shape · owner, 8 bytes, pointer to 16 bytes from malloc · align 8 · 7 padding
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

             0  tag       u8   █·······
             8  Circle.0  f64  ████████
            nothing but the tag: Square
            ```

            ---

            | passed   | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------- | :--------------- | :---------------- |
            | argument | rdi              | x0                |
            | result   | rax              | x0                |

            | form                | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------------------ | :--------------- | :---------------- |
            | argument, LLVM      | `ptr`            | `ptr`             |
            | result, LLVM        | `ptr`            | `ptr`             |
            | argument, Cranelift | `i64`            | `i64`             |
            | result, Cranelift   | `i64`            | `i64`             |

            Why, on x86_64-linux-gnu:

            - argument, result: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument, result: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
            - result: a result travels in the registers that a first argument would take (AAPCS64 §6.9)
        "#]],
    );
}

#[test]
fn what_contains_a_mistake_has_no_layout() {
    let program = "\
type copy Bad { let @a: i64  let @b: Nothing }
type copy Outer { let @inside: Bad  let @x: f64 }
type Node { let @inside: Bad }
";
    for text in [
        "fn f(p: Bad) { let c = $0p }",
        "fn f(p: Bad) { let c$0 = p }",
        "fn f(p: Outer) { $0p.x }",
        "fn f(p: Outer) { p.$0x }",
        "fn f$0(p: i64, o: Outer) { }",
        "fn f(pair: (Bad, i64)) { pair.$01 }",
        "fn f(pair: (Bad, i64)) { let c$0 = [pair, pair] }",
        "fn f(o: Ou$0ter) { }",
        "fn f(o: Outer) { $0f(o) }",
        "fn f(o: Outer) { f($0o) }",
        "fn f(o: Node) { o.ins$0ide }",
        "type Alias$0 = (Bad, i64)",
        "type copy More$0 { let @o: Outer }",
    ] {
        let shown = page(&format!("{program}{text}\n"), &settings());
        assert_ne!(shown, "nothing\n", "{text}");
        // A scalar in it is copied as any other, wherever it lies.
        let shown = shown.replace("opied on use (8 bytes, plain bits)", "");
        for made_up in ["byte", "aligned", "rdi", "x0", "stack"] {
            assert!(!shown.contains(made_up), "{made_up} at {text}\n{shown}");
        }
    }
}

#[test]
fn every_offset_of_a_text_in_pieces() {
    let whole = "\
import std.string (x as y)
@[align(16)] type copy P { let @x: f64  fn mut scale(by: f64) { @x *= by } }
type union U { let @a: i32  let @b: f32 }
extern { fn printf(format: Pointer[u8], ...) -> i32  type opaque  let mut global: i32 }
let LIMIT: [i8; 2] = [-1, 'a' as i8]
fn f(p: P, s: String, m: mut P) -> f64 {
  # E0216 größe
  let t = (p, \"é ${s} \", 0xff)
  outer: for i in 0..10 { if i == 3 { break outer } }
  unsafe { printf(c\"%d\", t.2, p.x) }
  m = P(x: 1.5)
  p.scale(by: -2.0) + LIMIT[0] as f64
}
";
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..40 {
        let mut text: Vec<char> = whole.chars().collect();
        if round > 0 {
            for _ in 0..random.usize(1..6) {
                let at = random.usize(..text.len());
                let end = (at + random.usize(1..12)).min(text.len());
                text.drain(at..end);
            }
        }
        let text: String = text.into_iter().collect::<String>().replace('$', "§");
        let fixture = Fixture::new(&text);
        let file = fixture.file();
        for offset in 0..=text.len() as u32 + 1 {
            let position = FilePosition { file, offset };
            let Some(found) = hover(&fixture.db, position, &settings()) else {
                continue;
            };
            assert!(!found.markdown.trim().is_empty(), "round {round} at {offset}");
            assert!(text.is_char_boundary(found.range.start as usize), "round {round} at {offset}");
            assert!(found.range.end as usize <= text.len(), "round {round} at {offset}");
        }
    }
}
