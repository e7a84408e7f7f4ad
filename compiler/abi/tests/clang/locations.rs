//! Proves the described locations at run time, independent of any code generator: values that name their own
//! bytes travel between C, compiled by gcc and clang, and an assembly caller or callee that does what the
//! description says. Owns the C program that drives `common.c`, which does the judging.

mod lists;
mod pieces;
mod registers;
pub mod toolchains;
mod values;

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use abi::{FnAbi, Location, Placement, Target};

use crate::model::{CSignature, CType};
use pieces::Pieces;
use registers::Bank;
use toolchains::Toolchain;
use values::{Value, values};

/// What is done to a description before it is proved; false leaves the signature out.
pub type Change<'a> = Box<dyn Fn(&mut FnAbi) -> bool + 'a>;

/// Signatures that one run of the program proves, under one change.
pub struct Group<'a> {
    pub signatures: &'a [CSignature],
    pub change: Change<'a>,
}

/// Runs all signatures of each group in both directions; the answers are what the C program prints and how it ends, or
/// why it cannot run. One program holds all groups, since compiling takes longer than running.
pub fn prove(toolchain: &Toolchain, groups: &[Group<'_>]) -> Result<Vec<String>, String> {
    let target = toolchain.followed();
    let mut program = Program::new(&target);
    for (number, group) in groups.iter().enumerate() {
        for signature in group.signatures {
            program.add(number, signature, &group.change);
        }
    }
    let directory = directory(toolchain);
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let answers = build_and_run(toolchain, &program.finish(), groups.len(), &directory);
    std::fs::remove_dir_all(&directory).map_err(|error| error.to_string())?;
    answers
}

fn directory(toolchain: &Toolchain) -> std::path::PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let (compiler, target) = (toolchain.compiler, toolchain.target);
    std::env::temp_dir().join(format!("abi-locations-{}-{number}-{compiler}-{target}", std::process::id()))
}

fn build_and_run(toolchain: &Toolchain, source: &str, groups: usize, directory: &Path) -> Result<Vec<String>, String> {
    let [cases, assembly, platform] = ["cases.c", "trampoline.S", "platform.h"].map(|name| directory.join(name));
    let program = directory.join("cases.exe");
    let write = |file, text: &str| std::fs::write(file, text).map_err(|error| error.to_string());
    write(&cases, source)?;
    write(&assembly, &registers::assembly(&toolchain.target))?;
    write(&platform, include_str!("locations/platform.h"))?;
    toolchain.build(&[&cases, &assembly], &program)?;
    let run = |group: usize| {
        let (text, status) = toolchain.run(&program, &group.to_string())?;
        Ok(match text.contains(" cases, ") {
            true => text,
            false => format!("the program died ({status}): {text}"),
        })
    };
    (0..groups).map(run).collect()
}

/// The C program while it is written.
struct Program<'a> {
    target: &'a Target,
    arguments: Bank,
    results: Bank,
    source: String,
    table: String,
    count: usize,
}

impl Program<'_> {
    fn new(target: &Target) -> Program<'_> {
        Program {
            target,
            arguments: Bank::arguments(target),
            results: Bank::results(target),
            source: String::from(include_str!("locations/common.c")),
            table: String::new(),
            count: 0,
        }
    }

    fn finish(self) -> String {
        let Program { source, table, count, .. } = &self;
        let list = lists::save_area(self.target);
        format!("{source}{list}const Case cases[] = {{\n{table}}};\nconst unsigned int case_count = {count};\n")
    }

    /// Writes the data, the C callee, the C caller and the table row of one signature, if it is described.
    fn add(&mut self, group: usize, signature: &CSignature, change: &Change<'_>) {
        let (arena, lowered) = signature.build(self.target);
        let Ok(mut abi) = abi::lower(self.target, &arena, &lowered) else {
            return;
        };
        if abi.call.stack_align > 64 || abi.call.stack_bytes > 4096 || !change(&mut abi) {
            return;
        }
        let index = self.count;
        self.count += 1;
        let values = values(self.target, &arena, &lowered, index);
        for (number, value) in values.iter().enumerate() {
            value.write(index, number, &mut self.source);
        }
        if signature.variadic.is_some() {
            lists::write(index, self.target, &abi, &mut self.source);
        }
        write_functions(index, signature, &values, &mut self.source);
        let mut arguments = pieces(self.target, &self.arguments, true);
        for (number, param) in abi.params.iter().enumerate() {
            let data = format!("d{index}_{}", number + 1);
            arguments.value(param, &values[number + 1], &data);
        }
        // Where 32 bits are the rule, clang widens results but gcc does not, and no caller relies on it.
        let widened = self.target.convention().extension_bits() == 64;
        let mut results = pieces(self.target, &self.results, widened);
        results.value(&abi.result, &values[0], &format!("d{index}_0"));
        let counts = [arguments.out.len(), results.out.len()];
        for (name, list) in [("a", arguments.out), ("r", results.out)] {
            let list = list.join(", ");
            writeln!(self.source, "static const Piece {name}{index}[] = {{{list}}};").unwrap();
        }
        self.write_row(group, index, &abi, &values[0], signature, counts);
    }

    fn write_row(
        &mut self,
        group: usize,
        index: usize,
        abi: &FnAbi,
        result: &Value,
        signature: &CSignature,
        [arguments, results]: [usize; 2],
    ) {
        let (sret, returned) = match abi.result.placement {
            Placement::Sret { pointer: Location::Register(register), returned_in } => (
                self.arguments.general(register) as i32,
                returned_in.map_or(-1, |register| self.results.general(register) as i32),
            ),
            Placement::Sret { .. } => panic!("the address of a result travels in a register"),
            Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => (-1, -1),
        };
        let parts = abi.result.parts().iter();
        let x87 = parts.filter(|part| part.carrier == abi::Carrier::X87).count();
        let list = match signature.variadic {
            Some(_) => format!("v{index}, sizeof v{index} / sizeof *v{index}, w{index}"),
            None => "0, 0, 0".to_string(),
        };
        let (name, stack_bytes) = (text(signature), abi.call.stack_bytes);
        let (vectors, size, ranges) = (abi.call.vector_registers.unwrap_or(0), result.size, result.ranges.len());
        writeln!(
            self.table,
            "{{ \"{name}\", {group}, {list}, (void (*)(void))f{index}, c{index}, a{index}, {arguments}, r{index}, {results}, \
             {stack_bytes}, {vectors}, {x87}, {sret}, {returned}, {size}, d{index}_0, g{index}_0, {ranges} }},",
        )
        .unwrap();
    }
}

