//! Entries of types. Owns which entry a description becomes: the names are the language's, a borrow or a heap type is a
//! reference, which debuggers use like what it leads to, and an enum whose cases carry something has the form that C sees, a
//! tag and a union. Each type has one entry, whichever units describe it.

use gimli::constants::{self, DwTag};
use gimli::write::{AttributeValue, DwarfUnit, UnitEntryId};
use mir::debug::{Count, DebugType, Described, Fields, Shape, Variants};
use mir::{NodeId, Scalar, ScalarClass};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::names::Names;
use crate::read::BaseType;

/// The types of one object.
#[derive(Default)]
pub(crate) struct Types<'object> {
    /// By unit and node.
    nodes: FxHashMap<(usize, NodeId), UnitEntryId>,
    /// Of types without a name of their own, by what they are made of.
    contents: FxHashMap<Content<'object>, UnitEntryId>,
    /// Of declared types, by their keys.
    declared: FxHashMap<&'object str, UnitEntryId>,
    /// Declared types whose parts are still to be told: their unit and what they are.
    pending: Vec<(UnitEntryId, usize, Shape<'object>)>,
}

/// What makes a type without a name of its own another one: its tag, its name, its parts and numbers.
type Content<'object> = (u16, &'object str, Parts);

/// Entries and numbers in order.
type Parts = SmallVec<[Part; 8]>;

/// An entry, or a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Entry(UnitEntryId),
    Number(u64),
}

/// `DW_TAG_LLVM_annotation`, which is LLVM's: a name, and a text as the constant that it is.
const ANNOTATION: DwTag = DwTag(0x6000);

/// Where types are written.
pub(crate) struct Place<'a, 'object> {
    pub dwarf: &'a mut DwarfUnit,
    pub names: &'a mut Names<'object>,
}

impl<'object> Place<'_, 'object> {
    /// A new entry with a name.
    pub(crate) fn add(&mut self, around: UnitEntryId, tag: DwTag, name: &'object str) -> UnitEntryId {
        let entry = self.dwarf.unit.add(around, tag);
        // A variable's name, type, place and declaration, which most entries are; the list would double for the last one.
        self.dwarf.unit.get_mut(entry).reserve(5);
        if !name.is_empty() {
            self.set_name(entry, name);
        }
        entry
    }

    pub(crate) fn set_name(&mut self, entry: UnitEntryId, name: &'object str) {
        let name = self.names.text(self.dwarf, name);
        self.dwarf.unit.get_mut(entry).set(constants::DW_AT_name, name);
    }

    fn number(&mut self, entry: UnitEntryId, what: constants::DwAt, value: u64) {
        self.dwarf.unit.get_mut(entry).set(what, AttributeValue::Udata(value));
    }

    /// Says what the program notes about what an entry tells of.
    pub(crate) fn note(&mut self, around: UnitEntryId, text: &'object str) {
        let entry = self.add(around, ANNOTATION, "note");
        let text = self.names.text(self.dwarf, text);
        self.dwarf.unit.get_mut(entry).set(constants::DW_AT_const_value, text);
    }

    /// Says that an entry has a type.
    pub(crate) fn set_type(&mut self, entry: UnitEntryId, ty: UnitEntryId) {
        self.dwarf.unit.get_mut(entry).set(constants::DW_AT_type, AttributeValue::UnitRef(ty));
    }

    fn root(&self) -> UnitEntryId {
        self.dwarf.unit.root()
    }
}

impl<'object> Types<'object> {
    /// The entry of a type that a unit names.
    pub(crate) fn entry(&mut self, place: &mut Place<'_, 'object>, unit: usize, ty: DebugType) -> UnitEntryId {
        match ty {
            DebugType::Named(key) => {
                let key = place.names.said(unit).key(key);
                self.declared(place, key)
            }
            DebugType::Node(node) => {
                if let Some(known) = self.nodes.get(&(unit, node)) {
                    return *known;
                }
                let entry = match place.names.said(unit).describe(node) {
                    Some(described) => self.unnamed(place, unit, described),
                    None => self.unknown(place),
                };
                self.nodes.insert((unit, node), entry);
                entry
            }
        }
    }

    /// The entry of a number or truth value.
    pub(crate) fn scalar(&mut self, place: &mut Place<'_, 'object>, name: &'object str, scalar: Scalar) -> UnitEntryId {
        self.once(place, (constants::DW_TAG_typedef, name, SmallVec::new()), |this, place| {
            let base = this.base(place, scalar);
            let entry = place.add(place.root(), constants::DW_TAG_typedef, name);
            place.set_type(entry, base);
            entry
        })
    }

