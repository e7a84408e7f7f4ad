//! The tables of a finished inference, two bytes for each expression: there are more expressions than anything else in
//! a program, and memory that is touched for the first time costs more than inferring what is written to it. Owns the
//! packing and unpacking; must not know what types and details mean.

use crate::draft::Draft;
use crate::inference::{Adjustment, Assign, CallId, Cast, Detail, Indexing, ItemUse, Operator};
use crate::ty::Ty;

/// Types, adjustments and details of a body's expressions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Compact {
    /// The different types, in the order of the first expressions that have them.
    types: Box<[Ty]>,
    cells: Cells,
    /// The details that fit a byte; those that do not are named here by kind.
    codes: Box<[u8]>,
    /// What does not fit, by expression.
    large: Box<[(u32, u32)]>,
    items: Box<[ItemUse]>,
}

/// The place of an expression's type, and in the low bits its adjustment.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    /// Of at most 32 types: nearly every body.
    Narrow(Box<[u8]>),
    Wide(Box<[u32]>),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Narrow(Box::default())
    }
}

const ADJUSTMENT_BITS: u32 = 3;

const ADJUSTMENTS: [Adjustment; 8] = [
    Adjustment::None,
    Adjustment::Read,
    Adjustment::Borrow,
    Adjustment::BorrowMutable,
    Adjustment::Reborrow,
    Adjustment::ReborrowMutable,
    Adjustment::Address,
    Adjustment::Diverge,
];

/// Details by their code. Behind them come kinds whose rest is in [`Compact::large`], then small field numbers.
const CODES: [Detail; 23] = [
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
    Detail::Index(Indexing::Pointer),
];

const OPERATOR: u8 = 3;
const CAST: u8 = 9;
const ASSIGN: u8 = 18;
const INDEX: u8 = 21;
const CALL: u8 = 23;
const ITEM: u8 = 24;
const LARGE_FIELD: u8 = 25;
const FIELD: u8 = 26;

impl Compact {
    /// Packs what inference has found.
    pub(crate) fn new(draft: &Draft) -> Compact {
        let mut numbers = TypeNumbers::default();
        let count = draft.expression_types.len();
        let mut narrow = Vec::with_capacity(count);
        for (&ty, &adjustment) in draft.expression_types.iter().zip(&draft.adjustments) {
            let cell = numbers.number(ty) << ADJUSTMENT_BITS | adjustment as u32;
            match u8::try_from(cell) {
                Ok(cell) => narrow.push(cell),
                Err(_) => break,
            }
        }
        let cells = if narrow.len() == count {
            Cells::Narrow(narrow.into_boxed_slice())
        } else {
            let cells = draft.expression_types.iter().zip(&draft.adjustments);
            Cells::Wide(
                cells
                    .map(|(&ty, &adjustment)| numbers.number(ty) << ADJUSTMENT_BITS | adjustment as u32)
                    .collect(),
            )
        };
        let mut large = Vec::new();
        let mut items = Vec::new();
        let codes = draft.details.iter().enumerate();
        let codes = codes.map(|(expression, &detail)| {
            let (code, rest) = encode(detail, &mut items);
            if let Some(rest) = rest {
                large.push((expression as u32, rest));
            }
            code
        });
        Compact {
            codes: codes.collect(),
            types: numbers.types.into_boxed_slice(),
            cells,
            large: large.into_boxed_slice(),
            items: items.into_boxed_slice(),
        }
    }

    #[inline]
    fn cell(&self, expression: usize) -> u32 {
        match &self.cells {
            Cells::Narrow(cells) => u32::from(cells[expression]),
            Cells::Wide(cells) => cells[expression],
        }
    }

    /// The type of an expression.
    #[inline]
    pub(crate) fn ty(&self, expression: usize) -> Ty {
        self.types[(self.cell(expression) >> ADJUSTMENT_BITS) as usize]
    }

