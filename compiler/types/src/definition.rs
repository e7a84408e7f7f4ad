//! What a `type` item defines: kind, fields or cases, attributes. Owns the data and the query [`type_definition`]; must
//! not know layouts or bodies of methods.

use hir::{Attribute, AttributeValue, ItemId, ItemKind, ItemRef, Name, PatternArgument, TypeForm, TypeShape};
use rustc_hash::FxHashMap;
use source::Db;

use crate::classify::{holds_written_borrow, may_be_plain};
use crate::display::display;
use crate::enumeration::{self, Enumeration};
use crate::extent::named_extent;
use crate::head::Head;
use crate::layout::{LARGEST_SIZE, object_layout, own_form, target};
use crate::own_form::OwnForm;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::{Position, Written, resolve};
use crate::substitute::Substitution;
use crate::ty::{NamedType, Structure, Ty};

/// What a `type` item defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDefinition {
    /// Where its values live and how they are handed on.
    pub kind: DefinitionKind,
    /// The fields in order; of an opaque type or enum none.
    pub fields: Vec<Field>,
    /// Of an enum its cases.
    pub enumeration: Option<Box<Enumeration>>,
    /// `@[packed]`: no padding between fields.
    pub packed: bool,
    /// `@[align(N)]`: at least this alignment.
    pub align: Option<u32>,
    /// `@[c(…)]`: the type of C's own that it asks to be passed as; [`own_form`] says whether it can.
    ///
    /// [`own_form`]: crate::own_form
    pub own_form: Option<OwnForm>,
    /// Whether something in it is poison.
    pub poisoned: bool,
    /// Whether fields may be missing after a syntax error, so that no use of one is judged.
    pub incomplete: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// The positions of the fields by name, where there are many.
    by_name: FxHashMap<Name, u32>,
}

/// Up to this many fields are looked through one by one.
const FEW_FIELDS: usize = 16;

fn position_of(fields: &[Field], name: Name) -> Option<u32> {
    fields.iter().position(|field| field.name == name).map(|index| index as u32)
}

/// Where values of a type live and how they are handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    /// `type`: on the heap, one owner; a value is the pointer.
    Heap,
    /// `Shared`: on the heap, many owners, who are counted in the object; a value is the pointer. It is used as its content.
    Counted,
    /// `type inline`: on the stack, moved.
    Inline,
    /// `type copy`: on the stack, plain bits.
    Copy,
    /// `type view`: on the stack, moved, may hold borrows and is treated as one.
    View,
    /// `type union`: a C union of plain fields.
    Union,
    /// A C type declared in `extern { }`: only behind a pointer.
    Opaque,
}

/// One field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name without `@`.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// Whether it is visible outside of its module.
    pub public: bool,
}

impl TypeDefinition {
    /// The position of the field with a name.
    pub fn field(&self, name: Name) -> Option<u32> {
        if self.by_name.is_empty() {
            return position_of(&self.fields, name);
        }
        self.by_name.get(&name).copied()
    }

    /// The position of the field that an argument of a pattern stands for: the one that it names, else the one in its place.
    /// Of an enum, of what the case carries.
    pub fn field_of(&self, case: Option<u32>, argument: &PatternArgument, place: usize) -> Option<u32> {
        match (argument.name, case) {
            (Some(name), None) => self.field(name),
            (Some(name), Some(_)) => position_of(self.fields_of(case), name),
            (None, _) => (place < self.fields_of(case).len()).then_some(place as u32),
        }
    }

    /// The fields, or what a case of an enum carries.
    pub fn fields_of(&self, case: Option<u32>) -> &[Field] {
        match (case, &self.enumeration) {
            (Some(case), Some(enumeration)) => enumeration.payload(case),
            (Some(_), None) | (None, _) => &self.fields,
        }
    }

    /// What values consist of: the fields, or what the cases of an enum carry, one case after the other.
    pub fn parts(&self) -> &[Field] {
        self.enumeration.as_ref().map_or(&self.fields, |enumeration| &enumeration.payloads)
    }

    /// How messages call the part at a place.
    pub(crate) fn part_name(&self, part: u32) -> Name {
        match &self.enumeration {
            Some(enumeration) => enumeration.cases[enumeration.case_of(part) as usize].name,
            None => self.fields[part as usize].name,
        }
    }
}

/// The type of a field of a structure, union or tuple.
pub fn field_type(db: &dyn Db, ty: Ty, index: u32) -> Ty {
    let found = match ty.structure() {
        Structure::Named(named) | Structure::Object(named) => {
            type_definition(db, named).fields.get(index as usize).map(|field| field.ty)
        }
        Structure::Tuple(elements) => elements.get(index as usize).copied(),
        Structure::Whole | Structure::Array(..) => None,
    };
    found.unwrap_or(Ty::ERROR)
}

