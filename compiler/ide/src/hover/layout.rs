//! Where the parts of a type lie: fields with offsets, sizes and the padding behind and inside of each. It owns the arithmetic
//! of padding; offsets and sizes are `types`'. It must not know calling conventions.

use std::ops::Range;

use rustc_hash::FxHashMap;
use source::Db;
use types::{DefinitionKind, Enumeration, NamedType, Structure, Ty, TypeKind};

use super::enumeration::notes;
use super::known::is_object_known;
use super::news::aligned;
use super::page::bytes;

/// A summary of a nested structure longer than this is cut.
const MOST_SUMMARY: usize = 48;
/// More fields are counted only.
pub(super) const MOST_ROWS: usize = 8;
/// Bytes that processors fetch together.
const CACHE_LINE: u64 = 64;

/// A structure, union or tuple laid out, for a person.
pub(super) struct Layout {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Bytes that belong to no field.
    pub padding: u64,
    /// Whether all fields lie in one place.
    pub is_union: bool,
    fields: Vec<FieldLayout>,
    /// The rows before the first part: the tag of an enum.
    before: usize,
    /// What the rows do not say.
    notes: Vec<String>,
}

struct FieldLayout {
    name: String,
    ty: Ty,
    offset: u64,
    size: u64,
    /// Bytes between its end and the next field, or the end of the whole.
    padding: u64,
}

impl Layout {
    /// The layout of what a `type` item defines; `None` where something in it is unknown.
    pub fn of_named(db: &dyn Db, named: impl Into<NamedType>) -> Option<Layout> {
        let named = named.into();
        if !is_object_known(db, named) {
            return None;
        }
        let definition = types::type_definition(db, named);
        if let Some(enumeration) = definition.enumeration.as_deref() {
            return Some(Layout::of_enum(db, named, enumeration));
        }
        let fields = definition.fields.iter().map(|field| (field.name.text().to_string(), field.ty));
        let is_union = match definition.kind {
            DefinitionKind::Union => true,
            DefinitionKind::Heap
            | DefinitionKind::Counted
            | DefinitionKind::Inline
            | DefinitionKind::Copy
            | DefinitionKind::View => false,
            DefinitionKind::Opaque => return None,
        };
        Some(Layout::new(db, types::object_layout(db, named), fields.collect(), is_union))
    }

    /// The tag and what the cases carry; of an enum that is an integer its values alone.
    fn of_enum(db: &dyn Db, named: NamedType, enumeration: &Enumeration) -> Layout {
        let record = types::object_layout(db, named);
        let sized = |field: types::EnumField| {
            let size = types::layout(db, field.ty).size;
            FieldLayout { name: field.name, ty: field.ty, offset: field.offset, size, padding: 0 }
        };
        let mut fields: Vec<FieldLayout> = types::enum_fields(db, named).into_iter().map(sized).collect();
        if let types::EnumForm::Integer(_) = enumeration.form {
            fields.clear();
        }
        Layout {
            size: record.size,
            align: record.align,
            padding: Padding::default().of_enum(db, named),
            is_union: false,
            before: fields.len().saturating_sub(enumeration.payloads.len()),
            fields,
            notes: notes(db, enumeration),
        }
    }

    /// The layout of a tuple.
    pub fn of_tuple(db: &dyn Db, ty: Ty, elements: &[Ty]) -> Layout {
        let named = elements.iter().enumerate();
        let named = named.map(|(index, ty)| (index.to_string(), *ty)).collect();
        Layout::new(db, types::tuple_layout(db, ty), named, false)
    }

    fn new(db: &dyn Db, record: &types::RecordLayout, named: Vec<(String, Ty)>, is_union: bool) -> Layout {
        let mut fields: Vec<FieldLayout> = named
            .into_iter()
            .zip(&record.offsets)
            .map(|((name, ty), offset)| FieldLayout {
                name,
                ty,
                offset: *offset,
                size: types::layout(db, ty).size,
                padding: 0,
            })
            .collect();
        for index in 0..fields.len() {
            let next = match fields.get(index + 1) {
                Some(next) if !is_union => next.offset,
                Some(_) | None => record.size,
            };
            let end = fields[index].offset + fields[index].size;
            fields[index].padding = next.saturating_sub(end);
        }
        let mut inside = Padding::default();
        let nested: Vec<u64> = fields.iter().map(|field| inside.of(db, field.ty)).collect();
        let all = fields.iter().zip(nested).map(|(field, nested)| field.padding + nested);
        let padding = if is_union { all.min().unwrap_or(0) } else { all.sum() };
        Layout { size: record.size, align: record.align, padding, is_union, fields, before: 0, notes: Vec::new() }
    }

