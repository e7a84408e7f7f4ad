//! Literals, operators, keywords, attributes, codes of diagnostics.

use expect_test::expect;

use super::check;

#[test]
fn literals() {
    check(
        "fn f -> i64 { 25$05 }\n",
        expect![[r#"
        [255]

        ```lang
        255: i64
        ```

        `0xff` · `0o377` · `0b1111_1111`
    "#]],
    );
    check(
        "fn f -> u8 { 0x4$01 }\n",
        expect![[r#"
        [0x41]

        ```lang
        65: u8
        ```

        `0x41` · `0o101` · `0b100_0001`
    "#]],
    );
    check(
        "fn f -> i16 { -12$08 }\n",
        expect![[r#"
        [128]

        ```lang
        -128: i16
        ```

        `0xff80` · `0o177600` · `0b1111_1111_1000_0000`
    "#]],
    );
    check(
        "fn f -> f64 { 0.$01 }\n",
        expect![[r#"
        [0.1]

        ```lang
        0.1: f64
        ```

        bits `0x3fb999999999999a`

        The nearest number of the type: `0.1000000000000000055511151231257827021181583404541015625`.
    "#]],
    );
    check(
        "fn f -> f32 { 1.$05 }\n",
        expect![[r#"
        [1.5]

        ```lang
        1.5: f32
        ```

        bits `0x3fc00000`
    "#]],
    );
    check(
        "fn f -> u32 { 'é$0' }\n",
        expect![[r#"
        ['é']

        ```lang
        233: u32
        ```

        `0xe9` · `0o351` · `0b1110_1001`

        code point U+00E9, 2 bytes in UTF-8
    "#]],
    );
    check(
        "fn f -> String { \"gr$0öße\\n\" }\n",
        expect![[r#"
        ["größe\n"]

        ```lang
        "größe\n": String
        ```

        8 bytes of UTF-8, 6 characters

        Static: it is never counted or freed, and ends in a NUL for C.
    "#]],
    );
    check(
        "fn f -> Pointer[u8] { c\"%$0d\" }\n",
        expect![[r#"
        [c"%d"]

        ```lang
        c"%d": Pointer[u8]
        ```

        2 bytes, and a NUL behind them
    "#]],
    );
    check(
        "fn f(x: [i64; 1$06]) { }\n",
        expect![[r#"
        [16]

        ```lang
        16
        ```

        `0x10` · `0o20` · `0b1_0000`
    "#]],
    );
}

#[test]
fn operators() {
    check(
        "fn f(a: i32, b: i32) -> i32 { a $0+ b }\n",
        expect![[r#"
        [+]

        ```lang
        i32 + i32 -> i32
        ```

        Panics with `addition overflows` if the result is not in the range of `i32`.
    "#]],
    );
    check(
        "fn f(a: f64, b: f64) -> f64 { a $0/ b }\n",
        expect![[r#"
        [/]

        ```lang
        f64 / f64 -> f64
        ```

        IEEE 754, rounded to nearest; never fused with others, never reordered, and never a panic.
    "#]],
    );
    check(
        "fn f(a: u8, b: u8) -> u8 { a $0+% b }\n",
        expect![[r#"
        [+%]

        ```lang
        u8 +% u8 -> u8
        ```

        Wraps around: the lowest bits of the result are kept.
    "#]],
    );
    check(
        "fn f(a: i64, b: i64) -> i64 { a $0>> b }\n",
        expect![[r#"
        [>>]

        ```lang
        i64 >> i64 -> i64
        ```

        The sign comes in from the left. Panics with `shift out of range` unless the right side is at least 0 and below the width.
    "#]],
    );
    check(
        "fn f(a: String, b: String) -> String { a $0+ b }\n",
        expect![[r#"
        [+]

        ```lang
        String + String -> String
        ```

        A new `String` of both texts.
    "#]],
    );
    check(
        "fn f(a: i64) -> u8 { a a$0s u8 }\n",
        expect![[r#"
        [as]

        ```lang
        i64 as u8
        ```

        Keeps the value where it fits; else the lowest bits, read in the new type. Never a panic.
    "#]],
    );
    check(
        "fn f(a: mut i64) { a $0+= 2 }\n",
        expect![[r#"
        [+=]

        ```lang
        i64 += i64
        ```

        Panics with `addition overflows` if the result is not in the range of `i64`. The right side is evaluated first, then the place.
    "#]],
    );
    check(
        "fn f(a: bool, b: bool) -> bool { a $0&& b }\n",
        expect![[r#"
        [&&]

        ```lang
        bool && bool -> bool
        ```

        The right side is evaluated only if the left one does not decide.
    "#]],
    );
    check(
        "fn f(a: [i64; 4]) -> i64 { (a)$0[1] }\n",
        expect![[r#"
            [[]

            ```lang
            [i64; 4][i64] -> i64
            ```

            Panics with `index … out of bounds of …` unless the index is at least 0 and below the length.
        "#]],
    );
}

#[test]
fn keywords() {
    check(
        "fn f(x: re$0f i64) { }\n",
        expect![[r#"
        [ref]

        keyword `ref`

        `ref T`: a borrow; a pointer to the value, which nobody changes while it is live. It is taken silently where one is expected, and nothing is copied.

        ```lang
        fn length(line: ref Line) -> f64 { line.end.x - line.start.x }
        ```
    "#]],
    );
    check(
        "type co$0py P { let @x: i64 }\n",
        expect![[r#"
        [copy]

        keyword `copy`

        Values live on the stack, are plain bits, and are copied on use. Large ones are cheaper lent: `ref T`.

        ```lang
        type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }
        ```
    "#]],
    );
    check(
        "type P { le$0t @x: i64 }\n",
        expect![[r#"
        [let]

        keyword `let`

        Declares a field. Fields keep their order.

        ```lang
        type copy Point {
          let @x: f64
          let @y: f64
        }
        ```
    "#]],
    );
    check(
        "fn f { whi$0le true { } }\n",
        expect![[r#"
        [while]

        keyword `while`

        Repeats as long as the condition holds.

        ```lang
        while i < n { i += 1 }
        ```
    "#]],
    );
}

#[test]
fn attributes_and_codes() {
    check(
        "@[pac$0ked]\ntype copy P { let @x: i64 }\n",
        expect![[r#"
        [packed]

        attribute `packed`

        No padding: each field lies directly behind the one before it, as with C's `packed`. Fields that are not aligned cannot be borrowed, and on x86-64 such a value travels in memory.

        ```lang
        @[packed]
        type copy Header { let @kind: u8  let @length: u32 }
        ```
    "#]],
    );
    check(
        "@[allow(unused$0_result)]\nfn f { }\n",
        expect![[r#"
            [unused_result]

            **W0201 unused-result**: value is not used (warning)

            The value of this statement is made for nothing. Use it, or remove the statement. Results of C functions and of `fn mut` methods may
            be ignored, but no `Result`: whether something went wrong is for somebody to look at. `let _ = …` drops one.

            `@[allow(unused_result)]` silences it.
        "#]],
    );
    check(
        "# See E02$016 and so on.\nfn f { }\n",
        expect![[r#"
        [E0216]

        **E0216 unknown-field**: no such field (error)

        The type has no field, or the tuple no element, of this name. Fields are declared in the type: `let @x: f64`.
    "#]],
    );
    check(
        "fn f { } # unused-re$0sult",
        expect![[r#"
            [unused-result]

            **W0201 unused-result**: value is not used (warning)

            The value of this statement is made for nothing. Use it, or remove the statement. Results of C functions and of `fn mut` methods may
            be ignored, but no `Result`: whether something went wrong is for somebody to look at. `let _ = …` drops one.

            `@[allow(unused_result)]` silences it.
        "#]],
    );
    check(
        "# See nothing$0.\nfn f { }\n",
        expect![[r#"
        nothing
    "#]],
    );
}

#[test]
fn the_code_of_a_hint() {
    let shown = super::page("@[allow(large_argument$0_copy)]\nfn f { }\n", &super::settings());
    let expected = "[large_argument_copy]\n\n**W0701 large-argument-copy**:";
    assert!(shown.starts_with(expected) && shown.contains("(hint)"), "{shown}");
}

#[test]
fn methods_of_the_compiler() {
    check(
        "type H { let @x: i64 }\nfn f(p: Pointer[H], h: H) { unsafe { p.wr$0ite(h) } }\n",
        expect![[r#"
            [write]

            ```lang
            unsafe fn write(value: T)
            ```

            Moves a value into the memory and drops nothing: for memory that holds no value yet. `p[i] = v` drops what was there.
        "#]],
    );
    check(
        "type H { let @x: i64 }\nfn f(p: Pointer[H.Object]) -> H { unsafe { H.from$0_raw(p) } }\n",
        expect![[r#"
            [from_raw]

            ```lang
            unsafe fn static from_raw(object: Pointer[Self.Object]) -> Self
            ```

            Makes an owner of what `into_raw` of a heap type gave, once; it is dropped as any other.
        "#]],
    );
}

#[test]
fn formats_are_told_in_words() {
    check(
        "fn f(a: f64) -> String { \"${a:*^+9.2$0e}\" }\n",
        expect![[r#"
        [:*^+9.2e]

        Format: at least 9 code points, the text in the middle, filled up with `*`; a sign before positive numbers too; with an exponent of ten; of a float 2 digits behind the point, of a text at most 2 code points.
    "#]],
    );
    check(
        "fn f(a: i64) -> String { \"${a:0$01x}\" }\n",
        expect![[r#"
        [:01x]

        Format: at least 1 code point, filled up with zeros behind the sign; the bits as hexadecimal digits.
    "#]],
    );
}
