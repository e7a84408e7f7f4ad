//! A library of ours, shared and as an archive, used from C and from Python.

use std::path::Path;
use std::process::Command;

use libtest_mimic::Failed;
use tests::lang_command;

use crate::tools::{example, fed, is_installed, same, succeeded};

const PRINTED: &str = "\
100: energy -0.000500000, momentum -6.51e-19 0.001
200: energy -0.000500000, momentum -9.76e-19 0.001
300: energy -0.000500000, momentum -1.27e-18 0.001
3.14: -0.996047 -0.001439, told 3 times of 2 bodies
";

pub fn works(options: &[&str]) -> Result<(), Failed> {
    let made = tempfile::tempdir()?;
    let folder = made.path();
    let lang = |words: &[&str]| {
        let mut command = lang_command(&folder.join("cache"));
        command.args(words).arg(example("orbit")).current_dir(folder);
        succeeded(fed(command, b"")?)
    };
    for (form, output) in [("shared", "liborbit.so"), ("staticlib", "liborbit.a")] {
        lang(&[&["build", "--emit", form, "-o", output][..], options].concat())?;
    }
    lang(&["header", "-o", "orbit.h", "--pkg-config", "orbit.pc"])?;
    shows_only_its_own(folder)?;
    same(&std::fs::read_link(folder.join("liborbit.so.0.2"))?.to_string_lossy(), "liborbit.so")?;

    let mut flags = vec!["-I.".to_owned(), "-L.".to_owned(), "-lorbit".to_owned()];
    if is_installed("pkg-config") {
        let mut command = Command::new("pkg-config");
        command.args(["--cflags", "--libs", "orbit"]).env("PKG_CONFIG_PATH", folder);
        flags = succeeded(fed(command, b"")?)?.split_whitespace().map(str::to_owned).collect();
    }
    let from_c = |program: &str, flags: &[String]| {
        let mut command = Command::new("cc");
        command.args(["-Wall", "-Wextra", "-Werror", "-o", program]).arg(example("orbit/users/main.c")).args(flags);
        command.current_dir(folder);
        succeeded(fed(command, b"")?)?;
        let mut command = Command::new(folder.join(program));
        command.env("LD_LIBRARY_PATH", folder);
        succeeded(fed(command, b"")?)
    };
    same(&from_c("shared", &flags)?, PRINTED)?;
    std::fs::remove_file(folder.join("liborbit.so"))?;
    // Without the shared library the archive is what `-lorbit` means.
    flags.push("-lm".to_owned());
    same(&from_c("static", &flags)?, PRINTED)?;
    lang(&[&["build", "--emit", "shared", "-o", "liborbit.so"][..], options].concat())?;
    let mut command = Command::new("python3");
    command.arg(example("orbit/users/main.py")).arg(folder.join("liborbit.so"));
    same(&succeeded(fed(command, b"")?)?, PRINTED)
}

/// The symbols of the shared library, and its name.
fn shows_only_its_own(folder: &Path) -> Result<(), Failed> {
    let mut command = Command::new("nm");
    command.args(["-D", "--defined-only", "--format=posix"]).arg(folder.join("liborbit.so"));
    let listed = succeeded(fed(command, b"")?)?;
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    same(&names.join(" "), "orbit_add orbit_body orbit_free orbit_new orbit_run orbit_totals")?;
    let mut command = Command::new("readelf");
    command.arg("-d").arg(folder.join("liborbit.so"));
    let told = succeeded(fed(command, b"")?)?;
    if told.contains("[liborbit.so.0.2]") { Ok(()) } else { Err(told.into()) }
}

/// What C files bring is for the library alone, and equal input gives equal bytes.
pub fn hides_what_c_brings() -> Result<(), Failed> {
    let made = tempfile::tempdir()?;
    let folder = made.path();
    std::fs::write(folder.join("twice.c"), "long twice(long n) { return 2 * n; }\n")?;
    let program = "extern { fn twice(n: i64) -> i64 }\n\
                   @[name(\"shown_count\")] let mut count: i64 = 3\n\
                   extern fn area(n: i64) -> i64 { unsafe { twice(n) } }\n";
    std::fs::write(folder.join("shapes.lang"), program)?;
    let build = |form: &str, output: &str| {
        let mut command = lang_command(&folder.join("cache"));
        command.args(["build", "--no-cache", "--emit", form, "-o", output, "shapes.lang", "twice.c"]);
        command.current_dir(folder);
        succeeded(fed(command, b"")?)
    };
    for form in ["shared", "staticlib"] {
        // The name of the file is part of a shared library.
        build(form, "shapes")?;
        let first = std::fs::read(folder.join("shapes"))?;
        build(form, "shapes")?;
        if std::fs::read(folder.join("shapes"))? != first {
            return Err(format!("two builds of a {form} differ").into());
        }
    }
    build("shared", "shapes.so")?;
    let mut command = Command::new("nm");
    command.args(["-D", "--defined-only", "--format=posix"]).arg(folder.join("shapes.so"));
    let listed = succeeded(fed(command, b"")?)?;
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    same(&names.join(" "), "area shown_count")?;
    let mut command = lang_command(&folder.join("cache"));
    command.args(["build", "--emit", "shared"]).arg(example("vm"));
    let refused = fed(command, b"")?;
    same(&String::from_utf8_lossy(&refused.stderr), "error: this program begins in `main`, and a library has none\n")
}
