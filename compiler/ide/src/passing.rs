//! How a function is called on the program's target, in a few words, for lists and signatures. Hover has the whole of it.

use abi::TypeArena;
use abi::report::{Label, Report};
use hir::ItemId;
use source::Db;
use types::Ty;

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
    let labels: Vec<Label> = (signature.parameters.iter())
        .map(|parameter| Label::new(parameter.name.text(), types::display(db, parameter.ty)))
        .collect();
    let result = Label::new("result", types::display(db, signature.result));
    Some(abi::report::report(&target, &described, &labels, &result))
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
