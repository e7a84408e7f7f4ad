//! Random programs whose functions, types, fields, cases and parameters are called as words and macros of C, C++, Rust and Python.
//! Owns the words, the programs, and the calls of their functions, which are found in each header by their order. What they give
//! is a sum that is known before.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use tests::for_each;

use super::{COMPILERS, STRICT, backends, is_there, lang, said, write};

/// Words of the four languages, macros and types of the standard's headers, and names that the headers themselves give.
const WORDS: &str = "alignas and_eq asm auto bitand bool catch char char8_t class co_await compl concept constexpr const_cast \
    consteval decltype default delete double dynamic_cast enum explicit export float friend goto inline int long mutable \
    namespace new noexcept not_eq nullptr operator or_eq private protected public register requires restrict short signed \
    sizeof static static_assert struct switch template this thread_local throw typedef typeid typename typeof union unsigned \
    using virtual void volatile wchar_t xor _Bool _Complex _Generic __int128 linux unix \
    assert errno stdin stdout stderr complex imaginary I offsetof noreturn NULL EOF NAN INFINITY EXIT_SUCCESS RAND_MAX \
    CHAR_BIT INT_MAX UINT8_C LONG_MIN DBL_EPSILON FLT_RADIX FE_ALL_EXCEPT LC_ALL SIGINT SIG_DFL PRId64 SCNu8 M_PI EINTR \
    ENOENT CLOCKS_PER_SEC TIME_UTC ATOMIC_INT_LOCK_FREE HUGE_VAL signbit isnan va_arg unreachable bitor size_t int8_t uint64_t \
    intptr_t va_list FILE ptrdiff_t SEEK_SET BUFSIZ \
    abstract become box crate dyn final fn gen impl let loop macro mod move override priv pub ref trait unsafe unsized use \
    where yield f32 i8 str u128 usize Self Some None Option Clone Copy Result Ok Err core std main panic vec \
    False True def del elif except finally from global is lambda nonlocal pass raise with async await print getattr property \
    ctypes object len AttributeError ImportError __init__ _fields_ __getattr__ _library _ctypes \
    lang_string lang_i128 lang_unit item0 as_ nothing elements length environment code table count bytes drop tag value it \
    array_2_i64 tuple_i64_f64 contents _ __ a b \u{e9}t\u{e9}";

/// Headers whose macros stand before ours.
const HEADERS: &str = "assert complex ctype errno fenv float inttypes limits locale math setjmp signal stdarg stdbool stddef \
    stdint stdio stdlib string time wchar wctype";

/// What no item may be called, and a function of C's.
const OF_THE_LANGUAGE: &str = "bool f32 i8 str u128 usize raise";

/// Symbols of the C library that its own functions need.
const SYMBOLS: &str = "stdin stdout stderr main isnan signbit";

/// Words of the language itself are no names.
fn is_name(word: &str) -> bool {
    !word.chars().all(|letter| letter == '_') && syntax::keywords().all(|own| own != word)
}

struct Function {
    /// With `@` before the functions that make values.
    arguments: Vec<String>,
    expected: i64,
}

struct Program {
    text: String,
    /// In the order in which they are written: functions that make a value first.
    functions: Vec<Option<Function>>,
}

/// A name that was not given yet.
fn fresh(random: &mut Rng, words: &[&str], given: &mut Vec<String>) -> String {
    let word = words[random.usize(..words.len())];
    let free = std::iter::once(word.to_string()).chain((0..).map(|number| format!("{word}{number}")));
    let name = free.into_iter().find(|name| !given.contains(name)).unwrap_or_default();
    given.push(name.clone());
    name
}

