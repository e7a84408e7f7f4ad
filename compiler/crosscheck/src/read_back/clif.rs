//! Cranelift's signatures, read back from its text. Owns the reader and Cranelift's own rule of handing out registers:
//! list order, one counter per class, stack slots in list order. Must not know how a plan is made.

use abi::cranelift::{Area, Carries, Entry, Plan, Purpose, Thunk};
use abi::{Extend, FnAbi, Location, Memory, Placement, Target, ValueIndex};

use super::place::{Files, Hand, Place, differ};
use super::{Difference, Wanted};

/// A signature as Cranelift prints it: one text for each parameter and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub params: Vec<String>,
    pub results: Vec<String>,
}

/// A function in the text.
struct Found {
    name: String,
    signature: Signature,
    defined: bool,
    /// What its call goes through.
    thunk: Option<Thunk>,
}

/// Compares every function that is wanted with the text.
pub(super) fn compare(text: &str, wanted: &[Wanted<'_>], target: &Target) -> Vec<(String, Difference)> {
    let found = read(text);
    let mut differences = Vec::new();
    for wanted in wanted {
        let candidates: Vec<&Found> =
            found.iter().filter(|found| found.name == wanted.name && found.defined == wanted.defined).collect();
        let described = match abi::cranelift::plan(wanted.abi) {
            Ok(plan) => compare_one(wanted, &plan, &candidates, target),
            Err(unsupported) => vec![Difference::new("plan", "a plan", unsupported.to_string())],
        };
        differences.extend(described.into_iter().map(|difference| (wanted.name.to_owned(), difference)));
    }
    differences
}

fn compare_one(wanted: &Wanted<'_>, plan: &Plan, found: &[&Found], target: &Target) -> Vec<Difference> {
    let expected = Signature {
        params: plan.params.iter().map(Entry::to_string).collect(),
        results: plan.results.iter().map(Entry::to_string).collect(),
    };
    // A variadic function is declared once for each list of arguments, so any of its declarations will do.
    let Some(emitted) = found.iter().find(|found| found.signature == expected).or(found.first()) else {
        return vec![Difference::new("signature", expected.text(), "no such function")];
    };
    if emitted.signature != expected {
        return vec![Difference::new("signature", expected.text(), emitted.signature.text())];
    }
    let mut differences = Vec::new();
    let needed = needed_thunk(wanted.abi);
    if !wanted.defined && needed != emitted.thunk {
        differences.push(Difference::new("call", through(needed), through(emitted.thunk)));
    }
    if let Some(files) = Files::of(target) {
        differences.extend(compare_places(wanted.abi, plan, &emitted.signature, &files));
    }
    differences
}

fn through(thunk: Option<Thunk>) -> String {
    thunk.map_or("a plain call".to_owned(), |thunk| format!("a call through what {thunk}"))
}

/// What a call has to do that Cranelift's do not, by the description alone.
fn needed_thunk(abi: &FnAbi) -> Option<Thunk> {
    let (vector_count, area) = (abi.call.vector_registers, needed_area(abi));
    (vector_count.is_some() || area.is_some()).then_some(Thunk { vector_count, area })
}

/// The argument area that the records in it want, if that is aligned to more than Cranelift's.
fn needed_area(abi: &FnAbi) -> Option<Area> {
    let mut needed = Area { bytes: 0, align: 16 };
    for param in &abi.params {
        let end = match &param.placement {
            Placement::Memory(Memory::OnStack { offset, align, .. }) => {
                needed.align = needed.align.max(*align);
                offset + param.size as u32
            }
            Placement::Memory(Memory::ByPointer { pointer, .. }) => end(*pointer),
            Placement::Parts(parts) => parts.iter().map(|part| end(part.location)).max().unwrap_or(0),
            Placement::Ignore | Placement::Sret { .. } => 0,
        };
        needed.bytes = needed.bytes.max(end.next_multiple_of(8));
    }
    (needed.align > 16).then_some(needed)
}

fn end(location: Location) -> u32 {
    match location {
        Location::Stack { offset, slot, .. } => offset + slot,
        Location::Register(_) | Location::Operand(_) => 0,
    }
}

/// The places that Cranelift gives to the entries, against those of the description.
fn compare_places(abi: &FnAbi, plan: &Plan, emitted: &Signature, files: &Files) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut hand = Hand::new(files);
    let mut carried = vec![0u64; abi.params.len()];
    let mut vectors = 0;
    for (entry, text) in plan.params.iter().zip(&emitted.params) {
        let before = hand.vector;
        let place = assign(text, &mut hand, files);
        // A register that holds a dummy need not be saved by anybody.
        if entry.carries != Carries::Dummy {
            vectors += hand.vector - before;
        }
        differences.extend(compare_entry(abi, entry, text, place, files));
        match entry.carries {
            Carries::Part { value: ValueIndex::Param(param), part } => {
                carried[usize::from(param)] += u64::from(abi.params[usize::from(param)].parts()[usize::from(part)].len)
            }
            Carries::Pointer { param } => carried[usize::from(param)] = abi.params[usize::from(param)].size,
            Carries::Word { param, len, .. } => carried[usize::from(param)] += u64::from(len),
            Carries::Block { param } => {
                if let Purpose::StructArgument { bytes } = entry.purpose {
                    carried[usize::from(param)] += u64::from(bytes);
                }
            }
            Carries::Part { value: ValueIndex::Result, .. } | Carries::SretPointer | Carries::Dummy => {}
        }
    }
    for (index, (param, carried)) in abi.params.iter().zip(carried).enumerate() {
        let whole = match &param.placement {
            Placement::Ignore | Placement::Sret { .. } => 0,
            Placement::Parts(parts) => parts.iter().map(|part| u64::from(part.len)).sum(),
            Placement::Memory(_) => param.size,
        };
        if whole != carried {
            let bytes = |count: u64| format!("{count} bytes passed");
            differences.push(Difference::new(format!("parameter {index}"), bytes(whole), bytes(carried)));
        }
    }
    if let Some(described) = abi.call.vector_registers
        && usize::from(described) != vectors
    {
        let used = |count: usize| format!("{count} vector registers used");
        differences.push(Difference::new("al", used(usize::from(described)), used(vectors)));
    }
    let mut general = files.general_results.iter();
    let mut vector = files.vector_results.iter();
    for (entry, text) in plan.results.iter().zip(&emitted.results) {
        let register = if is_float(text) { vector.next() } else { general.next() };
        let place = register.map(|register| Place::Register(*register));
        differences.extend(compare_entry(abi, entry, text, place, files));
    }
    differences
}

