//! Each rule refuses something that nothing else refuses: a program that is accepted with this rule switched off alone.

use source::{Database, Severity};

use super::*;
use crate::fixture::load;

const TYPES: &str = r#"
type Leaf { let @name: String }
type copy Pair { let @x: i64  let @y: i64 }
type union Number { let @halves: (i32, i32)  let @whole: i64 }
fn leaf() -> Leaf { Leaf(name: "a") }
fn take(l: Leaf) { println(l.name) }
fn look(n: ref i64) { println(n) }
fn set(to: mut i64, value: i64) { to = value }
type inline Guard[T: ref] { let @inner: T }
impl[T: ref] Drop for Guard[T] { fn mut drop {} }
fn both(a: mut i64, b: ref i64) { a = b }
fn same(n: ref i64) -> ref i64 { n }
"#;

/// A body of `main`, or items with a `main`, that only this rule refuses.
fn refused_by(rule: BorrowRule) -> &'static str {
    match rule {
        BorrowRule::MovedIsGone => "let l = leaf()  take(l)  take(l)",
        BorrowRule::AssignedBeforeUse => "let x: i64  println(x)",
        BorrowRule::TestsAreUses => "let x: bool  if x { println(1) }",
        BorrowRule::AssignedOnce => "let x: String  x = \"a\"  println(x)  x = \"b\"  println(x)",
        BorrowRule::NothingMovesOut => "let l = leaf()  let r = ref l  take(r)",
        BorrowRule::MakesLoan => "let mut x = 1  let r = ref x  x = 2  println(r)",
        BorrowRule::StoredInHolds => "let mut x = 1  let t = (ref x, 1)  x = 2  println(t.0)",
        BorrowRule::StoredThroughMut => {
            "let one = 1  let mut t = (ref one, 1)  let m = mut t  { let two = 2  m.0 = ref two }  println(t.0)"
        }
        BorrowRule::HoldsThroughRef => "let mut x = 1  let t = (ref x, 1)  let r = ref t.0  x = 2  println(r)",
        BorrowRule::HoldsThroughMut => "let mut x = 1  let m = mut x  let r = ref m  x = 2  println(r)",
        BorrowRule::LoanThroughMut => "let mut x = 1  let m = mut x  let r = ref m  m = 2  println(r)",
        BorrowRule::ReadOnlyThroughRef => "let mut x = 1  let t = (mut x, 1)  let r = ref t  r.0 = 2  println(r.0)",
        BorrowRule::NoWriteWhileLent => "let mut x = 1  let r = ref x  x = 2  println(r)",
        BorrowRule::NoMoveWhileLent => "let l = leaf()  let r = ref l.name  take(l)  println(r)",
        BorrowRule::NoEndWhileLent => "let one = 1  let mut r = ref one  { let x = 1  r = ref x }  println(r)",
        BorrowRule::NoMutWhileLent => "let mut x = 1  let r = ref x  let m = mut x  println(r)  m = 2",
        BorrowRule::NoUseWhileLentMut => "let mut x = 1  let m = mut x  println(x)  m = 2",
        BorrowRule::IndicesMayBeEqual => "let mut a = [1, 2]  let i = 1  let r = ref a[1]  a[i] = 3  println(r)",
        BorrowRule::UnionIsOnePlace => {
            "let mut u = Number(whole: 1)  let r = unsafe { ref u.halves.0 }  unsafe { u.whole = 2 }  println(r)"
        }
        BorrowRule::WaitingMutIsLent => "let mut p = Pair(1, 2)  set(mut p.x, { p = Pair(3, 4)  1 })",
        BorrowRule::OnlyLiveLoan => "let mut x = 1  both(mut x, x)",
        BorrowRule::ResultHoldsArguments => "let mut x = 1  let r = same(x)  x = 2  println(r)",
        BorrowRule::BareResultHoldsInside => {
            "let mut x = 1  let y = 2  let mut t = (ref x, 1)  let old = replace(mut t, (ref y, 2))  x = 3  println(old.0)"
        }
        BorrowRule::BareArgumentsStored => {
            "let mut x = 1  let mut slot: Option[ref i64] = None  slot.insert(ref x)  x = 2  println(slot.is_some())"
        }
        BorrowRule::SwapExchanges => {
            "let mut x = 1  let y = 2  let mut t = (ref x, 1)  let mut u = (ref y, 1)  swap(mut t, mut u)  x = 3  println(u.0)"
        }
        BorrowRule::MethodsReturnSelf => {
            "} type copy Holder { let @n: i64  fn pick(other: ref i64) -> ref i64 { if @n > 1 { ref @n } else { other } } } fn other() {"
        }
        BorrowRule::BareResultsLendNothing => {
            "} trait Get[T: ref] { fn get -> T } impl Get[ref String] for Leaf { fn get -> ref String { ref @name } } fn other() {"
        }
        BorrowRule::ViewsReturnNoStorage => {
            "} type view Look { let @at: ref i64  let @n: i64  fn own -> ref i64 { ref @n } } fn other() {"
        }
        BorrowRule::ClosuresReturnNoMut => {
            "let mut n = 1  let f: mut fn () -> ref i64 = fn () { n += 1  ref n }  println(f())"
        }
        BorrowRule::DropIsUse => "let mut x = 1  let _guard = Guard(ref x)  x = 2",
        BorrowRule::NeverOwnLocals => "} fn returns() -> ref i64 { let t = (1, 2)  ref t.0 } fn other() {",
        BorrowRule::NeverStored => "} fn stores(slot: mut (ref i64, i64), n: ref i64) { slot.0 = ref n } fn other() {",
    }
}

fn errors(text: &str) -> Vec<String> {
    let db = Database::new();
    let file = load(&db, text);
    crate::diagnostics(&db, file)
        .iter()
        .filter(|found| found.severity() == Severity::Error)
        .map(|found| found.message.clone())
        .collect()
}

#[test]
fn each_rule_refuses_what_nothing_else_does() {
    assert_eq!(errors(&format!("{TYPES}fn main() {{ }}")), [""; 0]);
    for &each in BorrowRule::ALL {
        let text = format!("{TYPES}fn main() {{ {} }}\n", refused_by(each));
        assert_ne!(errors(&text), [""; 0], "{each:?} refuses {text}");
        assert_eq!(without(each, || errors(&text)), [""; 0], "without {each:?}: {text}");
    }
}

#[test]
fn a_rule_is_off_while_the_work_runs() {
    for &each in BorrowRule::ALL {
        assert!(rule(each) && !each.sentence().is_empty());
        assert!(!without(each, || rule(each)));
        let panicked = std::panic::catch_unwind(|| without(each, || panic!("the work fails")));
        assert!(panicked.is_err() && rule(each));
    }
}
