//! What a page says first, in a few aligned lines: what a thing is, its size, how it travels on each target, what is copied.
//! It owns the short words and the alignment; every fact is asked of those who decide.

use abi::{Architecture, Environment, Location, Memory, OperatingSystem, Placement, Target, ValueAbi, ValueIndex};
use source::{Db, printable};
use types::{Ty, TypeKind};

use super::passing::{CallShape, OnTarget, indices};
use super::question::Question;

/// Names of parameters beyond this are left out of a head.
const MOST_NAMES: usize = 4;
/// Registers of one group beyond this are `x0 … x5`.
const MOST_REGISTERS: usize = 6;

/// `x86-64`, `aarch64`; with the system where two of the targets share a processor.
pub(super) fn target_name(target: &Target, among: &[Target]) -> String {
    let processor = match target.architecture {
        Architecture::X86_64 => "x86-64",
        Architecture::Aarch64 => "aarch64",
        Architecture::Riscv64 => "riscv64",
        Architecture::S390x => "s390x",
        Architecture::Loongarch64 => "loongarch64",
        Architecture::Powerpc64le => "ppc64le",
        Architecture::Wasm32 => "wasm32",
    };
    let is_alone = |same: &dyn Fn(&Target) -> bool| !among.iter().any(|other| other != target && same(other));
    if is_alone(&|other| other.architecture == target.architecture) {
        return processor.to_string();
    }
    let system = match target.operating_system {
        OperatingSystem::Linux => "linux",
        OperatingSystem::Windows => "windows",
        OperatingSystem::Darwin => "macos",
        OperatingSystem::Unknown => "none",
    };
    let same_system =
        |other: &Target| other.architecture == target.architecture && other.operating_system == target.operating_system;
    let environment = match target.environment {
        _ if is_alone(&same_system) => "",
        Environment::Gnu => "-gnu",
        Environment::Msvc => "-msvc",
        Environment::None => "",
    };
    format!("{processor} {system}{environment}")
}

/// What becomes of values of a type when they are used, in a word or two.
pub(super) fn care(db: &dyn Db, ty: Ty) -> &'static str {
    match ty.kind() {
        TypeKind::String => "counted",
        TypeKind::Named(_) if types::is_counted(db, ty) => "counted",
        TypeKind::Ref(_) | TypeKind::Mut(_) => "borrow",
        _ if types::is_copy(db, ty) && types::needs_drop(db, ty) => "copied on use, counts raised",
        _ if types::is_copy(db, ty) => "copied on use",
        _ if types::needs_drop(db, ty) => "moved on use, owner",
        _ => "moved on use",
    }
}

/// A column of a small table: cells that belong below each other.
pub(super) fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let text: String = cells.map(|(cell, width)| printable::padded(cell, width + 2)).collect();
        text.trim_end().to_string()
    };
    rows.iter().map(line).collect()
}

/// How a value travels as the only argument and as a result, a line for each target.
pub(super) fn travels(question: &Question<'_>, ty: Ty) -> Vec<String> {
    let argument = CallShape::of_argument(question.db, ty).on_all(&question.targets);
    let result = CallShape::of_result(question.db, ty).on_all(&question.targets);
    let rows: Vec<Vec<String>> = argument
        .iter()
        .zip(&result)
        .map(|(argument, result)| {
            let place = |on: &OnTarget, index| match &on.abi {
                Ok(abi) => alone(abi.value(index)),
                Err(_) => "not described".to_string(),
            };
            vec![
                target_name(&argument.target, &question.targets),
                format!("argument: {}", place(argument, ValueIndex::Param(0))),
                format!("result: {}", place(result, ValueIndex::Result)),
            ]
        })
        .collect();
    aligned(&rows)
}

/// Where a value travels that is the only one.
fn alone(value: &ValueAbi) -> String {
    match &value.placement {
        Placement::Memory(Memory::OnStack { .. }) => format!("stack, {} B copied", value.size),
        Placement::Ignore
        | Placement::Parts(_)
        | Placement::Memory(Memory::ByPointer { .. })
        | Placement::Sret { .. } => place(value),
    }
}

/// Where a value travels.
pub(super) fn place(value: &ValueAbi) -> String {
    match &value.placement {
        Placement::Ignore => "not passed".to_string(),
        Placement::Parts(parts) => {
            let locations: Vec<String> = parts.iter().map(|part| part.location.to_string()).collect();
            registers(&locations)
        }
        Placement::Memory(Memory::OnStack { offset, .. }) if value.aggregate => {
            format!("stack+{offset}, {} B copied", value.size)
        }
        Placement::Memory(Memory::OnStack { offset, .. }) => format!("stack+{offset}"),
        Placement::Memory(Memory::ByPointer { pointer, .. }) => format!("{pointer} → copy of {} B", value.size),
        Placement::Sret { pointer, .. } => format!("through {pointer}"),
    }
}

