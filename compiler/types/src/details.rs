//! What expressions need besides their types, a byte for each; what does not fit stands in a list beside it. Must not
//! know what the details mean.

use crate::inference::{Assign, CallId, Cast, Detail, Indexing, ItemUse, Operator};
use crate::ty::Ty;

/// One detail per expression of a body.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Details {
    /// The details that fit a byte; those that do not are named here by kind.
    codes: Vec<u8>,
    /// What does not fit, by expression.
    large: Vec<(u32, u32)>,
    items: Vec<ItemUse>,
}

/// Details by their code. Behind them come kinds whose rest is in [`Details::large`], then small field numbers.
const CODES: [Detail; 26] = [
    Detail::None,
    Detail::Literal,
    Detail::Reborrow,
    Detail::Operator(Operator::Scalar),
    Detail::Operator(Operator::StringConcatenation),
    Detail::Operator(Operator::StringEquality),
    Detail::Operator(Operator::StringOrder),
    Detail::Operator(Operator::ContentEquality),
    Detail::Operator(Operator::ContentOrder),
    Detail::Cast(Cast::Same),
    Detail::Cast(Cast::IntToInt),
    Detail::Cast(Cast::EnumToInt),
    Detail::Cast(Cast::IntToFloat),
    Detail::Cast(Cast::FloatToInt),
    Detail::Cast(Cast::FloatToFloat),
    Detail::Cast(Cast::PointerToPointer),
    Detail::Cast(Cast::PointerToInt),
    Detail::Cast(Cast::IntToPointer),
    Detail::Cast(Cast::BorrowToPointer),
    Detail::Assign(Assign::Store),
    Detail::Assign(Assign::Through),
    Detail::Assign(Assign::Repoint),
    Detail::Index(Indexing::Array),
    Detail::Index(Indexing::Slice),
    Detail::Index(Indexing::PointerSlice),
    Detail::Index(Indexing::Pointer),
];

const OPERATOR: u8 = 3;
const CAST: u8 = 9;
const ASSIGN: u8 = CAST + Cast::BorrowToPointer as u8 + 1;
const INDEX: u8 = ASSIGN + Assign::Repoint as u8 + 1;
const CALL: u8 = CODES.len() as u8;
const ITEM: u8 = CALL + 1;
const LARGE_FIELD: u8 = ITEM + 1;
const FIELD: u8 = LARGE_FIELD + 1;

impl Details {
    /// No detail for any of `count` expressions.
    pub(crate) fn reset(&mut self, count: usize) {
        self.codes.clear();
        self.codes.resize(count, 0);
        self.large.clear();
        self.items.clear();
    }

    /// Replaces each type that stands in a detail.
    pub(crate) fn replace_types(&mut self, mut replaced: impl FnMut(Ty) -> Ty) {
        for item in &mut self.items {
            *item = item.with_types(&mut replaced);
        }
    }

    /// The items that are used as values.
    pub(crate) fn items(&self) -> &[ItemUse] {
        &self.items
    }

    /// A copy that takes no more room than it needs and that can be searched.
    pub(crate) fn packed(&self) -> Details {
        let mut large = self.large.clone();
        large.sort_unstable();
        Details { codes: self.codes.clone(), large, items: self.items.clone() }
    }

    /// The detail of an expression, after packing.
    #[inline]
    pub(crate) fn get(&self, expression: usize) -> Detail {
        let code = self.codes[expression];
        match CODES.get(code as usize) {
            Some(detail) => *detail,
            None => {
                let place = self.large.partition_point(|(before, _)| (*before as usize) < expression);
                self.large_detail(code, place)
            }
        }
    }

    /// The detail of an expression before packing; those asked for were mostly set just now.
    pub(crate) fn find(&self, expression: usize) -> Detail {
        let code = self.codes[expression];
        match CODES.get(code as usize) {
            Some(detail) => *detail,
            // A field of a small number has no place that could be looked for.
            None if code >= FIELD => self.large_detail(code, 0),
            None => {
                let place = self.large.iter().rposition(|(found, _)| *found as usize == expression);
                self.large_detail(code, place.unwrap_or(0))
            }
        }
    }

    fn large_detail(&self, code: u8, place: usize) -> Detail {
        if code >= FIELD {
            return Detail::Field(u32::from(code - FIELD));
        }
        let rest = self.large[place].1;
        match code {
            CALL => Detail::Call(CallId(rest)),
            ITEM => Detail::Item(self.items[rest as usize]),
            _ => Detail::Field(rest),
        }
    }

    /// Sets the detail of an expression, once.
    #[inline]
    pub(crate) fn set(&mut self, expression: usize, detail: Detail) {
        let mut large = |code: u8, rest: u32| {
            self.large.push((expression as u32, rest));
            code
        };
        self.codes[expression] = match detail {
            Detail::None => 0,
            Detail::Literal => 1,
            Detail::Reborrow => 2,
            Detail::Operator(operator) => OPERATOR + operator as u8,
            Detail::Cast(cast) => CAST + cast as u8,
            Detail::Assign(assign) => ASSIGN + assign as u8,
            Detail::Index(indexing) => INDEX + indexing as u8,
            Detail::Call(call) => large(CALL, call.0),
            Detail::Item(item) => {
                self.items.push(item);
                large(ITEM, self.items.len() as u32 - 1)
            }
            Detail::Field(field) => match u8::try_from(field) {
                Ok(small) if small < u8::MAX - FIELD => FIELD + small,
                Ok(_) | Err(_) => large(LARGE_FIELD, field),
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_detail_is_found_again() {
        let mut all = CODES.to_vec();
        all.extend((0..300).map(Detail::Field));
        all.extend((0..300).map(|call| Detail::Call(CallId(call))));
        let mut details = Details::default();
        details.reset(all.len());
        for (index, &detail) in all.iter().enumerate().rev() {
            details.set(index, detail);
        }
        let packed = details.packed();
        for (index, &detail) in all.iter().enumerate() {
            assert_eq!(details.find(index), detail);
            assert_eq!(packed.get(index), detail);
        }
    }
}
