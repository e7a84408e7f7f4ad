//! The text of a value of a derived `Show`: names and parts, joined from left to right. Must not know how scalars are written.

use hir::{ExpressionId, Name};
use types::{Derivable, Structure, Ty, field_type};

use super::super::super::local::LocalKind;
use super::super::super::place::Projection;
use super::super::super::statement::{BorrowKind, Operand, RuntimeFunction, Rvalue, Shown};
use super::super::{Builder, Place};

impl Builder<'_> {
    /// The text of a value, a string of its own or a borrow of one: of a named type its name and parts.
    pub(super) fn shown_parts(&mut self, place: Place, ty: Ty, at: ExpressionId) -> Operand {
        match ty.structure() {
            Structure::Named(named) if types::enumeration(self.db, ty).is_none() => {
                let definition = types::type_definition(self.db, named);
                let fields = (0..).zip(&definition.fields);
                let parts: Vec<_> = fields
                    .map(|(index, field)| (Some(field.name), Projection::Field(index), field_type(self.db, ty, index)))
                    .collect();
                let name = named.item.name(self.db).text();
                self.list(place, (&format!("{name}("), ")"), &parts, at)
            }
            Structure::Named(_) | Structure::Object(_) => self.shown_cases(place, ty, at),
            Structure::Tuple(elements) => {
                let parts: Vec<_> =
                    (0..).zip(elements.iter()).map(|(index, ty)| (None, Projection::Field(index), *ty)).collect();
                let close = if parts.len() == 1 { ",)" } else { ")" };
                self.list(place, ("(", close), &parts, at)
            }
            Structure::Array(element, _) => {
                let lent = self.slice_of(place, ty, BorrowKind::Shared, at);
                self.derivable_call(Derivable::Show, Ty::slice(element), &[lent], Ty::STRING, at)
            }
            Structure::Whole => match ty.as_borrow() {
                Some((target, mutable)) => {
                    let place = self.form.project(place, Projection::Deref { mutable });
                    self.shown_alone(place, target, at)
                }
                None => self.shown_alone(place, ty, at),
            },
        }
    }

    /// Parts between brackets, with their names.
    fn list(
        &mut self,
        place: Place,
        (open, close): (&str, &str),
        parts: &[(Option<Name>, Projection, Ty)],
        at: ExpressionId,
    ) -> Operand {
        let named = |text: &str, part: &(Option<Name>, Projection, Ty)| match part.0 {
            Some(name) => format!("{text}{}: ", name.text()),
            None => text.to_owned(),
        };
        let Some(first) = parts.first() else { return self.lent_text(&format!("{open}{close}")) };
        let mut joined = self.lent_text(&named(open, first));
        for (number, (_, step, ty)) in parts.iter().enumerate() {
            let part = self.form.project(place, *step);
            let value = self.shown_part(part, *ty, at);
            let behind = parts.get(number + 1).map_or_else(|| close.to_owned(), |next| named(", ", next));
            joined = self.between(Some(joined), value, Some(&behind), at);
        }
        joined
    }

    fn shown_cases(&mut self, place: Place, ty: Ty, at: ExpressionId) -> Operand {
        let Some(enumeration) = types::enumeration(self.db, ty) else { return self.poison(at) };
        let result = Place::local(self.new_local(Ty::STRING, LocalKind::Temporary));
        if let Some(local) = result.as_local() {
            self.ends_with_scope(local);
        }
        let (tag, _) = self.tag(place, ty, at);
        let end = self.label();
        let mut cases = Vec::new();
        let mut labels = Vec::new();
        for case in &enumeration.cases {
            let label = self.label();
            cases.push((case.tag, label));
            labels.push(label);
        }
        // A tag is that of a case, the last of which needs no test.
        let last = cases.pop();
        let otherwise = last.map_or(end, |(_, label)| label);
        self.jump_to_case(tag, cases, otherwise);
        for (number, label) in (0..).zip(labels) {
            self.start(label);
            let mark = self.mark();
            let name = enumeration.cases[number as usize].name.text();
            let parts: Vec<_> = enumeration
                .parts(number)
                .map(|index| {
                    let name = Some(enumeration.payloads[index as usize].name).filter(|name| !name.is_empty());
                    (name, Projection::Payload(index), self.payload_type(ty, index))
                })
                .collect();
            let text = match parts.is_empty() {
                true => self.lent_text(&name),
                false => self.list(place, (&format!("{name}("), ")"), &parts, at),
            };
            let text = self.owned_text(text, at);
            self.assign(result, Rvalue::Use(text), at);
            self.close_to(mark, at);
            self.goto(end);
        }
        self.start(end);
        Operand::Move(result)
    }

    fn shown_alone(&mut self, place: Place, ty: Ty, at: ExpressionId) -> Operand {
        let value = self.shown_part(place, ty, at);
        self.between(None, value, None, at)
    }

    /// A part as it is shown: scalars and strings by themselves, others by their `Show`.
    fn shown_part(&mut self, place: Place, ty: Ty, at: ExpressionId) -> (Shown, Operand) {
        match Shown::of(ty) {
            Some((Shown::String, _)) => (Shown::String, self.borrow(place, Ty::STRING, BorrowKind::Shared, at)),
            Some((shown, widened)) => {
                let value = match ty == widened {
                    true => Operand::Copy(place),
                    false => self.value(widened, Rvalue::Cast(types::Cast::IntToInt, Operand::Copy(place)), at),
                };
                (shown, value)
            }
            None if ty == Ty::UNIT => (Shown::String, self.lent_text("()")),
            None => {
                let lent = self.lent_part(place, ty, at);
                (Shown::String, self.derivable_call(Derivable::Show, ty, &[lent], Ty::STRING, at))
            }
        }
    }

    pub(in super::super) fn concatenated(&mut self, left: Operand, right: Operand, at: ExpressionId) -> Operand {
        let left = self.lend_string(left, at);
        let right = self.lend_string(right, at);
        self.runtime_call(RuntimeFunction::StringConcat, &[left, right], Ty::STRING, at)
    }

    /// A text as a string of its own.
    pub(in super::super) fn owned_text(&mut self, text: Operand, at: ExpressionId) -> Operand {
        match text {
            Operand::Constant(constant) => {
                let value = self.form.constant(constant).value;
                self.constant(Ty::STRING, value)
            }
            Operand::Move(place) | Operand::Copy(place)
                if self.form.place_type(self.db, place).as_borrow().is_some() =>
            {
                let place = self.form.project(place, Projection::Deref { mutable: false });
                self.value(Ty::STRING, Rvalue::Use(Operand::Copy(place)), at)
            }
            Operand::Move(_) | Operand::Copy(_) | Operand::Poison(_) => text,
        }
    }
}
