//! Generic types and functions: what is said of a declaration, and of an instance under the cursor.

use expect_test::expect;

use super::pages;

#[test]
fn declarations_and_instances() {
    pages(
        "\
# Two values.
type inline Pair$0[A$1, B] {
  pub let @first$2: A
  pub let @second: B

  # Turned around.
  pub fn move flipped$3 -> Pair[B, A] { Pair(@second, @first) }
}

fn keep$4[T: ref](value$5: T) -> T { value$6 }

type Node { let @value: i64 }

fn f(node: Node, pair$7: Pair[i8, i64], known: ref Node) -> Option$8[ref Node] {
  let flipped$9 = pair.flipped$10()
  let kept$11 = keep$12(flipped)
  println(kept.first$13)
  let none$14: Option[Node] = None$15
  if let Some$16(inner$17) = none { println(inner.value) }
  Some$18(known)
}
",
        expect![[r#"
            0:
            [Pair]

            ```lang
            type inline Pair[A, B] {
              pub let @first: A
              pub let @second: B
            }
            ```

            type `main.Pair`

            Two values.
            1:
            [A]

            ```lang
            A
            ```

            type parameter of `main.Pair`
            2:
            [first]

            ```lang
            pub let @first: A
            ```

            field of `main.Pair`
            3:
            [flipped]

            ```lang
            pub fn move flipped -> Pair[B, A]
            ```

            method `main.Pair.flipped`

            Turned around.

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            4:
            [keep]

            ```lang
            fn keep[T: ref](value: T) -> T
            ```

            function `main.keep`

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            5:
            [value]

            ```lang
            value: T
            ```

            parameter of `main.keep`

            ---

            Its layout depends on type arguments: each instance has its own.
            6:
            [value]

            ```lang
            value: T
            ```

            parameter of `main.keep`

            ---

            Its layout depends on type arguments: each instance has its own.
            7:
            [pair]

            ```lang
            pair: Pair[i8, i64]
            ```

            parameter of `main.f`

            ---

            - 16 bytes, aligned to 8
            - moved on use (16 bytes); nothing is done at its owner's end
            - arrives: rsi[0..1] rdx[8..16] (x86_64-linux-gnu), x1[0..8] x2[8..16] (aarch64-linux-gnu)
            - lives in a stack slot of 16 bytes; optimised builds may keep its parts in registers
            8:
            [Option]

            ```text
            Option[ref Node] · 8 bytes · align 8 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            0  Some.0  ref Node  ████████
            no tag: null is None
            ```

            ```lang
            pub type copy enum Option[T: ref] {
              case None
              case Some(T)
            }
            ```

            type `std.option.Option`

            A value, or nothing. Of a heap type, a string or a borrow it takes no more room than the pointer: null is `None`.
            9:
            [flipped]

            ```lang
            let flipped: Pair[i64, i8]
            ```

            ---

            - 16 bytes, aligned to 8
            - moved on use (16 bytes); nothing is done at its owner's end
            - lives in a stack slot of 16 bytes; optimised builds may keep its parts in registers
            10:
            [flipped]

            ```text
            flipped(self) -> Pair[i64, i8]
                    x86-64   aarch64
            self    rdi rsi  x0 x1
            result  rax rdx  x0 x1
            ```

            ```lang
            pub fn move flipped -> Pair[B, A]
            ```

            method `main.Pair.flipped`

            Turned around.

            ---

            Owners:

            - `pair` moves to parameter `self` of `flipped`: 16 bytes
            11:
            [kept]

            ```lang
            let kept: Pair[i64, i8]
            ```

            ---

            - 16 bytes, aligned to 8
            - moved on use (16 bytes); nothing is done at its owner's end
            - lives in a stack slot of 16 bytes; optimised builds may keep its parts in registers
            12:
            [keep]

            ```text
            keep[Pair[i64, i8]](value) -> Pair[i64, i8]
                    x86-64   aarch64
            value   rdi rsi  x0 x1
            result  rax rdx  x0 x1
            ```

            ```lang
            fn keep[T: ref](value: T) -> T
            ```

            function `main.keep`

            ---

            Owners:

            - `flipped` moves to parameter `value` of `keep`: 16 bytes
            13:
            [first]

            ```text
            first: i64 · offset 0 · 8 bytes · align 8 · cache line 0
            ```

            ---

            Field of `main.Pair`. Copied on use (8 bytes, plain bits).
            14:
            [none]

            ```lang
            let none: Option[Node]
            ```

            ---

            - 8 bytes, aligned to 8
            - moved on use (8 bytes); dropped at its owner's end
            - lives in a stack slot of 8 bytes, since its address is taken; optimised builds may still find a register
            - `none` ends at the end of its block: the values that it owns are dropped
            15:
            [None]

            ```text
            Option[Node] · 8 bytes · align 8 · moved on use, owner
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            Option[Node].None · no tag: it is null · in 8 bytes
            ```

            ```lang
            case None
            ```

            case of `std.option.Option`
            16:
            [Some]

            ```text
            Option[Node] · 8 bytes · align 8 · moved on use, owner
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            Option[Node].Some · no tag: null is None · in 8 bytes

            0  Some.0  Node  ████████
            ```

            ```lang
            case Some(T)
            ```

            case of `std.option.Option`
            17:
            [inner]

            ```text
            inner · none.Some.0 · lent ref, nothing copied
            ```

            ```lang
            let inner: ref Node
            ```

            ---

            - 8 bytes, aligned to 8
            - a borrow: copied as a pointer, nothing behind it is
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; what it leads to lives with its owner
            18:
            [Some]

            ```text
            Option[ref Node] · 8 bytes · align 8 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            Option[ref Node].Some · no tag: null is None · in 8 bytes

            0  Some.0  ref Node  ████████
            ```

            ```lang
            case Some(T)
            ```

            case of `std.option.Option`
        "#]],
    );
}
