//! Constants as bytes: the data of constants that are used as places and of globals, and constants as scalars.
//! Owns how each constant value lies in memory, in the target's order of bytes; the values come from the constant evaluator in `types`.

use hir::ItemId;
use mir::{Align, Global, GlobalRelocation, Linkage, Value};
use types::{Arguments, ConstantValue, EnumForm, Ty, TypeKind};

use super::Unit;
use super::body::Lowering;

/// The count of a static string: below zero, so that it is neither counted nor freed.
const STATIC_COUNT: i64 = -1;

/// How far a string's bytes are behind the beginning of its object: behind count and length.
pub(super) const STRING_HEADER: u64 = 16;

/// A static string object of a target: count, length, bytes, NUL.
pub(super) fn string_object(target: &abi::Target, text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() + 17);
    bytes.extend(target.bytes_of(STATIC_COUNT as u128, 8));
    bytes.extend(target.bytes_of(text.len() as u128, 8));
    bytes.extend_from_slice(text.as_bytes());
    bytes.push(0);
    bytes
}

/// Builds the data of a constant into the unit.
pub(super) fn add_constant(unit: &mut Unit, item: ItemId) {
    let ty = types::constant_type(unit.db, item);
    let changes = types::holds_changing(unit.db, ty);
    add(unit, item, ty, !changes, Linkage::Hidden);
}

/// Builds the place of a global into the unit: with what it starts as, seen by C if it has a name for C.
pub(super) fn add_global(unit: &mut Unit, item: ItemId) {
    let ty = types::global_type(unit.db, item);
    let linkage = match hir::c_symbol(unit.db, item) {
        Some(_) => Linkage::Export,
        None => Linkage::Hidden,
    };
    add(unit, item, ty, false, linkage);
}

fn add(unit: &mut Unit, item: ItemId, ty: Ty, constant: bool, linkage: Linkage) {
    let name = unit.learned.symbol(unit.db, item, Arguments::NONE).clone();
    let layout = unit.layout_of(ty);
    let value = types::constant_value(unit.db, item).clone();
    let bytes = vec![0; layout.size as usize];
    let mut writer =
        Writer { target: types::target(unit.db), bytes, relocations: Vec::new(), literals: 0, name: &name };
    writer.write(unit, &value, ty, 0);
    let Writer { bytes, mut relocations, .. } = writer;
    relocations.sort_by_key(|relocation| relocation.offset);
    let (symbol, mir_type) = (unit.module.symbol(&name), unit.result(ty));
    let notes = unit.item_notes(item);
    unit.tell_datum(item, ty);
    unit.module.add_global(Global {
        symbol,
        linkage,
        constant,
        align: layout.align.max(Align::ONE),
        ty: mir_type,
        bytes,
        relocations,
        notes,
    });
}

/// Fills the bytes of one constant.
struct Writer<'name> {
    target: abi::Target,
    bytes: Vec<u8>,
    relocations: Vec<GlobalRelocation>,
    literals: u32,
    name: &'name str,
}

impl Writer<'_> {
    fn write(&mut self, unit: &mut Unit, value: &ConstantValue, ty: Ty, offset: u64) {
        match value {
            ConstantValue::Error | ConstantValue::Unit => {}
            ConstantValue::Bool(value) => self.number(offset, u128::from(*value), 1),
            ConstantValue::Int(value) => {
                let size = unit.layout_of(ty).size as usize;
                self.number(offset, *value, size);
            }
            ConstantValue::F32(bits) => self.number(offset, u128::from(*bits), 4),
            ConstantValue::F64(bits) => self.number(offset, u128::from(*bits), 8),
            ConstantValue::Address(address) => self.number(offset, u128::from(*address), 8),
            ConstantValue::String(text) => self.point(unit, string_object(&self.target, text), 8, offset),
            ConstantValue::CString(text) => self.point(unit, [text, &[0][..]].concat(), 1, offset),
            ConstantValue::Function(item) => {
                let symbol = unit.callable(*item).symbol;
                self.relocations.push(GlobalRelocation { offset, symbol, addend: 0 });
            }
            ConstantValue::Aggregate(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let (part_type, part_offset) = self.part(unit, ty, index);
                    self.write(unit, part, part_type, offset + part_offset);
                }
            }
            ConstantValue::Case(case, parts) => {
                let Some(enumeration) = types::enumeration(unit.db, ty) else { return };
                match enumeration.form {
                    EnumForm::Integer(kind) | EnumForm::Tagged(kind) => {
                        let tag = enumeration.cases[*case as usize].tag;
                        self.number(offset, tag, (kind.bits() / 8) as usize);
                    }
                    EnumForm::Nullable { .. } => {}
                }
                for (part, value) in enumeration.parts(*case).zip(parts.iter()) {
                    let (part_type, part_offset) = self.part(unit, ty, part as usize);
                    self.write(unit, value, part_type, offset + part_offset);
                }
            }
            ConstantValue::Union(field, value) => {
                let field_type = unit.parts(ty).types[*field as usize];
                self.write(unit, value, field_type, offset);
            }
        }
    }

    fn part(&self, unit: &mut Unit, ty: Ty, index: usize) -> (Ty, u64) {
        match ty.kind() {
            TypeKind::Array(element, _) => (element, index as u64 * unit.layout_of(element).size),
            _ => {
                let parts = unit.parts(ty);
                (parts.types[index], parts.offsets[index])
            }
        }
    }

    /// A number of so many bytes, in the target's order.
    fn number(&mut self, offset: u64, number: u128, size: usize) {
        let offset = offset as usize;
        self.bytes[offset..offset + size].copy_from_slice(&self.target.bytes_of(number, size));
    }

    fn point(&mut self, unit: &mut Unit, bytes: Vec<u8>, align: u64, offset: u64) {
        let name = format!("{}.text{}", self.name, self.literals);
        self.literals += 1;
        let symbol = unit.local_data(&name, bytes, align);
        self.relocations.push(GlobalRelocation { offset, symbol, addend: 0 });
    }
}

impl Lowering<'_, '_> {
    /// A constant of a scalar type as a value.
    pub(super) fn constant_scalar(&mut self, value: &ConstantValue, ty: Ty) -> Value {
        match value {
            ConstantValue::Bool(value) => self.builder.boolean(*value),
            ConstantValue::Int(value) => self.integer(ty, *value as i128),
            ConstantValue::F32(bits) => self.builder.float32(f32::from_bits(*bits)),
            ConstantValue::F64(bits) => self.builder.float64(f64::from_bits(*bits)),
            ConstantValue::String(text) => self.string(text),
            ConstantValue::CString(text) => self.c_string(text),
            ConstantValue::Address(address) => self.builder.integer(mir::Scalar::Pointer, i128::from(*address)),
            ConstantValue::Function(item) => self.function_address(*item),
            ConstantValue::Case(case, parts) => match (types::enumeration(self.unit.db, ty), &parts[..]) {
                (Some(enumeration), [only]) => self.constant_scalar(only, enumeration.payload(*case)[0].ty),
                (Some(enumeration), _) => self.tag_value(enumeration, *case),
                (None, _) => unreachable!("a case is one of an enum"),
            },
            ConstantValue::Error | ConstantValue::Unit | ConstantValue::Aggregate(_) | ConstantValue::Union(..) => {
                unreachable!("only scalars are read as values, and constants with errors stop the build")
            }
        }
    }
}
