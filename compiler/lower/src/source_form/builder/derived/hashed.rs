//! A derived `Hash`: each part written into the hasher, one after the other. Must not know what hashers do with them.

use hir::{ExpressionId, Name};
use types::{Derivable, Structure, Ty, TypeKind, field_type};

use super::super::super::local::{LocalId, LocalKind};
use super::super::super::place::Projection;
use super::super::super::statement::{BorrowKind, Callee, ConstantValue, Operand, Rvalue};
use super::super::{Builder, Place};

impl Builder<'_> {
    /// Writes a value into the hasher: of a named type its parts, of an enum with several cases its tag before.
    pub(super) fn hash_parts(&mut self, own: Place, ty: Ty, at: ExpressionId) {
        match ty.structure() {
            Structure::Named(named) if types::enumeration(self.db, ty).is_none() => {
                let fields = types::type_definition(self.db, named).fields.len() as u32;
                for index in 0..fields {
                    self.hash_part(own, Projection::Field(index), field_type(self.db, ty, index), at);
                }
            }
            Structure::Named(_) | Structure::Object(_) => self.hash_cases(own, ty, at),
            Structure::Tuple(elements) => {
                for (index, element) in (0..).zip(elements.iter()) {
                    self.hash_part(own, Projection::Field(index), *element, at);
                }
            }
            Structure::Array(element, length) => {
                let count = self.constant(Ty::I64, ConstantValue::Integer(length as i64));
                self.hash_number(count, at);
                self.for_each_element(length, at, |builder, index| {
                    builder.hash_part(own, Projection::Index(index), element, at);
                });
            }
            Structure::Whole => match ty.kind() {
                TypeKind::Unit => {}
                TypeKind::String => {
                    let text = self.borrow(own, ty, BorrowKind::Shared, at);
                    self.hash_text(text, at);
                }
                _ => match ty.as_borrow() {
                    Some((target, mutable)) => self.hash_part(own, Projection::Deref { mutable }, target, at),
                    // Types do not let it come here.
                    None => {
                        self.give_up(at);
                    }
                },
            },
        }
    }

    /// First which case it is, then what it carries. Where there is one case only, it says nothing.
    fn hash_cases(&mut self, own: Place, ty: Ty, at: ExpressionId) {
        let Some(enumeration) = types::enumeration(self.db, ty) else { return };
        let (tag, tag_type) = self.tag(own, ty, at);
        if enumeration.cases.len() > 1 {
            let number = match tag_type == Ty::I64 {
                true => Operand::Copy(tag),
                false => self.value(Ty::I64, Rvalue::Cast(types::Cast::IntToInt, Operand::Copy(tag)), at),
            };
            self.hash_number(number, at);
        }
        let end = self.label();
        self.for_each_case(tag, ty, end, |builder, payload, _name| {
            for index in payload {
                let part = builder.payload_type(ty, index);
                builder.hash_part(own, Projection::Payload(index), part, at);
            }
        });
        self.start(end);
    }

    /// A number that is no part of the value, as an `i64`.
    fn hash_number(&mut self, number: Operand, at: ExpressionId) {
        let place = Place::local(self.new_local(Ty::I64, LocalKind::Temporary));
        self.assign(place, Rvalue::Use(number), at);
        let lent = self.borrow(place, Ty::I64, BorrowKind::Shared, at);
        self.hash_lent(Ty::I64, lent, at);
    }

    /// A part, by its type's `Hash`.
    fn hash_part(&mut self, own: Place, step: Projection, ty: Ty, at: ExpressionId) {
        let part = self.form.project(own, step);
        let lent = self.lent_part(part, ty, at);
        self.hash_lent(ty, lent, at);
    }

    fn hash_lent(&mut self, ty: Ty, lent: Operand, at: ExpressionId) {
        let hasher = self.lent_hasher(at);
        self.derivable_call(Derivable::Hash, ty, &[lent, hasher], Ty::UNIT, at);
    }

    /// A text, by the hasher itself.
    fn hash_text(&mut self, text: Operand, at: ExpressionId) {
        let writer = types::hasher(self.db).and_then(|hasher| hir::member(self.db, hasher, Name::new("write_text")));
        let Some(item) = writer else {
            self.give_up(at);
            return;
        };
        let hasher = self.lent_hasher(at);
        let mark = self.pending.len();
        self.pending.extend([hasher, text]);
        let arguments = self.finish_list(mark);
        let callee = self.callee(Callee::Function { item, type_arguments: (self.form.type_lists.len() as u32, 0) });
        self.value(Ty::UNIT, Rvalue::Call(callee, arguments), at);
    }

    /// The hasher, lent on: it is the parameter behind `self`.
    fn lent_hasher(&mut self, at: ExpressionId) -> Operand {
        let parameter = LocalId(2);
        let ty = self.form.locals[parameter.0 as usize].ty.value_type();
        let place = self.form.project(Place::local(parameter), Projection::Deref { mutable: true });
        self.borrow(place, ty, BorrowKind::Mutable, at)
    }
}
