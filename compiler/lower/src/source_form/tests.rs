//! Snapshots of the source form: one small function per rule about order, scopes and drops.

use expect_test::expect;

use crate::fixture::check_form;

const TYPES: &str = "
type User { let @name: String  let @inner: Inner }
type inline Inner { let @text: String  let @number: i64 }
type copy Point { let @x: i64  let @y: i64  pub fn mut move_by(n: i64) { @x += n } }
fn make() -> User { User(name: \"a\", inner: Inner(text: \"b\", number: 1)) }
fn take(user: User) { println(user.name) }
fn number() -> i64 { 1 }
";

fn form(text: &str, expected: expect_test::Expect) {
    check_form(&format!("{TYPES}{text}"), "f", expected);
}

#[test]
fn operators_go_straight_into_variables() {
    form(
        "fn f(a: i64, b: i64) -> i64 { let c = a + b * 2\n c & 255 }",
        expect![[r#"
        result _0: i64
        parameter a_1: i64
        parameter b_2: i64
        let c_3: i64
        block0:
          _4 = multiply b_2, 2
          c_3 = add a_1, move _4
          _0 = bit and c_3, 255
          return
    "#]],
    );
}

#[test]
fn earlier_operands_are_held_while_later_ones_may_write() {
    form(
        "fn f() -> i64 { let mut a = 1\n a + { a = 2\n a } }",
        expect![[r#"
        result _0: i64
        let mut a_1: i64
        temporary _3: i64
        block0:
          a_1 = 1
          _2 = a_1
          a_1 = 2
          _3 = a_1
          _0 = add move _2, move _3
          return
    "#]],
    );
}

#[test]
fn short_circuits_are_jumps() {
    form(
        "fn f(a: bool, b: bool) -> i64 { if a && !b || b { 1 } else { 2 } }",
        expect![[r#"
            result _0: i64
            parameter a_1: bool
            parameter b_2: bool
            block0:
              _3 = a_1
              if move _3 block1 else block2
            block1:
              _4 = b_2
              if move _4 block2 else block3
            block2:
              _5 = b_2
              if move _5 block3 else block4
            block3:
              _0 = 1
              goto block5
            block4:
              _0 = 2
              goto block5
            block5:
              return
        "#]],
    );
}

#[test]
fn a_range_counts_with_a_hidden_counter() {
    form(
        "fn f() { for i in 0..3 { println(i) } }",
        expect![[r#"
        result _0: ()
        temporary _1: i64
        let i_3: i64
        temporary _4: ()
        block0:
          _1 = 0
          goto block1
        block1:
          _2 = less _1, 3
          if move _2 block2 else block3
        block2:
          i_3 = _1
          _4 = runtime print_i64(i_3)
          _4 = runtime print_newline()
          _1 = add wrapping _1, 1
          goto block1
        block3:
          return
    "#]],
    );
}

#[test]
fn an_inclusive_range_stops_before_it_overflows() {
    form(
        "fn f(n: u8) { for i in 0..=n { println(i) } }",
        expect![[r#"
        result _0: ()
        parameter n_1: u8
        temporary _2: u8
        let i_5: u8
        temporary _7: ()
        block0:
          _2 = 0
          _3 = n_1
          goto block1
        block1:
          _4 = less equal _2, _3
          if move _4 block2 else block4
        block2:
          i_5 = _2
          _6 = cast i_5
          _7 = runtime print_u64(move _6)
          _7 = runtime print_newline()
          _8 = equal _2, _3
          if move _8 block4 else block3
        block3:
          _2 = add wrapping _2, 1
          goto block1
        block4:
          return
    "#]],
    );
}

#[test]
fn an_index_is_checked_when_its_place_is_evaluated() {
    form(
        "fn f(i: i64) -> i64 { let mut a = [1, 2]\n a[i] += number()\n a[1] }",
        expect![[r#"
        result _0: i64
        parameter i_1: i64
        let mut a_2: [i64; 2]
        block0:
          a_2 = make (1, 2)
          _3 = number()
          check i_1 within a_2
          a_2[i_1] = add a_2[i_1], move _3
          _0 = a_2[1]
          return
    "#]],
    );
}

#[test]
fn the_old_value_is_dropped_behind_the_right_side() {
    form(
        "fn f(u: User) { let mut v = u\n v = make()\n take(v) }",
        expect![[r#"
        result _0: ()
        parameter u_1: User
        let mut v_2: User
        temporary _3: User
        temporary _4: ()
        block0:
          v_2 = move u_1
          _3 = make()
          drop v_2
          v_2 = move _3
          _4 = take(move v_2)
          return
    "#]],
    );
}

#[test]
fn assigning_through_mut_replaces_the_contents() {
    form(
        "fn f(u: mut User) { u = make()\n u.name = \"n\" }",
        expect![[r#"
        result _0: ()
        parameter u_1: mut User
        temporary _2: User
        block0:
          _2 = make()
          drop contents (*u_1)
          contents (*u_1) = move _2
          drop (*u_1).0
          (*u_1).0 = "n"
          return
    "#]],
    );
}

#[test]
fn a_flag_says_whether_there_is_something_to_drop() {
    form(
        "fn f(c: bool) { let u = make()\n if c { take(u) } }",
        expect![[r#"
            result _0: ()
            parameter c_1: bool
            let u_2: User
            temporary _4: ()
            flag _5: bool
            block0:
              _5 = false
              u_2 = make()
              _5 = true
              _3 = c_1
              if move _3 block1 else block2
            block1:
              _4 = take(move u_2)
              _5 = false
              goto block2
            block2:
              drop u_2 if _5
              _5 = false
              return
        "#]],
    );
}

#[test]
fn what_is_left_of_a_heap_object_is_dropped_and_its_memory_freed() {
    form(
        "fn f(c: bool) -> String { let u = make()\n let i = u.inner\n i.text }",
        expect![[r#"
            result _0: String
            parameter c_1: bool
            let u_2: User
            let i_3: Inner
            block0:
              u_2 = make()
              i_3 = move u_2.1
              _0 = move i_3.0
              drop u_2.0
              drop memory u_2
              return
        "#]],
    );
}

#[test]
fn leaving_a_loop_ends_what_it_declares() {
    form(
        "fn f(c: bool) { loop { let u = make()\n if c { break }\n take(u) } }",
        expect![[r#"
            result _0: ()
            parameter c_1: bool
            let u_2: User
            temporary _4: ()
            block0:
              goto block1
            block1:
              u_2 = make()
              _3 = c_1
              if move _3 block2 else block3
            block2:
              drop u_2
              goto block4
            block3:
              _4 = take(move u_2)
              goto block1
            block4:
              return
        "#]],
    );
}

#[test]
fn temporaries_end_with_their_statement_or_condition() {
    form(
        "fn f() { if make().name == \"a\" { println(make().name) } }",
        expect![[r#"
            result _0: ()
            temporary _1: User
            temporary _4: User
            temporary _6: ()
            block0:
              _1 = make()
              _2 = ref _1.0
              _3 = runtime string_equal(move _2, "a")
              drop _1
              end _1
              if move _3 block1 else block2
            block1:
              _4 = make()
              _5 = ref _4.0
              _6 = runtime print_string(move _5)
              _6 = runtime print_newline()
              drop _4
              end _4
              goto block2
            block2:
              return
        "#]],
    );
}

#[test]
fn temporaries_of_a_borrowing_let_end_with_the_block() {
    form(
        "fn f() { let n = ref make().name\n println(n) }",
        expect![[r#"
        result _0: ()
        let n_1: ref String
        temporary _2: User
        temporary _4: ()
        block0:
          _2 = make()
          n_1 = ref _2.0
          _3 = ref (*n_1)
          _4 = runtime print_string(move _3)
          _4 = runtime print_newline()
          end n_1
          drop _2
          end _2
          return
    "#]],
    );
}

#[test]
fn results_are_computed_before_drops() {
    form(
        "fn f() -> i64 { let u = make()\n u.inner.number + 1 }",
        expect![[r#"
        result _0: i64
        let u_1: User
        block0:
          u_1 = make()
          _0 = add u_1.1.1, 1
          drop u_1
          return
    "#]],
    );
}

#[test]
fn a_receiver_is_lent_before_the_arguments() {
    form(
        "fn f() { let mut p = Point(x: 1, y: 2)\n p.move_by(p.y) }",
        expect![[r#"
        result _0: ()
        let mut p_1: Point
        temporary _3: ()
        block0:
          p_1 = make (1, 2)
          _2 = mut argument p_1
          _3 = move_by(move _2, p_1.1)
          return
    "#]],
    );
}

#[test]
fn named_arguments_are_evaluated_as_written() {
    form(
        "fn f() -> Point { Point(y: number(), x: 2) }",
        expect![[r#"
        result _0: Point
        block0:
          _1 = number()
          _0 = make (2, move _1)
          return
    "#]],
    );
}

#[test]
fn content_is_compared_part_by_part() {
    form(
        "fn f(a: (i64, String), b: (i64, String)) -> bool { a == b }",
        expect![[r#"
        result _0: bool
        parameter a_1: (i64, String)
        parameter b_2: (i64, String)
        block0:
          _3 = ref a_1
          _4 = ref b_2
          _5 = not equal (*_3).0, (*_4).0
          if move _5 block4 else block1
        block1:
          _6 = ref (*_3).1
          _7 = ref (*_4).1
          _8 = runtime string_equal(move _6, move _7)
          if move _8 block2 else block4
        block2:
          goto block3
        block3:
          _0 = true
          goto block5
        block4:
          _0 = false
          goto block5
        block5:
          drop b_2
          drop a_1
          return
    "#]],
    );
}

#[test]
fn texts_are_joined_from_left_to_right() {
    form(
        "fn f(n: i32, s: String) -> String { \"n ${n} s ${s}\" }",
        expect![[r#"
            result _0: String
            parameter n_1: i32
            parameter s_2: String
            temporary _4: String
            temporary _7: String
            block0:
              _3 = cast n_1
              _4 = string_around_i64("n ", move _3, " s ")
              _5 = ref s_2
              _6 = ref _4
              _7 = runtime string_concat(move _6, move _5)
              _0 = move _7
              drop _4
              end _4
              drop s_2
              return
        "#]],
    );
}

#[test]
fn values_are_exchanged() {
    form(
        "fn f(a: mut User, b: User) -> User { replace(mut a, b) }",
        expect![[r#"
        result _0: User
        parameter a_1: mut User
        parameter b_2: User
        temporary _4: User
        block0:
          _3 = mut argument (*a_1)
          _4 = move b_2
          swap (*_3), _4
          _0 = move _4
          end _4
          return
    "#]],
    );
}

#[test]
fn the_graph_names_blocks_and_edges() {
    let db = source::Database::new();
    let file = crate::fixture::load(&db, "fn f(c: bool) -> i64 { if c { 1 } else { 2 } }");
    let item = crate::fixture::item(&db, file, "f");
    let graph = format!("digraph {{\n{}}}\n", crate::source_form(&db, item).graphviz(&db, "main.f"));
    expect![[r#"
        digraph {
          subgraph "cluster main.f" {
            label="main.f"
            "main.f 0" [label="block0\l_2 = c_1\lif move _2 block1 else block2\l"]
            "main.f 0" -> "main.f 1"
            "main.f 0" -> "main.f 2"
            "main.f 1" [label="block1\l_0 = 1\lgoto block3\l"]
            "main.f 1" -> "main.f 3"
            "main.f 2" [label="block2\l_0 = 2\lgoto block3\l"]
            "main.f 2" -> "main.f 3"
            "main.f 3" [label="block3\lreturn\l"]
          }
        }
    "#]]
    .assert_eq(&graph);
}

#[test]
fn a_result_is_the_last_use_and_moves() {
    form(
        "fn f(text: String, n: i64) -> String { let lent = ref text\n println(lent)\n if n == 1 { return text }\n text }",
        expect![[r#"
            result _0: String
            parameter text_1: String
            parameter n_2: i64
            let lent_3: ref String
            temporary _5: ()
            block0:
              lent_3 = ref text_1
              _4 = ref (*lent_3)
              _5 = runtime print_string(move _4)
              _5 = runtime print_newline()
              _6 = equal n_2, 1
              if move _6 block1 else block2
            block1:
              _0 = move text_1
              end lent_3
              return
            block2:
              _0 = move text_1
              end lent_3
              return
        "#]],
    );
}

#[test]
fn what_is_lent_beside_a_use_is_counted() {
    form(
        "fn f(text: String) -> i64 { let pair = (ref text, text)\n println(pair.0)\n pair.1.length() }",
        expect![[r#"
            result _0: i64
            parameter text_1: String
            let pair_2: (ref String, String)
            temporary _5: ()
            block0:
              _3 = ref text_1
              pair_2 = make (move _3, text_1)
              _4 = ref (*pair_2.0)
              _5 = runtime print_string(move _4)
              _5 = runtime print_newline()
              _6 = ref pair_2.1
              _0 = length(move _6)
              drop pair_2
              end pair_2
              drop text_1
              return
        "#]],
    );
}

#[test]
fn arms_share_tests_and_lend_parts() {
    form(
        "fn f(p: (i64, String)) -> i64 { match p { case (1 | 2, _) -> 1\n case (3, text) -> text.length()\n case (n, _) -> n } }",
        expect![[r#"
            result _0: i64
            parameter p_1: (i64, String)
            let n_5: ref i64
            let text_6: ref String
            block0:
              _2 = equal p_1.0, 3
              if move _2 block4 else block1
            block1:
              _3 = less p_1.0, 1
              if move _3 block3 else block2
            block2:
              _4 = less p_1.0, 4
              if move _4 block5 else block3
            block3:
              n_5 = ref p_1.0
              goto block7
            block4:
              text_6 = ref p_1.1
              goto block6
            block5:
              _0 = 1
              goto block8
            block6:
              _0 = length(text_6)
              end text_6
              goto block8
            block7:
              _0 = (*n_5)
              end n_5
              goto block8
            block8:
              drop p_1
              return
        "#]],
    );
}

#[test]
fn a_guard_looks_and_what_is_left_of_an_array_goes_with_the_arm() {
    form(
        "fn g(text: ref String) -> bool { true }\nfn f(list: [String; 2]) -> String { match move list { case [a, _] if g(a) -> a\n case _ -> \"\" } }",
        expect![[r#"
            result _0: String
            parameter list_1: [String; 2]
            temporary _2: [String; 2]
            let a_6: String
            temporary _7: String
            flag _8: bool
            block0:
              _8 = false
              _2 = move list_1
              _8 = true
              _3 = ref _2[0]
              _4 = ref (*_3)
              _5 = g(move _4)
              if move _5 block2 else block1
            block1:
              goto block4
            block2:
              a_6 = move _2[0]
              _7 = move _2[1]
              drop memory _2
              _8 = false
              goto block3
            block3:
              _0 = move a_6
              drop _7
              goto block5
            block4:
              _0 = ""
              goto block5
            block5:
              drop _2 if _8
              _8 = false
              end _2
              return
        "#]],
    );
}

#[test]
fn what_a_condition_takes_ends_with_both_branches() {
    form(
        "fn pair -> (String, bool) { (\"\", true) }\nfn f() { if let (text, true) = pair() { println(text) } else { println(1) } }",
        expect![[r#"
            result _0: ()
            temporary _1: (String, bool)
            let text_3: String
            temporary _5: ()
            block0:
              _1 = pair()
              _2 = _1.1
              if move _2 block1 else block3
            block1:
              text_3 = move _1.0
              goto block2
            block2:
              _4 = ref text_3
              _5 = runtime print_string(move _4)
              _5 = runtime print_newline()
              drop text_3
              end _1
              goto block4
            block3:
              _5 = runtime print_i64(1)
              _5 = runtime print_newline()
              drop _1
              end _1
              goto block4
            block4:
              return
        "#]],
    );
}
