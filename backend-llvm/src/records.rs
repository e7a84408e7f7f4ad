//! Aggregates in memory. Owns the IR type of each aggregate type of MIR: what has a name there is a structure of that name
//! here, as in clang's IR, so the text of types inside each other stays as short as MIR's. Must not know what is kept in
//! such memory, nor by whom.

use std::cell::OnceCell;

use inkwell::context::Context;
use inkwell::targets::TargetData;
use inkwell::types::{BasicType, BasicTypeEnum};
use mir::{Record, RecordKind, Type, TypeBody, TypeId, TypeKind};

use crate::failure::Outcome;
use crate::types::Types;

/// The types of a unit, each made when it is first asked for.
pub(crate) struct Records<'a, 'ctx> {
    mir: &'a mir::Module,
    context: &'ctx Context,
    types: Types<'ctx>,
    layout: TargetData,
    known: Vec<OnceCell<Memory<'ctx>>>,
}

/// A type in memory.
#[derive(Clone, Copy)]
struct Memory<'ctx> {
    ty: BasicTypeEnum<'ctx>,
    /// Whether there is a structure in it that is written out wherever it is used.
    is_written_out: bool,
    /// Whether it is a record of nothing, which gets no element in others.
    is_nothing: bool,
}

/// An element of a structure and where it begins.
type Element<'ctx> = (u64, Memory<'ctx>);

impl<'a, 'ctx> Records<'a, 'ctx> {
    pub(crate) fn new(mir: &'a mir::Module, context: &'ctx Context, layout: TargetData) -> Records<'a, 'ctx> {
        let known = (0..mir.types.len()).map(|_| OnceCell::new()).collect();
        Records { mir, context, types: Types::new(context), layout, known }
    }

