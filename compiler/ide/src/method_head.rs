//! The head of a trait's method as an `impl` of the trait writes it: the trait's type parameters replaced by what the `impl`
//! gives it. It owns the words; it must not know where they go.

use hir::{ItemId, Receiver};
use source::Db;
use types::{Implementation, Substitution};

use crate::writable_type::Names;

/// The head of a method in an `impl`, without its body: `fn mut rename(name: String)`. Nothing where a type in it cannot be
/// written there.
pub(crate) fn in_impl(names: &mut Names<'_>, db: &dyn Db, found: Implementation, method: ItemId) -> Option<String> {
    let signature = types::signature(db, method);
    let parameters = types::own_parameters(db, method);
    let is_taken =
        parameters.iter().any(|own| types::own_parameters(db, found.item).iter().any(|of| of.name == own.name));
    if signature.poisoned || signature.incomplete || is_taken {
        return None;
    }
    let with = found.in_terms_of_self(db);
    let receiver = match signature.receiver {
        Some(Receiver::Ref) => "",
        Some(Receiver::Mut) => "mut ",
        Some(Receiver::Move) => "move ",
        None => "static ",
    };
    let generics = own_parameters(names, db, method, &with)?;
    let first = usize::from(signature.receiver.is_some());
    let mut list = Vec::new();
    for parameter in signature.parameters.iter().skip(first) {
        list.push(format!("{}: {}", parameter.name.text(), names.ty(with.apply(parameter.ty))?));
    }
    let list = if list.is_empty() { String::new() } else { format!("({})", list.join(", ")) };
    let result = match with.apply(signature.result) {
        types::Ty::UNIT => String::new(),
        types::Ty::NEVER => " -> Never".to_string(),
        result => format!(" -> {}", names.ty(result)?),
    };
    let is_unsafe = if signature.is_unsafe { "unsafe " } else { "" };
    Some(format!("{is_unsafe}fn {receiver}{}{generics}{list}{result}", method.name(db).text()))
}

/// The method's own type parameters with what they must have: `[T: Order + ref]`.
fn own_parameters(names: &mut Names<'_>, db: &dyn Db, method: ItemId, with: &Substitution) -> Option<String> {
    let parameters = types::own_parameters(db, method);
    if parameters.is_empty() {
        return Some(String::new());
    }
    let mut list = Vec::new();
    for (parameter, traits) in parameters.iter().zip(&types::declared_bounds(db, method).of_parameters) {
        let mut bounds = Vec::new();
        for of in traits {
            bounds.push(names.of_trait(of.with(with))?);
        }
        if parameter.allows_borrows {
            bounds.push("ref".to_string());
        }
        let bounds = if bounds.is_empty() { String::new() } else { format!(": {}", bounds.join(" + ")) };
        list.push(format!("{}{bounds}", parameter.name.text()));
    }
    Some(format!("[{}]", list.join(", ")))
}
