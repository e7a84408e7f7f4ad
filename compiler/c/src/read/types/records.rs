//! Structures, unions, enumerations and `va_list`. Owns their members and tags; offsets are `abi`'s.

use abi::{Architecture, Environment, FieldSpec, OperatingSystem, RecordKind, RecordSpec, TyId};
use lang_c::ast::{EnumType, StructDeclaration, StructField, StructKind, StructType};
use lang_c::span::Node;

use super::{Base, CType, Declared, Member, Shape, Translator};
use crate::read::Unreadable;
use crate::read::attributes::Attributes;

/// Members while they are collected.
#[derive(Default)]
struct Members {
    fields: Vec<FieldSpec>,
    /// What C calls them, and their types.
    named: Vec<(Option<String>, CType)>,
}

impl Translator<'_> {
    pub(super) fn record(&mut self, record: &Node<StructType>, own: &Attributes) -> Result<CType, Unreadable> {
        let (kind, word) = match record.node.kind.node {
            StructKind::Struct => (RecordKind::Struct, "struct"),
            StructKind::Union => (RecordKind::Union, "union"),
        };
        let tag = record.node.identifier.as_ref().map(|name| name.node.name.clone());
        let name = format!("{word} {}", tag.as_deref().unwrap_or("{…}"));
        let Some(declarations) = &record.node.declarations else {
            return Ok(self.tags.get(&name).cloned().unwrap_or(CType {
                id: TyId::VOID,
                name,
                shape: Shape::Incomplete,
                align: None,
            }));
        };
        let mut members = Members::default();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::Field(field) => self.members(&field.node, &mut members)?,
                StructDeclaration::StaticAssert(_) => {}
            }
        }
        let spec = RecordSpec {
            kind,
            fields: &members.fields,
            packed: own.packed,
            pack: self.spelling.pack_at(self.respelled(record.span.end.saturating_sub(1))),
            align: own.align,
        };
        let layout = spec.layout(&self.target, &self.arena);
        let placed = layout.fields.iter().zip(members.named);
        let members = placed.filter(|(field, _)| field.named).map(|(field, (name, ty))| Member {
            name,
            offset_bits: field.offset_bits,
            bits: field.bit_width.map(u64::from),
            size: self.arena.layout(&self.target, ty.id).size,
            ty,
        });
        let shape = Shape::Record(tag.clone(), members.collect());
        let id = self.arena.add_record(layout);
        if let Err(endless) = self.arena.refuse_endless(id) {
            return Err(self.problem(record.span, endless.to_string(), "use it behind a pointer, or leave it out"));
        }
        let ty = CType { id, name: name.clone(), shape, align: None };
        if tag.is_some() {
            self.tags.insert(name, ty.clone());
        }
        Ok(ty)
    }

    fn members(&mut self, field: &StructField, members: &mut Members) -> Result<(), Unreadable> {
        let base = self.qualified(&field.specifiers)?;
        if field.declarators.is_empty() {
            // An anonymous structure, or a tag that is only declared.
            if matches!(base.ty.shape, Shape::Record(..)) {
                members.fields.push(field_spec(&base.ty, &base.attributes));
                members.named.push((None, base.ty));
            }
            return Ok(());
        }
        for declarator in &field.declarators {
            let declared = match &declarator.node.declarator {
                Some(declarator) => self.declarator(&base, declarator)?,
                None => unnamed(&base),
            };
            self.check_complete(&declared.ty, declarator.span)?;
            let natural = self.arena.layout(&self.target, declared.ty.id).align;
            if declared.ty.align.is_some_and(|align| align != natural) {
                let help = "write the attribute at the member";
                return Err(self.problem(declarator.span, "how a typedef aligns a member is not known here", help));
            }
            let mut spec = field_spec(&declared.ty, &declared.attributes);
            // The parser leaves out what stands behind the width of a bit-field without a name.
            let rest = &self.spelling.text[self.respelled(declarator.span.start)..];
            let is_aligned =
                spec.align.is_some() || rest.split(';').next().is_some_and(|rest| rest.contains("__attribute"));
            if declared.name.is_none() && is_aligned {
                let help = "leave the attribute out, or give the bit-field a name";
                return Err(self.problem(
                    declarator.span,
                    "how a bit-field without a name is aligned is not known here",
                    help,
                ));
            }
            if let Some(width) = &declarator.node.bit_width {
                let bits = self.constant(width)?;
                let most = 8 * self.arena.layout(&self.target, declared.ty.id).size;
                let fits = u16::try_from(bits).ok().filter(|bits| u64::from(*bits) <= most);
                let help = format!("write 0 to {most}");
                let fits = fits.ok_or_else(|| self.problem(width.span, format!("{bits} bits do not fit"), help))?;
                spec.bit_width = Some(fits);
                spec.named = declared.name.is_some();
            }
            members.fields.push(spec);
            members.named.push((declared.name, declared.ty));
        }
        Ok(())
    }

    pub(super) fn enumeration(&mut self, enumeration: &Node<EnumType>, own: &Attributes) -> Result<CType, Unreadable> {
        let tag = enumeration.node.identifier.as_ref().map(|name| name.node.name.as_str());
        let name = format!("enum {}", tag.unwrap_or("{…}"));
        if enumeration.node.enumerators.is_empty() {
            let known = self.tags.get(&name).cloned();
            let message = format!("{name} is not defined here");
            return known.ok_or_else(|| self.problem(enumeration.span, message, "write its enumerators"));
        }
        let others = Attributes { packed: false, ..own.clone() };
        if others != Attributes::default() {
            let help = "leave the attribute out";
            return Err(self.problem(
                enumeration.span,
                "what this attribute makes of an enumeration is not known here",
                help,
            ));
        }
        let (mut next, mut least, mut most) = (0, 0, 0);
        for enumerator in &enumeration.node.enumerators {
            if let Some(value) = &enumerator.node.expression {
                next = self.constant(value)?;
            }
            self.enumerators.insert(enumerator.node.identifier.node.name.clone(), next);
            (least, most) = (next.min(least), next.max(most));
            next += 1;
        }
        let bits = |value: i128| 128 - if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() };
        let is_microsoft = self.target.environment == Environment::Msvc;
        if is_microsoft && (own.packed || i32::try_from(least).is_err() || i32::try_from(most).is_err()) {
            let help = "keep its values within int, without attributes";
            return Err(self.problem(enumeration.span, "Microsoft's enumerations are int, and this one is more", help));
        }
        let sign_bit = u32::from(least < 0);
        let needed = bits(most).max(bits(least)) + sign_bit;
        let smallest = if own.packed { 8 } else { 32 };
        if needed > 64 {
            return Err(self.problem(enumeration.span, "its values do not fit 64 bits", "write smaller ones"));
        }
        let is_signed = least < 0 || is_microsoft;
        let id = match (needed.max(smallest).next_power_of_two(), is_signed) {
            (8, true) => TyId::I8,
            (8, false) => TyId::U8,
            (16, true) => TyId::I16,
            (16, false) => TyId::U16,
            (32, true) => TyId::I32,
            (32, false) => TyId::U32,
            (_, true) => TyId::I64,
            (_, false) => TyId::U64,
        };
        let ty = CType::scalar(id, name.clone());
        if tag.is_some() {
            self.tags.insert(name, ty.clone());
        }
        Ok(ty)
    }

    /// `va_list`, which some psABIs define as a structure, or an array of one so that it is passed by its address.
    pub(super) fn va_list(&mut self) -> CType {
        let (pointers, words, is_array) = match (self.target.architecture, self.target.operating_system) {
            (Architecture::Aarch64, OperatingSystem::Linux | OperatingSystem::Unknown) => (3, [TyId::I32; 2], false),
            (Architecture::X86_64, OperatingSystem::Linux | OperatingSystem::Darwin | OperatingSystem::Unknown) => {
                (2, [TyId::U32; 2], true)
            }
            (Architecture::S390x, _) => (2, [TyId::I64; 2], true),
            (
                Architecture::Aarch64
                | Architecture::X86_64
                | Architecture::Riscv64
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
                _,
            ) => return CType::scalar(TyId::POINTER, "va_list"),
        };
        let pointers = std::iter::repeat_n(TyId::POINTER, pointers);
        let fields: Vec<FieldSpec> = pointers.chain(words).map(FieldSpec::new).collect();
        let layout = abi::layout_record(&self.target, &self.arena, RecordKind::Struct, &fields, false, None);
        let record = CType {
            id: self.arena.add_record(layout),
            name: "va_list".to_string(),
            shape: Shape::Record(Some("__va_list".to_string()), Vec::new()),
            align: None,
        };
        match is_array {
            true => CType {
                id: self.arena.array(record.id, 1),
                name: record.name.clone(),
                shape: Shape::Array(Box::new(record), 1),
                align: None,
            },
            false => record,
        }
    }
}

fn unnamed(base: &Base) -> Declared {
    Declared { name: None, ty: base.ty.clone(), attributes: base.attributes.clone() }
}

fn field_spec(ty: &CType, attributes: &Attributes) -> FieldSpec {
    FieldSpec { align: attributes.align, packed: attributes.packed, ..FieldSpec::new(ty.id) }
}
