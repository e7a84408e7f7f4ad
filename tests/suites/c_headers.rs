//! Headers of C as `lang` reads them with clang's library, beside clang-22 itself: each function's line in LLVM's language, what
//! each callback with a name points to, each record's size, alignment and offsets, each variable's alignment. The headers are
//! those of the system, each in its own translation unit, and the edge cases in `tests/c_headers`; on x86-64 and AArch64. Owns
//! the comparison; the reading is `c`'s and `driver`'s. Counted and printed: what was compared, and what was refused and why.
//!
//! That it would notice: `a_wrong_layout_is_noticed` moves a member of what the process answered, and
//! `a_wrong_line_is_noticed` has a parameter go through another type; both must be differences.

#[path = "c_headers/agreement.rs"]
mod agreement;
#[path = "c_headers/comparison.rs"]
mod comparison;
#[path = "c_headers/witness.rs"]
mod witness;

use std::path::{Path, PathBuf};
use std::time::Duration;

use abi::Target;
use c::clang::wire::{Answer, Kind};
use driver::CReader;
use tests::{corpus, lang};

use agreement::{Text, reader};
use witness::Witness;

const TARGETS: [Target; 2] = [Target::X86_64_LINUX, Target::AARCH64_LINUX];

/// Headers that a machine which compiles C has, as far as they are there.
const SYSTEM: &[&str] = &[
    "aio.h",
    "arpa/inet.h",
    "assert.h",
    "complex.h",
    "cpio.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "elf.h",
    "errno.h",
    "fcntl.h",
    "fenv.h",
    "float.h",
    "fmtmsg.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "ifaddrs.h",
    "inttypes.h",
    "langinfo.h",
    "libgen.h",
    "limits.h",
    "link.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "mqueue.h",
    "net/if.h",
    "netdb.h",
    "netinet/in.h",
    "netinet/ip.h",
    "netinet/tcp.h",
    "nl_types.h",
    "poll.h",
    "pthread.h",
    "pty.h",
    "pwd.h",
    "regex.h",
    "resolv.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "setjmp.h",
    "shadow.h",
    "signal.h",
    "spawn.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbool.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "strings.h",
    "sys/epoll.h",
    "sys/eventfd.h",
    "sys/file.h",
    "sys/inotify.h",
    "sys/ioctl.h",
    "sys/ipc.h",
    "sys/mman.h",
    "sys/mount.h",
    "sys/msg.h",
    "sys/prctl.h",
    "sys/ptrace.h",
    "sys/random.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/sem.h",
    "sys/sendfile.h",
    "sys/shm.h",
    "sys/signalfd.h",
    "sys/socket.h",
    "sys/stat.h",
    "sys/statfs.h",
    "sys/statvfs.h",
    "sys/syscall.h",
    "sys/sysinfo.h",
    "sys/time.h",
    "sys/timerfd.h",
    "sys/times.h",
    "sys/types.h",
    "sys/ucontext.h",
    "sys/uio.h",
    "sys/un.h",
    "sys/utsname.h",
    "sys/wait.h",
    "syslog.h",
    "tar.h",
    "termios.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "ucontext.h",
    "ulimit.h",
    "unistd.h",
    "utime.h",
    "utmpx.h",
    "wchar.h",
    "wctype.h",
    "wordexp.h",
];

fn texts() -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    for header in SYSTEM {
        texts.push(Text::new(header, format!("#define _GNU_SOURCE 1\n#include <{header}>\n")));
    }
    for path in edge_cases() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        texts.push(Text::new(&name, corpus::read(&path)));
    }
    texts
}

fn edge_cases() -> Vec<PathBuf> {
    let mut found = Vec::new();
    corpus::walk(&tests::root().join("tests/c_headers"), &mut |path| {
        if path.extension().is_some_and(|ending| ending == "h") {
            found.push(path.to_path_buf());
        }
    });
    found.sort();
    found
}

