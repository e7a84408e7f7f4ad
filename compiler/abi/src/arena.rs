//! The input: C types in an arena, and signatures that name them. Owns no rule of any target: sizes of scalars
//! come from [`Target`], layouts of records are written in by the caller or by [`crate::layout`].
//! Scalars have fixed ids, so that a signature of scalars allocates nothing.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::description::{Extend, Unsupported};
use crate::numbers::{FloatKind, IntKind};
use crate::scalars::Layout;
use crate::target::Target;

/// A type: a scalar with a fixed id, or an entry of one [`TypeArena`].
///
/// Two ids may describe equal types; no rule here depends on identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TyId(u32);

/// What a type is. Complex, vector, array and record types name others of the same arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ty {
    /// No value; only as a result.
    Void,
    /// C's `_Bool`: one byte that holds 0 or 1.
    Bool,
    /// A standard integer of 8, 16, 32, 64 or 128 bits.
    Int {
        /// Width in bits.
        bits: u16,
        /// Whether the missing high bits are copies of the sign.
        signed: bool,
    },
    /// C23's `_BitInt(bits)`.
    BitInt {
        /// Width in bits, at least 1.
        bits: u16,
        /// Whether the missing high bits are copies of the sign.
        signed: bool,
    },
    /// `_Float16`.
    F16,
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// The x87 `long double`: 10 bytes of value in 16.
    X87,
    /// IEEE binary128: `_Float128`, and `long double` on AArch64.
    F128,
    /// `__bf16`: the upper half of a `float`.
    BF16,
    /// The `long double` of POWER: the sum of two doubles, in 16 bytes.
    DoubleDouble,
    /// Any data or function pointer.
    Pointer,
    /// `_Complex element`: two elements side by side.
    Complex(TyId),
    /// A short vector, as of `__attribute__((vector_size))`.
    Vector(Vector),
    /// An array; as a parameter only inside of records.
    Array(Array),
    /// A structure or a union.
    Record(RecordId),
}

/// A type by how it is put together: the question of most rules, with what each answer is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No value.
    Void,
    /// A number, a truth value or a pointer.
    Scalar(Ty),
    /// Two elements of this type.
    Complex(TyId),
    /// A short vector.
    Vector(Vector),
    /// An array.
    Array(Array),
    /// A structure or a union.
    Record(RecordId),
}

impl Ty {
    /// How it is put together.
    pub const fn form(self) -> Form {
        match self {
            Ty::Void => Form::Void,
            Ty::Bool
            | Ty::Int { .. }
            | Ty::BitInt { .. }
            | Ty::F16
            | Ty::F32
            | Ty::F64
            | Ty::X87
            | Ty::F128
            | Ty::BF16
            | Ty::DoubleDouble
            | Ty::Pointer => Form::Scalar(self),
            Ty::Complex(element) => Form::Complex(element),
            Ty::Vector(vector) => Form::Vector(vector),
            Ty::Array(array) => Form::Array(array),
            Ty::Record(record) => Form::Record(record),
        }
    }

    /// Its bits and whether it has a sign, if it is an integer; a `_Bool` has 8.
    pub const fn as_integer(self) -> Option<(u16, bool)> {
        match self {
            Ty::Bool => Some((8, false)),
            Ty::Int { bits, signed } | Ty::BitInt { bits, signed } => Some((bits, signed)),
            Ty::Void
            | Ty::F16
            | Ty::F32
            | Ty::F64
            | Ty::X87
            | Ty::F128
            | Ty::BF16
            | Ty::DoubleDouble
            | Ty::Pointer
            | Ty::Complex(_)
            | Ty::Vector(_)
            | Ty::Array(_)
            | Ty::Record(_) => None,
        }
    }

    /// How C widens it to 32 bits by its sign, if it is an integer of fewer.
    pub(crate) const fn promotion(self) -> Option<Extend> {
        match self.as_integer() {
            Some((..=31, true)) => Some(Extend::Sign),
            Some((..=31, false)) => Some(Extend::Zero),
            Some(_) | None => None,
        }
    }

