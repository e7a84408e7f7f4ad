//! The part of the library that talks to the system: its programs on every compiled engine and under valgrind, and each of its
//! answers beside those of the system's own tools, of C, and of Rust.
//!
//! The interpreter has no system, so these programs are not in `tests/run`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Arguments, Failed, Trial};
use tests::machine::{AARCH64, NATIVE};
use tests::{corpus, has_llvm, lang_command};

/// The exit code by which valgrind reports, which no program here has.
const REPORTED: i32 = 99;
/// What programs are given on standard input.
const INPUT: &str = "first\nä\n\nlast";
/// Of a program that cannot be started the `vfork` of the emulator and of valgrind tells its parent nothing.
const NOT_EMULATED: [&str; 1] = ["starts"];

/// How a program is built, or run in memory, and what runs it.
#[derive(Clone, Copy, Debug)]
enum Engine {
    InMemory,
    Cranelift,
    LlvmUnoptimised,
    LlvmRelease,
    CraneliftAarch64,
    LlvmAarch64,
    Valgrind,
}

const ENGINES: [Engine; 7] = [
    Engine::InMemory,
    Engine::Cranelift,
    Engine::LlvmUnoptimised,
    Engine::LlvmRelease,
    Engine::CraneliftAarch64,
    Engine::LlvmAarch64,
    Engine::Valgrind,
];

/// What a test is: what went wrong, if something did.
type Comparison = fn() -> Result<(), Failed>;

/// What is compared with a witness, by name.
const COMPARISONS: [(&str, Comparison); 11] = [
    ("numbers and structures are those of C's headers", layouts),
    ("numbers and structures are those of C's headers on AArch64", layouts_on_aarch64),
    ("walks find what find finds", walks),
    ("lines are those that wc counts", lines),
    ("times are those of date", times),
    ("chance is that of the published generator", chance),
    ("mathematics are those of C", mathematics),
    ("paths are those of Rust", paths),
    ("programs end as the shell says", ends),
    ("a full disk is told", full_disk),
    ("our wc is GNU's", word_counts),
];

fn main() {
    let arguments = Arguments::from_args();
    let emulated = AARCH64.missing().is_none();
    let valgrind = is_installed("valgrind");
    let llvm = arguments.list || has_llvm();
    let mut trials = Vec::new();
    for path in corpus::files("system") {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        for engine in ENGINES {
            let is_there = match engine {
                Engine::InMemory | Engine::Cranelift => true,
                Engine::LlvmUnoptimised | Engine::LlvmRelease => llvm,
                Engine::CraneliftAarch64 => emulated && !NOT_EMULATED.contains(&&*name),
                Engine::LlvmAarch64 => llvm && emulated && !NOT_EMULATED.contains(&&*name),
                Engine::Valgrind => valgrind && !NOT_EMULATED.contains(&&*name),
            };
            let path = path.clone();
            let trial = Trial::test(format!("{name} [{engine:?}]"), move || run(&path, engine));
            trials.push(trial.with_ignored_flag(!is_there));
        }
    }
    for (name, comparison) in COMPARISONS {
        let needs_aarch64 = name.ends_with("AArch64");
        trials.push(Trial::test(name, comparison).with_ignored_flag(needs_aarch64 && !emulated));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Runs a program of the corpus in an empty folder of its own; what it must print stands beside it.
fn run(path: &Path, engine: Engine) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty)?;
    let mut command = match engine {
        Engine::InMemory => {
            let mut command = lang_command(folder.path());
            command.arg("run").arg(path).arg("--");
            command
        }
        Engine::Cranelift => Command::new(build(path, folder.path(), &[])?),
        Engine::LlvmUnoptimised => Command::new(build(path, folder.path(), &["--backend", "llvm", "-O0"])?),
        Engine::LlvmRelease => Command::new(build(path, folder.path(), &["--release"])?),
        Engine::CraneliftAarch64 => AARCH64.command(&build(path, folder.path(), &["--target", "aarch64-linux-gnu"])?),
        Engine::LlvmAarch64 => {
            AARCH64.command(&build(path, folder.path(), &["--release", "--target", "aarch64-linux-gnu"])?)
        }
        Engine::Valgrind => {
            let mut command = Command::new("valgrind");
            command.args(["--quiet", "--leak-check=full", "--show-leak-kinds=all", "--errors-for-leak-kinds=all"]);
            command.args(["--track-fds=yes", "--child-silent-after-fork=yes"]);
            command.arg(format!("--error-exitcode={REPORTED}")).arg(build(path, folder.path(), &[])?);
            command
        }
    };
    command.args(["a b", "$x"]).current_dir(&empty);
    let output = fed(command, INPUT.as_bytes())?;
    let expected = corpus::read(&path.with_extension("stdout"));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if stdout != expected || output.status.code() != Some(0) {
        return Err(format!("{}\n{stderr}\nexpected:\n{expected}\nprinted:\n{stdout}", output.status).into());
    }
    Ok(())
}

