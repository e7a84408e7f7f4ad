//! Owners that are assigned into memory fresh from `malloc` or `calloc`: through the variable that holds it, its aliases and
//! what `offset` makes of them. An assignment is reported if the allocation comes before it on every path and nothing
//! between could have put a value there, nor behind it in a loop that the allocation is not in. It must not follow values
//! any further: what it does not know counts as putting a value there.

use hir::{Body, Expression, ExpressionId, ItemId, ItemKind, List, LocalId, Name, Pattern, Statement};
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
    /// Where a value that lies there is exchanged for one that lies elsewhere, in order.
    swapped: Vec<ExpressionId>,
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

/// A part of a body that may be passed over, or repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    within: ExpressionId,
    is_loop: bool,
}

/// The parts around an expression, from the outermost.
type Enclosing = FxHashMap<ExpressionId, Vec<Part>>;

pub(super) fn warnings(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let body = hir::body(db, item);
    let mut subject = Subject { db, item, body, inference: types::infer(db, item), roots: FxHashMap::default() };
    let is_pointer_to_owner = |(local, _)| subject.leads_to_owner(subject.inference.local_type(local));
    if !body.locals().any(is_pointer_to_owner) {
        return Vec::new();
    }
    subject.find_roots();
    if subject.roots.is_empty() {
        return Vec::new();
    }
    let all = subject.uses();
    let enclosing = subject.enclosing(&all);
    let mut found = Vec::new();
    for uses in &all {
        for assigned in uses.assigned.iter().copied() {
            if let Some((_, allocator)) = subject.is_fresh(assigned.whole, uses, &enclosing) {
                found.extend(subject.warning(assigned, allocator));
            }
        }
        for swapped in uses.swapped.iter().copied() {
            if let Some((allocation, allocator)) = subject.is_fresh(swapped, uses, &enclosing)
                && !uses.assigned.iter().any(|one| (allocation.index()..swapped.index()).contains(&one.whole.index()))
            {
                let span = hir::expression_span(db, item, swapped);
                found.extend(span.map(|span| fresh_memory::swapped(span, allocator)));
            }
        }
    }
    found
}

