//! Variables, parameters, fields, constants and names of other kinds.

use expect_test::expect;

use super::check;

const PROGRAM: &str = "\
type copy Pair { let @key: i64  let @weight: f64 }
type Node {
  # The next one.
  let @next: Pointer[Node]
  let @tag: u8
}
fn area(scale: i64, pair: Pair, name: String, node: Node, out: mut Pair) -> f64 {
  let mut sum = pair.weight
  let both = (1, pair)
  let row = [1.5, 2.5]
  out = both.1
  sum *= row[0]
  println(name)
  println(node.tag)
  take(ref pair)
  sum
}
fn take(pair: ref Pair) { }
";

/// Checks the page at the first `name` behind `after`.
fn at(after: &str, name: &str, expected: expect_test::Expect) {
    let start = PROGRAM.find(after).expect("it is there");
    let place = start + PROGRAM[start..].find(name).expect("it is there");
    check(&format!("{}$0{}", &PROGRAM[..place], &PROGRAM[place..]), expected);
}

#[test]
fn parameters() {
    at(
        "fn area",
        "scale",
        expect![[r#"
            [scale]

            ```lang
            scale: i64
            ```

            parameter of `main.area`

            ---

            - 8 bytes, aligned to 8
            - copied on use (8 bytes, plain bits)
            - arrives: rdi (x86_64-linux-gnu), x0 (aarch64-linux-gnu)
            - lives in a register in optimised builds, else in a stack slot of 8 bytes
        "#]],
    );
    at(
        "fn area",
        "pair",
        expect![[r#"
            [pair]

            ```lang
            pair: Pair
            ```

            parameter of `main.area`

            ---

            - 16 bytes, aligned to 8
            - copied on use (16 bytes, plain bits)
            - arrives: rsi[0..8] xmm0[8..16] (x86_64-linux-gnu), x1[0..8] x2[8..16] (aarch64-linux-gnu)
            - lives in a stack slot of 16 bytes, since its address is taken; optimised builds may still find a register
        "#]],
    );
    at(
        "fn area",
        "node",
        expect![[r#"
            [node]

            ```lang
            node: Node
            ```

            parameter of `main.area`

            ---

            - 8 bytes, aligned to 8
            - moved: the pointer goes, the object stays; freed at its owner's end
            - arrives: rcx (x86_64-linux-gnu), x4 (aarch64-linux-gnu)
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; its object is on the heap, behind the pointer
            - `node` ends at the end of its block: what the object holds is dropped and its memory is freed
        "#]],
    );
    at(
        "fn area",
        "name",
        expect![[r#"
            [name]

            ```lang
            name: String
            ```

            parameter of `main.area`

            ---

            - 8 bytes, aligned to 8
            - copied by counting: the pointer is copied and the count raised; a last use moves
            - arrives: rdx (x86_64-linux-gnu), x3 (aarch64-linux-gnu)
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; its text is behind the pointer, on the heap or in static memory
            - `name` ends at the end of its block: the text has one owner less; the last one frees it
        "#]],
    );
    at(
        "fn area",
        "out",
        expect![[r#"
            [out]

            ```lang
            out: mut Pair
            ```

            parameter of `main.area`

            ---

            - 8 bytes, aligned to 8
            - a `mut` borrow: a pointer that is handed on, never copied
            - arrives: r8 (x86_64-linux-gnu), x5 (aarch64-linux-gnu)
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; what it leads to lives with its owner
        "#]],
    );
}

#[test]
fn variables() {
    at(
        "let mut sum",
        "sum",
        expect![[r#"
        [sum]

        ```lang
        let mut sum: f64
        ```

        ---

        - 8 bytes, aligned to 8
        - copied on use (8 bytes, plain bits)
        - lives in a register in optimised builds, else in a stack slot of 8 bytes
    "#]],
    );
    at(
        "let both",
        "both",
        expect![[r#"
            [both]

            ```text
            (i64, Pair) · 24 bytes · align 8 · copied on use
            x86-64   argument: stack, 24 B copied  result: through rdi
            aarch64  argument: x0 → copy of 24 B   result: through x8

             0  0  i64                             ████████
             8  1  Pair { key: i64, weight: f64 }  ████████ × 2
            ```

            ```lang
            let both: (i64, Pair)
            ```

            ---

            - lives in a stack slot of 24 bytes; optimised builds may keep its parts in registers

            ---

            | passed   | x86_64-linux-gnu                   | aarch64-linux-gnu              |
            | :------- | :--------------------------------- | :----------------------------- |
            | argument | memory at stack+0                  | hidden pointer in x0 to a copy |
            | result   | hidden pointer in rdi, back in rax | hidden pointer in x8           |

            | form                | x86_64-linux-gnu                                    | aarch64-linux-gnu                                   |
            | :------------------ | :-------------------------------------------------- | :-------------------------------------------------- |
            | argument, LLVM      | `ptr byval({ i64, { i64, double } }) align 8`       | `ptr`                                               |
            | result, LLVM        | `void (ptr sret({ i64, { i64, double } }) align 8)` | `void (ptr sret({ i64, { i64, double } }) align 8)` |
            | argument, Cranelift | `i64, i64, i64, i64, i64, i64, i64, i64, i64`       | `i64`                                               |
            | result, Cranelift   | `i64 sret`                                          | `i64 sret`                                          |

            Copies that this costs:

            - x86_64-linux-gnu: argument: the caller copies 24 bytes, since the callee owns its argument, and it is larger than two eightbytes
            - aarch64-linux-gnu: argument: the caller copies 24 bytes, since the callee owns its argument, and it is larger than 16 bytes (may be left out)

            Why, on x86_64-linux-gnu:

            - argument, result: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)
            - result: a result of class MEMORY is written to an address passed in rdi and returned in rax (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument: a composite of more than 16 bytes is copied by the caller and its address passed (AAPCS64 §6.8.2 B.4)
            - argument: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
            - result: a result of more than 16 bytes is written to the address in x8 (AAPCS64 §6.9)
        "#]],
    );
    at(
        "let row",
        "row",
        expect![[r#"
            [row]

            ```text
            [f64; 2] · 16 bytes · align 8 · 2 × 8 bytes · copied on use
            x86-64   argument: xmm0 xmm1  result: xmm0 xmm1
            aarch64  argument: v0 v1      result: v0 v1
            ```

            ```lang
            let row: [f64; 2]
            ```

            ---

            - lives in a stack slot of 16 bytes; optimised builds may keep its parts in registers

            ---

            | passed   | x86_64-linux-gnu       | aarch64-linux-gnu  |
            | :------- | :--------------------- | :----------------- |
            | argument | xmm0[0..8] xmm1[8..16] | v0[0..8] v1[8..16] |
            | result   | xmm0[0..8] xmm1[8..16] | v0[0..8] v1[8..16] |

            | form                | x86_64-linux-gnu     | aarch64-linux-gnu            |
            | :------------------ | :------------------- | :--------------------------- |
            | argument, LLVM      | `double, double`     | `[2 x double] alignstack(8)` |
            | result, LLVM        | `{ double, double }` | `[2 x double]`               |
            | argument, Cranelift | `f64, f64`           | `f64, f64`                   |
            | result, Cranelift   | `f64, f64`           | `f64, f64`                   |

            Why, on x86_64-linux-gnu:

            - argument, result: an eightbyte of floating-point numbers only has class SSE (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument, result: up to four members of one floating-point or vector type take one vector register each (AAPCS64 §6.8.2 C.2)
            - result: a result travels in the registers that a first argument would take (AAPCS64 §6.9)
        "#]],
    );
    at(
        "sum *= row",
        "row",
        expect![[r#"
        [row]

        ```lang
        let row: [f64; 2]
        ```

        ---

        - 16 bytes, aligned to 8
        - copied on use (16 bytes, plain bits)
        - lives in a stack slot of 16 bytes; optimised builds may keep its parts in registers
    "#]],
    );
}

#[test]
fn fields() {
    at(
        "let @tag",
        "tag",
        expect![[r#"
            [tag]

            ```text
            tag: u8 · offset 8 · 1 byte · align 1 · cache line 0 · 7 padding behind · in the object
            ```

            ---

            Field of `main.Node`. Copied on use (1 byte, plain bits).
        "#]],
    );
    at(
        "println(node.tag",
        "tag",
        expect![[r#"
            [tag]

            ```text
            tag: u8 · offset 8 · 1 byte · align 1 · cache line 0 · 7 padding behind · in the object
            ```

            ---

            Field of `main.Node`. Copied on use (1 byte, plain bits).
        "#]],
    );
    at(
        "let @next",
        "next",
        expect![[r#"
            [next]

            ```text
            next: Pointer[Node] · offset 0 · 8 bytes · align 8 · cache line 0 · in the object
            ```

            The next one.

            ---

            Field of `main.Node`. Copied on use (8 bytes, plain bits).
        "#]],
    );
}

#[test]
fn self_of_a_method() {
    check(
        "type copy P { let @x: f64  fn mut scale { self$0.x *= 2.0 } }\n",
        expect![[r#"
            [self]

            ```lang
            self: mut P
            ```

            `fn mut` borrows the value that the method is called on, and may change it; the first parameter of `main.P.scale`

            ---

            - 8 bytes, aligned to 8
            - a `mut` borrow: a pointer that is handed on, never copied
            - arrives: rdi (x86_64-linux-gnu), x0 (aarch64-linux-gnu)
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; what it leads to lives with its owner
        "#]],
    );
}

#[test]
fn constants() {
    check(
        "let LIMIT$0 = 4 * 1024\n",
        expect![[r#"
        [LIMIT]

        ```lang
        let LIMIT = 4 * 1024
        ```

        constant `main.LIMIT`

        ---

        Value: `4096`, `i64`.

        `0x1000` · `0o10000` · `0b1_0000_0000_0000`
    "#]],
    );
    check(
        "let MASK: i8 = -2\nfn f -> i8 { MA$0SK }\n",
        expect![[r#"
        [MASK]

        ```lang
        let MASK: i8 = -2
        ```

        constant `main.MASK`

        ---

        Value: `-2`, `i8`.

        `0xfe` · `0o376` · `0b1111_1110`
    "#]],
    );
    check(
        "type copy P { let @x: f64  let @on: bool }\nlet ORI$0GIN: P = P(x: 0.5, on: true)\n",
        expect![[r#"
            [ORIGIN]

            ```lang
            let ORIGIN: P = P(x: 0.5, on: true)
            ```

            constant `main.ORIGIN`

            ---

            Value: `P(x: 0.5, on: true)`, `P`.
        "#]],
    );
    check(
        "let WORDS$0: [String; 2] = [\"a\\n\", \"b\"]\n",
        expect![[r#"
        [WORDS]

        ```lang
        let WORDS: [String; 2] = ["a\n", "b"]
        ```

        constant `main.WORDS`

        ---

        Value: `["a\n", "b"]`, `[String; 2]`.
    "#]],
    );
}

#[test]
fn globals() {
    check(
        "# How often.\nlet mut coun$0ter: i64 = 0\n",
        expect![[r#"
        [counter]

        ```lang
        let mut counter: i64 = 0
        ```

        global `main.counter`

        How often.

        ---

        - 8 bytes, aligned to 8
        - symbol `main.counter`; C cannot name it; `@[name("…")]` would give it a name for C
        - in `.bss`: it starts as zeros
        - starts as `0`
        - copied on use (8 bytes, plain bits); every use needs `unsafe`
    "#]],
    );
    check(
        "type copy P { let @x: i8  let @y: i64 }\n@[name(\"place\")]\npub let mut at: P = P(x: 0, y: -1)\nfn f -> i64 { unsafe { a$0t.y } }\n",
        expect![[r#"
            [at]

            ```lang
            @[name("place")]
            pub let mut at: P = P(x: 0, y: -1)
            ```

            global `main.at`

            ---

            - 16 bytes, aligned to 8
            - symbol `place`; C knows it by this name
            - in `.data`
            - starts as `P(x: 0, y: -1)`
            - copied on use (16 bytes, plain bits); every use needs `unsafe`
        "#]],
    );
    check(
        "let mut wro$0ng: String = \"a\"\n",
        expect![[r#"
        [wrong]

        ```lang
        let mut wrong: String = "a"
        ```

        global `main.wrong`
    "#]],
    );
}

#[test]
fn what_c_provides() {
    check(
        "extern {\n  type sqlite$03\n  let mut optind: i32\n  fn puts(text: Pointer[u8]) -> i32\n}\n",
        expect![[r#"
            [sqlite3]

            ```lang
            type sqlite3
            ```

            opaque C type `main.sqlite3`

            ---

            A type of C whose contents are not known here: it is only used behind a pointer or borrow.
        "#]],
    );
    check(
        "extern {\n  let mut opt$0ind: i32\n}\n",
        expect![[r#"
        [optind]

        ```lang
        let mut optind: i32
        ```

        C global `main.optind`

        ---

        - C's `optind`
        - 4 bytes, aligned to 4
        - Copied on use (4 bytes, plain bits); every use needs `unsafe`
    "#]],
    );
    check(
        "extern {\n  # Formats.\n  fn pri$0ntf(format: Pointer[u8], ...) -> i32\n}\n",
        expect![[r#"
            [printf]

            ```text
            printf(format) -> i32
                    x86-64  aarch64
            format  rdi     x0
            result  rax     x0
            ```

            Formats.

            ---

            Called as C's `printf`.

            | value    | type          | bytes | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------- | :------------ | ----: | :--------------- | :---------------- |
            | `format` | `Pointer[u8]` |     8 | rdi              | x0                |
            | `result` | `i32`         |     4 | rax              | x0                |

            Why, on x86_64-linux-gnu:

            - `format`, `result`: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `format`, `result`: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
            - `result`: a result travels in the registers that a first argument would take (AAPCS64 §6.9)

            ```llvm
            declare i32 @printf(ptr, ...)
            ```

            ```clif
            function %printf(i64) -> i32 system_v
            ```
        "#]],
    );
}

#[test]
fn names_of_other_kinds() {
    check(
        "import shapes$0\n#- shapes.lang\n# Shapes\n# and such.\n\npub fn area { }\n",
        expect![[r#"
            [shapes]

            ```lang
            module main.shapes
            ```

            in `shapes.lang`

            Shapes
            and such.
        "#]],
    );
    check(
        "fn main { outer: loop { break out$0er } }\n",
        expect![[r#"
        [outer]

        ```lang
        outer:
        ```

        label of a loop: `break outer` leaves it, `continue outer` begins its next round, from loops inside it too
    "#]],
    );
    check(
        "fn main { print$0ln(1) }\n",
        expect![[r#"
        [println]

        ```lang
        fn println(value)
        ```

        Prints a value that has a text form and a newline, through C's `stdout`, so that it keeps its order with `printf`. An `f64` prints as C's `%.15g`, an `f32` as `%.6g`.
    "#]],
    );
    check(
        "fn f(x: u1$06) { }\n",
        expect![[r#"
            [u16]

            ```text
            u16 · 2 bytes · align 2 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0
            ```

            ```lang
            u16
            ```

            An unsigned 16-bit integer, 0 to 65535. Arithmetic that leaves the range panics.
        "#]],
    );
    check(
        "fn max[T$0: Order](a: T, b: T) -> T { a }\n",
        expect![[r#"
        [T]

        ```lang
        T: Order
        ```

        type parameter of `main.max`
    "#]],
    );
    check(
        "import std.string\nfn f(s: String) -> i64 { s.len$0gth() }\n",
        expect![[r#"
            [length]

            ```text
            length(self) -> i64
                    x86-64  aarch64
            self    rdi     x0
            result  rax     x0
            ```

            ```lang
            pub fn length -> i64
            ```

            method `std.string.String.length`

            The number of bytes.
            ```lang
            assert("naïve".length() == 6)
            ```
        "#]],
    );
}

#[test]
fn tokens_that_mean_something_else_in_their_place() {
    check(
        "fn f(pair: (u8, f64)) -> f64 { pair.$01 }\n",
        expect![[r#"
        [1]

        ```lang
        1: f64
        ```

        element of `(u8, f64)`

        ---

        - 8 bytes at offset 8 of 16 bytes
        - copied on use (8 bytes, plain bits)
    "#]],
    );
    check(
        "# It adds.\ntest \"su$0ms\" { }\n",
        expect![[r#"
        ["sums"]

        ```lang
        test "sums"
        ```

        test `main.sums`

        It adds.
    "#]],
    );
    check(
        "import extern \"$0m\"\n",
        expect![[r#"
        ["m"]

        The C library `m`: the program is linked with it.
    "#]],
    );
    check(
        "type copy P { let @a: u8  let @b: i64 }\nfn f -> P { P(1, b: $02) }\n",
        expect![[r#"
            [2]

            ```lang
            2: i64
            ```

            ---

            Stored in field `b` of `P`, no call is made: 8 bytes at offset 8 of 16 bytes.
        "#]],
    );
    check(
        "type copy P { let @a: u8 }\nfn f -> P { $0P(1) }\n",
        expect![[r#"
            [P]

            ```text
            P · 1 byte · align 1 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0
            ```

            ```lang
            type copy P {
              let @a: u8
            }
            ```

            type `main.P`
        "#]],
    );
}
