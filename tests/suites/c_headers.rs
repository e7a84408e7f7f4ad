//! Headers of C as `lang` reads them with clang's library, beside clang-22 itself: each function's line in LLVM's language, what
//! each callback with a name points to, each record's size, alignment and offsets, each variable's alignment. The headers are
//! those of the system, each in its own translation unit, and the edge cases in `tests/c_headers`; on x86-64 and AArch64. Owns
//! the comparison; the reading is `c`'s and `driver`'s. Counted and printed: what was compared, and what was refused and why.
//!
//! That it would notice: `a_wrong_layout_is_noticed` moves a member of what the process answered, and
//! `a_wrong_line_is_noticed` has a parameter go through another type; both must be differences.

#[path = "c_headers/witness.rs"]
mod witness;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use abi::Target;
use c::clang::wire::{Answer, Kind};
use c::declarations::{Declarations, Function};
use driver::CReader;
use tests::{corpus, for_each, lang};

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

fn reader() -> Option<CReader> {
    match CReader::find(None, lang(), &["c-worker"]) {
        Ok(reader) => Some(reader),
        Err(reason) => {
            println!("skipped: {reason}");
            None
        }
    }
}

/// What was compared and refused.
#[derive(Default)]
struct Count {
    functions: usize,
    callbacks: usize,
    records: usize,
    globals: usize,
    refused: BTreeMap<String, BTreeSet<String>>,
}

/// A text that is read by both.
struct Text {
    name: String,
    text: String,
}

fn texts() -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    for header in SYSTEM {
        texts.push(Text { name: (*header).to_string(), text: format!("#define _GNU_SOURCE 1\n#include <{header}>\n") });
    }
    for path in edge_cases() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        texts.push(Text { name, text: corpus::read(&path) });
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
    let work: Vec<(Target, Text)> =
        TARGETS.iter().flat_map(|target| texts().into_iter().map(|text| (*target, text))).collect();
    let outcomes = std::sync::Mutex::new(Vec::new());
    for_each(&work, |(target, text)| {
        let outcome = compare(&reader, &witness, target, text);
        outcomes.lock().expect("no thread panicked").push((*target, text.name.clone(), outcome));
    });
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let (mut differences, mut absent, mut files) = (Vec::new(), 0, 0);
    for (target, name, outcome) in outcomes.into_inner().expect("no thread panicked") {
        match outcome {
            Ok(count) => {
                files += 1;
                let sum = counts.entry(target.to_string()).or_default();
                sum.functions += count.functions;
                sum.callbacks += count.callbacks;
                sum.records += count.records;
                sum.globals += count.globals;
                for (why, names) in count.refused {
                    sum.refused.entry(why).or_default().extend(names);
                }
            }
            Err(Difference::Absent) => absent += 1,
            Err(Difference::Found(found)) => differences.push(format!("{target}, {name}:\n{found}")),
        }
    }
    differences.sort();
    for (target, count) in &counts {
        let Count { functions, callbacks, records, globals, refused } = count;
        let total: usize = refused.values().map(BTreeSet::len).sum();
        println!(
            "{target}: {functions} functions, {callbacks} callbacks, {records} records, {globals} variables agree"
        );
        println!("{target}: {total} declarations are refused");
        for (why, names) in refused {
            println!("  {} × {why}: {}", names.len(), names.iter().take(8).cloned().collect::<Vec<_>>().join(", "));
        }
    }
    println!("{files} files, {absent} headers are not there");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(files > 2 * edge_cases().len() && counts.values().all(|count| count.records > 100));
}

enum Difference {
    /// The header is not installed for the target.
    Absent,
    Found(String),
}

fn compare(reader: &CReader, witness: &Witness, target: &Target, text: &Text) -> Result<Count, Difference> {
    let path = format!("/nowhere/{}", text.name.replace('/', "_"));
    let answer = match reader.read(&path, Some(&text.text), target, &[]) {
        Ok(answer) => answer,
        Err(reason) if reason.contains("file not found") => return Err(Difference::Absent),
        Err(reason) => return Err(Difference::Found(reason)),
    };
    compare_answer(witness, target, text, &path, &answer).map_err(Difference::Found)
}

