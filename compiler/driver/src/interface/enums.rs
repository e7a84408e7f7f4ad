//! Enums as C has them: the number of one whose cases carry nothing, the pointer of one whose empty case is null, else a
//! structure of a tag and a union. It owns the constants of tags; layouts follow from C's own rules.

use abi::IntKind;
use c::write::Identifiers;
use hir::ItemId;
use types::{EnumForm, Enumeration, Ty};

use super::comments::{documentation, part_documentation};
use super::forms::{Body, Constant, Definition, Field, Form, Layout, Record, Shape};
use super::types::Gatherer;

impl Gatherer<'_> {
    /// Says what an enum is in C, with a constant for each of its tags.
    pub(super) fn define_enum(&mut self, item: ItemId, ty: Ty, name: &str, enumeration: &Enumeration) {
        let (body, constants) = match (enumeration.form, types::scalar_enum(self.db, ty)) {
            (EnumForm::Integer(kind) | EnumForm::Tagged(kind), Some(_)) => {
                let constants = self.constants(item, name, enumeration, kind);
                (Body::Name { form: number(kind), none: None }, constants)
            }
            (EnumForm::Nullable { empty }, Some(_)) => {
                let pointer = enumeration.payloads.first().map_or(Ty::ERROR, |part| part.ty);
                let none = enumeration.cases[empty as usize].name.text().to_string();
                (Body::Name { form: self.form(pointer, false), none: Some(none) }, Vec::new())
            }
            (EnumForm::Nullable { empty }, None) => {
                let pointer = enumeration.payloads.first().map_or(Ty::ERROR, |part| part.ty);
                let none = enumeration.cases[empty as usize].name.text().to_string();
                let form = self.form(pointer, false);
                let field = Field { none: Some(none), ..field("item0".to_string(), form) };
                (Body::Record(record(name.to_string(), false, vec![field])), Vec::new())
            }
            (EnumForm::Integer(kind) | EnumForm::Tagged(kind), None) => {
                let constants = self.constants(item, name, enumeration, kind);
                let union = self.union_of_cases(name, enumeration);
                let tag = field("tag".to_string(), number(kind));
                let fields = std::iter::once(tag).chain(union).collect();
                (Body::Record(record(name.to_string(), false, fields)), constants)
            }
        };
        let documentation = documentation(self.db, item);
        self.definitions.push(Definition { name: name.to_string(), documentation, body, constants, is_shared: false });
    }

    fn constants(&mut self, item: ItemId, name: &str, enumeration: &Enumeration, kind: IntKind) -> Vec<Constant> {
        let mut said = part_documentation(self.db, item).into_iter();
        let mut constants = Vec::new();
        for case in &enumeration.cases {
            constants.push(Constant {
                name: self.constant(&format!("{name}_{}", case.name.text())),
                documentation: said.next().flatten(),
                value: case.tag,
                bits: kind.bits(),
                signed: kind.is_signed(),
            });
        }
        constants
    }

    /// The structures of what the cases carry; nothing where none takes room.
    fn union_of_cases(&mut self, name: &str, enumeration: &Enumeration) -> Option<Field> {
        let mut structures = Vec::new();
        let mut names = Identifiers::default();
        for (case, written) in (0..).zip(&enumeration.cases) {
            let mut fields = Vec::new();
            let mut identifiers = Identifiers::default();
            for (number, part) in enumeration.payload(case).iter().enumerate() {
                let wanted = if part.name.is_empty() { format!("item{number}") } else { part.name.text().to_string() };
                let name = self.field(&mut identifiers, &wanted);
                if self.has_place(part.ty) {
                    fields.push(field(name, self.form(part.ty, false)));
                }
            }
            if !fields.is_empty() {
                let case = self.field(&mut names, &written.name.text());
                let of_case = record(self.part(&format!("{name}_as_{case}")), false, fields);
                structures.push(field(case, Form::plain(Shape::Inline(Box::new(of_case)))));
            }
        }
        if structures.is_empty() {
            return None;
        }
        let union = record(self.part(&format!("{name}_as")), true, structures);
        Some(field("as".to_string(), Form::plain(Shape::Inline(Box::new(union)))))
    }
}

fn number(kind: IntKind) -> Form {
    Form::plain(Shape::Integer { bits: kind.bits(), signed: kind.is_signed() })
}

/// A field of which nothing is said.
pub(super) fn field(name: String, form: Form) -> Field {
    Field { name, form, documentation: None, none: None, offset: 0 }
}

/// A structure or union that is laid out later.
pub(super) fn record(name: String, is_union: bool, fields: Vec<Field>) -> Record {
    Record { name, is_union, fields, packed: false, align: None, layout: Layout::default() }
}
