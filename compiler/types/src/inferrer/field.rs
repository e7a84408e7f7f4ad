//! Fields, tuple elements and indexing: borrows and the pointers of heap types on the way are followed. Owns
//! visibility of fields and what needs `unsafe`; must not know how places are lowered.

use hir::{Expression, ExpressionId, Name};

use super::{Expectation, Inferrer};
use crate::definition::DefinitionKind;
use crate::display::display;
use crate::enumeration::Enumeration;
use crate::inference::{Builtin, Detail, Indexing};
use crate::problem::{Anchor, Edit, Problem};
use crate::problems;
use crate::raw::builtin_method;
use crate::storage::element_of;
use crate::substitute::Substitution;
use crate::ty::{Structure, Ty, TypeKind};

impl Inferrer<'_> {
    /// `receiver.name` that is read or lent.
    pub(super) fn field(
        &mut self,
        expression: ExpressionId,
        receiver: ExpressionId,
        name: Name,
        expectation: Expectation,
    ) -> Ty {
        let ty = self.written_field(expression, receiver, name, expectation);
        if let Some(named) = self.seen_type(receiver).value_type().as_named()
            && self.definition(named.item).kind == DefinitionKind::Union
            && !ty.is_error()
        {
            self.require_unsafe(expression, "reading a field of a union");
        }
        ty
    }

    /// `receiver.name` that may also be the whole left side of an assignment: writing a union's field is safe.
    pub(super) fn written_field(
        &mut self,
        expression: ExpressionId,
        receiver: ExpressionId,
        name: Name,
        expectation: Expectation,
    ) -> Ty {
        if let Some(ty) = self.named_type(receiver) {
            self.set_no_value(receiver);
            return self.member_of_type(expression, ty, name, expectation);
        }
        if name.is_empty() {
            self.infer(receiver, Expectation::Any);
            self.table.poisoned = true;
            return Ty::ERROR;
        }
        let found = self.infer_owner_of_field(receiver);
        let ty = self.look_through_owner(receiver, found).value_type();
        if ty.is_error() || ty == Ty::NEVER {
            return ty;
        }
        if let TypeKind::Named(named) | TypeKind::Object(named) = ty.kind() {
            let item = named.item;
            let definition = self.definition(item);
            if let Some(index) = definition.field(name) {
                let field = definition.fields[index as usize];
                if !field.public && !self.is_own(item) {
                    let owner = display(self.db, ty);
                    let problem = problems::private_field(Anchor::Member(expression), &name.text(), &owner);
                    let problem = problem.also(Anchor::OtherField(item, index), "declared here");
                    let problem = self.with_call(problem, expression, ty, name);
                    self.report(problem);
                }
                self.detail(expression, Detail::Field(index));
                return Substitution::of_type(named).apply(field.ty);
            }
        }
        self.unknown_field(expression, receiver, ty, name);
        Ty::ERROR
    }

    /// What stands before the point of a field: here alone an object in C's memory may be named.
    fn infer_owner_of_field(&mut self, receiver: ExpressionId) -> Ty {
        let before = self.owner_of_field.replace(receiver);
        let ty = self.infer_known(receiver);
        self.owner_of_field = before;
        ty
    }

    /// Whether a type may lack members after a syntax error.
    pub(super) fn is_incomplete(&mut self, ty: Ty) -> bool {
        match ty.structure() {
            Structure::Named(named) | Structure::Object(named) => self.definition(named.item).incomplete,
            Structure::Whole | Structure::Tuple(_) | Structure::Array(..) => false,
        }
    }

    /// Whether a method of a type is called by this name.
    fn is_method(&self, ty: Ty, name: Name) -> bool {
        let of_elements =
            || element_of(self.db, ty).is_some_and(|element| self.method(Ty::slice(element), name).is_some());
        self.method(ty, name).is_some()
            || builtin_method(self.db, ty, &name.text()) == Some(Builtin::Length)
            || of_elements()
    }

    /// A problem of a field whose name is also that of a method, with the advice to call that.
    fn with_call(&self, problem: Problem, expression: ExpressionId, ty: Ty, name: Name) -> Problem {
        if !self.is_method(ty, name) {
            return problem;
        }
        problem.help(format!("there is a method of this name; call it: `.{}()`", name.text())).fix(
            "call the method",
            Anchor::Member(expression),
            Edit::After("()".into()),
        )
    }

    fn unknown_field(&mut self, expression: ExpressionId, receiver: ExpressionId, ty: Ty, name: Name) {
        if self.is_incomplete(ty) {
            self.table.poisoned = true;
            return;
        }
        let at = Anchor::Member(expression);
        let mut problem = problems::unknown_field(at, &name.text(), &display(self.db, ty));
        if self.is_method(ty, name) {
            problem = self.with_call(problem, expression, ty, name);
        } else if let TypeKind::Pointer(target) = ty.kind() {
            problem = problem.help(format!(
                "a raw pointer has no fields; `p[0].{}` reaches the {} it leads to",
                name.text(),
                display(self.db, target)
            ));
            let is_there = target.as_item().is_some_and(|item| self.definition(item).field(name).is_some());
            if is_there && self.unsafe_depth > 0 && self.binds_tightly(receiver) {
                problem = problem.fix("write `[0]`", self.at(receiver), Edit::After("[0]".into()));
            }
        } else if let Some(item) = ty.as_item() {
            let definition = self.definition(item);
            if let Some(enumeration) = &definition.enumeration {
                let problem = problem.help(how_taken_apart(enumeration, enumeration.case_named(name)));
                return self.report(problem);
            }
            let names = definition.fields.iter().map(|field| field.name.text());
            if let Some(similar) = crate::similar::most_similar(&name.text(), names) {
                problem = problem.help(format!("did you mean `{similar}`?")).guess(
                    format!("change to `{similar}`"),
                    at,
                    Edit::Replace(similar.into()),
                );
            } else if !definition.fields.is_empty() && definition.fields.len() <= 8 {
                let names: Vec<String> =
                    definition.fields.iter().map(|field| format!("`{}`", field.name.text())).collect();
                problem = problem.note(format!("its fields are {}", names.join(", ")));
            }
        }
        self.report(problem);
    }

    /// `Type.name` without a call.
    fn member_of_type(&mut self, expression: ExpressionId, ty: Ty, name: Name, expectation: Expectation) -> Ty {
        if ty.is_error() || name.is_empty() {
            self.table.poisoned = true;
            return Ty::ERROR;
        }
        if let Some(ty) = self.case_value(expression, ty, name) {
            return ty;
        }
        if self.is_incomplete(ty) {
            self.table.poisoned = true;
            return Ty::ERROR;
        }
        if self.expects_function(expectation)
            && let Some(found) = self.found_method(expression, ty, name)
        {
            return self.method_value(expression, found, expectation);
        }
        let at = Anchor::Member(expression);
        if self.method(ty, name).is_none()
            && let Some(problem) = self.unknown_case(at, ty, name)
        {
            self.report(problem);
            return Ty::ERROR;
        }
        let owner = display(self.db, ty);
        let problem = problems::unknown_field(at, &name.text(), &owner);
        let problem = match self.method(ty, name) {
            Some(_) => problem.help(format!("there is a method of this name; call it: `{owner}.{}(…)`", name.text())),
            None => problem.note("this is the type itself and not a value of it"),
        };
        self.report(problem);
        Ty::ERROR
    }

    pub(super) fn tuple_field(&mut self, expression: ExpressionId, receiver: ExpressionId, index: u32) -> Ty {
        let ty = self.infer_looked_through(receiver).value_type();
        if ty.is_error() || ty == Ty::NEVER {
            return ty;
        }
        if let TypeKind::Tuple(elements) = ty.kind() {
            if let Some(&element) = elements.types().get(index as usize) {
                self.detail(expression, Detail::Field(index));
                return element;
            }
            let problem = problems::unknown_field(self.at(expression), &index.to_string(), &display(self.db, ty));
            self.report(problem.note(format!("it has {} elements, counted from 0", elements.types().len())));
            return Ty::ERROR;
        }
        let mut problem = problems::unknown_field(self.at(expression), &index.to_string(), &display(self.db, ty))
            .note("only tuples have numbered elements");
        if let Some(item) = ty.as_item()
            && let Some(enumeration) = &self.definition(item).enumeration
        {
            problem = problem.help(how_taken_apart(enumeration, None));
        }
        self.report(problem);
        Ty::ERROR
    }

    /// `base[index]`
    pub(super) fn index(&mut self, expression: ExpressionId, base: ExpressionId, index: ExpressionId) -> Ty {
        let found = self.infer_looked_through(base);
        let ty = found.value_type();
        if let Some(element) = self.index_by_trait(expression, (base, found), index) {
            return element;
        }
        let place = match self.cutting_range(index) {
            Ok(has_end) => return self.slice(expression, base, ty, (index, has_end)),
            Err(place) => place,
        };
        let place = self.read_value(index, place);
        if !place.is_integer() && !place.is_error() && place != Ty::NEVER && !ty.is_error() {
            let problem = problems::not_an_integer(self.at(index), &display(self.db, place));
            self.report(problem.note("an index is of any integer type"));
        }
        if ty.is_error() || ty == Ty::NEVER {
            return ty;
        }
        if let Some(element) = element_of(self.db, ty) {
            self.detail(expression, Detail::Index(Indexing::Array));
            return element;
        }
        if let TypeKind::Pointer(target) = ty.kind() {
            return self.pointed_to(expression, target);
        }
        if let Expression::Missing = self.expression(index) {
            self.table.poisoned = true;
            return Ty::ERROR;
        }
        let problem = problems::not_indexable(self.at(base), &display(self.db, ty));
        let shown = display(self.db, ty);
        self.report(match ty.kind() {
            TypeKind::String => problem.help("`s.bytes()` lends its bytes: `s.bytes()[i]`"),
            // What the library leaves out is nobody else's to add.
            TypeKind::Named(named) if named.item.module(self.db).is_standard(self.db) => problem,
            TypeKind::Named(_) => problem.help(format!(
                "`impl Index[Key, Out] for {shown} {{ fn index(key: Key) -> ref Out {{ … }} }}` lets it be indexed"
            )),
            _ => problem,
        });
        Ty::ERROR
    }

    /// `base[start..end]`: a place.
    fn slice(
        &mut self,
        expression: ExpressionId,
        base: ExpressionId,
        ty: Ty,
        (range, has_end): (ExpressionId, bool),
    ) -> Ty {
        if ty.is_error() || ty == Ty::NEVER {
            return ty;
        }
        if let Some(element) = element_of(self.db, ty) {
            self.detail(expression, Detail::Index(Indexing::Slice));
            return Ty::slice(element);
        }
        if let TypeKind::Pointer(target) = ty.kind() {
            let element = self.pointed_to(expression, target);
            if element.is_error() {
                return element;
            }
            if !has_end {
                self.report(problems::endless_pointer_slice(self.at(range)));
                return Ty::ERROR;
            }
            self.detail(expression, Detail::Index(Indexing::PointerSlice));
            return Ty::slice(element);
        }
        let problem = problems::not_indexable(self.at(base), &display(self.db, ty));
        self.report(if ty == Ty::STRING {
            problem.help("`s.part(0..n)` is the text of some of its bytes, `s.bytes()[0..n]` lends those")
        } else {
            problem
        });
        Ty::ERROR
    }

    /// `p[i]`
    fn pointed_to(&mut self, expression: ExpressionId, target: Ty) -> Ty {
        let opaque = target.as_named().is_some_and(|named| self.definition(named.item).kind == DefinitionKind::Opaque);
        if target == Ty::UNIT || opaque {
            let problem = problems::untyped_pointer(self.at(expression), &display(self.db, target));
            self.report(problem);
            return Ty::ERROR;
        }
        self.require_unsafe(expression, "using what a raw pointer leads to");
        if matches!(target.kind(), TypeKind::Object(_)) && self.owner_of_field != Some(expression) {
            let problem = problems::object_value(self.at(expression), &display(self.db, target));
            self.report(problem);
            return Ty::ERROR;
        }
        self.detail(expression, Detail::Index(Indexing::Pointer));
        target
    }

    /// Reports something that needs `unsafe` outside of it.
    pub(super) fn require_unsafe(&mut self, expression: ExpressionId, what: &str) {
        if self.unsafe_depth == 0 {
            self.report(problems::needs_unsafe(self.at(expression), what));
        }
    }
}

/// How what is in a value of an enum is reached, for people who took a case or what it carries for a field.
fn how_taken_apart(enumeration: &Enumeration, case: Option<u32>) -> String {
    let Some(case) = case else {
        return "`match` or `if let` takes apart what a case of an enum carries".to_owned();
    };
    let carried = if enumeration.payload(case).is_empty() { "" } else { "(…)" };
    format!(
        "`match` or `if let` tells the case: `if let {}{carried} = …`",
        enumeration.cases[case as usize].name.text()
    )
}
