//! Layouts as text.

use abi::Target;
use expect_test::{Expect, expect};

use super::{abi_text, layout_text, picture};
use crate::at_cursor::function_at;
use crate::fixture::Fixture;

const TARGETS: [Target; 2] = [Target::X86_64_LINUX, Target::AARCH64_LINUX];

fn check(text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let found = picture(&fixture.db, fixture.position(), &TARGETS).expect("something is meant");
    let texts: Vec<String> = found.layouts.iter().map(layout_text).collect();
    expected.assert_eq(&texts.join("\n"));
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
    assert_eq!(picture(&fixture.db, fixture.position(), &TARGETS).map(|found| found.layouts), Some(Vec::new()));
}

#[test]
fn enums_are_read_case_by_case() {
    check(
        "type enum Shape$0 { case Circle(r: f64)  case Rect(f64, f32)  case Dot  case Line }",
        expect![[r#"
        Shape (heap enum): 24 bytes, aligned to 8, 11 of them padding
        a value is an owner: a pointer of 8 bytes to these, which come from malloc

        Circle: tag 0

        offset  size  align  field
             0     1      1  tag: u8
             1     7         (padding)
             8     8      8  r: f64
            16     8         (padding)

             0  A . . . . . . .   A tag
             8  B B B B B B B B   B r
            16  . . . . . . . .

        Rect: tag 1

        offset  size  align  field
             0     1      1  tag: u8
             1     7         (padding)
             8     8      8  0: f64
            16     4      4  1: f32
            20     4         (padding)

             0  A . . . . . . .   A tag
             8  B B B B B B B B   B 0
            16  C C C C . . . .   C 1

        Dot: tag 2, Line: tag 3

        offset  size  align  field
             0     1      1  tag: u8
             1    23         (padding)

             0  A . . . . . . .   A tag
             8  . . . . . . . .
            16  . . . . . . . .

        x86_64-linux-gnu
          argument  rdi, in a register
          result    rax, in a register

        aarch64-linux-gnu
          argument  x0, in a register
          result    x0, in a register
    "#]],
    );
    check(
        "type copy enum Mode$0: i32 { case Read = -1  case Write = 4 }",
        expect![[r#"
        Mode (copy enum): 4 bytes, aligned to 4, no padding
        Read is -1, Write is 4

        offset  size  align  field
             0     4      4  tag: i32

             0  A A A A           A tag

        x86_64-linux-gnu
          argument  rdi, in a register
          result    rax, in a register

        aarch64-linux-gnu
          argument  x0, in a register
          result    x0, in a register
    "#]],
    );
    check(
        "type User { let @id: i64 }\nfn f(user: Option$0[User]) { }",
        expect![[r#"
        Option[User] (copy enum): 8 bytes, aligned to 8, no padding
        no tag: null is None

        Some

        offset  size  align  field
             0     8      8  0: User, a pointer

             0  A A A A A A A A   A 0

        x86_64-linux-gnu
          argument  rdi, in a register
          result    rax, in a register

        aarch64-linux-gnu
          argument  x0, in a register
          result    x0, in a register
    "#]],
    );
    check(
        "type copy Held { let @mode: Maybe  let @b: u8 }\ntype copy enum Maybe { case No  case Yes(u32) }\nfn f(held$0: ref Held) { }",
        expect![[r#"
            Held (copy): 12 bytes, aligned to 4, 6 of them padding

            offset  size  align  field
                 0     8      4  mode: Maybe
                 8     1      1  b: u8
                 9     3         (padding)

                 0  A A A A A A A A   A mode
                 8  B . . .           B b

            x86_64-linux-gnu
              argument  rdi[0..8] rsi[8..9], in registers
              result    rax[0..8] rdx[8..9], in registers

            aarch64-linux-gnu
              argument  x0[0..8] x1[8..12], in registers
              result    x0[0..8] x1[8..12], in registers
        "#]],
    );
}

#[test]
fn closures_with_their_environments() {
    let text = "
type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }
fn each(does: mut fn (i64)) { does(1) }
fn main {
  let n: i32 = 3
  let v = Vec3(1.0, 2.0, 3.0)
  let name = \"a\" + \"b\"
  let owned = $0fn (x: i64) -> i64 { println(name)  println(v.x)  x + n as i64 }
  println(owned(1))
  let mut sum = 0
  each(FIRSTfn (i) { sum += i + n as i64 })
  each(SECONDfn (i) { println(i) })
}
";
    check(
        &text.replace("FIRST", "").replace("SECOND", ""),
        expect![[r#"
            fn (i64) -> i64 (closure): 16 bytes, aligned to 8, no padding

            offset  size  align  field
                 0     8      8  code: Pointer[()]
                 8     8      8  environment: Pointer[()]

                 0  A A A A A A A A   A code
                 8  B B B B B B B B   B environment

            x86_64-linux-gnu
              argument  rdi[0..8] rsi[8..16], in registers
              result    rax[0..8] rdx[8..16], in registers

            aarch64-linux-gnu
              argument  x0[0..8] x1[8..16], in registers
              result    x0[0..8] x1[8..16], in registers

            environment (captures): 48 bytes, aligned to 8, 4 of them padding
            in memory from malloc, which what stands first ends and frees
            name: shared: one owner more, or moved
            v: copied
            n: copied

            offset  size  align  field
                 0     8      8  drop: Pointer[()]
                 8     8      8  name: String, a pointer
                16    24      8  v: Vec3
                16     8      8    x: f64
                24     8      8    y: f64
                32     8      8    z: f64
                40     4      4  n: i32
                44     4         (padding)

                 0  A A A A A A A A   A drop
                 8  B B B B B B B B   B name
                16  C C C C C C C C   C v
                24  C C C C C C C C   C v
                32  C C C C C C C C   C v
                40  D D D D . . . .   D n
        "#]],
    );
    let others = text.replace("$0", "");
    check(
        &others.replace("FIRST", "$0").replace("SECOND", ""),
        expect![[r#"
            mut fn (i64) (closure): 16 bytes, aligned to 8, no padding

            offset  size  align  field
                 0     8      8  code: Pointer[()]
                 8     8      8  environment: Pointer[()]

                 0  A A A A A A A A   A code
                 8  B B B B B B B B   B environment

            x86_64-linux-gnu
              argument  rdi[0..8] rsi[8..16], in registers
              result    rax[0..8] rdx[8..16], in registers

            aarch64-linux-gnu
              argument  x0[0..8] x1[8..16], in registers
              result    x0[0..8] x1[8..16], in registers

            environment (captures): 24 bytes, aligned to 8, no padding
            in the frame: it lives with the block
            sum: mut: its address
            n: ref: its address

            offset  size  align  field
                 0     8      8  null: Pointer[()]
                 8     8      8  sum: address of i64
                16     8      8  n: address of i32

                 0  A A A A A A A A   A null
                 8  B B B B B B B B   B sum
                16  C C C C C C C C   C n
        "#]],
    );
    check(
        &others.replace("FIRST", "").replace("SECOND", "$0"),
        expect![[r#"
        mut fn (i64) (closure): 16 bytes, aligned to 8, no padding
        the environment is null, since nothing is captured

        offset  size  align  field
             0     8      8  code: Pointer[()]
             8     8      8  environment: Pointer[()]

             0  A A A A A A A A   A code
             8  B B B B B B B B   B environment

        x86_64-linux-gnu
          argument  rdi[0..8] rsi[8..16], in registers
          result    rax[0..8] rdx[8..16], in registers

        aarch64-linux-gnu
          argument  x0[0..8] x1[8..16], in registers
          result    x0[0..8] x1[8..16], in registers
    "#]],
    );
}

#[test]
fn words_and_what_they_lead_to() {
    let text = "
trait Named { fn name -> String }
trait Area: Named { fn area -> f64  fn mut grow }
type view Rows { let @all: ref [i16]  let @by: ref fn (i64) -> i64 }
fn f(area: mut dyn Area, slice: ref [i16], rows: Rows, list: Array[i16], shared: Shared[(u8, i64)], text: String) { }
";
    for (name, expected) in [
        (
            "area",
            expect![[r#"
                mut dyn Area (dyn): 16 bytes, aligned to 8, no padding

                offset  size  align  field
                     0     8      8  object: Pointer[()]
                     8     8      8  vtable: Pointer[()]

                     0  A A A A A A A A   A object
                     8  B B B B B B B B   B vtable

                x86_64-linux-gnu
                  argument  rdi[0..8] rsi[8..16], in registers
                  result    rax[0..8] rdx[8..16], in registers

                aarch64-linux-gnu
                  argument  x0[0..8] x1[8..16], in registers
                  result    x0[0..8] x1[8..16], in registers

                vtable of Area (table): 48 bytes, aligned to 8, no padding
                one for each type of which a value becomes this dyn

                offset  size  align  field
                     0     8      8  drop: code
                     8     8      8  size: i64
                    16     8      8  align: i64
                    24     8      8  name: code
                    32     8      8  area: code
                    40     8      8  grow: code

                     0  A A A A A A A A   A drop
                     8  B B B B B B B B   B size
                    16  C C C C C C C C   C align
                    24  D D D D D D D D   D name
                    32  E E E E E E E E   E area
                    40  F F F F F F F F   F grow
            "#]],
        ),
        (
            "slice",
            expect![[r#"
                ref [i16] (slice): 16 bytes, aligned to 8, no padding
                elements: i16, 2 bytes each

                offset  size  align  field
                     0     8      8  elements: Pointer[()]
                     8     8      8  length: i64

                     0  A A A A A A A A   A elements
                     8  B B B B B B B B   B length

                x86_64-linux-gnu
                  argument  rdi[0..8] rsi[8..16], in registers
                  result    rax[0..8] rdx[8..16], in registers

                aarch64-linux-gnu
                  argument  x0[0..8] x1[8..16], in registers
                  result    x0[0..8] x1[8..16], in registers
            "#]],
        ),
        (
            "rows",
            expect![[r#"
            Rows (view): 32 bytes, aligned to 8, no padding

            offset  size  align  field
                 0    16      8  all: ref [i16]
                 0     8      8    elements: Pointer[()]
                 8     8      8    length: i64
                16    16      8  by: ref fn (i64) -> i64
                16     8      8    code: Pointer[()]
                24     8      8    environment: Pointer[()]

                 0  A A A A A A A A   A all
                 8  A A A A A A A A   A all
                16  B B B B B B B B   B by
                24  B B B B B B B B   B by

            x86_64-linux-gnu
              argument  stack+0, copied to the stack
              result    rdi, hidden result pointer, which returns in rax

            aarch64-linux-gnu
              argument  x0, pointer to a copy
              result    x8, hidden result pointer
        "#]],
        ),
        (
            "list",
            expect![[r#"
                Array[i16] (inline): 24 bytes, aligned to 8, no padding
                elements: i16, 2 bytes each

                offset  size  align  field
                     0     8      8  elements: Pointer[i16]
                     8     8      8  length: i64
                    16     8      8  capacity: i64

                     0  A A A A A A A A   A elements
                     8  B B B B B B B B   B length
                    16  C C C C C C C C   C capacity

                x86_64-linux-gnu
                  argument  stack+0, copied to the stack
                  result    rdi, hidden result pointer, which returns in rax

                aarch64-linux-gnu
                  argument  x0, pointer to a copy
                  result    x8, hidden result pointer
            "#]],
        ),
        (
            "shared",
            expect![[r#"
            Shared[(u8, i64)] (counted): 24 bytes, aligned to 8, 7 of them padding
            a value is an owner: a pointer of 8 bytes to these, which come from malloc

            offset  size  align  field
                 0     8      8  count: i64
                 8    16      8  value: (u8, i64)
                 8     1      1    0: u8
                 9     7           (padding)
                16     8      8    1: i64

                 0  A A A A A A A A   A count
                 8  B B B B B B B B   B value
                16  B B B B B B B B   B value

            x86_64-linux-gnu
              argument  rdi, in a register
              result    rax, in a register

            aarch64-linux-gnu
              argument  x0, in a register
              result    x0, in a register
        "#]],
        ),
        (
            "text",
            expect![[r#"
            String (string): 8 bytes, aligned to 8, no padding
            a pointer to the count of owners, the length, the bytes and a NUL

            offset  size  align  field
                 0     8      8  value: String, a pointer

                 0  A A A A A A A A   A value

            x86_64-linux-gnu
              argument  rdi, in a register
              result    rax, in a register

            aarch64-linux-gnu
              argument  x0, in a register
              result    x0, in a register
        "#]],
        ),
    ] {
        check(&text.replace(&format!("{name}: "), &format!("{name}$0: ")), expected);
    }
}