    /// The adjustment of an expression.
    #[inline]
    pub(crate) fn adjustment(&self, expression: usize) -> Adjustment {
        ADJUSTMENTS[(self.cell(expression) & ((1 << ADJUSTMENT_BITS) - 1)) as usize]
    }

    /// The detail of an expression.
    #[inline]
    pub(crate) fn detail(&self, expression: usize) -> Detail {
        let code = self.codes[expression];
        match CODES.get(code as usize) {
            Some(detail) => *detail,
            None => self.large_detail(expression, code),
        }
    }

    fn large_detail(&self, expression: usize, code: u8) -> Detail {
        if code >= FIELD {
            return Detail::Field(u32::from(code - FIELD));
        }
        let place = self
            .large
            .partition_point(|(before, _)| (*before as usize) < expression);
        let rest = self.large[place].1;
        match code {
            CALL => Detail::Call(CallId(rest)),
            ITEM => Detail::Item(self.items[rest as usize]),
            _large_field => Detail::Field(rest),
        }
    }
}

/// The code of a detail, and what does not fit into it.
fn encode(detail: Detail, items: &mut Vec<ItemUse>) -> (u8, Option<u32>) {
    match detail {
        Detail::None => (0, None),
        Detail::Literal => (1, None),
        Detail::Reborrow => (2, None),
        Detail::Operator(operator) => (OPERATOR + operator as u8, None),
        Detail::Cast(cast) => (CAST + cast as u8, None),
        Detail::Assign(assign) => (ASSIGN + assign as u8, None),
        Detail::Index(indexing) => (INDEX + indexing as u8, None),
        Detail::Call(call) => (CALL, Some(call.0)),
        Detail::Item(item) => {
            items.push(item);
            (ITEM, Some(items.len() as u32 - 1))
        }
        Detail::Field(field) => match u8::try_from(field) {
            Ok(small) if small < u8::MAX - FIELD => (FIELD + small, None),
            Ok(_) | Err(_) => (LARGE_FIELD, Some(field)),
        },
    }
}

/// Numbers for the types of one body.
#[derive(Default)]
struct TypeNumbers {
    types: Vec<Ty>,
    /// The type asked for last, and its number.
    last: (Ty, u32),
}

impl TypeNumbers {
    #[inline]
    fn number(&mut self, ty: Ty) -> u32 {
        if self.last.0 == ty && !self.types.is_empty() {
            return self.last.1;
        }
        let place = self.types.iter().position(|&known| known == ty).unwrap_or_else(|| {
            self.types.push(ty);
            self.types.len() - 1
        });
        self.last = (ty, place as u32);
        place as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(types: Vec<Ty>, details: Vec<Detail>) {
        let count = types.len().max(details.len());
        let mut draft = Draft::default();
        draft.reset(count, 0);
        draft.expression_types[..types.len()].copy_from_slice(&types);
        draft.details[..details.len()].copy_from_slice(&details);
        for index in 0..count {
            draft.adjustments[index] = ADJUSTMENTS[index % ADJUSTMENTS.len()];
        }
        let compact = Compact::new(&draft);
        for index in 0..count {
            assert_eq!(compact.ty(index), draft.expression_types[index]);
            assert_eq!(compact.detail(index), draft.details[index]);
            assert_eq!(compact.adjustment(index), draft.adjustments[index]);
        }
    }

    #[test]
    fn every_detail_is_found_again() {
        let mut details = CODES.to_vec();
        details.extend((0..300).map(Detail::Field));
        details.extend((0..300).map(|call| Detail::Call(CallId(call))));
        round_trip(Vec::new(), details);
    }

    #[test]
    fn few_and_many_types_are_found_again() {
        round_trip(vec![Ty::I64, Ty::BOOL, Ty::I64, Ty::STRING], Vec::new());
        round_trip((0..1000).map(|length| Ty::array(Ty::I8, length)).collect(), Vec::new());
    }
}
