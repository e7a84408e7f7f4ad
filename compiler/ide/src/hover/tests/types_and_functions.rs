//! Types: layout and how they travel. Functions: where each value lands.

use expect_test::expect;

use super::check;

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

            ```lang
            pub type copy Particle {
              let @position: Vec3
              let @alive: bool
              let @mass: f32
            }
            ```

            type `main.Particle`

            A thing that moves.

            It *never* stops.

            ---

            **Layout**: 32 bytes, aligned to 8, 3 bytes of padding. Copied on use (32 bytes, plain bits).

            | offset | size | padding | field      | type                              |
            | -----: | ---: | ------: | :--------- | :-------------------------------- |
            |      0 |   24 |         | `position` | `Vec3 { x: f64, y: f64, z: f64 }` |
            |     24 |    1 |       3 | `alive`    | `bool`                            |
            |     28 |    4 |         | `mass`     | `f32`                             |

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

            - x86_64-linux-gnu: argument: the caller copies 32 bytes, since the callee owns its argument
            - aarch64-linux-gnu: argument: the caller copies 32 bytes, since the callee owns its argument (may be left out)
            - result: the callee copies 32 bytes, since it is written where the hidden pointer leads (may be left out)

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

            ```lang
            type copy Color {
              let @r: f32
              let @g: f32
              let @b: f32
              let @a: f32
            }
            ```

            type `main.Color`

            ---

            **Layout**: 16 bytes, aligned to 4, no padding. Copied on use (16 bytes, plain bits).

            | offset | size | padding | field | type  |
            | -----: | ---: | ------: | :---- | :---- |
            |      0 |    4 |         | `r`   | `f32` |
            |      4 |    4 |         | `g`   | `f32` |
            |      8 |    4 |         | `b`   | `f32` |
            |     12 |    4 |         | `a`   | `f32` |

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

            Copies that this costs:

            - argument: the callee copies 16 bytes, since its registers are put together in memory (may be left out)
            - result: the caller copies 16 bytes, since the registers of the result are put together in memory (may be left out)

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

            ```lang
            type Node {
              let @name: String
              let @left: Pointer[Node]
              let @depth: u8
            }
            ```

            type `main.Node`

            ---

            **Value**: a pointer, 8 bytes, never null. Moved: the pointer goes, the object stays; freed at its owner's end.

            **Object** on the heap: 24 bytes, aligned to 8, 7 bytes of padding.

            | offset | size | padding | field   | type            |
            | -----: | ---: | ------: | :------ | :-------------- |
            |      0 |    8 |         | `name`  | `String`        |
            |      8 |    8 |         | `left`  | `Pointer[Node]` |
            |     16 |    1 |       7 | `depth` | `u8`            |

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

            ```lang
            fn mix(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, pair: Pair, big: Big, x: f32) -> Big
            ```

            function `main.mix`

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

            Stack for arguments: 64 bytes (x86_64-linux-gnu), 32 bytes (aarch64-linux-gnu).

            Copies that this costs:

            - `pair`: the caller copies 16 bytes, since the callee owns its argument
            - x86_64-linux-gnu: `big`: the caller copies 24 bytes, since the callee owns its argument
            - aarch64-linux-gnu: `big`: the caller copies 24 bytes, since the callee owns its argument (may be left out)
            - `result`: the callee copies 24 bytes, since it is written where the hidden pointer leads (may be left out)

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
