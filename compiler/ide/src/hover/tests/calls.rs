//! Calls and their arguments: where each lands in this call, and what is copied, moved and counted for it.

use expect_test::expect;
use mir::CopyFate;

use super::{check, settings};
use crate::CopyOutcome;
use crate::fixture::Fixture;
use crate::hover::{Dispatched, HoverHost, hover_with_host};

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

            ```text
            last: i64 · 8 bytes · argument of draw
                  x86-64   aarch64
            last  stack+8  x6
            ```

            ---

            `7` as `last` of `draw`:

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

            ```text
            line: Line · 24 bytes · argument of draw
                  x86-64                 aarch64
            line  stack+16, 24 B copied  v0 v1 v2
            x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: not known yet
            ```

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

            Why, on x86_64-linux-gnu:

            - `line`: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `line`: up to four members of one floating-point or vector type take one vector register each (AAPCS64 §6.8.2 C.2)

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+16, since the callee owns its argument, and it is larger than two eightbytes; -O2: not known yet
        "#]],
    );
}

#[test]
fn a_call_as_a_whole() {
    check(
        &format!("{PROGRAM}fn f(line: Line) -> Line {{ dr$0aw(1, 2, 3, 4, 5, 6, last: 7, line: line) }}\n"),
        expect![[r#"
            [draw]

            ```text
            draw(a … line) -> Line
                    x86-64                 aarch64
            a … e   rsi rdx rcx r8 r9      x0 … x4
            f       stack+0                x5
            last    stack+8                x6
            line    stack+16, 24 B copied  v0 v1 v2
            result  through rdi            v0 v1 v2
            stack   48 bytes               0 bytes
            x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: not known yet
            ```

            ```lang
            fn draw(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, last: i64, line: Line) -> Line
            ```

            function `main.draw`

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+16, since the callee owns its argument, and it is larger than two eightbytes; -O2: not known yet
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(line: Line) -> Line {{ draw$0(1, 2, 3, 4, 5, 6, 7, line) }}\n"),
        expect![[r#"
            [draw]

            ```text
            draw(a … line) -> Line
                    x86-64                 aarch64
            a … e   rsi rdx rcx r8 r9      x0 … x4
            f       stack+0                x5
            last    stack+8                x6
            line    stack+16, 24 B copied  v0 v1 v2
            result  through rdi            v0 v1 v2
            stack   48 bytes               0 bytes
            x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: not known yet
            ```

            ```lang
            fn draw(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, last: i64, line: Line) -> Line
            ```

            function `main.draw`

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+16, since the callee owns its argument, and it is larger than two eightbytes; -O2: not known yet
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f {{ unsafe {{ pri$0ntf(c\"%g %d\", 1.5 as f32, 'a' as u8) }} }}\n"),
        expect![[r#"
            [printf]

            ```text
            printf(format, ...1, ...2) -> i32
                           x86-64        aarch64
            format … ...2  rdi xmm0 rsi  x0 v0 x1
            result         rax           x0
            ```

            ```lang
            fn printf(format: Pointer[u8], ...) -> i32
            ```

            C function `main.printf`
        "#]],
    );
}

#[test]
fn owners_that_are_handed_over() {
    check(
        &format!("{PROGRAM}fn f(user: User, title: String) {{ ke$0ep(user, title)  println(title) }}\n"),
        expect![[r#"
            [keep]

            ```text
            keep(user, title)
                         x86-64   aarch64
            user, title  rdi rsi  x0 x1
            ```

            ```lang
            fn keep(user: User, title: String)
            ```

            function `main.keep`

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

            ```text
            user: User · 8 bytes · argument of keep
                  x86-64  aarch64
            user  rdi     x0
            ```

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

            ```text
            self: ref Pen · 8 bytes · argument of paint
                  x86-64  aarch64
            self  rdi     x0
            ```

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

            ```text
            paint(self, line) -> f64
                    x86-64                aarch64
            self    rdi                   x0
            line    stack+0, 24 B copied  v0 v1 v2
            result  xmm0                  v0
            stack   32 bytes              0 bytes
            x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: not known yet
            ```

            ```lang
            fn paint(line: Line) -> f64
            ```

            method `main.Pen.paint`

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+0, since the callee owns its argument, and it is larger than two eightbytes; -O2: not known yet
        "#]],
    );
    check(
        &format!("{PROGRAM}fn f(pen: Pen, line: Line) -> f64 {{ pen.paint(li$0ne: line) }}\n"),
        expect![[r#"
            [line]

            ```text
            line: Line · 24 bytes · argument of paint
                  x86-64                aarch64
            line  stack+0, 24 B copied  v0 v1 v2
            x86-64: line is copied, 24 B: it is larger than two eightbytes (§3.2.3) · -O2: not known yet
            ```

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

            Why, on x86_64-linux-gnu:

            - `line`: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `line`: up to four members of one floating-point or vector type take one vector register each (AAPCS64 §6.8.2 C.2)

            ---

            Copies made here:

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to the argument in the argument area at stack+0, since the callee owns its argument, and it is larger than two eightbytes; -O2: not known yet
        "#]],
    );
}

#[test]
fn survival_of_a_copy_in_hover() {
    let fixture = Fixture::new(&format!("{PROGRAM}fn f(line: Line, out: mut Line) {{ out = li$0ne }}\n"));
    let said = |fate: Option<CopyFate>, is_whole: bool| {
        let host = HoverHost {
            outcome: &|_, symbol, number| match fate {
                Some(fate) if symbol == "main.f" && number == 0 => CopyOutcome::Shown {
                    places: vec![(Vec::new(), fate), (vec!["main.g".to_string()], CopyFate::Gone)],
                    is_whole,
                },
                Some(_) => CopyOutcome::Failed,
                None => CopyOutcome::Nobody("install lang-llvm".to_string()),
            },
            ..HoverHost::default()
        };
        let found = hover_with_host(&fixture.db, fixture.position(), &settings(), host);
        let page = found.expect("a variable has a page").whole();
        let lines =
            page.lines().filter(|line| ["-O2", "is copied, ", "install"].iter().any(|part| line.contains(part)));
        lines.collect::<Vec<&str>>().join("\n")
    };
    expect![[r#"
        line is copied, 24 B: Line is copied on use · -O2: not known without lang-llvm
        - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: not known without lang-llvm
        - aarch64-linux-gnu: 24 bytes from `line` in the frame to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: not known without lang-llvm
        What an optimiser leaves of copies is not known: install lang-llvm"#]].assert_eq(&said(None, true));
    expect![[r#"
        line is copied, 24 B: Line is copied on use · -O2: still a copy, gone in main.g
        - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: still a copy, gone in main.g
        - aarch64-linux-gnu: 24 bytes from `line` in the frame to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: still a copy, gone in main.g"#]].assert_eq(&said(Some(CopyFate::Kept), true));
    expect![[r#"
        line is copied, 24 B: Line is copied on use
          · -O2: loads and stores, gone in main.g (compiled by itself)
        - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: loads and stores, gone in main.g (compiled by itself)
        - aarch64-linux-gnu: 24 bytes from `line` in the frame to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: loads and stores, gone in main.g (compiled by itself)"#]].assert_eq(&said(Some(CopyFate::Moves), false));
    expect![[r#"
        line is copied, 24 B: Line is copied on use · -O2: gone, gone in main.g
        - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: gone, gone in main.g
        - aarch64-linux-gnu: 24 bytes from `line` in the frame to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: gone, gone in main.g"#]].assert_eq(&said(Some(CopyFate::Gone), true));
    expect![[r#"
        line is copied, 24 B: Line is copied on use · -O2: not known, gone in main.g
        - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: not known, gone in main.g
        - aarch64-linux-gnu: 24 bytes from `line` in the frame to `out` behind a pointer, since `Line` is copied on use: both places have a value of their own; -O2: not known, gone in main.g"#]].assert_eq(&said(Some(CopyFate::Unknown), true));
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

            ```text
            line is copied, 24 B: Line is copied on use · -O2: not known yet
            ```

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

            - x86_64-linux-gnu: 24 bytes from `line` where the caller put it to `other` in the frame, since `Line` is copied on use: both places have a value of their own; -O2: not known yet
            - aarch64-linux-gnu: 24 bytes from `line` in the frame to `other` in the frame, since `Line` is copied on use: both places have a value of their own; -O2: not known yet
        "#]],
    );
}

/// What the convention's memory is not aligned enough for is copied at the entry.
#[test]
fn hover_of_a_parameter_that_is_copied_at_the_entry() {
    let types =
        "@[align(32)] type copy Over { let @a: i64 }\ntype copy Line { let @a: i64  let @b: i64  let @c: i64 }\n";
    check(
        &format!("{types}fn f(n: i64, ov$0er: Over) -> i64 {{ over.a + n }}\n"),
        expect![[r#"
        [over]

        ```text
        aarch64: over is copied, 32 B: the argument area keeps less alignment than the parameter's type wants
          · -O2: not known yet
        ```

        ```lang
        over: Over
        ```

        parameter of `main.f`

        ---

        - 32 bytes, aligned to 32
        - copied on use (32 bytes, plain bits)
        - arrives: memory at stack+0 (x86_64-linux-gnu), hidden pointer in x1 to a copy (aarch64-linux-gnu)
        - lives in a stack slot of 32 bytes; optimised builds may keep its parts in registers

        ---

        Copies made here:

        - aarch64-linux-gnu: 32 bytes from `over` behind a pointer to `over` in the frame, since the argument area keeps less alignment than the parameter's type wants; -O2: not known yet
    "#]],
    );
    check(
        &format!("{types}fn f(n: i64, li$0ne: Line) -> i64 {{ line.a + n }}\n"),
        expect![[r#"
        [line]

        ```lang
        line: Line
        ```

        parameter of `main.f`

        ---

        - 24 bytes, aligned to 8
        - copied on use (24 bytes, plain bits)
        - arrives: memory at stack+0 (x86_64-linux-gnu), hidden pointer in x1 to a copy (aarch64-linux-gnu)
        - lives in a stack slot of 24 bytes; optimised builds may keep its parts in registers
    "#]],
    );
}

#[test]
fn a_call_through_a_dyn() {
    let fixture = Fixture::new(
        "trait Area { fn area(by: i64) -> i64  fn name -> String }
        fn f(x: ref dyn Area) -> i64 { x.ar$0ea(2) }
        fn g[T: Area](x: ref T) -> i64 { x.are$1a(2) }",
    );
    let asked = std::cell::RefCell::new(Vec::new());
    let said = |position, known: bool| {
        let host = HoverHost {
            dispatch: &|of, slot| {
                asked.borrow_mut().push((of.item.name(&fixture.db).text().to_string(), slot));
                known.then(|| Dispatched {
                    decision: "compared, else through the table".to_string(),
                    candidates: vec!["Circle".to_string(), "Square".to_string()],
                    reason: Some("2 implementations".to_string()),
                })
            },
            ..HoverHost::default()
        };
        let page = hover_with_host(&fixture.db, position, &settings(), host).expect("a call has a page").whole();
        let lines = page
            .lines()
            .filter(|line| ["through dyn", "-O2", "implementations"].iter().any(|part| line.contains(part)));
        lines.collect::<Vec<&str>>().join("\n")
    };
    let [through, generic] = [0, 1].map(|mark| fixture.mark(mark));
    expect![[r#"
        through dyn Area · slot 3 of the vtable, at byte 24
        -O2: compared, else through the table · Circle, Square
             2 implementations"#]]
    .assert_eq(&said(through, true));
    expect!["through dyn Area · slot 3 of the vtable, at byte 24"].assert_eq(&said(through, false));
    expect![""].assert_eq(&said(generic, true));
    assert_eq!(*asked.borrow(), [("Area".to_string(), 0), ("Area".to_string(), 0)]);
}