    /// The fields, a line for each: where it begins, its name, its type, and the bytes that it has of the first eight.
    /// What is not told by that follows.
    pub fn rows(&self, db: &dyn Db) -> Vec<String> {
        let mut lines = self.lines(db, &self.fields);
        lines.extend(self.notes.iter().cloned());
        lines
    }

    /// Some of the lines: of an enum those of what one case carries.
    pub fn rows_of(&self, db: &dyn Db, parts: Range<u32>) -> Vec<String> {
        let (start, end) = (self.before + parts.start as usize, self.before + parts.end as usize);
        self.lines(db, self.fields.get(start..end).unwrap_or_default())
    }

    fn lines(&self, db: &dyn Db, fields: &[FieldLayout]) -> Vec<String> {
        let mut rows: Vec<Vec<String>> = Vec::new();
        let digits = self.size.to_string().len();
        for field in fields.iter().take(MOST_ROWS) {
            rows.push(vec![
                format!("{:>digits$}", field.offset),
                field.name.clone(),
                summarised(db, field.ty),
                bar(field.offset, field.size),
            ]);
        }
        let mut lines = aligned(&rows);
        if fields.len() > MOST_ROWS {
            lines.push(format!("… and {} more fields", fields.len() - MOST_ROWS));
        }
        lines
    }

    fn part(&self, index: u32) -> Option<&FieldLayout> {
        self.fields.get(self.before + index as usize)
    }

    /// `offset 64 · 8 bytes · align 8 · cache line 1`, of a field.
    pub fn field_in_short(&self, db: &dyn Db, index: u32) -> Option<String> {
        let field = self.part(index)?;
        let (first, last) = (field.offset / CACHE_LINE, (field.offset + field.size.max(1) - 1) / CACHE_LINE);
        let lines = match first == last {
            true => format!("cache line {first}"),
            false => format!("cache lines {first} to {last}"),
        };
        let padding = match (field.padding, self.is_union) {
            (0, _) => String::new(),
            (padding, false) => format!(" · {padding} padding behind"),
            (padding, true) => format!(" · {padding} of the union unused"),
        };
        let align = types::layout(db, field.ty).align;
        let size = bytes(field.size);
        Some(format!("offset {} · {size} · align {align} · {lines}{padding}", field.offset))
    }

    /// Where one field lies, in a sentence.
    pub fn field(&self, index: u32) -> Option<String> {
        let field = self.part(index)?;
        let padding = match (field.padding, self.is_union) {
            (0, _) => String::new(),
            (padding, false) => format!(", {} of padding behind it", bytes(padding)),
            (padding, true) => format!(", {} of the union unused", bytes(padding)),
        };
        let (size, whole) = (bytes(field.size), bytes(self.size));
        Some(format!("{size} at offset {} of {whole}{padding}", field.offset))
    }
}

/// The bytes of a field among the eight of its first word, and how many words it fills.
fn bar(offset: u64, size: u64) -> String {
    let start = offset % 8;
    let filled = size.min(8 - start);
    let mut text: String = (0..8).map(|byte| if (start..start + filled).contains(&byte) { '█' } else { '·' }).collect();
    if size > filled {
        let more = (start + size).div_ceil(8);
        text.push_str(&format!(" × {more}"));
    }
    text
}

/// Bytes inside of types that belong to no scalar. What was counted once is not counted again, so that types of types
/// of types cost nothing.
#[derive(Default)]
pub(crate) struct Padding {
    known: FxHashMap<Ty, u64>,
}

