//! What a build asks of instantiation. Owns nothing else; must not know which backend reads the result.

use mir::DebugInformation;

/// What a unit is built with; equal settings and equal sources give equal modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether `+ - *` and negation of integers panic when they overflow; else they wrap. Divisions, shifts, indices
    /// and assertions are checked either way.
    pub overflow_checks: bool,
    /// Whether to say what only optimisers read: what ownership proves of addresses, and what memory each access may
    /// touch. Without it lowering is a little faster.
    pub facts: bool,
    /// Whether to tell of borrows, moves and ends of variables, for the interpreter's model of borrows: see
    /// [`mir::watch`]. No code is made of such a module.
    pub watches: bool,
    /// Whether the points of the text that control comes to are counted: see [`crate::coverage`].
    pub coverage: bool,
    /// What to tell debuggers: nothing, the names of functions, or what variables are, too.
    pub debug: DebugInformation,
}

impl Default for Settings {
    /// All checks, no facts: what a debug build wants.
    fn default() -> Settings {
        Settings { overflow_checks: true, facts: false, watches: false, coverage: false, debug: DebugInformation::None }
    }
}
