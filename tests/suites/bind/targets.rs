//! The layouts that a module for a target has, beside those that clang dumps for it. Owns random records, the reading of both
//! and their comparison: records are found by their names, those within others by the members that have them. Must not know
//! how modules are written.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use abi::Target;
use fastrand::Rng;
use serde_json::Value;

use crate::succeeded;
use tests::lang_command;

/// Types of members, as C writes them before the name and behind it.
const MEMBERS: [(&str, &str); 16] = [
    ("char", ""),
    ("short", ""),
    ("int", ""),
    ("long", ""),
    ("long long", ""),
    ("float", ""),
    ("double", ""),
    ("void *", ""),
    ("enum tone", ""),
    ("_Bool", ""),
    ("short", "[3]"),
    ("long", "[2]"),
    ("double", "[2]"),
    ("int", " __attribute__((aligned(16)))"),
    ("double", " __attribute__((packed))"),
    ("long double", ""),
];

/// What stands around a record.
const AROUND: [(&str, &str, &str); 6] = [
    ("", "", ""),
    ("", "", ""),
    ("", " __attribute__((packed))", ""),
    ("", " __attribute__((aligned(32)))", ""),
    ("#pragma pack(push, 2)\n", "", "\n#pragma pack(pop)"),
    ("#pragma pack(push, 4)\n", "", "\n#pragma pack(pop)"),
];

/// Random records, some of which have others in them.
pub fn header(random: &mut Rng, count: usize) -> String {
    let mut text = String::from("enum tone { LOW, LOUD };\n");
    for number in 0..count {
        let kind = if random.u8(..5) == 0 { "union" } else { "struct" };
        let (before, attribute, after) = AROUND[random.usize(..AROUND.len())];
        writeln!(text, "{before}typedef {kind} r{number} {{").expect("memory");
        for member in 0..random.usize(1..8) {
            let (ty, behind) = MEMBERS[random.usize(..MEMBERS.len())];
            match random.u8(..8) {
                0 if number > 0 => writeln!(text, "  r{} m{member};", random.usize(..number)),
                1 => writeln!(text, "  struct {{ char c{member}; {ty} d{member}{behind}; }} m{member};"),
                2 => writeln!(text, "  union {{ short c{member}; {ty} d{member}{behind}; }};"),
                3 => writeln!(text, "  unsigned m{member} : {};", random.u8(1..33)),
                _ => writeln!(text, "  {ty} m{member}{behind};"),
            }
            .expect("memory");
        }
        writeln!(text, "}}{attribute} r{number};{after}").expect("memory");
    }
    text
}

/// A member: its name, if C gives it one, its offset in bits, and the record that is its type, or what its elements are.
struct Member {
    name: String,
    offset: u64,
    is_bits: bool,
    ty: String,
}

/// A record; in bytes.
struct Record {
    size: u64,
    align: u64,
    members: Vec<Member>,
}

