//! Closures, `dyn`, traits and `impl`s, loops and failures, instances of generic types: what they are made of and call.

use expect_test::expect;

use super::each_page;

/// The first lines of each page, which stand in its first fence.
fn news(text: &str) -> String {
    each_page(text, |page| match page.split_once("```text\n").and_then(|(_, rest)| rest.split_once("```")) {
        Some((lines, _)) => format!("{lines}\n"),
        None => "no news\n\n".to_string(),
    })
}

const CLOSURES: &str = "\
type inline Big { let @a: i64  let @b: i64 }
fn apply(by: ref fn (i64) -> i64) -> i64 { by(1) }
fn each(does: mut fn (i64)) { does(1) }
fn once(does: fn move -> Big) -> Big { does() }
fn adder[T](n: i64, value: T) -> fn -> i64 { $0fn { let v = ref value  n } }
fn main {
  let n = 3
  let text = \"a\" + \"b\"
  let list = [1, 2]
  let mut sum = 0
  println(apply($1fn (x) { x + n + list[0] }))
  each($2fn (i) { sum += i })
  let owned = $3fn (x: i64) -> i64 { x + n + text.length() }
  let big = Big(1, 2)
  println(once($4fn move { big }).a)
  let none = $5fn (x: i64) { println(x) }
  none(owned(2))
  let lent = mut sum
  each($6fn (i) { lent = i })
}
";