fn is_float(text: &str) -> bool {
    text.starts_with('f') || text.starts_with("i8x16")
}

fn bytes(text: &str) -> u32 {
    let ty = text.split(' ').next().unwrap_or_default();
    match ty {
        "i8" => 1,
        "i16" => 2,
        "i32" | "f32" => 4,
        "i8x16" => 16,
        _ => 8,
    }
}

/// Cranelift's rule for one parameter.
fn assign(text: &str, hand: &mut Hand<'_>, files: &Files) -> Option<Place> {
    if let Some(rest) = text.split_once(" sarg(").map(|(_, rest)| rest) {
        let bytes = rest.trim_end_matches(')').parse().ok()?;
        return Some(hand.take_stack(bytes, 8));
    }
    if let (true, Some(register)) = (text.ends_with(" sret"), files.result_pointer) {
        return Some(Place::Register(register));
    }
    Some(if is_float(text) { hand.take_vector(bytes(text)) } else { hand.take_general(bytes(text)) })
}

fn compare_entry(abi: &FnAbi, entry: &Entry, text: &str, place: Option<Place>, files: &Files) -> Option<Difference> {
    match entry.carries {
        Carries::Dummy => None,
        Carries::SretPointer => match abi.result.placement {
            Placement::Sret { pointer, returned_in } => {
                let what = || "address of the result".to_owned();
                differ(what, pointer.into(), place).or_else(|| {
                    let word = |register: Option<abi::Register>| {
                        register.map_or("not returned".to_owned(), |register| format!("returned in {register}"))
                    };
                    (returned_in != files.echo).then(|| Difference::new(what(), word(returned_in), word(files.echo)))
                })
            }
            Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => {
                Some(Difference::new("result", "no address", text))
            }
        },
        Carries::Part { value, part } => {
            let described = abi.value(value).parts().get(usize::from(part))?;
            let what = || match value {
                ValueIndex::Param(param) => format!("parameter {param}, part {part}"),
                ValueIndex::Result => format!("result, part {part}"),
            };
            let extend = match described.extend {
                Extend::None => "",
                Extend::Zero => " uext",
                Extend::Sign => " sext",
            };
            differ(what, described.location.into(), place).or_else(|| {
                let emitted = text.find(" uext").or(text.find(" sext")).map_or("", |at| &text[at..at + 5]);
                (emitted != extend)
                    .then(|| Difference::new(what(), format!("extension{extend}"), format!("extension{emitted}")))
            })
        }
        Carries::Pointer { param } => match abi.params[usize::from(param)].placement {
            Placement::Memory(Memory::ByPointer { pointer, .. }) => {
                differ(|| format!("address of parameter {param}"), pointer.into(), place)
            }
            Placement::Memory(Memory::OnStack { .. })
            | Placement::Ignore
            | Placement::Parts(_)
            | Placement::Sret { .. } => Some(Difference::new(format!("parameter {param}"), "no address", text)),
        },
        Carries::Word { param, offset, .. } => on_stack(abi, param, offset, place),
        Carries::Block { param } => on_stack(abi, param, 0, place),
    }
}

