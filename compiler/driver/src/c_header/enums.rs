//! Enums written in C: the number of one whose cases carry nothing, the pointer of one whose empty case is null, else a
//! structure of a tag and a union. It owns the constants of tags; layouts follow from C's own rules.

use abi::IntKind;
use c::write::{Identifiers, integer};
use hir::ItemId;
use types::{EnumForm, Enumeration, Ty};

use super::comments::{comment, part_comments};
use super::types::Writer;

/// Numbers below this are written as they are.
const PLAIN: u128 = 1 << 31;

impl Writer<'_> {
    /// Writes what an enum is in C, and a constant for each of its tags.
    pub(super) fn define_enum(&mut self, item: ItemId, ty: Ty, name: &str, enumeration: &Enumeration) {
        let head = comment(self.db, item);
        let text = match (enumeration.form, types::scalar_enum(self.db, ty)) {
            (EnumForm::Integer(kind) | EnumForm::Tagged(kind), Some(_)) => {
                let constants = self.constants(item, name, enumeration, kind);
                format!("{head}typedef {} {name};\n{constants}", integer(kind.bits(), kind.is_signed()))
            }
            (EnumForm::Nullable { empty }, Some(_)) => {
                let pointer = enumeration.payloads.first().map_or(Ty::ERROR, |part| part.ty);
                let none = enumeration.cases[empty as usize].name.text();
                format!("{head}/* NULL is `{none}`. */\ntypedef {};\n", self.declare(pointer, name, false))
            }
            (EnumForm::Nullable { empty }, None) => {
                let pointer = enumeration.payloads.first().map_or(Ty::ERROR, |part| part.ty);
                let none = enumeration.cases[empty as usize].name.text();
                let field = self.declare(pointer, "item0", false);
                format!("{head}struct {name} {{\n    {field}; /* NULL is `{none}`. */\n}};\n")
            }
            (EnumForm::Integer(kind) | EnumForm::Tagged(kind), None) => {
                let constants = self.constants(item, name, enumeration, kind);
                let union = self.union_of_cases(enumeration);
                let tag = integer(kind.bits(), kind.is_signed());
                format!("{head}struct {name} {{\n    {tag} tag;\n{union}}};\n{constants}")
            }
        };
        self.definitions.push(text);
    }

    fn constants(&mut self, item: ItemId, name: &str, enumeration: &Enumeration, kind: IntKind) -> String {
        let mut text = String::new();
        let comments = part_comments(self.db, item, "");
        for (place, case) in enumeration.cases.iter().enumerate() {
            text.push_str(comments.get(place).map_or("", String::as_str));
            let constant = self.constant(&format!("{name}_{}", case.name.text()));
            text.push_str(&format!("#define {constant} {}\n", number(case.tag, kind)));
        }
        text
    }

    /// The structures of what the cases carry; nothing where none takes room.
    fn union_of_cases(&mut self, enumeration: &Enumeration) -> String {
        let mut structures = String::new();
        let mut names = Identifiers::default();
        for (case, written) in (0..).zip(&enumeration.cases) {
            let mut fields = String::new();
            let mut identifiers = Identifiers::default();
            for (number, part) in enumeration.payload(case).iter().enumerate() {
                let wanted = if part.name.is_empty() { format!("item{number}") } else { part.name.text().to_string() };
                let name = self.field(&mut identifiers, &wanted);
                if self.has_place(part.ty) {
                    fields.push_str(&format!("            {};\n", self.declare(part.ty, &name, false)));
                }
            }
            if !fields.is_empty() {
                let name = self.field(&mut names, &written.name.text());
                structures.push_str(&format!("        struct {{\n{fields}        }} {name};\n"));
            }
        }
        if structures.is_empty() { structures } else { format!("    union {{\n{structures}    }} as;\n") }
    }
}

/// A tag as C writes it, of its own type.
fn number(tag: u128, kind: IntKind) -> String {
    let ty = integer(kind.bits(), kind.is_signed());
    let signed = tag as i128;
    if kind.is_signed() && signed.unsigned_abs() < PLAIN {
        return format!("(({ty}){signed})");
    }
    if tag < PLAIN {
        return format!("(({ty}){tag})");
    }
    match kind.bits() {
        128 => {
            let (high, low) = ((tag >> 64) as u64, tag as u64);
            format!("(({ty})((unsigned __int128)UINT64_C({high:#x}) << 64 | UINT64_C({low:#x})))")
        }
        _ => format!("(({ty})UINT64_C({:#x}))", tag as u64),
    }
}
