//! Output files: whole or not at all, only where they are wanted, the same bytes each time.

use std::process::Command;

use crate::support::{Folder, ended};

const PROGRAM: &str = "fn main() {\n  println(\"Hello\")\n}\n";

#[test]
fn an_executable_and_nothing_else() {
    let folder = Folder::new(&[("hello.lang", PROGRAM)]);
    folder.lang(&["build", "hello.lang"]).exit(0);
    assert_eq!(folder.names(), ["hello", "hello.lang"]);
    let run = ended(Command::new(folder.path("hello")).output().expect("it starts"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "Hello\n"));
    folder.lang(&["build", "hello.lang", "-o", "other"]).exit(0);
    folder.lang(&["build", "hello.lang", "--emit", "obj"]).exit(0);
    assert_eq!(folder.names(), ["hello", "hello.lang", "hello.o", "other"]);
    assert_eq!(folder.read("hello"), folder.read("other"));
}

#[test]
fn errors_leave_the_old_output() {
    let folder = Folder::new(&[("wrong.lang", "fn main() { missing }\n"), ("wrong", "old")]);
    folder.lang(&["build", "wrong.lang"]).exit(1);
    let undefined = "extern { fn no_such_function() }\nfn main() { unsafe { no_such_function() } }\n";
    folder.write("wrong.lang", undefined.as_bytes());
    folder.lang(&["build", "wrong.lang"]).exit(1).says("error[E0627]").says("no_such_function");
    assert_eq!(folder.read("wrong"), b"old");
    assert_eq!(folder.names(), ["wrong", "wrong.lang"]);
}

#[test]
fn unwritable_outputs() {
    let folder = Folder::new(&[("hello.lang", PROGRAM), ("taken/file", "")]);
    for emit in ["exe", "obj", "mir"] {
        let build = |output: &str| folder.lang(&["build", "hello.lang", "--emit", emit, "-o", output]);
        build("taken").exit(1).says("error[E0623]: cannot write taken: it is a folder");
        build("nowhere/hello").exit(1).says("error[E0623]: cannot write nowhere/hello: no such file or directory");
    }
    folder.lang(&["build", "hello.lang", "-o", "-"]).exit(2).says("standard output");
    folder.lang(&["build", "hello.lang", "--emit", "obj", "-o", "/dev/null"]).exit(0);
    folder.lang(&["build", "hello.lang", "--emit", "obj", "-o", "/dev/full"]).exit(1).says("no space left on device");
    assert_eq!(folder.names(), ["hello.lang", "taken"]);
}

/// A limit on the size of files refuses a write in the middle, as a full disk does.
#[test]
fn a_full_disk_leaves_the_old_output() {
    let folder = Folder::new(&[("hello.lang", PROGRAM), ("hello", "old"), ("hello.o", "old")]);
    for emit in ["exe", "obj"] {
        let mut command = folder.command("sh");
        command
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f 1; exec \"$@\"",
                "sh",
                env!("CARGO_BIN_EXE_lang"),
                "build",
                "hello.lang",
            ])
            .args(["--emit", emit]);
        ended(command.output().expect("a shell")).exit(1).says("error[E06");
    }
    assert_eq!((folder.read("hello"), folder.read("hello.o")), (b"old".to_vec(), b"old".to_vec()));
    assert_eq!(folder.names(), ["hello", "hello.lang", "hello.o"]);
}

#[test]
fn a_missing_linker_is_told() {
    let folder = Folder::new(&[("hello.lang", PROGRAM)]);
    let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
    command.args(["build", "hello.lang"]).env("CC", "no-such-compiler");
    ended(command.output().expect("lang starts")).exit(1).says("error[E0622]").says("no-such-compiler");
    assert_eq!(folder.names(), ["hello.lang"]);
}

