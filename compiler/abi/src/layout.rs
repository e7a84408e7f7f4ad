//! C's layout of records: sizes, alignments and offsets as the target's C compilers choose them. Owns the choice among the
//! rules, which have a file each: those of the Itanium and GNU family (every target but Windows), MinGW's bit-fields and
//! Microsoft's. Must not know how values are passed.

mod builder;
mod gnu;
mod microsoft;
mod mingw;
mod spec;
#[cfg(test)]
mod tests;

use crate::arena::{RecordKind, TypeArena};
use crate::target::{RecordRules, Target};

pub use spec::{FieldSpec, RecordLayout, RecordSpec};

/// Lays a record out as the target's C compiler does, without `#pragma pack`; see [`RecordSpec::layout`].
pub fn layout_record(
    target: &Target,
    arena: &TypeArena,
    kind: RecordKind,
    fields: &[FieldSpec],
    packed: bool,
    align: Option<u32>,
) -> RecordLayout {
    let pack = None;
    RecordSpec { kind, fields, packed, pack, align }.layout(target, arena)
}

impl RecordSpec<'_> {
    /// Lays the record out as the target's C compiler does. Offsets of the answer are in bits, sizes and alignments in
    /// bytes.
    pub fn layout(&self, target: &Target, arena: &TypeArena) -> RecordLayout {
        match target.record_rules() {
            RecordRules::Microsoft => microsoft::layout(self, target, arena),
            RecordRules::Gnu | RecordRules::Mingw => gnu::layout(self, target, arena),
        }
    }
}