impl Padding {
    /// In one value of a type; what lies behind a pointer is not inside.
    pub fn of(&mut self, db: &dyn Db, ty: Ty) -> u64 {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let padding = match ty.structure() {
            Structure::Named(named) => match types::type_definition(db, named).kind {
                DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View
                    if is_object_known(db, named) && types::type_definition(db, named).enumeration.is_some() =>
                {
                    self.of_enum(db, named)
                }
                DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View if is_object_known(db, named) => {
                    let fields = types::type_definition(db, named).fields.iter().map(|field| field.ty);
                    self.of_fields(db, types::object_layout(db, named).size, &fields.collect::<Vec<Ty>>())
                }
                DefinitionKind::Union if is_object_known(db, named) => {
                    let size = types::object_layout(db, named).size;
                    let fields = types::type_definition(db, named).fields.iter();
                    let unused: Vec<u64> = fields.map(|field| self.of_fields(db, size, &[field.ty])).collect();
                    unused.into_iter().min().unwrap_or(0)
                }
                DefinitionKind::Inline
                | DefinitionKind::Copy
                | DefinitionKind::View
                | DefinitionKind::Union
                | DefinitionKind::Heap
                | DefinitionKind::Counted
                | DefinitionKind::Opaque => 0,
            },
            Structure::Tuple(elements) => self.of_fields(db, types::layout(db, ty).size, &elements),
            Structure::Array(element, length) => self.of(db, element).saturating_mul(length),
            Structure::Whole | Structure::Object(_) => 0,
        };
        self.known.insert(ty, padding);
        padding
    }

    /// In what an enum consists of, whichever case it is: what is neither the tag nor part of the largest case.
    fn of_enum(&mut self, db: &dyn Db, named: NamedType) -> u64 {
        let Some(enumeration) = types::type_definition(db, named).enumeration.as_deref() else { return 0 };
        let has_tag = !matches!(enumeration.form, types::EnumForm::Nullable { .. });
        let tag = has_tag.then(|| types::Ty::int(enumeration.tag()));
        let size = types::object_layout(db, named).size;
        let unused = (0..enumeration.cases.len() as u32).map(|case| {
            let carried = enumeration.payload(case).iter().map(|part| part.ty);
            let all: Vec<Ty> = tag.into_iter().chain(carried).collect();
            self.of_fields(db, size, &all)
        });
        unused.min().unwrap_or(0)
    }

    /// In a structure of a size.
    fn of_fields(&mut self, db: &dyn Db, size: u64, fields: &[Ty]) -> u64 {
        let used = |padding: &mut Padding, ty: Ty| types::layout(db, ty).size.saturating_sub(padding.of(db, ty));
        let all: u64 = fields.iter().map(|ty| used(self, *ty)).fold(0, u64::saturating_add);
        size.saturating_sub(all)
    }
}

/// In one value of a type.
pub(crate) fn padding_of(db: &dyn Db, ty: Ty) -> u64 {
    Padding::default().of(db, ty)
}

/// In what a `type` item defines; of a heap type in the object.
pub(crate) fn padding_of_object(db: &dyn Db, named: impl Into<NamedType>) -> u64 {
    Layout::of_named(db, named).map_or(0, |layout| layout.padding)
}

/// A type, and of a structure that lies inside what it is made of: `Vec3 { x: f64, y: f64, z: f64 }`.
fn summarised(db: &dyn Db, ty: Ty) -> String {
    let shown = types::display(db, ty);
    let TypeKind::Named(item) = ty.kind() else {
        return shown;
    };
    let definition = types::type_definition(db, item);
    if definition.enumeration.is_some() {
        return shown;
    }
    let separator = match definition.kind {
        DefinitionKind::Heap | DefinitionKind::Counted | DefinitionKind::Opaque => return shown,
        DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View => ", ",
        DefinitionKind::Union => " or ",
    };
    let mut text = String::new();
    for field in &definition.fields {
        let part = format!("{}: {}", field.name.text(), types::display(db, field.ty));
        if text.len() + part.len() > MOST_SUMMARY {
            text.push_str(if text.is_empty() { "…" } else { ", …" });
            break;
        }
        text.push_str(if text.is_empty() { "" } else { separator });
        text.push_str(&part);
    }
    format!("{shown} {{ {text} }}")
}