    /// Whether it is a floating-point number.
    pub const fn is_float(self) -> bool {
        match self {
            Ty::F16 | Ty::F32 | Ty::F64 | Ty::X87 | Ty::F128 | Ty::BF16 | Ty::DoubleDouble => true,
            Ty::Void
            | Ty::Bool
            | Ty::Int { .. }
            | Ty::BitInt { .. }
            | Ty::Pointer
            | Ty::Complex(_)
            | Ty::Vector(_)
            | Ty::Array(_)
            | Ty::Record(_) => false,
        }
    }

    /// Whether it is a short vector.
    pub const fn is_vector(self) -> bool {
        matches!(self, Ty::Vector(_))
    }

    /// The record, if it is a structure or a union.
    pub const fn as_record(self) -> Option<RecordId> {
        match self.form() {
            Form::Record(record) => Some(record),
            Form::Void | Form::Scalar(_) | Form::Complex(_) | Form::Vector(_) | Form::Array(_) => None,
        }
    }

    /// Whether C passes the type as a whole that a callee may take apart: records, arrays and complex numbers.
    pub const fn is_aggregate(self) -> bool {
        match self.form() {
            Form::Complex(_) | Form::Array(_) | Form::Record(_) => true,
            Form::Void | Form::Scalar(_) | Form::Vector(_) => false,
        }
    }
}

/// A short vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vector {
    /// An integer or floating-point type.
    pub element: TyId,
    /// Number of elements.
    pub count: u32,
}

/// An array type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Array {
    /// The element type.
    pub element: TyId,
    /// Number of elements; 0 is allowed, as in GNU C.
    pub count: u64,
    /// Whether it is C's `[]` at the end of a record, which keeps the record out of registers on some targets.
    pub flexible: bool,
}

/// A record of one [`TypeArena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecordId(u32);

/// Whether the members follow each other or overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RecordKind {
    /// Members follow each other.
    Struct,
    /// Members overlap at offset 0.
    Union,
}

/// A structure or union with its layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    /// Structure or union.
    pub kind: RecordKind,
    /// Size in bytes, tail padding included.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Alignment in bytes before `aligned` attributes of the record type itself (those of members count).
    /// AAPCS64 calls it the natural alignment (§5.9) and ignores the larger one for placing arguments.
    pub unadjusted_align: u32,
    /// Microsoft's layout: alignment in bytes that `aligned` attributes ask for, of the record or of anything in it, which
    /// neither `packed` nor `#pragma pack` of a record around it lowers; 1 if nothing asks, and elsewhere.
    pub required_align: u32,
    /// Whether the record itself is `packed`.
    pub packed: bool,
    /// Members in declaration order.
    pub fields: SmallVec<[Field; 4]>,
}

/// One member of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// Type of the member; of a bit-field its declared type.
    pub ty: TyId,
    /// Offset of the first bit from the start of the record.
    pub offset_bits: u64,
    /// Width in bits if this is a bit-field; 0 is C's `: 0`.
    pub bit_width: Option<u16>,
    /// False for an unnamed bit-field: its bits are padding.
    pub named: bool,
}

/// The parameters and the result of one function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signature {
    /// The result; [`TyId::VOID`] for none.
    pub result: TyId,
    /// The arguments of this call or the parameters of this function, in order. Of a variadic call all
    /// arguments, after C's default promotions, which are the front end's work.
    pub params: SmallVec<[TyId; 8]>,
    /// How many of `params` are declared; fewer than all only in variadic calls.
    pub fixed: u16,
    /// Whether the function is declared with `...`.
    pub variadic: bool,
}

impl Signature {
    /// A signature without `...`.
    pub fn new(result: TyId, params: impl IntoIterator<Item = TyId>) -> Signature {
        let params: SmallVec<[TyId; 8]> = params.into_iter().collect();
        let fixed = params.len() as u16;
        Signature { result, params, fixed, variadic: false }
    }

    /// A signature with `...` after the first `fixed` of `params`.
    pub fn variadic(result: TyId, params: impl IntoIterator<Item = TyId>, fixed: u16) -> Signature {
        Signature { fixed, variadic: true, ..Signature::new(result, params) }
    }
}