fn on_stack(abi: &FnAbi, param: u16, inside: u32, place: Option<Place>) -> Option<Difference> {
    match abi.params[usize::from(param)].placement {
        Placement::Memory(Memory::OnStack { offset, .. }) => {
            differ(|| format!("parameter {param}, byte {inside}"), Place::Stack(offset + inside), place)
        }
        Placement::Memory(Memory::ByPointer { .. })
        | Placement::Ignore
        | Placement::Parts(_)
        | Placement::Sret { .. } => {
            Some(Difference::new(format!("parameter {param}"), "not on the stack", "on the stack"))
        }
    }
}

/// All functions of a text: `; name` before each body, and the declarations in it.
fn read(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut name = "";
    let mut signatures: Vec<(&str, Signature)> = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        if let Some(next) = line.strip_prefix("; ") {
            name = next;
            signatures.clear();
        } else if let Some(rest) = line.strip_prefix("function ") {
            found.extend(rest.find('(').map(|open| Found {
                name: name.to_owned(),
                signature: Signature::read(rest[open..].trim_end_matches(" {")),
                defined: true,
                thunk: None,
            }));
        } else if let Some((id, rest)) = trimmed.split_once(" = (").filter(|(id, _)| is_numbered(id, "sig")) {
            // The comment behind it, if there is one, names no function.
            signatures.push((id, Signature::read(&format!("({rest}"))));
        } else if let Some((_, rest)) = trimmed.split_once(" = ").filter(|(id, _)| is_numbered(id, "fn")) {
            let Some((declaration, callee)) = rest.split_once(" ; ") else {
                continue;
            };
            let words: Vec<&str> = declaration.split_whitespace().collect();
            let signature = words
                .iter()
                .find_map(|word| signatures.iter().find(|(id, _)| id == word))
                .map(|(_, signature)| signature.clone());
            let (name, thunk) = detour(callee);
            let name = name.to_owned();
            found.extend(signature.map(|signature| Found { name, signature, defined: false, thunk }));
        }
    }
    found
}

/// What a symbol calls, and through which thunk: `printf.area64.align32.al1$thunk`.
fn detour(symbol: &str) -> (&str, Option<Thunk>) {
    let Some(mut rest) = symbol.strip_suffix("$thunk") else { return (symbol, None) };
    let mut number = |mark: &str| {
        let (before, number) = rest.rsplit_once(mark)?;
        let number: u32 = number.parse().ok()?;
        rest = before;
        Some(number)
    };
    let vector_count = number(".al").map(|count| count as u8);
    let align = number(".align");
    let bytes = number(".area");
    let area = bytes.zip(align).map(|(bytes, align)| Area { bytes, align });
    (rest, Some(Thunk { vector_count, area }))
}

fn is_numbered(word: &str, prefix: &str) -> bool {
    word.strip_prefix(prefix)
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Signature {
    /// Reads `(i64 sret, f64) -> i32 system_v`.
    pub(super) fn read(text: &str) -> Signature {
        let mut depth = 0;
        let close = text
            .char_indices()
            .find(|(_, letter)| {
                depth += match letter {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                depth == 0
            })
            .map_or(text.len(), |(at, _)| at);
        let list = |text: &str| -> Vec<String> {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect()
        };
        let params = list(text.get(1..close).unwrap_or_default());
        let rest = text.get(close + 1..).unwrap_or_default();
        let results = rest.split_once("-> ").map_or("", |(_, results)| results);
        // The last word is the convention.
        let results = results.rsplit_once(' ').map_or("", |(results, _)| results);
        Signature { params, results: list(results) }
    }

    fn text(&self) -> String {
        let results = match self.results.as_slice() {
            [] => String::new(),
            results => format!(" -> {}", results.join(", ")),
        };
        format!("({}){results}", self.params.join(", "))
    }
}
