//! Which tables of a `dyn` may come from outside of a program: C makes its own, and what raw pointers lead to may hold any.
//! Owns what counts as a way in; must not know what is made of the answer. It errs on one side: a way in that is none costs
//! a comparison, a forgotten one calls the wrong method.
//!
//! From outside comes what a function takes that C may call, what a C function takes or gives, and so for every `extern fn`
//! that is a value; C globals; what a raw pointer leads to, if its type stands in the user's own code or types, and what a
//! borrow leads to whose address is taken. All that can be reached from such a value comes from outside with it: fields, what
//! borrows and pointers lead to, what a closure takes and gives, and what the methods of a `dyn` take and give whose table is
//! C's. The standard library's own raw pointers lead to what it has put there itself.

use std::fmt;

use hir::{ItemId, ItemKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Db;
use types::{Arguments, DynKind, Linkage, Substitution, TraitReference, Ty, TypeKind};

use super::Instance;
use super::substituted::substituted;
use crate::queries::{closure_form, derived_form, with_source_form};
use crate::source_form::{Callee, PlaceBase, Rvalue, SourceForm, StatementKind};

/// A way in from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// C calls the function.
    Called(ItemId),
    /// It is a function or global of C.
    OfC(ItemId),
    /// A type in the code of the item: of a raw pointer, or of an `extern fn`.
    Type(ItemId, Ty),
    /// The code of the item takes the address of a value of the type.
    Address(ItemId, Ty),
}

/// The traits of which tables may come from outside.
pub struct Outside<'db> {
    db: &'db dyn Db,
    ways: FxHashMap<Ty, Way>,
    reached: FxHashSet<Ty>,
    /// Types whose raw pointers were looked for.
    seen: FxHashSet<(Ty, bool)>,
}

/// Whose code it is in which a type stands.
#[derive(Clone, Copy)]
struct Place {
    item: ItemId,
    is_standard: bool,
}

impl fmt::Debug for Outside<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_map().entries(&self.ways).finish()
    }
}