/// `rdi rsi`; of many that follow each other `x0 … x7`.
fn registers(names: &[String]) -> String {
    let numbered = |name: &String| -> Option<(String, u32)> {
        let digits = name.len() - name.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        let (letters, number) = name.split_at(name.len() - digits);
        Some((letters.to_string(), number.parse().ok()?))
    };
    let numbers: Option<Vec<(String, u32)>> = names.iter().map(numbered).collect();
    let is_row = numbers
        .is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0].0 == pair[1].0 && pair[0].1 + 1 == pair[1].1));
    match names {
        [first, _, .., last] if is_row && names.len() > 3 => format!("{first} … {last}"),
        [first, .., last] if names.len() > MOST_REGISTERS => format!("{first} … {last}"),
        _ => names.join(" "),
    }
}

/// `many(a … h) -> i64`.
pub(super) fn call_head(db: &dyn Db, name: &str, shape: &CallShape) -> String {
    let names: Vec<&str> = shape.parameters.iter().map(|value| value.name.as_str()).collect();
    let parameters = match names.as_slice() {
        [first, .., last] if names.len() > MOST_NAMES => format!("{first} … {last}"),
        few => few.join(", "),
    };
    let result = match shape.result {
        Ty::UNIT => String::new(),
        result => format!(" -> {}", types::display(db, result)),
    };
    format!("{name}({parameters}){result}")
}

/// Where the values of a signature travel, a column for each target. Plain registers in a row share a line; what is
/// copied, split, on the stack or behind a hidden pointer has its own.
pub(super) fn places(question: &Question<'_>, shape: &CallShape, wanted: &[ValueIndex]) -> Vec<String> {
    let on_targets = shape.on_all(&question.targets);
    let mut heads = vec![String::new()];
    heads.extend(on_targets.iter().map(|on| target_name(&on.target, &question.targets)));
    let mut rows = vec![heads];
    let mut group: Vec<ValueIndex> = Vec::new();
    for index in wanted {
        let is_parameter = matches!(index, ValueIndex::Param(_));
        if is_parameter && on_targets.iter().all(|on| is_plain(on, *index)) {
            group.push(*index);
            continue;
        }
        rows.extend(grouped(shape, &on_targets, &std::mem::take(&mut group)));
        rows.extend(grouped(shape, &on_targets, &[*index]));
    }
    rows.extend(grouped(shape, &on_targets, &group));
    let stack_bytes = |on: &OnTarget| match &on.abi {
        Ok(abi) => abi.call.stack_bytes.saturating_sub(abi.call.shadow_bytes),
        Err(_) => 0,
    };
    if wanted.len() == indices(shape).len() && on_targets.iter().any(|on| stack_bytes(on) > 0) {
        let uses = on_targets.iter().map(|on| format!("{} bytes", stack_bytes(on)));
        rows.push(std::iter::once("stack".to_string()).chain(uses).collect());
    }
    aligned(&rows)
}

/// Whether a value travels whole in one register.
fn is_plain(on: &OnTarget, index: ValueIndex) -> bool {
    on.abi.as_ref().is_ok_and(|abi| match &abi.value(index).placement {
        Placement::Parts(parts) => match parts.as_slice() {
            [part] => matches!(part.location, Location::Register(_)),
            _ => false,
        },
        Placement::Ignore | Placement::Memory(_) | Placement::Sret { .. } => false,
    })
}

/// The line of some values.
fn grouped(shape: &CallShape, on_targets: &[OnTarget], group: &[ValueIndex]) -> Option<Vec<String>> {
    let name = |index: &ValueIndex| match index {
        ValueIndex::Param(number) => shape.parameters[usize::from(*number)].name.clone(),
        ValueIndex::Result => "result".to_string(),
    };
    let (first, last) = (group.first()?, group.last()?);
    let title = match group {
        [_] => name(first),
        [_, _] => format!("{}, {}", name(first), name(last)),
        _ => format!("{} … {}", name(first), name(last)),
    };
    let cell = |on: &OnTarget| match (&on.abi, group) {
        (Err(_), _) => "not described".to_string(),
        (Ok(abi), [only]) => place(abi.value(*only)),
        (Ok(abi), many) => {
            let names: Vec<String> = many.iter().map(|index| place(abi.value(*index))).collect();
            registers(&names)
        }
    };
    Some(std::iter::once(title).chain(on_targets.iter().map(cell)).collect())
}

/// `§3.2.3`, of a clause with its document.
pub(super) fn section(clause: &str) -> &str {
    clause.find('§').map_or(clause, |at| &clause[at..])
}

/// A line, behind the targets that it holds on if these are not all.
pub(super) fn on_targets(question: &Question<'_>, targets: &[Target], line: &str) -> String {
    if targets.len() == question.targets.len() {
        return line.to_string();
    }
    let names: Vec<String> = targets.iter().map(|target| target_name(target, &question.targets)).collect();
    format!("{}: {line}", names.join(", "))
}
