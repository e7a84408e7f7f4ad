//! Headers of Debian's `-dev` packages, and Windows' own of mingw, as `lang` reads them with clang's library, beside clang-22
//! itself: each function's line in LLVM's language, each record's layout, as the suite `c_headers` has it. The packages are
//! downloaded and unpacked, not installed, and kept between runs. A sample by seed; `C_PACKAGES=all` takes every one.
//!
//! That it would notice is tested where the comparison is, in `c_headers`.

#[path = "c_headers/comparison.rs"]
mod comparison;
#[path = "c_packages/list.rs"]
mod list;
#[path = "c_headers/witness.rs"]
mod witness;

use std::collections::BTreeSet;

use tests::debian;

use comparison::{Text, reader};
use list::{PACKAGES, Package};
use witness::Witness;

/// So many packages are read; `C_PACKAGES=all` takes every one.
const SAMPLE: usize = 6;
/// Of a hundred declarations so many may be refused, in all packages.
const MOST_REFUSED: f64 = 1.0;

/// What is read of a package, once it and what it needs are there.
fn text(package: &Package) -> Option<Text> {
    let mut options = Vec::new();
    for (place, name) in std::iter::once(&package.name).chain(package.needs).enumerate() {
        let folder = debian::unpacked(&[name])?;
        // Its own are looked at first.
        let own = if place == 0 { package.folders } else { &[] };
        for below in own.iter().copied().chain(list::shared_folders(name).iter().copied()) {
            options.extend(["-isystem".to_string(), folder.join(below).to_string_lossy().into_owned()]);
        }
    }
    let mut text = package.before.to_string();
    text.extend(package.headers.iter().map(|header| format!("#include <{header}>\n")));
    Some(Text { options, ..Text::new(package.name, text) })
}

#[test]
fn headers_of_packages_are_what_clang_says() {
    let (Some(reader), Some(witness)) = (reader(), Witness::find()) else { return };
    let mut packages: Vec<&Package> = PACKAGES.iter().collect();
    tests::sample("C_PACKAGES", &mut packages, SAMPLE);
    let mut work = Vec::new();
    for package in &packages {
        let Some(_) = text(package) else { return };
        for target in package.targets {
            work.extend(text(package).map(|text| (*target, text)));
        }
    }
    let found = comparison::all(&reader, &witness, &work);
    found.print();
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert!(found.absent.is_empty(), "headers are not where the list says: {:?}", found.absent);
    assert_eq!(found.files, work.len());
    if packages.len() == PACKAGES.len() {
        for (target, count) in &found.counts {
            let refused: usize = count.refused.values().map(BTreeSet::len).sum();
            let agreed = count.functions + count.callbacks + count.records + count.globals;
            let share = 100.0 * refused as f64 / (agreed + refused) as f64;
            println!("{target}: {share:.2} % are refused");
            assert!(share < MOST_REFUSED, "{target}");
        }
    }
}
