//! Methods that the compiler makes: those of `Equal`, `Order`, `Hash`, `Show` and `Clone`, part by part, for one type without type
//! parameters. Owns what they do; which types have them is `types`'. Must not know bodies: there is none.

mod cloned;
mod hashed;
mod shown;

use hir::{BinaryOperator, ExpressionId, ItemId, Name};
use types::{Arguments, Derivable, Receiver, Structure, Substitution, Ty, field_type};

use super::super::local::{Local, LocalId, LocalKind};
use super::super::place::Projection;
use super::super::statement::{BorrowKind, Callee, Operand, OperandList, Rvalue, Terminator};
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
            Derivable::Hash => self.hash_parts(own, ty, at),
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
        self.jump_to_case(tag, cases, end);
        for (label, payload, name) in labels {
            self.start(label);
            let mark = self.mark();
            each(self, payload, name);
            self.close_to(mark, self.body.root);
            self.goto(end);
        }
    }

    /// To the case of a tag. The last needs no test, and the only one no tag.
    fn jump_to_case(&mut self, tag: Place, cases: Vec<(u128, Label)>, otherwise: Label) {
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
}
