//! Keywords. Owns the words for our enums, once for both directions; must not know where they stand.

use crate::function::{Form, Linkage, SlotKind};
use crate::instruction::{
    AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, CopyReason, UnaryOperator,
};
use crate::site::{IndexForm, SlicePart};
use crate::types::RecordKind;

/// An enum whose variants are words of the text form.
pub trait Keyword: Copy + 'static {
    /// All variants with their words.
    const WORDS: &'static [(Self, &'static str)];

    /// The word of a variant.
    fn word(self) -> &'static str;

    /// The variant of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|entry| entry.1 == word).map(|entry| entry.0)
    }
}

macro_rules! keywords {
    ($($type:ident { $($variant:ident = $word:literal),* $(,)? })*) => {
        $(impl Keyword for $type {
            const WORDS: &'static [(Self, &'static str)] = &[$(($type::$variant, $word)),*];

            fn word(self) -> &'static str {
                match self { $($type::$variant => $word),* }
            }
        })*
    };
}

keywords! {
    Form { SystemAbi = "system_abi", Lowered = "lowered" }
    Linkage { Local = "local", Export = "export", Hidden = "hidden", Merge = "merge", Available = "available" }
    RecordKind {
        Struct = "struct",
        Union = "union",
        Vector = "vector",
        Complex = "complex",
        LongDouble = "long_double",
    }
    SlotKind {
        Local = "local",
        Parameter = "parameter",
        Return = "return",
        Temporary = "temporary",
        AbiTemporary = "abi_temporary",
    }
    CopyReason {
        Argument = "argument",
        CalleeLocal = "callee_local",
        ReturnSlot = "return_slot",
        AbiTemporary = "abi_temporary",
        Capture = "capture",
        Assignment = "assignment",
    }
    UnaryOperator { Negate = "negate", Not = "not" }
    BinaryOperator {
        Add = "add",
        Subtract = "subtract",
        Multiply = "multiply",
        Divide = "divide",
        Remainder = "remainder",
        And = "and",
        Or = "or",
        Xor = "xor",
        ShiftLeft = "shift_left",
        ShiftRight = "shift_right",
    }
    CheckedOperator { Add = "checked_add", Subtract = "checked_subtract", Multiply = "checked_multiply" }
    CheckKind {
        Below = "check_below",
        NotZero = "check_not_zero",
        QuotientFits = "check_quotient_fits",
        ShiftInRange = "check_shift_in_range",
        True = "check_true",
    }
    SlicePart {
        Index = "index",
        Start = "start",
        InclusiveStart = "inclusive_start",
        End = "end",
        InclusiveEnd = "inclusive_end",
    }
    IndexForm { Untold = "untold", Signed = "signed", Unsigned = "unsigned" }
    Comparison {
        Equal = "equal",
        NotEqual = "not_equal",
        Less = "less",
        LessOrEqual = "less_or_equal",
        Greater = "greater",
        GreaterOrEqual = "greater_or_equal",
    }
    AtomicOperator {
        Add = "atomic_add",
        Subtract = "atomic_subtract",
        Exchange = "atomic_exchange",
        And = "atomic_and",
        Or = "atomic_or",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect<K: Keyword>(all: &mut Vec<&'static str>) {
        all.extend(K::WORDS.iter().map(|entry| entry.1));
    }

    #[test]
    fn operations_have_words_of_their_own() {
        let mut all = Vec::new();
        collect::<UnaryOperator>(&mut all);
        collect::<BinaryOperator>(&mut all);
        collect::<CheckedOperator>(&mut all);
        collect::<CheckKind>(&mut all);
        collect::<Comparison>(&mut all);
        collect::<AtomicOperator>(&mut all);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
