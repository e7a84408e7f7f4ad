//! Names followed through the imports of one module after the other, to what they mean. It owns the steps; it must not
//! know who asks. No query asks itself here: modules may import each other, and re-exports may even run in circles.
//!
//! Names that went through many modules are followed by long steps, each kept and made of two of half its length: when
//! each of `n` modules imports from the one before, all of them together take some `n log n` steps instead of `n²`.

use source::Db;

use crate::modules::joined;
use crate::scope::{Entry, module_scope};
use crate::{Module, Name, Resolution, find_module, imported_module};

/// So many steps are made one by one: nearly all names have fewer.
const FEW: u32 = 8;
/// A step of this length is longer than all imports that fit into memory: who is not at an end then runs in a circle.
const LONGEST: u32 = 26;

/// What becomes of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// It means this.
    Found(Resolution),
    /// A module or a name on the way is not there.
    Nowhere,
    /// It comes back to where it was.
    Circle,
}

/// Where a name is after some steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stand {
    /// The scope of this module is asked next for this name.
    At(Module, Name),
    End(End),
}

/// What a name of a module's scope means in the end.
pub(crate) fn follow(db: &dyn Db, module: Module, name: Name) -> End {
    let mut stand = few_steps(db, module, name);
    for length in 0..LONGEST {
        match stand {
            Stand::At(module, name) => stand = long_step(db, module, name, length),
            Stand::End(end) => return end,
        }
    }
    End::Circle
}

/// `FEW << length` steps.
#[salsa::tracked(returns(copy))]
fn long_step(db: &dyn Db, module: Module, name: Name, length: u32) -> Stand {
    let Some(half) = length.checked_sub(1) else {
        return few_steps(db, module, name);
    };
    match long_step(db, module, name, half) {
        Stand::At(module, name) => long_step(db, module, name, half),
        Stand::End(end) => Stand::End(end),
    }
}

fn few_steps(db: &dyn Db, module: Module, name: Name) -> Stand {
    let (mut module, mut name) = (module, name);
    for _ in 0..FEW {
        match step(db, module, name) {
            Stand::At(next, imported) => (module, name) = (next, imported),
            Stand::End(end) => return Stand::End(end),
        }
    }
    Stand::At(module, name)
}

fn step(db: &dyn Db, module: Module, name: Name) -> Stand {
    let scope = module_scope(db, module);
    let found = match scope.entry(name) {
        None => submodule(db, module, name).map(Resolution::Module),
        Some(Entry::Item { item, .. }) => Some(Resolution::Item(item)),
        Some(Entry::Import(place)) => {
            let import = &scope.imports[place as usize];
            match (imported_module(db, module.package(db), &import.path), import.name) {
                (Some(target), Some(imported)) => return Stand::At(target, imported),
                (target, None) => target.map(Resolution::Module),
                (None, Some(_)) => None,
            }
        }
    };
    Stand::End(found.map_or(End::Nowhere, End::Found))
}

/// The module below a module.
pub(crate) fn submodule(db: &dyn Db, module: Module, name: Name) -> Option<Module> {
    let path = module.path(db);
    let names = if path.is_empty() { vec![name] } else { vec![path, name] };
    find_module(db, module.package(db), &joined(&names))
}
