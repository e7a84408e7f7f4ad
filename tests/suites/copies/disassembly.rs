//! An eye that knows nothing of the compiler: which bytes of memory a function stores, as a disassembler shows it.
//! Registers that are saved, parameters that came in registers and are put where the function reads them again, and
//! scalars that are passed on the stack, are left out; block copies and calls of `memcpy` count with their lengths.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// What a function stores.
pub struct Stored {
    /// Distinct bytes of memory.
    pub bytes: u64,
    /// Its code, for messages.
    pub text: String,
}

/// What a function of an object stores; `scalars` are the parts of the argument area where scalars are passed.
pub fn stored_bytes(object: &Path, target: &str, function: &str, scalars: &[Range<u64>]) -> Stored {
    let output = Command::new("llvm-objdump-22")
        .args(["-d", "-r", "--no-show-raw-insn", "--no-leading-addr", "-M", "intel"])
        .arg(format!("--disassemble-symbols={function}"))
        .arg(object)
        .output()
        .expect("llvm-objdump-22 is installed with LLVM");
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    let mut eye = Eye::default();
    for line in text.lines().filter(|line| line.starts_with(['\t', ' '])) {
        let comment = if target.starts_with("x86_64") { "#" } else { "//" };
        let line = line.split(comment).next().unwrap_or(line);
        let line = line.replace('\t', " ");
        match target.starts_with("x86_64") {
            true => eye.x86_64(line.trim()),
            false => eye.aarch64(line.trim()),
        }
    }
    let is_scalar = |(base, offset): &(String, i64)| {
        (base == "rsp" || base == "sp") && scalars.iter().any(|scalar| scalar.contains(&(*offset as u64)))
    };
    eye.forget_homes();
    let stored = eye.stored.iter().filter(|byte| !is_scalar(byte)).count() as u64;
    Stored { bytes: stored + eye.blocks, text }
}

#[derive(Default)]
struct Eye {
    /// Base register, and offset of a byte.
    stored: BTreeSet<(String, i64)>,
    /// What was stored from a register that still had the parameter it came with.
    parameters: Vec<BTreeSet<(String, i64)>>,
    /// Bytes that are loaded.
    loaded: BTreeSet<(String, i64)>,
    /// Registers that were written.
    written: BTreeSet<String>,
    /// Bytes of block copies.
    blocks: u64,
    /// The number that was last put into the register of a length.
    length: u64,
}

impl Eye {
    fn store(&mut self, base: &str, offset: i64, bytes: i64, register: &str) {
        let stored: BTreeSet<(String, i64)> = (offset..offset + bytes).map(|byte| (base.to_string(), byte)).collect();
        self.stored.extend(stored.iter().cloned());
        if let Some(parameter) = parameter(register)
            && !self.written.contains(&parameter)
        {
            self.parameters.push(stored);
        }
    }

    fn load(&mut self, base: &str, offset: i64, bytes: i64) {
        self.loaded.extend((offset..offset + bytes).map(|byte| (base.to_string(), byte)));
    }

    /// A parameter that lies in memory since the function reads it there is no copy of anything in memory.
    fn forget_homes(&mut self) {
        for home in &self.parameters {
            if home.iter().any(|byte| self.loaded.contains(byte)) {
                self.stored.retain(|byte| !home.contains(byte));
            }
        }
    }

    fn x86_64(&mut self, line: &str) {
        let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
        let operands = operands.trim();
        if line.contains("R_X86_64") {
            if line.contains("memcpy") || line.contains("memmove") {
                self.blocks += self.length;
            }
            return;
        }
        if name == "rep" {
            let unit = match operands {
                words if words.starts_with("movsq") => 8,
                words if words.starts_with("movsd") => 4,
                _ => 1,
            };
            self.blocks += self.length * unit;
            return;
        }
        if !name.starts_with("mov") && !name.starts_with("vmov") {
            return;
        }
        let Some((to, from)) = operands.split_once(',') else {
            return;
        };
        if ["ecx", "rcx", "edx", "rdx"].contains(&to.trim()) {
            self.length = number(from.trim()).unwrap_or(0) as u64;
        }
        let sizes = [
            ("byte ptr ", 1),
            ("word ptr ", 2),
            ("dword ptr ", 4),
            ("qword ptr ", 8),
            ("xmmword ptr ", 16),
            ("ymmword ptr ", 32),
        ];
        for (words, bytes) in sizes {
            if let Some(address) = to.trim().strip_prefix(words) {
                let (base, offset) = address_of(address, '+');
                self.store(&base, offset, bytes, from.trim());
            }
            if let Some(address) = from.trim().strip_prefix(words) {
                let (base, offset) = address_of(address, '+');
                self.load(&base, offset, bytes);
            }
        }
        self.written.extend(parameter(to.trim()));
    }

