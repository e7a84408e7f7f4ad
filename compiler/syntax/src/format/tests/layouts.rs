//! How each construct is laid out.

use expect_test::{Expect, expect};

use crate::format;

fn check(text: &str, expected: Expect) {
    let formatted = format(text);
    expected.assert_eq(&formatted);
    assert_eq!(format(&formatted), formatted, "formatted again");
}

/// The same inside of a function.
fn check_body(body: &str, expected: Expect) {
    check(&format!("fn f {{\n{body}\n}}\n"), expected);
}

#[test]
fn spaces_stand_around_operators_and_behind_commas() {
    check(
        "import a . b(c as d,e)\n@[ only( os : \"linux\" ) ]\nimport   extern\"m\"\npub let   X:i64=1+2*-3\nfn static   f [T:A+B,U] ( a:ref [ T ] ,b:[u8;4] )->(A,B){a . b [ 1 ].c( x : 1 )  !a&& - b as i64<4}\nfn g{}\nfn h { }",
        expect![[r#"
            import a.b (c as d, e)
            @[only(os: "linux")]
            import extern "m"
            pub let X: i64 = 1 + 2 * -3
            fn static f[T: A + B, U](a: ref [T], b: [u8; 4]) -> (A, B) { a.b[1].c(x: 1)  !a && -b as i64 < 4 }
            fn g {}
            fn h {}
        "#]],
    );
    check(
        "type inline enum Shape [T : ref]:u8{case Circle ( f64 )   case Rect(width:f64,f64)\n}\nimpl [T:Show]Show for Tree [T]{}\nextern{fn printf(format:Pointer [u8],...)->i32  let mut optind:i32}",
        expect![[r#"
            type inline enum Shape[T: ref]: u8 {
              case Circle(f64)  case Rect(width: f64, f64)
            }
            impl[T: Show] Show for Tree[T] {}
            extern { fn printf(format: Pointer[u8], ...) -> i32  let mut optind: i32 }
        "#]],
    );
    check_body(
        "let x:fn(i64,by:mut T)->(A,B)=fn(a:i64,_)->i64{a}\nfor i in 0 .. 10{a[..]  a[i ..]  a[..= j]}\nmatch x{case - 1|2 ..= 5|'a' .. 'z' if a->1\ncase Pair(left :_, ..) as p->(a,)\n}\nouter:loop{break outer}\ntry f()\n@ x*=by  @y  *= by\nprintln(\"${ a  }\")\nswap(mut a,ref b.0 . 1)\n[a;3]",
        expect![[r#"
            fn f {
              let x: fn (i64, by: mut T) -> (A, B) = fn (a: i64, _) -> i64 { a }
              for i in 0..10 { a[..]  a[i..]  a[..=j] }
              match x {
                case -1 | 2..=5 | 'a'..'z' if a -> 1
                case Pair(left: _, ..) as p -> (a,)
              }
              outer: loop { break outer }
              try f()
              @x *= by  @y *= by
              println("${ a  }")
              swap(mut a, ref b.0.1)
              [a; 3]
            }
        "#]],
    );
}

#[test]
fn lists_that_do_not_fit_have_an_element_per_line() {
    check(
        "fn a_function_with_many(parameters: Array[SomeType], another: Map[String, i64], third: ref AnotherType, x: i64) -> Result[T, E] { 1 }\nfn f(a: i64,\n  b: i64,\n) { }\nimport some.module.with_a_long_name (first_name, second_name, third_name as another_name, fourth_name, fifth)\nfn generic[First: Order + Hash + Show, Second: Order + Hash + Show, Third: Order + Hash + Show](x: First) -> Second { y }",
        expect![[r#"
            fn a_function_with_many(
              parameters: Array[SomeType],
              another: Map[String, i64],
              third: ref AnotherType,
              x: i64,
            ) -> Result[T, E] { 1 }
            fn f(a: i64, b: i64) {}
            import some.module.with_a_long_name (
              first_name,
              second_name,
              third_name as another_name,
              fourth_name,
              fifth,
            )
            fn generic[First: Order + Hash + Show, Second: Order + Hash + Show, Third: Order + Hash + Show](
              x: First,
            ) -> Second { y }
        "#]],
    );
    check_body(
        "let value = construct(first_argument: compute(1, 2, 3), second_argument: compute(4, 5, 6), third: compute(7))\nf(fn (x: i64) {\nx\n})\nlet handle = spawn(first_argument, fn move (x: i64) -> i64 {\n  x + 1\n})\nf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])\nlet table = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]\nlet one = (a_long_name_for_an_expression_number_one + a_long_name_for_an_expression_number_two + a_long_name,)\nf(match x { case A -> 1\n case B -> 2 })",
        expect![[r#"
            fn f {
              let value = construct(
                first_argument: compute(1, 2, 3),
                second_argument: compute(4, 5, 6),
                third: compute(7),
              )
              f(fn (x: i64) {
                x
              })
              let handle = spawn(first_argument, fn move (x: i64) -> i64 {
                x + 1
              })
              f([
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                27, 28, 29,
              ])
              let table = [
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                27, 28, 29,
              ]
              let one = (
                a_long_name_for_an_expression_number_one +
                  a_long_name_for_an_expression_number_two +
                  a_long_name,
              )
              f(match x {
                case A -> 1
                case B -> 2
              })
            }
        "#]],
    );
}

#[test]
fn chains_break_at_all_links() {
    check_body(
        "let value = first_long_operand_of_the_sum * 2 + second_long_operand_of_the_sum + third_long_operand_of_the_sum + fourth\nif first_long_condition_to_test(a, b) && second_long_condition_to_test(c, d) || third_long_condition(e, f) && g { 1 }\nlet result = some_collection.iter().filter(fn (x) { x > 1 }).map(fn (x) { x * 2 }).fold(0, fn (sum, x) { sum + x })\nlet short = some_long_function_name_number_one(argument_one) + some_long_function_name_number_two(arg)\nxs.iter().map(fn (x) {\nx\n})\nreturn a_long_name_for_an_expression_number_one == a_long_name_for_an_expression_number_two && another_one == 1\nwhile let Some(value) = a_long_name_for_an_expression_number_one && a_long_name_for_an_expression_number_two { }",
        expect![[r#"
            fn f {
              let value = first_long_operand_of_the_sum * 2 +
                second_long_operand_of_the_sum +
                third_long_operand_of_the_sum +
                fourth
              if first_long_condition_to_test(a, b) && second_long_condition_to_test(c, d)
                  || third_long_condition(e, f) && g {
                1
              }
              let result = some_collection
                .iter()
                .filter(fn (x) { x > 1 })
                .map(fn (x) { x * 2 })
                .fold(0, fn (sum, x) { sum + x })
              let short =
                some_long_function_name_number_one(argument_one) + some_long_function_name_number_two(arg)
              xs.iter().map(fn (x) {
                x
              })
              return a_long_name_for_an_expression_number_one == a_long_name_for_an_expression_number_two
                && another_one == 1
              while let Some(value) = a_long_name_for_an_expression_number_one
                  && a_long_name_for_an_expression_number_two {}
            }
        "#]],
    );
}

#[test]
fn what_stood_on_lines_of_its_own_stays_there() {
    check(
        "type copy P { let @x: i64  let @y: i64 }\ntype copy Q {\n\n\n  let @x: i64  let @y: i64\n\n\n\n  let @z: i64\n\n}\nfn f {\nif a { 1 } else { 2 }\nif a { 1 }\nelse { 2 }\nif a {\n1 } else if b { 2 } else { 3 }\n  a  b\n  unsafe { f() }\n}\nfn g -> i64 { let x = 1  x }  fn h { first_long_statement_of_a_function(1, 2, 3)  second_long_statement_of_a_function(1, 2, 3) }",
        expect![[r#"
            type copy P { let @x: i64  let @y: i64 }
            type copy Q {
              let @x: i64  let @y: i64

              let @z: i64
            }
            fn f {
              if a { 1 } else { 2 }
              if a {
                1
              } else {
                2
              }
              if a {
                1
              } else if b {
                2
              } else {
                3
              }
              a  b
              unsafe { f() }
            }
            fn g -> i64 { let x = 1  x }
            fn h { first_long_statement_of_a_function(1, 2, 3)  second_long_statement_of_a_function(1, 2, 3) }
        "#]],
    );
}

#[test]
fn comments_stay_with_what_they_are_about() {
    check(
        "\n\n#!first\n#second   \n\n# doc\nfn f {   # behind the brace\n  # above\n\n  a     # one\n  bcd   # two\n  e # three\n\n\n  # last\n}\nextern { # nothing here\n}\nfn g(a: i64, # first\n  # about b\n  b: i64 # second\n) { }\nfn h { f(a # one\n , b) \n x\n # about y\n .y()\n let z = # why\n  5\n a +  # plus\n b\n }\n@[align(16)] # aligned\n# doc\n@[packed]\ntype T {\n# only a comment\n}\n# the end",
        expect![[r#"
            #!first
            #second

            # doc
            fn f { # behind the brace
              # above

              a   # one
              bcd # two
              e # three

              # last
            }
            extern { # nothing here
            }
            fn g(
              a: i64, # first
              # about b
              b: i64, # second
            ) {}
            fn h {
              f(
                a, # one
                b,
              )
              x
                # about y
                .y()
              let z = # why
                5
              a + # plus
                b
            }
            @[align(16)] # aligned
            # doc
            @[packed]
            type T {
              # only a comment
            }
            # the end
        "#]],
    );
}

#[test]
fn strings_are_not_touched() {
    check_body(
        "let text = \"\"\"\n      several ${ lines  +1 }\n    of text\n    \"\"\"\nprintln(\"\"\"\n  a\n  \"\"\")\nlet y = 1",
        expect![[r#"
            fn f {
              let text = """
                  several ${ lines  +1 }
                of text
                """
              println("""
              a
              """)
              let y = 1
            }
        "#]],
    );
}

#[test]
fn broken_parts_stay_as_they_are() {
    check(
        "fn f( {  a  }\nfn   g {\n   let x=1\n   let   = 5 +\n   if   a {  b  }\n   let y  =  2  ;\n}\ntype T { let   @x :i64\n let y:   i64\n}\nfn h{1}",
        expect![[r#"
            fn f( {  a  }
            fn g {
              let x = 1
              let   = 5 +
               if   a {  b  }
              let y  =  2  ;
            }
            type T {
              let @x: i64
              let y:   i64
            }
            fn h { 1 }
        "#]],
    );
}

#[test]
fn empty_texts_stay_empty() {
    check("", expect![""]);
    check("\n \n\n", expect![""]);
    check(
        "\n# x\n\n",
        expect![[r#"
        # x
    "#]],
    );
    assert_eq!(format("\u{feff}fn  f{}"), "\u{feff}fn f {}\n");
    assert_eq!(format("fn  f{\r\n1\r\n}\r\n"), "fn f {\r\n  1\r\n}\r\n");
}

#[test]
fn every_construct_has_its_layout() {
    check(
        crate::tests::CORPUS,
        expect![[r##"
        # Every construct of the language at least once; read by the property tests.
        import geometry.vec (Vec3, dot as inner)
        import a.b as c
        pub import std.io
        import extern "m"

        @[only(os: "linux")]
        import extern "dl"

        let LIMIT = 4 * 1024
        pub let NAMES: [String; 2] = ["a", "b"]

        # A point in space, kept on the stack.
        @[align(16)] @[allow(unused)]
        pub type copy Vec3 {
          pub let @x: f64
          # How far up.
          pub let @type: f64
          let @z: ref [Map[K, fn (i64, by: mut T) -> (A, B)]]

          pub fn static zero -> Vec3 { Vec3(x: 0.0, type: 0.0, z: 0.0) }
          pub fn dot(other: Vec3) -> f64 { @x * other.x + @type * other.type + @z * other.z }
          pub fn mut scale(by: f64) { @x *= by  @type *= by  @z *= by }
          unsafe fn move consume[T: Order + ref, U](match: T) -> U { panic("x") }
        }

        type Tree[T] = inline.Tree[T]
        type inline enum Shape[T: ref] { case Circle(f64)  case Rect(width: f64, f64)  case None }
        type copy enum Mode: i32 { case Read = 0  case Write = -4 }
        type union Bits { let @i: u64  let @f: f64 }
        type view Lines { let @text: ref String }
        type enum {}
        trait Area[T]: Show + Equal { fn area -> f64  fn twice -> f64 { self.area() * 2.0 } }
        impl Area for Shape {
          fn area -> f64 { match self { case Circle(r) -> 3.14 * r * r  case Rect(w, h) -> w * h } }
        }
        impl Equal for Vec3 # no body
        impl[T: Show] Show for Tree[T] {}
        impl[T: Order] Tree[T] { fn mut sort { return } }

        extern {
          type sqlite3
          @[name("sqlite3_open")]
          fn open(name: Pointer[u8], db: mut Pointer[sqlite3]) -> i32
          fn printf(format: Pointer[u8], ...) -> i32
          let mut optind: i32
        }
        extern fn on_event(at: Vec3) -> Vec3 { at }
        pub unsafe fn raw(
          p: Pointer[()],
          f: extern fn (Pointer[()]) -> i32,
          g: ref fn move (x: i64),
          h: mut dyn Trait[T],
        ) {}

        test "dot" { assert(Vec3.zero().dot(Vec3.zero()) == 0.0) }

        fn main() -> i32 {
          let x = 5
          let mut y: i64
          let Some(z) = e else { return }
          let (a, [b, mut c], Pair(left: _, ..)) = f()
          @[allow(unused)] let hidden = 1_000 + 0xff + 0o17 + 0b101
          y = a +% b *% 2 -% c << 1 >> 2 & 3 | 4 ^ 5
          y +%= 1  y <<= 2  y |= 3
          if let Some(n) = x && n > 3 && !done {} else if a == b as i64 as u8 { f() } else { g() }
          while let Some(v) = stack.pop() && v != 0 { continue }
          outer: for i in 0..10 { inner: loop { while true { break outer } } }
          for (k, v) in mut map { println("${k}: ${"nested ${v}"} \u{1F600}\n") }
          let closure = fn move (x: i64, _) -> i64 { x + n }
          let text = """
            several ${lines}
              of text
            """
          let s = c"abc"
          let r = a[..] == a[i..] && a[..j] == a[i..=j]
          let t = size_of[ref T]() + Array[i64].new() + f[[T; 4], fn (A) -> B, dyn C, (A, B), [u8]](1)
          let p = try open(name: "x", mode: 'a') as Pointer[u8]
          swap(mut a, mut b.c.0.1)
          let v = unsafe { f() } < 0
          @field.method(ref x, move y)()
          x.chain().more && other
          -1
          (a, b)
          [a; 3]
          match p {
            case -1 | 2..=5 | 'a'..'z' if let Some(q) = w && q -> return
            case Shape.Circle(r) as whole -> { x = 1 }
            case "text" -> x = 2
            case None -> throw e
            case _ -> {}
          }
          ()
        }
    "##]],
    );
}
