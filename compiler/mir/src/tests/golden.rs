//! Modules as they were written by each version that is still read: one of a program and of random functions, with every
//! kind of table. The newest are pinned to what is written now (`UPDATE_GOLDEN=1` writes them, once, when a version is
//! raised); the others are never written again.

use std::fs;
use std::path::PathBuf;

use crate::binary;
use crate::module::Module;

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "src/tests/golden", name].iter().collect()
}

fn text(version: u32) -> String {
    fs::read_to_string(path(&format!("text_{version}.mir"))).expect("a text of each version is kept")
}

fn bytes(version: u32) -> Vec<u8> {
    fs::read(path(&format!("binary_{version}.lmir"))).expect("a module of each version is kept")
}

fn read(text: &str) -> Module {
    let module = crate::read(text).unwrap_or_else(|error| panic!("{error}"));
    super::assert_valid(&module, 0);
    module
}

/// The text of version 1 as it is to be in version 2, by its lines.
fn upgraded_by_hand() -> String {
    let line = |line: &str| match line.strip_prefix("  variable ") {
        Some(variable) => format!("  variable {}\n", variable.replacen(" !", " as !", 1)),
        None => format!("{}\n", line.replace(" version 1", " version 2")),
    };
    text(1).lines().map(line).collect()
}

#[test]
fn each_version_of_the_text_form_is_read() {
    let upgraded = crate::print(&read(&text(1)));
    assert!(upgraded.matches(" as !").count() > 20);
    assert_eq!(upgraded, upgraded_by_hand());
    // What is noted is new; all else is as it was.
    let newest = text(crate::text::VERSION);
    assert_eq!(crate::print(&read(&newest)), newest);
    let mut module = read(&newest);
    module.functions.iter_mut().for_each(|function| function.notes.clear());
    module.globals.iter_mut().for_each(|global| global.notes.clear());
    let nodes = |text: &str| text.lines().filter(|line| line.starts_with("metadata")).count();
    let without = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("metadata")).map(str::to_owned).collect()
    };
    assert!(nodes(&newest) > nodes(&upgraded));
    assert_eq!(without(&crate::print(&module)), without(&upgraded));
}

#[test]
fn each_version_of_the_binary_form_is_read() {
    for version in binary::OLDEST..=binary::VERSION {
        let module = binary::read(&bytes(version)).unwrap_or_else(|error| panic!("{version}: {error}"));
        super::assert_valid(&module, 0);
        // The text was printed of the same module.
        let of_text = if version == 11 { text(1) } else { text(2) };
        assert_eq!(crate::print(&module), crate::print(&read(&of_text)), "{version}");
    }
}

#[test]
fn the_newest_are_what_is_written_now() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let mut module = read(&text(1));
        let notes = ["measured in metres", "é \"quoted\"", "twice"].map(|text| module.debug_nodes().note(text, 12));
        for function in &mut module.functions {
            let variables = (0..function.variables.len()).step_by(2).map(|index| Some(crate::VariableId::new(index)));
            let about = [None].into_iter().chain(variables);
            function.notes =
                about.zip(notes.iter().cycle()).map(|(variable, node)| crate::Note { variable, node: *node }).collect();
        }
        for global in &mut module.globals {
            global.notes = notes.to_vec();
        }
        fs::write(path(&format!("text_{}.mir", crate::text::VERSION)), crate::print(&module)).expect("a written file");
        fs::write(path(&format!("binary_{}.lmir", binary::VERSION)), binary::write(&module)).expect("a written file");
    }
    // Tables that the text does not number come in another order, so that bytes are compared with bytes.
    let newest = bytes(binary::VERSION);
    assert_eq!(binary::write(&binary::read(&newest).expect("a module")), newest);
}

#[test]
fn damaged_modules_of_older_versions_never_panic() {
    let (mut refused, mut read) = (0, 0);
    for version in binary::OLDEST..=binary::VERSION {
        let whole = bytes(version);
        for seed in 0..2_000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut damaged = whole.clone();
            for _ in 0..random.usize(1..5) {
                let position = random.usize(8..damaged.len());
                damaged[position] = random.u8(..);
            }
            match binary::read(&damaged) {
                Ok(module) => {
                    read += 1;
                    let _ = crate::verify(&module);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100 && read > 100, "{refused} {read}");
}