const SCALARS: [Ty; 20] = [
    Ty::Void,
    Ty::Bool,
    Ty::Int { bits: 8, signed: true },
    Ty::Int { bits: 8, signed: false },
    Ty::Int { bits: 16, signed: true },
    Ty::Int { bits: 16, signed: false },
    Ty::Int { bits: 32, signed: true },
    Ty::Int { bits: 32, signed: false },
    Ty::Int { bits: 64, signed: true },
    Ty::Int { bits: 64, signed: false },
    Ty::Int { bits: 128, signed: true },
    Ty::Int { bits: 128, signed: false },
    Ty::F16,
    Ty::F32,
    Ty::F64,
    Ty::X87,
    Ty::F128,
    Ty::Pointer,
    Ty::BF16,
    Ty::DoubleDouble,
];

/// Ids of the scalars, the same in every arena.
impl TyId {
    /// No value.
    pub const VOID: TyId = TyId(0);
    /// `_Bool`.
    pub const BOOL: TyId = TyId(1);
    /// A signed 8-bit integer.
    pub const I8: TyId = TyId(2);
    /// An unsigned 8-bit integer.
    pub const U8: TyId = TyId(3);
    /// A signed 16-bit integer.
    pub const I16: TyId = TyId(4);
    /// An unsigned 16-bit integer.
    pub const U16: TyId = TyId(5);
    /// A signed 32-bit integer.
    pub const I32: TyId = TyId(6);
    /// An unsigned 32-bit integer.
    pub const U32: TyId = TyId(7);
    /// A signed 64-bit integer.
    pub const I64: TyId = TyId(8);
    /// An unsigned 64-bit integer.
    pub const U64: TyId = TyId(9);
    /// A signed 128-bit integer.
    pub const I128: TyId = TyId(10);
    /// An unsigned 128-bit integer.
    pub const U128: TyId = TyId(11);
    /// `_Float16`.
    pub const F16: TyId = TyId(12);
    /// `float`.
    pub const F32: TyId = TyId(13);
    /// `double`.
    pub const F64: TyId = TyId(14);
    /// The x87 `long double`.
    pub const X87: TyId = TyId(15);
    /// IEEE binary128.
    pub const F128: TyId = TyId(16);
    /// A pointer.
    pub const POINTER: TyId = TyId(17);
    /// `__bf16`.
    pub const BF16: TyId = TyId(18);
    /// The `long double` of POWER.
    pub const DOUBLE_DOUBLE: TyId = TyId(19);

    /// The standard integer of a kind.
    pub const fn integer(kind: IntKind) -> TyId {
        let unsigned = if kind.is_signed() { 0 } else { 1 };
        TyId(TyId::I8.0 + 2 * (kind.bits() / 8).ilog2() + unsigned)
    }

    /// `float` or `double`.
    pub const fn float(kind: FloatKind) -> TyId {
        match kind {
            FloatKind::F32 => TyId::F32,
            FloatKind::F64 => TyId::F64,
        }
    }
}

/// Bytes of the vectors that every processor has.
const COMMON_VECTOR_BYTES: [u64; 2] = [8, 16];

/// The compound types that one signature (or one module: it is the caller's choice) speaks of.
///
/// Making one is free, and adding a type is one push.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TypeArena {
    compound: Vec<Ty>,
    /// Of each compound type.
    extents: Vec<Extent>,
    records: Vec<Record>,
}

/// How much there is to say of a type: what walks over it takes as long, or as much of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extent {
    /// Scalars and vectors in it, those of an array once.
    pub leaves: u32,
    /// How many types stand in each other.
    pub depth: u32,
}

impl Extent {
    /// Of a scalar.
    pub const SCALAR: Extent = Extent { leaves: 1, depth: 1 };

    /// The greatest that [`crate::lower`] describes: more than any program that people write, and what can be walked over
    /// in no time.
    pub const GREATEST: Extent = Extent { leaves: 1 << 16, depth: 256 };
}

impl TypeArena {
    /// An arena that knows the scalars only.
    pub fn new() -> TypeArena {
        TypeArena::default()
    }

    /// What a type is.
    pub fn get(&self, id: TyId) -> Ty {
        match SCALARS.get(id.0 as usize) {
            Some(scalar) => *scalar,
            None => self.compound[id.0 as usize - SCALARS.len()],
        }
    }

    /// The record behind a [`Ty::Record`].
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// How much there is to say of a type.
    pub fn extent(&self, id: TyId) -> Extent {
        match (id.0 as usize).checked_sub(SCALARS.len()) {
            None => Extent::SCALAR,
            Some(number) => self.extents[number],
        }
    }

