//! The instances that a program leads to, told by its bodies alone: nothing is made of them, so that an editor may ask. It owns
//! what a body leads to in terms of its type parameters, and the walk from `main`, or in a library from all that needs no type
//! arguments. Code generation has a work list of its own (`instantiate`), and tests hold both side by side. Must not know layouts.

use hir::{ItemId, ItemKind};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Db, Program};
use types::{Arguments, DynKind, Linkage, Structure, Substitution, TraitReference, Ty, TypeKind};

use crate::queries::{closure_form, derived_form, with_source_form};
use crate::source_form::{Callee, Constant, ConstantValue, Rvalue, SourceForm, StatementKind};

/// In a program with more instances they are not counted.
const MOST_INSTANCES: usize = 20_000;

/// The instances of generic functions and types that a program's code needs.
#[derive(Debug, Default)]
pub struct ReachedInstances {
    functions: FxHashMap<ItemId, Vec<Arguments>>,
    types: FxHashMap<ItemId, Vec<Ty>>,
    /// Whether there are no others: no body on the way has errors, and they end.
    pub is_whole: bool,
}

impl ReachedInstances {
    /// The type arguments of a function's instances, in no order.
    pub fn of_function(&self, item: ItemId) -> &[Arguments] {
        self.functions.get(&item).map_or(&[], Vec::as_slice)
    }

    /// The instances of a type, in no order.
    pub fn of_type(&self, item: ItemId) -> &[Ty] {
        self.types.get(&item).map_or(&[], Vec::as_slice)
    }
}

/// The instances of the program.
#[salsa::tracked(returns(ref), no_eq)]
pub fn reached_instances(db: &dyn Db) -> ReachedInstances {
    let mut walk = Walk {
        db,
        functions: FxHashSet::default(),
        open: Vec::new(),
        types: FxHashSet::default(),
        ended: FxHashSet::default(),
        found: ReachedInstances { is_whole: true, ..ReachedInstances::default() },
    };
    roots(db).into_iter().for_each(|item| walk.call(item, Arguments::NONE));
    while let Some((item, arguments)) = walk.open.pop() {
        if walk.functions.len() > MOST_INSTANCES {
            walk.found.is_whole = false;
            break;
        }
        walk.function(item, arguments);
    }
    walk.found
}

/// What has code whoever calls it: see `build::roots` of the driver.
fn roots(db: &dyn Db) -> Vec<ItemId> {
    let Some(program) = Program::try_get(db) else { return Vec::new() };
    let packages = program.packages(db);
    let has_code = |item: &ItemId| types::has_code(db, *item);
    let Some(built) = packages.last() else { return Vec::new() };
    let own: Vec<ItemId> = hir::package_items(db, *built).filter(has_code).collect();
    let mut roots: Vec<ItemId> = own.iter().copied().filter(|item| types::is_main(db, *item)).collect();
    if roots.is_empty() {
        roots = own;
    }
    let exported = |item: &ItemId| matches!(types::signature(db, *item).linkage, Linkage::Exported(_));
    let all = packages.iter().flat_map(|package| hir::package_items(db, *package));
    roots.extend(all.filter(has_code).filter(exported));
    roots
}

/// What a body leads to, in terms of the type parameters of its item.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Mentioned {
    /// What it calls, or uses as a value.
    functions: Vec<(ItemId, Arguments)>,
    /// The values that become a `dyn`.
    objects: Vec<(TraitReference, Ty)>,
    /// The values that end in it, or by what it makes.
    ended: Vec<Ty>,
    /// The types of its values.
    types: Vec<Ty>,
    /// Whether it has errors.
    is_poisoned: bool,
}

