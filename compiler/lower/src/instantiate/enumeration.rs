//! Enums in memory: which case a value is, what that carries, and how a value of a case is made. Owns the tag; must not
//! know any rule of layout, nor which case a value may be.

use mir::{Align, Block, Comparison, Field, Operation, Record, RecordKind, Scalar, Type, TypeBody, Value};
use types::{EnumForm, Enumeration, NamedType, Ty, is_heap, object_layout, scalar_enum};

use super::Unit;
use super::alias::Memory;
use super::body::Lowering;
use super::place::{Cursor, Located};
use crate::source_form::{Operand, OperandList};

impl<'db> Lowering<'_, 'db> {
    /// The enum that a type is.
    pub(super) fn enumeration(&self, ty: Ty) -> &'db Enumeration {
        let Some(enumeration) = types::enumeration(self.unit.db, ty) else {
            unreachable!("only enums have cases");
        };
        enumeration
    }

    /// Something that a case carries, in a value of this case.
    pub(super) fn payload(&mut self, from: Located, part: u32) -> Located {
        match scalar_enum(self.unit.db, from.ty) {
            // The value is the pointer that it carries.
            Some(enumeration) => Located { ty: enumeration.payloads[part as usize].ty, ..from },
            None => self.field(from, part),
        }
    }

    /// The number of the case of an enum.
    pub(super) fn tag(&mut self, of: Located) -> Value {
        if is_heap(self.unit.db, of.ty) {
            let object = self.read(of);
            let object = self.object(object, of.ty);
            return self.tag_in_memory(object);
        }
        self.tag_in_memory(of)
    }

    /// The number of the case of a value that is no object of a heap type, or lies where such an object begins.
    fn tag_in_memory(&mut self, of: Located) -> Value {
        let front = self.front(of);
        let value = self.read(front);
        let enumeration = self.enumeration(of.ty);
        match enumeration.form {
            EnumForm::Integer(_) | EnumForm::Tagged(_) => {
                self.is_a_tag(value, enumeration);
                value
            }
            EnumForm::Nullable { empty } => {
                let null = self.builder.integer(Scalar::Pointer, 0);
                // The cases are 0 and 1: the comparison is the number.
                let is_second = if empty == 0 { Comparison::NotEqual } else { Comparison::Equal };
                let number = self.builder.compare(is_second, value, null);
                self.converted(number, Scalar::integer(enumeration.tag()))
            }
        }
    }

    /// Says, for optimisers, that a number is the tag of some case, if it has just been read from memory.
    pub(super) fn is_a_tag(&mut self, value: Value, enumeration: &Enumeration) {
        let function = self.builder.function();
        let read = function.instructions.last().filter(|read| matches!(read.operation, Operation::Load { .. }));
        if !self.unit.settings.facts || read.is_none_or(|read| read.result != value) {
            return;
        }
        let ty = function.value_type(value);
        let tags = || enumeration.cases.iter().map(|case| case.tag as i128);
        if let (Some(smallest), Some(greatest), false) = (tags().min(), tags().max(), ty.is_wide()) {
            let bits = |tag: i128| mir::constant_bits(ty, tag as u64);
            let range = mir::IntegerRange { value, smallest: bits(smallest), greatest: bits(greatest) };
            let ranges = &mut self.builder.function_mut().ranges;
            if ranges.last().is_none_or(|last| last.value.index() < value.index()) {
                ranges.push(range);
            }
        }
    }

    /// The object of a heap type at an address.
    fn object(&mut self, address: Value, ty: Ty) -> Located {
        Located { cursor: Cursor::Address(address, 0), ty, align: self.unit.parts(ty).align, memory: Memory::Plain }
    }

    /// What tells the case: the tag or the pointer, which stands first.
    fn front(&self, of: Located) -> Located {
        let ty = match self.enumeration(of.ty).form {
            EnumForm::Integer(kind) | EnumForm::Tagged(kind) => Ty::int(kind),
            EnumForm::Nullable { .. } => Ty::pointer(Ty::UNIT),
        };
        Located { ty, ..of }
    }

    /// What tells a case that carries nothing.
    pub(super) fn tag_value(&mut self, enumeration: &Enumeration, case: u32) -> Value {
        match enumeration.form {
            EnumForm::Integer(kind) | EnumForm::Tagged(kind) => {
                let tag = enumeration.cases[case as usize].tag;
                self.builder.integer(Scalar::integer(kind), tag as i128)
            }
            EnumForm::Nullable { .. } => self.builder.integer(Scalar::Pointer, 0),
        }
    }

    /// Writes the tag of a case into a value in memory, or null; a pointer that the case carries is written as such.
    pub(super) fn write_tag(&mut self, to: Located, case: u32) {
        let enumeration = self.enumeration(to.ty);
        let is_written = match enumeration.form {
            EnumForm::Integer(_) | EnumForm::Tagged(_) => true,
            EnumForm::Nullable { empty } => case == empty,
        };
        if is_written {
            let value = self.tag_value(enumeration, case);
            let front = self.front(to);
            self.write(front, value);
        }
    }

    /// A value of a case, of an enum that is a scalar: a number, a pointer, a new object.
    pub(super) fn scalar_case(&mut self, ty: Ty, case: u32, operands: OperandList) -> Value {
        let enumeration = self.enumeration(ty);
        if is_heap(self.unit.db, ty) {
            let object = self.allocate(ty, enumeration.parts(case).start, operands);
            let made = self.object(object, ty);
            self.write_tag(made, case);
            return object;
        }
        match (enumeration.form, self.form.operand_list(operands)) {
            (EnumForm::Nullable { .. }, &[only]) => self.scalar(only),
            _ => self.tag_value(enumeration, case),
        }
    }

    /// What a case carries, by its numbers.
    pub(super) fn case_parts(&self, ty: Ty, case: u32, operands: OperandList) -> Vec<(u32, Operand)> {
        self.enumeration(ty).parts(case).zip(self.form.operand_list(operands).iter().copied()).collect()
    }

    /// Does something to each of what an object of a heap type carries that needs care, as the case that it is.
    pub(super) fn each_payload_of_object(&mut self, object: Value, ty: Ty, visit: impl Fn(&mut Self, Located)) {
        let whole = self.object(object, ty);
        let tag = self.tag_in_memory(whole);
        self.each_payload_in_case(tag, ty, true, |this, part| {
            let part = this.object_field(object, ty, part);
            visit(this, part);
        });
    }

    /// Does something to each of what a value carries that needs care, as the case that it is.
    pub(super) fn each_payload(&mut self, whole: Located, reverse: bool, visit: impl Fn(&mut Self, Located)) {
        let tag = self.tag_in_memory(whole);
        self.each_payload_in_case(tag, whole.ty, reverse, |this, part| {
            let part = this.payload(whole, part);
            visit(this, part);
        });
    }

    fn each_payload_in_case(&mut self, tag: Value, ty: Ty, reverse: bool, visit: impl Fn(&mut Self, u32)) {
        let enumeration = self.enumeration(ty);
        let db = self.unit.db;
        let needs_care = |part: u32| types::needs_drop(db, enumeration.payloads[part as usize].ty);
        let after = self.builder.block();
        let mut blocks: Vec<(u32, Block)> = Vec::new();
        for case in 0..enumeration.cases.len() as u32 {
            if enumeration.parts(case).any(needs_care) {
                blocks.push((case, self.builder.block()));
            }
        }
        let targets: Vec<(u64, Block)> =
            blocks.iter().map(|(case, block)| (enumeration.cases[*case as usize].tag as u64, *block)).collect();
        self.builder.switch(tag, &targets, after);
        for (case, block) in blocks {
            self.builder.switch_to(block);
            let mut parts: Vec<u32> = enumeration.parts(case).filter(|part| needs_care(*part)).collect();
            if reverse {
                parts.reverse();
            }
            for part in parts {
                visit(self, part);
            }
            self.builder.jump(after, &[]);
        }
        self.builder.switch_to(after);
    }
}

