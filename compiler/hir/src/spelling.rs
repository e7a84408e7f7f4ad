//! Which names are spelled almost like another, for 'did you mean'. A question looks at a bounded number of names,
//! whatever their number: of many names those that share their beginning or their end with the wanted one, which a slip
//! of the finger leaves alone on one side. Owns the order of names by their spelling; must not know what they mean.

use rustc_hash::FxHashMap;
use source::{Db, Package};

use crate::scope::{CASES_EVERYWHERE, prelude_module};
use crate::{Module, Name, all_modules, module_scope};

/// Up to this many names are all looked at.
pub(crate) const FEW: usize = 256;
/// Of more, this many on each side of the wanted one, in the order of beginnings and in that of ends.
const NEIGHBOURS: usize = 48;

/// Names in the order of their spelling, capitals counted as small letters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Spellings {
    by_beginning: Vec<(String, Name)>,
    by_end: Vec<(String, Name)>,
}

impl Spellings {
    fn of(names: impl Iterator<Item = Name>) -> Spellings {
        let mut by_beginning: Vec<(String, Name)> = names.map(|name| (small(name), name)).collect();
        by_beginning.sort_unstable_by(|left, right| left.0.cmp(&right.0).then_with(|| left.1.compare_text(right.1)));
        by_beginning.dedup();
        let mut by_end = Vec::new();
        if by_beginning.len() > FEW {
            by_end = by_beginning.iter().map(|(text, name)| (backwards(text), *name)).collect();
            by_end.sort_unstable_by(|left, right| left.0.cmp(&right.0).then_with(|| left.1.compare_text(right.1)));
        }
        Spellings { by_beginning, by_end }
    }

    /// Names among which those spelled almost like `wanted` are.
    pub(crate) fn near(&self, wanted: Name) -> Vec<Name> {
        if self.by_beginning.len() <= FEW {
            return self.by_beginning.iter().map(|(_, name)| *name).collect();
        }
        let wanted = small(wanted);
        let mut near = neighbours(&self.by_beginning, &wanted);
        near.extend(neighbours(&self.by_end, &backwards(&wanted)));
        near
    }
}

fn neighbours(sorted: &[(String, Name)], wanted: &str) -> Vec<Name> {
    let at = sorted.partition_point(|(text, _)| text.as_str() < wanted);
    let range = at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS).min(sorted.len());
    sorted[range].iter().map(|(_, name)| *name).collect()
}

fn small(name: Name) -> String {
    name.text().to_ascii_lowercase()
}

fn backwards(text: &str) -> String {
    text.chars().rev().collect()
}

/// The names of a module's scope. A query, because many unknown names ask for it; it is asked for only where one is.
#[salsa::tracked]
fn scope_spellings(db: &dyn Db, module: Module) -> Spellings {
    Spellings::of(module_scope(db, module).names())
}

/// Names spelled almost like `wanted` that mean something in a module without an import: its own, those that it imports and
/// those that every module knows.
pub(crate) fn near_in_scope(db: &dyn Db, module: Module, wanted: Name) -> Vec<Name> {
    let mut near = scope_spellings(db, module).near(wanted);
    if let Some(prelude) = prelude_module(db) {
        near.extend(public_spellings(db, prelude).near(wanted));
        near.extend(CASES_EVERYWHERE.iter().map(|(case, _)| Name::new(case)));
    }
    near
}

/// The names of a module's scope that other modules may use.
#[salsa::tracked]
pub(crate) fn public_spellings(db: &dyn Db, module: Module) -> Spellings {
    Spellings::of(module_scope(db, module).public_names())
}

/// The paths of all modules, by package.
#[salsa::tracked]
pub(crate) fn module_spellings(db: &dyn Db) -> FxHashMap<Package, Spellings> {
    let mut paths: FxHashMap<Package, Vec<Name>> = FxHashMap::default();
    for module in all_modules(db) {
        paths.entry(module.package(db)).or_default().push(module.path(db));
    }
    let spelled = |(package, paths): (Package, Vec<Name>)| (package, Spellings::of(paths.into_iter()));
    paths.into_iter().map(spelled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_names_are_all_near() {
        let spellings = Spellings::of(["alpha", "beta"].map(Name::new).into_iter());
        assert_eq!(spellings.near(Name::new("zeta")).len(), 2);
    }

    #[test]
    fn of_many_names_those_with_one_slip_are_near_and_the_number_is_bounded() {
        let names: Vec<Name> = (0..20_000).map(|number| Name::new(&format!("function_{number}_end"))).collect();
        let spellings = Spellings::of(names.into_iter());
        for (wanted, right) in [
            ("function_777_edn", "function_777_end"),
            ("funtcion_777_end", "function_777_end"),
            ("Function_19999_end", "function_19999_end"),
        ] {
            let near = spellings.near(Name::new(wanted));
            assert!(near.len() <= 4 * NEIGHBOURS, "{}", near.len());
            assert!(near.contains(&Name::new(right)), "{wanted}");
        }
    }
}
