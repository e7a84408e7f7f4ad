//! Signatures: what a caller must know of a function, method, C function or test. Owns the data and the query
//! [`signature`]; must not read bodies, so that an edit inside a body re-checks no caller.

use hir::{FunctionData, ItemId, ItemKind, ItemRef, Name, Parent, Receiver};
use source::Db;

use crate::head::Head;
use crate::problem::{Anchor, Problem};
use crate::problems;
use crate::resolve::{Position, Written, is_in_unsupported, resolve, self_type};
use crate::ty::Ty;

/// What a caller must know of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// How `self` is taken, if there is one. It is then also the first of `parameters`.
    pub receiver: Option<Receiver>,
    /// All parameters in the order of the C ABI, `self` first.
    pub parameters: Vec<Parameter>,
    /// The type of the result; [`Ty::UNIT`] for none, [`Ty::NEVER`] for a function that does not return.
    pub result: Ty,
    /// Whether more arguments may follow, as C's `...`.
    pub variadic: bool,
    /// Whether a call needs `unsafe`: C functions and `unsafe fn`.
    pub is_unsafe: bool,
    /// How it is linked.
    pub linkage: Linkage,
    /// Whether something in it is poison: such a function is not compiled.
    pub poisoned: bool,
    /// Whether parameters may be missing after a syntax error, so that calls are not judged by their arguments.
    pub incomplete: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, by which an argument may be named.
    pub name: Name,
    /// Its type; of `self` the type of the receiver (`ref T`, `mut T` or `T`).
    pub ty: Ty,
}

/// How a function is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// A function of the language under its mangled name.
    Mangled,
    /// `extern fn` with a body: C can call it under this very name.
    Exported(Name),
    /// Declared in `extern { }`: C provides it under this name.
    Imported(Name),
    /// Declared in `extern { }` of the standard library with `@[intrinsic("name")]`: the compiler provides it.
    Intrinsic(Name),
}

/// The signature of a function, method, C function or test.
#[salsa::tracked(cycle_result = recursive_signature)]
pub fn signature(db: &dyn Db, item: ItemId) -> Signature {
    let mut signature = Signature::empty();
    let data = match hir::item_data(db, item) {
        Some(data) if !is_in_unsupported(db, item) => data,
        Some(_) | None => {
            signature.poisoned = true;
            signature.result = Ty::ERROR;
            return signature;
        }
    };
    let Some(function) = data.item().function() else {
        return signature;
    };
    let mut head = Head::new(db, item, &data.tree.types);
    signature.linkage = linkage(db, item, data);
    if !data.generics.is_empty()
        && let Some(what) = without_parameters(db, item, signature.linkage)
    {
        head.report(problems::misplaced_parameters(Anchor::Item, what));
    }
    signature.is_unsafe = function.is_unsafe || item.kind(db) == ItemKind::ExternFunction;
    signature.variadic = function.is_variadic;
    if function.is_variadic && function.has_body {
        head.report(problems::variadic_definition(Anchor::Item, &item.name(db).text()));
    }
    if let Some(receiver) = function.receiver {
        signature.receiver = Some(receiver);
        let own = self_type(db, item).unwrap_or(Ty::ERROR);
        let ty = match receiver {
            Receiver::Ref | Receiver::Mut if own.is_error() => Ty::ERROR,
            Receiver::Ref => Ty::borrow(own, false),
            Receiver::Mut => Ty::borrow(own, true),
            Receiver::Move if own.as_slice().is_some() => {
                head.report(problems::bare_slice(Anchor::Item, &crate::display::display(db, own)));
                Ty::ERROR
            }
            Receiver::Move => own,
        };
        signature.parameters.push(Parameter { name: Name::new("self"), ty });
    }
    for parameter in &function.parameters {
        let ty = resolve(&mut head, parameter.type_reference, Position::Value);
        let name = parameter.name.unwrap_or(Name::new(""));
        signature.parameters.push(Parameter { name, ty });
    }
    if let Some(result) = function.result {
        signature.result = resolve(&mut head, result, Position::Value);
    }
    signature.incomplete = data.item().is_incomplete;
    if signature.incomplete && function.result.is_none() {
        signature.result = Ty::ERROR;
    }
    check_main(db, item, &signature, function, &mut head);
    let unknown = |ty: Ty| ty.is_error();
    signature.poisoned = signature.incomplete
        || !head.problems.is_empty()
        || data.has_wrong_symbol(db, item)
        || unknown(signature.result)
        || signature.parameters.iter().any(|parameter| unknown(parameter.ty));
    signature.problems = head.problems;
    signature
}