    /// A type of MIR in memory: as large as there, and no more aligned.
    pub(crate) fn memory(&self, ty: Type) -> Outcome<BasicTypeEnum<'ctx>> {
        Ok(self.of(ty)?.ty)
    }

    fn of(&self, ty: Type) -> Outcome<Memory<'ctx>> {
        match ty {
            Type::Scalar(scalar) => Ok(self.plain(self.types.memory(scalar))),
            Type::Aggregate(id) => {
                let known = &self.known[id.index()];
                if let Some(known) = known.get() {
                    return Ok(*known);
                }
                let made = self.make(id)?;
                Ok(*known.get_or_init(|| made))
            }
        }
    }

    fn plain(&self, ty: BasicTypeEnum<'ctx>) -> Memory<'ctx> {
        Memory { ty, is_written_out: false, is_nothing: false }
    }

    fn bytes(&self, count: u64) -> Outcome<Memory<'ctx>> {
        let ty = if count == 1 { self.context.i8_type().into() } else { self.types.bytes(count)?.into() };
        Ok(self.plain(ty))
    }

    fn make(&self, id: TypeId) -> Outcome<Memory<'ctx>> {
        match self.mir.types.body(id) {
            None => Ok(self.plain(self.types.bytes(0)?.into())),
            Some(TypeBody::Array { element, count }) => match u32::try_from(*count) {
                Ok(count) => {
                    let element = self.of(*element)?;
                    Ok(Memory { ty: element.ty.array_type(count).into(), is_nothing: false, ..element })
                }
                // Only nothing is so often there.
                Err(_) => Ok(self.plain(self.types.bytes(self.mir.types.layout(Type::Aggregate(id)).size)?.into())),
            },
            Some(TypeBody::Record(record)) => self.record(self.mir.types.get(id).kind, record),
        }
    }

    fn record(&self, kind: TypeKind, record: &Record) -> Outcome<Memory<'ctx>> {
        if let Some(own) = self.own_type(record)? {
            return Ok(own);
        }
        let mut members: Vec<Element<'ctx>> = Vec::with_capacity(record.fields.len());
        for field in &record.fields {
            members.push((field.offset, self.of(field.ty)?));
        }
        members.retain(|(_, member)| !member.is_nothing);
        let is_nothing = members.is_empty();
        let members = if record.kind.is_in_order() { members } else { self.representative(record, members)? };
        let (elements, packed) = self.elements(record, members)?;
        let types: Vec<BasicTypeEnum<'ctx>> = elements.iter().map(|element| element.ty).collect();
        // A structure without a name is written out, but never inside of another: that text would double at each level.
        let name = match kind {
            TypeKind::Named(name) => Some(self.mir.strings.text(name)),
            TypeKind::Unnamed(_) => Some(""),
            TypeKind::Anonymous => elements.iter().any(|element| element.is_written_out).then_some(""),
        };
        let ty = match name {
            None => self.context.struct_type(&types, packed),
            Some(name) => {
                let made = self.context.opaque_struct_type(name);
                made.set_body(&types, packed);
                made
            }
        };
        debug_assert_eq!(self.layout.get_abi_size(&ty), record.size);
        Ok(Memory { ty: ty.into(), is_written_out: name.is_none(), is_nothing })
    }

    /// The type that clang gives what C has a type of its own for; none of a structure or union, nor of what is none of C's.
    fn own_type(&self, record: &Record) -> Outcome<Option<Memory<'ctx>>> {
        let lanes = |ty| match ty {
            Type::Aggregate(id) => match self.mir.types.body(id) {
                Some(TypeBody::Array { element, count }) => Some((*element, u32::try_from(*count).ok()?)),
                Some(TypeBody::Record(_)) | None => None,
            },
            Type::Scalar(_) => None,
        };
        let ty = match (record.kind, record.fields.as_slice(), self.mir.target) {
            (RecordKind::Vector, [only], _) => match lanes(only.ty) {
                Some((element, count)) => Some(self.types.vector(count, self.of(element)?.ty)?.into()),
                None => None,
            },
            (RecordKind::Complex, [real, imaginary], _) => {
                let parts = [self.of(real.ty)?.ty, self.of(imaginary.ty)?.ty];
                let ty = self.context.struct_type(&parts, false).into();
                return Ok(Some(Memory { is_written_out: true, ..self.plain(ty) }));
            }
            (RecordKind::LongDouble, _, Some(target)) => {
                let known = abi::llvm::memory(&target, &abi::TypeArena::new(), target.long_double_type());
                Some(self.types.some(&known)?)
            }
            (RecordKind::Struct | RecordKind::Union, ..)
            | (RecordKind::Vector | RecordKind::Complex | RecordKind::LongDouble, ..) => None,
        };
        Ok(ty.filter(|ty| self.layout.get_abi_size(ty) == record.size).map(|ty| self.plain(ty)))
    }

    /// The member that stands for all of a union, as clang chooses it: the most aligned one, then the largest.
    fn representative(&self, record: &Record, members: Vec<Element<'ctx>>) -> Outcome<Vec<Element<'ctx>>> {
        let measure = |(_, member): &Element<'ctx>| (self.align(member), self.layout.get_abi_size(&member.ty));
        // Of equals, `max_by_key` takes the last one, clang the first.
        let Some(best) = members.into_iter().rev().max_by_key(measure) else {
            return Ok(Vec::new());
        };
        let fits = self.layout.get_abi_size(&best.1.ty) <= record.size;
        Ok(vec![if fits { best } else { (0, self.bytes(record.size)?) }])
    }

    /// Members with the padding between and behind them that LLVM does not add by itself, and whether it is to add none.
    /// Members that do not follow each other are no elements: then there are only bytes.
    fn elements(&self, record: &Record, mut members: Vec<Element<'ctx>>) -> Outcome<(Vec<Memory<'ctx>>, bool)> {
        members.sort_by_key(|(offset, _)| *offset);
        let is_misplaced = |(offset, member): &Element<'ctx>| !offset.is_multiple_of(self.align(member));
        let align = members.iter().map(|(_, member)| self.align(member)).max().unwrap_or(1);
        let packed = members.iter().any(is_misplaced) || !record.size.is_multiple_of(align);
        let natural = |end: u64, align: u64| if packed { end } else { end.next_multiple_of(align) };
        let mut elements = Vec::with_capacity(members.len());
        let mut end = 0;
        for (offset, member) in members {
            if offset < end {
                return Ok((vec![self.bytes(record.size)?], true));
            }
            if offset != natural(end, self.align(&member)) {
                elements.push(self.bytes(offset - end)?);
            }
            end = offset + self.layout.get_abi_size(&member.ty);
            elements.push(member);
        }
        if record.size < end {
            return Ok((vec![self.bytes(record.size)?], true));
        }
        if record.size != natural(end, align) {
            elements.push(self.bytes(record.size - end)?);
        }
        Ok((elements, packed))
    }

    fn align(&self, member: &Memory<'ctx>) -> u64 {
        u64::from(self.layout.get_abi_alignment(&member.ty))
    }
}