    /// Refuses a type of which there is so much to say that nobody would hear the end. Types that double in each line are
    /// such; whoever makes types of what strangers write asks for each, since laying out walks over them, too.
    ///
    /// # Errors
    /// The type is beyond [`Extent::GREATEST`].
    pub fn refuse_endless(&self, id: TyId) -> Result<(), Unsupported> {
        let Extent { leaves, depth } = self.extent(id);
        if leaves <= Extent::GREATEST.leaves && depth <= Extent::GREATEST.depth {
            return Ok(());
        }
        let Extent { leaves, depth } = Extent::GREATEST;
        Err(Unsupported::new(
            format!("a type with more than {leaves} members at all depths, or deeper than {depth}"),
            "to describe how it is passed would take too long; pass its address",
        ))
    }

    fn extent_of(&self, ty: Ty) -> Extent {
        let (leaves, depth) = match ty.form() {
            Form::Void | Form::Scalar(_) | Form::Vector(_) => return Extent::SCALAR,
            Form::Complex(element) => {
                let element = self.extent(element);
                (element.leaves.saturating_mul(2), element.depth)
            }
            Form::Array(array) => {
                let element = self.extent(array.element);
                (element.leaves, element.depth)
            }
            Form::Record(record) => {
                self.record(record).fields.iter().fold((0, 0), |(leaves, depth): (u32, u32), field| {
                    let inside = self.extent(field.ty);
                    (leaves.saturating_add(inside.leaves), depth.max(inside.depth))
                })
            }
        };
        Extent { leaves, depth: depth.saturating_add(1) }
    }

    fn push(&mut self, ty: Ty) -> TyId {
        self.extents.push(self.extent_of(ty));
        self.compound.push(ty);
        TyId((SCALARS.len() + self.compound.len() - 1) as u32)
    }

    /// An array type.
    pub fn array(&mut self, element: TyId, count: u64) -> TyId {
        self.push(Ty::Array(Array { element, count, flexible: false }))
    }

    /// C's flexible array member: the last field of a record, of unknown length and no size.
    pub fn flexible_array(&mut self, element: TyId) -> TyId {
        self.push(Ty::Array(Array { element, count: 0, flexible: true }))
    }

    /// A short vector type.
    pub fn vector(&mut self, element: TyId, count: u32) -> TyId {
        self.push(Ty::Vector(Vector { element, count }))
    }

    /// The same, if it is one that C compilers agree on: several integers up to 64 bits or `float`s or `double`s that have 8 or
    /// 16 bytes. Measured on x86-64: what is wider, and a vector of one `double`, gcc returns in memory and clang in registers;
    /// on AArch64 a smaller one travels with its elements apart.
    pub fn common_vector(&mut self, element: TyId, count: u64) -> Option<TyId> {
        let integers = IntKind::ALL.into_iter().map(|kind| (TyId::integer(kind), kind.bits()));
        let floats = FloatKind::ALL.into_iter().map(|kind| (TyId::float(kind), kind.bits()));
        let (_, bits) = integers.chain(floats).find(|(number, bits)| *number == element && *bits <= 64)?;
        let is_common = count > 1 && count <= 16 && COMMON_VECTOR_BYTES.contains(&(u64::from(bits) / 8 * count));
        is_common.then(|| self.vector(element, count as u32))
    }

    /// `_Complex element`.
    pub fn complex(&mut self, element: TyId) -> TyId {
        self.push(Ty::Complex(element))
    }

    /// C23's `_BitInt`.
    pub fn bit_int(&mut self, bits: u16, signed: bool) -> TyId {
        self.push(Ty::BitInt { bits, signed })
    }

    /// A record whose layout is known; see [`crate::layout_record`] for C's layout.
    pub fn add_record(&mut self, record: Record) -> TyId {
        self.records.push(record);
        self.push(Ty::Record(RecordId(self.records.len() as u32 - 1)))
    }

