//! Headers of Debian's `-dev` packages, and Windows' own of mingw, as `lang` reads them with clang's library, beside clang-22
//! itself: each function's line in LLVM's language, each record's layout, as the suite `c_headers` has it. The packages are
//! downloaded and unpacked, not installed, and kept between runs. A sample by seed; `C_PACKAGES=all` takes every one.
//!
//! That it would notice is tested where the comparison is, in `c_headers`.

#[path = "c_headers/agreement.rs"]
mod agreement;
#[path = "c_headers/comparison.rs"]
mod comparison;
#[path = "c_packages/list.rs"]
mod list;
#[path = "c_headers/witness.rs"]
mod witness;

use std::collections::BTreeSet;
use std::sync::Mutex;

use abi::Target;
use tests::debian;

use agreement::{Text, reader};
use list::{PACKAGES, Package};
use witness::Witness;

/// The machine that the packages are for.
const HOST: Target = Target::X86_64_LINUX;
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

/// The modules that `lang bind` writes are programs, in the one style.
#[test]
fn packages_are_bound() {
    let (Some(_), Some(_)) = (reader(), Witness::find()) else { return };
    let mut packages: Vec<&Package> = PACKAGES.iter().filter(|package| package.targets.contains(&HOST)).collect();
    tests::sample("C_PACKAGES", &mut packages, SAMPLE);
    let texts: Option<Vec<(&Package, Text)>> =
        packages.iter().map(|package| Some((*package, text(package)?))).collect();
    let Some(texts) = texts else { return };
    let wrong = Mutex::new(Vec::new());
    tests::for_each(&texts, |(package, text)| {
        let folder = tempfile::tempdir().expect("there is room");
        let done = |words: &[&str]| {
            let mut command = tests::lang_command(folder.path());
            let output = tests::finish({
                command.current_dir(folder.path()).args(words);
                command
            });
            let output = output.expect("it ends");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if !output.status.success() || said.contains("warning") {
                let said: String = said.lines().take(20).map(|line| format!("  {line}\n")).collect();
                wrong.lock().expect("no thread panicked").push(format!("{}: {}\n{said}", package.name, words[0]));
            }
        };
        // What stands before the headers is told to clang.
        let before = package.before.trim_end();
        let option = match before.split_once(' ') {
            Some(("#define", defined)) => format!("-D{}", defined.replacen(' ', "=", 1)),
            Some((_, included)) => format!("-include{}", included.trim_matches(['<', '>'])),
            None => "-DNOTHING".to_string(),
        };
        let mut words = vec!["bind", "-o", "bound.lang"];
        words.extend(package.headers.iter().copied());
        words.extend(["--", &option]);
        words.extend(text.options.iter().map(String::as_str));
        done(&words);
        done(&["check", "bound.lang"]);
        // What C's header says of each is what stands there.
        let mut words = vec!["check", "--headers", "bound.lang"];
        words.extend(package.headers.iter().flat_map(|header| ["--header", *header]));
        // Which `lang bind` is not told either: structures of ncurses depend on it.
        words.extend(["--", &option, "-U_GNU_SOURCE"]);
        words.extend(text.options.iter().map(String::as_str));
        done(&words);
        done(&["fmt", "--check", "bound.lang"]);
    });
    let wrong = wrong.into_inner().expect("no thread panicked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn headers_of_packages_are_what_clang_says() {
    let (Some(reader), Some(witness)) = (reader(), Witness::find()) else { return };
    let mut packages: Vec<&Package> = PACKAGES.iter().collect();
    tests::sample("C_PACKAGES", &mut packages, SAMPLE);
    let mut work = Vec::new();
    for package in &packages {
        let Some(text) = text(package) else { return };
        work.extend(package.targets.iter().map(|target| (*target, text.clone())));
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
