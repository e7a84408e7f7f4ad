//! Inference of one body: types flow forwards, once. Owns the query [`infer`] and the working state; the rules are in
//! one file per construct. Must not know other bodies: what it needs of other items is their signatures. It gives
//! every expression a type, never refuses, and reports a root cause once: poison agrees with everything.

mod argument;
mod builtin;
mod c_argument;
mod call;
mod case;
mod cast;
mod closure;
mod coercion;
mod content;
mod control;
mod expression;
mod field;
mod foreign_method;
mod index_trait;
mod iteration;
mod literal;
mod method;
mod needs;
mod object;
mod operator;
mod operator_trait;
mod path;
mod pattern;
mod place;
mod propagation;
mod range;
mod raw;
mod statement;
#[cfg(test)]
mod tests;
mod trait_method;
mod type_reference;
mod unused;
mod variables;

use hir::{Body, Expression, ExpressionId, ItemId, ItemKind, LocalId, LocalKind, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use source::Db;

use crate::constant_type::declared_type;
use crate::definition::{TypeDefinition, type_definition};
use crate::draft::Draft;
use crate::inference::{Adjustment, Argument, Call, CallId, Callee, Detail, Inference};
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::is_in_unsupported;
use crate::signatures::{Signature, signature};
use crate::ty::Ty;
pub use iteration::is_asked_by_loops;
pub(crate) use needs::trait_text;
use needs::{Need, Owned};
pub use unused::FORGOTTEN_RESULT;
use variables::Variables;

/// What inference finds out about the body of a function, constant or test.
#[salsa::tracked(cycle_result = recursive_inference)]
pub fn infer(db: &dyn Db, item: ItemId) -> Inference {
    let mut inferrer = Inferrer::new(db, item, hir::body(db, item));
    if is_in_unsupported(db, item) {
        inferrer.table.poisoned = true;
    } else {
        inferrer.item_body();
    }
    inferrer.finish()
}

/// A constant whose type follows from itself: every expression of it is poison. It is reported by `diagnostics`: a value of
/// a cycle may be that of one that was mended, so nothing but the poison may follow from the cycle.
fn recursive_inference(db: &dyn Db, _id: salsa::Id, item: ItemId) -> Inference {
    let mut inferrer = Inferrer::new(db, item, hir::body(db, item));
    inferrer.table.poisoned = true;
    inferrer.finish()
}

/// What inference finds out about the n-th constant expression in an item's head, such as an array's length.
#[salsa::tracked(cycle_result = recursive_length)]
pub fn infer_constant_expression(db: &dyn Db, item: ItemId, nth: u32) -> Inference {
    let body = hir::constant_body(db, item, nth);
    let mut inferrer = Inferrer::new(db, item, body);
    // Nothing is returned from it.
    inferrer.table.result = Ty::UNIT;
    inferrer.infer(body.root, Expectation::Any);
    inferrer.table.result = Ty::ERROR;
    inferrer.finish()
}

fn recursive_length(db: &dyn Db, _id: salsa::Id, item: ItemId, nth: u32) -> Inference {
    let mut inferrer = Inferrer::new(db, item, hir::constant_body(db, item, nth));
    inferrer.table.poisoned = true;
    inferrer.finish()
}

/// What is known about the type an expression should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expectation {
    /// Nothing: it has the type it has.
    Any,
    /// This type will be required: literals take it, branches and elements are made to fit it.
    Value(Ty),
    /// This type will be required of what an operator makes of it: literals and branches take it that can. An operator of
    /// a trait makes another type of its operands, so a branch may have one of its own, which the others are made to fit.
    Hoped(Ty),
    /// The value is not used.
    Discard,
}

impl Expectation {
    /// The type that is expected, if it is one that tells something.
    fn ty(self) -> Option<Ty> {
        match self {
            Expectation::Value(ty) | Expectation::Hoped(ty) if !ty.is_error() && !ty.is_variable() => Some(ty),
            Expectation::Value(_) | Expectation::Hoped(_) | Expectation::Any | Expectation::Discard => None,
        }
    }

