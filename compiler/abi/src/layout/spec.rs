//! Records as the programmer writes them. Owns these inputs as data; must not know any rule by which they are laid out.

use serde::{Deserialize, Serialize};

use crate::arena::{Record, RecordKind, TyId};

/// A member as the programmer writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FieldSpec {
    /// Its type.
    pub ty: TyId,
    /// `aligned(N)` on the member, in bytes.
    pub align: Option<u32>,
    /// `packed` on the member.
    pub packed: bool,
    /// Width in bits if it is a bit-field; 0 is C's `: 0`.
    pub bit_width: Option<u16>,
    /// False for an unnamed bit-field.
    pub named: bool,
}

impl FieldSpec {
    /// A plain member.
    pub const fn new(ty: TyId) -> FieldSpec {
        FieldSpec { ty, align: None, packed: false, bit_width: None, named: true }
    }

    /// A bit-field.
    pub const fn bits(ty: TyId, width: u16) -> FieldSpec {
        FieldSpec { bit_width: Some(width), ..FieldSpec::new(ty) }
    }
}

/// A record with its layout, ready for [`TypeArena::add_record`](crate::TypeArena::add_record).
pub type RecordLayout = Record;

/// A record as the programmer writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordSpec<'a> {
    /// Structure or union.
    pub kind: RecordKind,
    /// Members in declaration order.
    pub fields: &'a [FieldSpec],
    /// `packed` on the record itself.
    pub packed: bool,
    /// `#pragma pack(N)` in force where the record is defined, in bytes: no member is aligned to more.
    pub pack: Option<u32>,
    /// `aligned(N)` on the record itself, in bytes.
    pub align: Option<u32>,
}
