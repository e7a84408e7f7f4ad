//! How a function is called on the program's target, in a few words, for lists and signatures. Hover has the whole of it.

use abi::TypeArena;
use abi::report::{Label, Report};
use hir::ItemId;
use source::Db;
use types::{Signature, Ty};

/// Where the parameters and the result of a function travel; `None` for what is no function or has mistakes.
pub(crate) fn report(db: &dyn Db, item: ItemId) -> Option<Report> {
    if !item.kind(db).is_function() {
        return None;
    }
    let signature = types::signature(db, item);
    if signature.poisoned {
        return None;
    }
    let target = types::target(db);
    let mut arena = TypeArena::new();
    let lowered = types::abi_signature(db, item, &mut arena);
    let described = abi::lower(&target, &arena, &lowered).ok()?;
    let (labels, result) = labels_of(db, signature);
    Some(abi::report::report(&target, &described, &labels, &result))
}

/// What a function's values are called in a report: the parameters in order, and the result.
pub(crate) fn labels_of(db: &dyn Db, signature: &Signature) -> (Vec<Label>, Label) {
    let named = signature.parameters.iter().map(|parameter| (parameter.name.text(), parameter.ty));
    labels(db, named, signature.result)
}

/// The same of values that have names.
pub(crate) fn labels<N: Into<String>>(
    db: &dyn Db,
    parameters: impl Iterator<Item = (N, Ty)>,
    result: Ty,
) -> (Vec<Label>, Label) {
    let parameters = parameters.map(|(name, ty)| Label::new(name, types::display(db, ty)));
    (parameters.collect(), Label::new("result", types::display(db, result)))
}

/// The same in a line of Markdown.
pub(crate) fn in_a_line(db: &dyn Db, item: ItemId) -> Option<String> {
    let report = report(db, item)?;
    let travels = report.params.iter().map(|each| format!("`{}` {}", each.name, each.places_text()));
    let mut places: Vec<String> = travels.collect();
    let result = types::signature(db, item).result;
    if result != Ty::UNIT && result != Ty::NEVER {
        places.push(format!("result {}", report.result.places_text()));
    }
    (!places.is_empty()).then(|| format!("*{}*: {}", report.target, places.join(", ")))
}
