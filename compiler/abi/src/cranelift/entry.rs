//! Single entries of a plan. Owns which Cranelift type carries a part; must not know their order.

use crate::cranelift::{Carries, ClifType, Entry, Purpose};
use crate::description::{Carrier, Extend, Part, ValueIndex};

pub(super) fn struct_return() -> Entry {
    Entry { purpose: Purpose::StructReturn, ..entry(ClifType::I64, Carries::SretPointer) }
}

pub(super) fn entry(ty: ClifType, carries: Carries) -> Entry {
    Entry { ty, extend: Extend::None, purpose: Purpose::Normal, carries }
}

pub(super) fn part_entry(value: ValueIndex, part_index: u8, part: &Part) -> Entry {
    let ty = match part.carrier {
        Carrier::I8 => ClifType::I8,
        Carrier::I16 => ClifType::I16,
        Carrier::I32 => ClifType::I32,
        Carrier::I64 => ClifType::I64,
        Carrier::F16 | Carrier::BF16 | Carrier::F32 => ClifType::F32,
        Carrier::F64 | Carrier::Lanes { .. } => ClifType::F64,
        Carrier::F128 | Carrier::V128 | Carrier::X87 => ClifType::I8X16,
    };
    Entry { extend: part.extend, ..entry(ty, Carries::Part { value, part: part_index }) }
}
