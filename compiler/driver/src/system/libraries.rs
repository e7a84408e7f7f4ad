//! The C libraries that are installed. It owns where they are and what they define, as far as advice about a missing symbol
//! needs it; it must not load any of them.

use std::path::{Path, PathBuf};

use object::{Object, ObjectSymbol};

/// Libraries of the system that C programs have to ask for, though their functions are declared beside the others.
const OF_THE_SYSTEM: [&str; 10] = ["m", "pthread", "dl", "rt", "util", "crypt", "resolv", "anl", "atomic", "stdc++"];

/// Programs load `libNAME.so.VERSION`; `libNAME.so` may be a text for the linker.
const VERSIONS: std::ops::RangeInclusive<u32> = 0..=9;

/// A library of the system that defines a symbol, as after `-l`.
pub(crate) fn with_symbol(symbol: &str, triple: &str) -> Option<&'static str> {
    let folders: Vec<PathBuf> = [
        format!("/usr/{triple}/lib"),
        format!("/usr/lib/{triple}"),
        format!("/lib/{triple}"),
        "/usr/lib64".to_owned(),
        "/usr/lib".to_owned(),
    ]
    .into_iter()
    .map(PathBuf::from)
    .collect();
    OF_THE_SYSTEM.into_iter().find(|name| {
        let files = folders.iter().flat_map(|folder| {
            let versions = VERSIONS.map(|version| folder.join(format!("lib{name}.so.{version}")));
            std::iter::once(folder.join(format!("lib{name}.so"))).chain(versions)
        });
        files.filter(|file| file.is_file()).any(|file| defines(&file, symbol))
    })
}

fn defines(library: &Path, symbol: &str) -> bool {
    let Ok(bytes) = std::fs::read(library) else {
        return false;
    };
    // A text for the linker is no library.
    let Ok(library) = object::File::parse(&*bytes) else {
        return false;
    };
    let mut symbols = library.dynamic_symbols();
    symbols.any(|known| known.is_definition() && known.name() == Ok(symbol))
}

#[cfg(test)]
mod tests {
    use super::with_symbol;

    #[test]
    fn mathematics_is_found_and_nonsense_is_not() {
        let triple = abi::Target::host().expect("tests run on a described target").to_string();
        assert_eq!(with_symbol("sqrt", &triple), Some("m"));
        assert_eq!(with_symbol("no_such_function_anywhere", &triple), None);
        assert_eq!(with_symbol("sqrt", "no-such-machine"), None);
    }
}
