//! Microsoft's layout of records in C, as of its own compiler. Owns its rules: bit-fields in units of their declared type,
//! `aligned` that no packing lowers, records without bytes that take four.

use smallvec::SmallVec;

use crate::arena::{Field, Record, RecordKind, Ty, TyId, TypeArena};
use crate::layout::builder::Unit;
use crate::layout::spec::{FieldSpec, RecordLayout, RecordSpec};
use crate::target::Target;

/// Size in bytes of a record that would have none, in C.
const SMALLEST_BYTES: u64 = 4;

pub(super) fn layout(spec: &RecordSpec, target: &Target, arena: &TypeArena) -> RecordLayout {
    // A `#pragma pack` beyond the size of a pointer is ignored.
    let pack = spec.pack.filter(|bytes| u64::from(*bytes) <= target.pointer_bytes());
    let mut builder = Builder {
        kind: spec.kind,
        pack: if spec.packed { Some(1) } else { pack },
        size: 0,
        align: 1,
        required_align: 1,
        unit: None,
    };
    let mut placed: SmallVec<[Field; 4]> = SmallVec::with_capacity(spec.fields.len());
    for field in spec.fields {
        let offset_bits = builder.place(target, arena, field);
        placed.push(Field { ty: field.ty, offset_bits, bit_width: field.bit_width, named: field.named });
    }
    let required = builder.required_align.max(spec.align.unwrap_or(1));
    let size = builder.size.next_multiple_of(u64::from(builder.align));
    let align = builder.align.max(required);
    let rounding = align.min(builder.pack.unwrap_or(align)).max(required);
    let size = match size.next_multiple_of(u64::from(rounding)) {
        0 if u64::from(required) >= SMALLEST_BYTES => u64::from(align),
        0 => SMALLEST_BYTES,
        size => size,
    };
    Record {
        kind: spec.kind,
        size,
        align,
        unadjusted_align: align,
        // With an attribute of its own, a record keeps its whole alignment wherever it stands.
        required_align: if spec.align.is_some() { align } else { required },
        packed: spec.packed,
        fields: placed,
    }
}

struct Builder {
    kind: RecordKind,
    /// Most bytes that a member is aligned to, unless it asks for more itself.
    pack: Option<u32>,
    /// Size so far, bytes.
    size: u64,
    /// Alignment so far, bytes.
    align: u32,
    /// Alignment that attributes ask for so far, bytes.
    required_align: u32,
    /// The unit of the bit-field just placed.
    unit: Option<Unit>,
}

impl Builder {
    fn place(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec) -> u64 {
        match field.bit_width {
            Some(0) => self.end_unit(target, arena, field),
            Some(width) => self.place_bits(target, arena, field, u64::from(width)),
            None => self.place_plain(target, arena, field),
        }
    }

    fn place_plain(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec) -> u64 {
        self.unit = None;
        let required = required_align(arena, field.ty).max(field.align.unwrap_or(1));
        self.required_align = self.required_align.max(required);
        let layout = arena.layout(target, field.ty);
        let align = self.limited(field, layout.align).max(required);
        8 * self.append(layout.size, align)
    }

    /// A bit-field shares the unit of the one before it if their declared types have the same size and it fits.
    fn place_bits(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec, width: u64) -> u64 {
        let layout = arena.layout(target, field.ty);
        let bits = 8 * layout.size;
        let fits = |unit: &Unit| unit.bits == bits && width <= unit.free_bits;
        if let Some(unit) = self.unit.filter(fits) {
            self.unit = Some(Unit { free_bits: unit.free_bits - width, ..unit });
            return 8 * self.size - unit.free_bits;
        }
        let offset = match self.kind {
            // The whole unit counts, its alignment does not.
            RecordKind::Union => {
                self.size = self.size.max(layout.size);
                0
            }
            RecordKind::Struct => self.append(layout.size, self.unit_align(field, layout.align)),
        };
        self.unit = Some(Unit {
            bits,
            free_bits: match self.kind {
                RecordKind::Struct => bits - width,
                RecordKind::Union => 0,
            },
        });
        8 * offset
    }

    /// `: 0` behind a bit-field aligns what follows to its declared type; elsewhere it means nothing.
    fn end_unit(&mut self, target: &Target, arena: &TypeArena, field: &FieldSpec) -> u64 {
        let behind_bits = self.unit.take().is_some();
        let layout = arena.layout(target, field.ty);
        match self.kind {
            RecordKind::Struct if behind_bits => 8 * self.append(0, self.unit_align(field, layout.align)),
            RecordKind::Struct => 8 * self.size,
            RecordKind::Union => {
                if behind_bits {
                    self.size = self.size.max(layout.size);
                }
                0
            }
        }
    }

    /// Alignment in bytes of a unit; an attribute of the bit-field counts as if its type had it.
    fn unit_align(&self, field: &FieldSpec, natural: u32) -> u32 {
        let asked = field.align.unwrap_or(1);
        self.limited(field, natural.max(asked)).max(asked)
    }

    fn limited(&self, field: &FieldSpec, align: u32) -> u32 {
        if field.packed { 1 } else { align.min(self.pack.unwrap_or(align)) }
    }

    /// Puts `bytes` behind what is there (in a union: at the start); answers their offset in bytes.
    fn append(&mut self, bytes: u64, align: u32) -> u64 {
        let offset = match self.kind {
            RecordKind::Struct => self.size.next_multiple_of(u64::from(align)),
            RecordKind::Union => 0,
        };
        self.align = self.align.max(align);
        self.size = self.size.max(offset + bytes);
        offset
    }
}

/// What attributes inside of the type ask for, in bytes.
fn required_align(arena: &TypeArena, mut ty: TyId) -> u32 {
    while let Ty::Array(array) = arena.get(ty) {
        ty = array.element;
    }
    arena.get(ty).as_record().map_or(1, |record| arena.record(record).required_align)
}