fn program(random: &mut Rng, words: &[&str]) -> Program {
    let (mut text, mut functions) = (String::new(), Vec::new());
    let mut items = vec!["S".to_string()];
    let mut types: Vec<(String, usize)> = Vec::new();
    let begins_large = |word: &&str| word.starts_with(|letter: char| letter.is_uppercase());
    let capital: Vec<&str> = words.iter().copied().filter(begins_large).collect();
    let is_item = |word: &&str| !OF_THE_LANGUAGE.split_whitespace().any(|own| own == *word);
    let words_of_items: Vec<&str> = words.iter().copied().filter(is_item).collect();
    for number in 0..8 {
        let name = fresh(random, &words_of_items, &mut items);
        let mut given = Vec::new();
        let fields: Vec<String> = (0..random.usize(1..5)).map(|_| fresh(random, words, &mut given)).collect();
        let list: String = fields.iter().map(|field| format!("  pub let @{field}: i64\n")).collect();
        writeln!(text, "type copy {name} {{\n{list}}}").expect("memory");
        let parameters: Vec<String> = (0..fields.len()).map(|at| format!("p{at}: i64")).collect();
        let values: Vec<String> = (0..fields.len()).map(|at| format!("p{at}")).collect();
        writeln!(
            text,
            "extern fn make_{number}({}) -> {name} {{ {name}({}) }}",
            parameters.join(", "),
            values.join(", ")
        )
        .expect("memory");
        functions.push(None);
        types.push((name, fields.len()));
        let sum: Vec<String> = fields.iter().map(|field| format!("v.{field}")).collect();
        writeln!(text, "fn sum_{number}(v: {}) -> i64 {{ {} }}", types[number].0, sum.join(" + ")).expect("memory");
        let name = fresh(random, &words_of_items, &mut items);
        let mut given = Vec::new();
        let cases: Vec<String> = (0..3).map(|_| format!("case {}", fresh(random, &capital, &mut given))).collect();
        writeln!(text, "type copy enum {name}: i32 {{ {} }}", cases.join("  ")).expect("memory");
        writeln!(text, "extern fn same_{number}(e: {name}) -> {name} {{ e }}").expect("memory");
        functions.push(None);
    }
    for _ in 0..12 {
        let mut name = fresh(random, &words_of_items, &mut items);
        while name.starts_with('_') || !name.is_ascii() || SYMBOLS.split_whitespace().any(|symbol| symbol == name) {
            name = fresh(random, &words_of_items, &mut items);
        }
        let mut given = Vec::new();
        let (mut parameters, mut sum, mut arguments, mut expected) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for place in 1..random.i64(2..6) {
            let parameter = fresh(random, words, &mut given);
            if random.bool() {
                let number = random.i64(0..1000);
                parameters.push(format!("{parameter}: i64"));
                sum.push(format!("{parameter} * {place}"));
                arguments.push(number.to_string());
                expected += number * place;
            } else {
                let of = random.usize(..types.len());
                let values: Vec<i64> = (0..types[of].1).map(|_| random.i64(0..1000)).collect();
                parameters.push(format!("{parameter}: {}", types[of].0));
                sum.push(format!("sum_{of}({parameter}) * {place}"));
                let list: Vec<String> = values.iter().map(i64::to_string).collect();
                arguments.push(format!("@make_{of}({})", list.join(", ")));
                expected += values.iter().sum::<i64>() * place;
            }
        }
        writeln!(text, "extern fn {name}({}) -> i64 {{ {} }}", parameters.join(", "), sum.join(" + ")).expect("memory");
        functions.push(Some(Function { arguments, expected }));
    }
    Program { text, functions }
}

/// The lines that call all functions, by the names that a text declares in this order.
fn calls(program: &Program, names: &[String], (before, print): (&str, &dyn Fn(&str) -> String)) -> String {
    assert_eq!(names.len(), program.functions.len(), "{names:?}");
    let all = program.functions.iter().zip(names);
    let calls = all.filter_map(|(function, name)| {
        let arguments = function.as_ref()?.arguments.join(", ").replace('@', before);
        Some(print(&format!("{before}{name}({arguments})")))
    });
    calls.collect()
}

/// The word that ends where `end` stands.
fn word_before(line: &str, end: usize) -> String {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let begin = line[..end].rfind(|letter: char| !is_letter(letter)).map_or(0, |at| at + 1);
    line[begin..end].to_string()
}

