//! Rules that can be switched off, so that tests know which suite notices each. A convention asks [`rule`] for every
//! decision that a clause makes; outside of this crate's own tests the answer is the condition itself.

use crate::why::Why;

/// Whether the rule applies: the condition, unless a test has switched the rule off.
#[cfg(not(test))]
#[inline(always)]
pub(crate) const fn rule(_rule: Why, condition: bool) -> bool {
    condition
}

/// Whether the rule applies: the condition, unless a test has switched the rule off.
#[cfg(test)]
pub(crate) fn rule(rule: Why, condition: bool) -> bool {
    if condition {
        switch::ASKED.with_borrow_mut(|asked| asked.insert(format!("{rule:?}"), rule));
    }
    condition && switch::OFF.get() != Some(rule)
}

/// The switch of this thread.
#[cfg(test)]
pub(crate) mod switch {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;

    use crate::why::Why;

    thread_local! {
        pub(crate) static OFF: Cell<Option<Why>> = const { Cell::new(None) };
        /// The rules that were asked for and whose condition held, by name.
        pub(crate) static ASKED: RefCell<BTreeMap<String, Why>> = const { RefCell::new(BTreeMap::new()) };
    }

    /// Runs `work` with one rule switched off.
    pub(crate) fn without<T>(rule: Why, work: impl FnOnce() -> T) -> T {
        OFF.set(Some(rule));
        let answer = work();
        OFF.set(None);
        answer
    }
}

#[cfg(test)]
mod recorded;

#[cfg(test)]
mod tests {
    use crate::notation::{lowered, places};
    use crate::rules::switch::without;
    use crate::target::Target;
    use crate::why::{Aapcs64, Why};

    #[test]
    fn a_rule_that_is_switched_off_changes_the_description_until_it_is_on_again() {
        let lowered = || places(&lowered(Target::AARCH64_LINUX, "void", "i64, {i128}"));
        let described = lowered();
        assert_ne!(without(Why::Aapcs64(Aapcs64::EvenRegister), lowered), described);
        assert_eq!(lowered(), described);
    }
}
