//! Which traits a type could get by `impl`s without a body, and how these are written: for fixes and editors. Owns the bounds
//! that the type's parameters need then; whether such an `impl` is right once it is there, `trait_checks` says.

use hir::{ItemId, ItemKind, Name, Resolution};
use source::Db;

use crate::bounds::{TraitReference, bounds};
use crate::classify::{holds_borrow, is_copy};
use crate::definition::{DefinitionKind, type_definition};
use crate::derivation::{Derivable, derivable};
use crate::display::display;
use crate::generics::{declared, is_trait_of_borrows, own_parameters};
use crate::implementations::{candidates, would_have};
use crate::inferrer::trait_text;
use crate::traits::required_by;
use crate::ty::{Arguments, NamedType};

/// `impl`s without a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivableImpls {
    /// The traits, those first that the others require.
    pub traits: Vec<Derivable>,
    /// The `impl`s, a line for each.
    pub text: String,
}

/// The `impl`s by which a type of the program gets a trait part by part, those of traits that this one requires first; nothing
/// if it has the trait, or if some part could not have it.
pub fn derivable_impls(db: &dyn Db, of: Derivable, item: ItemId) -> Option<DerivableImpls> {
    let mut found = DerivableImpls { traits: Vec::new(), text: String::new() };
    add(db, of, item, &mut found)?;
    Some(found)
}

fn add(db: &dyn Db, of: Derivable, item: ItemId, found: &mut DerivableImpls) -> Option<()> {
    let trait_item = of.item(db)?;
    let reference = TraitReference { item: trait_item, arguments: Arguments::NONE };
    let named = declared(db, item);
    let is_named = hir::resolve(db, item.module(db), Name::new(of.name())) == Some(Resolution::Item(trait_item));
    if item.kind(db) != ItemKind::Type || item.module(db).is_standard(db) || !is_named {
        return None;
    }
    let ty = named.ty();
    let is_there = candidates(db, trait_item, ty).next().is_some();
    let by_copying = of == Derivable::Clone && is_copy(db, ty);
    let is_hidden = holds_borrow(db, ty) && !is_trait_of_borrows(db, trait_item);
    if is_there || by_copying || is_hidden || !has_fitting_parts(db, reference, named) {
        return None;
    }
    for required in required_by(db, reference, ty) {
        if candidates(db, required.item, ty).next().is_none() {
            add(db, derivable(db, required.item)?, item, found)?;
        }
    }
    if !found.text.is_empty() {
        found.text.push('\n');
    }
    let parameters = parameters(db, reference, item);
    found.text.push_str(&format!("impl{parameters} {} for {}", of.name(), display(db, ty)));
    found.traits.push(of);
    Some(())
}

fn has_fitting_parts(db: &dyn Db, of: TraitReference, named: NamedType) -> bool {
    let definition = type_definition(db, named);
    match definition.kind {
        DefinitionKind::Union | DefinitionKind::Opaque | DefinitionKind::Counted => return false,
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View => {}
    }
    let mut parts = definition.parts().iter();
    !definition.poisoned
        && parts.all(|part| would_have(db, of, part.ty, named) && (!definition.packed || is_copy(db, part.ty)))
}

/// `[A: Order, B: ref + Show]`: the type's parameters as they are declared, each with the trait besides.
fn parameters(db: &dyn Db, of: TraitReference, item: ItemId) -> String {
    let own = own_parameters(db, item);
    if own.is_empty() {
        return String::new();
    }
    let each = own.iter().zip(&bounds(db, item).of_parameters).map(|(parameter, declared)| {
        let mut all = if parameter.allows_borrows { vec!["ref".to_owned()] } else { Vec::new() };
        all.extend(declared.iter().map(|bound| trait_text(db, *bound)));
        if !declared.contains(&of) {
            all.push(trait_text(db, of));
        }
        format!("{}: {}", parameter.name.text(), all.join(" + "))
    });
    format!("[{}]", each.collect::<Vec<_>>().join(", "))
}