/// What clang dumps of the records of these names, by how it calls them.
fn dumped(folder: &Path, target: &Target, headers: &[&str], names: &[&str]) -> HashMap<String, Record> {
    let mut lines: Vec<String> = Vec::new();
    for name in names {
        let of = ["", "struct ", "union "];
        lines.extend(of.map(|kind| format!("enum {{ lang_{}_{name} = sizeof({kind}{name}) }};", kind.trim())));
    }
    let begin: String = headers.iter().map(|header| format!("#include \"{header}\"\n")).collect();
    let first = begin.lines().count() + 1;
    let file = folder.join("dumped.c");
    loop {
        std::fs::write(&file, format!("{begin}{}\n", lines.join("\n"))).expect("a file");
        let mut clang = Command::new("clang-22");
        clang.arg(format!("--target={}", target.triple())).args(target.clang_options());
        clang.args(["-w", "-ferror-limit=0", "-fno-caret-diagnostics", "-S", "-emit-llvm", "-o", "/dev/null"]);
        clang.args(["-Xclang", "-fdump-record-layouts"]).arg(&file);
        let output = clang.current_dir(folder).output().expect("clang runs");
        if output.status.success() {
            return records(&String::from_utf8_lossy(&output.stdout));
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        let place = format!("{}:", file.display());
        let number = |line: &str| -> Option<usize> { line.strip_prefix(&place)?.split(':').next()?.parse().ok() };
        let wrong: Vec<usize> = errors.lines().filter_map(number).filter_map(|line| line.checked_sub(first)).collect();
        assert!(!wrong.is_empty(), "{errors}");
        let kept = lines.into_iter().enumerate().filter(|(number, _)| !wrong.contains(number));
        lines = kept.map(|(_, line)| line).collect();
    }
}

/// The records of a dump, without the members of their members, which are further in.
fn records(dump: &str) -> HashMap<String, Record> {
    let mut found = HashMap::new();
    for block in dump.split("*** Dumping AST Record Layout").skip(1) {
        let mut lines = block.lines().filter_map(|line| line.split_once(" | "));
        let Some((_, name)) = lines.next() else { continue };
        let mut record = Record { size: 0, align: 0, members: Vec::new() };
        for (offset, rest) in lines {
            let inner = rest.trim_start();
            if let Some(sizes) = inner.strip_prefix("[sizeof=") {
                let numbers: Vec<u64> =
                    sizes.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
                (record.size, record.align) = (numbers[0], numbers[1]);
            } else if rest.len() - inner.len() == 2 {
                // The name is empty, and stands behind a blank, where there is none.
                let (ty, name) = inner.rsplit_once(' ').expect("a type and a name");
                let offset = offset.trim();
                let (byte, bit) = offset.split_once(':').unwrap_or((offset, "0"));
                let bit = bit.split('-').next().and_then(|bit| bit.parse::<u64>().ok());
                let offset_bits = byte.parse::<u64>().expect("an offset") * 8 + bit.unwrap_or(0);
                let (name, ty) = (name.to_string(), ty.to_string());
                record.members.push(Member { name, offset: offset_bits, is_bits: offset.contains(':'), ty });
            }
        }
        found.insert(name.to_string(), record);
    }
    found
}

/// What `lang abi` tells of a module's types, by their names; the offsets with the sizes of the members.
fn described(folder: &Path, target: &Target) -> BTreeMap<String, (Record, Vec<u64>)> {
    let mut command = lang_command(folder);
    command.args(["abi", "bound.lang", "--target", target.name(), "--format", "json"]).current_dir(folder);
    let report: Value = serde_json::from_str(&succeeded(&command.output().expect("lang runs"))).expect("it is JSON");
    let mut found = BTreeMap::new();
    for ty in report["types"].as_array().expect("a list") {
        let name = ty["name"].as_str().expect("a name").trim_start_matches("bound.").to_string();
        let at = &ty["targets"][0];
        let number = |of: &Value, what: &str| of[what].as_u64().expect("a number");
        let fields = at["fields"].as_array().expect("a list");
        let members = fields.iter().map(|field| Member {
            name: field["name"].as_str().expect("a name").to_string(),
            offset: number(field, "offset") * 8,
            is_bits: false,
            ty: field["type"].as_str().expect("a type").to_string(),
        });
        let record = Record { size: number(at, "size"), align: number(at, "align"), members: members.collect() };
        found.insert(name, (record, fields.iter().map(|field| number(field, "size")).collect()));
    }
    found
}

/// What was compared, and what differs.
pub struct Compared {
    /// Their sizes in bytes, on the target.
    long: u64,
    address: u64,
    pub records: usize,
    pub members: usize,
    pub differences: Vec<String>,
}

/// The module `bound.lang` of a folder beside its headers.
pub fn compared(folder: &Path, target: &Target, headers: &[&str]) -> Compared {
    let ours = described(folder, target);
    let names: Vec<&str> = ours.keys().map(String::as_str).collect();
    let theirs = dumped(folder, target, headers, &names);
    // Of `long` and of an address, as clang's table of macros says.
    let mut clang = Command::new("clang-22");
    clang.arg(format!("--target={}", target.triple())).args(["-dM", "-E", "-x", "c", "/dev/null"]);
    let macros = succeeded(&clang.output().expect("clang runs"));
    let value = |name: &str| -> u64 {
        let line = macros.lines().find_map(|line| line.strip_prefix(&format!("#define {name} ")));
        line.and_then(|value| value.parse().ok()).expect("clang defines it")
    };
    let (long, address) = (value("__SIZEOF_LONG__"), value("__SIZEOF_POINTER__"));
    let mut compared = Compared { long, address, records: 0, members: 0, differences: Vec::new() };
    for (name, (record, sizes)) in &ours {
        let called = [name.clone(), format!("struct {name}"), format!("union {name}")];
        if let Some(of_c) = called.iter().find_map(|called| theirs.get(called)) {
            compared.record(name, (record, sizes), of_c, (&ours, &theirs));
        }
    }
    compared
}

type Both<'a> = (&'a BTreeMap<String, (Record, Vec<u64>)>, &'a HashMap<String, Record>);

impl Compared {
    fn record(&mut self, name: &str, (ours, sizes): (&Record, &[u64]), theirs: &Record, both: Both<'_>) {
        self.records += 1;
        if (ours.size, ours.align) != (theirs.size, theirs.align) {
            self.differences.push(format!(
                "{name}: {} bytes at {}, and not {} at {}",
                ours.size, ours.align, theirs.size, theirs.align
            ));
        }
        let mut met = 0;
        for (number, member) in theirs.members.iter().enumerate() {
            if member.is_bits && member.name.is_empty() {
                continue;
            }
            self.members += 1;
            let same = ours.members.iter().zip(sizes).find(|(own, _)| match member.name.is_empty() {
                true => own.name == format!("anonymous_{number}"),
                false => own.name == member.name,
            });
            match same {
                Some((own, size)) if own.offset == member.offset && !member.is_bits => {
                    met += 1;
                    if self.width(&member.ty).is_some_and(|width| width != *size) {
                        self.differences.push(format!("{name}.{}: {size} bytes for {}", own.name, member.ty));
                    }
                    self.within(own, member, both);
                }
                Some((own, _)) => {
                    self.differences.push(format!("{name}.{}: {} and not {}", own.name, own.offset, member.offset))
                }
                None => {
                    let covers = |(own, size): (&Member, &u64)| {
                        own.name.starts_with("opaque_") && (own.offset..own.offset + size * 8).contains(&member.offset)
                    };
                    // Elements that take no room may stand behind all others.
                    let is_behind = member.offset == ours.size * 8 && member.ty.ends_with(']');
                    if !is_behind && !ours.members.iter().zip(sizes).any(covers) {
                        self.differences.push(format!("{name} has no place for {} at {}", member.name, member.offset));
                    }
                }
            }
        }
        let named = ours.members.iter().filter(|own| !own.name.starts_with("opaque_")).count();
        if named != met {
            self.differences.push(format!("{name} has {named} members, of which {met} are C's"));
        }
    }

    /// The bytes of a type without a name of its own.
    fn width(&self, ty: &str) -> Option<u64> {
        match ty {
            "char" | "signed char" | "unsigned char" | "_Bool" => Some(1),
            "short" | "unsigned short" => Some(2),
            "int" | "unsigned int" | "float" => Some(4),
            "long" | "unsigned long" => Some(self.long),
            "long long" | "unsigned long long" | "double" => Some(8),
            _ if ty.ends_with('*') => Some(self.address),
            _ => None,
        }
    }

    /// The record that is the type of a member, where it has no name of its own.
    fn within(&mut self, own: &Member, member: &Member, both: Both<'_>) {
        let element = |ty: &str| ty.trim_start_matches('[').split([';', ']']).next().unwrap_or_default().to_string();
        let of_c = member.ty.split('[').next().unwrap_or_default();
        if let (true, Some((ours, sizes)), Some(theirs)) =
            (of_c.contains(" at "), both.0.get(&element(&own.ty)), both.1.get(of_c))
        {
            self.record(&format!("{}, {of_c}", own.ty), (ours, sizes), theirs, both);
        }
    }
}
