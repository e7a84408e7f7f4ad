//! Who owns what goes over the border between the language and its neighbours, in sentences: what a caller gives away, what
//! it gets, and how that ends. It owns these words and the search for the function that ends a value; it must not know how
//! any other language writes a comment.
//!
//! Nothing is made for the purpose: a function whose only parameter owns its value, and whose result holds nothing of it, ends
//! such a value (`extern fn user_end(_user: User) { }`). The first with nothing in its body is named, else the first without a
//! result, else the first. Where a library has none, and neither C's `free` nor the parts of the value end it, that is a warning with the line to write.

use ::types::{EnumForm, Ty};
use ::types::{TypeKind, display, is_counted, is_heap, needs_drop};
use hir::ItemId;
use source::Database;

/// How deep the parts of a value are looked at, and how many of them may need an end to be told one by one.
const DEPTH: usize = 4;
const PARTS: usize = 8;

/// The functions that end values.
pub(super) struct Owners<'db> {
    db: &'db Database,
    /// The type of what a function ends, and how it is called.
    ending: Vec<(Ty, String)>,
}

/// What nothing in the library ends.
pub(super) struct Endless {
    pub ty: String,
    pub function: String,
}

impl<'db> Owners<'db> {
    /// Of these functions, with their names, those that end a value.
    pub(super) fn new<'a>(db: &'db Database, functions: impl Iterator<Item = (ItemId, &'a str)>) -> Owners<'db> {
        let (mut empty, mut silent, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (item, name) in functions {
            let signature = ::types::signature(db, item);
            let [only] = &signature.parameters[..] else { continue };
            let result = signature.result;
            if !needs_drop(db, only.ty) || needs_drop(db, result) || ::types::holds_borrow(db, result) {
                continue;
            }
            // The block alone: nothing is done but to end what came.
            let does_nothing = hir::body(db, item).expressions().count() == 1;
            let kind = match (result == Ty::UNIT, does_nothing) {
                (true, true) => &mut empty,
                (true, false) => &mut silent,
                (false, _) => &mut others,
            };
            kind.push((only.ty, name.to_string()));
        }
        Owners { db, ending: [empty, silent, others].concat() }
    }

    /// What is said of a function; `parameters` are the names they have there.
    pub(super) fn of(&self, item: ItemId, name: &str, parameters: &[String]) -> (Vec<String>, Vec<Endless>) {
        let signature = ::types::signature(self.db, item);
        let (mut said, mut endless) = (Vec::new(), Vec::new());
        for (parameter, name) in signature.parameters.iter().zip(parameters) {
            if needs_drop(self.db, parameter.ty) {
                said.push(format!("Takes `{name}` over: the caller neither uses nor ends it afterwards."));
            }
        }
        let result = signature.result;
        if needs_drop(self.db, result) {
            match self.end(result, "it", DEPTH) {
                Some(how) => said.push(format!("The caller owns the result: {how}.")),
                None => {
                    said.push("The caller owns the result, and nothing in this library ends it.".to_string());
                    endless.push(Endless { ty: display(self.db, result), function: name.to_string() });
                }
            }
        } else if ::types::holds_borrow(self.db, result) {
            said.push("The result is lent: nobody ends it, and it holds as long as what it leads to.".to_string());
        }
        (said, endless)
    }

    /// How a value ends that is called so, if it can: in words.
    fn end(&self, ty: Ty, what: &str, depth: usize) -> Option<String> {
        if let Some((_, name)) = self.ending.iter().find(|(known, _)| *known == ty) {
            return Some(format!("`{name}` ends {what}"));
        }
        let depth = depth.checked_sub(1)?;
        match ty.kind() {
            TypeKind::Closure(..) => Some(format!(
                "{what} ends by a call of the function whose address lies at its `environment`, with the `environment`, if neither is null"
            )),
            TypeKind::Dyn(..) => Some(format!("a call of `drop` in its `table`, with its `object`, ends {what}")),
            TypeKind::Tuple(elements) => {
                let elements = elements.types();
                let parts = elements.iter().enumerate().map(|(at, ty)| (format!("`item{at}`"), *ty));
                self.end_parts(parts, depth)
            }
            TypeKind::Array(element, _) => {
                self.end(element, "each", depth).map(|how| format!("of its `elements` {how}"))
            }
            TypeKind::Named(named) => {
                // What is counted may have other owners, and what has `Drop` is more than its parts.
                if is_counted(self.db, ty) || ::types::has_destructor(self.db, named.item) {
                    return None;
                }
                let definition = ::types::type_definition(self.db, named);
                if is_heap(self.db, ty) {
                    let is_bare = !::types::fields_need_drop(self.db, named);
                    return is_bare.then(|| format!("C's `free` ends {what}"));
                }
                if let Some(enumeration) = &definition.enumeration {
                    if let EnumForm::Nullable { .. } = enumeration.form {
                        let inner = enumeration.payloads.first()?.ty;
                        return self.end(inner, what, depth).map(|how| format!("{how}, unless that is null"));
                    }
                    let cases = (0..).zip(&enumeration.cases).flat_map(|(at, case)| {
                        let parts = enumeration.payload(at).iter().enumerate();
                        parts.map(move |(number, part)| {
                            let name = if part.name.is_empty() {
                                format!("item{number}")
                            } else {
                                part.name.text().to_string()
                            };
                            (format!("`as.{}.{name}` (if that is the case)", case.name.text()), part.ty)
                        })
                    });
                    return self.end_parts(cases, depth);
                }
                // What lies behind the elements of the library's own containers only the library knows.
                if definition.fields.iter().any(|field| !field.public) {
                    return None;
                }
                let fields = definition.fields.iter().map(|field| (format!("`{}`", field.name.text()), field.ty));
                self.end_parts(fields, depth)
            }
            TypeKind::String
            | TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Pointer(_)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::Slice(_)
            | TypeKind::ExternFunction(..)
            | TypeKind::Variable(_)
            | TypeKind::Parameter(..)
            | TypeKind::Object(_) => None,
        }
    }

    /// How all parts end that must.
    fn end_parts(&self, parts: impl Iterator<Item = (String, Ty)>, depth: usize) -> Option<String> {
        let mut said = Vec::new();
        for (name, ty) in parts.filter(|(_, ty)| needs_drop(self.db, *ty)) {
            if said.len() == PARTS {
                return None;
            }
            said.push(self.end(ty, &format!("its {name}"), depth)?);
        }
        (!said.is_empty()).then(|| said.join("; "))
    }
}
