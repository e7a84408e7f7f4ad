//! The rules of ownership and borrows, one by one, as the language reference puts them. Wherever the analyses refuse
//! something for a rule's sake, or let a value hold a loan because a rule says so, they ask [`rule`]. A test may switch
//! one rule off on its thread and see what else notices: a rule whose absence nobody notices is one that nobody checks.
//! Must not know how a rule is applied.
//!
//! What only lets more through (fields are separate, a loan ends when its `mut` is pointed elsewhere) is no rule here:
//! without it the analyses would refuse more.

use std::cell::Cell;

macro_rules! rules {
    ($($name:ident = $sentence:literal,)*) => {
        /// A rule that refuses programs, with the sentence of the language reference that says so.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum BorrowRule {
            $(#[doc = $sentence] $name,)*
        }

        impl BorrowRule {
            /// Every rule.
            pub const ALL: &'static [BorrowRule] = &[$(BorrowRule::$name,)*];

            /// The sentence of the language reference.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(BorrowRule::$name => $sentence,)*
                }
            }
        }
    };
}

rules! {
    MovedIsGone = "Using a moved value is an error that shows the move.",
    AssignedBeforeUse = "`let x: T` is assigned before use.",
    TestsAreUses = "What a condition or a pattern tests is used there.",
    AssignedOnce = "A `let` without initialiser is assigned once on every path; in a loop it must be declared inside.",
    NothingMovesOut = "Nothing moves out through a borrow, index or constant.",
    MakesLoan = "`ref place` and `mut place` make a loan; the value made holds it.",
    StoredInHolds = "What a value is stored in holds its loans.",
    StoredThroughMut = "Every place that a `mut` it is stored through may lead to holds its loans.",
    HoldsThroughRef = "From a `ref` on the place's path the new value holds what that holds.",
    HoldsThroughMut = "From each `mut` on the place's path, back to the last `ref`, the new value holds what that holds.",
    LoanThroughMut = "From each `mut` on the place's path the new value holds a loan of what it leads to.",
    ReadOnlyThroughRef = "Through a `ref` nothing is written and nothing is lent `mut`, also not what a `mut` behind it leads to.",
    NoWriteWhileLent = "While a `ref` loan is live its place may not be written.",
    NoMoveWhileLent = "While a `ref` loan is live its place may not be moved.",
    NoEndWhileLent = "While a loan is live its place may not be dropped, and its memory may not end.",
    NoMutWhileLent = "While a `ref` loan is live its place may not be lent `mut`.",
    NoUseWhileLentMut = "While a `mut` loan is live its place may not be used at all.",
    IndicesMayBeEqual = "Only different constant indices are separate.",
    UnionIsOnePlace = "Union fields are one place.",
    WaitingMutIsLent = "Inside a call, a `mut` counts as `ref` until all arguments are evaluated.",
    OnlyLiveLoan = "Once its arguments are evaluated, a `mut` must be the only live loan of its place.",
    ResultHoldsArguments = "A result of borrow type holds the loans of all arguments of borrow type; of a method those of `self`.",
    BareResultHoldsInside = "A part of the result declared as a bare type parameter holds what values inside the arguments hold.",
    BareArgumentsStored = "What a `mut` argument leads to may afterwards hold what arguments declared as bare `T: ref` hold.",
    SwapExchanges = "After `swap(mut a, mut b)` each place holds what the other held.",
    MethodsReturnSelf = "From a `fn` or `fn mut` method a result of borrow type holds the loans of `self` alone; its body returns nothing else.",
    NeverOwnLocals = "Bodies return and store never their own locals.",
    BareResultsLendNothing = "Where a result is declared as a bare type parameter, the body lends nothing of what the arguments lead to, also in an `impl`.",
    ViewsReturnNoStorage = "A method of a view returns what the view holds, never its own storage.",
    ClosuresReturnNoMut = "A closure returns no loan of what it captured `mut`.",
    DropIsUse = "A loan is live while a value that may hold it is used later; running `Drop` is a use.",
    NeverStored = "Arguments declared `ref …` and `mut …` are never stored.",
}

thread_local! {
    static OFF: Cell<Option<BorrowRule>> = const { Cell::new(None) };
}

/// Whether a rule is in force.
#[inline]
pub fn rule(rule: BorrowRule) -> bool {
    OFF.get() != Some(rule)
}

/// Runs `work` with one rule switched off, on this thread: for tests. What a database has answered before stays as it
/// is, so the work should begin with one of its own, and must not hand its questions to other threads.
pub fn without<T>(rule: BorrowRule, work: impl FnOnce() -> T) -> T {
    struct Restore(Option<BorrowRule>);
    impl Drop for Restore {
        fn drop(&mut self) {
            OFF.set(self.0);
        }
    }
    let _restore = Restore(OFF.replace(Some(rule)));
    work()
}

#[cfg(test)]
mod tests;