#[test]
fn words_of_other_languages_are_names_like_others() {
    let seed = tests::seed("NAMES_SEED");
    let words: Vec<&str> = WORDS.split_whitespace().filter(|word| is_name(word)).collect();
    let rounds: Vec<(u64, &str)> =
        backends().into_iter().enumerate().map(|(at, name)| (seed + at as u64, name)).collect();
    for_each(&rounds, |(seed, backend)| {
        let program = program(&mut Rng::with_seed(*seed), &words);
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let at = |name: &str| folder.join(name).display().to_string();
        write(&folder.join("named.lang"), &program.text);
        let failed = |wrong: String| panic!("NAMES_SEED={seed}: {wrong}\n{}", program.text);
        let source = at("named.lang");
        let built = ["build", "--backend", backend, "--emit", "shared", &source, "-o", &at("libnamed.so")];
        lang(folder, &built).unwrap_or_else(failed);
        let expected: String =
            program.functions.iter().flatten().map(|function| format!("{}\n", function.expected)).collect();
        let header = |option: &[&str]| {
            let words: Vec<&str> = ["header", &source].into_iter().chain(option.iter().copied()).collect();
            lang(folder, &words).unwrap_or_else(failed)
        };
        let text = header(&[]);
        write(&folder.join("named.h"), &text);
        let is_other = |line: &str| {
            ["typedef ", "_Static_assert(", "static_assert(", " "].iter().any(|word| line.starts_with(word))
        };
        let declared = text.lines().filter(|line| line.ends_with(';') && !is_other(line));
        let names: Vec<String> = declared.filter_map(|line| Some(word_before(line, line.find('(')?))).collect();
        let includes: String = HEADERS.split_whitespace().map(|header| format!("#include <{header}.h>\n")).collect();
        let print = |call: &str| format!("printf(\"%lld\\n\", (long long){call});\n");
        let body = calls(&program, &names, ("", &print));
        write(
            &folder.join("calls.c"),
            &format!("{includes}#include \"named.h\"\nint main(void) {{\n{body}return 0;\n}}\n"),
        );
        for compiler in COMPILERS.iter().filter(|compiler| is_there(compiler[0])) {
            let mut command = Command::new(compiler[0]);
            command.current_dir(folder).args(&compiler[1..]).args(STRICT).args(["calls.c", "-o", "calls", "-xnone"]);
            command.args(["./libnamed.so", "-Wl,-rpath,."]);
            said(command).unwrap_or_else(failed);
            assert_eq!(said(run(folder, "./calls")).unwrap_or_else(failed), expected, "NAMES_SEED={seed}");
        }
        if is_there("rustc") {
            let text = header(&["--rust"]);
            let names: Vec<String> = text
                .lines()
                .filter_map(|line| line.strip_prefix("    pub fn ")?.split('(').next().map(str::to_string))
                .collect();
            write(&folder.join("named.rs"), &text);
            let body = calls(&program, &names, ("named::", &|call| format!("println!(\"{{}}\", {call});\n")));
            write(&folder.join("main.rs"), &format!("mod named;\nfn main() {{ unsafe {{\n{body}}} }}\n"));
            let mut command = Command::new("rustc");
            command.current_dir(folder).args(["--edition", "2024", "-D", "warnings", "main.rs", "-L", "."]);
            said(command).unwrap_or_else(failed);
            assert_eq!(said(run(folder, "./main")).unwrap_or_else(failed), expected, "NAMES_SEED={seed}");
        }
        if is_there("python3") {
            let text = header(&["--python"]);
            let names: Vec<String> = text
                .lines()
                .filter_map(|line| line.split_once(" = getattr(_library").map(|(name, _)| name.to_string()))
                .collect();
            write(&folder.join("named.py"), &text);
            let body = calls(&program, &names, ("named.", &|call| format!("print({call})\n")));
            write(&folder.join("calls.py"), &format!("import named\n{body}"));
            let mut command = run(folder, "python3");
            command.arg("calls.py");
            assert_eq!(said(command).unwrap_or_else(failed), expected, "NAMES_SEED={seed}");
        }
    });
}

/// What a name gave way to is what C refuses.
#[test]
fn names_that_do_not_give_way_are_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("named.lang");
    write(&source, "type copy I { pub let @errno: i64 }\nextern fn f(NULL: i64, i: I) -> i64 { NULL + i.errno }\n");
    let text = lang(folder.path(), &["header", &source.display().to_string()]).expect("it is written");
    let compiles = |text: &str| {
        write(&folder.path().join("named.h"), text);
        let includes = "#include <complex.h>\n#include <errno.h>\n#include <stdio.h>\n#include \"named.h\"\n";
        write(&folder.path().join("it.c"), includes);
        let mut command = Command::new("gcc");
        command.current_dir(folder.path()).args(STRICT).args(["-std=c99", "-fsyntax-only", "it.c"]);
        said(command).is_ok()
    };
    assert!(compiles(&text), "{text}");
    for (given, word) in [(" I_", " I"), ("errno_", "errno"), ("NULL_", "NULL")] {
        assert!(text.contains(given) && !compiles(&text.replace(given, word)), "{word} in\n{text}");
    }
}

fn run(folder: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env("LD_LIBRARY_PATH", ".").env("PYTHONDONTWRITEBYTECODE", "1");
    command
}
