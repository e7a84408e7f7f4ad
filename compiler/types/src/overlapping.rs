//! What memory may hold that several cases of an enum, or fields of a union, share: the types of what they carry, and for
//! generic enums the types that stand for their type parameters somewhere in the program. Those are found at the definitions,
//! backwards from the parameters: what is passed for them, and if that names a parameter of where it stands, what is passed for
//! that one. May name a type too many, never one too few. Must not know instances.

mod reached;
#[cfg(test)]
mod tests;

use hir::{Expression, InterpolationPart, ItemClass, ItemId, ItemKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;

use crate::bounds::TraitReference;
use crate::definition::{DefinitionKind, type_definition};
use crate::generics::{argument_count, own_count, parameter_count};
use crate::implementations::{Constructor, Implementation, implementation, resolve_instance};
use crate::inference::{Callee, ItemUse};
use crate::inferrer::infer;
use crate::objects::slots;
use crate::signatures::signature;
use crate::substitute::stands_in;
use crate::trait_checks::trait_method_of;
use crate::ty::{Arguments, Ty, TypeKind};
use reached::{Reached, formatters, maker};

/// For what a type is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// One of the type arguments of an item, by its place among all of them.
    Argument(ItemId, u32),
    /// A part of a type without a name that is made so: of a tuple, an array, a slice, behind a pointer.
    Part(Constructor),
}

/// The types that such memory may hold, in terms of the type parameters of where they stand. It walks through all that the
/// program can lead to: a query that asks it must be one for all.
pub fn overlapping_types(db: &dyn Db) -> Vec<Ty> {
    let mut flows = Flows::default();
    let mut sinks = Vec::new();
    let mut found = Vec::new();
    let mut reached = Reached::new(db);
    while let Some(item) = reached.next() {
        match item.kind(db) {
            ItemKind::Impl => {
                if let Some(found) = implementation(db, item) {
                    flows.implementations.entry(found.of.item).or_default().push(found);
                }
            }
            ItemKind::Type => {
                let definition = type_definition(db, item);
                let is_enum = definition.enumeration.as_ref().is_some_and(|enumeration| enumeration.overlaps());
                if is_enum || definition.kind == DefinitionKind::Union {
                    found.extend(definition.parts().iter().map(|part| part.ty));
                    sinks.extend((0..argument_count(db, item) as u32).map(|index| Node::Argument(item, index)));
                }
            }
            _ => {}
        }
        Walk { db, item, flows: &mut flows, reached: &mut reached, visited: FxHashSet::default() }.walk();
    }
    let mut search = Search { db, flows, open: Vec::new(), reached: FxHashSet::default(), found };
    sinks.into_iter().for_each(|node| search.reach(node));
    while let Some(node) = search.open.pop() {
        search.follow(node);
    }
    search.found
}

/// What is passed in the whole program.
#[derive(Default)]
struct Flows {
    /// What is passed for a node, and in which item.
    into: FxHashMap<Node, Vec<(ItemId, Ty)>>,
    /// The `impl`s of each trait.
    implementations: FxHashMap<ItemId, Vec<Implementation>>,
}

/// The walk through what an item says.
struct Walk<'a, 'db> {
    db: &'db dyn Db,
    item: ItemId,
    flows: &'a mut Flows,
    reached: &'a mut Reached<'db>,
    visited: FxHashSet<Ty>,
}

impl Walk<'_, '_> {
    fn walk(&mut self) {
        let (db, item) = (self.db, self.item);
        match item.kind(db).class() {
            ItemClass::Type => type_definition(db, item).parts().iter().for_each(|part| self.visit(part.ty)),
            ItemClass::Function => {
                let signature = signature(db, item);
                self.visit(signature.result);
                signature.parameters.iter().for_each(|parameter| self.visit(parameter.ty));
            }
            ItemClass::Value | ItemClass::Test | ItemClass::Trait | ItemClass::Impl => {}
        }
        if item.kind(db).may_have_body() {
            self.walk_body();
        }
    }

    fn walk_body(&mut self) {
        let (body, table) = (hir::body(self.db, self.item), infer(self.db, self.item));
        for (expression, written) in body.expressions() {
            self.visit(table.expression_type(expression));
            if let Expression::Interpolation(parts) = written
                && body.parts(parts).iter().any(|part| matches!(part, InterpolationPart::Value(_, Some(_))))
            {
                formatters(self.db).for_each(|function| self.call(function, Arguments::NONE));
            }
            if let Some((_, of)) = table.becomes(expression).as_dyn() {
                self.becomes_object(of, table.expression_type(expression).value_type());
            }
            if let Some(iteration) = table.iteration(expression) {
                self.visit(iteration.iterator);
            }
        }
        body.locals().for_each(|(local, _)| self.visit(table.local_type(local)));
        for call in &table.calls {
            match call.callee {
                Callee::Function(function, arguments) => self.call(function, arguments),
                // `size_of[T]()` makes the type, too.
                Callee::Builtin(builtin) => {
                    builtin.with_type(|ty| {
                        self.visit(ty);
                        ty
                    });
                }
                Callee::Structure(_)
                | Callee::Union(_)
                | Callee::Case(..)
                | Callee::Closure(_)
                | Callee::Pointer(_)
                | Callee::Error => {}
            }
        }
        for used in table.details.items() {
            match *used {
                ItemUse::Function(function, arguments) => self.call(function, arguments),
                ItemUse::Constant(item) | ItemUse::Global(item) => self.reached.reach(item),
            }
        }
    }