    fn aarch64(&mut self, line: &str) {
        let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
        let operands = operands.trim();
        if line.contains("R_AARCH64") {
            if line.contains("memcpy") || line.contains("memmove") {
                self.blocks += self.length;
            }
            return;
        }
        if name == "mov"
            && let Some((to, from)) = operands.split_once(',')
            && ["w2", "x2"].contains(&to.trim())
        {
            self.length = number(from.trim().trim_start_matches('#')).unwrap_or(0) as u64;
        }
        if !name.starts_with("st") && !name.starts_with("ld") {
            self.written.extend(operands.split(',').next().and_then(parameter));
            return;
        }
        let Some((registers, address)) = operands.split_once('[') else {
            return;
        };
        let registers: Vec<&str> = registers.split(',').map(str::trim).filter(|it| !it.is_empty()).collect();
        let is_saved = |register: &&str| {
            let kept = (19..=30).chain(8..=15).map(|number| match number {
                8..=15 => format!("d{number}"),
                number => format!("x{number}"),
            });
            kept.into_iter().any(|kept| kept == **register)
        };
        let (base, offset) = address_of(address, ',');
        let mut next = offset;
        for register in registers {
            let bytes = match (name, &register[..1]) {
                ("strb" | "sturb" | "ldrb" | "ldurb" | "ldrsb" | "ldursb", _) => 1,
                ("strh" | "sturh" | "ldrh" | "ldurh" | "ldrsh" | "ldursh", _) => 2,
                ("ldrsw" | "ldursw", _) => 4,
                (_, "b") => 1,
                (_, "h") => 2,
                (_, "w" | "s") => 4,
                (_, "x" | "d") => 8,
                (_, "q") => 16,
                other => panic!("an unknown register in `{line}`: {other:?}"),
            };
            if name.starts_with("ld") {
                self.load(&base, next, bytes);
                self.written.extend(parameter(register));
            } else {
                // Large frames are touched with zeros.
                if !(base == "sp" && (is_saved(&register) || register == "xzr")) {
                    self.store(&base, next, bytes, register);
                }
            }
            next += bytes;
        }
    }
}

/// The register of a parameter under one name, whatever part of it is named.
fn parameter(register: &str) -> Option<String> {
    const GENERAL: [[&str; 4]; 6] = [
        ["rdi", "edi", "di", "dil"],
        ["rsi", "esi", "si", "sil"],
        ["rdx", "edx", "dx", "dl"],
        ["rcx", "ecx", "cx", "cl"],
        ["r8", "r8d", "r8w", "r8b"],
        ["r9", "r9d", "r9w", "r9b"],
    ];
    let register = register.trim();
    if let Some(names) = GENERAL.iter().find(|names| names.contains(&register)) {
        return Some(names[0].to_string());
    }
    let (kind, number) = match register.strip_prefix("xmm") {
        Some(number) => ('v', number),
        None => (register.chars().next()?, register.get(1..)?),
    };
    let number: u8 = number.parse().ok().filter(|number| *number < 8)?;
    match kind {
        'x' | 'w' => Some(format!("x{number}")),
        'v' | 'q' | 'd' | 's' | 'h' | 'b' => Some(format!("v{number}")),
        _ => None,
    }
}

/// `[rsp + 0x10]` and `[sp, #0x10]!`, from behind the first bracket or with it.
fn address_of(text: &str, separator: char) -> (String, i64) {
    let text = text.trim_start_matches('[');
    let inside = text.split(']').next().unwrap_or(text);
    let (base, rest) = match inside.split_once([separator, '-']) {
        Some((base, rest)) => (base, rest),
        None => (inside, "0"),
    };
    let is_negative = separator == '+' && inside.contains('-');
    let offset = number(rest.trim().trim_start_matches('#')).unwrap_or(0);
    (base.trim().to_string(), if is_negative { -offset } else { offset })
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}
