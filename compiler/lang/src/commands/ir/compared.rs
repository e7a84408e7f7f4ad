//! In what two modules differ. Owns the list by symbols; what counts of a function, fingerprints know. Must not know files.

use std::collections::BTreeMap;
use std::fmt;

use mir::{Declaration, Fingerprint, Fingerprinter, Module, Options};
use source::printable;

/// A symbol that is not the same in both.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    symbol: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    OnlyLeft,
    OnlyRight,
    Other,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, what) = match self.kind {
            Kind::OnlyLeft => ('-', "only on the left"),
            Kind::OnlyRight => ('+', "only on the right"),
            Kind::Other => ('~', "not the same"),
        };
        write!(formatter, "{sign} {}: {what}", printable::line(&self.symbol))
    }
}

/// All of them, by symbol. Names that change nothing do not count, nor does any number.
pub fn differences(left: Module, right: Module) -> Vec<Difference> {
    let (left, mut right) = (contents(left), contents(right));
    let mut found = Vec::new();
    for (symbol, contents) in left {
        let kind = match right.remove(&symbol) {
            None => Kind::OnlyLeft,
            Some(other) if other != contents => Kind::Other,
            Some(_) => continue,
        };
        found.push(Difference { symbol, kind });
    }
    found.extend(right.into_keys().map(|symbol| Difference { symbol, kind: Kind::OnlyRight }));
    found.sort_by(|left, right| left.symbol.cmp(&right.symbol));
    found
}

/// What each symbol stands for; nothing of those that are only named.
fn contents(mut module: Module) -> BTreeMap<String, Option<Fingerprint>> {
    mir::strip(&mut module, mir::Strip::EVERYTHING);
    let target = module.target.unwrap_or(abi::Target::X86_64_LINUX);
    let mut parts = Fingerprinter::new(&module, &target, &Options::default(), "");
    let mut contents = BTreeMap::new();
    for (_, symbol) in module.symbols.iter() {
        match symbol.declaration {
            Declaration::ImportedFunction(_) | Declaration::ImportedGlobal(_) => {
                contents.insert(module.strings.text(symbol.name).to_owned(), None);
            }
            Declaration::Undeclared | Declaration::Function | Declaration::Global => {}
        }
    }
    for function in &module.functions {
        contents.insert(module.symbol_name(function.symbol).to_owned(), Some(parts.function(function)));
    }
    for global in &module.globals {
        contents.insert(module.symbol_name(global.symbol).to_owned(), Some(parts.global(global)));
    }
    contents
}