impl Mentioned {
    fn add_form(&mut self, db: &dyn Db, form: &SourceForm) {
        self.is_poisoned |= form.poison.is_some();
        for callee in &form.callees {
            match *callee {
                Callee::Function { item, type_arguments } => {
                    self.functions.push((item, form.type_arguments(type_arguments)));
                }
                // What it is written with is generic code too.
                Callee::Runtime(function) => {
                    let item = hir::standard_item(db, "runtime", function.name());
                    self.functions.extend(item.map(|item| (item, Arguments::NONE)));
                }
                Callee::Pointer { .. } | Callee::Closure { .. } | Callee::Literal(_) => {}
            }
        }
        for Constant { value, .. } in &form.constants {
            if let ConstantValue::Function(item) = *value {
                self.functions.push((item, Arguments::NONE));
            }
        }
        self.types.extend(form.locals.iter().map(|local| local.ty));
        for statement in &form.statements {
            match statement.kind {
                StatementKind::Drop { place, .. } => self.ended.push(form.place_type(db, place)),
                StatementKind::Assign(place, Rvalue::Object(operand)) => {
                    let of = form.place_type(db, place).as_dyn();
                    self.objects.extend(of.map(|(_, of)| (of, form.operand_type(db, operand).value_type())));
                }
                // Its environment ends what it has captured.
                StatementKind::Assign(_, Rvalue::Closure(_, operands)) => {
                    let captured = form.operand_list(operands).iter();
                    self.ended.extend(captured.map(|operand| form.operand_type(db, *operand)));
                }
                StatementKind::Nothing
                | StatementKind::Assign(..)
                | StatementKind::ReplaceContents(..)
                | StatementKind::Swap(..)
                | StatementKind::Count(_)
                | StatementKind::Reach(_)
                | StatementKind::CheckBounds { .. }
                | StatementKind::CheckRange { .. }
                | StatementKind::Declare(_)
                | StatementKind::StorageDead(_) => {}
            }
        }
    }

    /// Each of them once.
    fn without_repetitions(mut self) -> Mentioned {
        let mut seen = FxHashSet::default();
        self.functions.retain(|function| seen.insert(*function));
        let mut seen = FxHashSet::default();
        self.objects.retain(|object| seen.insert(*object));
        for list in [&mut self.ended, &mut self.types] {
            let mut seen = FxHashSet::default();
            list.retain(|ty| !ty.is_fixed() && seen.insert(*ty));
        }
        self
    }
}

/// What the body of a function leads to.
#[salsa::tracked(returns(ref))]
fn mentioned(db: &dyn Db, item: ItemId) -> Mentioned {
    let mut found = Mentioned::default();
    let signature = types::signature(db, item);
    found.types.extend(signature.parameters.iter().map(|parameter| parameter.ty));
    found.types.push(signature.result);
    found.is_poisoned = signature.poisoned;
    with_source_form(db, item, |form| found.add_form(db, form));
    for form in hir::body(db, item).closures().filter_map(|closure| closure_form(db, item, closure)) {
        found.add_form(db, &form);
    }
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    found.types.extend(body.expressions().map(|(id, _)| inference.expression_type(id)));
    found.types.extend(body.locals().map(|(local, _)| inference.local_type(local)));
    found.without_repetitions()
}

/// The walk through all instances.
struct Walk<'db> {
    db: &'db dyn Db,
    functions: FxHashSet<(ItemId, Arguments)>,
    /// Those that were not looked at yet.
    open: Vec<(ItemId, Arguments)>,
    types: FxHashSet<Ty>,
    ended: FxHashSet<Ty>,
    found: ReachedInstances,
}