    /// Size and alignment on a target.
    pub fn layout(&self, target: &Target, id: TyId) -> Layout {
        match self.get(id) {
            Ty::Void => Layout { size: 0, align: 1 },
            Ty::Bool => Layout { size: 1, align: 1 },
            Ty::Int { bits, signed: _ } => target.int_layout(bits),
            Ty::BitInt { bits, signed: _ } => target.bit_int_layout(bits),
            Ty::F16 | Ty::BF16 => Layout { size: 2, align: 2 },
            Ty::F32 => Layout { size: 4, align: 4 },
            Ty::F64 => Layout { size: 8, align: 8 },
            Ty::X87 | Ty::DoubleDouble => Layout { size: 16, align: 16 },
            Ty::F128 => target.binary128_layout(),
            Ty::Pointer => Layout { size: target.pointer_bytes(), align: target.pointer_bytes() as u32 },
            Ty::Complex(element) => {
                let element = self.layout(target, element);
                Layout { size: 2 * element.size, align: element.align }
            }
            Ty::Vector(vector) => {
                // GNU C rounds the size of odd vectors up to a power of two and aligns them to their size.
                let bytes = self.layout(target, vector.element).size * u64::from(vector.count);
                let size = bytes.next_power_of_two();
                Layout { size, align: target.vector_align(size) }
            }
            Ty::Array(array) => {
                let element = self.layout(target, array.element);
                Layout { size: element.size * array.count, align: element.align }
            }
            Ty::Record(record) => {
                let record = self.record(record);
                Layout { size: record.size, align: record.align }
            }
        }
    }

    /// Alignment in bytes before attributes of the record type itself; see [`Record::unadjusted_align`].
    pub fn unadjusted_align(&self, target: &Target, id: TyId) -> u32 {
        match self.get(id).as_record() {
            Some(record) => self.record(record).unadjusted_align,
            None => self.layout(target, id).align,
        }
    }

    /// Whether C passes the type as a whole that a callee may take apart: records, arrays and complex numbers.
    pub fn is_aggregate(&self, id: TyId) -> bool {
        self.get(id).is_aggregate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_ids_of_their_width_and_sign() {
        let arena = TypeArena::new();
        for kind in IntKind::ALL {
            let ty = Ty::Int { bits: kind.bits() as u16, signed: kind.is_signed() };
            assert_eq!(arena.get(TyId::integer(kind)), ty, "{}", kind.name());
        }
        for kind in FloatKind::ALL {
            assert_eq!(arena.layout(&Target::X86_64_LINUX, TyId::float(kind)).size, u64::from(kind.bits()) / 8);
        }
    }

    #[test]
    fn types_that_double_are_refused_before_they_are_walked_over() {
        let mut arena = TypeArena::new();
        let target = Target::X86_64_LINUX;
        let mut refused_at = [None; 2];
        for (fields, refused_at) in [1, 2].into_iter().zip(&mut refused_at) {
            let mut ty = TyId::I8;
            for level in 1.. {
                let fields = vec![crate::FieldSpec::new(ty); fields];
                let record = crate::layout_record(&target, &arena, RecordKind::Struct, &fields, false, None);
                ty = arena.add_record(record);
                if crate::lower(&target, &arena, &Signature::new(ty, [ty])).is_err() {
                    assert!(arena.refuse_endless(ty).is_err());
                    *refused_at = Some(level);
                    break;
                }
            }
        }
        assert_eq!(refused_at, [Some(256), Some(17)]);
        let many = arena.array(TyId::I8, 1 << 40);
        assert_eq!(arena.extent(many), Extent { leaves: 1, depth: 2 });
    }

    #[test]
    fn every_scalar_has_the_form_of_one_and_no_compound_type_has() {
        for scalar in SCALARS {
            let expected = if scalar == Ty::Void { Form::Void } else { Form::Scalar(scalar) };
            assert_eq!((scalar.form(), scalar.is_aggregate(), scalar.is_vector()), (expected, false, false));
        }
        let mut arena = TypeArena::new();
        let array = arena.array(TyId::F32, 2);
        let (complex, vector) = (arena.complex(TyId::F32), arena.vector(TyId::F32, 2));
        let answers = [array, complex, vector].map(|ty| {
            let ty = arena.get(ty);
            (ty.is_aggregate(), ty.is_vector(), ty.is_float(), ty.as_record())
        });
        assert_eq!(answers, [(true, false, false, None), (true, false, false, None), (false, true, false, None)]);
    }
}
