//! Item trees and bodies of small texts, as text.

use expect_test::{Expect, expect};
use source::Database;

use super::dump_module;
use crate::fixture::{load, main_module};

fn check(text: &str, expected: Expect) {
    let db = Database::new();
    let files = load(&db, &[("", text), ("vec", "pub fn dot(a: i64) -> i64 { a }\npub let ONE = 1\n")]);
    expected.assert_eq(&dump_module(&db, main_module(&db, &files)));
}

#[test]
fn heads() {
    check(
        "import vec (dot, ONE as uno)\nimport extern \"m\"\n\
         @[packed] pub type copy P { pub let @x: f64 @[align(8)] let @y: [u8; 3 + 1] pub fn mut f(by: ref Self) -> () { } fn static g { } }\n\
         type enum E[T: ref + Show]: u8 { case A(i64, T) case B = 4 case C = -1 }\n\
         type F = extern fn (vec.P[i64], mut dyn Show) -> (i64,)\n\
         extern { @[name(\"x\")] fn printf(f: Pointer[u8], ...) -> i32 let mut optind: i32 type opaque }\n\
         trait A[T]: B { fn area -> f64 }\nimpl[T] A[T] for P\nimpl P { unsafe fn move h[U](u: U) { } }\n",
        expect![[r#"
            import vec (dot, ONE as uno)
            import extern "m"
            @[packed()] pub type main.P copy
              pub @x: f64
              @[align(8)] @y: [u8; …]
            pub function main.P.f(mut self, by: ref Self) -> ()
              block
            function main.P.g()
              block
            type main.E[T: ref + Show] heap: u8
              case A(i64, T)
              case B() = 4
              case C() = constant 0
            type alias main.F = extern fn (vec.P[i64], mut dyn Show) -> (i64,)
            @[name("x")] C function main.printf(f: Pointer[u8], ...) -> i32
            C global main.optind mut: i32
            opaque C type main.opaque
            trait main.A[T]: B
            function main.A.area(ref self) -> f64
            impl main.P:A[T][T]
            impl main.P
            function main.P.h[U](move self, u: U) unsafe
              block
        "#]],
    );
}

#[test]
fn names_are_resolved_by_scope() {
    check(
        "import vec\nlet N = 2\nfn f(x: i64) -> i64 { let x = x + N\n { let x = x } \n vec.dot(x) + f(vec.ONE) + vec.dot[i64](1) }",
        expect![[r#"
            import vec
            constant main.N
              2
            function main.f(x: i64) -> i64
              block
                let
                  x#1
                  = Add
                    x#0
                    main.N
                block
                  let
                    x#2
                    = x#1
                value: Add
                  Add
                    call
                      main.vec.dot
                      x#1
                    call
                      main.f
                      main.vec.ONE
                  call
                    instantiate [i64]
                      main.vec.dot
                    1
        "#]],
    );
}

#[test]
fn calls_indices_and_type_arguments() {
    check(
        "type G[T] { let @v: T fn m[U](u: U) -> T { @v.f(1, to: u)[0].g[U](2)\n (@v)(3)\n (self.v)(T.new()) } }\nlet A = [1]\nfn f { G[i64](v: 1)\n f[(i64, ref [u8])]()\n A[0]\n Pointer[G[i64]].null()\n Self.x }",
        expect![[r#"
            type main.G[T] heap
              @v: T
            function main.G.m[U](ref self, u: U) -> T
              block
                call method g[U]
                  index
                    call method f
                      field v
                        self#0
                      1
                      to: u#1
                    0
                  2
                call
                  field v
                    self#0
                  3
                value: call
                  field v
                    self#0
                  call method new
                    main.G parameter 0
            constant main.A
              array
                1
            function main.f()
              block
                call
                  instantiate [i64]
                    main.G
                  v: 1
                call
                  instantiate [(i64, ref [u8])]
                    main.f
                index
                  main.A
                  0
                call method null
                  instantiate [G[i64]]
                    Pointer
                value: field x
                  Self
        "#]],
    );
}

#[test]
fn control_flow() {
    check(
        "fn f(a: bool) { outer: for i in 0..=9 { while let Some(x) = g && a { break outer\n continue } }\n if a { 1 } else if !a { 2 } else { 3 }\n loop { return } }",
        expect![[r#"
            function main.f(a: bool)
              block
                for #3
                  i#1
                  in: range inclusive
                    start: 0
                    end: 9
                  block
                    value: while #4
                      &&
                        let
                          case Some
                            x#2
                          = missing
                        a#0
                      block
                        break #3
                        value: continue #4
                if
                  a#0
                  then: block
                    value: 1
                  else: if
                    !
                      a#0
                    then: block
                      value: 2
                    else: block
                      value: 3
                value: loop #24
                  block
                    value: return
        "#]],
    );
}

#[test]
fn patterns_and_closures() {
    check(
        "fn f(s: S) { match s { case S.A(x, y: _) | S.B(x, ..) as z if x -> x = 1 case -1..=5 -> { } case (a, [b]) -> let c = a }\n let Some(mut q) = s else { return }\n fn move (v: i64, _) -> i64 { v + q } }",
        expect![[r#"
            function main.f(s: S)
              block
                match
                  s#0
                  case
                    as: z#2
                      or
                        case S.A
                          x#1
                          y:
                          _
                        case S.B ..
                          x#1
                    if: x#1
                    -> assign
                      x#1
                      1
                  case
                    range inclusive
                      -
                        1
                      5
                    -> block
                  case
                    tuple
                      a#3
                      array
                        b#4
                    -> block
                      let
                        c#5
                        = a#3
                let
                  case Some
                    mut q#6
                  = s#0
                  else: block
                    value: return
                value: closure move
                  v#7
                    i64
                  _
                  -> i64
                  block
                    value: Add
                      v#7
                      q#6
        "#]],
    );
}

#[test]
fn literals_and_operators() {
    check(
        "fn f(a: i64) { \"x${a as u8}\\n\"\n c\"a\"\n 1.5\n 0xff\n 'é'\n a +%= -1 << 2\n try (ref a, mut a, move a)\n [a; 3]\n unsafe { a.0.1 } }",
        expect![[r#"
            function main.f(a: i64)
              block
                interpolation
                  "x"
                  as u8
                    a#0
                  "\n"
                c"a"
                1.5
                255
                233
                assign AddWrapping
                  a#0
                  ShiftLeft
                    -
                      1
                    2
                try
                  tuple
                    ref
                      a#0
                    mut
                      a#0
                    move
                      a#0
                repeat
                  a#0
                  3
                value: unsafe
                  block
                    value: field 1
                      field 0
                        a#0
        "#]],
    );
}
