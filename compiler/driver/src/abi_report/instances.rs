//! The instances of a program's own generic functions and types: those that its code uses. It owns what counts as used; what
//! code needs which instance is the work list's, what types stand in a body inference's.

use std::collections::BTreeMap;

use hir::{ItemId, ItemKind};
use lower::Instance;
use rustc_hash::FxHashSet;
use types::{Arguments, Substitution, Ty, TypeKind};

use crate::build::{object_product, roots};
use crate::function_code::can_be_made;
use crate::instances::{Instances, Making};
use crate::program::Program;

/// Instances by their items.
#[derive(Default)]
pub(super) struct OwnInstances {
    functions: BTreeMap<usize, Vec<Arguments>>,
    types: BTreeMap<usize, Vec<Ty>>,
}

impl OwnInstances {
    /// Those of the items of a program, which are known by their places in the list.
    pub fn find(program: &Program, items: &[ItemId]) -> OwnInstances {
        let db = &program.db;
        let place = |item: ItemId| items.iter().position(|known| *known == item);
        if !items.iter().any(|item| is_generic_itself(program, *item)) {
            return OwnInstances::default();
        }
        let Ok(roots) = roots(program, object_product(program), &[]) else { return OwnInstances::default() };
        let settings = lower::Settings::default();
        let making = Making { threads: 1, tests: &[], settings: &|_, _| settings, can_be_made };
        let mut found = OwnInstances::default();
        let mut seen = Seen { program, types: FxHashSet::default(), found: Vec::new() };
        for member in Instances::pull(db, &roots, &making).members() {
            let Instance::Function(item, arguments) = member.instance else { continue };
            let Some(at) = place(item) else { continue };
            if !arguments.is_empty() {
                found.functions.entry(at).or_default().push(arguments);
            }
            seen.function(item, arguments);
        }
        let mut types: Vec<(String, Ty)> = seen.found.into_iter().map(|ty| (lower::type_name(db, ty), ty)).collect();
        types.sort_by(|(left, _), (right, _)| left.cmp(right));
        for (_, ty) in types {
            if let Some(at) = ty.as_named().and_then(|named| place(named.item)) {
                found.types.entry(at).or_default().push(ty);
            }
        }
        found
    }

    /// The type arguments of a function's instances, in the order of their symbols.
    pub fn of_function(&self, place: usize) -> &[Arguments] {
        self.functions.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The instances of a type, by their names.
    pub fn of_type(&self, place: usize) -> &[Ty] {
        self.types.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// Whether an item is compiled once for each list of type arguments.
fn is_generic_itself(program: &Program, item: ItemId) -> bool {
    match item.kind(&program.db) {
        ItemKind::Function => types::is_generic(&program.db, item),
        ItemKind::Type => !types::own_parameters(&program.db, item).is_empty(),
        _ => false,
    }
}

/// The types that were met.
struct Seen<'a> {
    program: &'a Program,
    types: FxHashSet<Ty>,
    found: Vec<Ty>,
}

impl Seen<'_> {
    /// The types in the head and the body of an instance.
    fn function(&mut self, item: ItemId, arguments: Arguments) {
        let db = &self.program.db;
        let with = Substitution::of_function(db, item, arguments);
        let signature = types::signature(db, item);
        self.ty(with.apply(signature.result));
        for parameter in &signature.parameters {
            self.ty(with.apply(parameter.ty));
        }
        let (body, inference) = (hir::body(db, item), types::infer(db, item));
        for (id, _) in body.expressions() {
            self.ty(with.apply(inference.expression_type(id)));
        }
        for (local, _) in body.locals() {
            self.ty(with.apply(inference.local_type(local)));
        }
    }

    /// A type and all that it consists of.
    fn ty(&mut self, ty: Ty) {
        let db = &self.program.db;
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            if ty.is_open() || ty.is_error() || !self.types.insert(ty) {
                continue;
            }
            ty.each_child(|child| open.push(child));
            if let TypeKind::Named(named) | TypeKind::Object(named) = ty.kind() {
                if named.is_generic() && matches!(ty.kind(), TypeKind::Named(_)) {
                    self.found.push(ty);
                }
                open.extend(types::type_definition(db, named).parts().iter().map(|part| part.ty));
            }
        }
    }
}
