//! Where the parts of a type lie: a table of fields with offsets, sizes and the padding behind each. It owns the arithmetic
//! of padding; offsets and sizes are `types`'. It must not know calling conventions.

use hir::ItemId;
use source::Db;
use types::{DefinitionKind, Ty, TypeKind};

use super::known::is_object_known;
use super::page::{Page, Side, Table, bytes, code};

/// A summary of a nested structure longer than this is cut.
const MOST_SUMMARY: usize = 48;
/// Tables have no more rows than this.
const MOST_ROWS: usize = 64;

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
        let named = definition
            .fields
            .iter()
            .map(|field| (field.name.text().to_string(), field.ty));
        let is_union = match definition.kind {
            DefinitionKind::Union => true,
            DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy => false,
            DefinitionKind::Opaque => return None,
        };
        Some(Layout::new(
            db,
            types::object_layout(db, item),
            named.collect(),
            is_union,
        ))
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
        let padding = if is_union {
            fields.iter().map(|field| field.padding).min().unwrap_or(0)
        } else {
            fields.iter().map(|field| field.padding).sum()
        };
        Layout {
            size: record.size,
            align: record.align,
            padding,
            is_union,
            fields,
        }
    }

    /// `24 bytes, aligned to 8, 4 bytes of padding`.
    pub fn summary(&self) -> String {
        let padding = match (self.padding, self.is_union) {
            (0, true) => String::new(),
            (0, false) => ", no padding".to_string(),
            (padding, _) => format!(", {} of padding", bytes(padding)),
        };
        format!("{}, aligned to {}{padding}", bytes(self.size), self.align)
    }

    /// The table of fields.
    pub fn write(&self, db: &dyn Db, page: &mut Page) {
        if self.fields.is_empty() {
            return;
        }
        let behind = if self.is_union { "unused" } else { "padding" };
        let mut table = Table::new([
            ("offset".to_string(), Side::Right),
            ("size".to_string(), Side::Right),
            (behind.to_string(), Side::Right),
            ("field".to_string(), Side::Left),
            ("type".to_string(), Side::Left),
        ]);
        for field in self.fields.iter().take(MOST_ROWS) {
            let padding = match field.padding {
                0 => String::new(),
                padding => padding.to_string(),
            };
            table.row([
                field.offset.to_string(),
                field.size.to_string(),
                padding,
                code(&field.name),
                code(&summarised(db, field.ty)),
            ]);
        }
        page.table(&table);
        if self.fields.len() > MOST_ROWS {
            page.text(&format!("… and {} more fields.", self.fields.len() - MOST_ROWS));
        }
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
