//! What closures capture: which variables, how, and what their environments are made of. Owns the choice between copy, move
//! and borrow; must not know whether the program may do so, nor layouts.

use hir::{Body, ClosureId, Expression, ExpressionId, InterpolationPart, LocalId};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;

use crate::classify::is_copy;
use crate::inference::{Adjustment, Assign, Builtin, Callee, Detail, Indexing, Inference};
use crate::ty::{ClosureKind, Ty, TypeKind};

/// How a variable gets into a closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureKind {
    /// A copy of its value.
    Copy,
    /// Its value.
    Move,
    /// A borrow of it.
    Borrow {
        /// `mut`.
        mutable: bool,
    },
    /// A borrow of what it leads to: the variable is a `mut` itself.
    Reborrow {
        /// `mut`.
        mutable: bool,
    },
}

/// A variable that a closure captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The variable around the closure.
    pub local: LocalId,
    /// Its type.
    pub ty: Ty,
    /// How it gets in.
    pub kind: CaptureKind,
    /// Where the closure names it first.
    pub named: ExpressionId,
    /// Where the closure changes it, if it does, or gives it away though it is a `mut`.
    pub changed: Option<ExpressionId>,
}

/// A closure literal with what it captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Captures {
    /// How the closure is held; nothing of what is an `extern fn`.
    pub held: Option<ClosureKind>,
    /// The types of the parameters that are written.
    pub parameters: Vec<Ty>,
    /// The type of the result.
    pub result: Ty,
    /// In the order in which the closure names them.
    pub variables: Vec<Capture>,
}

/// What a closure captures; nothing if its type is poison.
pub fn captures(db: &dyn Db, body: &Body, inference: &Inference, closure: ClosureId) -> Option<Captures> {
    let (held, parameters, result) = match inference.expression_type(body.closure_literal(closure)).kind() {
        TypeKind::Closure(kind, parameters, result) => (Some(kind), parameters, result),
        TypeKind::ExternFunction(parameters, result) => (None, parameters, result),
        _ => return None,
    };
    let named = body.captured(closure);
    let variables = if named.is_empty() {
        Vec::new()
    } else {
        let changes = Changes::find(body, inference, closure);
        let capture = |(local, named)| {
            let ty = inference.local_type(local);
            let changed = changes.changed.get(&local).copied();
            let kind = match held {
                Some(ClosureKind::Ref | ClosureKind::Mut) => changes.lent(local, ty),
                Some(ClosureKind::Owned | ClosureKind::Once) | None if is_copy(db, ty) => CaptureKind::Copy,
                Some(ClosureKind::Owned | ClosureKind::Once) | None => CaptureKind::Move,
            };
            Capture { local, ty, kind, named, changed }
        };
        named.into_iter().map(capture).collect()
    };
    Some(Captures { held, parameters: parameters.types().to_vec(), result, variables })
}

impl Captures {
    /// Whether the closure is lent and needs memory for what it captures.
    pub fn is_lent(&self) -> bool {
        self.held.is_some_and(|kind| !kind.is_owned()) && !self.variables.is_empty()
    }

    /// The type by which the closure's body sees a variable, and whether that leads to it rather than holding it.
    pub fn seen(&self, capture: &Capture) -> (Ty, Option<bool>) {
        match (self.held, capture.kind) {
            // An owned closure changes nothing: it looks at what lies in its environment.
            (Some(ClosureKind::Owned), _) => (Ty::borrow(capture.ty, false), Some(false)),
            (_, CaptureKind::Borrow { mutable }) => (Ty::borrow(capture.ty, mutable), Some(mutable)),
            (_, CaptureKind::Copy | CaptureKind::Move | CaptureKind::Reborrow { .. }) => (capture.ty, None),
        }
    }

    /// The environment: the function that ends it or null, then what is captured, in order.
    pub fn environment(&self) -> Ty {
        let first = Ty::pointer(Ty::UNIT);
        let captured = self.variables.iter().map(|capture| match self.held {
            Some(ClosureKind::Owned | ClosureKind::Once) | None => capture.ty,
            Some(ClosureKind::Ref | ClosureKind::Mut) => self.seen(capture).0,
        });
        let words: Vec<Ty> = std::iter::once(first).chain(captured).collect();
        Ty::tuple(&words)
    }
}

/// What a closure does to variables around it.
#[derive(Default)]
struct Changes {
    /// Where each is changed first.
    changed: FxHashMap<LocalId, ExpressionId>,
    /// Borrows that are pointed elsewhere.
    repointed: FxHashSet<LocalId>,
}

