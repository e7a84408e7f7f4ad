//! The bytes of each form of type: fields, the tag and what the cases of an enum carry, the words of closures, `dyn`, slices and
//! strings, environments and tables. It owns the names of words; where anything lies is asked of `types`.

use hir::{ClosureId, ItemId};
use source::Db;
use types::{CaptureKind, DefinitionKind, EnumForm, Enumeration, NamedType, TraitReference, Ty, TypeKind};

use super::{CaseLayout, PartLayout, TypeLayout};
use crate::hover::{how_captured, is_known, padding_of, padding_of_object};

/// How deep parts are taken apart.
const DEPTH: usize = 6;
/// More elements of an array are one part.
const MOST_ELEMENTS: u64 = 16;
/// More cases of an enum are counted only.
const MOST_CASES: usize = 16;

/// The layout of the values of a type, of a heap type that of the object; nothing of what has none.
pub(super) fn of_value(db: &dyn Db, ty: Ty) -> Option<TypeLayout> {
    if let TypeKind::Named(named) | TypeKind::Object(named) = ty.kind() {
        return of_named(db, named);
    }
    let layout = types::layout(db, ty);
    let kind = match ty.kind() {
        TypeKind::Tuple(_) => "tuple",
        TypeKind::Array(..) => "array",
        TypeKind::Closure(..) => "closure",
        TypeKind::Dyn(..) => "dyn",
        TypeKind::Ref(_) | TypeKind::Mut(_) if ty.is_wide() => "slice",
        TypeKind::String => "string",
        _ => "value",
    };
    let parts = inside(db, ty, 0, DEPTH);
    let parts = if parts.is_empty() { vec![part(db, "value", ty, 0, 0)] } else { parts };
    Some(TypeLayout {
        name: types::display(db, ty),
        kind: kind.to_string(),
        size: layout.size,
        align: layout.align,
        pointer: None,
        padding: padding_of(db, ty),
        parts,
        cases: Vec::new(),
        notes: notes(db, ty),
        travels: Vec::new(),
    })
}

fn of_named(db: &dyn Db, named: NamedType) -> Option<TypeLayout> {
    let definition = types::type_definition(db, named);
    if definition.poisoned || !types::has_finite_size(db, named) {
        return None;
    }
    let form = match definition.kind {
        DefinitionKind::Heap => "heap",
        DefinitionKind::Counted => "counted",
        DefinitionKind::Inline => "inline",
        DefinitionKind::Copy => "copy",
        DefinitionKind::View => "view",
        DefinitionKind::Union => "union",
        DefinitionKind::Opaque => return None,
    };
    let layout = types::object_layout(db, named);
    let ty = Ty::instance(named.item, &named.arguments.types());
    let mut found = TypeLayout {
        name: types::display(db, ty),
        kind: form.to_string(),
        size: layout.size,
        align: layout.align,
        pointer: types::is_object_pointer(db, ty).then(|| types::layout(db, ty).size),
        padding: padding_of_object(db, named),
        parts: Vec::new(),
        cases: Vec::new(),
        notes: notes(db, ty),
        travels: Vec::new(),
    };
    match definition.enumeration.as_deref() {
        Some(enumeration) => {
            found.kind.push_str(" enum");
            (found.parts, found.cases) = of_enum(db, named, enumeration);
            found.notes.extend(enum_notes(enumeration));
        }
        None => found.parts = fields(db, named, 0, DEPTH),
    }
    Some(found)
}

/// The parts of an enum without payloads, or its cases.
fn of_enum(db: &dyn Db, named: NamedType, enumeration: &Enumeration) -> (Vec<PartLayout>, Vec<CaseLayout>) {
    let tag = || {
        let ty = Ty::int(enumeration.tag());
        PartLayout { is_tag: true, ..part(db, "tag", ty, 0, 0) }
    };
    let offsets = &types::object_layout(db, named).offsets;
    let carried = |index: u32| {
        let parts = enumeration.parts(index).zip(enumeration.payload(index)).enumerate();
        parts.map(|(number, (place, carried))| {
            let written = carried.name.text();
            let name = if carried.name.is_empty() { number.to_string() } else { written.to_string() };
            let offset = offsets.get(place as usize).copied().unwrap_or(0);
            part(db, &name, carried.ty, offset, DEPTH - 1)
        })
    };
    let numbered = || (0..).zip(&enumeration.cases);
    match enumeration.form {
        EnumForm::Integer(_) => (vec![tag()], Vec::new()),
        EnumForm::Nullable { empty } => {
            let full = numbered().find(|(index, _)| *index != empty);
            let case = full.map(|(index, case)| CaseLayout {
                name: case.name.text().to_string(),
                parts: carried(index).collect(),
            });
            (Vec::new(), case.into_iter().collect())
        }
        EnumForm::Tagged(_) => {
            let full = numbered().filter(|(index, _)| !enumeration.payload(*index).is_empty());
            let mut cases: Vec<CaseLayout> = full
                .take(MOST_CASES)
                .map(|(index, case)| CaseLayout {
                    name: format!("{}: tag {}", case.name.text(), value(enumeration, case.tag)),
                    parts: std::iter::once(tag()).chain(carried(index)).collect(),
                })
                .collect();
            let empty = numbered().filter(|(index, _)| enumeration.payload(*index).is_empty());
            let empty: Vec<String> =
                empty.map(|(_, case)| format!("{}: tag {}", case.name.text(), value(enumeration, case.tag))).collect();
            if !empty.is_empty() {
                cases.push(CaseLayout { name: shortened(&empty), parts: vec![tag()] });
            }
            (Vec::new(), cases)
        }
    }
}

