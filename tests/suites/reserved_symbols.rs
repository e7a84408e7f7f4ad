//! The list of symbols that programs may not define, against what relies on symbols in fact: objects of both code
//! generators, the runtime, LLVM's own tables, and the page that users read.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use hir::reserved_symbols::{Owner, all, owner};
use object::{Object, ObjectSymbol};
use syntax::view::{Attribute, ExternItem, Item, Token};
use tests::{corpus, finish, has_llvm, lang_command, root};

fn is_reserved(symbol: &str) -> bool {
    symbol.starts_with('_') || symbol.starts_with("std.") || owner(symbol).is_some()
}

#[test]
fn the_reference_lists_what_the_standard_does_not() {
    let page = std::fs::read_to_string(root().join("LANGUAGE.md")).expect("the reference is there");
    let (_, behind) = page.split_once("```reserved\n").expect("the reference has the list");
    let (list, _) = behind.split_once("```").expect("the list ends");
    let written: BTreeSet<&str> = list.split_whitespace().collect();
    let known: BTreeSet<&str> = all().filter(|(_, owner)| *owner != Owner::StandardC).map(|(name, _)| name).collect();
    assert_eq!(written, known);
}

/// What the standard library declares of C: a program that defined it would be called in its place.
#[test]
fn what_the_library_declares_is_reserved() {
    let mut undeclared = BTreeSet::new();
    let mut seen = HashSet::new();
    for (module, text) in project::standard_library::MODULES {
        for symbol in symbols_of_c(&syntax::parse(text)) {
            if !is_reserved(&symbol) {
                undeclared.insert(format!("{symbol} of std.{module}"));
            }
            seen.insert(symbol);
        }
    }
    assert!(undeclared.is_empty(), "not in hir's reserved_symbols.rs: {undeclared:#?}");
    for expected in ["memcpy", "pthread_create", "stdout", "accept4", "__errno_location"] {
        assert!(seen.contains(expected), "{expected} was not found");
    }
}

/// The symbols of functions and globals in `extern { … }`.
fn symbols_of_c(parse: &syntax::Parse) -> Vec<String> {
    let blocks = parse.file().items().filter_map(|item| match item {
        Item::ExternBlock(block) => Some(block),
        _ => None,
    });
    let items = blocks.flat_map(|block| block.items().collect::<Vec<_>>());
    items
        .filter_map(|item| match item {
            ExternItem::Function(function) => symbol(function.name(), function.attributes()),
            ExternItem::Variable(variable) => symbol(variable.name(), variable.attributes()),
            ExternItem::Type(_) => None,
        })
        .collect()
}

/// The name in `@[name("…")]`, else the item's; none for what the compiler translates by itself.
fn symbol<'tree>(name: Option<Token<'tree>>, attributes: impl Iterator<Item = Attribute<'tree>>) -> Option<String> {
    let mut symbol = name?.text().to_owned();
    for attribute in attributes {
        let value = attribute.arguments().find_map(|argument| argument.value());
        match (attribute.name()?.text(), value) {
            ("intrinsic", _) => return None,
            ("name", Some(written)) => symbol = written.text().trim_matches('"').to_owned(),
            _ => {}
        }
    }
    Some(symbol)
}

/// Every symbol that an object of the corpus leaves open is one that its program declares, or reserved.
#[test]
fn objects_refer_to_nothing_else() {
    let levels: &[&[&str]] =
        if has_llvm() { &[&["--backend", "cranelift"], &["--release"]] } else { &[&["--backend", "cranelift"]] };
    let programs = corpus::programs();
    let undeclared = std::sync::Mutex::new(BTreeSet::new());
    let seen = std::sync::Mutex::new(HashSet::new());
    tests::for_each(&programs, |program| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let declared = declared_by(&program.path);
        for level in levels {
            for symbol in undefined(&program.path, level, folder.path()) {
                if !is_reserved(&symbol) && !declared.contains(&symbol) {
                    let line = format!("{symbol} of {} {level:?}", program.name);
                    undeclared.lock().expect("nobody panics").insert(line);
                }
                seen.lock().expect("nobody panics").insert(symbol);
            }
        }
    });
    let undeclared = undeclared.into_inner().expect("nobody panics");
    assert!(undeclared.is_empty(), "not in hir's reserved_symbols.rs: {undeclared:#?}");
    let seen = seen.into_inner().expect("nobody panics");
    for expected in ["malloc", "memcpy", "memset", "fmod", "__udivti3", "fprintf"] {
        assert!(seen.contains(expected), "no program of the corpus calls {expected}");
    }
}

/// The words of a program's texts: whatever it declares is among them.
fn declared_by(program: &Path) -> HashSet<String> {
    let mut files = vec![program.to_path_buf()];
    let mut words = HashSet::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the folder can be read");
            files.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|ending| ending == "lang") {
            let text = corpus::read(&path);
            let blocks = text.split("extern {").skip(1).filter_map(|rest| rest.split("\n}").next());
            for block in blocks {
                let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
                words.extend(block.split(|letter| !is_word(letter)).map(str::to_owned));
            }
        }
    }
    words
}

fn undefined(program: &Path, level: &[&str], folder: &Path) -> Vec<String> {
    let output = folder.join("program.o");
    let mut command = lang_command(folder);
    command.args(["build", "--no-cache", "--emit", "obj", "-o"]).arg(&output);
    command.args(level).arg(program);
    let ended = finish(command).expect("lang ends");
    assert!(ended.status.success(), "{}: {}", program.display(), String::from_utf8_lossy(&ended.stderr));
    let bytes = std::fs::read(&output).expect("the object is there");
    let object = object::File::parse(&*bytes).expect("it is an object");
    let symbols = object.symbols().filter(|symbol| symbol.is_undefined());
    symbols.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).filter(|name| !name.is_empty()).collect()
}

/// LLVM assumes by its name alone what a function does, and calls some without being asked. Its tables are in its headers.
#[test]
fn what_llvm_knows_by_name_is_reserved() {
    let Some(folder) = llvm_headers() else {
        println!("skipped: LLVM's headers are not installed");
        return;
    };
    // Of other systems, and of libraries that a program must ask for.
    let elsewhere = ["amd_", "armpl_", "objc_", "emscripten_", "hexagon_", "Sleef_", "_simd_"];
    let mut seen = 0;
    for table in ["Analysis/TargetLibraryInfo.inc", "IR/RuntimeLibcalls.inc"] {
        let text = std::fs::read_to_string(folder.join("llvm").join(table)).expect("the header is there");
        for line in text.lines() {
            let Some(name) = line.trim().strip_prefix('"').and_then(|rest| rest.split("\\0\"").next()) else {
                continue;
            };
            // What begins with `#` is for a system without a C library.
            let name = name.trim_start_matches('#');
            let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let is_of_accelerate = name.starts_with('v') && name.ends_with('f') && owner(&name[1..]).is_some();
            let is_quadruple = name.ends_with("f128");
            if is_name && !is_of_accelerate && !is_quadruple && !elsewhere.iter().any(|prefix| name.starts_with(prefix))
            {
                assert!(is_reserved(name), "{name} of {table} is not in hir's reserved_symbols.rs");
                seen += 1;
            }
        }
    }
    assert!(seen > 400, "only {seen} names were found: the tables are written in another way");
}

fn llvm_headers() -> Option<PathBuf> {
    let output = Command::new("llvm-config-22").arg("--includedir").output().ok()?;
    let folder = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    folder.join("llvm/Analysis/TargetLibraryInfo.inc").is_file().then_some(folder)
}
