//! Generic items that need themselves for ever larger type arguments, so that no program could have all their instances. Found
//! at the definitions: a cycle from type parameter to type parameter in which one stands inside of what is passed on. Must not
//! know instances.
//!
//! The criterion is that of A. Kennedy and D. Syme for generic classes ("Transposing F to C#", 2002; ECMA-335 II.9.2).

use hir::{ItemClass, ItemId};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Db, Package};

use crate::bounds::TraitReference;
use crate::definition::type_definition;
use crate::display::display;
use crate::generics::{argument_count, is_generic, parameter_count};
use crate::graph::connected;
use crate::implementations::resolve_instance;
use crate::inference::{Callee, ItemUse};
use crate::inferrer::infer;
use crate::objects::slots;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::substitute::replace;
use crate::ty::{Arguments, Ty, TypeKind};

/// One of the type arguments of an item, by its place among all of them. A method has those of its type for itself: a value of
/// the type needs no code of it.
type Node = (ItemId, u32);

/// A type parameter reaches one of another item, or of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Passed {
    /// The item in which this stands.
    item: ItemId,
    /// A parameter of it, or of what it stands in.
    parameter: Ty,
    /// The same as a node.
    from: Node,
    /// The parameter for which something is passed.
    to: Node,
    /// What is passed.
    argument: Ty,
    /// Where.
    at: Place,
}

/// Where type arguments are passed on in an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Expression(hir::ExpressionId),
    Field(u32),
    /// In a value that a function has.
    Item,
}

impl Passed {
    /// Whether the parameter stands inside of what is passed.
    fn grows(&self) -> bool {
        self.argument != self.parameter
    }
}

/// What is wrong with the instances that a generic item needs.
pub(crate) fn endless_instances(db: &dyn Db, item: ItemId) -> Vec<Problem> {
    let growing = endless(db, item.module(db).package(db)).get(&item);
    growing.into_iter().flatten().map(|passed| problem(db, passed)).collect()
}

/// Whether a generic item is reported for instances without an end: none of them is made. Of the standard library none is, as
/// its tests say; programs do not pay for looking.
pub fn has_endless_instances(db: &dyn Db, item: ItemId) -> bool {
    let package = item.module(db).package(db);
    !package.is_standard(db) && is_generic(db, item) && endless(db, package).contains_key(&item)
}

fn problem(db: &dyn Db, passed: &Passed) -> Problem {
    let at = match passed.at {
        Place::Expression(expression) => Anchor::Expression(expression),
        Place::Field(_) | Place::Item => Anchor::Item,
    };
    let name = passed.item.name(db).text();
    let steps = [display(db, passed.parameter), display(db, passed.argument), display(db, larger(passed))];
    let problem = problems::endless_instances(at, &name, &steps);
    match passed.at {
        Place::Field(field) => problem.also(Anchor::OtherField(passed.item, field), "here"),
        Place::Expression(_) | Place::Item => problem,
    }
}

/// What is passed the next time around.
fn larger(passed: &Passed) -> Ty {
    let mut again = |part: Ty| (part == passed.parameter).then_some(passed.argument);
    replace(passed.argument, &mut FxHashMap::default(), &mut again)
}

/// The growing steps of cycles, by the item in which they stand. A cycle stays in its package: what a package depends on names
/// nothing of it.
#[salsa::tracked]
fn endless(db: &dyn Db, package: Package) -> FxHashMap<ItemId, Vec<Passed>> {
    let mut steps: FxHashMap<Node, Vec<Passed>> = FxHashMap::default();
    let mut nodes = Vec::new();
    for item in hir::package_items(db, package).filter(|item| is_generic(db, *item)) {
        nodes.extend((0..argument_count(db, item) as u32).map(|index| (item, index)));
        for passed in passed_on(db, item) {
            steps.entry(passed.from).or_default().push(*passed);
        }
    }
    let of = |node: Node| steps.get(&node).map_or(&[][..], Vec::as_slice);
    let successors = |node: Node| of(node).iter().map(|passed| passed.to).collect();
    let mut endless: FxHashMap<ItemId, Vec<Passed>> = FxHashMap::default();
    for group in connected(nodes.into_iter(), successors) {
        let members: FxHashSet<Node> = group.iter().copied().collect();
        let growing =
            group.iter().flat_map(|node| of(*node)).find(|passed| passed.grows() && members.contains(&passed.to));
        if let Some(passed) = growing {
            endless.entry(passed.item).or_default().push(*passed);
        }
    }
    endless
}