/// How a value tells its case, where no tag that is drawn does.
fn enum_notes(enumeration: &Enumeration) -> Vec<String> {
    let full = (0..).zip(&enumeration.cases).filter(|(index, _)| !enumeration.payload(*index).is_empty()).count();
    match enumeration.form {
        EnumForm::Nullable { empty } => {
            let name = enumeration.cases.get(empty as usize).map(|case| case.name.text().to_string());
            vec![format!("no tag: null is {}", name.unwrap_or_default())]
        }
        EnumForm::Integer(_) => {
            let cases = enumeration.cases.iter();
            let values: Vec<String> =
                cases.map(|case| format!("{} is {}", case.name.text(), value(enumeration, case.tag))).collect();
            vec![shortened(&values)]
        }
        EnumForm::Tagged(_) if full > MOST_CASES => vec![format!("{} more cases carry something", full - MOST_CASES)],
        EnumForm::Tagged(_) => Vec::new(),
    }
}

/// The first of many, and how many more there are.
fn shortened(names: &[String]) -> String {
    let shown = names.iter().take(MOST_CASES).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST_CASES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// A tag as it is written.
fn value(enumeration: &Enumeration, tag: u128) -> String {
    if enumeration.tag().is_signed() { (tag as i128).to_string() } else { tag.to_string() }
}

/// What the words of a value lead to, in words.
fn notes(db: &dyn Db, ty: Ty) -> Vec<String> {
    let each = |element: Ty| {
        let size = types::layout(db, element).size;
        format!("elements: {}, {size} bytes each", types::display(db, element))
    };
    if let Some(element) = types::stored_element(db, ty) {
        return vec![each(element)];
    }
    match ty.kind() {
        TypeKind::Ref(of) | TypeKind::Mut(of) => of.as_slice().map(each).into_iter().collect(),
        TypeKind::String => vec!["a pointer to the count of owners, the length, the bytes and a NUL".to_string()],
        _ => Vec::new(),
    }
}

/// The fields of a type that begins at an offset.
fn fields(db: &dyn Db, named: NamedType, start: u64, depth: usize) -> Vec<PartLayout> {
    let definition = types::type_definition(db, named);
    let layout = types::object_layout(db, named);
    let placed = definition.fields.iter().zip(&layout.offsets);
    placed.map(|(field, offset)| part(db, &field.name.text(), field.ty, start + offset, depth)).collect()
}

fn part(db: &dyn Db, name: &str, ty: Ty, offset: u64, depth: usize) -> PartLayout {
    let layout = types::layout(db, ty);
    PartLayout {
        name: name.to_string(),
        ty: types::display(db, ty),
        is_tag: false,
        is_owner: types::is_object_pointer(db, ty) || ty == Ty::STRING,
        offset,
        size: layout.size,
        align: layout.align,
        parts: if depth == 0 { Vec::new() } else { inside(db, ty, offset, depth - 1) },
    }
}

/// What lies inside of a value that begins at an offset.
fn inside(db: &dyn Db, ty: Ty, start: u64, depth: usize) -> Vec<PartLayout> {
    match ty.kind() {
        TypeKind::Named(named) if !types::is_object_pointer(db, ty) => {
            match types::type_definition(db, named).enumeration {
                // Which of its cases it is nobody knows here.
                Some(_) => Vec::new(),
                None => fields(db, named, start, depth),
            }
        }
        TypeKind::Tuple(elements) => {
            let elements = elements.types();
            let names = (0..elements.len()).map(|index| index.to_string());
            words(db, ty, start, depth, names)
        }
        TypeKind::Array(element, length) if length <= MOST_ELEMENTS => {
            let size = types::layout(db, element).size;
            (0..length).map(|index| part(db, &index.to_string(), element, start + index * size, depth)).collect()
        }
        TypeKind::Closure(..) => pair(db, types::pair_words(), start, ["code", "environment"]),
        TypeKind::Dyn(..) => pair(db, types::pair_words(), start, ["object", "vtable"]),
        TypeKind::Ref(_) | TypeKind::Mut(_) if ty.is_wide() => {
            pair(db, Ty::words_of_wide(), start, ["elements", "length"])
        }
        _ => Vec::new(),
    }
}

fn pair(db: &dyn Db, of: Ty, start: u64, names: [&str; 2]) -> Vec<PartLayout> {
    words(db, of, start, 0, names.into_iter().map(str::to_string))
}

/// The elements of a tuple, by these names.
fn words(db: &dyn Db, tuple: Ty, start: u64, depth: usize, names: impl Iterator<Item = String>) -> Vec<PartLayout> {
    let elements = tuple.as_tuple().unwrap_or_default();
    let offsets = &types::tuple_layout(db, tuple).offsets;
    let placed = elements.iter().zip(offsets).zip(names);
    placed.map(|((ty, offset), name)| part(db, &name, *ty, start + offset, depth)).collect()
}

/// The environment of a closure literal, or why none is drawn.
pub(super) fn environment(db: &dyn Db, item: ItemId, closure: ClosureId) -> (Option<TypeLayout>, Option<String>) {
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let Some(captures) = types::captures(db, body, inference, closure) else { return (None, None) };
    if captures.held.is_none() {
        return (None, Some("it captures nothing".to_string()));
    }
    if captures.variables.is_empty() {
        return (None, Some("the environment is null, since nothing is captured".to_string()));
    }
    let ty = captures.environment();
    if ty.is_open() || !is_known(db, ty) {
        return (None, Some("what the environment is depends on type arguments".to_string()));
    }
    let first = if captures.is_lent() { "null" } else { "drop" };
    let variables = captures.variables.iter().map(|capture| body[capture.local].name.text().to_string());
    let mut parts = words(db, ty, 0, DEPTH - 1, std::iter::once(first.to_string()).chain(variables));
    for (part, capture) in parts.iter_mut().skip(1).zip(&captures.variables) {
        // Of what is lent the address alone lies there.
        if let CaptureKind::Borrow { .. } = capture.kind {
            part.ty = format!("address of {}", types::display(db, capture.ty));
            part.parts = Vec::new();
        }
    }
    let layout = types::tuple_layout(db, ty);
    let place = match captures.is_lent() {
        true => "in the frame: it lives with the block",
        false => "in memory from malloc, which what stands first ends and frees",
    };
    let ways = captures
        .variables
        .iter()
        .map(|capture| format!("{}: {}", body[capture.local].name.text(), how_captured(db, &captures, capture)));
    let layout = TypeLayout {
        name: "environment".to_string(),
        kind: "captures".to_string(),
        size: layout.size,
        align: layout.align,
        pointer: None,
        padding: padding_of(db, ty),
        parts,
        cases: Vec::new(),
        notes: std::iter::once(place.to_string()).chain(ways).collect(),
        travels: Vec::new(),
    };
    (Some(layout), None)
}

/// The table that the `dyn` of a trait leads to.
pub(super) fn table(db: &dyn Db, of: TraitReference) -> TypeLayout {
    let slots = types::slots(db, of);
    let pointer = Ty::pointer(Ty::UNIT);
    let names = ["drop", "size", "align"].map(str::to_string).into_iter();
    let names = names.chain(slots.iter().map(|slot| slot.method.name(db).text().to_string()));
    let count = lower::ENTRIES_BEFORE_METHODS as usize + slots.len();
    // Each entry is a word.
    let tuple = Ty::tuple(&vec![pointer; count]);
    let layout = types::tuple_layout(db, tuple);
    let mut parts = words(db, tuple, 0, 0, names);
    for (number, part) in parts.iter_mut().enumerate() {
        part.ty = if number == 1 || number == 2 { "i64" } else { "code" }.to_string();
    }
    TypeLayout {
        name: format!("vtable of {}", of.item.name(db).text()),
        kind: "table".to_string(),
        size: layout.size,
        align: layout.align,
        pointer: None,
        padding: padding_of(db, tuple),
        parts,
        cases: Vec::new(),
        notes: vec!["one for each type of which a value becomes this dyn".to_string()],
        travels: Vec::new(),
    }
}
