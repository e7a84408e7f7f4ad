//! Folders that strangers have made: links, pipes and devices where files are expected, outputs that would replace what
//! they are made of, caches in other hands. Nothing outside is written, nothing is waited for, nothing is lost.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::support::{Ended, Folder, ended};

const PROJECT: &[(&str, &str)] = &[
    ("victim", "precious"),
    ("victim.lang", "fn   x() { }\n"),
    ("p/lang.toml", "name = \"demo\"\nversion = \"0.1.0\"\n"),
    ("p/main.lang", "fn main() {}\n"),
];

/// `lang` in the project, which must end by itself.
fn in_project(folder: &Folder, arguments: &[&str]) -> Ended {
    let mut command = folder.command("timeout");
    command.args(["60", env!("CARGO_BIN_EXE_lang")]).args(arguments).current_dir(folder.path("p"));
    ended(command.output().expect("timeout starts"))
}

#[track_caller]
fn nothing_lost(folder: &Folder) {
    assert_eq!(folder.read("victim"), b"precious");
    assert_eq!(folder.read("victim.lang"), b"fn   x() { }\n");
}

fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo starts");
    assert!(made.success());
}

/// Makes a device of our own, where that is allowed; says so where it is not. Those of the system are never touched.
fn make_device(path: &Path, kind: [&str; 3]) -> bool {
    let made = Command::new("mknod").arg(path).args(kind).output().expect("mknod starts");
    if !made.status.success() {
        println!("skipped: devices cannot be made here");
    }
    made.status.success()
}

#[test]
fn outputs_do_not_follow_links_out_of_the_project() {
    let folder = Folder::new(PROJECT);
    for name in ["demo", "demo.o", "demo.h", "text"] {
        symlink("../victim", folder.path("p").join(name)).expect("a link");
    }
    symlink("..", folder.path("p/out")).expect("a link");
    for arguments in [
        &["build"][..],
        &["build", "--emit", "obj"],
        &["build", "--emit", "mir", "-o", "text"],
        &["build", "--emit", "ast", "-o", "text"],
        &["build", "-o", "out/victim"],
        &["build", "-o", "out/../demo"],
        &["header", "-o", "demo.h"],
    ] {
        in_project(&folder, arguments).exit(1).says("error[E0623]: cannot write ").says("a link that leads out of");
        nothing_lost(&folder);
    }
    symlink("nowhere", folder.path("p/dangling")).expect("a link");
    in_project(&folder, &["build", "-o", "dangling"]).exit(1).says("leads nowhere");
    assert!(!folder.path("p/nowhere").exists());
    // A link that stays in the project stays one, and what the user names elsewhere is his.
    fs::create_dir(folder.path("p/bin")).expect("a writable folder");
    fs::write(folder.path("p/bin/demo"), "old").expect("a writable folder");
    symlink("bin/demo", folder.path("p/latest")).expect("a link");
    in_project(&folder, &["build", "-o", "latest"]).exit(0);
    assert!(fs::symlink_metadata(folder.path("p/latest")).is_ok_and(|it| it.is_symlink()));
    assert_eq!(&folder.read("p/bin/demo")[..4], b"\x7fELF");
    in_project(&folder, &["build", "-o", "../elsewhere"]).exit(0);
    assert_eq!(&folder.read("elsewhere")[..4], b"\x7fELF");
}

#[test]
fn formatting_does_not_follow_links_out_of_the_project() {
    let folder = Folder::new(PROJECT);
    folder.write("p/a.lang", b"fn   a() { }\n");
    folder.write("p/inner/b.lang", b"fn   b() { }\n");
    symlink("../victim.lang", folder.path("p/m.lang")).expect("a link");
    symlink("inner/b.lang", folder.path("p/z.lang")).expect("a link");
    in_project(&folder, &["fmt"]).exit(1).says("cannot write m.lang: it is a link that leads out of");
    nothing_lost(&folder);
    assert_eq!(folder.read("p/a.lang"), b"fn a() {}\n", "the others are formatted");
    assert_eq!(folder.read("p/inner/b.lang"), b"fn b() {}\n");
    assert!(fs::symlink_metadata(folder.path("p/z.lang")).is_ok_and(|it| it.is_symlink()));
    in_project(&folder, &["fmt", "m.lang"]).exit(1).says("leads out of");
    in_project(&folder, &["fmt", "."]).exit(1).says("leads out of");
    nothing_lost(&folder);
    in_project(&folder, &["fmt", "../victim.lang"]).exit(0);
    assert_eq!(folder.read("victim.lang"), b"fn x() {}\n");
}