fn build(path: &Path, folder: &Path, options: &[&str]) -> Result<PathBuf, Failed> {
    let executable = folder.join("program");
    let mut command = lang_command(folder);
    command.arg("build").args(options).arg(path).arg("-o").arg(&executable);
    succeeded(fed(command, b"")?)?;
    Ok(executable)
}

/// Runs a command with bytes on its standard input.
fn fed(mut command: Command, input: &[u8]) -> Result<Output, Failed> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut sink = child.stdin.take().ok_or("there is a pipe")?;
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Who does not want to read need not.
        let _ = sink.write_all(&input);
    });
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer ends")?;
    Ok(output)
}

fn succeeded(output: Output) -> Result<String, Failed> {
    if !output.status.success() {
        return Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a program of the language prints in a folder.
fn printed(folder: &Path, program: &str, input: &[u8]) -> Result<String, Failed> {
    let cache = tempfile::tempdir()?;
    let path = cache.path().join("program.lang");
    std::fs::write(&path, program)?;
    let mut command = lang_command(cache.path());
    command.arg("run").arg(&path).current_dir(folder);
    succeeded(fed(command, input)?)
}

/// What a program of C's prints, by a compiler and what runs its code.
fn printed_by_c(compiler: &str, program: &str, emulate: bool, input: &[u8]) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let (source, executable) = (folder.path().join("program.c"), folder.path().join("program"));
    std::fs::write(&source, program)?;
    let mut command = Command::new(compiler);
    command.args(["-O0", "-ffp-contract=off", "-fno-builtin", "-o"]).arg(&executable).arg(&source).arg("-lm");
    succeeded(fed(command, b"")?)?;
    succeeded(fed(if emulate { AARCH64 } else { NATIVE }.command(&executable), input)?)
}

#[track_caller]
fn same(found: &str, expected: &str) -> Result<(), Failed> {
    if expected.is_empty() {
        return Err("the witness says nothing".into());
    }
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        if found != expected {
            return Err(format!("line {}: `{found}` is not `{expected}`", number + 1).into());
        }
    }
    match found.lines().count() == expected.lines().count() {
        true => Ok(()),
        false => Err(format!("{} lines, not {}", found.lines().count(), expected.lines().count()).into()),
    }
}

/// Structures of `std.c.linux` with their names in C and their fields.
const STRUCTURES: [(&str, &str, &str); 8] = [
    ("Timespec", "struct timespec", "tv_sec tv_nsec"),
    ("Timeval", "struct timeval", "tv_sec tv_usec"),
    ("SockaddrIn", "struct sockaddr_in", "sin_family sin_port sin_addr"),
    ("SockaddrIn6", "struct sockaddr_in6", "sin6_family sin6_port sin6_flowinfo sin6_addr sin6_scope_id"),
    (
        "Addrinfo",
        "struct addrinfo",
        "ai_flags ai_family ai_socktype ai_protocol ai_addrlen ai_addr ai_canonname ai_next",
    ),
    ("Pollfd", "struct pollfd", "fd events revents"),
    ("StatxTimestamp", "struct statx_timestamp", "tv_sec tv_nsec"),
    (
        "Statx",
        "struct statx",
        "stx_mask stx_blksize stx_attributes stx_nlink stx_uid stx_gid stx_mode stx_ino stx_size stx_blocks \
         stx_attributes_mask stx_atime stx_btime stx_ctime stx_mtime stx_rdev_major stx_rdev_minor \
         stx_dev_major stx_dev_minor",
    ),
];
/// What of C's `dirent` is read, which is longer.
const DIRENT: [&str; 5] = ["d_ino", "d_off", "d_reclen", "d_type", "d_name"];

