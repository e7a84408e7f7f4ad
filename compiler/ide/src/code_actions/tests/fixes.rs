//! Quick fixes.

use expect_test::expect;

use super::{check, check_none};

#[test]
fn the_fix_of_a_diagnostic() {
    check(
        "Declare it with `let mut`",
        "fn main {\n  let n = 1\n  $0n = 2\n  println(n)\n}\n",
        expect![[r#"
            fn main {
              let mut n = 1
              n = 2
              println(n)
            }
        "#]],
    );
    check(
        "Add `mut`",
        "type copy P { let @x: i64 }\nfn main {\n  let p = P(x: 1)\n  $0p.x = 2\n  println(p.x)\n}\n",
        expect![[r#"
            type copy P { let @x: i64 }
            fn main {
              let mut p = P(x: 1)
              p.x = 2
              println(p.x)
            }
        "#]],
    );
    check(
        "Call the method",
        "type copy P {\n  let @x: i64\n  fn len -> i64 { @x }\n}\nfn main {\n  let p = P(x: 1)\n  println(p.$0len)\n}\n",
        expect![[r#"
            type copy P {
              let @x: i64
              fn len -> i64 { @x }
            }
            fn main {
              let p = P(x: 1)
              println(p.len())
            }
        "#]],
    );
}

#[test]
fn a_name_is_imported() {
    check(
        "Import `dot` from `geometry.vec`",
        "# About.\n\nfn main {\n  println($0dot(1))\n}\n#- geometry/vec.lang\npub fn dot(x: i64) -> i64 { x }\n",
        expect![[r#"
            # About.

            import geometry.vec (dot)

            fn main {
              println(dot(1))
            }
            #- geometry/vec.lang
            pub fn dot(x: i64) -> i64 { x }
        "#]],
    );
    check(
        "Import `dot` from `geometry.vec`",
        "import geometry.vec (Vec, zero)\n\nfn main {\n  let v: Vec = zero()\n  println($0dot(v.x))\n}\n#- geometry/vec.lang\npub type copy Vec {\n  pub let @x: i64\n}\npub fn zero -> Vec { Vec(x: 0) }\npub fn dot(x: i64) -> i64 { x }\n",
        expect![[r#"
            import geometry.vec (Vec, dot, zero)

            fn main {
              let v: Vec = zero()
              println(dot(v.x))
            }
            #- geometry/vec.lang
            pub type copy Vec {
              pub let @x: i64
            }
            pub fn zero -> Vec { Vec(x: 0) }
            pub fn dot(x: i64) -> i64 { x }
        "#]],
    );
    check(
        "Import `Vec` from `b`",
        "import a (one)\nimport c (three)\n\nfn f(v: $0Vec) { println(one() + three()) }\n#- a.lang\npub fn one -> i64 { 1 }\n#- b.lang\npub type copy Vec {}\n#- c.lang\npub fn three -> i64 { 3 }\n",
        expect![[r#"
            import a (one)
            import b (Vec)
            import c (three)

            fn f(v: Vec) { println(one() + three()) }
            #- a.lang
            pub fn one -> i64 { 1 }
            #- b.lang
            pub type copy Vec {}
            #- c.lang
            pub fn three -> i64 { 3 }
        "#]],
    );
    check_none("Import", "fn main { println($0dot(1)) }\n#- a.lang\nfn dot(x: i64) -> i64 { x }\n");
}

#[test]
fn missing_fields_and_arguments() {
    check(
        "Add all missing fields",
        "type copy Inner { let @a: [u8; 3]  let @b: (i32, bool) }\ntype Outer {\n  let @name: String\n  let @at: Inner\n  let @next: Pointer[Outer]\n  let @size: f32\n}\nfn main {\n  let size: f32 = 2.0\n  let outer = $0Outer(name: \"x\")\n  println(outer.size)\n}\n",
        expect![[r#"
            type copy Inner { let @a: [u8; 3]  let @b: (i32, bool) }
            type Outer {
              let @name: String
              let @at: Inner
              let @next: Pointer[Outer]
              let @size: f32
            }
            fn main {
              let size: f32 = 2.0
              let outer = Outer(name: "x", at: Inner(a: [0; 3], b: (0, false)), next: Pointer.null(), size: size)
              println(outer.size)
            }
        "#]],
    );
    check(
        "Add the missing argument",
        "fn add(a: i64, b: i64) -> i64 { a + b }\nfn main { println($0add(1)) }\n",
        expect![[r#"
            fn add(a: i64, b: i64) -> i64 { a + b }
            fn main { println(add(1, 0)) }
        "#]],
    );
    check(
        "Add all missing arguments",
        "fn add(a: i64, b: ref String, c: bool) -> i64 { a }\nfn main { println($0add()) }\n",
        expect![[r#"
            fn add(a: i64, b: ref String, c: bool) -> i64 { a }
            fn main { println(add(0, panic("write `b`"), false)) }
        "#]],
    );
    check(
        "Add the missing argument",
        "fn add(a: i64, b: i64) -> i64 { a + b }\nfn main {\n  println($0add(\n    1,\n  ))\n}\n",
        expect![[r#"
            fn add(a: i64, b: i64) -> i64 { a + b }
            fn main {
              println(add(
                1, 0
              ))
            }
        "#]],
    );
    check(
        "Add the missing argument",
        "type copy P {\n  let @x: i64\n  fn plus(n: i64) -> i64 { @x + n }\n}\nfn main { println(P(x: 1).$0plus()) }\n",
        expect![[r#"
            type copy P {
              let @x: i64
              fn plus(n: i64) -> i64 { @x + n }
            }
            fn main { println(P(x: 1).plus(0)) }
        "#]],
    );
}

#[test]
fn a_function_is_written() {
    check(
        "Write the function `area`",
        "type copy Size { let @width: f64 }\nfn main {\n  let size = Size(width: 2.0)\n  let a: f64 = $0area(size, size.width, 3)\n  println(a)\n}\n\nfn other {}\n",
        expect![[r#"
            type copy Size { let @width: f64 }
            fn main {
              let size = Size(width: 2.0)
              let a: f64 = area(size, size.width, 3)
              println(a)
            }

            fn area(size: Size, width: f64, argument2: i64) -> f64 {
              panic("write `area`")
            }

            fn other {}
        "#]],
    );
    check(
        "Write the function `help`",
        "fn main { $0help() }\n",
        expect![[r#"
        fn main { help() }

        fn help {
          panic("write `help`")
        }
    "#]],
    );
    check(
        "Write the function `test_it`",
        "fn f -> bool { $0test_it(true) }\n",
        expect![[r#"
            fn f -> bool { test_it(true) }

            fn test_it(argument0: bool) -> bool {
              panic("write `test_it`")
            }
        "#]],
    );
}

#[test]
fn a_parameter_is_copied() {
    check(
        "Copy `p` into a `let mut`",
        "type copy P { let @x: i64 }\nfn f(p: P) -> P {\n  $0p.x = 2\n  p\n}\n",
        expect![[r#"
            type copy P { let @x: i64 }
            fn f(p: P) -> P {
              let mut p = p
              p.x = 2
              p
            }
        "#]],
    );
    check(
        "Copy `n` into a `let mut`",
        "fn f(n: i64) -> i64 {\n  $0n += 1\n  n\n}\n",
        expect![[r#"
            fn f(n: i64) -> i64 {
              let mut n = n
              n += 1
              n
            }
        "#]],
    );
    check(
        "Copy `n` into a `let mut`",
        "fn f(n: i64) { $0n += 1  println(n) }\n",
        expect![[r#"
            fn f(n: i64) { let mut n = n  n += 1  println(n) }
        "#]],
    );
}

#[test]
fn a_moved_value_of_plain_bits() {
    check(
        "Make `P` `copy`",
        "type inline P { let @x: i64 }\nfn take(p: P) { println(p.x) }\nfn main {\n  let p = P(x: 1)\n  take(p)\n  take($0p)\n}\n",
        expect![[r#"
            type copy P { let @x: i64 }
            fn take(p: P) { println(p.x) }
            fn main {
              let p = P(x: 1)
              take(p)
              take(p)
            }
        "#]],
    );
    check_none(
        "Make",
        "type inline P { let @x: String }\nfn take(p: P) { println(p.x) }\nfn main {\n  let p = P(x: \"\")\n  take(p)\n  take($0p)\n}\n",
    );
}

#[test]
fn unsafe_around_a_call() {
    check(
        "Put it in `unsafe { … }`",
        "extern { fn getpid -> i32 }\nfn main { println($0getpid()) }\n",
        expect![[r#"
            extern { fn getpid -> i32 }
            fn main { println(unsafe { getpid() }) }
        "#]],
    );
}

#[test]
fn unused_imports_go() {
    let other = "\n#- a.lang\npub fn one -> i64 { 1 }\npub fn two -> i64 { 2 }\npub fn three -> i64 { 3 }\n";
    check(
        "Remove the import of `two`",
        &format!("import a (one, $0two)\n\nfn main {{ println(one()) }}{other}"),
        expect![[r#"
            import a (one)

            fn main { println(one()) }
            #- a.lang
            pub fn one -> i64 { 1 }
            pub fn two -> i64 { 2 }
            pub fn three -> i64 { 3 }
        "#]],
    );
    check(
        "Remove the import of `two`",
        &format!("import a ($0two)\n\nfn main {{}}{other}"),
        expect![[r#"

            fn main {}
            #- a.lang
            pub fn one -> i64 { 1 }
            pub fn two -> i64 { 2 }
            pub fn three -> i64 { 3 }
        "#]],
    );
    check(
        "Remove all unused imports",
        &format!("import a (one, $0two, three)\nimport a\n\nfn main {{ println(one()) }}{other}"),
        expect![[r#"
            import a (one)

            fn main { println(one()) }
            #- a.lang
            pub fn one -> i64 { 1 }
            pub fn two -> i64 { 2 }
            pub fn three -> i64 { 3 }
        "#]],
    );
}

#[test]
fn a_name_that_is_never_read_changes_everywhere() {
    let title = "Begin its name with `_`";
    check(
        title,
        "fn main {\n  let mut $0n = 1\n  n = 2\n  if true { n = 3 }\n}\n",
        expect![[r#"
        fn main {
          let mut _n = 1
          _n = 2
          if true { _n = 3 }
        }
    "#]],
    );
    check(
        title,
        "fn f($0by: i64, other: i64) -> i64 { other }\nfn main { println(f(other: 1, by: 2)) }\n",
        expect![[r#"
            fn f(_by: i64, other: i64) -> i64 { other }
            fn main { println(f(other: 1, _by: 2)) }
        "#]],
    );
    check(
        title,
        "fn main {\n  let $0n = 1\n}\n",
        expect![[r#"
        fn main {
          let _n = 1
        }
    "#]],
    );
}
