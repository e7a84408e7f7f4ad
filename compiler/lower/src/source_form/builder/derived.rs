//! Methods that the compiler makes: those of `Equal`, `Order`, `Show` and `Clone`, part by part, for one type without type
//! parameters. Owns what they do; which types have them is `types`'. Must not know bodies: there is none.

use hir::{BinaryOperator, ExpressionId, ItemId, Name};
use types::{Arguments, Derivable, Receiver, Structure, Substitution, Ty, field_type};

use super::super::local::{Local, LocalId, LocalKind};
use super::super::place::Projection;
use super::super::statement::{
    BorrowKind, Callee, ConstantValue, Operand, OperandList, RuntimeFunction, Rvalue, Shown, Terminator,
};
use super::super::{Mentions, SourceForm};
use super::content::Pair;
use super::{Builder, Built, Label, Place};

/// The source form of a method that the compiler makes for a type, drops not decided.
pub fn build_derived(db: &dyn source::Db, method: ItemId, of: Derivable, ty: Ty) -> Built {
    let (body, inference) = (hir::body(db, method), types::infer(db, method));
    let mut builder = Builder::new(db, body, inference, (SourceForm::default(), Mentions::default()));
    builder.form.poison = None;
    builder.derived(method, of, ty);
    builder.finish()
}