impl Outside<'_> {
    /// Of a program of which nothing was looked at yet.
    pub fn new(db: &dyn Db) -> Outside<'_> {
        Outside { db, ways: FxHashMap::default(), reached: FxHashSet::default(), seen: FxHashSet::default() }
    }

    /// How a table of an owned `dyn` may come from outside; nothing if it cannot, as far as all instances of the program have
    /// been added.
    pub fn way(&self, of: Ty) -> Option<Way> {
        self.ways.get(&of).copied()
    }

    /// Looks at an instance.
    pub fn add(&mut self, instance: Instance) {
        match instance {
            Instance::Function(item, arguments) => self.function(item, arguments),
            Instance::Forwarder(item, arguments) => self.called(item, arguments),
            Instance::Global(item) => self.seen(types::global_type(self.db, item), self.place(item)),
            // Literals are looked at with the function that they stand in; all others name no type that no function has.
            Instance::Closure(..)
            | Instance::Environment(_)
            | Instance::Drop(_)
            | Instance::Boxed(_)
            | Instance::Slot(..)
            | Instance::Table(..)
            | Instance::Retain(_)
            | Instance::Constant(_)
            | Instance::Entry(_)
            | Instance::TestEntry => {}
        }
    }

    fn place(&self, item: ItemId) -> Place {
        Place { item, is_standard: item.module(self.db).is_standard(self.db) }
    }

    fn function(&mut self, item: ItemId, arguments: Arguments) {
        let db = self.db;
        self.called(item, arguments);
        if let Some(form) = derived_form(db, item, arguments) {
            return self.form(&form, item);
        }
        let lacks_body = |data: hir::ItemRef<'_>| data.item().function().is_some_and(|function| !function.has_body);
        if hir::item_data(db, item).is_none_or(lacks_body) {
            return;
        }
        let with = Substitution::of_function(db, item, arguments);
        let mut look = |form: &SourceForm| match arguments.is_empty() {
            true => self.form(form, item),
            false => self.form(&substituted(db, form, &with), item),
        };
        with_source_form(db, item, &mut look);
        hir::body(db, item)
            .closures()
            .filter_map(|closure| closure_form(db, item, closure))
            .for_each(|form| look(&form));
    }

    /// A function that is called, or may be called by others.
    fn called(&mut self, item: ItemId, arguments: Arguments) {
        let Some((item, arguments)) = types::resolve_instance(self.db, item, arguments) else { return };
        let signature = types::signature(self.db, item);
        let way = match signature.linkage {
            Linkage::Exported(_) => Way::Called(item),
            Linkage::Imported(_) => Way::OfC(item),
            Linkage::Mangled | Linkage::Intrinsic(_) => return,
        };
        let with = Substitution::of_function(self.db, item, arguments);
        signature.parameters.iter().for_each(|parameter| self.reach(with.apply(parameter.ty), way));
        self.reach(with.apply(signature.result), way);
    }

    fn form(&mut self, form: &SourceForm, item: ItemId) {
        let db = self.db;
        let place = self.place(item);
        form.locals.iter().for_each(|local| self.seen(local.ty, place));
        form.constants.iter().for_each(|constant| self.seen(constant.ty, place));
        form.type_lists.iter().for_each(|ty| self.seen(*ty, place));
        for callee in &form.callees {
            match *callee {
                Callee::Function { item, type_arguments } => self.called(item, form.type_arguments(type_arguments)),
                Callee::Pointer { ty, .. } | Callee::Closure { ty } => self.seen(ty, place),
                Callee::Literal(_) | Callee::Runtime(_) => {}
            }
        }
        for path in form.table_places() {
            let PlaceBase::Item(base) = form.base(path) else { continue };
            match base.kind(db) {
                ItemKind::Constant => self.seen(types::constant_type(db, base), place),
                ItemKind::ExternGlobal => self.reach(types::global_type(db, base), Way::OfC(base)),
                ItemKind::Global => self.seen(types::global_type(db, base), place),
                ItemKind::Function
                | ItemKind::ExternFunction
                | ItemKind::Type
                | ItemKind::Alias
                | ItemKind::OpaqueType
                | ItemKind::Trait
                | ItemKind::Impl
                | ItemKind::Test => {}
            }
        }
        if place.is_standard {
            return;
        }
        for statement in &form.statements {
            let addressed = match statement.kind {
                StatementKind::Assign(_, Rvalue::Address(taken)) => form.place_type(db, taken),
                StatementKind::Assign(to, Rvalue::Cast(_, from)) if is_address(form.place_type(db, to)) => {
                    form.operand_type(db, from).value_type()
                }
                // What is passed to `...` stands in no signature.
                StatementKind::Assign(_, Rvalue::Call(callee, operands)) if self.is_of_c(form.callee(callee)) => {
                    for operand in form.operand_list(operands) {
                        let passed = form.operand_type(db, *operand);
                        self.reach(passed, Way::Address(item, passed));
                    }
                    continue;
                }
                _ => continue,
            };
            self.reach(addressed, Way::Address(item, addressed));
        }
    }

    fn is_of_c(&self, callee: Callee) -> bool {
        match callee {
            Callee::Function { item, .. } => {
                matches!(types::signature(self.db, item).linkage, Linkage::Imported(_))
            }
            Callee::Pointer { .. } => true,
            Callee::Closure { .. } | Callee::Literal(_) | Callee::Runtime(_) => false,
        }
    }

    /// A type in the code of an item: looks for raw pointers and for functions that C calls or gives.
    fn seen(&mut self, ty: Ty, place: Place) {
        if !self.seen.insert((ty, place.is_standard)) {
            return;
        }
        if let Some(target) = ty.as_pointer()
            && !place.is_standard
        {
            self.reach(target, Way::Type(place.item, ty));
        }
        if let TypeKind::ExternFunction(..) = ty.kind() {
            self.reach(ty, Way::Type(place.item, ty));
        }
        ty.each_child(|child| self.seen(child, place));
        if let TypeKind::Named(named) | TypeKind::Object(named) = ty.kind() {
            let declared = Place { item: place.item, ..self.place(named.item) };
            let parts = types::type_definition(self.db, named).parts().iter();
            parts.for_each(|part| self.seen(part.ty, declared));
        }
    }

    /// A type of which a value may come from outside.
    fn reach(&mut self, ty: Ty, way: Way) {
        if !self.reached.insert(ty) {
            return;
        }
        if let TypeKind::Dyn(_, of) = ty.kind() {
            self.reach_table(of, way);
        } else if let TypeKind::Named(named) | TypeKind::Object(named) = ty.kind() {
            // What type arguments stand for comes with the parts that are of them.
            let parts = types::type_definition(self.db, named).parts().iter();
            parts.for_each(|part| self.reach(part.ty, way));
        } else {
            ty.each_child(|child| self.reach(child, way));
        }
    }

    /// A table of a trait may come from outside, and with it what its methods give and take.
    fn reach_table(&mut self, of: TraitReference, way: Way) {
        let own = Ty::object_of_trait(DynKind::Owned, of);
        self.ways.entry(own).or_insert(way);
        for slot in types::slots(self.db, of) {
            let arguments = Arguments::new(&[&*slot.of.arguments.types(), &[own]].concat());
            let signature = types::signature(self.db, slot.method);
            let with = Substitution::of_function(self.db, slot.method, arguments);
            let others = signature.parameters.iter().skip(1);
            others.for_each(|parameter| self.reach(with.apply(parameter.ty), way));
            self.reach(with.apply(signature.result), way);
        }
    }
}

/// Whether a value may be made an address again of something else.
fn is_address(ty: Ty) -> bool {
    matches!(ty.kind(), TypeKind::Pointer(_) | TypeKind::Int(_))
}
