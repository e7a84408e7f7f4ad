//! Calls that tell the interpreter of borrows: which address becomes a borrow's, and which memory stops holding a value.
//! Owns their names and meaning. Modules have them only if they are made for the interpreter's model of borrows: nothing
//! defines these functions, so machine code with such a call does not link.
//!
//! Each takes an address and a number of bytes and gives an address: the same place under a new identity, which later
//! accesses go through. In no other way do they change what a program does.

/// What is told. The function's parameters are a pointer and an `u64`; its result is a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Watch {
    /// `ref place`: the result is a borrow that nothing is written through.
    Ref,
    /// `mut place`: the result is the only way to these bytes.
    Mut,
    /// `mut place` as an argument, which counts as `ref` until something is written through it.
    MutArgument,
    /// A parameter declared `ref`, at the function's entry: what it leads to is written by nobody until this call ends.
    RefParameter,
    /// A parameter declared `mut`, at the function's entry: what it leads to is used through it alone until this call
    /// ends.
    MutParameter,
    /// These bytes hold no value any more, by a move, a drop or the end of a variable. The result is of no use.
    End,
}

/// No item of a program has a symbol that begins so.
const PREFIX: &str = "$watch.";

impl Watch {
    /// All.
    pub const ALL: [Watch; 6] =
        [Watch::Ref, Watch::Mut, Watch::MutArgument, Watch::RefParameter, Watch::MutParameter, Watch::End];

    /// The symbol of the function.
    pub fn symbol(self) -> &'static str {
        match self {
            Watch::Ref => "$watch.ref",
            Watch::Mut => "$watch.mut",
            Watch::MutArgument => "$watch.mut_argument",
            Watch::RefParameter => "$watch.ref_parameter",
            Watch::MutParameter => "$watch.mut_parameter",
            Watch::End => "$watch.end",
        }
    }

    /// What a call of the function with this symbol tells.
    pub fn of_symbol(symbol: &str) -> Option<Watch> {
        if !symbol.starts_with(PREFIX) {
            return None;
        }
        Watch::ALL.into_iter().find(|watch| watch.symbol() == symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_again() {
        for watch in Watch::ALL {
            assert_eq!(Watch::of_symbol(watch.symbol()), Some(watch));
        }
        assert_eq!(Watch::of_symbol("main.ref"), None);
        assert_eq!(Watch::of_symbol("$watch.other"), None);
    }
}
