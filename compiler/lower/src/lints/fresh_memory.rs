//! Owners that are assigned into memory fresh from `malloc` or `calloc`: through the variable that holds it, its aliases and
//! what `offset` makes of them. An assignment is reported if the allocation comes before it on every path and nothing
//! between could have put a value there, nor behind it in a loop that the allocation is not in. It must not follow values
//! any further: what it does not know counts as putting a value there.

use hir::{Body, Expression, ExpressionId, ItemId, ItemKind, LocalId, Pattern, Statement};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Db, Diagnostic, Span, parse};
use types::{Builtin, Callee, Inference, Ty, TypeKind};

use crate::diagnostics::kinds::fresh_memory;

/// The functions of C whose memory holds nothing.
const ALLOCATORS: [&str; 2] = ["malloc", "calloc"];

/// The body that is looked at.
struct Subject<'a> {
    db: &'a dyn Db,
    item: ItemId,
    body: &'a Body,
    inference: &'a Inference,
    /// Variables that hold fresh memory, and those that are only other names of one, with the variable that has it first.
    roots: FxHashMap<LocalId, LocalId>,
}

/// What happens to the memory of a variable.
#[derive(Default)]
struct Uses {
    /// Where memory is allocated for it.
    allocated: Vec<(ExpressionId, &'static str)>,
    /// Where a value is dropped that lies there.
    assigned: Vec<Assigned>,
    /// Whatever else may put a value there.
    others: Vec<ExpressionId>,
}

/// A value that is dropped for another.
#[derive(Clone, Copy)]
struct Assigned {
    /// `p[i] = v`, `p[i].x = v`, `replace(mut p[i], v)`
    whole: ExpressionId,
    place: ExpressionId,
    value: ExpressionId,
}

pub(super) fn warnings(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let body = hir::body(db, item);
    let mut subject = Subject {
        db,
        item,
        body,
        inference: types::infer(db, item),
        roots: FxHashMap::default(),
    };
    let is_pointer_to_owner = |(local, _)| subject.leads_to_owner(subject.inference.local_type(local));
    if !body.locals().any(is_pointer_to_owner) {
        return Vec::new();
    }
    subject.find_roots();
    if subject.roots.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (_, uses) in subject.uses() {
        for assigned in uses.assigned.iter().copied() {
            if let Some(allocator) = subject.is_fresh(assigned, &uses) {
                found.extend(subject.warning(assigned, allocator));
            }
        }
    }
    found
}

impl Subject<'_> {
    fn leads_to_owner(&self, pointer: Ty) -> bool {
        matches!(pointer.kind(), TypeKind::Pointer(target) if types::needs_drop(self.db, target))
    }

    /// The variables that begin with what an allocator gives, and the `let`s that give them other names.
    fn find_roots(&mut self) {
        let body = self.body;
        for (_, expression) in body.expressions() {
            let Expression::Block { statements, .. } = expression else {
                continue;
            };
            for statement in body.statements(statements) {
                if let Statement::Let {
                    pattern,
                    initialiser: Some(value),
                    ..
                } = body[statement]
                    && let Pattern::Binding(local) = body[pattern]
                {
                    if self.allocator(value).is_some() {
                        self.roots.insert(local, local);
                    } else if let Some((root, _)) = self.root(value)
                        && !body[local].is_mutable
                    {
                        self.roots.insert(local, root);
                    }
                }
            }
        }
    }