#[test]
fn headers_are_what_clang_says() {
    let (Some(reader), Some(witness)) = (reader(), Witness::find()) else { return };
    let mut work = Vec::new();
    for target in TARGETS {
        work.extend(texts().into_iter().map(|text| (target, text)));
    }
    let found = comparison::all(&reader, &witness, &work);
    found.print();
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert!(found.files > 2 * edge_cases().len() && found.counts.values().all(|count| count.records > 100));
}

/// A text whose record and function are wrong in the answer must differ.
fn noticed(change: impl Fn(&mut Answer)) -> bool {
    let (Some(reader), Some(witness)) = (reader(), Witness::find()) else { return true };
    let text = "struct S { int a; long b; char c; }; struct S f(struct S s, short n, double d);\n";
    let text = Text::new("mutation", text.to_string());
    let target = Target::X86_64_LINUX;
    let mut answer = reader.read("/nowhere/m.h", Some(&text.text), &target, &[]).expect("it is read");
    let compared = |answer: &Answer| comparison::of_answer(&witness, &target, &text, "/nowhere/m.h", answer);
    let before = compared(&answer).unwrap_or_else(|difference| panic!("{difference}"));
    assert_eq!((before.functions, before.records), (1, 1));
    change(&mut answer);
    compared(&answer).is_err()
}

#[test]
fn a_wrong_layout_is_noticed() {
    assert!(noticed(|answer| answer.records[0].fields[1].offset_bits += 32));
    assert!(noticed(|answer| answer.records[0].size += 8));
    assert!(noticed(|answer| answer.records[0].attributes.packed = true));
}

#[test]
fn a_wrong_line_is_noticed() {
    assert!(noticed(|answer| answer.functions[0].ty.params.swap(1, 2)));
    let unsigned = |answer: &mut Answer| {
        let short = answer.functions[0].ty.params[1] as usize;
        answer.types[short].kind = Kind::Integer { signed: false };
    };
    assert!(noticed(unsigned));
}

/// A process that dies, hangs or talks nonsense is an error in words, and soon.
#[test]
fn failures_of_the_process_are_errors() {
    let Some(reader) = reader() else { return };
    let read = |reader: &CReader| reader.read("/nowhere/f.h", Some("int f(int);\n"), &Target::X86_64_LINUX, &[]);
    assert!(read(&reader).is_ok());
    let folder = tempfile::tempdir().expect("a folder");
    let says = |script: &str, limit: u64| {
        let program = folder.path().join("worker");
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("it can be written");
        make_executable(&program);
        let reader = CReader::find(None, program, &[]).expect("the library is there");
        read(&reader.with_limit(Duration::from_millis(limit))).expect_err("it fails")
    };
    assert!(says("kill -SEGV $$", 20_000).contains("died"));
    assert!(says("echo cannot open it >&2; exit 3", 20_000).contains("cannot open it"));
    assert!(says("exec sleep 1000", 300).contains("did not answer within 0.3 s"));
    assert!(says("sleep 1000 & sleep 1000", 300).contains("did not answer"));
    assert!(says("exec 1>&-; sleep 1000", 20_000).contains("closed its output"));
    assert!(says("echo nonsense", 20_000).contains("does not begin"));
    assert!(says("cat", 20_000).contains("cannot be read"));
    assert!(says("true", 20_000).contains("does not begin"));
    let nowhere = CReader::find(Some(Path::new("/nowhere/libclang.so")), lang(), &["c-worker"]);
    assert!(nowhere.expect_err("it is not there").contains("--libclang names /nowhere/libclang.so"));
    // A file that is there and no library.
    let wrong = folder.path().join("libclang.so");
    std::fs::write(&wrong, "no library").expect("it can be written");
    let wrong = CReader::find(Some(&wrong), lang(), &["c-worker"]).expect("there is a file");
    assert!(read(&wrong).is_err());
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
}
