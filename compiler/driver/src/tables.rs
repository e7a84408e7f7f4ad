//! The table of a `dyn` as C sees it: its words in order, with names. It owns what they are called; which methods stand
//! there and in which order, `types` knows.

use ::types::{DynKind, TraitReference, Ty};
use source::Database;

/// The words of the table behind a `dyn` of a trait: what ends a value, its size and alignment, then the methods.
pub(crate) fn fields(db: &Database, of: TraitReference) -> Vec<(String, Ty)> {
    let address = Ty::pointer(Ty::UNIT);
    let whole = Ty::object_of_trait(DynKind::Owned, of);
    let mut fields = vec![
        ("drop".to_string(), Ty::extern_function(&[address], Ty::UNIT)),
        ("size".to_string(), Ty::I64),
        ("align".to_string(), Ty::I64),
    ];
    for slot in types::slots(db, of) {
        let name = slot.method.name(db).text().to_string();
        let is_taken = fields.iter().any(|(known, _)| *known == name);
        let name = if is_taken { format!("{}_{name}", slot.of.item.name(db).text()) } else { name };
        fields.push((name, method(db, slot, whole, address)));
    }
    fields
}

/// A method in a table, as C calls it.
fn method(db: &Database, slot: types::Slot, own: Ty, address: Ty) -> Ty {
    let signature = types::signature(db, slot.method);
    let arguments = [&*slot.of.arguments.types(), &[own]].concat();
    let with = types::Substitution::of_function(db, slot.method, types::Arguments::new(&arguments));
    let others = signature.parameters.iter().skip(1).map(|parameter| with.apply(parameter.ty));
    let parameters: Vec<Ty> = std::iter::once(address).chain(others).collect();
    Ty::extern_function(&parameters, with.apply(signature.result))
}