/// Where the type parameters that an item may name are passed on.
#[salsa::tracked(returns(deref))]
fn passed_on(db: &dyn Db, item: ItemId) -> Vec<Passed> {
    let mut steps = Steps { db, item, at: Place::Item, seen: FxHashSet::default(), passed: Vec::new() };
    match item.kind(db).class() {
        ItemClass::Type => {
            for (number, part) in (0..).zip(type_definition(db, item).parts()) {
                steps.at = Place::Field(number);
                steps.in_value(part.ty);
            }
        }
        ItemClass::Function if item.kind(db).may_have_body() => {
            let (body, table) = (hir::body(db, item), infer(db, item));
            for (expression, _) in body.expressions() {
                let named = match (table.callee_of(expression), table.item_use(expression)) {
                    (Some(Callee::Function(function, arguments)), _)
                    | (None, Some(ItemUse::Function(function, arguments))) => Some((function, arguments)),
                    _ => None,
                };
                if let Some((function, arguments)) = named {
                    steps.at = Place::Expression(expression);
                    steps.of_call(function, arguments);
                }
                if let Some((_, of)) = table.becomes(expression).as_dyn() {
                    steps.at = Place::Expression(expression);
                    steps.of_object(of, table.expression_type(expression).value_type());
                }
                if let Some(iteration) = table.iteration(expression) {
                    steps.at = Place::Expression(expression);
                    steps.in_value(iteration.iterator);
                    if let Callee::Function(function, arguments) = table.call(iteration.next).callee {
                        steps.of_call(function, arguments);
                    }
                }
            }
            steps.at = Place::Item;
            body.locals().for_each(|(local, _)| steps.in_value(table.local_type(local)));
        }
        ItemClass::Function | ItemClass::Value | ItemClass::Test | ItemClass::Trait | ItemClass::Impl => {}
    }
    steps.passed
}

struct Steps<'db> {
    db: &'db dyn Db,
    item: ItemId,
    at: Place,
    /// Types of values that have been looked at.
    seen: FxHashSet<Ty>,
    passed: Vec<Passed>,
}

impl Steps<'_> {
    /// A function is called: its arguments are for the parameters of what it stands in, then for its own.
    ///
    /// Of a method of a trait it is known which is called where the type is known, but for its arguments. Which one a type
    /// parameter has is not: instances without an end that come about so are met when they are made.
    fn of_call(&mut self, function: ItemId, arguments: Arguments) {
        let (function, arguments) = resolve_instance(self.db, function, arguments).unwrap_or((function, arguments));
        for (index, argument) in (0..).zip(arguments.types().iter()) {
            self.pass((function, index), *argument);
        }
    }

    /// A value becomes a `dyn`: its table has all methods of the trait.
    fn of_object(&mut self, of: TraitReference, value: Ty) {
        for slot in slots(self.db, of) {
            self.of_call(slot.method, Arguments::new(&[&*slot.of.arguments.types(), &[value]].concat()));
        }
    }

    /// Something has a value of a type: what is done with values of it is needed for the named types in it, which are not
    /// behind raw pointers.
    fn in_value(&mut self, ty: Ty) {
        if !ty.is_open() || !self.seen.insert(ty) {
            return;
        }
        match ty.kind() {
            TypeKind::Named(named) => {
                for (index, argument) in (0..).zip(named.arguments.types().iter()) {
                    self.pass((named.item, index), *argument);
                    self.in_value(*argument);
                }
            }
            TypeKind::Pointer(_) | TypeKind::ExternFunction(..) | TypeKind::Closure(..) | TypeKind::Dyn(..) => {}
            _ => ty.each_child(|child| self.in_value(child)),
        }
    }

    fn pass(&mut self, to: Node, argument: Ty) {
        let (db, item, at) = (self.db, self.item, self.at);
        let outer = item.parent_item(db).map_or(0, |outer| parameter_count(db, outer)) as u32;
        let mut each = |parameter: Ty| {
            let TypeKind::Parameter(owner, index) = parameter.kind() else { return };
            let from = (item, if owner == item { outer + index } else { index });
            self.passed.push(Passed { item, parameter, from, to, argument, at });
        };
        parameters_in(argument, &mut FxHashSet::default(), &mut each);
    }
}

/// Calls `found` with each type parameter in a type, once.
fn parameters_in(ty: Ty, seen: &mut FxHashSet<Ty>, found: &mut impl FnMut(Ty)) {
    if ty.is_open() && seen.insert(ty) {
        if ty.is_parameter() {
            found(ty);
        }
        ty.each_child(|child| parameters_in(child, seen, found));
    }
}
