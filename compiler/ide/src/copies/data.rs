//! The answers as plain data. Owns names and places in words; must not know how they were found.

use std::sync::Arc;

use hir::{ExpressionId, ItemId};
use mir::CopyReason;
use source::Db;

use crate::position::FileRange;

/// What one function does with values behind the programmer's back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FunctionCopies {
    /// Memory copies, in the order of the code, those of closure literals behind the function's own.
    pub copies: Vec<InsertedCopy>,
    /// Values that are moved out of variables and fields.
    pub moves: Vec<MovedValue>,
    /// Counted values that get one owner more.
    pub shares: Vec<SharedValue>,
    /// Values that end.
    pub drops: Vec<DroppedValue>,
}

/// One memory copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InsertedCopy {
    /// The name for the linker of the function that it stands in, or of the closure literal there, under which workers report
    /// what became of it.
    pub symbol: Arc<str>,
    /// Its number there: its place in [`mir::copies_of`], and in [`mir::CopyRecord::number`].
    pub number: u32,
    /// How much.
    pub bytes: u64,
    /// What is known of both addresses, in bytes.
    pub align: u64,
    /// The kind of reason.
    pub reason: CopyReason,
    /// The type of what is copied, as it is written.
    pub ty: String,
    /// From where.
    pub from: CopyEnd,
    /// Where to.
    pub to: CopyEnd,
    /// Why, as a sentence.
    pub why: String,
    /// The rules of the ABI documents that decided, if the convention did.
    pub clauses: Vec<Clause>,
    /// The expression whose value is copied; `None` at the entry of the function, for a parameter.
    pub expression: Option<ExpressionId>,
    /// The call, and which value of it, that the copy belongs to.
    pub call: Option<CallValue>,
    /// The parameter that is copied at the entry of the function, by its place in the signature.
    pub parameter: Option<u32>,
}

/// One end of a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopyEnd {
    /// What the program calls it: `line.start`, or the text of the expression that made the value.
    pub name: String,
    /// The memory.
    pub memory: CopyMemory,
}

/// What memory a copy reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyMemory {
    /// The function's own frame.
    Frame,
    /// The caller's frame or argument area, where a parameter lies.
    Parameter,
    /// So many bytes from the start of the argument area of a call.
    ArgumentArea(u32),
    /// A copy in the frame whose address the callee gets in this place.
    PassedByAddress(abi::Location),
    /// Where the caller wants the result.
    Result,
    /// A constant or a C global.
    Static,
    /// Behind a borrow, a pointer, or in an object on the heap.
    Behind,
}

/// A rule of an ABI document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Document and section.
    pub clause: &'static str,
    /// The rule as a sentence.
    pub text: &'static str,
}

/// A value of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallValue {
    /// The call.
    pub call: ExpressionId,
    /// What is called, as it is named.
    pub callee: String,
    /// The position of the parameter, `self` being 0 in methods; `None` for the result.
    pub parameter: Option<u32>,
    /// The name of the parameter.
    pub name: Option<String>,
}

/// What is moved, shared or dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransferredValue {
    /// As the program names it: `user.name`; `None` for a value without a name.
    pub place: Option<String>,
    /// Its type, as it is written.
    pub ty: String,
}

/// A value that is moved out of a variable or a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovedValue {
    /// What.
    pub value: TransferredValue,
    /// The variable that has no value, or a part less, from here on.
    pub local: Option<hir::LocalId>,
    /// Where to, in words.
    pub to: String,
    /// The bytes of the value: of a heap type those of the pointer.
    pub bytes: u64,
    /// The expression that is moved.
    pub expression: ExpressionId,
    /// The call that gets it.
    pub call: Option<CallValue>,
}

/// A counted value that gets one owner more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedValue {
    /// What.
    pub value: TransferredValue,
    /// Where to, in words.
    pub to: String,
    /// The expression that is copied.
    pub expression: ExpressionId,
    /// The call that gets it.
    pub call: Option<CallValue>,
}

/// A value that ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DroppedValue {
    /// What.
    pub value: TransferredValue,
    /// The variable, if it is one or a part of one.
    pub local: Option<hir::LocalId>,
    /// Whether a hidden flag decides at run time, because the value was moved on some path.
    pub conditional: bool,
    /// What happens, as a sentence.
    pub what: String,
    /// The expression that it ends with: a block, a statement, a `return`, an assignment.
    pub expression: ExpressionId,
    /// Whether it ends at the `}` of that expression, which is then a block.
    pub at_scope_end: bool,
}

impl InsertedCopy {
    /// Where the expression stands whose value is copied; of a parameter its name.
    pub fn range(&self, db: &dyn Db, item: ItemId) -> Option<FileRange> {
        let span = match (self.expression, &self.call) {
            (Some(expression), _) => hir::expression_span(db, item, expression)?,
            (None, _) => hir::item_name_span(db, item)?,
        };
        Some(FileRange::of_span(db, span))
    }

    /// `copy 64 B`, in the fewest words.
    pub fn label(&self) -> String {
        format!("copy {} B", self.bytes)
    }
}

impl CopyEnd {
    /// `line.start` in words: `` `line.start` in the frame ``.
    pub fn describe(&self) -> String {
        format!("{} {}", self.name, self.memory.describe())
    }
}

impl CopyMemory {
    /// With its preposition, to stand behind a name.
    pub fn describe(self) -> String {
        match self {
            CopyMemory::Frame => "in the frame".to_string(),
            CopyMemory::Parameter => "where the caller put it".to_string(),
            CopyMemory::ArgumentArea(offset) => format!("in the argument area at stack+{offset}"),
            CopyMemory::PassedByAddress(location) => format!("in the frame, its address in {location}"),
            CopyMemory::Result => "at the address that the caller gave".to_string(),
            CopyMemory::Static => "in static memory".to_string(),
            CopyMemory::Behind => "behind a pointer".to_string(),
        }
    }
}