/// Two programs that print every number and structure of `std.c.linux`, in the language and in C.
fn layout_programs() -> (String, String) {
    let text = corpus::read(&tests::root().join("compiler/std/c/linux.lang"));
    let numbers = text.lines().filter_map(|line| line.strip_prefix("pub let ")?.split(':').next());
    let mut names: Vec<&str> = numbers.collect();
    names.dedup();
    let mut language = String::from("import std.c.linux\nfn main {\n");
    let mut c = String::from(
        "#define _GNU_SOURCE\n#include <dirent.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <poll.h>\n\
         #include <netdb.h>\n#include <netinet/in.h>\n#include <netinet/tcp.h>\n\
         #include <signal.h>\n#include <spawn.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <sys/socket.h>\n\
         #include <sys/stat.h>\n#include <sys/time.h>\n#include <sys/wait.h>\n#include <time.h>\n#include <unistd.h>\nint main(void) {\n",
    );
    for name in names {
        let _ = writeln!(language, "  println(\"{name} ${{linux.{name}}}\")");
        let _ = writeln!(c, "  printf(\"{name} %lld\\n\", (long long)({name}));");
    }
    let mut value = |label: &str, ours: &str, theirs: &str| {
        let _ = writeln!(language, "  println(\"{label} ${{{ours}}}\")");
        let _ = writeln!(c, "  printf(\"{label} %lld\\n\", (long long)({theirs}));");
    };
    for (ours, theirs, fields) in STRUCTURES {
        value(ours, &format!("size_of[linux.{ours}]()"), &format!("sizeof({theirs})"));
        value(ours, &format!("align_of[linux.{ours}]()"), &format!("_Alignof({theirs})"));
        for field in fields.split_whitespace() {
            let offset = format!("offset_of[linux.{ours}](\"{field}\")");
            value(field, &offset, &format!("offsetof({theirs}, {field})"));
        }
    }
    for field in DIRENT {
        value(field, &format!("offset_of[linux.Dirent](\"{field}\")"), &format!("offsetof(struct dirent, {field})"));
    }
    value("SignalSet", "size_of[linux.SignalSet]()", "sizeof(sigset_t)");
    value("SpawnFileActions", "size_of[linux.SpawnFileActions]()", "sizeof(posix_spawn_file_actions_t)");
    value("mode", "size_of[u32]()", "sizeof(mode_t)");
    value("process", "size_of[i32]()", "sizeof(pid_t)");
    value("length", "size_of[i64]()", "sizeof(off_t)");
    value("files", "size_of[u64]()", "sizeof(nfds_t)");
    language.push_str("}\n");
    c.push_str("  return 0;\n}\n");
    (language, c)
}

fn layouts() -> Result<(), Failed> {
    let (language, c) = layout_programs();
    let folder = tempfile::tempdir()?;
    same(&printed(folder.path(), &language, b"")?, &printed_by_c("cc", &c, false, b"")?)
}

fn layouts_on_aarch64() -> Result<(), Failed> {
    let (language, c) = layout_programs();
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("program.lang");
    std::fs::write(&path, language)?;
    let ours = AARCH64.command(&build(&path, folder.path(), &["--target", "aarch64-linux-gnu"])?);
    let found = succeeded(fed(ours, b"")?)?;
    same(&found, &printed_by_c("aarch64-linux-gnu-gcc", &c, true, b"")?)
}

const WALK: &str = "\
import std.fs (walk)

