//! Layouts as text.

use abi::Target;
use expect_test::{Expect, expect};

use super::{abi_text, layout_text, type_layout};
use crate::at_cursor::{function_at, type_at};
use crate::fixture::Fixture;

const TARGETS: [Target; 2] = [Target::X86_64_LINUX, Target::AARCH64_LINUX];

fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let item = type_at(&fixture.db, fixture.position()).expect("a type").item;
    let layout = type_layout(&fixture.db, item, &TARGETS).expect("it has a layout");
    expected.assert_eq(&layout_text(&layout));
}

#[test]
fn parts_inside_parts_and_padding() {
    check(
        "type copy Vec2 { let @x: f32  let @y: f32 }
type copy Entry$0 { let @kind: u8  let @at: Vec2  let @pair: (u8, i16)  let @key: i64 }",
        expect![[r#"
            Entry (copy): 24 bytes, aligned to 8, 4 of them padding

            offset  size  align  field
                 0     1      1  kind: u8
                 1     3         (padding)
                 4     8      4  at: Vec2
                 4     4      4    x: f32
                 8     4      4    y: f32
                12     4      2  pair: (u8, i16)
                12     1      1    0: u8
                13     1           (padding)
                14     2      2    1: i16
                16     8      8  key: i64

                 0  A . . . B B B B   A kind, B at
                 8  B B B B C C C C   B at, C pair
                16  D D D D D D D D   D key

            x86_64-linux-gnu
              argument  stack+0, copied to the stack
              result    rdi, hidden result pointer, which returns in rax

            aarch64-linux-gnu
              argument  x0, pointer to a copy
              result    x8, hidden result pointer
        "#]],
    );
}

#[test]
fn unions_and_objects() {
    check(
        "type union Bits$0 { let @i: u64  let @f: f32 }",
        expect![[r#"
        Bits (union): 8 bytes, aligned to 8, no padding

        offset  size  align  field
             0     8      8  i: u64
             0     4      4  f: f32

        x86_64-linux-gnu
          argument  rdi, in a register
          result    rax, in a register

        aarch64-linux-gnu
          argument  x0, in a register
          result    x0, in a register
    "#]],
    );
    check(
        "type User$0 { let @name: String  let @age: i8 }",
        expect![[r#"
            User (heap): 16 bytes, aligned to 8, 7 of them padding
            a value is an owner: a pointer of 8 bytes to these, which come from malloc

            offset  size  align  field
                 0     8      8  name: String, a pointer
                 8     1      1  age: i8
                 9     7         (padding)

                 0  A A A A A A A A   A name
                 8  B . . . . . . .   B age

            x86_64-linux-gnu
              argument  rdi, in a register
              result    rax, in a register

            aarch64-linux-gnu
              argument  x0, in a register
              result    x0, in a register
        "#]],
    );
}

#[test]
fn functions_on_two_targets() {
    let fixture = Fixture::new(
        "type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }\nfn dot$0(a: Vec3, b: i32) -> f64 { a.x }",
    );
    let item = function_at(&fixture.db, fixture.position()).expect("a function").item;
    expect![[r#"
        main.dot
        symbol main.dot

        == x86_64-linux-gnu ==
        value   type  bytes  where    how                  copies     clauses
        a       Vec3  24     stack+0  copied to the stack  caller 24  §3.2.3
        b       i32   4      rdi      in a register        -          §3.2.3
        result  f64   8      xmm0     in a register        -          §3.2.3

        a:
          copy: caller copies 24 bytes: the callee owns its argument, and it is larger than two eightbytes
          why: a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]

        b:
          why: integers and pointers have class INTEGER [System V x86-64 psABI 1.0 §3.2.3]

        result:
          why: floating-point numbers and vectors have class SSE [System V x86-64 psABI 1.0 §3.2.3]

        argument area: 32 bytes, aligned to 16

        == aarch64-linux-gnu ==
        value   type  bytes  where                          how            copies  clauses
        a       Vec3  24     v0[0..8] v1[8..16] v2[16..24]  in registers   -       §6.8.2 C.2
        b       i32   4      x0                             in a register  -       §6.8.2 C.9
        result  f64   8      v0                             in a register  -       §6.8.2 C.1, §6.9

        a:
          why: up to four members of one floating-point or vector type take one vector register each [AAPCS64 §6.8.2 C.2]

        b:
          why: an integer or pointer takes the next general register [AAPCS64 §6.8.2 C.9]

        result:
          why: a floating-point number or short vector takes the next vector register [AAPCS64 §6.8.2 C.1]
          why: a result travels in the registers that a first argument would take [AAPCS64 §6.9]

        argument area: 0 bytes, aligned to 16
    "#]].assert_eq(&abi_text(&fixture.db, item, &TARGETS).expect("it has no errors"));
}

#[test]
fn types_with_errors_have_none() {
    let fixture = Fixture::new("type copy A$0 { let @a: A }");
    let item = type_at(&fixture.db, fixture.position()).expect("a type").item;
    assert_eq!(type_layout(&fixture.db, item, &TARGETS), None);
}