#[test]
fn closures() {
    expect![[r#"
        0:
        fn () -> i64 · closure · 16 bytes: code, environment
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        environment: its layout depends on type arguments
          value  T    moved in
          n      i64  copied

        1:
        ref fn (i64) -> i64 · closure · 16 bytes: code, environment
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        environment: 24 bytes in the frame, it lives with the block
          0  null: nothing to end
          8  n     i64       8 B   ref: its address
         16  list  [i64; 2]  16 B  ref: its address

        2:
        mut fn (i64) · closure · 16 bytes: code, environment
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        environment: 16 bytes in the frame, it lives with the block
          0  null: nothing to end
          8  sum  i64  8 B  mut: its address

        3:
        fn (i64) -> i64 · closure · 16 bytes: code, environment
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        environment: 24 bytes from malloc
          0  what ends it
          8  n     i64     8 B  copied
         16  text  String  8 B  shared: one owner more, or moved

        4:
        fn move () -> Big · closure · 16 bytes: code, environment
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        environment: 24 bytes from malloc
          0  what ends it
          8  big  Big  16 B  moved in, and out by the call
        big is copied, 16 B: an owned closure keeps what it captures in its environment, on the heap
          · -O2: not known yet
        fn move { big } is copied, 16 B: Big lives by value · -O2: not known yet
        the environment is copied, 16 B: a closure that is called once takes what it has captured out of its environment, and frees that
          · -O2: not known yet

        5:
        fn (i64) · closure · 16 bytes: code, environment
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        environment: null, since nothing is captured

        6:
        mut fn (i64) · closure · 16 bytes: code, environment
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        environment: 16 bytes in the frame, it lives with the block
          0  null: nothing to end
          8  lent  mut i64  8 B  mut: what it leads to is lent on

    "#]]
    .assert_eq(&news(CLOSURES));
}

const TRAITS: &str = "\
trait $0Named { fn name -> String }
trait Area[T]: Named {
  fn area -> T
  fn mut grow(by: T, twice: bool)
  fn twice -> String { self.name() + self.name() }
  fn move end
}
trait $1Make { fn static make -> Self }
type S { let @side: i64 }
$2impl Named for S { fn name -> String { \"s\" } }
$3impl Area[i64] for S {
  fn area -> i64 { @side }
  fn mut grow(by: i64, twice: bool) { @side += by }
  fn move end { }
}
$4impl Equal for S
$5impl S { fn own -> i64 { @side } }
fn f(a: ref $6dyn Area[i64], s: S) -> i64 {
  println(a.$7name())
  a.$8area() + s.$9area()
}
";

#[test]
fn traits_impls_and_tables() {
    expect![[r#"
        0:
        vtable: 4 words, 32 bytes
          0  drop   ends the value, frees its memory
          8  size   i64
         16  align  i64
         24  name   fn name -> String

        1:
        no news

        2:
        fn name -> String  written here

        3:
        fn area -> T                     written here
        fn mut grow(by: T, twice: bool)  written here
        fn twice -> String               the trait's own
        fn move end                      written here

        4:
        fn equal(other: ref Self) -> bool  derived

        5:
        no news

        6:
        dyn Area[T] · 16 bytes: object, vtable · owner
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1
        vtable: 8 words, 64 bytes
          0  drop   ends the value, frees its memory
          8  size   i64
         16  align  i64
         24  name   fn name -> String · of Named
         32  area   fn area -> T
         40  grow   fn mut grow(by: T, twice: bool)
         48  twice  fn twice -> String
         56  end    fn move end

        7:
        name(self) -> String
        through dyn Area[i64] · slot 3 of the vtable, at byte 24
                x86-64  aarch64
        self    rdi     x0
        result  rax     x0

        8:
        area(self) -> i64
        through dyn Area[i64] · slot 4 of the vtable, at byte 32
                x86-64  aarch64
        self    rdi     x0
        result  rax     x0

        9:
        area(self) -> i64
                x86-64  aarch64
        self    rdi     x0
        result  rax     x0

    "#]]
    .assert_eq(&news(TRAITS));
}

const FLOW: &str = "\
type copy Countdown { let @left: i64 }
impl Iterator[i64] for Countdown { fn mut next -> Option[i64] { if @left == 0 { return None }  @left -= 1  Some(@left) } }
type Bag { let @n: i64  fn iter -> Countdown { Countdown(@n) } }
type inline Low { let @text: String }
type inline High { let @text: String }
impl From[Low] for High { fn static from(value: Low) -> Self { High(\"high\") } }
fn low(n: i64) -> Result[i64, Low] { if n < 0 { $0throw Low(\"low\") }  Ok(n) }
fn high(n: i64) -> Result[i64, High] { Ok($1try low(n)) }
fn same(n: i64) -> Result[i64, Low] { Ok($2try low(n)) }
fn maybe(n: Option[i64]) -> Option[i64] { Some($3try n) }
fn main {
  $4for i in 0..3 { println(i) }
  $5for x in [1, 2] { println(x) }
  $6for x in Countdown(2) { println(x) }
  let bag = Bag(2)
  $7for x in bag { println(x) }
  let f = fn (n: i64) -> Result[i64, High] { if n > 1 { $8throw High(\"\") }  Ok(n) }
}
";

#[test]
fn what_loops_and_failures_call() {
    expect![[r#"
        0:
        throw Low · returns Err of Result[i64, Low]; nothing is converted

        1:
        try Result[i64, Low] -> i64
        a failure is returned as Err, converted by High:From[Low].from

        2:
        try Result[i64, Low] -> i64
        a failure is returned as it is

        3:
        try Option[i64] -> i64
        a failure is returned as it is

        4:
        for · a range: it counts, nothing is called

        5:
        for · [i64; 2]: the elements are lent one by one, nothing is called

        6:
        for · Countdown, by the iterator Countdown
        each turn  Countdown:Iterator[i64].next -> Option[i64]
        ends       at the first None

        7:
        for · Bag, by the iterator Countdown
        first      Bag.iter
        each turn  Countdown:Iterator[i64].next -> Option[i64]
        ends       at the first None

        8:
        throw High · returns Err of Result[i64, High]; nothing is converted

    "#]]
    .assert_eq(&news(FLOW));
}

const INSTANCES: &str = "\
type inline Pair[A, B] { let @first: A  let @second: B }
type enum Tree[T] { case Leaf  case Node(Tree[T], T) }
fn f(p: $0Pair[i8, i64], o: Option[$1Pair[i8, u8]], s: ref [$2Option[String]]) -> $3Result[Pair[bool, bool], Tree[i64]] {
  println(p.$4second)
  let made = $5Pair(true, false)
  let tree: Tree[i64] = Tree.$6Node($7Tree.Leaf, 1)
  match tree {
    case $8Node(left, value) -> println(value)
    case Leaf -> {}
  }
  Ok(made)
}
";

#[test]
fn instances_under_the_cursor() {
    expect![[r#"
        0:
        Pair[i8, i64] · 16 bytes · align 8 · 7 padding · moved on use
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1

         0  first   i8   █·······
         8  second  i64  ████████

        1:
        Pair[i8, u8] · 2 bytes · align 1 · moved on use
        x86-64   argument: rdi  result: rax
        aarch64  argument: x0   result: x0

        0  first   i8  █·······
        1  second  u8  ·█······

        2:
        Option[String] · 8 bytes · align 8 · copied on use, counts raised
        x86-64   argument: rdi  result: rax
        aarch64  argument: x0   result: x0

        0  Some.0  String  ████████
        no tag: null is None

        3:
        Result[Pair[bool, bool], Tree[i64]] · 16 bytes · align 8 · 7 padding · moved on use, owner
        x86-64   argument: rdi rsi  result: rax rdx
        aarch64  argument: x0 x1    result: x0 x1

         0  tag    u8                                              █·······
         8  Ok.0   Pair[bool, bool] { first: bool, second: bool }  ██······
         8  Err.0  Tree[i64]                                       ████████

        4:
        second: i64 · offset 8 · 8 bytes · align 8 · cache line 0

        5:
        Pair[bool, bool] · 2 bytes · align 1 · moved on use
        x86-64   argument: rdi  result: rax
        aarch64  argument: x0   result: x0

        0  first   bool  █·······
        1  second  bool  ·█······

        6:
        Tree[i64] · owner, 8 bytes, pointer to 24 bytes from malloc · align 8 · 7 padding
        x86-64   argument: rdi  result: rax
        aarch64  argument: x0   result: x0

        Tree[i64].Node · tag 1: u8 · in 24 bytes

         8  Node.0  Tree[i64]  ████████
        16  Node.1  i64        ████████

        7:
        Tree[i64] · owner, 8 bytes, pointer to 24 bytes from malloc · align 8 · 7 padding
        x86-64   argument: rdi  result: rax
        aarch64  argument: x0   result: x0

         0  tag     u8         █·······
         8  Node.0  Tree[i64]  ████████
        16  Node.1  i64        ████████
        nothing but the tag: Leaf

        8:
        Tree[i64] · owner, 8 bytes, pointer to 24 bytes from malloc · align 8 · 7 padding
        x86-64   argument: rdi  result: rax
        aarch64  argument: x0   result: x0

        Tree[i64].Node · tag 1: u8 · in 24 bytes

         8  Node.0  Tree[i64]  ████████
        16  Node.1  i64        ████████

    "#]]
    .assert_eq(&news(INSTANCES));
}