#[test]
fn the_same_bytes_whatever_the_threads_and_the_cache() {
    let mut program = String::from("fn main() {\n  println(part0(1))\n}\n");
    for number in 0..100 {
        program.push_str(&format!("fn part{number}(x: i64) -> i64 {{ part{}(x + {number}) * 3 }}\n", number + 1));
    }
    program.push_str("fn part100(x: i64) -> i64 { x % 7 }\n");
    let folder = Folder::new(&[("p.lang", &program)]);
    folder.lang(&["build", "p.lang", "--emit", "obj", "--no-cache", "--threads", "1", "-o", "1.o"]).exit(0);
    let expected = folder.read("1.o");
    for threads in ["2", "5"] {
        folder.lang(&["build", "p.lang", "--emit", "obj", "--no-cache", "--threads", threads, "-o", "n.o"]).exit(0);
        assert_eq!(expected, folder.read("n.o"), "{threads} threads");
    }
    for _ in 0..2 {
        folder.lang(&["build", "p.lang", "--emit", "obj", "-o", "cached.o"]).exit(0);
        assert_eq!(expected, folder.read("cached.o"));
    }
    // What stands in the cache is used: with other bytes in it, it is noticed and made anew.
    let store =
        std::fs::read_dir(folder.cache()).expect("the cache is there").next().expect("a store").expect("a store");
    let mut bytes = std::fs::read(store.path()).expect("the store is readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xFF;
    std::fs::write(store.path(), bytes).expect("the store is writable");
    folder.lang(&["build", "p.lang", "--emit", "obj", "-o", "repaired.o"]).exit(0);
    assert_eq!(expected, folder.read("repaired.o"));
}

/// A program of functions that call each other and C's `printf`, whose calls need more code in their unit.
fn functions(bodies: &[i64]) -> String {
    let mut text = "extern { fn printf(format: Pointer[u8], ...) -> i32 }\n".to_owned();
    for (number, body) in bodies.iter().enumerate() {
        let called = if number == 0 { "0".to_owned() } else { format!("work{}(n / 2)", number - 1) };
        text += &format!("fn work{number}(n: i64) -> i64 {{ ");
        if number % 7 == 0 {
            text += &format!("unsafe {{ let _ = printf(c\"{body} %d\\n\", 1) }} ");
        }
        text += &format!("{called} + {body} }}\n");
    }
    text + &format!("fn main() {{ println(work{}(9)) }}\n", bodies.len() - 1)
}

#[test]
fn an_edit_compiles_the_functions_that_it_changed() {
    let mut bodies: Vec<i64> = (0..120).collect();
    let folder = Folder::new(&[("p.lang", &functions(&bodies))]);
    let build = |output: &str, more: &[&str]| {
        let base = ["build", "p.lang", "--emit", "obj", "--timings", "--allow", "warnings", "-o", output];
        folder.lang(&[&base[..], more].concat())
    };
    let all = build("warm.o", &[]).exit(0).stderr.clone();
    let counted = |text: &str| -> Vec<usize> {
        let line = text.lines().find(|line| line.contains(" compile ")).expect("a stage").to_owned();
        line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    assert_eq!(counted(&all)[0], counted(&all)[1], "{all}");
    // The function that is changed, to what, and how many are compiled. The second one calls `printf`; with the last there
    // is one more, which `main` calls instead.
    for (place, body, expected) in [(0, 0, 0), (5, 777, 1), (14, 778, 1), (3, 777, 1), (120, 4, 2)] {
        bodies.resize(bodies.len().max(place + 1), 0);
        bodies[place] = body;
        folder.write("p.lang", functions(&bodies).as_bytes());
        let warm = build("warm.o", &[]).exit(0).stderr.clone();
        assert_eq!(counted(&warm)[0], expected, "{warm}");
        build("cold.o", &["--no-cache"]).exit(0);
        assert!(folder.read("warm.o") == folder.read("cold.o"), "the objects differ after function {place} changed");
    }
}

/// What is in the cache does not know where it stands in the source.
#[test]
fn positions_are_right_after_code_has_moved() {
    let program = "fn half(x: i64, by: i64) -> i64 {\n  x / by\n}\nfn main() {\n  println(half(1, 0))\n}\n";
    let folder = Folder::new(&[("p.lang", program)]);
    let run = |line: usize| {
        folder.lang(&["build", "p.lang"]).exit(0);
        let run = ended(Command::new(folder.path("p")).output().expect("it starts"));
        run.exit(101).says(&format!("p.lang:{line}:3: division by zero"));
        folder.lang(&["run", "p.lang"]).exit(101).says(&format!("p.lang:{line}:3: division by zero"));
    };
    run(2);
    folder.write("p.lang", format!("fn above() {{}}\n\n{program}").as_bytes());
    run(4);
}

#[test]
fn builds_at_the_same_time_do_not_disturb_each_other() {
    let folder = Folder::new(&[("hello.lang", PROGRAM)]);
    std::thread::scope(|scope| {
        for number in 0..4 {
            let folder = &folder;
            scope.spawn(move || {
                for _ in 0..3 {
                    folder.lang(&["build", "hello.lang", "-o", &format!("out{number}")]).exit(0);
                }
            });
        }
    });
    assert_eq!(folder.read("out0"), folder.read("out3"));
}

#[test]
fn objects_for_other_targets() {
    let folder = Folder::new(&[("hello.lang", PROGRAM)]);
    for (target, machine) in [("x86_64-linux-gnu", 62), ("aarch64-linux-gnu", 183)] {
        folder.lang(&["build", "hello.lang", "--emit", "obj", "--target", target, "-o", "out.o"]).exit(0);
        let object = folder.read("out.o");
        assert_eq!((&object[..4], object[18]), (&b"\x7fELF"[..], machine), "{target}");
    }
}

#[test]
fn text_forms() {
    let folder = Folder::new(&[("hello.lang", PROGRAM)]);
    for (emit, part) in [
        ("tokens", "Word"),
        ("ast", "Function"),
        ("hir", "function hello.main()"),
        ("source-cfg", "digraph"),
        ("mir-source", "hello.main"),
        ("mir", "hello.main"),
        ("clif", "function"),
        ("asm", "hello.main"),
    ] {
        let text = folder.lang(&["build", "--emit", emit, "hello.lang"]);
        text.exit(0).prints(part);
        folder.lang(&["build", "--emit", emit, "hello.lang", "-o", "out"]).exit(0);
        assert_eq!(text.stdout.as_bytes(), folder.read("out"), "{emit}");
    }
    let broken = Folder::new(&[("broken.lang", "fn main( {")]);
    for emit in ["tokens", "ast", "hir", "source-cfg"] {
        broken.lang(&["build", "--emit", emit, "broken.lang"]).exit(0);
    }
    broken.lang(&["build", "--emit", "mir", "broken.lang"]).exit(1);
}

#[test]
fn data_has_the_order_of_bytes_of_the_target() {
    let text = "let WORDS: [u32; 2] = [1, 0x01020304]\nfn main() {\n  let w = WORDS\n  println(w[0])\n}\n";
    let folder = Folder::new(&[("data.lang", text)]);
    let data = |emit: &str, target: &str| {
        let text = folder.lang(&["build", "--emit", emit, "--target", target, "data.lang"]);
        text.exit(0);
        text.stdout.lines().filter(|line| line.contains("data.WORDS")).collect::<Vec<_>>().join("\n")
    };
    for emit in ["mir-source", "mir"] {
        let (little, big) = (data(emit, "x86_64-linux-gnu"), data(emit, "s390x-linux-gnu"));
        assert!(little.contains(r#""\01\00\00\00\04\03\02\01""#), "{little}");
        assert!(big.contains(r#""\00\00\00\01\01\02\03\04""#), "{big}");
    }
}