fn compare_answer(
    witness: &Witness,
    target: &Target,
    text: &Text,
    path: &str,
    answer: &Answer,
) -> Result<Count, String> {
    let ours = answer.describe(*target, path, &[]);
    let clang = witness.of(target, &text.text, &ours)?;
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for refused in &ours.refused {
        if refused.problem.message.contains("internal error") {
            wrong.push(format!("{:?}: {}", refused.name, refused.problem.message));
        }
        let name = refused.name.clone().unwrap_or_else(|| refused.elsewhere.clone().unwrap_or_default());
        count.refused.entry(refused.problem.message.clone()).or_default().insert(name);
    }
    let mut functions = |functions: &[Function], theirs: &BTreeMap<String, String>, same: &mut usize| {
        for function in functions {
            match (line(&ours, function), theirs.get(&function.symbol)) {
                (Ok(line), Some(clangs)) if line == *clangs => *same += 1,
                (Ok(line), Some(clangs)) => wrong.push(format!("  ours  {line}\n  clang {clangs}")),
                // Clang refuses its address: it is declared as an error, or unavailable.
                (Ok(_), None) => {
                    count.refused.entry("clang gives no line".into()).or_default().insert(function.name.clone());
                }
                (Err(why), _) => {
                    count.refused.entry(why).or_default().insert(function.name.clone());
                }
            }
        }
    };
    functions(&ours.functions, &clang.functions, &mut count.functions);
    functions(&ours.callbacks, &clang.callbacks, &mut count.callbacks);
    for (record, name) in ours.records.iter().filter_map(|record| Some((record, record.name.as_ref()?))) {
        let abi::Ty::Record(id) = ours.arena.get(record.ty) else { continue };
        let layout = ours.arena.record(id);
        let offsets: Vec<u64> = layout.fields.iter().map(|field| field.offset_bits).collect();
        let ours = witness::Layout { size: 8 * layout.size, align: 8 * u64::from(layout.align), offsets };
        match clang.records.get(name) {
            Some(layouts) if layouts.contains(&ours) => count.records += 1,
            Some(layouts) => wrong.push(format!("  {name}: ours {ours:?}, clang {layouts:?}")),
            None => {
                count.refused.entry("clang gives no layout".into()).or_default().insert(name.clone());
            }
        }
    }
    for global in &ours.globals {
        let align = ours.arena.layout(target, global.ty).align;
        match clang.globals.get(&global.symbol) {
            Some(clangs) if u64::from(align) <= *clangs => count.globals += 1,
            Some(clangs) => wrong.push(format!("  {}: aligned to {align}, for clang to {clangs}", global.name)),
            None => {
                count.refused.entry("clang gives no variable".into()).or_default().insert(global.name.clone());
            }
        }
    }
    if wrong.is_empty() { Ok(count) } else { Err(wrong.join("\n")) }
}

fn line(read: &Declarations, function: &Function) -> Result<String, String> {
    let lowered = abi::lower(&read.target, &read.arena, &function.signature).map_err(|error| error.to_string())?;
    let tag = |index| function.tag(index);
    let line = abi::llvm::declaration(&read.target, &read.arena, &function.signature, &lowered, &function.symbol, &tag);
    Ok(witness::normal(&line))
}

/// A text whose record and function are wrong in the answer must differ.
fn noticed(change: impl Fn(&mut Answer)) -> bool {
    let (Some(reader), Some(witness)) = (reader(), Witness::find()) else { return true };
    let text = Text {
        name: "mutation".into(),
        text: "struct S { int a; long b; char c; }; struct S f(struct S s, short n, double d);\n".into(),
    };
    let target = Target::X86_64_LINUX;
    let mut answer = reader.read("/nowhere/m.h", Some(&text.text), &target, &[]).expect("it is read");
    let compared = |answer: &Answer| compare_answer(&witness, &target, &text, "/nowhere/m.h", answer);
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
