//! Modules of anybody joined: which definition stays, what is not read, what does not fit; `link` is the witness.

use expect_test::expect;
use fastrand::Rng;

use crate::function::Linkage;
use crate::module::Module;
use crate::{Linker, binary};

use super::assert_valid;
use super::random::random_module;

fn read(text: &str) -> Module {
    crate::read(text).unwrap_or_else(|error| panic!("{error}"))
}

/// All of some modules, each by its bytes.
fn linked(modules: &[(&str, Module)]) -> Result<Module, String> {
    let bytes: Vec<_> = modules.iter().map(|(name, module)| (name, binary::write(module))).collect();
    let mut linker = Linker::new();
    for (name, bytes) in &bytes {
        linker.add_bytes(name, bytes).map_err(|error| error.message)?;
    }
    linker.all().map_err(|error| error.message)
}

#[test]
fn it_makes_what_link_makes() {
    let (mut made, mut refused) = (0, 0);
    for seed in 0..400 {
        let (one, mut other) = (random_module(seed), random_module(seed + 1_000));
        if seed % 4 != 0 {
            // They define nothing in common; what they import and what their types are called, they do.
            let text = crate::print(&other).replace("@module.f", "@other.f").replace("@data", "@other.data");
            other = read(&text.replace("@\"table ", "@\"other ").replace("@\"needs ", "@\"wants "));
        }
        let mut expected = one.clone();
        let expected = crate::link(&mut expected, other.clone()).map(|()| expected);
        let mut linker = Linker::new();
        let found = linker.add_module("one", one.clone()).and_then(|()| linker.add_module("other", other.clone()));
        let found = found.and_then(|()| linker.all());
        let by_bytes = linked(&[("one", one), ("other", other)]);
        match (expected, found) {
            (Ok(expected), Ok(found)) => {
                made += 1;
                assert_valid(&found, seed);
                let found = crate::print(&found);
                assert!(found == crate::print(&expected), "seed {seed}");
                let by_bytes = by_bytes.expect("it was made of the modules");
                assert!(crate::print(&by_bytes) == found, "seed {seed}");
            }
            (Err(_), Err(error)) => {
                refused += 1;
                assert_eq!(by_bytes.unwrap_err(), error.message, "seed {seed}");
            }
            (Ok(_), Err(error)) => {
                refused += 1;
                assert!(error.message.contains("is not the same function everywhere"), "seed {seed}: {error}");
            }
            (Err(error), Ok(_)) => panic!("seed {seed}: only `link` says {error}"),
        }
    }
    assert!(made > 50 && refused > 50, "{made} {refused}");
}

/// A module in which `f` gives a number.
fn giving(linkage: &str, number: u32) -> Module {
    read(&format!(
        "module \"m{number}\"\nfunction system_abi {linkage} @f() : () -> i64 {{\nb0:\n  v0: i64 = constant {number}\n  \
         return v0\n}}\n"
    ))
}