impl Changes {
    fn find(body: &Body, inference: &Inference, closure: ClosureId) -> Changes {
        let mut changes = Changes::default();
        // Variables that are looked at or lent on where they are named.
        let mut kept = FxHashSet::default();
        for (id, expression) in body.expressions_in(closure) {
            match inference.adjustment(id) {
                Adjustment::BorrowMutable
                | Adjustment::ReborrowMutable
                | Adjustment::SliceMutable
                | Adjustment::ObjectReborrowMutable => {
                    changes.change(body, inference, id, id);
                }
                Adjustment::Address if matches!(inference.expression_type(id).as_borrow(), Some((_, true))) => {
                    changes.change(body, inference, id, id);
                }
                Adjustment::None
                | Adjustment::Read
                | Adjustment::Borrow
                | Adjustment::PairPointer
                | Adjustment::Reborrow
                | Adjustment::Slice
                | Adjustment::Object
                | Adjustment::ObjectBorrow
                | Adjustment::ObjectReborrow
                | Adjustment::Collect
                | Adjustment::Address
                | Adjustment::Content
                | Adjustment::Diverge => {}
            }
            match expression {
                Expression::Assign { place, .. } => {
                    kept.insert(place);
                    changes.change(body, inference, place, place);
                    if let (Expression::Local(local), Detail::Assign(Assign::Repoint)) =
                        (body[place], inference.detail(id))
                    {
                        changes.repointed.insert(local);
                    }
                }
                Expression::Borrow { mutable, place } => {
                    kept.insert(place);
                    if mutable {
                        changes.change(body, inference, place, id);
                    }
                }
                Expression::Field { receiver: looked_at, .. }
                | Expression::TupleField { receiver: looked_at, .. }
                | Expression::Index { base: looked_at, .. }
                | Expression::Match { scrutinee: looked_at, .. }
                | Expression::LetCondition { value: looked_at, .. } => {
                    kept.insert(looked_at);
                }
                // Elements are looked at where they lie.
                Expression::For { iterable, .. } if inference.iteration(id).is_none() => {
                    kept.insert(iterable);
                }
                Expression::Binary { left, right, .. } => kept.extend([left, right]),
                Expression::Interpolation(parts) => {
                    kept.extend(body.parts(parts).iter().filter_map(|part| match *part {
                        InterpolationPart::Value(value, _) => Some(value),
                        InterpolationPart::Text(_) => None,
                    }));
                }
                _ => {}
            }
            changes.call(body, inference, id, &mut kept);
        }
        for (id, expression) in body.expressions_in(closure) {
            // A `mut` that is given away may be changed by whoever gets it.
            if let Expression::Local(local) = expression
                && inference.adjustment(id) == Adjustment::None
                && matches!(inference.local_type(local).as_borrow(), Some((_, true)))
                && !kept.contains(&id)
            {
                changes.changed.entry(local).or_insert(id);
            }
        }
        changes
    }

    /// What a call does to what it names: a `mut fn` is lent `mut`, and what is printed or counted is looked at.
    fn call(&mut self, body: &Body, inference: &Inference, id: ExpressionId, kept: &mut FxHashSet<ExpressionId>) {
        let Some(call) = inference.call_of(id) else { return };
        match call.callee {
            Callee::Closure(closure) => {
                kept.insert(closure);
                if let Some((_, true)) = inference.expression_type(closure).as_borrow() {
                    self.change(body, inference, closure, closure);
                }
            }
            Callee::Builtin(Builtin::Print | Builtin::Println | Builtin::Panic | Builtin::Assert | Builtin::Length) => {
                kept.extend(inference.arguments(call).iter().map(|argument| argument.expression));
            }
            Callee::Builtin(_)
            | Callee::Function(..)
            | Callee::Structure(_)
            | Callee::Union(_)
            | Callee::Case(..)
            | Callee::Pointer(_)
            | Callee::Error => {}
        }
    }

    /// A place is changed, and so is the variable that it is in.
    fn change(&mut self, body: &Body, inference: &Inference, place: ExpressionId, at: ExpressionId) {
        let mut place = place;
        loop {
            place = match (body[place], inference.detail(place)) {
                (Expression::Local(local), _) => {
                    self.changed.entry(local).or_insert(at);
                    return;
                }
                // What a raw pointer leads to is in no variable.
                (Expression::Index { .. }, Detail::Index(Indexing::Pointer)) => return,
                (Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. }, Detail::Field(_)) => {
                    receiver
                }
                (Expression::Index { base, .. }, _) => base,
                _ => return,
            };
        }
    }

    /// How a closure that is lent captures a variable.
    fn lent(&self, local: LocalId, ty: Ty) -> CaptureKind {
        let mutable = self.changed.contains_key(&local);
        match ty.as_borrow() {
            Some(_) if self.repointed.contains(&local) => CaptureKind::Borrow { mutable: true },
            Some((_, false)) => CaptureKind::Copy,
            Some((_, true)) => CaptureKind::Reborrow { mutable },
            None => CaptureKind::Borrow { mutable },
        }
    }
}
