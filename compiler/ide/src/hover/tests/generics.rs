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

            ```text
            Pair[A, B] · 2 instances in this program
                                                x86-64             aarch64
              Pair[i64, i8]  16 bytes  align 8  rdi rsi → rax rdx  x0 x1 → x0 x1
              Pair[i8, i64]  16 bytes  align 8  rdi rsi → rax rdx  x0 x1 → x0 x1
            ```

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

            ```text
            flipped · 1 instance in this program
                         x86-64             aarch64
              [i8, i64]  rdi rsi → rax rdx  x0 x1 → x0 x1
            ```

            Turned around.

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            4:
            [keep]

            ```text
            keep · 1 instance in this program
                             x86-64             aarch64
              Pair[i64, i8]  rdi rsi → rax rdx  x0 x1 → x0 x1
            ```

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
            ```lang
            fn discount(code: ref String) -> Option[i64] { if code == "SPRING" { Some(15) } else { None } }
            assert(discount("SPRING") == Some(15))
            match discount("AUTUMN") {
              case Some(percent) -> panic("${percent} percent for an unknown code")
              case None -> println("no discount")
            }
            ```
            ```output
            no discount
            ```
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

/// The program's own instances: what generic code calls, what ends a value, what a table leads to.
#[test]
fn the_instances_of_the_program() {
    pages(
        "\
trait Area { fn area -> f64  fn twice$0 -> f64 { self.area() * 2.0 } }
type copy Square { let @side: f64 }
impl Area for Square { fn area -> f64 { @side * @side } }
type inline Held$1[T] { let @value: T  fn move out$2 -> T { @value } }
impl[T] Drop for Held[T] { fn mut drop { counted(1 as u8) } }
type Tree$3[T] { let @value: T  let @left: Option[Tree[T]] }
type copy enum Either$4[A, B] { case Left(A)  case Right(B) }

fn max$5[T: Order + Copy](a: T, b: T) -> T { if a > b { a } else { b } }
fn counted$6[T](_value: T) { }
fn both[T](value: T) -> Held[T] { counted(1.5)  Held(value: value) }
fn unused$7[T](value: T) -> T { value }
fn only_in_a_test$8[T](value: T) -> T { value }
test \"t\" { only_in_a_test(1) }

fn main {
  println(max$9(1, 2))
  println(max(1.5, 2.5))
  println(max(1 as u8, 2))
  let _held = both(\"a\" + \"b\")
  let _tree = Tree(value: 1, left: None)
  let _either: [Either[i8, String]; 1] = [Either.Left(1)]
  let area: ref dyn Area = ref Square(2.0)
  println(area.twice())
}
",
        expect![[r#"
            0:
            [twice]

            ```text
            twice · 1 instance in this program
                      x86-64      aarch64
              Square  rdi → xmm0  x0 → v0
            ```

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            1:
            [Held]

            ```text
            Held[T] · 1 instance in this program
                                              x86-64     aarch64
              Held[String]  8 bytes  align 8  rdi → rax  x0 → x0
            ```
            2:
            [out]

            ```text
            out · no instance in this program
            ```

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            3:
            [Tree]

            ```text
            Tree[T] · 1 instance in this program
                                                   x86-64     aarch64
              Tree[i64]  object 16 bytes  align 8  rdi → rax  x0 → x0
            ```
            4:
            [Either]

            ```text
            Either[A, B] · 1 instance in this program
                                                     x86-64             aarch64
              Either[i8, String]  16 bytes  align 8  rdi rsi → rax rdx  x0 x1 → x0 x1
            ```
            5:
            [max]

            ```text
            max · 3 instances in this program
                   x86-64             aarch64
              f64  xmm0, xmm1 → xmm0  v0, v1 → v0
              i64  rdi, rsi → rax     x0, x1 → x0
              u8   rdi, rsi → rax     x0, x1 → x0
            ```

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            6:
            [counted]

            ```text
            counted · 2 instances in this program
                   x86-64  aarch64
              f64  xmm0    v0
              u8   rdi     x0
            ```

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            7:
            [unused]

            ```text
            unused · no instance in this program
            ```

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            8:
            [only_in_a_test]

            ```text
            only_in_a_test · no instance in this program
            ```

            ---

            Compiled for each list of type arguments; a call shows how its instance is called.
            9:
            [max]

            ```text
            max[i64](a, b) -> i64
            3 instances in this program: f64, i64, u8
                    x86-64   aarch64
            a, b    rdi rsi  x0 x1
            result  rax      x0
            ```

            ```lang
            fn max[T: Order + Copy](a: T, b: T) -> T
            ```

            function `main.max`
        "#]],
    );
}

/// Few of many are shown, and in a program with errors what is known.
#[test]
fn many_instances_and_broken_programs() {
    let calls: String = (1..=12).map(|number| format!("  keep([0; {number}])\n")).collect();
    let text = format!("fn keep$0[T](_value: T) {{ }}\nfn main {{\n{calls}}}\n");
    pages(
        &text,
        expect![[r#"
        0:
        [keep]

        ```text
        keep · 12 instances in this program
                     x86-64                aarch64
          [i64; 10]  stack+0, 80 B copied  x0 → copy of 80 B
          [i64; 11]  stack+0, 88 B copied  x0 → copy of 88 B
          [i64; 12]  stack+0, 96 B copied  x0 → copy of 96 B
          [i64; 1]   rdi                   x0
          [i64; 2]   rdi rsi               x0 x1
          [i64; 3]   stack+0, 24 B copied  x0 → copy of 24 B
          [i64; 4]   stack+0, 32 B copied  x0 → copy of 32 B
          [i64; 5]   stack+0, 40 B copied  x0 → copy of 40 B
          … and 4 more
        ```

        ---

        Compiled for each list of type arguments; a call shows how its instance is called.
    "#]],
    );
    pages(
        "fn keep$0[T](_value: T) { }\nfn main { keep(1)  broken() }\nfn broken { nothing }\n",
        expect![[r#"
        0:
        [keep]

        ```text
        keep · at least 1 instance in this program
               x86-64  aarch64
          i64  rdi     x0
        ```

        ---

        Compiled for each list of type arguments; a call shows how its instance is called.
    "#]],
    );
    pages(
        "fn keep$0[T](_value: T) { }\nfn main { keep(1)  nothing }\n",
        expect![[r#"
        0:
        [keep]

        ```lang
        fn keep[T](_value: T)
        ```

        function `main.keep`

        ---

        Compiled for each list of type arguments; a call shows how its instance is called.
    "#]],
    );
}