/// A shell that becomes `lang` knows its number before, and with it the names of temporaries that are made of it.
#[test]
fn temporaries_cannot_be_guessed() {
    let folder = Folder::new(PROJECT);
    let version = env!("CARGO_PKG_VERSION");
    let run = |plant: &str, arguments: &str| {
        let mut command = folder.command("sh");
        let lang = env!("CARGO_BIN_EXE_lang");
        command.args(["-c", &format!("{plant}; exec {lang} {arguments}")]).current_dir(folder.path("p"));
        ended(command.output().expect("a shell")).exit(0);
        nothing_lost(&folder);
    };
    run("ln -s ../victim .demo.$$-0.tmp", "build");
    run("ln -s ../victim .demo.o.$$-0.tmp", "build --emit obj");
    folder.write("p/main.lang", b"fn   main() {}\n");
    run("ln -s ../victim .main.lang.$$.tmp", "fmt");
    let library = folder.cache().join(format!("std-{version}/std"));
    fs::create_dir_all(&library).expect("a writable folder");
    let victim = folder.path("victim");
    let plant = format!("ln -s {} {}/c.$$.tmp", victim.display(), library.display());
    // Standard input ends when the server has begun.
    let mut command = folder.command("bash");
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let message = format!("Content-Length: {}\\r\\n\\r\\n{initialize}", initialize.len());
    command.args(["-c", &format!("{plant}; exec {} lsp < <(printf '{message}'; sleep 2)", env!("CARGO_BIN_EXE_lang"))]);
    ended(command.output().expect("a shell")).exit(1);
    nothing_lost(&folder);
    assert!(library.join("c.lang").is_file());
}

#[test]
fn devices_and_pipes_stay_what_they_are() {
    let folder = Folder::new(PROJECT);
    let pipe = folder.path("p/pipe");
    make_pipe(&pipe);
    let is_pipe = || fs::symlink_metadata(&pipe).is_ok_and(|it| it.file_type().is_fifo());
    for emit in ["exe", "obj", "mir", "ast"] {
        in_project(&folder, &["build", "--emit", emit, "-o", "pipe"])
            .exit(1)
            .says("cannot write pipe: nobody reads from this pipe");
        assert!(is_pipe(), "{emit}");
    }
    // Somebody who reads gets everything.
    let name = pipe.clone();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut pipe = fs::File::open(name).expect("a pipe");
        pipe.read_to_end(&mut bytes).expect("a pipe");
        bytes
    });
    let mut built = in_project(&folder, &["build", "-o", "pipe"]);
    while built.stderr.contains("nobody reads") {
        built = in_project(&folder, &["build", "-o", "pipe"]);
    }
    built.exit(0);
    in_project(&folder, &["build", "-o", "plain"]).exit(0);
    assert_eq!(reader.join().expect("it reads"), folder.read("p/plain"));
    assert!(is_pipe());
    let socket = folder.path("p/socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    in_project(&folder, &["build", "-o", "socket"]).exit(1).says("it is a socket, which is not written to");
    for (name, numbers) in [("null", ["c", "1", "3"]), ("disk", ["b", "7", "255"])] {
        let device = folder.path("p").join(name);
        if !make_device(&device, numbers) {
            continue;
        }
        for emit in ["exe", "obj", "mir"] {
            let built = in_project(&folder, &["build", "--emit", emit, "-o", name]);
            match name {
                "null" => built.exit(0),
                _ => built.exit(1).says("it is a device, which is not written to"),
            };
            let kind = fs::symlink_metadata(&device).expect("it is there").file_type();
            assert!(kind.is_char_device() || kind.is_block_device(), "{name} {emit}");
        }
    }
    // Outputs go to where standard output goes, whatever that is.
    for emit in ["exe", "obj"] {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.args(["build", "--emit", emit, "-o", "/dev/stdout"]).current_dir(folder.path("p"));
        let output = command.output().expect("lang starts");
        assert!(output.status.success());
        assert_eq!(&output.stdout[..4], b"\x7fELF", "{emit}");
    }
}

