//! Sizes, alignments and offsets of what an interface shows. `abi` knows them, as it does for every signature; this asks it
//! for each structure, in an order in which all that stands inside is known.

use std::collections::HashMap;

use abi::{FieldSpec, RecordKind, Target, TyId, TypeArena, layout_record};

use super::forms::{Body, Definition, Form, Layout, Own, Record, Shape};

/// The definitions as `abi` has them.
pub(super) struct Layouts {
    target: Target,
    pub arena: TypeArena,
    named: HashMap<String, TyId>,
}

impl Layouts {
    /// Fills in the layouts of definitions, each of which stands behind those that it needs.
    pub(super) fn of(target: Target, definitions: &mut [Definition]) -> Layouts {
        let mut layouts = Layouts { target, arena: TypeArena::new(), named: HashMap::new() };
        for definition in definitions {
            let id = match &mut definition.body {
                Body::Record(record) => layouts.record(record),
                Body::Name { form, .. } => layouts.form(form),
            };
            layouts.named.insert(definition.name.clone(), id);
        }
        layouts
    }

    fn record(&mut self, record: &mut Record) -> TyId {
        let mut fields = Vec::new();
        for field in &mut record.fields {
            let id = match &mut field.form.shape {
                Shape::Inline(inner) => self.record(inner),
                Shape::Void
                | Shape::Bool
                | Shape::Char
                | Shape::Integer { .. }
                | Shape::Float { .. }
                | Shape::Named(_)
                | Shape::Pointer(_)
                | Shape::Array(..)
                | Shape::Function(..)
                | Shape::Own(_) => self.form(&field.form),
            };
            fields.push(FieldSpec::new(id));
        }
        let kind = if record.is_union { RecordKind::Union } else { RecordKind::Struct };
        let layout = layout_record(&self.target, &self.arena, kind, &fields, record.packed, record.align);
        record.layout = Layout { size: layout.size, align: layout.align };
        for (field, laid) in record.fields.iter_mut().zip(&layout.fields) {
            field.offset = laid.offset_bits / 8;
        }
        self.arena.add_record(layout)
    }

    /// The target that this is for.
    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    /// Size and alignment.
    pub(super) fn layout(&mut self, form: &Form) -> Layout {
        let id = self.form(form);
        let layout = self.arena.layout(&self.target, id);
        Layout { size: layout.size, align: layout.align }
    }

    /// A type as `abi` has it; what is not known in full is nothing.
    pub(super) fn form(&mut self, form: &Form) -> TyId {
        match &form.shape {
            Shape::Void => TyId::VOID,
            Shape::Bool => TyId::BOOL,
            Shape::Char => TyId::I8,
            Shape::Integer { bits, signed } => match (bits, signed) {
                (8, true) => TyId::I8,
                (8, false) => TyId::U8,
                (16, true) => TyId::I16,
                (16, false) => TyId::U16,
                (32, true) => TyId::I32,
                (32, false) => TyId::U32,
                (64, true) => TyId::I64,
                (64, false) => TyId::U64,
                (_, true) => TyId::I128,
                (_, false) => TyId::U128,
            },
            Shape::Float { bits: 32 } => TyId::F32,
            Shape::Float { .. } => TyId::F64,
            Shape::Named(name) => self.named.get(name).copied().unwrap_or(TyId::VOID),
            Shape::Pointer(_) | Shape::Function(..) => TyId::POINTER,
            Shape::Array(element, length) => {
                let element = self.form(element);
                match length {
                    Some(length) => self.arena.array(element, *length),
                    None => self.arena.flexible_array(element),
                }
            }
            Shape::Inline(record) => self.record(&mut record.clone()),
            Shape::Own(Own::LongDouble) => self.target.long_double_type(),
            Shape::Own(Own::Complex(part)) => {
                let part = self.form(part);
                self.arena.complex(part)
            }
            Shape::Own(Own::Vector(lane, count)) => {
                let lane = self.form(lane);
                self.arena.common_vector(lane, *count).unwrap_or(TyId::VOID)
            }
        }
    }
}
