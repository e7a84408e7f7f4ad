//! The scalars inside of a value of the language, with the way to each. It owns the names; offsets are `types`' layouts.

use abi::report::FieldLabel;
use source::Db;
use types::{DefinitionKind, Structure, Ty, TypeKind};

/// A larger value is described by its first scalars.
const MOST: usize = 64;

/// The scalars inside of a value, in order; of a value that is one scalar itself none.
pub(super) fn leaves(db: &dyn Db, ty: Ty) -> Vec<FieldLabel> {
    let mut leaves = Leaves { db, found: Vec::new() };
    if leaves.is_compound(ty) {
        leaves.visit(String::new(), ty, 0);
    }
    leaves.found
}

struct Leaves<'db> {
    db: &'db dyn Db,
    found: Vec<FieldLabel>,
}

impl Leaves<'_> {
    fn is_compound(&self, ty: Ty) -> bool {
        match ty.structure() {
            Structure::Named(item) if !types::has_finite_size(self.db, item) => false,
            Structure::Named(_) if types::scalar_enum(self.db, ty).is_some() => false,
            Structure::Named(item) => match types::type_definition(self.db, item).kind {
                DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View | DefinitionKind::Union => true,
                DefinitionKind::Heap | DefinitionKind::Counted | DefinitionKind::Opaque => false,
            },
            Structure::Tuple(_) | Structure::Array(..) => true,
            Structure::Whole => ty.is_wide() || words_of_pair(ty).is_some(),
            Structure::Object(_) => false,
        }
    }

    fn visit(&mut self, path: String, ty: Ty, offset: u64) {
        if self.found.len() == MOST {
            return;
        }
        let below = |name: &str| {
            if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
        };
        match ty.structure() {
            Structure::Named(item) if self.is_compound(ty) => {
                let definition = types::type_definition(self.db, item);
                for field in types::enum_fields(self.db, item) {
                    self.visit(below(&field.name), field.ty, offset + field.offset);
                }
                for (number, field) in definition.fields.iter().enumerate() {
                    let inner = types::field_offset(self.db, ty, number as u32);
                    self.visit(below(&field.name.text()), field.ty, offset + inner);
                }
            }
            Structure::Tuple(elements) => {
                for (number, element) in elements.iter().enumerate() {
                    let inner = types::field_offset(self.db, ty, number as u32);
                    self.visit(below(&number.to_string()), *element, offset + inner);
                }
            }
            Structure::Array(element, length) => {
                let size = types::layout(self.db, element).size;
                for number in 0..length.min(MOST as u64) {
                    self.visit(format!("{path}[{number}]"), element, offset + number * size);
                }
            }
            Structure::Whole if ty.is_wide() => {
                let element = ty.value_type().as_slice().unwrap_or(Ty::UNIT);
                let length = types::field_offset(self.db, Ty::words_of_wide(), 1);
                self.visit(below("elements"), Ty::pointer(element), offset);
                self.visit(below("length"), Ty::I64, offset + length);
            }
            Structure::Whole if words_of_pair(ty).is_some() => {
                for (number, word) in (0..).zip(words_of_pair(ty).into_iter().flatten()) {
                    let inner = types::field_offset(self.db, types::pair_words(), number);
                    self.visit(below(word), Ty::pointer(Ty::UNIT), offset + inner);
                }
            }
            Structure::Whole | Structure::Named(_) | Structure::Object(_) => self.found.push(FieldLabel {
                path,
                ty: types::display(self.db, ty),
                offset_bits: 8 * offset,
                bits: 8 * types::layout(self.db, ty).size,
            }),
        }
    }
}

/// What the two words of a closure and of a `dyn` are called.
fn words_of_pair(ty: Ty) -> Option<[&'static str; 2]> {
    match ty.kind() {
        TypeKind::Closure(..) => Some(["code", "environment"]),
        TypeKind::Dyn(..) => Some(["object", "vtable"]),
        _ => None,
    }
}
