//! What a borrow may still do with a byte, and what accesses make of that: the state machine of Tree Borrows (Villani,
//! Hostert, Dreyer, Jung, PLDI 2025). Must not know tags, trees or memory.
//!
//! It differs from the paper where the language does. A `mut` that is no argument is `Active` from the start, and taking it
//! is a write to all others: so is a parameter. So what is protected is never `Reserved`, and the paper's state for a
//! `Reserved` byte that was read by others while protected is not needed.

/// What a borrow may do with a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permission {
    /// A `mut` that nothing was written through yet: it counts as `ref`.
    Reserved,
    /// A `mut`.
    Active,
    /// A `ref`, or a `mut` whose place somebody else has read.
    Frozen,
    /// A borrow whose place somebody else has written: it may not be used.
    Disabled,
}

/// What is done to a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// It is read.
    Read,
    /// It gets a value, or loses it.
    Write,
}

impl Permission {
    /// After an access through the borrow or through what is made from it; `None` if that may not be.
    pub fn after_own(self, action: Action) -> Option<Permission> {
        match (self, action) {
            (Permission::Reserved | Permission::Active | Permission::Frozen, Action::Read) => Some(self),
            (Permission::Reserved | Permission::Active, Action::Write) => Some(Permission::Active),
            (Permission::Frozen, Action::Write) | (Permission::Disabled, Action::Read | Action::Write) => None,
        }
    }

    /// After an access by others.
    pub fn after_foreign(self, action: Action) -> Permission {
        match (self, action) {
            (Permission::Reserved, Action::Read) => Permission::Reserved,
            (Permission::Active | Permission::Frozen, Action::Read) => Permission::Frozen,
            (Permission::Disabled, Action::Read) | (_, Action::Write) => Permission::Disabled,
        }
    }

    /// Whether an access by others breaks a borrow that a running function has as its parameter.
    pub fn protects_from(self, action: Action) -> bool {
        match (self, action) {
            (Permission::Active, Action::Read)
            | (Permission::Active | Permission::Frozen | Permission::Reserved, Action::Write) => true,
            (Permission::Reserved | Permission::Frozen | Permission::Disabled, Action::Read)
            | (Permission::Disabled, Action::Write) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Action::{Read, Write};
    use super::Permission::{Active, Disabled, Frozen, Reserved};
    use super::*;

    type Row = (Permission, Option<Permission>, Option<Permission>, Permission, Permission);

    /// Figure 2 of the paper, without interior mutability: state, own read, own write, foreign read, foreign write.
    const TABLE: [Row; 4] = [
        (Reserved, Some(Reserved), Some(Active), Reserved, Disabled),
        (Active, Some(Active), Some(Active), Frozen, Disabled),
        (Frozen, Some(Frozen), None, Frozen, Disabled),
        (Disabled, None, None, Disabled, Disabled),
    ];

    #[test]
    fn the_machine_is_that_of_the_paper() {
        for (state, own_read, own_write, foreign_read, foreign_write) in TABLE {
            assert_eq!(state.after_own(Read), own_read, "{state:?}");
            assert_eq!(state.after_own(Write), own_write, "{state:?}");
            assert_eq!(state.after_foreign(Read), foreign_read, "{state:?}");
            assert_eq!(state.after_foreign(Write), foreign_write, "{state:?}");
        }
    }

    #[test]
    fn what_is_protected_is_not_disabled_and_an_active_one_not_read() {
        for (state, read, write) in
            [(Reserved, false, true), (Active, true, true), (Frozen, false, true), (Disabled, false, false)]
        {
            assert_eq!(state.protects_from(Read), read, "{state:?}");
            assert_eq!(state.protects_from(Write), write, "{state:?}");
        }
    }

    #[test]
    fn no_access_gives_rights_back() {
        let order = [Disabled, Frozen, Reserved, Active];
        let rank = |state| order.iter().position(|other| *other == state);
        for state in order {
            for action in [Read, Write] {
                let after = state.after_foreign(action);
                assert!(rank(after) <= rank(state), "{state:?} {action:?}");
                assert_eq!(after.after_foreign(action), after, "{state:?} {action:?}");
            }
        }
    }
}
