//! What a page of reference says about an item: where its bytes lie and how it is called, on several targets. Of what has type parameters it shows one instance, named as such. It must not know pages.

use abi::Target;
use abi::report::Report;
use hir::ItemId;
use source::Db;
use types::{Arguments, Substitution, Ty};

use crate::hover::shape_of_call;
use crate::passing::labels;
use crate::picture::{TypeLayout, layouts_of_type};

/// The memory of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeFacts {
    /// The type, or the instance that stands for all: `Array[i64]`.
    pub of: String,
    /// Whether it is one instance of many.
    pub is_instance: bool,
    /// The value, and what its words lead to.
    pub layouts: Vec<TypeLayout>,
}

/// How a function is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallFacts {
    /// The type arguments of the instance that stands for all, as they are written: `T = i64`; empty of what has no type
    /// parameters.
    pub arguments: Vec<(String, String)>,
    /// Where each value travels, by target; of a target whose convention does not cover it, why.
    pub on: Vec<(String, Result<Report, String>)>,
}

/// Where the bytes of a `type` item lie; nothing of what has errors or no instance to show.
pub fn type_facts(db: &dyn Db, item: ItemId, targets: &[Target]) -> Option<TypeFacts> {
    let arguments = example_arguments(db, item)?;
    let is_instance = !arguments.is_empty();
    let ty = match item.kind(db) {
        hir::ItemKind::Type => Ty::instance(item, &arguments.types()),
        _ => types::item_type(db, item).ok()?,
    };
    let layouts = layouts_of_type(db, ty, targets);
    (!layouts.is_empty()).then(|| TypeFacts { of: types::display(db, ty), is_instance, layouts })
}

/// How a function is called; nothing of what has errors, no code or no instance to show.
pub fn call_facts(db: &dyn Db, item: ItemId, targets: &[Target]) -> Option<CallFacts> {
    let arguments = example_arguments(db, item)?;
    let shape = shape_of_call(db, item, arguments)?;
    let named = shape.parameters.iter().map(|parameter| (parameter.name.as_str(), parameter.ty));
    let (labels, result) = labels(db, named, shape.result);
    let on = shape.on_all(targets).into_iter().map(|on| {
        let report = on.abi.as_ref().map(|abi| abi::report::report(&on.target, abi, &labels, &result));
        (on.target.to_string(), report.map_err(|refused| refused.to_string()))
    });
    Some(CallFacts { arguments: named_arguments(db, item, arguments), on: on.collect() })
}

/// The names of the type parameters, those of what an item stands in first, with what stands for them.
fn named_arguments(db: &dyn Db, item: ItemId, arguments: Arguments) -> Vec<(String, String)> {
    let outer = item.parent_item(db).map_or(&[][..], |parent| types::own_parameters(db, parent));
    let names = outer.iter().chain(types::own_parameters(db, item)).map(|parameter| parameter.name.text().to_string());
    names.zip(arguments.types().iter().map(|ty| types::display(db, *ty))).collect()
}

/// Types that stand for type parameters: one word, and then what has traits that numbers have not.
const EXAMPLES: [Ty; 3] = [Ty::I64, Ty::STRING, Ty::F64];

/// Type arguments for an instance that stands for all; none for what needs none, nothing if no such instance is found.
fn example_arguments(db: &dyn Db, item: ItemId) -> Option<Arguments> {
    let holder = item.parent_item(db);
    if holder.is_some_and(|holder| holder.kind(db) == hir::ItemKind::Trait) {
        return None;
    }
    let holders = [holder, Some(item)];
    let count = types::argument_count(db, item);
    if count == 0 {
        return Some(Arguments::NONE);
    }
    EXAMPLES.into_iter().find_map(|example| {
        let arguments = Arguments::new(&vec![example; count]);
        let with = Substitution::of_function(db, item, arguments);
        let mut bounds = holders
            .into_iter()
            .flatten()
            .flat_map(|holder| types::declared_bounds(db, holder).of_parameters.iter().flatten());
        let fits = bounds.all(|of| {
            let needed = types::TraitReference { item: of.item, arguments: with.arguments(of.arguments) };
            types::has_trait(db, needed, example)
        });
        fits.then_some(arguments)
    })
}

#[cfg(test)]
mod tests {
    use hir::Name;
    use source::Database;

    use super::*;

    fn item(db: &Database, name: &str) -> ItemId {
        let mut own = hir::all_items(db).filter(|item| !item.module(db).is_standard(db));
        let found = own.find(|item| item.name(db) == Name::new(name));
        found.expect("the program has the item")
    }

    #[test]
    fn instances_stand_for_what_has_type_parameters() {
        let db = Database::new();
        let text = "type inline Pair[A, B] { let @first: A  let @second: B\n  fn swapped -> Pair[B, A] { panic(\"\") } }\n\
                    trait Odd { fn odd }\nfn keep[T: Odd](value: T) -> T { value }\nfn add(a: i32, b: f64) -> f64 { b }\n";
        let package = fixtures::package(&db, "main", &[("", text)], &[]);
        let standard = fixtures::package(&db, "std", fixtures::STANDARD, &[]);
        fixtures::program(&db, vec![standard, package]);
        let targets = [Target::parse("x86_64-linux-gnu").expect("it is known")];
        let pair = type_facts(&db, item(&db, "Pair"), &targets).expect("it has a layout");
        assert_eq!((pair.of.as_str(), pair.is_instance, pair.layouts[0].size), ("Pair[i64, i64]", true, 16));
        let swapped = call_facts(&db, item(&db, "swapped"), &targets).expect("it has an instance");
        let names = [("A", "i64"), ("B", "i64")].map(|(name, ty)| (name.to_string(), ty.to_string()));
        assert_eq!(swapped.arguments, names);
        assert_eq!(call_facts(&db, item(&db, "keep"), &targets), None, "no type that is tried has the trait");
        let add = call_facts(&db, item(&db, "add"), &targets).expect("it is called");
        let report = add.on[0].1.as_ref().expect("the convention is described");
        let places: Vec<String> = report.params.iter().map(|value| value.places_text()).collect();
        assert_eq!((add.arguments.len(), places), (0, vec!["rdi".to_string(), "xmm0".to_string()]));
    }
}