fn main {
  for entry in walk(\".\") {
    let entry = entry.unwrap()
    let letter = match entry.kind() { case File -> \"f\"  case Folder -> \"d\"  case Link -> \"l\"  case Other -> \"p\" }
    println(\"${entry.depth() + 1} ${letter} ${entry.path()}\")
  }
}
";

/// A folder with files, folders, links and pipes by chance, some with strange names.
fn grow(folder: &Path, depth: usize, random: &mut fastrand::Rng) -> Result<(), Failed> {
    for number in 0..random.usize(0..6) {
        let name = ["a", "B", "ä b", "-c", ".d", "e\nf", "*", "日本"][random.usize(0..8)];
        let path = folder.join(format!("{name}{number}"));
        match random.usize(0..6) {
            0 | 1 if depth > 0 => {
                std::fs::create_dir(&path)?;
                grow(&path, depth - 1, random)?;
            }
            2 => std::os::unix::fs::symlink("..", &path)?,
            3 => {
                succeeded(Command::new("mkfifo").arg(&path).output()?)?;
            }
            _ => std::fs::write(&path, name)?,
        }
    }
    Ok(())
}

fn walks() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..3 {
        grow(folder.path(), 5, &mut random).unwrap_or(());
    }
    std::fs::create_dir_all(folder.path().join("deep/a/b/c"))?;
    let found = printed(folder.path(), WALK, b"")?;
    let mut command = Command::new("find");
    command.args([".", "-mindepth", "1", "-printf", "%d %y %p\\n"]).current_dir(folder.path());
    let expected = succeeded(fed(command, b"")?)?;
    let sorted = |text: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    // The order is by names, and folders come before what is in them.
    let paths: Vec<_> = found.lines().filter_map(|line| line.splitn(3, ' ').nth(2)).collect();
    for (number, path) in paths.iter().enumerate() {
        let outer = path.rsplit_once('/').map_or(".", |(outer, _)| outer);
        if outer != "." && !outer.contains('\n') && paths[..number].iter().all(|earlier| *earlier != outer) {
            return Err(format!("`{path}` comes before its folder").into());
        }
    }
    same(&sorted(&found), &sorted(&expected))
}

const LINES: &str = "\
import std.fs
import std.io (Reader)

fn main {
  for number in 0..8 {
    let mut reader = Reader.with_capacity(fs.open(\"${number}\").unwrap(), 1 << number + 3)
    let mut bytes: Array[u8] = Array.new()
    let mut lines = 0
    while reader.read_until('\\n', mut bytes).unwrap() > 0 {
      if bytes[bytes.length() - 1] == '\\n' { lines += 1 }
    }
    println(\"${lines} ${bytes.length()} ${number}\")
  }
}
";

fn lines() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut random = fastrand::Rng::with_seed(7);
    for number in 0..8 {
        let length = random.usize(0..300_000);
        let bytes: Vec<u8> = (0..length).map(|_| if random.u8(0..20) == 0 { b'\n' } else { random.u8(..) }).collect();
        std::fs::write(folder.path().join(number.to_string()), bytes)?;
    }
    let mut command = Command::new("wc");
    command.arg("-lc").args((0..8).map(|number| number.to_string())).current_dir(folder.path());
    let counted = succeeded(fed(command, b"")?)?;
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected: Vec<String> = counted.lines().filter(|line| !line.ends_with("total")).map(words).collect();
    same(&printed(folder.path(), LINES, b"")?, &expected.join("\n"))
}

const TIMES: &str = "\
import std.io (Reader, standard_input)
import std.time (Time)

fn main {
  let mut input = Reader.new(standard_input())
  for line in input.lines() {
    let line = line.unwrap()
    if let Ok(seconds) = line.parse[i64]() {
      let time = Time.of_unix(seconds, 0)
      println(\"${time} ${time.to_date().day_of_week() + 1} ${time.to_date().day_of_year()}\")
    } else {
      println(Time.parse_rfc_3339(line).unwrap().since_1970().seconds())
    }
  }
}
";

fn times() -> Result<(), Failed> {
    let mut random = fastrand::Rng::with_seed(11);
    let seconds: Vec<i64> = (0..2000).map(|_| random.i64(-62_135_596_800..253_402_300_800)).collect();
    let texts: Vec<String> = (0..2000)
        .map(|_| {
            let (year, month, day) = (random.u32(1..10_000), random.u32(1..13), random.u32(1..29));
            let (hour, minute, second) = (random.u32(0..24), random.u32(0..60), random.u32(0..60));
            let distance = match random.u32(0..3) {
                0 => "Z".to_owned(),
                1 => format!("+{:02}:{:02}", random.u32(0..24), random.u32(0..60)),
                _ => format!("-{:02}:{:02}", random.u32(0..24), random.u32(0..60)),
            };
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{distance}")
        })
        .collect();
    let numbers = seconds.iter().map(i64::to_string).collect::<Vec<_>>();
    let date = |format: &str, lines: &[String]| {
        let mut command = Command::new("date");
        command.args(["-u", format, "-f", "-"]).env("LC_ALL", "C");
        succeeded(fed(command, lines.join("\n").as_bytes())?)
    };
    let of_date = numbers.iter().map(|number| format!("@{number}")).collect::<Vec<_>>();
    let shown = date("+%Y-%m-%dT%H:%M:%SZ %u %-j", &of_date)?;
    let read = date("+%s", &texts)?;
    let folder = tempfile::tempdir()?;
    let input = [numbers, texts].concat().join("\n");
    same(&printed(folder.path(), TIMES, input.as_bytes())?, &format!("{shown}{read}"))
}

/// `xoshiro256starstar.c` and `splitmix64.c`, by David Blackman and Sebastiano Vigna, in the public domain, with a `main`.
const GENERATOR: &str = "\
#include <stdint.h>
#include <stdio.h>
static inline uint64_t rotl(const uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static uint64_t s[4];
static uint64_t next(void) {
  const uint64_t result = rotl(s[1] * 5, 7) * 9;
  const uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return result;
}
static uint64_t x;
static uint64_t split(void) {
  uint64_t z = (x += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
int main(void) {
  for (uint64_t seed = 0; seed < 100; seed++) {
    x = seed * seed * seed * 0x123456789abcdef;
    for (int i = 0; i < 4; i++) s[i] = split();
    for (int i = 0; i < 100; i++) printf(\"%llu\\n\", (unsigned long long)next());
  }
}
";

const CHANCE: &str = "\
import std.random (Random)

fn main {
  for seed in 0..100 {
    let own = seed as u64
    let mut random = Random.from_seed(own *% own *% own *% 0x123456789abcdef)
    for _ in 0..100 { println(random.next()) }
  }
}
";

fn chance() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    same(&printed(folder.path(), CHANCE, b"")?, &printed_by_c("cc", GENERATOR, false, b"")?)
}

/// Methods of `std.math.Float` that take nothing, with C's names behind `:` where they differ.
const FUNCTIONS_OF_ONE: &str = "sqrt cbrt exp exp2 exp_minus_1:expm1 log log2 log10 log_plus_1:log1p sin cos tan asin acos atan \
     sinh cosh tanh asinh acosh atanh erf erfc gamma:tgamma log_gamma:lgamma floor ceil round round_even:rint trunc abs:fabs";
/// Those that take another number.
const FUNCTIONS_OF_TWO: &str =
    "power:pow hypot atan2 nearest_remainder:remainder copy_sign:copysign min:fmin max:fmax next_after:nextafter";
const NUMBERS: [&str; 14] =
    ["0.0", "-0.0", "1.0", "-1.0", "0.5", "2.5", "-3.5", "1e-8", "10.25", "-0.75", "100.0", "3.0e5", "1e30", "1e-30"];

fn mathematics() -> Result<(), Failed> {
    let mut language = String::from("import std.math (Float, bits_of_f32, bits_of_f64)\nfn main {\n");
    let mut c = String::from(
        "#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n\
         static void d(double x) { uint64_t b; if (x != x) puts(\"nan\"); else { memcpy(&b, &x, 8); printf(\"%llu\\n\", (unsigned long long)b); } }\n\
         static void f(float x) { uint32_t b; if (x != x) puts(\"nan\"); else { memcpy(&b, &x, 4); printf(\"%u\\n\", b); } }\n\
         int main(void) {\n",
    );
    let functions = FUNCTIONS_OF_ONE.split_whitespace().map(|name| (name, 1));
    for (name, count) in functions.chain(FUNCTIONS_OF_TWO.split_whitespace().map(|name| (name, 2))) {
        let (ours, theirs) = name.split_once(':').unwrap_or((name, name));
        for (number, left) in NUMBERS.iter().enumerate() {
            let right = NUMBERS[(number * 5 + 3) % NUMBERS.len()];
            let (more, c_more) = match count {
                1 => (String::new(), String::new()),
                _ => (right.to_owned(), format!(", {right}")),
            };
            let _ = writeln!(language, "  double(({left}).{ours}({more}))");
            let _ = writeln!(language, "  single(({left} as f32).{ours}({more}))");
            let _ = writeln!(c, "  d({theirs}({left}{c_more}));");
            let _ = writeln!(c, "  f({theirs}f((float){left}{}));", c_more.replace(", ", ", (float)"));
        }
    }
    language.push_str(
        "}\nfn double(x: f64) { if x.is_nan() { println(\"nan\") } else { println(bits_of_f64(x)) } }\n\
         fn single(x: f32) { if x.is_nan() { println(\"nan\") } else { println(bits_of_f32(x)) } }\n",
    );
    c.push_str("}\n");
    let folder = tempfile::tempdir()?;
    same(&printed(folder.path(), &language, b"")?, &printed_by_c("cc", &c, false, b"")?)
}

const PATHS: &str = "\
import std.io (Reader, standard_input)
import std.path

fn main {
  let mut input = Reader.new(standard_input())
  let mut before = \"\"
  for line in input.lines() {
    let text = line.unwrap()
    let (outer, name) = (path.parent(text), path.file_name(text))
    println(\"${outer} ${name} ${path.stem(text)} ${path.extension(text)} ${path.join(before, text)} ${path.is_absolute(text)}\")
    before = text
  }
}
";

fn paths() -> Result<(), Failed> {
    let mut random = fastrand::Rng::with_seed(3);
    let pieces = ["a", "b.c", ".", "..", "/", "/", "//", ".x", "x.", "ä", "..y", "a.b.c"];
    let paths: Vec<String> =
        (0..3000).map(|_| (0..random.usize(0..6)).map(|_| pieces[random.usize(0..pieces.len())]).collect()).collect();
    let mut expected = String::new();
    let mut before = "";
    for text in &paths {
        let path = Path::new(text);
        let shown = |part: Option<&std::ffi::OsStr>| match part {
            Some(part) => format!("Some({})", part.to_string_lossy()),
            None => "None".to_owned(),
        };
        let joined = Path::new(before).join(path);
        let _ = writeln!(
            expected,
            "{} {} {} {} {} {}",
            shown(path.parent().map(Path::as_os_str)),
            shown(path.file_name()),
            shown(path.file_stem()),
            shown(path.extension()),
            joined.display(),
            path.is_absolute()
        );
        before = text;
    }
    let folder = tempfile::tempdir()?;
    same(&printed(folder.path(), PATHS, format!("{}\n", paths.join("\n")).as_bytes())?, &expected)
}

const ENDS: &str = "\
import std.process (Command)

fn main {
  for code in 0..256 { println(Command.new(\"sh\").arguments([\"-c\", \"exit ${code}\"]).run().unwrap()) }
  for signal in [1, 6, 9, 10, 11, 14, 15] {
    println(Command.new(\"sh\").arguments([\"-c\", \"ulimit -c 0; kill -${signal} $$\"]).run().unwrap())
  }
}
";

fn ends() -> Result<(), Failed> {
    use std::os::unix::process::ExitStatusExt as _;
    let shell = |text: String| Command::new("sh").args(["-c", &text]).status();
    let mut expected = String::new();
    for code in 0..256 {
        let status = shell(format!("exit {code}"))?;
        let _ = writeln!(expected, "exit code {}", status.code().ok_or("it ends by itself")?);
    }
    for signal in [1, 6, 9, 10, 11, 14, 15] {
        let status = shell(format!("ulimit -c 0; kill -{signal} $$"))?;
        let _ = writeln!(expected, "signal {}", status.signal().ok_or("a signal ends it")?);
    }
    let folder = tempfile::tempdir()?;
    same(&printed(folder.path(), ENDS, b"")?, &expected)
}

const FULL: &str = "\
import std.fs
import std.io (Write, Writer)

fn main {
  let mut writer = Writer.new(fs.append(\"/dev/full\").unwrap())
  writer.write_text(\"kept back\").unwrap()
  println(writer.flush())
  if let Err(error) = fs.write_text(\"/dev/full\", \"text\") { println(error) }
  let mut lost = Writer.new(fs.append(\"/dev/full\").unwrap())
  lost.write_text(\"kept back\").unwrap()
  if let Err(error) = lost.finish() { println(error) }
}
";

/// What nobody asked for at the end of a writer is not lost silently.
const LOST: &str = "\
import std.fs
import std.io (Write, Writer)

fn main {
  let mut lost = Writer.new(fs.append(\"/dev/full\").unwrap())
  lost.write_text(\"kept back\").unwrap()
}
";

fn full_disk() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let said = "cannot write to `/dev/full`: No space left on device";
    same(&printed(folder.path(), FULL, b"")?, &format!("Err({said})\n{said}\n{said}\n"))?;
    let path = folder.path().join("lost.lang");
    std::fs::write(&path, LOST)?;
    let mut command = lang_command(folder.path());
    command.arg("run").arg(&path);
    let output = fed(command, b"")?;
    let lost = format!("what a writer kept back is lost: {said}");
    if output.status.code() != Some(101) || !String::from_utf8_lossy(&output.stderr).contains(&lost) {
        return Err(format!("{output:?}").into());
    }
    for (output, expected) in [("/dev/null", 7), ("/dev/full", 101)] {
        let path = folder.path().join("exit.lang");
        std::fs::write(&path, "import std.process\nfn main {\n  println(\"text\")\n  process.exit(7)\n}\n")?;
        let mut command = lang_command(folder.path());
        command.arg("run").arg(&path).stdout(std::fs::File::create(output)?).stderr(Stdio::null());
        let status = command.status()?;
        if status.code() != Some(expected) {
            return Err(format!("{output}: {status}").into());
        }
    }
    Ok(())
}

/// `tests/examples/wc` beside the system's, on random files, with and without options.
fn word_counts() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let ours = build(&tests::root().join("tests/examples/wc"), folder.path(), &[])?;
    let mut random = fastrand::Rng::with_seed(17);
    let letters = ["a", "b", " ", " ", "\t", "\n", "\r", "\x0b", "\x0c", "\x00", "ä", "日", "\x7f", "-"];
    for name in ["one", "two", "-three"] {
        let length = random.usize(0..400_000);
        let text: String = (0..length).map(|_| letters[random.usize(0..letters.len())]).collect();
        std::fs::write(folder.path().join(name), text)?;
    }
    std::fs::write(folder.path().join("empty"), "")?;
    std::fs::create_dir(folder.path().join("folder"))?;
    let lines =
        ["", "one", "one two", "empty", "one -", "-", "-- -three one", "two none one", "folder one", "./-three"];
    for options in ["", "-l", "-c", "-w", "-L", "-m", "-lw", "-cL", "--lines --bytes", "-x", "--no"] {
        for names in lines {
            let words = || format!("{options} {names}").split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let said = |program: &Path| {
                let mut command = Command::new(program);
                // Where C's characters are bytes, `wc` counts no others.
                let locale = if options == "-m" { "C.UTF-8" } else { "C" };
                command.args(words()).current_dir(folder.path()).env("LC_ALL", locale);
                let output = fed(command, INPUT.as_bytes())?;
                let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
                Ok::<_, Failed>((output.status.code(), stdout))
            };
            let (expected, found) = (said(Path::new("wc"))?, said(&ours)?);
            if found != expected {
                return Err(format!("wc {options} {names}: {found:?} is not {expected:?}").into());
            }
        }
    }
    Ok(())
}