    /// The entry of a declared type, if it can have members that are functions.
    pub(crate) fn owner(&mut self, place: &mut Place<'_, 'object>, key: &'object str) -> Option<UnitEntryId> {
        place.names.definition(key)?;
        let entry = self.declared(place, key);
        let tag = place.dwarf.unit.get(entry).tag();
        matches!(tag, constants::DW_TAG_structure_type | constants::DW_TAG_union_type).then_some(entry)
    }

    /// Tells the parts of the declared types that were named.
    pub(crate) fn finish(&mut self, place: &mut Place<'_, 'object>) {
        while let Some((entry, unit, shape)) = self.pending.pop() {
            self.parts(place, entry, unit, shape);
        }
    }

    fn declared(&mut self, place: &mut Place<'_, 'object>, key: &'object str) -> UnitEntryId {
        if let Some(known) = self.declared.get(key) {
            return *known;
        }
        let definition = place.names.definition(key);
        let found = definition.and_then(|(unit, key)| Some((unit, key, place.names.said(unit).definition(key)?)));
        let entry = match found {
            Some((unit, key, (module, Described { name, shape }))) => {
                let around = place.names.module(place.dwarf, module);
                match tag(shape) {
                    Some(tag) => {
                        let entry = place.add(around, tag, name);
                        for text in place.names.noted(unit, key) {
                            place.note(entry, text);
                        }
                        self.pending.push((entry, unit, shape));
                        entry
                    }
                    None => self.unnamed(place, unit, Described { name, shape }),
                }
            }
            None => self.unknown(place),
        };
        self.declared.insert(key, entry);
        entry
    }

    /// What nobody has described.
    fn unknown(&mut self, place: &mut Place<'_, 'object>) -> UnitEntryId {
        self.once(place, (constants::DW_TAG_unspecified_type, "", SmallVec::new()), |_, place| {
            place.add(place.root(), constants::DW_TAG_unspecified_type, "unknown")
        })
    }