    /// The allocator whose result a value is, casts and `unsafe` aside.
    fn allocator(&self, mut value: ExpressionId) -> Option<&'static str> {
        loop {
            value = match self.body[value] {
                Expression::Cast { value, .. } => value,
                Expression::Call { callee, .. } => {
                    let symbol = self.function_of_c(callee)?;
                    return ALLOCATORS.into_iter().find(|name| *name == symbol);
                }
                _ => self.inner(value)?,
            };
        }
    }

    /// The value of `unsafe { … }` and of a block that has nothing else.
    fn inner(&self, value: ExpressionId) -> Option<ExpressionId> {
        match self.body[value] {
            Expression::Unsafe(inner) => Some(inner),
            Expression::Block {
                statements,
                tail: Some(tail),
            } if self.body.statements(statements).len() == 0 => Some(tail),
            _ => None,
        }
    }

    /// The name of the function of C that is called.
    fn function_of_c(&self, callee: ExpressionId) -> Option<&'static str> {
        let Expression::Item(function) = self.body[callee] else {
            return None;
        };
        let is_c = function.kind(self.db) == ItemKind::ExternFunction;
        Some(hir::c_symbol(self.db, function).filter(|_| is_c)?.text())
    }

    /// The variable whose memory a pointer leads into, and where that is named.
    fn root(&self, mut pointer: ExpressionId) -> Option<(LocalId, ExpressionId)> {
        loop {
            pointer = match self.body[pointer] {
                Expression::Local(local) => return self.roots.get(&local).map(|root| (*root, pointer)),
                // Of other types the program may know more than their name says.
                Expression::Cast { value, .. } => {
                    let from = self.inference.expression_type(value);
                    let is_same = from == self.inference.expression_type(pointer);
                    Some(value).filter(|_| is_same || from == Ty::pointer(Ty::UNIT))?
                }
                Expression::MethodCall { receiver, .. } => match self.inference.callee_of(pointer)? {
                    Callee::Builtin(Builtin::PointerOffset(_)) => receiver,
                    _ => return None,
                },
                _ => self.inner(pointer)?,
            };
        }
    }

    /// The element `p[i]` of a variable's memory that a place lies in: the variable, where it is named, and whether the
    /// pointer leads to owners.
    fn element(&self, mut place: ExpressionId) -> Option<(LocalId, ExpressionId, bool)> {
        loop {
            place = match self.body[place] {
                Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } => receiver,
                Expression::Index { base, .. } => {
                    let ty = self.inference.expression_type(base);
                    if !matches!(ty.kind(), TypeKind::Pointer(_)) {
                        place = base;
                        continue;
                    }
                    let (root, named) = self.root(base)?;
                    return Some((root, named, self.leads_to_owner(ty)));
                }
                _ => return None,
            };
        }
    }

    /// What happens to the memory of each variable. Looking, freeing and comparing puts nothing there.
    fn uses(&self) -> Vec<(LocalId, Uses)> {
        let body = self.body;
        let mut all: Vec<(LocalId, Uses)> = Vec::new();
        // Where a variable is named without putting anything there.
        let mut harmless = FxHashSet::default();
        let mut of = |root: LocalId, change: &dyn Fn(&mut Uses)| match all.iter_mut().find(|(known, _)| *known == root)
        {
            Some((_, uses)) => change(uses),
            None => {
                let mut uses = Uses::default();
                change(&mut uses);
                all.push((root, uses));
            }
        };
        let owns = |place: ExpressionId| types::needs_drop(self.db, self.inference.expression_type(place).value_type());
        let mut replaced = FxHashSet::default();
        for (id, expression) in body.expressions() {
            if let Expression::Call { arguments, .. } = expression
                && let Some(Callee::Builtin(Builtin::Replace)) = self.inference.callee_of(id)
                && let [first, second] = body.arguments(arguments)
                && let Expression::Borrow { place, .. } = body[first.value]
                && let Some((root, _, true)) = self.element(place)
                && owns(place)
            {
                replaced.insert(first.value);
                let assigned = Assigned {
                    whole: id,
                    place,
                    value: second.value,
                };
                of(root, &|uses| {
                    uses.assigned.push(assigned);
                    uses.others.push(id);
                });
            }
        }
        for (id, expression) in body.expressions() {
            match expression {
                Expression::Assign { place, operator, value } => {
                    if let Some((root, named, leads_to_owner)) = self.element(place) {
                        harmless.insert(named);
                        if !leads_to_owner {
                            of(root, &|uses| uses.others.push(id));
                        } else if operator.is_none() && owns(place) {
                            let whole = id;
                            of(root, &|uses| uses.assigned.push(Assigned { whole, place, value }));
                        }
                    } else if let Expression::Local(local) = body[place]
                        && self.roots.get(&local) == Some(&local)
                        && operator.is_none()
                        && let Some(allocator) = self.allocator(value)
                    {
                        harmless.insert(place);
                        of(local, &|uses| uses.allocated.push((id, allocator)));
                    }
                }
                Expression::Borrow { mutable: true, place } if !replaced.contains(&id) => {
                    if let Some((root, ..)) = self.element(place) {
                        of(root, &|uses| uses.others.push(id));
                    }
                }
                Expression::Index { .. } => harmless.extend(self.element(id).map(|(_, named, _)| named)),
                Expression::Binary { left, right, .. } => {
                    harmless.extend([left, right].into_iter().filter_map(|side| Some(self.root(side)?.1)));
                }
                Expression::Call { callee, arguments } if self.function_of_c(callee) == Some("free") => {
                    let values = body.arguments(arguments).iter().map(|argument| argument.value);
                    harmless.extend(values.filter_map(|value| Some(self.root(self.uncast(value))?.1)));
                }
                Expression::Block { statements, .. } => {
                    for statement in body.statements(statements) {
                        if let Statement::Let {
                            pattern,
                            initialiser: Some(value),
                            ..
                        } = body[statement]
                            && let Pattern::Binding(local) = body[pattern]
                            && let Some(root) = self.roots.get(&local).copied()
                        {
                            if let Some(allocator) = self.allocator(value) {
                                of(root, &|uses| uses.allocated.push((value, allocator)));
                            }
                            harmless.extend(self.root(value).map(|(_, named)| named));
                        }
                    }
                }
                _ => {}
            }
        }
        for (id, expression) in body.expressions() {
            if let Expression::Local(local) = expression
                && let Some(root) = self.roots.get(&local).copied()
                && !harmless.contains(&id)
            {
                of(root, &|uses| uses.others.push(id));
            }
        }
        all
    }

    fn uncast(&self, value: ExpressionId) -> ExpressionId {
        match self.body[value] {
            Expression::Cast { value, .. } => value,
            _ => value,
        }
    }

    /// The allocator from which the memory comes fresh to an assignment.
    fn is_fresh(&self, assigned: Assigned, uses: &Uses) -> Option<&'static str> {
        let at = assigned.whole;
        let conditional = self.conditional();
        let before = |one: ExpressionId, other: ExpressionId| one.index() < other.index();
        let always = |allocation: &&(ExpressionId, &str)| {
            before(allocation.0, at)
                && conditional
                    .iter()
                    .all(|part| !self.is_within(allocation.0, *part) || self.is_within(at, *part))
        };
        let (allocation, allocator) = *uses.allocated.iter().filter(always).max_by_key(|(at, _)| at.index())?;
        let loops = self.loops();
        let may_come_before = |other: &ExpressionId| {
            if *other == at {
                return false;
            }
            if before(*other, at) {
                return before(allocation, *other);
            }
            loops.iter().any(|turn| {
                self.is_within(at, *turn) && self.is_within(*other, *turn) && !self.is_within(allocation, *turn)
            })
        };
        (!uses.others.iter().any(may_come_before)).then_some(allocator)
    }

    /// The loops of the body.
    fn loops(&self) -> Vec<ExpressionId> {
        let is_loop = |expression: &(ExpressionId, Expression)| {
            matches!(
                expression.1,
                Expression::While { .. } | Expression::Loop(_) | Expression::For { .. }
            )
        };
        self.body.expressions().filter(is_loop).map(|(id, _)| id).collect()
    }

    /// What may be passed over: branches, bodies of loops, the right side of `&&`.
    fn conditional(&self) -> Vec<ExpressionId> {
        let mut found = Vec::new();
        for (id, expression) in self.body.expressions() {
            match expression {
                Expression::If { then, otherwise, .. } => {
                    found.push(then);
                    found.extend(otherwise);
                }
                Expression::While { body, .. } | Expression::Loop(body) | Expression::For { body, .. } => {
                    found.push(body)
                }
                Expression::Logical { right, .. } => found.push(right),
                Expression::Match { .. } | Expression::Closure(_) => found.push(id),
                _ => {}
            }
        }
        found
    }

    /// Whether an expression is written within another.
    fn is_within(&self, inner: ExpressionId, outer: ExpressionId) -> bool {
        let span = |expression| hir::expression_span(self.db, self.item, expression);
        match (span(inner), span(outer)) {
            (Some(inner), Some(outer)) => outer.start <= inner.start && inner.end <= outer.end,
            (Some(_) | None, Some(_) | None) => true,
        }
    }

    /// The warning at an assignment, with what is to be written instead.
    fn warning(&self, assigned: Assigned, allocator: &str) -> Option<Diagnostic> {
        let chunk = hir::item_source(self.db, self.item)?.chunk;
        let text = parse(self.db, chunk).text();
        let written = |expression: ExpressionId| {
            let span: Span = hir::expression_span(self.db, self.item, expression)?;
            text.get(span.start as usize..span.end as usize)
        };
        let span = hir::expression_span(self.db, self.item, assigned.whole)?;
        let Expression::Index { base, index } = self.body[assigned.place] else {
            return Some(fresh_memory::part(span, allocator));
        };
        let (index, value) = (written(index)?, written(assigned.value)?);
        let base = match self.body[base] {
            Expression::Local(_) | Expression::MethodCall { .. } => written(base)?.to_string(),
            _ => format!("({})", written(base)?),
        };
        let instead = match index {
            "0" => format!("{base}.write({value})"),
            index => format!("{base}.offset({index}).write({value})"),
        };
        Some(match self.body[assigned.whole] {
            Expression::Assign { .. } => fresh_memory::problem(span, allocator, instead),
            _ => fresh_memory::without_fix(span, allocator, &instead),
        })
    }
}