impl Builder<'_> {
    fn derived(&mut self, method: ItemId, of: Derivable, ty: Ty) {
        let signature = types::signature(self.db, method);
        let with = Substitution::of_function(self.db, method, Arguments::new(&[ty]));
        debug_assert_eq!(signature.receiver, Some(Receiver::Ref));
        let at = self.body.root;
        self.new_local(with.apply(signature.result), LocalKind::Return);
        // Without a body there are no variables of it.
        for parameter in &signature.parameters {
            self.form.locals.push(Local {
                ty: with.apply(parameter.ty),
                kind: LocalKind::Parameter,
                mutable: false,
                name: Some(parameter.name),
                variable: None,
            });
        }
        self.form.parameter_count = signature.parameters.len() as u32;
        let own = self.behind_parameter(1);
        match of {
            Derivable::Equal => {
                let other = self.behind_parameter(2);
                let (holds, fails) = (self.label(), self.label());
                self.compare_parts(Pair { left: own, right: other, ty, expression: at }, fails, fails);
                self.goto(holds);
                self.choose(Place::local(LocalId::RETURN), holds, fails, at);
            }
            Derivable::Order => {
                let other = self.behind_parameter(2);
                self.order(Pair { left: own, right: other, ty, expression: at });
            }
            Derivable::Show => {
                let text = self.shown_parts(own, ty, at);
                let text = self.owned_text(text, at);
                self.assign(Place::local(LocalId::RETURN), Rvalue::Use(text), at);
            }
            Derivable::Clone => self.clone_parts(own, ty, at),
        }
        self.close_to(0, at);
        self.terminate(Terminator::Return);
        self.form.shared_exits = self.form.blocks.len() as u32;
    }

    fn behind_parameter(&mut self, parameter: u32) -> Place {
        self.form.project(Place::local(LocalId(parameter)), Projection::Deref { mutable: false })
    }

    /// Leads away if two values differ, and goes on if they are equal: a named type part by part.
    fn compare_parts(&mut self, pair: Pair, less: Label, greater: Label) {
        let Structure::Named(named) = pair.ty.structure() else {
            return self.compare(pair, less, greater);
        };
        if types::enumeration(self.db, pair.ty).is_some() {
            return self.compare_cases(pair, less, greater);
        }
        let fields = types::type_definition(self.db, named).fields.len() as u32;
        for index in 0..fields {
            let part = self.part(pair, Projection::Field(index), field_type(self.db, pair.ty, index));
            self.compare(part, less, greater);
        }
    }

    /// First the cases, then what they carry.
    fn compare_cases(&mut self, pair: Pair, less: Label, greater: Label) {
        let at = pair.expression;
        let (left, _) = self.tag(pair.left, pair.ty, at);
        let (right, _) = self.tag(pair.right, pair.ty, at);
        let (left_tag, right_tag) = (Operand::Copy(left), Operand::Copy(right));
        if less == greater {
            self.decide(BinaryOperator::NotEqual, left_tag, right_tag, less, at);
        } else {
            self.decide(BinaryOperator::Less, left_tag, right_tag, less, at);
            self.decide(BinaryOperator::Greater, left_tag, right_tag, greater, at);
        }
        let end = self.label();
        self.for_each_case(left, pair.ty, end, |builder, payload, _name| {
            for index in payload {
                let ty = builder.payload_type(pair.ty, index);
                let part = builder.part(pair, Projection::Payload(index), ty);
                builder.compare(part, less, greater);
            }
        });
        self.start(end);
    }

    /// Emits something for each case of an enum that carries something, and goes on at `end`; the others lead there at once.
    fn for_each_case(
        &mut self,
        tag: Place,
        ty: Ty,
        end: Label,
        mut each: impl FnMut(&mut Self, std::ops::Range<u32>, Name),
    ) {
        let Some(enumeration) = types::enumeration(self.db, ty) else { return };
        let mut labels = Vec::new();
        let mut cases = Vec::new();
        for (number, case) in (0..).zip(&enumeration.cases) {
            let payload = enumeration.parts(number);
            if !payload.is_empty() {
                let label = self.label();
                cases.push((case.tag, label));
                labels.push((label, payload, case.name));
            }
        }
        self.to_case(tag, cases, end);
        for (label, payload, name) in labels {
            self.start(label);
            let mark = self.mark();
            each(self, payload, name);
            self.close_to(mark, self.body.root);
            self.goto(end);
        }
    }

    /// To the case of a tag. The last needs no test, and the only one no tag.
    fn to_case(&mut self, tag: Place, cases: Vec<(u128, Label)>, otherwise: Label) {
        match cases.is_empty() {
            true => self.goto(otherwise),
            false => self.switch_on(Operand::Copy(tag), cases, otherwise),
        }
    }

    fn payload_type(&self, ty: Ty, index: u32) -> Ty {
        let enumeration = types::enumeration(self.db, ty);
        enumeration.and_then(|enumeration| enumeration.payloads.get(index as usize)).map_or(Ty::ERROR, |part| part.ty)
    }

    /// The result is the first case of `Ordering` where the left value comes first, the last where it comes last.
    fn order(&mut self, pair: Pair) {
        let (less, greater, end) = (self.label(), self.label(), self.label());
        self.compare_parts(pair, less, greater);
        for (case, label) in [(1, None), (0, Some(less)), (2, Some(greater))] {
            if let Some(label) = label {
                self.start(label);
            }
            let nothing = OperandList { start: 0, length: 0 };
            self.assign(Place::local(LocalId::RETURN), Rvalue::Case(case, nothing), pair.expression);
            self.goto(end);
        }
        self.start(end);
    }

    /// The text of a value, a string of its own or a borrow of one: of a named type its name and parts.
    fn shown_parts(&mut self, place: Place, ty: Ty, at: ExpressionId) -> Operand {
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
            Structure::Array(element, length) => self.shown_elements(place, element, length, at),
            Structure::Whole => match ty.as_borrow() {
                Some((target, mutable)) => {
                    let place = self.form.project(place, Projection::Deref { mutable });
                    self.shown_part(place, target, at)
                }
                None => self.shown_part(place, ty, at),
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
        let mut separator = open.to_owned();
        let mut joined = None;
        for (name, step, ty) in parts {
            if let Some(name) = name {
                separator.push_str(&format!("{}: ", name.text()));
            }
            joined = Some(self.with_text(joined, &separator, at));
            let part = self.form.project(place, *step);
            let text = self.shown_part(part, *ty, at);
            joined = joined.map(|joined| self.concatenated(joined, text, at));
            separator = ", ".to_owned();
        }
        let rest = if joined.is_none() { format!("{open}{close}") } else { close.to_owned() };
        self.with_text(joined, &rest, at)
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
        self.to_case(tag, cases, otherwise);
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

    /// `[a, b, c]`, by a loop.
    fn shown_elements(&mut self, place: Place, element: Ty, length: u64, at: ExpressionId) -> Operand {
        let local = self.new_local(Ty::STRING, LocalKind::Temporary);
        self.ends_with_scope(local);
        let joined = Place::local(local);
        let open = self.lent_text("[");
        let open = self.owned_text(open, at);
        self.assign(joined, Rvalue::Use(open), at);
        self.for_each_element(length, at, |builder, index| {
            let first = builder.constant(Ty::I64, ConstantValue::Integer(0));
            let (separate, go_on) = (builder.label(), builder.label());
            let is_first = builder.value(Ty::BOOL, Rvalue::Binary(BinaryOperator::Equal, index, first), at);
            builder.branch_on(is_first, go_on, separate);
            builder.start(separate);
            let comma = builder.lent_text(", ");
            builder.append(joined, comma, at);
            builder.goto(go_on);
            builder.start(go_on);
            let mark = builder.mark();
            let part = builder.form.project(place, Projection::Index(index));
            let text = builder.shown_part(part, element, at);
            let text = builder.lend_string(text, at);
            builder.append(joined, text, at);
            builder.close_to(mark, at);
        });
        let close = self.lent_text("]");
        self.append(joined, close, at);
        Operand::Move(joined)
    }

    /// The text of a part: scalars and strings by themselves, others by their `Show`.
    fn shown_part(&mut self, place: Place, ty: Ty, at: ExpressionId) -> Operand {
        match Shown::of(ty) {
            Some((Shown::String, _)) => self.borrow(place, Ty::STRING, BorrowKind::Shared, at),
            Some((shown, widened)) => {
                let value = match ty == widened {
                    true => Operand::Copy(place),
                    false => self.value(widened, Rvalue::Cast(types::Cast::IntToInt, Operand::Copy(place)), at),
                };
                self.runtime_call(RuntimeFunction::ToString(shown), &[value], Ty::STRING, at)
            }
            None => {
                let lent = self.lent_part(place, ty, at);
                self.derivable_call(Derivable::Show, ty, &[lent], Ty::STRING, at)
            }
        }
    }

    /// A borrow of a part: of a copy where a packed structure does not let any borrow lead.
    pub(super) fn lent_part(&mut self, place: Place, ty: Ty, at: ExpressionId) -> Operand {
        let place = self.unpacked(place, ty, at);
        self.borrow(place, ty, BorrowKind::Shared, at)
    }

    /// A call of the method of a trait that the language knows, whoever made it.
    pub(super) fn derivable_call(
        &mut self,
        of: Derivable,
        ty: Ty,
        operands: &[Operand],
        result: Ty,
        at: ExpressionId,
    ) -> Operand {
        let Some(item) = of.method(self.db) else { return self.poison(at) };
        let type_arguments = (self.form.type_lists.len() as u32, 1);
        self.form.type_lists.push(ty);
        let mark = self.pending.len();
        self.pending.extend_from_slice(operands);
        let arguments = self.finish_list(mark);
        let callee = self.callee(Callee::Function { item, type_arguments });
        self.value(result, Rvalue::Call(callee, arguments), at)
    }

    fn with_text(&mut self, joined: Option<Operand>, text: &str, at: ExpressionId) -> Operand {
        let text = self.lent_text(text);
        match joined {
            Some(joined) => self.concatenated(joined, text, at),
            None => text,
        }
    }

    pub(super) fn concatenated(&mut self, left: Operand, right: Operand, at: ExpressionId) -> Operand {
        let left = self.lend_string(left, at);
        let right = self.lend_string(right, at);
        self.runtime_call(RuntimeFunction::StringConcat, &[left, right], Ty::STRING, at)
    }

    /// A text as a string of its own.
    pub(super) fn owned_text(&mut self, text: Operand, at: ExpressionId) -> Operand {
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

    /// A second value of a type into the result.
    fn clone_parts(&mut self, own: Place, ty: Ty, at: ExpressionId) {
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
            // Types do not let it come here.
            Structure::Array(..) | Structure::Whole => {
                self.give_up(at);
                return;
            }
        };
        let list = self.cloned(own, &parts, at);
        self.assign(result, Rvalue::Aggregate(list), at);
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
        self.to_case(tag, cases, otherwise);
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