#[test]
fn a_source_is_never_replaced() {
    let main = "import shape\nfn main() { println(shape.sides()) }\n";
    let folder = Folder::new(PROJECT);
    folder.write("p/main.lang", main.as_bytes());
    folder.write("p/shape.lang", b"pub fn sides() -> i64 { 3 }\n");
    folder.write("p/stranger.lang", b"fn stranger() {}\n");
    folder.write("p/sub/file", b"");
    folder.write("p/c.c", b"int c;\n");
    let compiled = Command::new("cc").args(["-c", "c.c"]).current_dir(folder.path("p")).status();
    assert!(compiled.expect("a C compiler").success());
    symlink("main.lang", folder.path("p/link")).expect("a link");
    fs::hard_link(folder.path("p/shape.lang"), folder.path("p/twin")).expect("a second name");
    fs::hard_link(folder.path("p/c.o"), folder.path("p/c_twin")).expect("a second name");
    let names = ["main.lang", "shape.lang", "stranger.lang", "lang.toml", "link", "twin", "sub/../main.lang"];
    let before: Vec<Vec<u8>> = ["main.lang", "shape.lang", "stranger.lang", "lang.toml", "c.o"]
        .map(|name| folder.read(&format!("p/{name}")))
        .to_vec();
    let unchanged = || {
        let now = ["main.lang", "shape.lang", "stranger.lang", "lang.toml", "c.o"];
        assert_eq!(before, now.map(|name| folder.read(&format!("p/{name}"))));
    };
    for name in names {
        for arguments in [
            &["build", "-o", name][..],
            &["build", "main.lang", "-o", name],
            &["build", "--emit", "obj", "-o", name],
            &["build", "--emit", "mir", "-o", name],
            &["build", "--emit", "tokens", "-o", name],
            &["header", "-o", name],
        ] {
            in_project(&folder, arguments).exit(1).says("error[E0623]: cannot write ");
            unchanged();
        }
    }
    for name in ["c.o", "c_twin"] {
        in_project(&folder, &["build", "main.lang", "c.o", "-o", name]).exit(1).says("which it is made of");
        unchanged();
    }
    let with_object = "name = \"demo\"\nversion = \"0.1.0\"\n[link]\nobjects = [\"c.o\"]\n";
    folder.write("p/lang.toml", with_object.as_bytes());
    in_project(&folder, &["build", "-o", "c_twin"]).exit(1).says("which it is made of");
    in_project(&folder, &["build", "-o", "fresh"]).exit(0);
}

#[test]
fn only_files_are_read() {
    let folder = Folder::new(PROJECT);
    make_pipe(&folder.path("p/pipe.lang"));
    symlink("/dev/zero", folder.path("p/zero.lang")).expect("a link");
    let _listener = std::os::unix::net::UnixListener::bind(folder.path("p/socket.lang")).expect("a socket");
    let checked = in_project(&folder, &["check"]);
    checked
        .exit(1)
        .says("cannot read pipe.lang: it is a pipe, not a file")
        .says("cannot read zero.lang: it is a device, not a file")
        .says("cannot read socket.lang: it is a socket, not a file")
        .says("3 errors");
    for name in ["pipe.lang", "zero.lang"] {
        in_project(&folder, &["check", name]).exit(1).says("not a file");
        in_project(&folder, &["fmt", name]).exit(1).says("not a file");
    }
    folder.write("p/lone/a.lang", b"import pipe\nfn main() {}\n");
    make_pipe(&folder.path("p/lone/pipe.lang"));
    make_pipe(&folder.path("p/lone/lang.toml"));
    in_project(&folder, &["check", "lone/a.lang"])
        .exit(1)
        .says("cannot read lone/lang.toml: it is a pipe, not a file")
        .says("cannot read lone/pipe.lang: it is a pipe, not a file");
    in_project(&folder, &["check", "lone"]).exit(1).says("it is a pipe, not a file");
}

