//! Calls and their arguments: where each lands in this call, and what is copied, moved and counted for it.

use expect_test::expect;
use mir::CopyFate;

use super::{check, settings};
use crate::fixture::Fixture;
use crate::hover::{Told, hover_when_told};

const PROGRAM: &str = "\
type copy Line { let @start: f64  let @middle: f64  let @end: f64 }
type User { let @name: String }
fn draw(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, last: i64, line: Line) -> Line { line }
fn keep(user: User, title: String) { }
type copy Pen { let @width: f64  fn paint(line: Line) -> f64 { @width * line.end } }
extern { fn printf(format: Pointer[u8], ...) -> i32 }
";

#[test]
fn hover_of_an_argument_after_the_registers_ran_out() {
    check(
        &format!("{PROGRAM}fn f(line: Line) -> Line {{ draw(1, 2, 3, 4, 5, 6, $07, line) }}\n"),
        expect![[r#"
            [7]

            ```lang
            7: i64
            ```

            ---

            `7` as `last` of `draw`:

            | value  | type  | bytes | x86_64-linux-gnu | aarch64-linux-gnu |
            | :----- | :---- | ----: | :--------------- | :---------------- |
            | `last` | `i64` |     8 | stack+8          | x6                |

            Why, on x86_64-linux-gnu:

            - `last`: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)
            - `last`: no register of the class is free: the value goes to the stack (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `last`: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(line: Line) -> Line {{ draw(1, 2, 3, 4, 5, 6, 7, li$0ne) }}\n"),
        expect![[r#"
            [line]

            ```lang
            line: Line
            ```

            parameter of `main.f`

            ---

            - 24 bytes, aligned to 8
            - copied on use (24 bytes, plain bits)
            - arrives: memory at stack+0 (x86_64-linux-gnu), v0[0..8] v1[8..16] v2[16..24] (aarch64-linux-gnu)
            - lives in a stack slot of 24 bytes; optimised builds may keep its parts in registers

            ---

            Argument `line` of `draw`:

            | value  | type   | bytes | x86_64-linux-gnu   | aarch64-linux-gnu             |
            | :----- | :----- | ----: | :----------------- | :---------------------------- |
            | `line` | `Line` |    24 | memory at stack+16 | v0[0..8] v1[8..16] v2[16..24] |

            Why, on x86_64-linux-gnu:

            - `line`: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `line`: up to four members of one floating-point or vector type take one vector register each (AAPCS64 §6.8.2 C.2)

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+16, since the callee owns its argument and may change it, and the convention passes this value in memory; after optimisation: still there, since the convention wants the bytes in the argument area
        "#]],
    );
}

#[test]
fn a_call_as_a_whole() {
    check(
        &format!("{PROGRAM}fn f(line: Line) -> Line {{ dr$0aw(1, 2, 3, 4, 5, 6, last: 7, line: line) }}\n"),
        expect![[r#"
            [draw]

            ```lang
            fn draw(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, last: i64, line: Line) -> Line
            ```

            function `main.draw`

            ---

            This call of `draw`:

            | value    | type   | bytes | x86_64-linux-gnu                   | aarch64-linux-gnu             |
            | :------- | :----- | ----: | :--------------------------------- | :---------------------------- |
            | `a`      | `i64`  |     8 | rsi                                | x0                            |
            | `b`      | `i64`  |     8 | rdx                                | x1                            |
            | `c`      | `i64`  |     8 | rcx                                | x2                            |
            | `d`      | `i64`  |     8 | r8                                 | x3                            |
            | `e`      | `i64`  |     8 | r9                                 | x4                            |
            | `f`      | `i64`  |     8 | stack+0                            | x5                            |
            | `last`   | `i64`  |     8 | stack+8                            | x6                            |
            | `line`   | `Line` |    24 | memory at stack+16                 | v0[0..8] v1[8..16] v2[16..24] |
            | `result` | `Line` |    24 | hidden pointer in rdi, back in rax | v0[0..8] v1[8..16] v2[16..24] |

            Stack for arguments: 48 bytes (x86_64-linux-gnu), 0 bytes (aarch64-linux-gnu).

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+16, since the callee owns its argument and may change it, and the convention passes this value in memory; after optimisation: still there, since the convention wants the bytes in the argument area
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(line: Line) -> Line {{ draw$0(1, 2, 3, 4, 5, 6, 7, line) }}\n"),
        expect![[r#"
            [draw]

            ```lang
            fn draw(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, last: i64, line: Line) -> Line
            ```

            function `main.draw`

            ---

            This call of `draw`:

            | value    | type   | bytes | x86_64-linux-gnu                   | aarch64-linux-gnu             |
            | :------- | :----- | ----: | :--------------------------------- | :---------------------------- |
            | `a`      | `i64`  |     8 | rsi                                | x0                            |
            | `b`      | `i64`  |     8 | rdx                                | x1                            |
            | `c`      | `i64`  |     8 | rcx                                | x2                            |
            | `d`      | `i64`  |     8 | r8                                 | x3                            |
            | `e`      | `i64`  |     8 | r9                                 | x4                            |
            | `f`      | `i64`  |     8 | stack+0                            | x5                            |
            | `last`   | `i64`  |     8 | stack+8                            | x6                            |
            | `line`   | `Line` |    24 | memory at stack+16                 | v0[0..8] v1[8..16] v2[16..24] |
            | `result` | `Line` |    24 | hidden pointer in rdi, back in rax | v0[0..8] v1[8..16] v2[16..24] |

            Stack for arguments: 48 bytes (x86_64-linux-gnu), 0 bytes (aarch64-linux-gnu).

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+16, since the callee owns its argument and may change it, and the convention passes this value in memory; after optimisation: still there, since the convention wants the bytes in the argument area
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f {{ unsafe {{ pri$0ntf(c\"%g %d\", 1.5 as f32, 'a' as u8) }} }}\n"),
        expect![[r#"
            [printf]

            ```lang
            fn printf(format: Pointer[u8], ...) -> i32
            ```

            C function `main.printf`

            ---

            This call of `printf`:

            | value    | type          | bytes | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------- | :------------ | ----: | :--------------- | :---------------- |
            | `format` | `Pointer[u8]` |     8 | rdi              | x0                |
            | `...1`   | `f64`         |     8 | xmm0             | v0                |
            | `...2`   | `i32`         |     4 | rsi              | x1                |
            | `result` | `i32`         |     4 | rax              | x0                |
        "#]],
    );
}

#[test]
fn owners_that_are_handed_over() {
    check(
        &format!("{PROGRAM}fn f(user: User, title: String) {{ ke$0ep(user, title)  println(title) }}\n"),
        expect![[r#"
            [keep]

            ```lang
            fn keep(user: User, title: String)
            ```

            function `main.keep`

            ---

            This call of `keep`:

            | value   | type     | bytes | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------ | :------- | ----: | :--------------- | :---------------- |
            | `user`  | `User`   |     8 | rdi              | x0                |
            | `title` | `String` |     8 | rsi              | x1                |

            ---

            Owners:

            - `user` moves to parameter `user` of `keep`: 8 bytes
            - `title` gets one owner more: parameter `title` of `keep`; its count is raised
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(user: User, title: String) {{ keep(us$0er, title) }}\n"),
        expect![[r#"
            [user]

            ```lang
            user: User
            ```

            parameter of `main.f`

            ---

            - 8 bytes, aligned to 8
            - moved: the pointer goes, the object stays; freed at its owner's end
            - arrives: rdi (x86_64-linux-gnu), x0 (aarch64-linux-gnu)
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; its object is on the heap, behind the pointer

            ---

            Argument `user` of `keep`:

            | value  | type   | bytes | x86_64-linux-gnu | aarch64-linux-gnu |
            | :----- | :----- | ----: | :--------------- | :---------------- |
            | `user` | `User` |     8 | rdi              | x0                |

            Why, on x86_64-linux-gnu:

            - `user`: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `user`: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)

            ---

            Owners:

            - `user` moves to parameter `user` of `keep`: 8 bytes
        "#]],
    );
}

#[test]
fn methods_and_named_arguments() {
    check(
        &format!("{PROGRAM}fn f(pen: Pen, line: Line) -> f64 {{ pe$0n.paint(line) }}\n"),
        expect![[r#"
            [pen]

            ```lang
            pen: Pen
            ```

            parameter of `main.f`

            ---

            - 8 bytes, aligned to 8
            - copied on use (8 bytes, plain bits)
            - arrives: xmm0 (x86_64-linux-gnu), v0 (aarch64-linux-gnu)
            - lives in a stack slot of 8 bytes, since its address is taken; optimised builds may still find a register

            ---

            `pen` as `self` of `paint`:

            | value  | type      | bytes | x86_64-linux-gnu | aarch64-linux-gnu |
            | :----- | :-------- | ----: | :--------------- | :---------------- |
            | `self` | `ref Pen` |     8 | rdi              | x0                |

            Why, on x86_64-linux-gnu:

            - `self`: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `self`: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(pen: Pen, line: Line) -> f64 {{ pen.pai$0nt(line: line) }}\n"),
        expect![[r#"
            [paint]

            ```lang
            fn paint(line: Line) -> f64
            ```

            method `main.Pen.paint`

            ---

            This call of `paint`:

            | value    | type      | bytes | x86_64-linux-gnu  | aarch64-linux-gnu             |
            | :------- | :-------- | ----: | :---------------- | :---------------------------- |
            | `self`   | `ref Pen` |     8 | rdi               | x0                            |
            | `line`   | `Line`    |    24 | memory at stack+0 | v0[0..8] v1[8..16] v2[16..24] |
            | `result` | `f64`     |     8 | xmm0              | v0                            |

            Stack for arguments: 32 bytes (x86_64-linux-gnu), 0 bytes (aarch64-linux-gnu).

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+0, since the callee owns its argument and may change it, and the convention passes this value in memory; after optimisation: still there, since the convention wants the bytes in the argument area
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(pen: Pen, line: Line) -> f64 {{ pen.paint(li$0ne: line) }}\n"),
        expect![[r#"
            [line]

            ```lang
            line: Line
            ```

            parameter of `main.Pen.paint`

            ---

            - 24 bytes, aligned to 8
            - copied on use (24 bytes, plain bits)
            - arrives: memory at stack+0 (x86_64-linux-gnu), v0[0..8] v1[8..16] v2[16..24] (aarch64-linux-gnu)
            - lives in a stack slot of 24 bytes; optimised builds may keep its parts in registers

            ---

            Argument `line` of `paint`:

            | value  | type   | bytes | x86_64-linux-gnu  | aarch64-linux-gnu             |
            | :----- | :----- | ----: | :---------------- | :---------------------------- |
            | `line` | `Line` |    24 | memory at stack+0 | v0[0..8] v1[8..16] v2[16..24] |

            Why, on x86_64-linux-gnu:

            - `line`: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `line`: up to four members of one floating-point or vector type take one vector register each (AAPCS64 §6.8.2 C.2)

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+0, since the callee owns its argument and may change it, and the convention passes this value in memory; after optimisation: still there, since the convention wants the bytes in the argument area
        "#]],
    );
}

#[test]
fn survival_of_a_copy_in_hover() {
    let fixture = Fixture::new(&format!(
        "{PROGRAM}fn f(line: Line, out: mut Line) {{ out = li$0ne }}\n"
    ));
    let said = |fate: Option<CopyFate>| {
        let told = Told {
            fates: &|symbol, number| fate.filter(|_| symbol == "main.f" && number == 0),
            ..Told::default()
        };
        let found = hover_when_told(&fixture.db, fixture.position(), &settings(), told);
        let markdown = found.expect("a variable has a page").markdown;
        let mut lines = markdown.lines();
        let line = lines.find(|line| line.contains("after optimisation"));
        line.unwrap_or_default().to_string()
    };
    expect!["- x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; after optimisation: not known"].assert_eq(&said(None));
    expect!["- x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; after optimisation: still a copy"].assert_eq(&said(Some(CopyFate::Kept)));
    expect!["- x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; after optimisation: moves between registers and memory"].assert_eq(&said(Some(CopyFate::Moves)));
    expect!["- x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; after optimisation: gone"].assert_eq(&said(Some(CopyFate::Gone)));
}

#[test]
fn what_becomes_of_a_variable() {
    check(
        &format!(
            "{PROGRAM}fn f(title: String, on: bool) {{\n  let user$0 = User(title)\n  if on {{ keep(user, \"\") }}\n}}\n"
        ),
        expect![[r#"
            [user]

            ```lang
            let user: User
            ```

            ---

            - 8 bytes, aligned to 8
            - moved: the pointer goes, the object stays; freed at its owner's end
            - lives in a register in optimised builds, else in a stack slot of 8 bytes; its object is on the heap, behind the pointer
            - `user` ends at the end of its block, if it was not moved: what the object holds is dropped and its memory is freed
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(line: Line) {{ let mut other = li$0ne  other.end = 0.0 }}\n"),
        expect![[r#"
            [line]

            ```lang
            line: Line
            ```

            parameter of `main.f`

            ---

            - 24 bytes, aligned to 8
            - copied on use (24 bytes, plain bits)
            - arrives: memory at stack+0 (x86_64-linux-gnu), v0[0..8] v1[8..16] v2[16..24] (aarch64-linux-gnu)
            - lives in a stack slot of 24 bytes; optimised builds may keep its parts in registers

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `other` in the frame, since `Line` is copied on use: both places have a value of their own; after optimisation: not known
            - aarch64-linux-gnu: 24 bytes from `line` in the frame to `other` in the frame, since `Line` is copied on use: both places have a value of their own; after optimisation: not known
        "#]],
    );
}
