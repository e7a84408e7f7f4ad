//! What expressions need besides their types, in four bytes each: most bodies have more expressions than anything else,
//! and most expressions need nothing. Must not know what the details mean.

use crate::inference::{Assign, CallId, Cast, Detail, Indexing, ItemUse, Operator};

/// One detail per expression of a body.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Details {
    /// The kind in the low four bits, the rest above.
    packed: Vec<u32>,
    items: Vec<ItemUse>,
}

const KIND_BITS: u32 = 4;

const OPERATORS: [Operator; 6] = [
    Operator::Scalar,
    Operator::StringConcatenation,
    Operator::StringEquality,
    Operator::StringOrder,
    Operator::ContentEquality,
    Operator::ContentOrder,
];

const CASTS: [Cast; 9] = [
    Cast::Same,
    Cast::IntToInt,
    Cast::IntToFloat,
    Cast::FloatToInt,
    Cast::FloatToFloat,
    Cast::PointerToPointer,
    Cast::PointerToInt,
    Cast::IntToPointer,
    Cast::BorrowToPointer,
];

const ASSIGNS: [Assign; 3] = [Assign::Store, Assign::Through, Assign::Repoint];

const INDEXINGS: [Indexing; 2] = [Indexing::Array, Indexing::Pointer];

impl Details {
    /// No detail for any of `count` expressions.
    pub(crate) fn new(count: usize) -> Details {
        Details {
            packed: vec![0; count],
            items: Vec::new(),
        }
    }

    /// The detail of an expression.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Detail {
        let packed = self.packed[index];
        let rest = packed >> KIND_BITS;
        let place = rest as usize;
        match packed & ((1 << KIND_BITS) - 1) {
            1 => Detail::Literal,
            2 => Detail::Field(rest),
            3 => Detail::Index(INDEXINGS[place]),
            4 => Detail::Call(CallId(rest)),
            5 => Detail::Operator(OPERATORS[place]),
            6 => Detail::Cast(CASTS[place]),
            7 => Detail::Assign(ASSIGNS[place]),
            8 => Detail::Item(self.items[place]),
            9 => Detail::Reborrow,
            _zero => Detail::None,
        }
    }

    /// Sets the detail of an expression. A body has fewer than 2²⁸ calls, as its text has fewer than 2³² bytes.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, detail: Detail) {
        let (kind, rest) = match detail {
            Detail::None => (0, 0),
            Detail::Literal => (1, 0),
            Detail::Field(field) => (2, field),
            Detail::Index(indexing) => (3, indexing as u32),
            Detail::Call(call) => (4, call.0),
            Detail::Operator(operator) => (5, operator as u32),
            Detail::Cast(cast) => (6, cast as u32),
            Detail::Assign(assign) => (7, assign as u32),
            Detail::Item(item) => {
                self.items.push(item);
                (8, self.items.len() as u32 - 1)
            }
            Detail::Reborrow => (9, 0),
        };
        self.packed[index] = kind | rest << KIND_BITS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_got() {
        let mut all = vec![
            Detail::None,
            Detail::Literal,
            Detail::Field(70_000),
            Detail::Call(CallId(9)),
            Detail::Reborrow,
        ];
        all.extend(OPERATORS.map(Detail::Operator));
        all.extend(CASTS.map(Detail::Cast));
        all.extend(ASSIGNS.map(Detail::Assign));
        all.extend(INDEXINGS.map(Detail::Index));
        let mut details = Details::new(all.len());
        for (index, &detail) in all.iter().enumerate() {
            details.set(index, detail);
        }
        for (index, &detail) in all.iter().enumerate() {
            assert_eq!(details.get(index), detail);
        }
    }
}