/// How many fields a structure, union or tuple has.
pub fn field_count(db: &dyn Db, ty: Ty) -> u32 {
    match ty.structure() {
        Structure::Named(named) | Structure::Object(named) => type_definition(db, named.item).fields.len() as u32,
        Structure::Tuple(elements) => elements.len() as u32,
        Structure::Whole | Structure::Array(..) => 0,
    }
}

/// What a `type` item defines; of a type with arguments, with these in the place of its parameters.
pub fn type_definition(db: &dyn Db, named: impl Into<NamedType>) -> &TypeDefinition {
    let named: NamedType = named.into();
    match named.is_generic() {
        true => instance_definition(db, InstanceType::new(db, named)),
        false => item_definition(db, named.item),
    }
}

/// A type with type arguments as a key.
#[salsa::interned]
pub(crate) struct InstanceType<'db> {
    #[returns(copy)]
    pub(crate) named: NamedType,
}

#[salsa::tracked]
fn instance_definition<'db>(db: &'db dyn Db, instance: InstanceType<'db>) -> TypeDefinition {
    let named = instance.named(db);
    let substitution = Substitution::of_type(named);
    let mut definition = item_definition(db, named.item).clone();
    for field in &mut definition.fields {
        field.ty = substitution.apply(field.ty);
    }
    if let Some(enumeration) = definition.enumeration.as_mut() {
        for payload in &mut enumeration.payloads {
            payload.ty = substitution.apply(payload.ty);
        }
        enumeration.choose_form(db, definition.kind);
    }
    // What is wrong is told where it is declared.
    definition.problems.clear();
    definition
}

#[salsa::tracked(cycle_result = recursive_definition)]
fn item_definition(db: &dyn Db, item: ItemId) -> TypeDefinition {
    let mut definition = TypeDefinition::empty(db, item);
    let Some(data) = hir::item_data(db, item) else {
        definition.poisoned = true;
        return definition;
    };
    let Some(written) = data.item().type_data() else {
        return definition;
    };
    let mut head = Head::new(db, item, &data.tree.types);
    if !data.generics.is_empty() && matches!(written.shape, TypeShape::Union(_)) {
        head.report(problems::misplaced_parameters(Anchor::Item, "a union"));
    }
    if let TypeShape::Record(fields) | TypeShape::Union(fields) = &written.shape
        && head.problems.is_empty()
    {
        for field in fields {
            let ty = resolve(&mut head, field.type_reference, Position::Value);
            if definition.kind != DefinitionKind::View && holds_written_borrow(db, ty) {
                let at = Anchor::HeadType(field.type_reference);
                let what = format!("the field `{}`", field.name.text());
                head.report(problems::borrow_in_field(at, &what, &display(db, ty)));
            }
            definition.fields.push(Field { name: field.name, ty, public: field.is_public });
        }
    }
    if let TypeShape::Enum { cases, representation } = &written.shape
        && head.problems.is_empty()
    {
        let enumeration = enumeration::read(&mut head, definition.kind, cases, *representation);
        definition.enumeration = Some(Box::new(enumeration));
    }
    read_attributes(&data, &mut definition, &mut head);
    definition.incomplete = data.item().is_incomplete;
    definition.poisoned =
        definition.incomplete || !head.problems.is_empty() || definition.parts().iter().any(|part| part.ty.is_error());
    definition.problems = head.problems;
    if definition.fields.len() > FEW_FIELDS {
        for (index, field) in definition.fields.iter().enumerate() {
            definition.by_name.entry(field.name).or_insert(index as u32);
        }
    }
    definition
}

impl TypeDefinition {
    /// A type without fields, of the form that is written.
    fn empty(db: &dyn Db, item: ItemId) -> TypeDefinition {
        TypeDefinition {
            kind: form_of(db, item).unwrap_or(DefinitionKind::Inline),
            fields: Vec::new(),
            enumeration: None,
            packed: false,
            align: None,
            own_form: None,
            poisoned: false,
            incomplete: false,
            problems: Vec::new(),
            by_name: FxHashMap::default(),
        }
    }
}

/// A type with an array whose length needs the type itself.
fn recursive_definition(db: &dyn Db, _id: salsa::Id, item: ItemId) -> TypeDefinition {
    let problem = problems::recursive_constant(Anchor::Item, &item.name(db).text());
    TypeDefinition { poisoned: true, problems: vec![problem], ..TypeDefinition::empty(db, item) }
}