#[test]
fn the_definition_that_says_most_stays_whichever_comes_first() {
    let mut lines = String::new();
    let linkages = ["export", "hidden", "merge", "available"];
    for first in linkages {
        for second in linkages {
            let said = |result: Result<Module, String>| match result {
                Ok(module) => {
                    let text = crate::print(&module);
                    assert_eq!(module.functions.len(), 1, "{text}");
                    if text.contains("constant 1") { "the first".to_owned() } else { "the second".to_owned() }
                }
                Err(message) => message,
            };
            let by_linker = said(linked(&[("one", giving(first, 1)), ("other", giving(second, 2))]));
            let mut whole = giving(first, 1);
            let result = crate::link(&mut whole, giving(second, 2)).map_err(|error| error.message);
            assert!(by_linker.starts_with(&said(result.map(|()| whole))), "{first} {second}: {by_linker}");
            lines += &format!("{first}, {second}: {by_linker}\n");
        }
    }
    expect![[r#"
        export, export: f is defined twice: in one and in other; leave one of them out
        export, hidden: f is defined twice: in one and in other; leave one of them out
        export, merge: the first
        export, available: the first
        hidden, export: f is defined twice: in one and in other; leave one of them out
        hidden, hidden: f is defined twice: in one and in other; leave one of them out
        hidden, merge: the first
        hidden, available: the first
        merge, export: the second
        merge, hidden: the second
        merge, merge: the first
        merge, available: the first
        available, export: the second
        available, hidden: the second
        available, merge: the second
        available, available: the first
    "#]]
    .assert_eq(&lines);
    // What is private is nobody else's.
    let both = linked(&[("one", giving("local", 1)), ("other", giving("export", 2))]).expect("they fit");
    assert!(crate::print(&both).contains("local @f.1()") && crate::print(&both).contains("export @f()"));
}

#[test]
fn a_function_and_data_are_not_one() {
    let data = read("module \"d\"\nglobal constant merge @f align 1 = \"x\"\n");
    for (first, second) in [(data.clone(), giving("export", 1)), (giving("merge", 1), data.clone())] {
        let message = linked(&[("one", first), ("other", second)]).unwrap_err();
        assert!(message.contains("f is a function in one of one and other, and data in the other"), "{message}");
    }
    let mut whole = giving("export", 1);
    assert!(crate::link(&mut whole, data).is_ok(), "equal ones are left out unseen where one front end made both");
}

#[test]
fn equal_types_under_one_name_become_one_behind_a_clash_too() {
    let with = |name: &str, ty: &str| {
        (name.to_owned(), read(&format!("module \"{name}\"\ntype %T = {ty}\nimport global @{name} : %T\n")))
    };
    let (narrow, wide) = ("struct 4 align 4 { i32 @0 }", "struct 8 align 8 { i64 @0 }");
    let parts = [with("a", narrow), with("b", wide), with("c", wide), with("d", narrow), with("e", "opaque")];
    let parts: Vec<(&str, Module)> = parts.iter().map(|(name, module)| (name.as_str(), module.clone())).collect();
    let whole = linked(&parts).expect("they fit");
    expect![[r#"
        module "a" version 2
        type %T = struct 4 align 4 { i32 @0 }
        type %T.1 = struct 8 align 8 { i64 @0 }
        import global @a : %T
        import global @b : %T.1
        import global @c : %T.1
        import global @d : %T
        import global @e : %T
    "#]]
    .assert_eq(&crate::print(&whole));
}

#[test]
fn signatures_that_pass_values_in_other_ways_are_told_with_both_tables() {
    let caller = |result: &str| {
        read(&format!(
            "module \"c\"\ntype %P = struct 16 align 8 {{ x: f64 @0, y: i64 @8 }}\nimport function @f : (i64, %P) -> {result}\n"
        ))
    };
    let definition = read(
        r#"module "d"
type %P = struct 16 align 8 { x: f64 @0, y: f64 @8 }
function system_abi export @f(v0: i64, s0) : (i64, %P) -> i64 {
  slot s0 16 align 8 parameter frame : %P
b0:
  return v0
}
"#,
    );
    let message = linked(&[("c.mir", caller("i64")), ("d.mir", definition.clone())]).unwrap_err();
    expect![[r#"
        f is not the same function everywhere, as on x86_64-linux-gnu; let both modules say the same of it
        in d.mir:
        value   type  bytes  where                   how            copies  clauses
        #0      i64   8      rdi                     in a register  -       §3.2.3
        #1      %P.1  16     xmm0[0..8] xmm1[8..16]  in registers   -       §3.2.3
        result  i64   8      rax                     in a register  -       §3.2.3
        in c.mir:
        value   type  bytes  where                  how            copies  clauses
        #0      i64   8      rdi                    in a register  -       §3.2.3
        #1      %P    16     xmm0[0..8] rsi[8..16]  in registers   -       §3.2.3
        result  i64   8      rax                    in a register  -       §3.2.3"#]]
    .assert_eq(&message);
    // The other way round it is the same.
    let again = linked(&[("d.mir", definition), ("c.mir", caller("i64"))]).unwrap_err();
    assert!(again.starts_with("f is not the same function everywhere"), "{again}");
    // Nobody here has it: the two cannot both be right.
    let message = linked(&[("one", caller("i64")), ("other", caller("f64"))]).unwrap_err();
    assert!(message.starts_with("f is not the same function everywhere"), "{message}");
    // A target is asked for itself, all others only where it is not known yet.
    let of = |ty: &str| read(&format!("module \"m\"\nimport function @g : ({ty})\n"));
    let message = linked(&[("one", of("i32")), ("other", of("u32"))]).unwrap_err();
    assert!(message.contains("extend") || message.contains("in one:"), "{message}");
    linked(&[("one", of("i64")), ("other", of("u64"))]).expect("a sign that nobody sees is no difference");
}

/// `main` calls `near`; nobody calls `far`, and its bytes are not those of a function.
fn with_a_damaged_function() -> Vec<u8> {
    let function =
        |name: &str, calls: &str| format!("function system_abi hidden @{name}() : () {{\nb0:\n{calls}  return\n}}\n");
    let text = function("main", "  call @near() : ()\n") + &function("near", "") + &function("far", "");
    let mut bytes = binary::write(&read(&format!("module \"m\"\n{text}")));
    let end = bytes.len();
    // The last function is the last thing there.
    bytes[end - 6..].fill(0xff);
    bytes
}

#[test]
fn what_nothing_leads_to_is_not_read() {
    let bytes = with_a_damaged_function();
    assert!(binary::read(&bytes).is_err());
    let linker = || {
        let mut linker = Linker::new();
        linker.add_bytes("m.mirb", &bytes).expect("its tables are whole");
        linker
    };
    let whole = linker().reachable_from(&["main"]).expect("nobody asks for the damaged one");
    assert_valid(&whole, 0);
    let names: Vec<&str> = whole.functions.iter().map(|function| whole.symbol_name(function.symbol)).collect();
    assert_eq!(names, ["main", "near"]);
    assert!(whole.functions.iter().all(|function| function.linkage == Linkage::Hidden));
    assert!(linker().all().unwrap_err().message.starts_with("m.mirb: the module is damaged"));
    assert_eq!(linker().reachable_from(&["nobody"]).unwrap_err().message, "no module defines nobody");
}

#[test]
fn damaged_modules_never_panic_in_the_linker() {
    let (mut refused, mut made) = (0, 0);
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let whole = binary::write(&random_module(seed));
        let other = giving("merge", 1);
        for _ in 0..60 {
            let mut bytes = whole.clone();
            for _ in 0..rng.usize(1..4) {
                let position = rng.usize(8..bytes.len());
                bytes[position] = if rng.bool() { rng.u8(..) } else { bytes[position] ^ (1 << rng.u8(..8)) };
            }
            let mut linker = Linker::new();
            let added = linker.add_bytes("one", &bytes).and_then(|()| linker.add_module("other", other.clone()));
            match added.and_then(|()| linker.all()) {
                Ok(module) => {
                    made += 1;
                    let _ = crate::verify(&module);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 100 && made > 100, "{refused} {made}");
}

/// The bound catches a search through all names that are taken, not a slow machine: that took five seconds.
#[test]
fn many_modules_with_private_names_and_types_of_one_name_are_joined_in_no_time() {
    let part = |number: u32| {
        let bytes = 8 * (number + 1);
        read(&format!(
            "module \"m{number}\"\ntype %T = struct {bytes} align 8 {{ [{} x i64] @0 }}\nimport global @g{number} : %T\n\
             function system_abi local @helper() : () {{\nb0:\n  return\n}}\n\
             function system_abi hidden @f{number}() : () {{\nb0:\n  call @helper() : ()\n  return\n}}\n",
            number + 1
        ))
    };
    let parts: Vec<Module> = (0..8_000).map(part).collect();
    let start = std::time::Instant::now();
    let mut linker = Linker::new();
    for (number, part) in parts.into_iter().enumerate() {
        linker.add_module(&format!("m{number}"), part).expect("private names are nobody else's");
    }
    let whole = linker.all().expect("they fit");
    let taken = start.elapsed();
    assert_eq!((whole.functions.len(), whole.types.len()), (16_000, 16_000));
    assert!(taken.as_secs() < 2, "{taken:?}");
}