fn pieces<'a>(target: &'a Target, bank: &'a Bank, widened: bool) -> Pieces<'a> {
    Pieces { target, bank, widened, out: Vec::new() }
}

/// The signature in one line of C.
fn text(signature: &CSignature) -> String {
    let mut source = String::new();
    let mut count = 0;
    let result = signature.result.declare("t", &mut count, &mut source);
    let params: Vec<String> =
        signature.params.iter().map(|param| param.declare("t", &mut count, &mut source)).collect();
    let declared = list(&params, signature.variadic);
    let unnamed = signature.variadic.map_or(&[][..], |fixed| &params[fixed..]);
    let source = source.replace('\n', " ");
    format!("{source} {result} f({declared}) {}", unnamed.join(", "))
}

/// A parameter list of C, with the `...` of a variadic function.
fn list(params: &[String], variadic: Option<usize>) -> String {
    match variadic {
        Some(fixed) => format!("{}, ...", params[..fixed].join(", ")),
        None if params.is_empty() => "void".to_string(),
        None => params.join(", "),
    }
}

/// The C callee checks its arguments, spoils them and returns; the C caller passes them and checks the result. The
/// walker of a variadic function checks the unnamed arguments of a list that C did not start.
fn write_functions(index: usize, signature: &CSignature, values: &[Value], source: &mut String) {
    let mut count = 0;
    let prefix = format!("t{index}");
    let result = signature.result.declare(&prefix, &mut count, source);
    let params: Vec<String> = signature.params.iter().map(|param| param.declare(&prefix, &mut count, source)).collect();
    let fixed = signature.variadic.unwrap_or(params.len());
    let (mut named, mut unnamed, mut caller) = (String::new(), String::new(), String::new());
    for (number, ty) in params.iter().enumerate() {
        let data = number + 1;
        let ranges = values[data].ranges.len();
        let check = format!(
            " check(&a{number}, d{index}_{data}, g{index}_{data}, {ranges}, {number}); spoil(&a{number}, sizeof a{number});"
        );
        if number < fixed {
            named.push_str(&check);
        } else {
            write!(unnamed, " {ty} a{number} = __builtin_va_arg(ap, {ty});{check}").unwrap();
        }
        let copy = format!(" {ty} a{number}; memcpy(&a{number}, d{index}_{data}, sizeof a{number});");
        caller.push_str(&copy);
    }
    let names: Vec<String> = (0..params.len()).map(|number| format!("a{number}")).collect();
    let declared: Vec<String> = params.iter().zip(&names).map(|(ty, name)| format!("{ty} {name}")).collect();
    let (types, parameters) = (list(&params, signature.variadic), list(&declared, signature.variadic));
    let call = format!("(({result} (*)({types}))entry)({})", names.join(", "));
    let mut ends = String::new();
    if signature.result == CType::Void {
        write!(caller, " {call};").unwrap();
    } else {
        let ranges = values[0].ranges.len();
        ends = format!(" {result} r; memcpy(&r, d{index}_0, sizeof r); return r;");
        write!(caller, " {result} r = {call}; check(&r, d{index}_0, g{index}_0, {ranges}, 999);").unwrap();
    }
    let mut start = String::new();
    if signature.variadic.is_some() {
        start = format!(" __builtin_va_list ap; __builtin_va_start(ap, a{}); check_list(&ap);", fixed - 1);
        let copy = "__builtin_va_list ap; memcpy(&ap, list, sizeof ap);";
        writeln!(source, "static void w{index}(void *list) {{ {copy}{unnamed} }}").unwrap();
    }
    writeln!(source, "static {result} f{index}({parameters}) {{{start}{named}{unnamed}{ends} }}").unwrap();
    writeln!(source, "static void c{index}(void) {{{caller} }}").unwrap();
}