impl Walk<'_> {
    /// Something calls a function with these type arguments, or has it in a table.
    fn call(&mut self, item: ItemId, arguments: Arguments) {
        let db = self.db;
        if types::called_through_object(db, item, arguments).is_some() {
            return;
        }
        let Some((item, arguments)) = types::resolve_instance(db, item, arguments) else {
            // What never has a value, as the text of `panic("…")` in a `println`, is never called for.
            self.found.is_whole &= arguments.types().contains(&Ty::NEVER);
            return;
        };
        if let Linkage::Intrinsic(_) = types::signature(db, item).linkage {
            // What ends values where they lie in memory.
            arguments.types().iter().for_each(|ty| self.end(*ty));
            return;
        }
        let has_an_end = !types::has_endless_instances(db, item) && arguments.types().iter().all(|ty| ty.fits());
        if !has_an_end || types::argument_count(db, item) != arguments.types().len() {
            self.found.is_whole = false;
        } else if self.functions.insert((item, arguments)) {
            self.open.push((item, arguments));
        }
    }

    fn function(&mut self, item: ItemId, arguments: Arguments) {
        let db = self.db;
        if let Some(form) = derived_form(db, item, arguments) {
            self.found.functions.entry(item).or_default().push(arguments);
            let mut found = Mentioned::default();
            found.add_form(db, &form);
            self.add(&found, &Substitution::of_function(db, item, arguments));
            return;
        }
        if item.kind(db) != ItemKind::Function || !hir::has_body(db, item) {
            return;
        }
        if !arguments.is_empty() {
            self.found.functions.entry(item).or_default().push(arguments);
        }
        self.add(mentioned(db, item), &Substitution::of_function(db, item, arguments));
    }

    fn add(&mut self, found: &Mentioned, with: &Substitution) {
        if found.is_poisoned {
            self.found.is_whole = false;
            return;
        }
        for (item, arguments) in &found.functions {
            let arguments: Vec<Ty> = arguments.types().iter().map(|ty| with.apply(*ty)).collect();
            self.call(*item, Arguments::new(&arguments));
        }
        found.types.iter().for_each(|ty| self.seen(with.apply(*ty)));
        found.ended.iter().for_each(|ty| self.end(with.apply(*ty)));
        for (of, value) in &found.objects {
            self.becomes_object(of.with(with), with.apply(*value));
        }
    }

    /// A value becomes a `dyn`, whose table has all methods of the trait and what ends the value.
    fn becomes_object(&mut self, of: TraitReference, value: Ty) {
        // What stands for a type parameter may be such a `dyn` already.
        if value == Ty::object_of_trait(DynKind::Owned, of) {
            return;
        }
        for slot in types::slots(self.db, of) {
            self.call(slot.method, Arguments::new(&[&*slot.of.arguments.types(), &[value]].concat()));
        }
        self.end(value);
    }

    /// A value of a type ends somewhere.
    fn end(&mut self, ty: Ty) {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            if ty.is_fixed() || !ty.fits() || !types::needs_drop(self.db, ty) || !self.ended.insert(ty) {
                continue;
            }
            if let Some((destructor, arguments)) = types::destructor(self.db, ty) {
                self.call(destructor, arguments);
            }
            match ty.structure() {
                Structure::Whole => {}
                Structure::Tuple(elements) => open.extend(elements.iter().copied()),
                Structure::Array(element, _) => open.push(element),
                Structure::Named(named) | Structure::Object(named) => {
                    open.extend(types::type_definition(self.db, named).parts().iter().map(|part| part.ty));
                }
            }
        }
    }

    /// A type stands somewhere, and so do all that it consists of.
    fn seen(&mut self, ty: Ty) {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            if ty.is_fixed() || ty.is_open() || ty.is_error() || !self.types.insert(ty) {
                continue;
            }
            if !ty.fits() || self.types.len() > MOST_INSTANCES {
                self.found.is_whole = false;
                continue;
            }
            ty.each_child(|child| open.push(child));
            if let TypeKind::Named(named) | TypeKind::Object(named) = ty.kind() {
                if named.is_generic() && matches!(ty.kind(), TypeKind::Named(_)) {
                    self.found.types.entry(named.item).or_default().push(ty);
                }
                open.extend(types::type_definition(self.db, named).parts().iter().map(|part| part.ty));
            }
        }
    }
}