/// What is wrong with a type that shows only when other types are known: it contains itself, holds owners though it is
/// `copy`, or is too large.
#[salsa::tracked]
pub fn type_definition_checks(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    let definition = type_definition(db, item);
    let mut problems = Vec::new();
    match named_extent(db, NamedType::plain(item)) {
        Some(extent) if extent.fits() => {}
        Some(_) => {
            let what = format!("`{}`", item.name(db).text());
            problems.push(problems::type_too_complex(Anchor::Item, &what));
            return problems;
        }
        None => {
            let recursive = crate::recursive::recursive_type(db, item);
            let fields = definition.parts().iter().map(|part| part.ty);
            problems.extend(recursive.or_else(|| crate::sizes::oversized_field(db, fields)));
            return problems;
        }
    }
    let form = match definition.kind {
        DefinitionKind::Copy if definition.enumeration.is_some() => "type copy enum",
        DefinitionKind::Copy => "type copy",
        DefinitionKind::Union => "type union",
        DefinitionKind::Heap
        | DefinitionKind::Counted
        | DefinitionKind::Inline
        | DefinitionKind::View
        | DefinitionKind::Opaque => "",
    };
    for (index, part) in (0..).zip(definition.parts()) {
        if !form.is_empty() && !may_be_plain(db, part.ty) && !holds_written_borrow(db, part.ty) {
            let (name, ty) = (definition.part_name(index), display(db, part.ty));
            let what = match definition.enumeration {
                Some(_) => format!("the `{ty}` of the case `{name}`"),
                None => format!("the field `{name}` of type `{ty}`"),
            };
            problems.push(problems::owner_in_copy_type(Anchor::Field(index), &what, form));
        }
    }
    if let Some(form) = definition.own_form
        && problems.is_empty()
        && !definition.poisoned
        && own_form(db, item).is_none()
    {
        problems.push(problems::no_own_form(Anchor::Item, form, &target(db)));
    }
    if problems.is_empty() && !definition.poisoned && object_layout(db, item).size >= LARGEST_SIZE {
        let what = format!("`{}`", item.name(db).text());
        problems.push(problems::type_too_large(Anchor::Item, &what));
    }
    problems
}

/// Where values of a type live; nothing of what is no type. A query of its own, so that who names a type does
/// not depend on its fields.
#[salsa::tracked(returns(copy))]
pub(crate) fn form_of(db: &dyn Db, item: ItemId) -> Option<DefinitionKind> {
    if item.kind(db) == ItemKind::OpaqueType {
        return Some(DefinitionKind::Opaque);
    }
    let data = hir::item_data(db, item)?;
    let written = data.item().type_data()?;
    Some(match (&written.shape, written.form) {
        (TypeShape::Union(_), _) => DefinitionKind::Union,
        (TypeShape::Record(_), TypeForm::Heap)
            if data.tree.attribute(data.attributes, "counted").is_some() && item.module(db).is_standard(db) =>
        {
            DefinitionKind::Counted
        }
        (TypeShape::Record(_) | TypeShape::Enum { .. }, TypeForm::Heap) => DefinitionKind::Heap,
        (TypeShape::Record(_) | TypeShape::Enum { .. }, TypeForm::Inline) => DefinitionKind::Inline,
        (TypeShape::Record(_) | TypeShape::Enum { .. }, TypeForm::Copy) => DefinitionKind::Copy,
        (TypeShape::Record(_) | TypeShape::Enum { .. }, TypeForm::View) => DefinitionKind::View,
    })
}

fn read_attributes(data: &ItemRef<'_>, definition: &mut TypeDefinition, head: &mut Head<'_>) {
    if definition.enumeration.is_some() {
        for attribute in ["packed", "align", "c"] {
            if data.tree.attribute(data.attributes, attribute).is_some() {
                let problem = problems::enum_layout(Anchor::Item, &format!("`@[{attribute}]` is for structures"));
                head.report(problem);
            }
        }
        return;
    }
    definition.packed = data.tree.attribute(data.attributes, "packed").is_some();
    let mut own_forms = data.tree.attributes(data.attributes).iter().filter(|attribute| attribute.name.text() == "c");
    definition.own_form = own_forms.next().and_then(|attribute| {
        data.tree.attribute_arguments(*attribute).iter().find_map(|argument| match &argument.value {
            AttributeValue::Word(word) => OwnForm::from_word(&word.text()),
            AttributeValue::Missing | AttributeValue::Integer(_) | AttributeValue::String(_) => None,
        })
    });
    if own_forms.next().is_some() {
        head.report(problems::several_own_forms(Anchor::Item));
    }
    if let Some(align) = data.tree.attribute(data.attributes, "align") {
        match alignment(data, align) {
            Some(align) => definition.align = Some(align),
            None => head.report(problems::alignment(Anchor::Item)),
        }
    }
}

/// The number of `@[align(N)]`, if it is one that C allows.
fn alignment(data: &ItemRef<'_>, attribute: Attribute) -> Option<u32> {
    match data.tree.attribute_arguments(attribute) {
        [argument] => match argument.value {
            AttributeValue::Integer(align) if align.is_power_of_two() => {
                u32::try_from(align).ok().filter(|align| *align <= 1 << 28)
            }
            AttributeValue::Integer(_)
            | AttributeValue::Missing
            | AttributeValue::Word(_)
            | AttributeValue::String(_) => None,
        },
        _ => None,
    }
}
