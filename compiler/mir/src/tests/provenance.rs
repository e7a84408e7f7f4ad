//! Modules that say where they stand: what is asked of them is what was asked of the text, whatever they went through.

use fastrand::Rng;

use crate::backend::{OneFile, Positions};
use crate::module::Module;
use crate::{KeptPositions, Linker, Strip, binary};

/// A text of lines of which some have characters of several bytes, as the chunks of `count` functions, and these functions with
/// sites all over them.
fn program(random: &mut Rng, count: usize) -> (String, Vec<u32>, Module) {
    let mut text = String::from("a comment\n");
    let mut begins = Vec::new();
    let mut module = String::from("module \"m\" version 2\n");
    for number in 0..count {
        // Some begin in the middle of a line.
        text += ["", "\n", "  "][random.usize(..3)];
        begins.push(text.len() as u32);
        let begin = text.len();
        for _ in 0..random.usize(1..40) {
            text.push(*random.choice(&['a', ' ', '\n', 'ä', '€', '😀', ';']).expect("one of them"));
        }
        module += &format!("function system_abi hidden @f{number}() : () {{\n");
        let offsets: Vec<usize> = (begin..text.len()).filter(|place| text.is_char_boundary(*place)).collect();
        for site in 0..random.usize(1..6) {
            let offset = offsets[random.usize(..offsets.len())] - begin;
            module += &format!("  site {site} place at {offset}\n");
        }
        module += "b0:\n  return\n}\n";
    }
    (text, begins, crate::read(&module).unwrap_or_else(|error| panic!("{error}")))
}

fn positions(text: &str, begins: &[u32]) -> OneFile {
    let mut positions = OneFile::new("ä.lang", "", text);
    for (number, begin) in begins.iter().enumerate() {
        positions.begin(format!("f{number}"), *begin);
    }
    positions
}

/// What is told of all sites.
fn told(module: &Module, positions: &dyn Positions) -> Vec<String> {
    let mut told = Vec::new();
    for function in &module.functions {
        let name = module.symbol_name(function.symbol);
        for site in &function.sites {
            let place = positions.position(name, site.offset);
            told.push(match place {
                Some(place) => format!("{name} {}:{}:{}", positions.file(place.file), place.line, place.column),
                None => format!("{name} nowhere"),
            });
        }
    }
    told
}

#[test]
fn positions_go_with_their_module() {
    let mut wide = 0;
    for seed in 0..200 {
        let mut random = Rng::with_seed(seed);
        let (text, begins, mut module) = program(&mut random, 5);
        let expected = told(&module, &positions(&text, &begins));
        assert!(expected.iter().all(|place| !place.contains("nowhere")));
        crate::keep_positions(&mut module, &positions(&text, &begins));
        wide += usize::from(crate::print(&module).contains("\"columns\""));
        let kept = |module: &Module| told(module, &KeptPositions::of(std::slice::from_ref(module)));
        assert_eq!(kept(&module), expected, "seed {seed}");
        let read = crate::read(&crate::print(&module)).expect("it was printed");
        assert_eq!(kept(&read), expected, "seed {seed}");
        let mut stripped = binary::read(&binary::write(&module)).expect("it was written");
        crate::strip(&mut stripped, Strip::EVERYTHING);
        assert_eq!(kept(&stripped), expected, "seed {seed}");
        // Each function in a module of its own, which says less of the text than all together.
        let mut linker = Linker::new();
        for function in &module.functions {
            let mut alone = crate::read(&crate::print(&read)).expect("it was printed");
            let name = module.symbol_name(function.symbol);
            alone.functions.retain(|other| alone.strings.text(alone.symbols.get(other.symbol).name) == name);
            linker.add_module(name, alone).expect("they define nothing in common");
        }
        assert_eq!(kept(&linker.all().expect("they fit")), expected, "seed {seed}");
    }
    assert!(wide > 50, "characters of several bytes are rare: {wide}");
}

#[test]
fn what_nobody_could_have_said_says_nothing() {
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let (text, begins, mut module) = program(&mut random, 3);
        crate::keep_positions(&mut module, &positions(&text, &begins));
        let mut printed: Vec<String> = crate::print(&module).lines().map(str::to_owned).collect();
        for line in &mut printed {
            if line.starts_with("metadata") && random.u8(..3) == 0 {
                let wrong = ["4294967295", "-1", "99999999999999", "\"x\"", "0"][random.usize(..5)];
                *line = line.replacen(", 1", &format!(", {wrong}"), 2);
            }
        }
        if let Ok(module) = crate::read(&(printed.join("\n") + "\n")) {
            // Whatever it says, nobody falls over it.
            assert!(!told(&module, &KeptPositions::of(std::slice::from_ref(&module))).is_empty());
        }
    }
}

#[test]
fn libraries_go_with_their_module() {
    let mut module = Module::new("m");
    crate::keep_libraries(&mut module, &["m".to_owned(), "sqlite3".to_owned()]);
    let mut other = Module::new("other");
    crate::keep_libraries(&mut other, &["m".to_owned(), "z".to_owned()]);
    crate::link(&mut module, other).expect("they define nothing");
    crate::strip(&mut module, Strip::EVERYTHING);
    assert_eq!(crate::libraries(&crate::read(&crate::print(&module)).expect("it was printed")), ["m", "sqlite3", "z"]);
}
