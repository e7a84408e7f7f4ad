//! Types: layout and how they travel. Functions: where each value lands.

use expect_test::expect;

use super::{HoverSettings, check, page, settings};
use crate::hover::ShowBlock;

#[test]
fn a_copy_type_of_more_than_sixteen_bytes() {
    check(
        "\
type copy Vec3 { let @x: f64  let @y: f64  let @z: f64 }

# A thing that moves.
#
# It *never* stops.
pub type copy Parti$0cle {
  let @position: Vec3
  let @alive: bool
  # In kilograms.
  let @mass: f32

  fn weight -> f32 { @mass }
}
",
        expect![[r#"
            [Particle]

            ```text
            Particle · 32 bytes · align 8 · 3 padding · copied on use
            x86-64   argument: stack, 32 B copied  result: through rdi
            aarch64  argument: x0 → copy of 32 B   result: through x8

             0  position  Vec3 { x: f64, y: f64, z: f64 }  ████████ × 3
            24  alive     bool                             █·······
            28  mass      f32                              ····████
            ```

            A thing that moves.

            It *never* stops.

            ---

            | passed   | x86_64-linux-gnu                   | aarch64-linux-gnu              |
            | :------- | :--------------------------------- | :----------------------------- |
            | argument | memory at stack+0                  | hidden pointer in x0 to a copy |
            | result   | hidden pointer in rdi, back in rax | hidden pointer in x8           |

            | form                | x86_64-linux-gnu                                                     | aarch64-linux-gnu                                                    |
            | :------------------ | :------------------------------------------------------------------- | :------------------------------------------------------------------- |
            | argument, LLVM      | `ptr byval({ { double, double, double }, i8, float }) align 8`       | `ptr`                                                                |
            | result, LLVM        | `void (ptr sret({ { double, double, double }, i8, float }) align 8)` | `void (ptr sret({ { double, double, double }, i8, float }) align 8)` |
            | argument, Cranelift | `i64, i64, i64, i64, i64, i64, i64, i64, i64, i64`                   | `i64`                                                                |
            | result, Cranelift   | `i64 sret`                                                           | `i64 sret`                                                           |

            Copies that this costs:

            - x86_64-linux-gnu: argument: the caller copies 32 bytes, since the callee owns its argument, and it is larger than two eightbytes
            - aarch64-linux-gnu: argument: the caller copies 32 bytes, since the callee owns its argument, and it is larger than 16 bytes (may be left out)

            Why, on x86_64-linux-gnu:

            - argument, result: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)
            - result: a result of class MEMORY is written to an address passed in rdi and returned in rax (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument: a composite of more than 16 bytes is copied by the caller and its address passed (AAPCS64 §6.8.2 B.4)
            - argument: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
            - result: a result of more than 16 bytes is written to the address in x8 (AAPCS64 §6.9)
        "#]],
    );
}

#[test]
fn four_floats_are_a_homogeneous_aggregate() {
    check(
        "type copy Color$0 { let @r: f32  let @g: f32  let @b: f32  let @a: f32 }\n",
        expect![[r#"
            [Color]

            ```text
            Color · 16 bytes · align 4 · copied on use
            x86-64   argument: xmm0 xmm1  result: xmm0 xmm1
            aarch64  argument: v0 … v3    result: v0 … v3

             0  r  f32  ████····
             4  g  f32  ····████
             8  b  f32  ████····
            12  a  f32  ····████
            ```

            ---

            | passed   | x86_64-linux-gnu       | aarch64-linux-gnu                      |
            | :------- | :--------------------- | :------------------------------------- |
            | argument | xmm0[0..8] xmm1[8..16] | v0[0..4] v1[4..8] v2[8..12] v3[12..16] |
            | result   | xmm0[0..8] xmm1[8..16] | v0[0..4] v1[4..8] v2[8..12] v3[12..16] |

            | form                | x86_64-linux-gnu               | aarch64-linux-gnu                |
            | :------------------ | :----------------------------- | :------------------------------- |
            | argument, LLVM      | `<2 x float>, <2 x float>`     | `[4 x float] alignstack(8)`      |
            | result, LLVM        | `{ <2 x float>, <2 x float> }` | `{ float, float, float, float }` |
            | argument, Cranelift | `f64, f64`                     | `f32, f32, f32, f32`             |
            | result, Cranelift   | `f64, f64`                     | `f32, f32, f32, f32`             |

            Why, on x86_64-linux-gnu:

            - argument, result: an eightbyte of floating-point numbers only has class SSE (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument, result: up to four members of one floating-point or vector type take one vector register each (AAPCS64 §6.8.2 C.2)
            - result: a result travels in the registers that a first argument would take (AAPCS64 §6.9)
        "#]],
    );
}

#[test]
fn a_heap_type() {
    check(
        "type No$0de { let @name: String  let @left: Pointer[Node]  let @depth: u8 }\n",
        expect![[r#"
            [Node]

            ```text
            Node · owner, 8 bytes, pointer to 24 bytes from malloc · align 8 · 7 padding
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

             0  name   String         ████████
             8  left   Pointer[Node]  ████████
            16  depth  u8             █·······
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
fn hover_of_a_function_after_the_registers_ran_out() {
    check(
        "\
type copy Big { let @a: i64  let @b: i64  let @c: i64 }
type copy Pair { let @key: i64  let @weight: f64 }

# Mixes.
fn mi$0x(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, pair: Pair, big: Big, x: f32) -> Big { big }
",
        expect![[r#"
            [mix]

            ```text
            mix(a … x) -> Big
                    x86-64                 aarch64
            a … e   rsi rdx rcx r8 r9      x0 … x4
            f       stack+0                x5
            g       stack+8                x6
            pair    stack+16, 16 B copied  stack+0, 16 B copied
            big     stack+32, 24 B copied  stack+16 → copy of 24 B
            x       xmm0                   v0
            result  through rdi            through x8
            stack   64 bytes               32 bytes
            x86-64: pair is copied by callers: too few registers are left for all of it (§3.2.3)
            x86-64: big is copied by callers: it is larger than two eightbytes (§3.2.3)
            aarch64: pair is copied by callers: too few general registers are left for all of it (§6.8.2 C.13)
            aarch64: big is copied by callers: it is larger than 16 bytes (§6.8.2 B.4)
            ```

            Mixes.

            ---

            Symbol `main.mix`.

            | value    | type   | bytes | x86_64-linux-gnu                   | aarch64-linux-gnu                    |
            | :------- | :----- | ----: | :--------------------------------- | :----------------------------------- |
            | `a`      | `i64`  |     8 | rsi                                | x0                                   |
            | `b`      | `i64`  |     8 | rdx                                | x1                                   |
            | `c`      | `i64`  |     8 | rcx                                | x2                                   |
            | `d`      | `i64`  |     8 | r8                                 | x3                                   |
            | `e`      | `i64`  |     8 | r9                                 | x4                                   |
            | `f`      | `i64`  |     8 | stack+0                            | x5                                   |
            | `g`      | `i64`  |     8 | stack+8                            | x6                                   |
            | `pair`   | `Pair` |    16 | memory at stack+16                 | memory at stack+0                    |
            | `big`    | `Big`  |    24 | memory at stack+32                 | hidden pointer at stack+16 to a copy |
            | `x`      | `f32`  |     4 | xmm0                               | v0                                   |
            | `result` | `Big`  |    24 | hidden pointer in rdi, back in rax | hidden pointer in x8                 |

            Copies that this costs:

            - x86_64-linux-gnu: `pair`: the caller copies 16 bytes, since the callee owns its argument, and too few registers are left for all of it
            - aarch64-linux-gnu: `pair`: the caller copies 16 bytes, since the callee owns its argument, and too few general registers are left for all of it
            - x86_64-linux-gnu: `big`: the caller copies 24 bytes, since the callee owns its argument, and it is larger than two eightbytes
            - aarch64-linux-gnu: `big`: the caller copies 24 bytes, since the callee owns its argument, and it is larger than 16 bytes (may be left out)

            Why, on x86_64-linux-gnu:

            - `a`, `b`, `c`, `d`, `e`, `f`, `g`: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)
            - `f`, `g`: no register of the class is free: the value goes to the stack (System V x86-64 psABI 1.0 §3.2.3)
            - `pair`: an eightbyte with an integer or pointer in it has class INTEGER (System V x86-64 psABI 1.0 §3.2.3)
            - `pair`: an eightbyte of floating-point numbers only has class SSE (System V x86-64 psABI 1.0 §3.2.3)
            - `pair`: if any eightbyte finds no free register, the whole value goes to the stack and takes none (System V x86-64 psABI 1.0 §3.2.3)
            - `big`, `result`: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)
            - `x`: floating-point numbers and vectors have class SSE (System V x86-64 psABI 1.0 §3.2.3)
            - `result`: a result of class MEMORY is written to an address passed in rdi and returned in rax (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `a`, `b`, `c`, `d`, `e`, `f`, `g`: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
            - `pair`, `big`: a value that does not fit the general registers goes to the stack and closes them (AAPCS64 §6.8.2 C.13)
            - `pair`: the stack slot is aligned to the larger of 8 and the natural alignment (AAPCS64 §6.8.2 C.4 and C.14)
            - `big`: a composite of more than 16 bytes is copied by the caller and its address passed (AAPCS64 §6.8.2 B.4)
            - `x`: a floating-point number or short vector takes the next vector register (AAPCS64 §6.8.2 C.1)
            - `result`: a result of more than 16 bytes is written to the address in x8 (AAPCS64 §6.9)

            ```llvm
            ; x86_64-linux-gnu
            declare void @main.mix(ptr sret({ i64, i64, i64 }) align 8, i64, i64, i64, i64, i64, i64, i64, ptr byval({ i64, double }) align 8, ptr byval({ i64, i64, i64 }) align 8, float)
            ; aarch64-linux-gnu
            declare void @main.mix(ptr sret({ i64, i64, i64 }) align 8, i64, i64, i64, i64, i64, i64, i64, [2 x i64], ptr, float)
            ```

            ```clif
            ; x86_64-linux-gnu
            function %main.mix(i64 sret, i64, i64, i64, i64, i64, f32, i64, i64, i64, i64, i64, i64, i64) system_v
            ; aarch64-linux-gnu
            function %main.mix(i64 sret, i64, i64, i64, i64, i64, i64, i64, i64, f32, i64, i64, i64) system_v
            ```
        "#]],
    );
}

#[test]
fn unions_packed_and_over_aligned_types() {
    check(
        "type union Bi$0ts { let @whole: u64  let @single: f32 }\n",
        expect![[r#"
            [Bits]

            ```text
            Bits · 8 bytes · align 8 · copied on use
            x86-64   argument: rdi  result: rax
            aarch64  argument: x0   result: x0

            0  whole   u64  ████████
            0  single  f32  ████····
            ```

            ---

            | passed   | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------- | :--------------- | :---------------- |
            | argument | rdi              | x0                |
            | result   | rax              | x0                |

            | form                | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------------------ | :--------------- | :---------------- |
            | argument, LLVM      | `i64`            | `i64`             |
            | result, LLVM        | `i64`            | `i64`             |
            | argument, Cranelift | `i64`            | `i64`             |
            | result, Cranelift   | `i64`            | `i64`             |

            Why, on x86_64-linux-gnu:

            - argument, result: an eightbyte with an integer or pointer in it has class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument, result: a composite of up to 16 bytes takes consecutive general registers (AAPCS64 §6.8.2 C.12)
            - result: a result travels in the registers that a first argument would take (AAPCS64 §6.9)
        "#]],
    );
    check(
        "@[packed]\ntype copy Hea$0der { let @kind: u8  let @length: u32  let @check: u16 }\n",
        expect![[r#"
            [Header]

            ```text
            Header · 7 bytes · align 1 · copied on use
            x86-64   argument: stack, 7 B copied  result: through rdi
            aarch64  argument: x0                 result: x0

            0  kind    u8   █·······
            1  length  u32  ·████···
            5  check   u16  ·····██·
            ```

            ---

            | passed   | x86_64-linux-gnu                   | aarch64-linux-gnu |
            | :------- | :--------------------------------- | :---------------- |
            | argument | memory at stack+0                  | x0                |
            | result   | hidden pointer in rdi, back in rax | x0                |

            | form                | x86_64-linux-gnu                              | aarch64-linux-gnu |
            | :------------------ | :-------------------------------------------- | :---------------- |
            | argument, LLVM      | `ptr byval(<{ i8, i32, i16 }>) align 8`       | `i64`             |
            | result, LLVM        | `void (ptr sret(<{ i8, i32, i16 }>) align 1)` | `i56`             |
            | argument, Cranelift | `i64, i64, i64, i64, i64, i64, i64`           | `i64`             |
            | result, Cranelift   | `i64 sret`                                    | `i64`             |

            Copies that this costs:

            - x86_64-linux-gnu: argument: the caller copies 7 bytes, since the callee owns its argument, and a member is not aligned

            Why, on x86_64-linux-gnu:

            - argument, result: a value with an unaligned member has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)
            - result: a result of class MEMORY is written to an address passed in rdi and returned in rax (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument, result: a composite of up to 16 bytes takes consecutive general registers (AAPCS64 §6.8.2 C.12)
            - result: a result travels in the registers that a first argument would take (AAPCS64 §6.9)
        "#]],
    );
    check(
        "@[align(32)]\ntype copy Lan$0e { let @sum: f64  let @count: i32 }\n",
        expect![[r#"
            [Lane]

            ```text
            Lane · 32 bytes · align 32 · 20 padding · copied on use
            x86-64   argument: stack, 32 B copied  result: through rdi
            aarch64  argument: x0 → copy of 32 B   result: through x8

             0  sum    f64  ████████
             8  count  i32  ████····
            ```

            ---

            | passed   | x86_64-linux-gnu                   | aarch64-linux-gnu              |
            | :------- | :--------------------------------- | :----------------------------- |
            | argument | memory at stack+0                  | hidden pointer in x0 to a copy |
            | result   | hidden pointer in rdi, back in rax | hidden pointer in x8           |

            | form                | x86_64-linux-gnu                                       | aarch64-linux-gnu                                      |
            | :------------------ | :----------------------------------------------------- | :----------------------------------------------------- |
            | argument, LLVM      | `ptr byval({ double, i32, [20 x i8] }) align 32`       | `ptr`                                                  |
            | result, LLVM        | `void (ptr sret({ double, i32, [20 x i8] }) align 32)` | `void (ptr sret({ double, i32, [20 x i8] }) align 32)` |
            | argument, Cranelift | `i64, i64, i64, i64, i64, i64, i64, i64, i64, i64`     | `i64`                                                  |
            | result, Cranelift   | `i64 sret`                                             | `i64 sret`                                             |

            - x86_64-linux-gnu: Cranelift calls a thunk that copies the argument area of 32 bytes to a multiple of 32

            Copies that this costs:

            - x86_64-linux-gnu: argument: the caller copies 32 bytes, since the callee owns its argument, and it is larger than two eightbytes
            - aarch64-linux-gnu: argument: the caller copies 32 bytes, since the callee owns its argument, and it is larger than 16 bytes (may be left out)

            Why, on x86_64-linux-gnu:

            - argument, result: a value of more than two eightbytes has class MEMORY (System V x86-64 psABI 1.0 §3.2.3)
            - result: a result of class MEMORY is written to an address passed in rdi and returned in rax (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument: a composite of more than 16 bytes is copied by the caller and its address passed (AAPCS64 §6.8.2 B.4)
            - argument: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
            - result: a result of more than 16 bytes is written to the address in x8 (AAPCS64 §6.9)
        "#]],
    );
}

#[test]
fn aliases_and_uses() {
    check(
        "type Id$0 = (i32, f64)\n",
        expect![[r#"
            [Id]

            ```text
            (i32, f64) · 16 bytes · align 8 · 4 padding · copied on use
            x86-64   argument: rdi xmm0  result: rax xmm0
            aarch64  argument: x0 x1     result: x0 x1

             0  0  i32  ████····
             8  1  f64  ████████
            ```

            ---

            The same type as `(i32, f64)`.

            ---

            | passed   | x86_64-linux-gnu      | aarch64-linux-gnu  |
            | :------- | :-------------------- | :----------------- |
            | argument | rdi[0..4] xmm0[8..16] | x0[0..8] x1[8..16] |
            | result   | rax[0..4] xmm0[8..16] | x0[0..8] x1[8..16] |

            | form                | x86_64-linux-gnu  | aarch64-linux-gnu |
            | :------------------ | :---------------- | :---------------- |
            | argument, LLVM      | `i32, double`     | `[2 x i64]`       |
            | result, LLVM        | `{ i32, double }` | `[2 x i64]`       |
            | argument, Cranelift | `i32, f64`        | `i64, i64`        |
            | result, Cranelift   | `i32, f64`        | `i64, i64`        |

            Why, on x86_64-linux-gnu:

            - argument, result: an eightbyte with an integer or pointer in it has class INTEGER (System V x86-64 psABI 1.0 §3.2.3)
            - argument, result: an eightbyte of floating-point numbers only has class SSE (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - argument, result: a composite of up to 16 bytes takes consecutive general registers (AAPCS64 §6.8.2 C.12)
            - result: a result travels in the registers that a first argument would take (AAPCS64 §6.9)
        "#]],
    );
    check(
        "# Two numbers.\ntype copy Pair { let @a: i64  let @b: i32 }\nfn f(p: Pa$0ir) { }\n",
        expect![[r#"
            [Pair]

            ```text
            Pair · 16 bytes · align 8 · 4 padding · copied on use
            x86-64   argument: rdi rsi  result: rax rdx
            aarch64  argument: x0 x1    result: x0 x1
            ```

            ```lang
            type copy Pair {
              let @a: i64
              let @b: i32
            }
            ```

            type `main.Pair`

            Two numbers.
        "#]],
    );
}

#[test]
fn blocks_are_switched_off() {
    let text = "type copy Pair { let @a: i64  let @b: i32 }\nfn f(p: Pa$0ir) { }\n";
    let all = HoverSettings { layout: ShowBlock::Always, abi: ShowBlock::Always, codegen: false, ..settings() };
    expect![[r#"
        [Pair]

        ```text
        Pair · 16 bytes · align 8 · 4 padding · copied on use
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1

         0  a  i64  ████████
         8  b  i32  ████····
        ```

        ```lang
        type copy Pair {
          let @a: i64
          let @b: i32
        }
        ```

        type `main.Pair`

        ---

        | passed   | x86_64-linux-gnu     | aarch64-linux-gnu  |
        | :------- | :------------------- | :----------------- |
        | argument | rdi[0..8] rsi[8..12] | x0[0..8] x1[8..16] |
        | result   | rax[0..8] rdx[8..12] | x0[0..8] x1[8..16] |

        Why, on x86_64-linux-gnu:

        - argument, result: an eightbyte with an integer or pointer in it has class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

        Why, on aarch64-linux-gnu:

        - argument, result: a composite of up to 16 bytes takes consecutive general registers (AAPCS64 §6.8.2 C.12)
        - result: a result travels in the registers that a first argument would take (AAPCS64 §6.9)
    "#]].assert_eq(&page(text, &all));
    let none = HoverSettings { layout: ShowBlock::Never, abi: ShowBlock::Never, targets: Vec::new(), ..settings() };
    expect![[r#"
        [Pair]

        ```text
        Pair · copied on use
        ```

        ```lang
        type copy Pair {
          let @a: i64
          let @b: i32
        }
        ```

        type `main.Pair`
    "#]]
    .assert_eq(&page(text, &none));
}

#[test]
fn a_target_without_a_plan_for_cranelift_says_so() {
    let target = abi::Target::parse("powerpc64le-linux-gnu").expect("it has a name");
    let only = HoverSettings { targets: vec![target], ..settings() };
    expect![[r#"
        [Pair]

        ```text
        Pair · 8 bytes · align 8 · copied on use
        ppc64le  argument: r3  result: r3

        0  a  i64  ████████
        ```

        ---

        | passed   | powerpc64le-linux-gnu |
        | :------- | :-------------------- |
        | argument | r3                    |
        | result   | r3                    |

        | form                | powerpc64le-linux-gnu |
        | :------------------ | :-------------------- |
        | argument, LLVM      | `i64`                 |
        | result, LLVM        | `i64`                 |
        | argument, Cranelift | `not possible`        |
        | result, Cranelift   | `not possible`        |

        - this target in Cranelift is not supported: Cranelift makes no code for it; use the LLVM form

        Why, on powerpc64le-linux-gnu:

        - argument, result: an aggregate takes consecutive doublewords: the first in general registers, the others on the stack (64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.4.1)
        - argument: the first eight doublewords of the parameter save area are the registers r3 to r10 (64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.4.1)
        - result: a result travels in the registers that a first argument would take (64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.6)
    "#]]
    .assert_eq(&page("type copy Pair$0 { let @a: i64 }\n", &only));
    expect![[r#"
        [two]

        ```text
        two(a) -> i64
                ppc64le
        a       r3
        result  r3
        ```

        ---

        Symbol `main.two`.

        | value    | type  | bytes | powerpc64le-linux-gnu |
        | :------- | :---- | ----: | :-------------------- |
        | `a`      | `i64` |     8 | r3                    |
        | `result` | `i64` |     8 | r3                    |

        Why, on powerpc64le-linux-gnu:

        - `a`, `result`: the first eight doublewords of the parameter save area are the registers r3 to r10 (64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.4.1)
        - `result`: a result travels in the registers that a first argument would take (64-Bit ELF V2 ABI Specification: Power Architecture 1.5 §2.2.6)

        ```llvm
        declare i64 @main.two(i64)
        ```

        ```clif
        ; this target in Cranelift is not supported: Cranelift makes no code for it; use the LLVM form
        ```
    "#]]
    .assert_eq(&page("fn two$0(a: i64) -> i64 { a }\n", &only));
}

#[test]
fn what_is_left_out_for_this_target_says_so() {
    check(
        "@[only(os: \"windows\")]\nfn page$0_size -> i64 { inner() }\n@[only(os: \"windows\")]\nfn inner -> i64 { 65536 }\n",
        expect![[r#"
            [page_size]

            ```text
            page_size() -> i64
                    x86-64  aarch64
            result  rax     x0
            ```

            Not on this target: exists only on windows.

            ---

            Symbol `main.page_size`.

            | value    | type  | bytes | x86_64-linux-gnu | aarch64-linux-gnu |
            | :------- | :---- | ----: | :--------------- | :---------------- |
            | `result` | `i64` |     8 | rax              | x0                |

            Why, on x86_64-linux-gnu:

            - `result`: integers and pointers have class INTEGER (System V x86-64 psABI 1.0 §3.2.3)

            Why, on aarch64-linux-gnu:

            - `result`: an integer or pointer takes the next general register (AAPCS64 §6.8.2 C.9)
            - `result`: a result travels in the registers that a first argument would take (AAPCS64 §6.9)

            ```llvm
            declare i64 @main.page_size()
            ```

            ```clif
            function %main.page_size() -> i64 system_v
            ```
        "#]],
    );
}

/// The columns of tables are as wide as names are long, and a format's widths end at 65,535.
#[test]
fn names_of_any_length_are_shown() {
    let name = "n".repeat(70_000);
    let function = format!("fn $0{name}({name}1: i64) -> i64 {{ {name}1 }}\n");
    let ty = format!("type copy $0T {{ let @{name}: i64  let @b: {name} }}\ntype copy {name} {{ let @a: i32 }}\n");
    for text in [function, ty] {
        let shown = page(&text, &settings());
        assert!(shown.contains(&name), "{}", &shown[..shown.len().min(200)]);
    }
}