impl Signature {
    /// A function that takes and gives nothing.
    fn empty() -> Signature {
        Signature {
            receiver: None,
            parameters: Vec::new(),
            result: Ty::UNIT,
            variadic: false,
            is_unsafe: false,
            linkage: Linkage::Mangled,
            poisoned: false,
            incomplete: false,
            problems: Vec::new(),
        }
    }
}

/// A signature with an array whose length is computed by the function itself.
fn recursive_signature(db: &dyn Db, _id: salsa::Id, item: ItemId) -> Signature {
    let problem = problems::recursive_constant(Anchor::Item, &item.name(db).text());
    Signature { result: Ty::ERROR, poisoned: true, problems: vec![problem], ..Signature::empty() }
}

/// What a function is that C sees, so that it can have no type parameters.
fn without_parameters(db: &dyn Db, item: ItemId, linkage: Linkage) -> Option<&'static str> {
    match linkage {
        Linkage::Mangled => is_main(db, item).then_some("`main`"),
        Linkage::Exported(_) => Some("a function that C can call"),
        Linkage::Imported(_) => Some("a C function"),
        // The compiler makes it for each type.
        Linkage::Intrinsic(_) => None,
    }
}

/// Whether a function, method or field's owner may be named in `from`: it is `pub` or of the same module. What a trait
/// declares is as visible as the trait.
pub fn is_visible(db: &dyn Db, item: ItemId, from: ItemId) -> bool {
    let of_trait = item.parent_item(db).filter(|parent| parent.kind(db) == ItemKind::Trait);
    let item = of_trait.unwrap_or(item);
    item.module(db) == from.module(db) || hir::item_data(db, item).is_none_or(|data| data.is_public)
}

/// Whether an item is the program's `main`: the function of that name at the top of a package's entry.
pub fn is_main(db: &dyn Db, item: ItemId) -> bool {
    item.kind(db) == ItemKind::Function
        && item.name(db).text() == "main"
        && matches!(item.parent(db), Parent::Module(module) if module.path(db).is_empty())
}

fn check_main(db: &dyn Db, item: ItemId, signature: &Signature, function: &FunctionData, head: &mut Head<'_>) {
    if !is_main(db, item) || signature.incomplete || head.problems.iter().any(|problem| problem.at == Anchor::Item) {
        return;
    }
    let result_fits = [Ty::UNIT, Ty::I32, Ty::NEVER, Ty::ERROR].contains(&signature.result);
    if !function.parameters.is_empty() || !result_fits || function.is_unsafe {
        head.report(problems::main_signature(Anchor::Item));
    }
}

fn linkage(db: &dyn Db, item: ItemId, data: ItemRef<'_>) -> Linkage {
    let written = |attribute: &str| data.tree.attribute_text(data.attributes, attribute).map(Name::new);
    if item.kind(db) == ItemKind::ExternFunction {
        if item.module(db).is_standard(db)
            && let Some(intrinsic) = written("intrinsic")
        {
            return Linkage::Intrinsic(intrinsic);
        }
        return Linkage::Imported(data.c_symbol(db, item).unwrap_or(item.name(db)));
    }
    match data.c_symbol(db, item) {
        Some(symbol) => Linkage::Exported(symbol),
        None => Linkage::Mangled,
    }
}
