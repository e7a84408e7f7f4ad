//! Promises that are kept, and those that are not, on the fixture's target, x86-64 Linux.

use expect_test::expect;

use crate::fixture::check;

#[test]
fn of_types() {
    check(
        "@[abi(registers)] type copy Large { let @x: f64  let @y: f64  let @z: f64 }
@[abi(registers, max_bytes: 12, no_copies)] type copy Small { let @x: f32  let @y: f32  let @z: f32 }
@[abi(max_bytes: 8)] type copy Padded { let @a: u8  let @b: i64 }
@[abi(no_copies)] type copy Copied { let @x: [f64; 4] }
@[abi(registers, max_bytes: 8)] type Heap { let @x: [f64; 40] }
@[abi(registers)] type union Either { let @a: f64  let @b: [u8; 17] }",
        expect![[r#"
            1:29 E0510 `argument: Large` does not travel in registers on x86_64-linux-gnu: copied to the stack [1:68 with this field it has more than 16 bytes] (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3])
            3:32 E0511 `argument: Padded` has 16 bytes on x86_64-linux-gnu, and at most 8 are promised [3:58 with this field it has more than 8 bytes]
            4:29 E0512 passing `argument: Copied` copies 32 bytes on x86_64-linux-gnu: the callee owns its argument, and it is larger than two eightbytes [4:43 with this field it has more than 16 bytes] (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3])
            6:30 E0510 `argument: Either` does not travel in registers on x86_64-linux-gnu: copied to the stack [6:57 with this field it has more than 16 bytes] (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3])
        "#]],
    );
}

#[test]
fn of_functions() {
    check(
        "type copy Big { let @x: [f64; 3] }
type copy Pair { let @a: i64  let @b: i64 }
@[abi(registers)] fn kept(a: Pair, b: ref Big, c: f64) -> Pair { a }
@[abi(registers)] fn runs_out(a: Pair, b: Pair, c: i64, d: Pair) -> i64 { c }
@[abi(registers)] fn result -> Big { Big(x: [0.0; 3]) }
@[abi(no_copies)] fn in_place -> Big { Big(x: [0.0; 3]) }
@[abi(no_copies)] fn copies(a: Big) -> f64 { a.x[0] }
@[abi(max_bytes: 16)] fn large(a: Pair, b: Big) { }
type copy Deep { let @x: [f64; 3]
  @[abi(registers)] fn borrowed -> f64 { @x[0] }
  @[abi(no_copies)] fn static taken(a: Deep) -> f64 { a.x[0] }
}
extern { @[abi(registers)] fn far(a: Big) }",
        expect![[r#"
            3:36 W0401 `b` is never used
            3:48 W0401 `c` is never used
            4:31 W0401 `a` is never used
            4:40 W0401 `b` is never used
            4:57 W0401 `d` is never used
            4:60 E0510 `d: Pair` does not travel in registers on x86_64-linux-gnu: copied to the stack [2:11 its type has 16 bytes] (if any eightbyte finds no free register, the whole value goes to the stack and takes none [System V x86-64 psABI 1.0 §3.2.3])
            5:32 E0510 `result: Big` does not travel in registers on x86_64-linux-gnu: hidden result pointer, which returns in rax [1:11 its type has 24 bytes] (a result of class MEMORY is written to an address passed in rdi and returned in rax [System V x86-64 psABI 1.0 §3.2.3])
            7:32 E0512 passing `a: Big` copies 24 bytes on x86_64-linux-gnu: the callee owns its argument, and it is larger than two eightbytes [1:11 its type has 24 bytes] (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3])
            8:32 W0401 `a` is never used
            8:41 W0401 `b` is never used
            8:44 E0511 `b: Big` has 24 bytes on x86_64-linux-gnu, and at most 16 are promised [1:11 its type has 24 bytes]
            11:40 E0512 passing `a: Deep` copies 24 bytes on x86_64-linux-gnu: the callee owns its argument, and it is larger than two eightbytes [9:11 its type has 24 bytes] (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3])
            13:38 E0510 `a: Big` does not travel in registers on x86_64-linux-gnu: copied to the stack [1:11 its type has 24 bytes] (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3])
        "#]],
    );
}

/// Promises of what has type parameters are those of the program's instances, of which the first by name tells.
#[test]
fn of_instances() {
    check(
        "@[abi(max_bytes: 8)] type inline Pair[A, B] { let @a: A  let @b: B }
@[abi(registers)] fn take[T](_value: T) { }
type Holder[T] { let @of: T
  @[abi(registers, no_copies)] fn static keep(_of: T) { }
}
@[abi(max_bytes: 4)] fn never_called[T](_value: T) { }
trait Area { @[abi(registers)] fn area -> f64 }
fn main() {
  let a = Pair(1 as i32, 2 as i32)
  let b = Pair(1, 2.5)
  println(\"${a.a} ${a.b} ${b.a} ${b.b}\")
  take(1)
  take((1, 2, 3))
  take([1.0; 4])
  Holder[i64].keep(1)
  Holder[[f64; 5]].keep([0.0; 5])
}",
        expect![[r#"
            1:34 E0511 `argument: Pair[i64, f64]` has 16 bytes on x86_64-linux-gnu, and at most 8 are promised [1:63 with this field it has more than 8 bytes] (in the instance `Pair[i64, f64]` of this program)
            2:38 E0510 `_value: (i64, i64, i64)` does not travel in registers on x86_64-linux-gnu: copied to the stack (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]) (in the instance `main.take[(i64, i64, i64)]` of this program)
            4:52 E0510 `_of: [f64; 5]` does not travel in registers on x86_64-linux-gnu: copied to the stack (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]) (in the instance `main.Holder[[f64; 5]].keep` of this program)
            4:52 E0512 passing `_of: [f64; 5]` copies 40 bytes on x86_64-linux-gnu: the callee owns its argument, and it is larger than two eightbytes (a value of more than two eightbytes has class MEMORY [System V x86-64 psABI 1.0 §3.2.3]) (in the instance `main.Holder[[f64; 5]].keep` of this program)
        "#]],
    );
    // Of a program with errors nobody knows the instances.
    check(
        "@[abi(max_bytes: 8)] fn take[T](_value: T) { }
fn main() { take((1, 2))  take(missing) }",
        expect![[r#"
            2:32 E0101 unknown name `missing`
        "#]],
    );
}

#[test]
fn nothing_follows_from_other_errors() {
    check(
        "@[abi(registers)] fn broken(a: Missing, b: [f64; 9]) { }
@[abi(registers)] type copy Round { let @next: Round }",
        expect![[r#"
            1:32 E0102 unknown type `Missing`
            2:29 E0249 `Round` contains itself [2:42 ] (the cycle is `Round.next` → `Round`)
        "#]],
    );
}