impl Unit<'_> {
    /// The record of an enum in memory: a tag and a union of structures, or the pointer that tells the case.
    pub(super) fn enum_record(&mut self, named: NamedType, ty: Ty, enumeration: &Enumeration) -> Record {
        let parts = self.parts(ty);
        let layout = object_layout(self.db, named);
        let mut fields = Vec::new();
        match enumeration.form {
            EnumForm::Integer(kind) | EnumForm::Tagged(kind) => {
                let name = Some(self.module.strings.intern("tag"));
                fields.push(Field { name, ty: Type::Scalar(Scalar::integer(kind)), offset: 0 });
            }
            EnumForm::Nullable { .. } => fields.extend(self.case_fields(enumeration, 0..1, &[0])),
        }
        if let Some(cases) = &layout.cases {
            let mut structures = Vec::new();
            for (number, case) in (0..).zip(&cases.cases) {
                let Some(case) = case else { continue };
                let carried = self.case_fields(enumeration, enumeration.parts(number), &case.offsets);
                let structure = self.part_of_enum(RecordKind::Struct, case.size, case.align, carried);
                let name = self.module.strings.intern(&enumeration.cases[number as usize].name.text());
                structures.push(Field { name: Some(name), ty: structure, offset: 0 });
            }
            let union = self.part_of_enum(RecordKind::Union, cases.size, cases.align, structures);
            let name = Some(self.module.strings.intern("case"));
            fields.push(Field { name, ty: union, offset: cases.offset });
        }
        let (size, align) = (parts.size, parts.align);
        Record { kind: RecordKind::Struct, size, align, unadjusted_align: align, packed: false, fields }
    }

    fn part_of_enum(&mut self, kind: RecordKind, size: u64, align: u32, fields: Vec<Field>) -> Type {
        let align = Align::new(u64::from(align));
        let record = Record { kind, size, align, unadjusted_align: align, packed: false, fields };
        Type::Aggregate(self.module.types.anonymous(TypeBody::Record(record)))
    }

    fn case_fields(&mut self, enumeration: &Enumeration, parts: std::ops::Range<u32>, offsets: &[u64]) -> Vec<Field> {
        let mut fields = Vec::new();
        for (part, &offset) in parts.zip(offsets) {
            let part = enumeration.payloads[part as usize];
            let name = (!part.name.is_empty()).then(|| self.module.strings.intern(&part.name.text()));
            fields.push(Field { name, ty: self.part(part.ty), offset });
        }
        fields
    }
}
