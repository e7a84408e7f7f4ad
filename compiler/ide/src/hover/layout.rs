//! Where the parts of a type lie: fields with offsets, sizes and the padding behind and inside of each. It owns the arithmetic
//! of padding; offsets and sizes are `types`'. It must not know calling conventions.

use hir::ItemId;
use rustc_hash::FxHashMap;
use source::Db;
use types::{DefinitionKind, Structure, Ty, TypeKind};

use super::known::is_object_known;
use super::news::aligned;
use super::page::bytes;

/// A summary of a nested structure longer than this is cut.
const MOST_SUMMARY: usize = 48;
/// More fields are counted only.
const MOST_ROWS: usize = 8;
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
    pub fn of_item(db: &dyn Db, item: ItemId) -> Option<Layout> {
        if !is_object_known(db, item) {
            return None;
        }
        let definition = types::type_definition(db, item);
        let named = definition.fields.iter().map(|field| (field.name.text().to_string(), field.ty));
        let is_union = match definition.kind {
            DefinitionKind::Union => true,
            DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy => false,
            DefinitionKind::Opaque => return None,
        };
        Some(Layout::new(db, types::object_layout(db, item), named.collect(), is_union))
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
        Layout { size: record.size, align: record.align, padding, is_union, fields }
    }

    /// The fields, a line for each: where it begins, its name, its type, and the bytes that it has of the first eight.
    pub fn rows(&self, db: &dyn Db) -> Vec<String> {
        let mut rows: Vec<Vec<String>> = Vec::new();
        let digits = self.size.to_string().len();
        for field in self.fields.iter().take(MOST_ROWS) {
            rows.push(vec![
                format!("{:>digits$}", field.offset),
                field.name.clone(),
                summarised(db, field.ty),
                bar(field.offset, field.size),
            ]);
        }
        let mut lines = aligned(&rows);
        if self.fields.len() > MOST_ROWS {
            lines.push(format!("… and {} more fields", self.fields.len() - MOST_ROWS));
        }
        lines
    }

    /// `offset 64 · 8 bytes · align 8 · cache line 1`, of a field.
    pub fn field_in_short(&self, db: &dyn Db, index: u32) -> Option<String> {
        let field = self.fields.get(index as usize)?;
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
        let field = self.fields.get(index as usize)?;
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
            Structure::Named(item) => match types::type_definition(db, item).kind {
                DefinitionKind::Inline | DefinitionKind::Copy if is_object_known(db, item) => {
                    let fields = types::type_definition(db, item).fields.iter().map(|field| field.ty);
                    self.of_fields(db, types::object_layout(db, item).size, &fields.collect::<Vec<Ty>>())
                }
                DefinitionKind::Union if is_object_known(db, item) => {
                    let size = types::object_layout(db, item).size;
                    let fields = types::type_definition(db, item).fields.iter();
                    let unused: Vec<u64> = fields.map(|field| self.of_fields(db, size, &[field.ty])).collect();
                    unused.into_iter().min().unwrap_or(0)
                }
                DefinitionKind::Inline
                | DefinitionKind::Copy
                | DefinitionKind::Union
                | DefinitionKind::Heap
                | DefinitionKind::Opaque => 0,
            },
            Structure::Tuple(elements) => self.of_fields(db, types::layout(db, ty).size, &elements),
            Structure::Array(element, length) => self.of(db, element).saturating_mul(length),
            Structure::Whole | Structure::Object(_) => 0,
        };
        self.known.insert(ty, padding);
        padding
    }

    /// In a structure of a size.
    fn of_fields(&mut self, db: &dyn Db, size: u64, fields: &[Ty]) -> u64 {
        let used = |padding: &mut Padding, ty: Ty| types::layout(db, ty).size.saturating_sub(padding.of(db, ty));
        let all: u64 = fields.iter().map(|ty| used(self, *ty)).fold(0, u64::saturating_add);
        size.saturating_sub(all)
    }
}

/// In what a `type` item defines; of a heap type in the object.
pub(crate) fn padding_of_object(db: &dyn Db, item: ItemId) -> u64 {
    Layout::of_item(db, item).map_or(0, |layout| layout.padding)
}

/// A type, and of a structure that lies inside what it is made of: `Vec3 { x: f64, y: f64, z: f64 }`.
fn summarised(db: &dyn Db, ty: Ty) -> String {
    let shown = types::display(db, ty);
    let TypeKind::Named(item) = ty.kind() else {
        return shown;
    };
    let definition = types::type_definition(db, item);
    let separator = match definition.kind {
        DefinitionKind::Heap | DefinitionKind::Opaque => return shown,
        DefinitionKind::Inline | DefinitionKind::Copy => ", ",
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
