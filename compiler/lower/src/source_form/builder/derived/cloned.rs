//! A second value by a derived `Clone`: each part copied or cloned, then put together. Must not know how parts are made.

use hir::ExpressionId;
use types::{Derivable, Structure, Ty, field_type};

use super::super::super::local::LocalId;
use super::super::super::place::Projection;
use super::super::super::statement::{Operand, OperandList, Rvalue};
use super::super::{Builder, Label, Place};

impl Builder<'_> {
    /// A second value of a type into the result.
    pub(super) fn clone_parts(&mut self, own: Place, ty: Ty, at: ExpressionId) {
        let result = Place::local(LocalId::RETURN);
        if types::is_copy(self.db, ty) {
            return self.assign(result, Rvalue::Use(Operand::Copy(own)), at);
        }
        let parts: Vec<(Projection, Ty)> = match ty.structure() {
            Structure::Named(named) if types::enumeration(self.db, ty).is_none() => {
                let fields = types::type_definition(self.db, named).fields.len() as u32;
                (0..fields).map(|index| (Projection::Field(index), field_type(self.db, ty, index))).collect()
            }
            Structure::Tuple(elements) => {
                (0..).zip(elements.iter()).map(|(index, ty)| (Projection::Field(index), *ty)).collect()
            }
            Structure::Named(_) | Structure::Object(_) => return self.clone_cases(own, ty, at),
            Structure::Array(element, length) => return self.clone_elements(own, element, length, at),
            // Types do not let it come here.
            Structure::Whole => {
                self.give_up(at);
                return;
            }
        };
        let list = self.cloned(own, &parts, at);
        self.assign(result, Rvalue::Aggregate(list), at);
    }

    fn clone_elements(&mut self, own: Place, element: Ty, length: u64, at: ExpressionId) {
        let result = Place::local(LocalId::RETURN);
        self.for_each_element(length, at, |builder, index| {
            let mark = builder.mark();
            let part = builder.form.project(own, Projection::Index(index));
            let lent = builder.lent_part(part, element, at);
            let copy = builder.derivable_call(Derivable::Clone, element, &[lent], element, at);
            let place = builder.form.project(result, Projection::Index(index));
            builder.assign(place, Rvalue::Use(copy), at);
            builder.close_to(mark, at);
        });
    }

    fn clone_cases(&mut self, own: Place, ty: Ty, at: ExpressionId) {
        let Some(enumeration) = types::enumeration(self.db, ty) else { return };
        let result = Place::local(LocalId::RETURN);
        let (tag, _) = self.tag(own, ty, at);
        let end = self.label();
        let labels: Vec<Label> = enumeration.cases.iter().map(|_| self.label()).collect();
        let mut cases: Vec<(u128, Label)> =
            enumeration.cases.iter().zip(&labels).map(|(case, label)| (case.tag, *label)).collect();
        let otherwise = cases.pop().map_or(end, |(_, label)| label);
        self.jump_to_case(tag, cases, otherwise);
        for (number, label) in (0..).zip(labels) {
            self.start(label);
            let mark = self.mark();
            let parts: Vec<(Projection, Ty)> = enumeration
                .parts(number)
                .map(|index| (Projection::Payload(index), self.payload_type(ty, index)))
                .collect();
            let list = self.cloned(own, &parts, at);
            self.assign(result, Rvalue::Case(number, list), at);
            self.close_to(mark, at);
            self.goto(end);
        }
        self.start(end);
    }

    fn cloned(&mut self, own: Place, parts: &[(Projection, Ty)], at: ExpressionId) -> OperandList {
        let mark = self.pending.len();
        for (step, ty) in parts {
            let place = self.form.project(own, *step);
            let operand = match types::is_copy(self.db, *ty) {
                true if self.needs_drop(*ty) => self.value(*ty, Rvalue::Use(Operand::Copy(place)), at),
                true => Operand::Copy(place),
                false => {
                    let lent = self.lent_part(place, *ty, at);
                    self.derivable_call(Derivable::Clone, *ty, &[lent], *ty, at)
                }
            };
            self.pending.push(operand);
        }
        self.finish_list(mark)
    }
}
