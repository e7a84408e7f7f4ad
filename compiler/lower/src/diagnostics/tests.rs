//! A table of small programs: each line that has something wrong ends in a comment with what is said about it,
//! `#! CODE words` or `#! CODE words | CODE words`, where the words are a part of the message.

use source::{Database, line_index};

use crate::fixture::load;

/// Compares what is said about each line with its comment.
fn table(text: &str) {
    let db = Database::new();
    let file = load(&db, text);
    let mut found: Vec<Vec<String>> = vec![Vec::new(); text.lines().count() + 1];
    for diagnostic in crate::diagnostics(&db, file) {
        let start = diagnostic.primary.span.absolute(&db).start;
        let line = line_index(&db, file).line_column(start).line as usize;
        found[line].push(format!("{} {}", diagnostic.kind.code, diagnostic.message));
    }
    let mut wrong = String::new();
    for (number, (line, found)) in text.lines().zip(&found).enumerate() {
        let wanted: Vec<&str> = match line.split_once("#!") {
            Some((_, wanted)) => wanted.split('|').map(str::trim).collect(),
            None => Vec::new(),
        };
        let agrees = wanted.len() == found.len()
            && wanted.iter().zip(found).all(|(wanted, found)| {
                let (code, words) = wanted.split_once(' ').unwrap_or((wanted, ""));
                found.starts_with(code) && found.contains(words)
            });
        if !agrees {
            wrong.push_str(&format!("line {}: {line}\nfound: {found:#?}\n", number + 1));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

const TYPES: &str = r#"
type User { pub let @name: String  pub let @inner: Inner }
type inline Inner { pub let @text: String  pub let @number: i64 }
type copy Point { pub let @x: i64  pub let @y: i64 }
type Node { pub let @value: i64  pub let @next: Inner }
fn make() -> User { User(name: "a", inner: Inner(text: "b", number: 1)) }
fn make_inner() -> Inner { Inner(text: "b", number: 1) }
fn take(user: User) { println(user.name) }
fn take_inner(inner: Inner) { println(inner.text) }
fn look(user: ref User) -> ref String { user.name }
fn first(a: ref i64, b: ref i64) -> ref i64 { if a < b { a } else { b } }
fn change(user: mut User) { user.name = "c" }
fn exchange(a: mut i64, b: mut i64) { swap(mut a, mut b) }
fn lend(user: mut User) -> mut String { mut user.name }
fn number() -> i64 { 1 }
fn condition() -> bool { number() == 1 }
"#;

fn with_types(body: &str) {
    table(&format!("{TYPES}{body}"));
}

#[test]
fn types_are_fine() {
    with_types("");
}

#[test]
fn moves() {
    with_types(
        r#"
fn used_after_move() {
  let a = make()
  take(a)
  take(a) #! E0401 `a`, which has been moved
}
fn moved_in_a_branch(c: bool) {
  let a = make()
  if c { take(a) }
  println(a.name) #! E0401 `a`
}
fn moved_in_a_loop() {
  let a = make()
  for _ in 0..2 {
    take(a) #! E0401 `a`
  }
}
fn moved_in_a_loop_that_is_left() {
  let a = make()
  loop {
    take(a)
    break
  }
}
fn assigned_again() {
  let mut a = make()
  take(a)
  a = make()
  take(a)
}
fn part_moved() {
  let a = make()
  take_inner(a.inner)
  println(a.name)
  take(a) #! E0401 of which `a.inner` has been moved
}
fn part_of_part_moved() {
  let a = make()
  let t = a.inner
  take_inner(t)
  println(a.inner.number) #! E0401 `a.inner`, which has been moved
}
fn part_assigned_again() {
  let mut a = make()
  take_inner(a.inner)
  a.inner = make_inner()
  take(a)
}
fn part_of_moved_assigned() {
  let mut a = make()
  take(a)
  a.name = "x" #! E0406 `a` has no value here
}
fn copies_stay(p: Point, s: String) {
  let q = p
  let t = s
  println(p.x + q.x)
  println(s + t)
}
fn a_mut_moves(user: mut User) {
  let other = user
  change(mut other)
  println(user.name) #! E0401 `user`
}
fn moved_in_condition(c: bool) {
  let a = make()
  while c {
    take(a) #! E0401 `a`
  }
}
fn moved_by_both() {
  let a = make()
  let b = a
  let c = a #! E0401 `a`
  take(b)
  take(c)
}
"#,
    );
}

#[test]
fn moves_out() {
    with_types(
        r#"
fn out_of_ref(user: ref User) { take_inner(user.inner) } #! E0404 `user.inner` cannot be moved out of a borrow
fn out_of_mut(user: mut User) { take_inner(user.inner) } #! E0404 `user.inner` cannot be moved out of a borrow
fn out_of_array() {
  let all = [make_inner(), make_inner()]
  take_inner(all[number()]) #! E0404 out of an index
}
"#,
    );
}

#[test]
fn initialisation() {
    with_types(
        r#"
fn on_one_path(c: bool) {
  let x: i64
  if c { x = 1 }
  println(x) #! E0402 `x` may not have a value here
}
fn on_all_paths(c: bool) {
  let x: i64
  if c { x = 1 } else { x = 2 }
  println(x)
}
fn the_other_returns(c: bool) {
  let x: i64
  if c { x = 1 } else { return }
  println(x)
}
fn twice() {
  let x: i64
  x = 1 #! W0403 `x`
  x = 2 #! E0405 `x` cannot be assigned again
  println(x)
}
fn in_a_loop() {
  let x: i64
  loop {
    x = 1 #! E0405 `x` cannot be assigned again
    if condition() { break }
  }
  println(x)
}
fn not_mut() {
  let x = 1
  x = 2 #! E0405 `x` cannot be assigned again
  println(x)
}
fn parameter(x: i64) {
  x = 2 #! E0405 `x` cannot be assigned again
  println(x)
}
fn part_first() {
  let mut p: Point
  p.x = 1 #! E0406 `p` has no value here
  println(p.x)
}
fn never_assigned() {
  let user: User
  take(user) #! E0402 `user`
}
"#,
    );
}

#[test]
fn returns() {
    table(
        r#"
fn falls_off(c: bool) -> i64 { #! E0403 not all paths
  if c { return 1 }
}
fn in_one_branch(c: bool) -> i64 {
  if c { return 1 } else { let _a = 1 } #! E0201
}
fn all_return(c: bool) -> i64 {
  if c { return 1 } else { return 2 }
}
fn endless -> i64 {
  loop { }
}
fn endless_while -> i64 {
  while true { println(1) }
}
fn left_loop(c: bool) -> i64 { #! E0403 not all paths
  loop { if c { break } }
}
fn while_loop(c: bool) -> i64 { #! E0403 not all paths
  while c { return 1 }
}
fn panics(c: bool) -> i64 {
  if c { panic("no") }
  3
}
fn never -> Never { #! E0403 never return
  let _a = 1
}
fn never_ends -> Never { loop { } }
"#,
    );
}

#[test]
fn unreachable_code() {
    table(
        r#"
fn behind_return {
  return
  println(2) #! W0404 never reached
  println(3)
}
fn behind_loop {
  loop { }
  println(2) #! W0404 never reached
}
fn behind_branches(c: bool) -> i64 {
  if c { return 1 } else { return 2 }
  3 #! W0404 never reached
}
fn behind_break {
  loop {
    break
    println(1) #! W0404 never reached
  }
}
fn behind_panic {
  panic("x")
  let a = 1 #! W0404 never reached
  println(a)
}
@[allow(unreachable_code)]
fn allowed {
  return
  println(2)
}
"#,
    );
}

#[test]
fn unused() {
    table(
        r#"
fn variables(unread: i64, _unread: i64) { #! W0401 `unread`
  let a = 1 #! W0401 `a` is never used
  let mut b = 1 #! W0401 `b` is assigned but never read
  b = 2
  let _c = 1
  let mut d = 1 #! W0402 `d`
  println(d)
  for i in 0..3 { } #! W0401 `i`
  for _ in 0..3 { }
}
fn assignments(c: bool) -> i64 {
  let mut x = 1
  println(x)
  x = 2 #! W0403 `x`
  x = 3
  if c {
    x = 4 #! W0403 `x`
    return 0
  }
  let mut y = x
  while c {
    println(y)
    y = y + 1
  }
  x
}
@[allow(unused_variable)]
fn allowed(x: i64) { }
fn in_each_turn(c: bool) {
  for i in 0..3 {
    let mut x = i
    if c { x = x + 1 } #! W0403 `x`
  }
}
fn compound {
  let mut x = 1
  x += 1
  x += 1
  println(x)
  let mut y = 1 #! W0401 `y` is assigned but never read
  y += 1
}
fn used_where_nothing_leads(x: i64) {
  let mut y = 1
  return
  y = x #! W0404 never reached
  println(y)
}
fn lent {
  let mut x = 1
  let m = mut x
  m = 2
  println(x)
}
"#,
    );
}

#[test]
fn loans_of_places() {
    with_types(
        r#"
fn written_while_lent() {
  let mut x = 1
  let r = ref x
  x = 2 #! E0501 `x` is changed while it is lent
  println(r)
}
fn written_after() {
  let mut x = 1
  let r = ref x
  println(r)
  x = 2
  println(x)
}
fn moved_while_lent() {
  let a = make()
  let r = ref a
  take(a) #! E0501 `a` is moved while it is lent
  println(r.name)
}
fn read_while_mut() {
  let mut x = 1
  let m = mut x
  println(x) #! E0502 `x` is used while it is lent as `mut`
  m = 2
}
fn lent_while_mut() {
  let mut a = make()
  let m = mut a
  println(look(a)) #! E0503 `a` cannot be lent
  change(mut m)
}
fn two_muts() {
  let mut x = 1
  let a = mut x
  let b = mut x #! E0503 `x` cannot be lent as `mut`
  a = 2
  b = 3
}
fn two_muts_in_a_call() {
  let mut x = 1
  exchange(mut x, mut x) #! E0503 `x` cannot be lent as `mut`
}
fn fields_are_separate() {
  let mut p = Point(x: 1, y: 2)
  exchange(mut p.x, mut p.y)
  println(p.x)
}
fn indices_are_separate() {
  let mut all = [1, 2, 3]
  exchange(mut all[0], mut all[1])
  exchange(mut all[0], mut all[number()]) #! E0503 `all[0]` cannot be lent as `mut`
}
fn result_holds() {
  let mut x = 1
  let y = 2
  let r = first(x, y)
  x = 3 #! E0501 `x` is changed while it is lent
  println(r)
}
fn through_mut() {
  let mut a = make()
  let text = lend(mut a)
  println(a.name) #! E0503 `a.name` cannot be lent
  text = "x"
}
fn loop_carried() {
  let mut x = 1
  let y = 2
  let mut r = ref y
  for _ in 0..2 {
    x = x + 1 #! E0501 `x` is changed while it is lent
    println(r)
    r = ref x
  }
}
fn pointed_elsewhere_in_each_turn() {
  let mut x = 1
  let y = 2
  let mut r = ref y
  for _ in 0..2 {
    println(r)
    x = x + 1
    r = ref x
  }
}
fn pointed_elsewhere() {
  let mut x = 1
  let y = 2
  let mut r = ref x
  println(r)
  r = ref y
  x = 3
  println(r)
  println(x)
}
"#,
    );
}

#[test]
fn loans_that_outlive() {
    with_types(
        r#"
fn block() {
  let y = 1
  let mut r = ref y
  if condition() {
    let x = 2
    r = ref x #! E0504 `x` ends before this borrow
  }
  println(r)
}
fn returned -> ref i64 {
  let x = 1
  ref x #! E0505 a borrow of `x` is returned
}
fn returned_parameter(x: User) -> ref String {
  look(x) #! E0505 a borrow of `x` is returned
}
fn returned_argument(x: ref User) -> ref String { look(x) }
fn returned_later(a: ref i64) -> ref i64 {
  let x = 1
  let r = first(a, x) #! E0505 a borrow of `x` is returned
  return r
}
fn temporary_with_the_block() {
  let r = look(make())
  println(r)
}
type Table {
  pub let @row: User
  pub fn own -> ref User { @row }
  pub fn other(user: ref User) -> ref User { user } #! E0506 leads to where `user` does
  pub fn static pick(user: ref User) -> ref User { user }
  pub fn mut row_to_change -> mut User { mut @row }
}
fn methods_hold_self(table: ref Table) -> ref User {
  let other = make()
  println(other.name)
  table.own()
}
"#,
    );
}

#[test]
fn two_phases() {
    with_types(
        r#"
type copy Counter {
  pub let @n: i64
  pub fn get -> i64 { @n }
  pub fn mut add(n: i64) { @n += n }
}
fn waits() {
  let mut c = Counter(n: 1)
  c.add(c.get())
  c.add(c.n)
  println(c.n)
}
"#,
    );
}

#[test]
fn a_list_is_sorted_and_says_each_thing_once() {
    table(
        r#"
fn b { unknown() } #! E01 unknown
fn a -> i64 { "x" } #! E0 String
fn c { let x = 1 } #! W0401 `x`
"#,
    );
}

#[test]
fn a_trait_that_a_part_lacks_is_to_be_given_to_the_part() {
    let db = Database::new();
    let text = "type copy P { let @x: f64 }\nfn order[T: Order](_a: ref T) { }\nfn hash[T: Hash](_a: ref T) { }\nfn main() {\n  order((1, [P(x: 1.0)]))\n  hash(1.5)\n  hash(([1], (2.5,)))\n  hash((1, \"a\"))\n}\n";
    let file = load(&db, text);
    let helps: Vec<&str> =
        crate::diagnostics(&db, file).iter().flat_map(|found| &found.help).map(String::as_str).collect();
    let of_floats = "floats have no `Hash`: write one for a type of your own that holds the float";
    assert_eq!(helps, ["give it: `impl Order for P { … }`", of_floats, of_floats]);
}