#[test]
fn files_without_end_are_refused() {
    let folder = Folder::new(PROJECT);
    let too_long = (64 << 20) + 1;
    let sparse = |name: &str| {
        let file = fs::File::create(folder.path(name)).expect("a writable folder");
        file.set_len(too_long).expect("a sparse file");
    };
    sparse("p/long.lang");
    in_project(&folder, &["check"]).exit(1).says("error[E0602]: cannot read long.lang: it is larger than 64 MiB");
    sparse("p/lang.toml");
    in_project(&folder, &["check"]).exit(1).says("cannot read lang.toml: it is larger than 64 MiB");
    let mut command = folder.command("sh");
    command.args(["-c", "exec \"$@\" < /dev/zero", "sh", env!("CARGO_BIN_EXE_lang"), "check", "-"]);
    ended(command.output().expect("a shell")).exit(1).says("it is larger than 64 MiB");
    folder.lang(&["abi", "--c-file", "/dev/zero"]).exit(2).says("/dev/zero: it is larger than 64 MiB");
}

/// What the user names himself may be a pipe.
#[test]
fn declarations_of_c_come_through_a_pipe() {
    let folder = Folder::new(&[]);
    let pipe = folder.path("declarations");
    make_pipe(&pipe);
    let writer = thread::spawn(move || {
        let mut pipe = fs::File::options().write(true).open(pipe).expect("a pipe");
        pipe.write_all(b"int f(int);").expect("somebody reads");
    });
    folder.lang(&["abi", "--c-file", "declarations"]).exit(0).prints("C function f");
    writer.join().expect("it writes");
}

#[test]
fn a_cache_in_other_hands_is_not_used() {
    let folder = Folder::new(PROJECT);
    let build = |cache: &Path| {
        let mut command = folder.command(env!("CARGO_BIN_EXE_lang"));
        command.args(["build"]).current_dir(folder.path("p")).env("LANG_CACHE_DIR", cache);
        ended(command.output().expect("lang starts"))
    };
    let stores = |cache: &Path| fs::read_dir(cache).expect("it is there").count();
    let fresh = folder.path("fresh/cache");
    build(&fresh).exit(0);
    assert_eq!(stores(&fresh), 1);
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&fresh), 0o700);
    let store = fs::read_dir(&fresh).expect("it is there").next().expect("a store").expect("a store").path();
    assert_eq!(mode(&store), 0o600);
    let open = folder.path("open");
    fs::create_dir(&open).expect("a writable folder");
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).expect("it is ours");
    build(&open).exit(0).says("note: the cache is not used: ").says("other users may write to it");
    assert_eq!(stores(&open), 0);
    let other = folder.path("other");
    fs::create_dir(&other).expect("a writable folder");
    if std::os::unix::fs::chown(&other, Some(12345), None).is_ok() {
        build(&other).exit(0).says("it belongs to another user");
        assert_eq!(stores(&other), 0);
    } else {
        println!("skipped: folders cannot be given away here");
    }
    build(&folder.path("victim")).exit(0).says("it is no folder");
    // A store that others may write to, or that is a link or a pipe, is made anew.
    fs::set_permissions(&store, fs::Permissions::from_mode(0o666)).expect("it is ours");
    build(&fresh).exit(0);
    fs::remove_file(&store).expect("it is ours");
    symlink(folder.path("victim"), &store).expect("a link");
    build(&fresh).exit(0);
    nothing_lost(&folder);
    assert!(fs::symlink_metadata(&store).is_ok_and(|it| it.is_file()));
    fs::remove_file(&store).expect("it is ours");
    make_pipe(&store);
    build(&fresh).exit(0);
    assert!(fs::symlink_metadata(&store).is_ok_and(|it| it.is_file() && it.size() > 0));
}