    /// What is expected of the first operand of an operator of which this is expected.
    fn of_operand(self) -> Expectation {
        match self {
            Expectation::Value(ty) | Expectation::Hoped(ty) => Expectation::Hoped(ty.value_type()),
            Expectation::Any | Expectation::Discard => Expectation::Any,
        }
    }
}

/// So many of the last answers are looked at before a query is asked, which knows all.
const REMEMBERED: usize = 16;

/// The working state of one body. The parser bounds how deep expressions are nested, so recursion is safe; only chains
/// of operators and of `else if` may be longer.
struct Inferrer<'db> {
    db: &'db dyn Db,
    item: ItemId,
    body: &'db Body,
    table: Draft,
    variables: Variables,
    /// What type arguments need to have that are not known yet.
    needs: Vec<Need>,
    /// What stands for parameters that allow no borrows, which may be open yet.
    owned: Vec<Owned>,
    /// How many `unsafe` surround the current expression.
    unsafe_depth: u32,
    /// What stands before the point of a field that is being looked up.
    owner_of_field: Option<ExpressionId>,
    /// Whether the current expression stands in a closure.
    in_closure: bool,
    /// Whether the result of the closure at hand is not known yet: its first end tells.
    open_result: bool,
    /// The last value of a function without result, which is dropped.
    dropped: Option<ExpressionId>,
    /// The type of such a value that was warned of last, since each branch may end in one.
    told_dropped: Option<Ty>,
    /// Variables without a value yet, as the text goes: path analysis says so where a part of one is changed.
    without_value: FxHashSet<LocalId>,
    /// Variables without `mut` of which a change has been reported.
    told_unchangeable: FxHashSet<LocalId>,
    /// Loops that some `break` leaves.
    left_loops: FxHashSet<ExpressionId>,
    /// The left operands of operator chains that are being taken apart, innermost last.
    chain: Vec<ExpressionId>,
    /// Definitions and signatures asked for, so that salsa is asked once per body. Bodies use few.
    definitions: Vec<(ItemId, &'db TypeDefinition)>,
    signatures: Vec<(ItemId, &'db Signature)>,
    /// Types that names were found to mean. Bodies use few.
    known_types: Vec<(Name, Ty)>,
    /// Of types with many traits of their own, which of these have a method.
    traits_by_method: FxHashMap<Ty, FxHashMap<Name, SmallVec<[ItemId; 2]>>>,
}

impl<'db> Inferrer<'db> {
    fn new(db: &'db dyn Db, item: ItemId, body: &'db Body) -> Inferrer<'db> {
        let table = Draft::take(body.expression_count(), body.local_count());
        Inferrer {
            db,
            item,
            body,
            table,
            variables: Variables::default(),
            needs: Vec::new(),
            owned: Vec::new(),
            unsafe_depth: 0,
            owner_of_field: None,
            in_closure: false,
            open_result: false,
            dropped: None,
            told_dropped: None,
            without_value: FxHashSet::default(),
            told_unchangeable: FxHashSet::default(),
            left_loops: FxHashSet::default(),
            chain: Vec::new(),
            definitions: Vec::new(),
            signatures: Vec::new(),
            known_types: Vec::new(),
            traits_by_method: FxHashMap::default(),
        }
    }

    fn finish(mut self) -> Inference {
        self.close_variables();
        self.table.finish()
    }

    /// The whole body of the item, by what kind of item it is.
    fn item_body(&mut self) {
        let root = self.body.root;
        match self.item.kind(self.db) {
            // Each `impl` has a body of its own.
            ItemKind::Function if hir::is_required_method(self.db, self.item) => {}
            ItemKind::Function => self.function_body(root),
            ItemKind::Constant | ItemKind::Global => self.constant_body(root),
            ItemKind::Test => {
                self.table.result = Ty::UNIT;
                self.dropped = Some(self.last_value(root));
                self.infer(root, Expectation::Discard);
            }
            ItemKind::Type
            | ItemKind::Alias
            | ItemKind::ExternFunction
            | ItemKind::ExternGlobal
            | ItemKind::OpaqueType
            | ItemKind::Trait
            | ItemKind::Impl => {}
        }
    }

    fn function_body(&mut self, root: ExpressionId) {
        let signature = self.signature(self.item);
        for (&local, parameter) in self.body.parameters.iter().zip(&signature.parameters) {
            self.table.local_types[local.index()] = parameter.ty;
        }
        self.table.result = signature.result;
        self.table.poisoned |= signature.poisoned;
        self.unsafe_depth += u32::from(signature.is_unsafe);
        if signature.result == Ty::UNIT {
            self.dropped = Some(self.last_value(root));
            self.infer(root, Expectation::Discard);
        } else {
            self.returned_block(root, signature.result);
        }
    }

    fn constant_body(&mut self, root: ExpressionId) {
        match declared_type(self.db, self.item) {
            Some(declared) => {
                self.table.result = *declared;
                self.table.poisoned |= declared.is_error();
                self.check(root, *declared);
            }
            None => {
                let ty = self.infer(root, Expectation::Any);
                self.table.result = ty.value_type();
                self.read_value(root, ty);
                self.undeclared_constant(root);
            }
        }
    }

    fn report(&mut self, problem: Problem) {
        self.table.poisoned |= problem.kind.severity == source::Severity::Error;
        self.table.problems.push(problem);
    }

    /// Reports that nothing tells a type, unless the type that was expected is poison.
    fn unknown_type(&mut self, expression: ExpressionId, expectation: Expectation, what: &str, advice: &str) -> Ty {
        if !matches!(expectation, Expectation::Value(Ty::ERROR) | Expectation::Hoped(Ty::ERROR)) {
            self.report(problems::type_unknown(self.at(expression), what, advice));
        }
        Ty::ERROR
    }

    fn detail(&mut self, expression: ExpressionId, detail: Detail) {
        self.table.details.set(expression.index(), detail);
    }

    fn adjust(&mut self, expression: ExpressionId, adjustment: Adjustment) {
        self.table.adjustments[expression.index()] = adjustment;
    }

    fn type_of(&self, expression: ExpressionId) -> Ty {
        self.resolved(self.table.expression_types[expression.index()])
    }

    fn set_type(&mut self, expression: ExpressionId, ty: Ty) {
        self.table.expression_types[expression.index()] = ty;
    }

    fn set_local(&mut self, local: LocalId, ty: Ty) {
        self.table.local_types[local.index()] = ty;
    }

    fn expression(&self, expression: ExpressionId) -> Expression {
        self.body[expression]
    }

    fn definition(&mut self, item: ItemId) -> &'db TypeDefinition {
        if let Some((_, definition)) = self.definitions.iter().rev().take(REMEMBERED).find(|(known, _)| *known == item)
        {
            return definition;
        }
        let definition = type_definition(self.db, item);
        self.definitions.push((item, definition));
        definition
    }

    /// Whether what is private in an item is visible here.
    fn is_own(&self, item: ItemId) -> bool {
        item.module(self.db) == self.item.module(self.db)
    }

    fn signature(&mut self, item: ItemId) -> &'db Signature {
        if let Some((_, signature)) = self.signatures.iter().rev().take(REMEMBERED).find(|(known, _)| *known == item) {
            return signature;
        }
        let signature = signature(self.db, item);
        self.signatures.push((item, signature));
        signature
    }

    /// Records a call with `count` arguments from `first` on.
    fn add_call(&mut self, expression: ExpressionId, callee: Callee, first: usize, count: usize) {
        let call = CallId(self.table.calls.len() as u32);
        self.table.calls.push(Call { callee, first: first as u32, count: count as u32 });
        self.detail(expression, Detail::Call(call));
    }

    fn add_argument(&mut self, expression: ExpressionId, parameter: u32) {
        self.table.arguments.push(Argument { expression, parameter });
    }

    /// Whether an expression is a local that is `self`.
    fn is_self(&self, expression: ExpressionId) -> bool {
        matches!(self.expression(expression), Expression::Local(local) if self.body[local].kind == LocalKind::SelfValue)
    }

    fn at(&self, expression: ExpressionId) -> Anchor {
        Anchor::Expression(expression)
    }
}
