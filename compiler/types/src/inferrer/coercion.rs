//! What happens where a type is required: borrows taken silently, borrows read, divergence, and the mismatch. Must not
//! know where the requirement comes from.

use hir::{Expression, ExpressionId};

use super::{Expectation, Inferrer};
use crate::classify::is_heap;
use crate::display::{display, display_both};
use crate::inference::{Adjustment, Callee, Detail};
use crate::outcome::Outcome;
use crate::problem::{Edit, Problem};
use crate::problems;
use crate::storage::{element_of, stored_element};
use crate::ty::{DynKind, Ty, TypeKind};

impl Inferrer<'_> {
    /// Infers an expression where a type is required, and makes it fit.
    pub(super) fn check(&mut self, expression: ExpressionId, expected: Ty) {
        let found = self.infer(expression, Expectation::Value(expected));
        self.coerce(expression, found, expected);
    }

    /// Makes an expression of type `found` fit where `expected` is required, or reports that it does not.
    pub(super) fn coerce(&mut self, expression: ExpressionId, found: Ty, expected: Ty) {
        if found.is_error() && expected.is_open() {
            // What it would have told is nobody's fault any more.
            self.poison_variables(expected);
        }
        if found == expected || found.is_error() || expected.is_error() {
            return;
        }
        if found == Ty::NEVER {
            self.adjust(expression, Adjustment::Diverge);
            return;
        }
        let (found, expected) = (self.resolved(found), self.resolved(expected));
        if !(found.as_borrow().is_some() && self.reads_for(expected)) && self.unify(found, expected) {
            return;
        }
        match (expected.as_borrow(), found.as_borrow()) {
            // A lent `dyn` is what a method behind its trait's name is called on.
            (Some((target, mutable)), Some((lent, is_mut)))
                if lent.as_dyn().is_some()
                    && (is_mut || !mutable)
                    && self.is_open_self(target)
                    && self.unify(target, lent) =>
            {
                if is_mut && !mutable {
                    self.adjust(expression, Adjustment::Reborrow);
                }
            }
            // A pointer to a closure or `dyn` is only made where a type parameter stands for that.
            (Some(_), Some(_) | None) if expected.is_pair_pointer() => {
                let problem = self.mismatch(expression, found, expected);
                self.report(problem);
            }
            (Some((target, false)), Some((lent, _))) if found.is_pair_pointer() && self.unify(target, lent) => {
                self.adjust(expression, Adjustment::Reborrow);
            }
            (Some((target, true)), Some((lent, true))) if found.is_pair_pointer() && self.unify(target, lent) => {
                self.adjust(expression, Adjustment::ReborrowMutable);
            }
            (Some((target, false)), None) if self.unify(target, found) => {
                let is_pointer = found.is_pair() && !expected.is_pair();
                self.adjust(expression, if is_pointer { Adjustment::PairPointer } else { Adjustment::Borrow });
                self.check_lendable(expression, found);
            }
            (Some((target, false)), Some((lent, true))) if self.unify(target, lent) => {
                self.adjust(expression, Adjustment::Reborrow);
            }
            (Some((target, mutable)), _) if self.becomes_slice(target, found, mutable) => {
                self.adjust(expression, if mutable { Adjustment::SliceMutable } else { Adjustment::Slice });
                if found.as_borrow().is_none() {
                    self.check_lendable(expression, found);
                }
            }
            (None, None) if self.is_collected(expression, found, expected) => {
                self.adjust(expression, Adjustment::Collect);
            }
            (Some((target, true)), None) if self.unify(target, found) => {
                let problem = problems::mut_not_written(
                    self.at(expression),
                    &display(self.db, found),
                    self.is_changeable(expression),
                );
                self.report(problem);
                self.look_at_wrong(expression);
            }
            (None, Some((target, _))) if self.unify(target, expected) => self.adjust(expression, Adjustment::Read),
            (Some((target, false)), _) if let Some(inside) = self.content_that_fits(found, target) => {
                self.become_content(expression, Ty::lent(inside, false));
            }
            (None, _) if self.content_that_fits(found, expected).is_some() => self.become_content(expression, expected),
            (Some(_) | None, Some(_) | None) if self.becomes_object(expression, found, expected) => {}
            (Some(_) | None, Some(_) | None) => {
                let (found, expected) = (self.resolved(found), self.resolved(expected));
                if found.mentions_error() || expected.mentions_error() {
                    self.table.poisoned = true;
                    return self.poison_variables(expected);
                }
                if let Some(problem) = self.refused_borrow(expression, found, expected) {
                    self.report(problem);
                    return self.poison_variables(expected);
                }
                let problem = self.mismatch(expression, found, expected);
                let problem = self.with_function_without_result(problem, expression, found);
                self.report(problem);
                if found.as_borrow().is_none() {
                    self.look_at_wrong(expression);
                }
                // What it leaves open is open because of this, which is told.
                self.poison_variables(expected);
            }
        }
    }

    /// What stands in the wrong place is looked at, so nobody wonders where it went.
    fn look_at_wrong(&mut self, expression: ExpressionId) {
        if self.is_place(expression) {
            self.adjust(expression, Adjustment::Borrow);
        }
    }

    /// Whether what is expected is a borrow of a slice, and what is found is, or lends, an array of such elements.
    fn becomes_slice(&mut self, target: Ty, found: Ty, mutable: bool) -> bool {
        let Some(element) = target.as_slice() else { return false };
        let value = found.value_type();
        let Some(lent) = element_of(self.db, value).filter(|_| value.as_slice().is_none()) else { return false };
        // A `mut` is written.
        let is_lent = !mutable || matches!(found.as_borrow(), Some((_, true)));
        is_lent && self.unify(element, lent)
    }

    /// Whether what is written is an array whose elements become those of an `Array`, which is expected.
    fn is_collected(&mut self, expression: ExpressionId, found: Ty, expected: Ty) -> bool {
        let (Some(element), Some((given, _))) = (stored_element(self.db, expected), found.as_array()) else {
            return false;
        };
        let is_literal = matches!(self.expression(expression), Expression::Array(_) | Expression::Repeat { .. });
        is_literal && self.unify(element, given)
    }

    /// Infers an expression whose type has to be known: poison, once it is reported, where nothing has told it.
    pub(super) fn infer_known(&mut self, expression: ExpressionId) -> Ty {
        let ty = self.infer(expression, Expectation::Any);
        self.known_type(ty)
    }

    /// A type that has to be known; poison, once it is reported, where nothing has told it.
    #[inline]
    pub(super) fn known_type(&mut self, ty: Ty) -> Ty {
        if ty.is_fixed() { ty } else { self.known_compound_type(ty) }
    }

    fn known_compound_type(&mut self, ty: Ty) -> Ty {
        if !self.is_unknown(ty.value_type()) {
            return ty;
        }
        self.must_be_known(ty.value_type());
        Ty::ERROR
    }

    /// Reads a borrow: the expression is used as the value it leads to. Gives the type of the value.
    pub(super) fn read_value(&mut self, expression: ExpressionId, ty: Ty) -> Ty {
        if let Some(content) = self.innermost_content(ty) {
            self.become_content(expression, content);
            return content;
        }
        match ty.as_borrow() {
            Some((target, _)) => {
                self.adjust(expression, Adjustment::Read);
                target
            }
            None => ty,
        }
    }

    /// Whether a function is expected that takes a pointer to an owned closure or `dyn`, where another is found that takes
    /// what lends one.
    fn takes_pointers_to_pairs(&self, expected: Ty, found: Ty) -> bool {
        let (Some((_, wanted, _)), Some((_, given, _))) = (expected.as_closure(), found.as_closure()) else {
            return false;
        };
        let pairs = wanted.iter().zip(given.iter());
        pairs
            .into_iter()
            .any(|(wanted, given)| wanted.is_pair_pointer() && given.is_pair() && given.as_borrow().is_some())
    }

    /// Two types that differ, as messages show them.
    pub(super) fn display_both(&self, types: [Ty; 2]) -> [String; 2] {
        display_both(self.db, self.item.module(self.db).package(self.db), types)
    }

    /// Where the first use of a variable has told a type argument by a borrow, as of the elements that a loop lends.
    fn told_by_borrow(&self, expression: ExpressionId, given: Ty, wanted: Ty) -> Option<String> {
        let (given, wanted_type) = (given.as_named()?, wanted.as_named().filter(|wanted| wanted.is_generic())?);
        let (given_types, wanted_types) = (given.arguments.types(), wanted_type.arguments.types());
        let is_lent = |(given, wanted): (&Ty, &Ty)| given.as_borrow().is_some_and(|(target, _)| target == *wanted);
        if given.item != wanted_type.item || !given_types.iter().zip(&*wanted_types).any(is_lent) {
            return None;
        }
        let Expression::Local(local) = self.expression(expression) else { return None };
        let (name, shown) = (self.body[local].name.text(), display(self.db, wanted));
        Some(format!("its first use tells what a type argument is, here a borrow: declare it as `{name}: {shown}`"))
    }

    fn mismatch(&self, expression: ExpressionId, found: Ty, expected: Ty) -> Problem {
        let at = self.at(expression);
        let [shown, shown_found] = self.display_both([expected, found]);
        let problem = problems::mismatched_types(at, &shown, &shown_found);
        if self.takes_pointers_to_pairs(expected, found) {
            return problem.help(
                "where a type parameter stands for a closure or `dyn`, what is lent leads to the owned one, and no written \
                 type says so: pass a literal, as in `fn (x) { … }`, whose parameters get their types from here",
            );
        }
        let (wanted, given) = (expected.value_type(), found.value_type());
        if let (Some((target, true)), Some((lent, false))) = (expected.as_borrow(), found.as_borrow())
            && target == lent
        {
            if let Expression::Borrow { mutable: false, place } = self.expression(expression)
                && self.is_changeable(place) == problems::Lendable::Place
            {
                return problem.help("lend it to be changed: write `mut` instead of `ref`");
            }
            let wanted = display(self.db, expected);
            return problem.help(format!(
                "through a `ref` nothing is changed or lent `mut`: declare what is lent here as `{wanted}`"
            ));
        }
        if let Some(help) = self.told_by_borrow(expression, given, wanted) {
            return problem.help(help);
        }
        if given.as_slice().is_some() && wanted.as_slice().is_none() && (wanted.is_variable() || wanted.is_parameter())
        {
            return problem
                .help("a type parameter does not stand for a slice; what takes slices is declared with `ref [T]`");
        }
        if let (Some((DynKind::Owned, _)), Some((lent, _))) = (expected.as_dyn(), found.as_borrow())
            && (wanted == lent || lent.as_dyn().is_none())
        {
            return problem
                .help("a `dyn` owns its value, and this is only lent here: lend it on as `ref dyn` or `mut dyn`");
        }
        if !expected.is_pair() && found.is_pair() && found.as_borrow().is_some() && expected.as_borrow().is_some() {
            let shown = display(self.db, found);
            return problem.help(format!(
                "behind a `{shown}` is a value of a type that is not known, and no type parameter stands for it: take \
                 a `{shown}` there"
            ));
        }
        if let (Some((_, wanted)), Some((_, given))) = (wanted.as_dyn(), given.as_dyn())
            && wanted != given
        {
            return problem.help("what is behind a `dyn` is not known, so it becomes no `dyn` of another trait");
        }
        if let (Some((target, true)), None) = (expected.as_borrow(), found.as_borrow())
            && target.as_slice().is_some_and(|element| element_of(self.db, given) == Some(element))
        {
            let problem = problem.help("what changes is lent by a written `mut`: `mut …`");
            return problem.fix("write `mut`", at, Edit::Before("mut ".into()));
        }
        if wanted.is_number() && given.is_number() && wanted != given && expected.as_borrow().is_none() {
            let wanted = display(self.db, wanted);
            return problem.help(format!("convert it: `… as {wanted}`")).guess(
                format!("convert to `{wanted}`"),
                at,
                Edit::After(format!(" as {wanted}")),
            );
        }
        if let (TypeKind::Pointer(_), Some((_, _))) = (expected.kind(), found.as_borrow()) {
            return problem.help("a borrow becomes a pointer by `as`");
        }
        if let Some(problem) = self.optional_mismatch(&problem, expression, found, expected) {
            return problem;
        }
        if let TypeKind::Pointer(target) = expected.kind() {
            return self.no_pointer(problem, expression, found, expected, target);
        }
        if let TypeKind::Pointer(from) = given.kind() {
            return self.no_value_but_pointer(problem, expression, expected, from);
        }
        if wanted == Ty::STRING && given.is_scalar() {
            return self.with_text(problem, expression);
        }
        if expected == Ty::BOOL && given.is_integer() {
            return problem.help("compare it: `… != 0`");
        }
        if found == Ty::UNIT && matches!(self.expression(expression), Expression::Block { tail: None, .. }) {
            // `{}` is an empty map elsewhere.
            let name = expected.as_named().map(|named| named.item.name(self.db).text());
            let makers = name.map(|name| self.makers(expected, &name)).unwrap_or_default();
            if let Some(maker) = makers.iter().find(|maker| maker.ends_with("new()")) {
                return problem.help(format!("an empty one is made by `{maker}`"));
            }
            return problem.note("a block's value is its last expression; this block ends in a statement");
        }
        problem
    }

    /// An `Option` where its value is needed, or the other way round.
    fn optional_mismatch(
        &self,
        problem: &Problem,
        expression: ExpressionId,
        found: Ty,
        expected: Ty,
    ) -> Option<Problem> {
        let problem = || problem.clone();
        if let (Expression::Case { .. }, TypeKind::Pointer(_)) = (self.expression(expression), expected.kind()) {
            let at = self.at(expression);
            let null = "Pointer.null()";
            let problem = problem().help(format!("C's `NULL` is `{null}`"));
            return Some(problem.fix(format!("write `{null}`"), at, Edit::Replace(null.into())));
        }
        let fits = |value: Ty, wanted: Ty| value == wanted || value.value_type() == wanted || value.is_variable();
        // The value that an `Option` or `Result` may have.
        let held = |ty: Ty| {
            let (outcome, types) = Outcome::of(self.db, ty.value_type())?;
            Some((outcome, *types.first()?))
        };
        let (given, wanted) = (held(found), held(expected));
        // What is written as a case was meant as one of the other.
        let meant = |as_case: &'static str, otherwise: &'static str| {
            Some(problem().help(if self.makes_case(expression) { as_case } else { otherwise }))
        };
        match (given, wanted) {
            (Some((Outcome::Result, value)), Some((Outcome::Option, wanted))) if fits(value, wanted) => {
                return meant(
                    "a value that is there is written `Some(…)`, one that is not `None`",
                    "`….ok()` makes an `Option` of it",
                );
            }
            (Some((Outcome::Option, value)), Some((Outcome::Result, wanted))) if fits(value, wanted) => {
                return meant(
                    "a success is written `Ok(…)`, a failure `Err(…)`",
                    "`….ok_or(error)` makes a `Result` of it",
                );
            }
            (Some((Outcome::Option, value)), _) if fits(value, expected.value_type()) => {
                return Some(problem().help("take the value out: `if let Some(value) = …`, `match`, `….unwrap_or(…)`"));
            }
            (Some((Outcome::Result, value)), _) if fits(value, expected.value_type()) => {
                return Some(problem().help("take the value out: `try …`, `match`, `….unwrap_or(…)`"));
            }
            (Some(_) | None, Some(_) | None) => {}
        }
        let error = || Outcome::of(self.db, expected.value_type())?.1.get(1).copied();
        let advice = match wanted? {
            (Outcome::Option, value) => {
                (fits(value, found) || fits(found, value)).then_some("a value that is there is written `Some(…)`")
            }
            (Outcome::Result, value) if fits(value, found) => Some("a success is written `Ok(…)`"),
            (Outcome::Result, _) => {
                error().filter(|error| fits(*error, found)).map(|_| "a failure is written `Err(…)`, or `throw …`")
            }
        };
        advice.map(|advice| problem().help(advice))
    }

    /// Whether an expression is written as a case of an enum.
    fn makes_case(&self, expression: ExpressionId) -> bool {
        match self.table.detail(expression) {
            Detail::Call(call) => matches!(self.table.calls[call.0 as usize].callee, Callee::Case(..)),
            _ => matches!(self.expression(expression), Expression::Case { .. }),
        }
    }

    /// A value where a pointer is needed, and C's silent conversions do not hold.
    fn no_pointer(&self, problem: Problem, expression: ExpressionId, found: Ty, expected: Ty, target: Ty) -> Problem {
        let at = self.at(expression);
        let wanted = display(self.db, expected);
        if found == Ty::STRING && target == Ty::U8 {
            if let Expression::String(_) = self.expression(expression) {
                return problem.help("write it `c\"…\"`");
            }
            let problem = problem.help("`.c_string()` gives the text to C");
            return match self.is_place(expression) {
                true => problem.fix("add `.c_string()`", at, Edit::After(".c_string()".into())),
                false => problem,
            };
        }
        if let TypeKind::Pointer(from) = found.kind() {
            let problem = problem.help(format!("`… as {wanted}` looks at the memory as that type"));
            let title = format!("write `as {wanted}`");
            let written = Edit::After(format!(" as {wanted}"));
            return match self.binds_tightly(expression) {
                // What C converts silently.
                true if from == Ty::UNIT => problem.fix(title, at, written),
                true => problem.guess(title, at, written),
                false => problem,
            };
        }
        if self.bare_integer(expression).is_some_and(|(magnitude, _)| magnitude == 0) {
            return problem.help("C's `NULL` is `Pointer.null()`").fix(
                "write `Pointer.null()`",
                at,
                Edit::Replace("Pointer.null()".into()),
            );
        }
        if found.is_integer() {
            return problem.help(format!("a number that is an address is written `… as u64 as {wanted}`"));
        }
        if crate::raw::object_pointer(found) == Some(expected) && is_heap(self.db, found) {
            return problem.help("`.into_raw()` gives the object away");
        }
        if found == target && !is_heap(self.db, found) {
            return problem.help(format!("its address is `mut … as {wanted}`"));
        }
        problem
    }

    /// A pointer where something else is needed.
    fn no_value_but_pointer(&self, problem: Problem, expression: ExpressionId, expected: Ty, from: Ty) -> Problem {
        let at = self.at(expression);
        let wanted = expected.value_type();
        if wanted == Ty::BOOL {
            let problem = problem.help("compare it: `… != Pointer.null()`");
            return match self.binds_tightly(expression) {
                true => problem.fix("compare it with `Pointer.null()`", at, Edit::After(" != Pointer.null()".into())),
                false => problem,
            };
        }
        if wanted == Ty::STRING && from == Ty::U8 {
            return match self.expression(expression) {
                Expression::CString(_) => problem.help("write it without the `c`"),
                _ => problem.help("`String.from_c(…)` copies the text, in `unsafe`"),
            };
        }
        if wanted == Ty::I64 || wanted == Ty::U64 {
            let wanted = display(self.db, wanted);
            return problem.help(format!("`… as {wanted}` is its address, `p[0]` what it leads to"));
        }
        if wanted == from {
            return problem.help("`p[0]` is what it leads to, in `unsafe`; of an owner `p.read()` moves it out");
        }
        if crate::raw::object_pointer(wanted) == Some(Ty::pointer(from)) {
            let owner = display(self.db, wanted);
            return problem.help(format!("`{owner}.from_raw(p)` makes it an owner, in `unsafe`"));
        }
        problem
    }

    /// Whether what is written behind an expression belongs to the whole of it.
    pub(super) fn binds_tightly(&self, expression: ExpressionId) -> bool {
        self.is_place(expression)
            || matches!(self.expression(expression), Expression::Call { .. } | Expression::MethodCall { .. })
    }
}