/// The variables that a block's own `let`s give a value at once.
fn bindings(body: &Body, statements: List) -> impl Iterator<Item = (LocalId, ExpressionId)> {
    body.statements(statements).filter_map(|statement| match body[statement] {
        Statement::Let { pattern, initialiser: Some(value), .. } => match body[pattern] {
            Pattern::Binding(local) => Some((local, value)),
            _ => None,
        },
        _ => None,
    })
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
            for (local, value) in bindings(body, statements) {
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

    /// The allocator whose result a value is, casts and `unsafe` aside.
    fn allocator(&self, mut value: ExpressionId) -> Option<&'static str> {
        loop {
            value = match self.body[value] {
                Expression::Cast { value, .. } => value,
                Expression::Call { callee, .. } => {
                    let symbol = self.function_of_c(callee)?.text();
                    return ALLOCATORS.into_iter().find(|name| **name == *symbol);
                }
                _ => self.inner(value)?,
            };
        }
    }

    /// The value of `unsafe { … }` and of a block that has nothing else.
    fn inner(&self, value: ExpressionId) -> Option<ExpressionId> {
        match self.body[value] {
            Expression::Unsafe(inner) => Some(inner),
            Expression::Block { statements, tail: Some(tail) } if self.body.statements(statements).len() == 0 => {
                Some(tail)
            }
            _ => None,
        }
    }

    /// The name of the function of C that is called.
    fn function_of_c(&self, callee: ExpressionId) -> Option<Name> {
        let Expression::Item(function) = self.body[callee] else {
            return None;
        };
        let is_c = function.kind(self.db) == ItemKind::ExternFunction;
        hir::c_symbol(self.db, function).filter(|_| is_c)
    }

    fn calls_free(&self, callee: ExpressionId) -> bool {
        self.function_of_c(callee).is_some_and(|name| name.text() == "free")
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
    fn uses(&self) -> Vec<Uses> {
        let body = self.body;
        let mut all: Vec<Uses> = Vec::new();
        let mut places: FxHashMap<LocalId, usize> = FxHashMap::default();
        // Where a variable is named without putting anything there.
        let mut harmless = FxHashSet::default();
        let mut of = |root: LocalId, change: &dyn Fn(&mut Uses)| {
            let place = *places.entry(root).or_insert(all.len());
            if place == all.len() {
                all.push(Uses::default());
            }
            change(&mut all[place]);
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
                let assigned = Assigned { whole: id, place, value: second.value };
                of(root, &|uses| {
                    uses.assigned.push(assigned);
                    uses.others.push(id);
                });
            }
            if let Expression::Call { arguments, .. } = expression
                && let Some(Callee::Builtin(Builtin::Swap)) = self.inference.callee_of(id)
            {
                for argument in body.arguments(arguments) {
                    if let Expression::Borrow { place, .. } = body[argument.value]
                        && let Some((root, _, true)) = self.element(place)
                        && owns(place)
                    {
                        replaced.insert(argument.value);
                        of(root, &|uses| {
                            if uses.swapped.last() != Some(&id) {
                                uses.swapped.push(id);
                                uses.others.push(id);
                            }
                        });
                    }
                }
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
                Expression::Call { callee, arguments } if self.calls_free(callee) => {
                    let values = body.arguments(arguments).iter().map(|argument| argument.value);
                    harmless.extend(values.filter_map(|value| Some(self.root(self.uncast(value))?.1)));
                }
                Expression::Block { statements, .. } => {
                    for (local, value) in bindings(body, statements) {
                        let Some(root) = self.roots.get(&local).copied() else {
                            continue;
                        };
                        if let Some(allocator) = self.allocator(value) {
                            of(root, &|uses| uses.allocated.push((value, allocator)));
                        }
                        harmless.extend(self.root(value).map(|(_, named)| named));
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
        for uses in &mut all {
            uses.allocated.sort_unstable_by_key(|(at, _)| at.index());
            uses.others.sort_unstable_by_key(|other| other.index());
        }
        all
    }

    fn uncast(&self, value: ExpressionId) -> ExpressionId {
        match self.body[value] {
            Expression::Cast { value, .. } => value,
            _ => value,
        }
    }

    /// Where the memory is allocated that comes fresh to an expression, and by what.
    fn is_fresh(&self, at: ExpressionId, uses: &Uses, enclosing: &Enclosing) -> Option<(ExpressionId, &'static str)> {
        let within = |expression: ExpressionId| enclosing.get(&expression).map_or(&[][..], Vec::as_slice);
        let is_before = |one: ExpressionId| one.index() < at.index();
        // On every path: what may be passed over with the allocation is passed over with the assignment.
        let always =
            |allocation: &&(ExpressionId, &str)| within(allocation.0).iter().all(|part| within(at).contains(part));
        let earlier = uses.allocated.partition_point(|(allocation, _)| is_before(*allocation));
        let (allocation, allocator) = *uses.allocated[..earlier].iter().rev().find(always)?;
        let behind = uses.others.partition_point(|other| other.index() <= allocation.index());
        let between = uses.others[behind..].first().filter(|other| is_before(**other));
        if between.is_some() {
            return None;
        }
        // In a loop what stands behind comes before, too, unless each turn allocates anew.
        let turns: Vec<&Part> =
            within(at).iter().filter(|part| part.is_loop && !within(allocation).contains(part)).collect();
        let comes_again =
            |other: &ExpressionId| *other != at && within(*other).iter().any(|part| turns.contains(&part));
        let is_written = !turns.is_empty() && uses.others.iter().any(comes_again);
        (!is_written).then_some((allocation, allocator))
    }

    /// The parts of the body that may be passed over or repeated, around each of the expressions that matter.
    fn enclosing(&self, all: &[Uses]) -> Enclosing {
        let span = |expression| hir::expression_span(self.db, self.item, expression).map(|span| (span.start, span.end));
        let mut parts: Vec<(u32, u32, Part)> = Vec::new();
        for (id, expression) in self.body.expressions() {
            let mut add = |within: ExpressionId, is_loop: bool| {
                if let Some((start, end)) = span(within) {
                    parts.push((start, end, Part { within, is_loop }));
                }
            };
            match expression {
                Expression::If { then, otherwise, .. } => {
                    add(then, false);
                    otherwise.into_iter().for_each(|otherwise| add(otherwise, false));
                }
                Expression::While { .. } | Expression::Loop(_) | Expression::For { .. } => add(id, true),
                Expression::Logical { right, .. } => add(right, false),
                Expression::Match { .. } | Expression::Closure(_) => add(id, false),
                _ => {}
            }
        }
        let mut points: Vec<(u32, u32, ExpressionId)> = Vec::new();
        for uses in all {
            let assigned = uses.assigned.iter().map(|assigned| assigned.whole);
            let allocated = uses.allocated.iter().map(|(at, _)| *at);
            // What is exchanged stands among the others.
            for at in assigned.chain(allocated).chain(uses.others.iter().copied()) {
                points.extend(span(at).map(|(start, end)| (start, end, at)));
            }
        }
        // Parts lie in each other or apart: one walk from the left, with those that are open.
        parts.sort_unstable_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
        points.sort_unstable_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
        let mut open: Vec<(u32, u32, Part)> = Vec::new();
        let mut parts = parts.into_iter().peekable();
        let mut found = Enclosing::default();
        for (start, end, at) in points {
            while let Some(part) = parts.next_if(|part| part.0 <= start) {
                while open.pop_if(|last| last.1 <= part.0).is_some() {}
                open.push(part);
            }
            while open.pop_if(|last| last.1 <= start).is_some() {}
            let around = open.iter().filter(|part| part.1 >= end).map(|part| part.2);
            found.insert(at, around.collect());
        }
        found
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
