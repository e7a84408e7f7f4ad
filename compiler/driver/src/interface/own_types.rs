//! Structures that are passed as a type that only C has (`@[c(…)]`): names of that type in C. It owns which type it is; how each
//! language writes it, or that it cannot, is theirs.

use hir::ItemId;
use types::{OwnForm, Structure, Ty, TypeKind};

use super::comments::documentation;
use super::forms::{Body, Definition, Form, Own, Shape};
use super::types::Gatherer;

impl Gatherer<'_> {
    /// The type that only C has as which a structure is passed.
    pub(super) fn own(&mut self, ty: Ty) -> Option<Own> {
        let Structure::Named(named) = ty.structure() else { return None };
        let form = types::own_form(self.db, named)?;
        let first = types::type_definition(self.db, named).fields.first()?.ty;
        match (form, first.kind()) {
            (OwnForm::LongDouble, _) => Some(Own::LongDouble),
            (OwnForm::Vector, TypeKind::Array(lane, count)) => {
                Some(Own::Vector(Box::new(self.form(lane, false)), count))
            }
            (OwnForm::Vector, _) => None,
            (OwnForm::Complex, _) => {
                let part = match self.own(first) {
                    Some(own) => Form::plain(Shape::Own(own)),
                    None => self.form(first, false),
                };
                Some(Own::Complex(Box::new(part)))
            }
        }
    }

    /// Says what it is.
    pub(super) fn define_own(&mut self, item: ItemId, name: &str, own: Own) {
        let body = Body::Name { form: Form::plain(Shape::Own(own)), none: None };
        let (name, documentation) = (name.to_string(), documentation(self.db, item));
        self.definitions.push(Definition { name, documentation, body, constants: Vec::new(), is_shared: false });
    }
}