    fn once(
        &mut self,
        place: &mut Place<'_, 'object>,
        (tag, name, parts): (DwTag, &'object str, Parts),
        make: impl FnOnce(&mut Self, &mut Place<'_, 'object>) -> UnitEntryId,
    ) -> UnitEntryId {
        let content = (tag.0, name, parts);
        if let Some(known) = self.contents.get(&content) {
            return *known;
        }
        let entry = make(self, place);
        self.contents.insert(content, entry);
        entry
    }

    fn unnamed(&mut self, place: &mut Place<'_, 'object>, unit: usize, described: Described<'object>) -> UnitEntryId {
        let Described { name, shape } = described;
        match shape {
            Shape::Scalar(scalar) => self.scalar(place, name, scalar),
            Shape::Pointer(target) => {
                let target = target.map(|target| self.entry(place, unit, target));
                let parts = target.iter().map(|target| Part::Entry(*target)).collect();
                self.once(place, (constants::DW_TAG_pointer_type, name, parts), |_, place| {
                    let pointer = address(place, constants::DW_TAG_pointer_type, target);
                    let entry = place.add(place.root(), constants::DW_TAG_typedef, name);
                    place.set_type(entry, pointer);
                    entry
                })
            }
            Shape::Reference(target) => {
                let target = self.entry(place, unit, target);
                let parts = SmallVec::from_slice(&[Part::Entry(target)]);
                self.once(place, (constants::DW_TAG_reference_type, "", parts), |_, place| {
                    address(place, constants::DW_TAG_reference_type, Some(target))
                })
            }
            Shape::Code => self.once(place, (constants::DW_TAG_subroutine_type, name, SmallVec::new()), |_, place| {
                let function = place.add(place.root(), constants::DW_TAG_subroutine_type, "");
                let pointer = address(place, constants::DW_TAG_pointer_type, Some(function));
                let entry = place.add(place.root(), constants::DW_TAG_typedef, name);
                place.set_type(entry, pointer);
                entry
            }),
            Shape::Array(element, count) => {
                let element = self.entry(place, unit, element);
                let mut parts = SmallVec::from_slice(&[Part::Entry(element)]);
                parts.extend(match count {
                    Count::Known(count) => Some(Part::Number(count)),
                    Count::Open => None,
                });
                self.once(place, (constants::DW_TAG_array_type, "", parts), |_, place| array(place, element, count))
            }
            Shape::Text => self.once(place, (constants::DW_TAG_array_type, "text", SmallVec::new()), |_, place| {
                let byte = place.add(place.root(), constants::DW_TAG_base_type, "char");
                place.number(byte, constants::DW_AT_byte_size, 1);
                encode(place, byte, constants::DW_ATE_unsigned_char);
                array(place, byte, Count::Open)
            }),
            Shape::Structure(..) | Shape::Union(..) | Shape::Enumeration(..) | Shape::Variants(_) | Shape::Opaque => {
                let Some(tag) = tag(shape) else { return self.unknown(place) };
                let parts = self.content(place, unit, shape);
                self.once(place, (tag, name, parts), |this, place| {
                    let entry = place.add(place.root(), tag, name);
                    this.parts(place, entry, unit, shape);
                    entry
                })
            }
        }
    }

    /// What tells a structure without a name of its own from others that are called the same.
    fn content(&mut self, place: &mut Place<'_, 'object>, unit: usize, shape: Shape<'object>) -> Parts {
        let mut content = SmallVec::new();
        if let Shape::Structure(size, fields) | Shape::Union(size, fields) = shape {
            content.push(Part::Number(size));
            for field in fields {
                let Some(member) = place.names.said(unit).member(*field) else { continue };
                content.push(Part::Number(member.value as u64));
                content.extend(member.ty.map(|ty| Part::Entry(self.entry(place, unit, ty))));
            }
        }
        content
    }

    fn parts(&mut self, place: &mut Place<'_, 'object>, entry: UnitEntryId, unit: usize, shape: Shape<'object>) {
        match shape {
            Shape::Structure(size, fields) | Shape::Union(size, fields) => {
                place.number(entry, constants::DW_AT_byte_size, size);
                self.fields(place, entry, unit, fields);
            }
            Shape::Enumeration(number, cases) => {
                let base = self.base(place, number);
                place.set_type(entry, base);
                place.number(entry, constants::DW_AT_byte_size, number.bytes());
                for case in cases {
                    let Some(case) = place.names.said(unit).member(*case) else { continue };
                    let enumerator = place.add(entry, constants::DW_TAG_enumerator, case.name);
                    let value = AttributeValue::Sdata(case.value);
                    place.dwarf.unit.get_mut(enumerator).set(constants::DW_AT_const_value, value);
                }
            }
            Shape::Variants(variants) => self.variants(place, entry, unit, variants),
            Shape::Opaque => {
                place.dwarf.unit.get_mut(entry).set(constants::DW_AT_declaration, AttributeValue::Flag(true));
            }
            Shape::Scalar(_)
            | Shape::Pointer(_)
            | Shape::Reference(_)
            | Shape::Code
            | Shape::Array(..)
            | Shape::Text => {}
        }
    }

    fn fields(&mut self, place: &mut Place<'_, 'object>, entry: UnitEntryId, unit: usize, fields: Fields<'object>) {
        for field in fields {
            let Some(field) = place.names.said(unit).member(*field) else { continue };
            let Some(ty) = field.ty else { continue };
            let ty = self.entry(place, unit, ty);
            member(place, entry, field.name, ty, field.value as u64);
        }
    }

    fn variants(
        &mut self,
        place: &mut Place<'_, 'object>,
        entry: UnitEntryId,
        unit: usize,
        Variants { size, tag, offset, variants }: Variants<'object>,
    ) {
        place.number(entry, constants::DW_AT_byte_size, size);
        let tag = self.entry(place, unit, tag);
        member(place, entry, "tag", tag, 0);
        if variants.is_empty() {
            return;
        }
        let union = place.add(entry, constants::DW_TAG_union_type, "");
        place.number(union, constants::DW_AT_byte_size, size.saturating_sub(offset));
        for variant in variants {
            let Some(variant) = place.names.said(unit).variant(*variant) else { continue };
            let structure = place.add(entry, constants::DW_TAG_structure_type, variant.name);
            place.number(structure, constants::DW_AT_byte_size, variant.size);
            self.fields(place, structure, unit, variant.fields);
            member(place, union, variant.name, structure, 0);
        }
        member(place, entry, "", union, offset);
    }

    /// The base type of a scalar.
    fn base(&mut self, place: &mut Place<'_, 'object>, scalar: Scalar) -> UnitEntryId {
        let encoding = match scalar.class() {
            ScalarClass::Bool => constants::DW_ATE_boolean,
            ScalarClass::Float(_) => constants::DW_ATE_float,
            ScalarClass::Pointer => constants::DW_ATE_address,
            ScalarClass::Integer(kind) if kind.is_signed() => constants::DW_ATE_signed,
            ScalarClass::Integer(_) => constants::DW_ATE_unsigned,
        };
        self.number(place, BaseType { encoding, bytes: scalar.bytes() })
    }

    /// The entry of a base type, by C's name: lldb chooses among these by size and says so.
    pub(crate) fn number(&mut self, place: &mut Place<'_, 'object>, ty: BaseType) -> UnitEntryId {
        let BaseType { encoding, bytes } = ty;
        let is_signed = matches!(encoding, constants::DW_ATE_signed | constants::DW_ATE_signed_char);
        let integer = match (bytes, is_signed) {
            (1, true) => ("signed char", constants::DW_ATE_signed_char),
            (1, false) => ("unsigned char", constants::DW_ATE_unsigned_char),
            (2, true) => ("short", constants::DW_ATE_signed),
            (2, false) => ("unsigned short", constants::DW_ATE_unsigned),
            (4, true) => ("int", constants::DW_ATE_signed),
            (4, false) => ("unsigned int", constants::DW_ATE_unsigned),
            (8, true) => ("long", constants::DW_ATE_signed),
            (8, false) => ("unsigned long", constants::DW_ATE_unsigned),
            (_, true) => ("__int128", constants::DW_ATE_signed),
            (_, false) => ("unsigned __int128", constants::DW_ATE_unsigned),
        };
        let (name, encoding) = match (encoding, bytes) {
            (constants::DW_ATE_boolean, _) => ("bool", constants::DW_ATE_boolean),
            (constants::DW_ATE_float, 4) => ("float", constants::DW_ATE_float),
            (constants::DW_ATE_float, _) => ("double", constants::DW_ATE_float),
            (constants::DW_ATE_address, _) => ("address", constants::DW_ATE_unsigned),
            _ => integer,
        };
        let parts = SmallVec::from_slice(&[Part::Number(bytes)]);
        self.once(place, (constants::DW_TAG_base_type, name, parts), |_, place| {
            let entry = place.add(place.root(), constants::DW_TAG_base_type, name);
            place.number(entry, constants::DW_AT_byte_size, bytes);
            encode(place, entry, encoding);
            entry
        })
    }
}

/// The tag of what has parts of its own.
fn tag(shape: Shape<'_>) -> Option<DwTag> {
    match shape {
        Shape::Structure(..) | Shape::Variants(_) | Shape::Opaque => Some(constants::DW_TAG_structure_type),
        Shape::Union(..) => Some(constants::DW_TAG_union_type),
        Shape::Enumeration(..) => Some(constants::DW_TAG_enumeration_type),
        Shape::Scalar(_) | Shape::Pointer(_) | Shape::Reference(_) | Shape::Code | Shape::Array(..) | Shape::Text => {
            None
        }
    }
}

fn encode(place: &mut Place<'_, '_>, entry: UnitEntryId, encoding: constants::DwAte) {
    place.dwarf.unit.get_mut(entry).set(constants::DW_AT_encoding, AttributeValue::Encoding(encoding));
}

fn address(place: &mut Place<'_, '_>, tag: DwTag, target: Option<UnitEntryId>) -> UnitEntryId {
    let entry = place.add(place.root(), tag, "");
    place.number(entry, constants::DW_AT_byte_size, 8);
    if let Some(target) = target {
        place.set_type(entry, target);
    }
    entry
}

fn array(place: &mut Place<'_, '_>, element: UnitEntryId, count: Count) -> UnitEntryId {
    let entry = place.add(place.root(), constants::DW_TAG_array_type, "");
    place.set_type(entry, element);
    let range = place.add(entry, constants::DW_TAG_subrange_type, "");
    match count {
        Count::Known(count) => place.number(range, constants::DW_AT_count, count),
        Count::Open => {}
    }
    entry
}

fn member<'object>(
    place: &mut Place<'_, 'object>,
    around: UnitEntryId,
    name: &'object str,
    ty: UnitEntryId,
    offset: u64,
) {
    let entry = place.add(around, constants::DW_TAG_member, name);
    place.set_type(entry, ty);
    place.number(entry, constants::DW_AT_data_member_location, offset);
}
