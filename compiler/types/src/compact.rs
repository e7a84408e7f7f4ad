//! Types and adjustments of a finished inference, one byte for each expression: there are more expressions than anything
//! else in a program, and memory that is touched for the first time costs more than inferring what is written to it.
//! Must not know what types mean.

use rustc_hash::FxHashMap;

use crate::draft::Draft;
use crate::inference::Adjustment;
use crate::ty::Ty;

/// Types and adjustments of a body's expressions.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Compact {
    /// The different types, in the order of the first expressions that have them.
    types: Box<[Ty]>,
    cells: Cells,
}

/// The place of an expression's type times the number of adjustments, and its adjustment.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    /// Of at most 15 types: most bodies.
    Narrow(Box<[u8]>),
    /// Of at most 3,855.
    Middle(Box<[u16]>),
    Wide(Box<[u32]>),
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Narrow(Box::default())
    }
}

const ADJUSTMENT_COUNT: u32 = ADJUSTMENTS.len() as u32;

const ADJUSTMENTS: [Adjustment; 17] = [
    Adjustment::None,
    Adjustment::Read,
    Adjustment::Borrow,
    Adjustment::PairPointer,
    Adjustment::BorrowMutable,
    Adjustment::Reborrow,
    Adjustment::ReborrowMutable,
    Adjustment::Slice,
    Adjustment::SliceMutable,
    Adjustment::Object,
    Adjustment::ObjectBorrow,
    Adjustment::ObjectReborrow,
    Adjustment::ObjectReborrowMutable,
    Adjustment::Collect,
    Adjustment::Address,
    Adjustment::Diverge,
    Adjustment::Content,
];

impl Compact {
    /// Packs what inference has found.
    pub(crate) fn new(draft: &Draft) -> Compact {
        let mut numbers = TypeNumbers::new();
        let count = draft.expression_types.len();
        let mut narrow: Vec<u8> = Vec::with_capacity(count);
        let mut all = 0;
        narrow.extend(draft.expression_types.iter().zip(&draft.adjustments).map(|(&ty, &adjustment)| {
            let cell = numbers.number(ty) * ADJUSTMENT_COUNT + adjustment as u32;
            all |= cell;
            cell as u8
        }));
        let cells = if all <= u32::from(u8::MAX) {
            Cells::Narrow(narrow.into_boxed_slice())
        } else {
            let cells = draft.expression_types.iter().zip(&draft.adjustments);
            let cells = cells.map(|(&ty, &adjustment)| numbers.number(ty) * ADJUSTMENT_COUNT + adjustment as u32);
            match all <= u32::from(u16::MAX) {
                true => Cells::Middle(cells.map(|cell| cell as u16).collect()),
                false => Cells::Wide(cells.collect()),
            }
        };
        Compact { types: numbers.types.into_boxed_slice(), cells }
    }

    /// Whether an expression has no type.
    pub(crate) fn has_poison(&self) -> bool {
        self.types.contains(&Ty::ERROR)
    }

    #[inline]
    fn cell(&self, expression: usize) -> u32 {
        match &self.cells {
            Cells::Narrow(cells) => u32::from(cells[expression]),
            Cells::Middle(cells) => u32::from(cells[expression]),
            Cells::Wide(cells) => cells[expression],
        }
    }

    /// The types that expressions have, each once.
    pub(crate) fn types(&self) -> &[Ty] {
        &self.types
    }

    /// The type of an expression.
    #[inline]
    pub(crate) fn ty(&self, expression: usize) -> Ty {
        self.types[(self.cell(expression) / ADJUSTMENT_COUNT) as usize]
    }

    /// The adjustment of an expression.
    #[inline]
    pub(crate) fn adjustment(&self, expression: usize) -> Adjustment {
        ADJUSTMENTS[(self.cell(expression) % ADJUSTMENT_COUNT) as usize]
    }
}

/// Numbers for the types of one body.
struct TypeNumbers {
    types: Vec<Ty>,
    /// The numbers of types that are themselves small numbers.
    small: [u32; SMALL],
    /// The numbers of all others, once there are too many to look through.
    others: FxHashMap<Ty, u32>,
}

const SMALL: usize = 64;

impl TypeNumbers {
    fn new() -> TypeNumbers {
        TypeNumbers { types: Vec::new(), small: [u32::MAX; SMALL], others: FxHashMap::default() }
    }

    #[inline]
    fn number(&mut self, ty: Ty) -> u32 {
        match ty.small_number(SMALL) {
            Some(small) if self.small[small] != u32::MAX => self.small[small],
            Some(small) => {
                self.types.push(ty);
                self.small[small] = self.types.len() as u32 - 1;
                self.small[small]
            }
            None => self.large_number(ty),
        }
    }

    fn large_number(&mut self, ty: Ty) -> u32 {
        let next = self.types.len() as u32;
        let known = if self.types.len() < SMALL {
            self.types.iter().position(|&known| known == ty).map(|place| place as u32)
        } else {
            if self.others.is_empty() {
                self.others.extend(self.types.iter().copied().zip(0..));
            }
            self.others.get(&ty).copied()
        };
        known.unwrap_or_else(|| {
            self.types.push(ty);
            if self.types.len() > SMALL {
                self.others.insert(ty, next);
            }
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(types: &[Ty]) {
        let mut draft = Draft::default();
        draft.reset(types.len(), 0);
        draft.expression_types.copy_from_slice(types);
        for index in 0..types.len() {
            draft.adjustments[index] = ADJUSTMENTS[index % ADJUSTMENTS.len()];
        }
        let compact = Compact::new(&draft);
        for (index, &ty) in types.iter().enumerate() {
            assert_eq!(compact.ty(index), ty);
            assert_eq!(compact.adjustment(index), draft.adjustments[index]);
        }
    }

    #[test]
    fn few_and_many_types_are_found_again() {
        round_trip(&[Ty::I64, Ty::BOOL, Ty::I64, Ty::STRING]);
        let many: Vec<Ty> = (0..1000).map(|length| Ty::array(Ty::I8, length)).collect();
        round_trip(&many);
        let more: Vec<Ty> = (0..5000).map(|length| Ty::array(Ty::I8, length)).collect();
        round_trip(&more);
    }
}