    /// A type stands somewhere.
    fn visit(&mut self, ty: Ty) {
        if ty.is_fixed() || !self.visited.insert(ty) {
            return;
        }
        match ty.kind() {
            TypeKind::Named(named) | TypeKind::Object(named) => {
                self.reached.reach(named.item);
                self.pass_all(named.item, named.arguments);
                maker(self.db, named.item).into_iter().for_each(|maker| self.call(maker, named.arguments));
            }
            TypeKind::Dyn(_, of) => {
                self.reached.reach(of.item);
                self.pass_all(of.item, of.arguments);
            }
            kind => {
                let constructor = Constructor::of(ty).into_iter();
                constructor.for_each(|made| kind.each_child(|child| self.pass(Node::Part(made), child)));
            }
        }
        ty.each_child(|child| self.visit(child));
    }

    fn call(&mut self, function: ItemId, arguments: Arguments) {
        arguments.types().iter().for_each(|argument| self.visit(*argument));
        let (function, arguments) = resolve_instance(self.db, function, arguments).unwrap_or((function, arguments));

        self.reached.reach_function(function);
        self.pass_all(function, arguments);
    }

    /// A value becomes a `dyn`: its table has all methods of the trait.
    fn becomes_object(&mut self, of: TraitReference, value: Ty) {
        for slot in slots(self.db, of) {
            self.call(slot.method, Arguments::new(&[&*slot.of.arguments.types(), &[value]].concat()));
        }
    }

    fn pass_all(&mut self, to: ItemId, arguments: Arguments) {
        for (index, argument) in (0..).zip(arguments.types().iter()) {
            self.pass(Node::Argument(to, index), *argument);
        }
    }

    fn pass(&mut self, to: Node, argument: Ty) {
        self.flows.into.entry(to).or_default().push((self.item, argument));
    }
}

/// The search backwards.
struct Search<'a> {
    db: &'a dyn Db,
    flows: Flows,
    open: Vec<Node>,
    reached: FxHashSet<Node>,
    found: Vec<Ty>,
}

impl Search<'_> {
    fn reach(&mut self, node: Node) {
        if self.reached.insert(node) {
            self.open.push(node);
        }
    }

    fn follow(&mut self, node: Node) {
        for (item, ty) in self.flows.into.remove(&node).unwrap_or_default() {
            self.take(item, ty);
        }
        let Node::Argument(function, index) = node else { return };
        let Some(holder) = function.parent_item(self.db) else { return };
        match holder.kind(self.db) {
            ItemKind::Impl => self.follow_implementation(function, holder, index),
            // `Self` of a trait's own method is whatever has the trait. Types that have it by their parts come here by calls.
            ItemKind::Trait if index as usize == own_count(self.db, holder) => {
                for found in self.flows.implementations.remove(&holder).unwrap_or_default() {
                    self.found.push(found.target);
                    let parameters =
                        (0..own_count(self.db, found.item) as u32).map(|index| Ty::parameter(found.item, index));
                    parameters.for_each(|parameter| self.reach_places(found.target, parameter));
                }
            }
            _ => {}
        }
    }

    /// A method of an `impl` is called where only the trait is known, by a table, by what ends a value, by methods that are
    /// derived: what stands for a parameter of the `impl` is told by the type that has the trait, and by the trait's own
    /// arguments; what stands for one of the method by the call of the trait's.
    fn follow_implementation(&mut self, method: ItemId, holder: ItemId, index: u32) {
        let db = self.db;
        let Some(found) = implementation(db, holder) else { return };
        let declared = trait_method_of(db, method);
        let own = own_count(db, holder) as u32;
        if index >= own {
            let before = parameter_count(db, found.of.item) as u32;
            declared.into_iter().for_each(|declared| self.reach(Node::Argument(declared, before + index - own)));
            return;
        }
        let parameter = Ty::parameter(holder, index);
        self.reach_places(found.target, parameter);
        for (place, argument) in (0..).zip(found.of.arguments.types().iter()) {
            if stands_in(parameter, *argument) {
                declared.into_iter().for_each(|declared| self.reach(Node::Argument(declared, place)));
                self.reach_places(*argument, parameter);
            }
        }
    }

    /// Reaches the arguments and parts in a type as which a parameter stands.
    fn reach_places(&mut self, ty: Ty, parameter: Ty) {
        each_part(ty, &mut FxHashSet::default(), &mut |part| match part.kind() {
            TypeKind::Named(named) | TypeKind::Object(named) => {
                for (index, argument) in (0..).zip(named.arguments.types().iter()) {
                    if stands_in(parameter, *argument) {
                        self.reach(Node::Argument(named.item, index));
                    }
                }
            }
            _ if stands_in(parameter, part) => {
                Constructor::of(part).into_iter().for_each(|made| self.reach(Node::Part(made)));
            }
            _ => {}
        });
    }

    /// A type may stand for a parameter of such an enum; so may what stands for its own parameters.
    fn take(&mut self, item: ItemId, ty: Ty) {
        self.found.push(ty);
        let outer = item.parent_item(self.db).map_or(0, |outer| parameter_count(self.db, outer)) as u32;
        each_part(ty, &mut FxHashSet::default(), &mut |part| {
            if let TypeKind::Parameter(owner, index) = part.kind() {
                self.reach(Node::Argument(item, if owner == item { outer + index } else { index }));
            }
        });
    }
}

/// Calls `found` with each type in which parameters stand among those that a type is written with, itself too, once.
fn each_part(ty: Ty, seen: &mut FxHashSet<Ty>, found: &mut impl FnMut(Ty)) {
    if ty.is_open() && seen.insert(ty) {
        found(ty);
        ty.each_child(|child| each_part(child, seen, found));
    }
}
