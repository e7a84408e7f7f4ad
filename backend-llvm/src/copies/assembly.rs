//! The look at the machine code of calls for which LLVM's code generator puts bytes into the argument area: after the
//! passes the call is one instruction, and only the assembly shows whether loads and stores, a block copy or nothing at
//! all came of it. Owns the reading of that assembly (AT&T's notation for x86-64, `.loc` lines); must not know where the
//! calls come from. What it does not recognise is not known.

use std::ops::Range;

use mir::CopyFate;
use rustc_hash::FxHashMap;

/// A call and the bytes of its argument area that are asked about.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// The line that its instructions have, and no others.
    pub line: u32,
    /// From the start of the area.
    pub areas: Vec<Range<u64>>,
}

/// What the assembly shows of each area of each call.
pub(super) fn read(target: &abi::Target, text: &str, wanted: &[Wanted]) -> Vec<Vec<CopyFate>> {
    let unknown = |wanted: &Wanted| vec![CopyFate::Unknown; wanted.areas.len()];
    let instruction = match target.architecture {
        abi::Architecture::X86_64 => Call::instruction,
        abi::Architecture::Aarch64 => Call::aarch64_instruction,
        abi::Architecture::Riscv64
        | abi::Architecture::S390x
        | abi::Architecture::Loongarch64
        | abi::Architecture::Powerpc64le
        | abi::Architecture::Wasm32 => return wanted.iter().map(unknown).collect(),
    };
    let mut calls: FxHashMap<u32, Call> = FxHashMap::default();
    let mut line = 0;
    for words in text.lines().map(str::trim) {
        if let Some(place) = words.strip_prefix(".loc") {
            let number = place.split_whitespace().nth(1);
            line = number.and_then(|number| number.parse().ok()).unwrap_or(0);
        } else if !words.is_empty() && !words.starts_with(['.', '#']) && !words.ends_with(':') {
            instruction(calls.entry(line).or_default(), words);
        }
    }
    let of = |wanted: &Wanted| match calls.get(&wanted.line) {
        Some(call) => call.fates(&wanted.areas),
        None => unknown(wanted),
    };
    wanted.iter().map(of).collect()
}

/// What the instructions of one call do, as far as the argument area is concerned.
#[derive(Default)]
struct Call {
    /// Bytes that are stored, from the start of the area.
    stored: Vec<Range<u64>>,
    /// Where block copies begin.
    blocks: Vec<Option<u64>>,
    /// Registers that hold an address in the area.
    addresses: FxHashMap<String, u64>,
    /// It jumps: its arguments lie where they are passed.
    jumps: bool,
    calls: bool,
    /// The area grows with each of these, so that offsets say nothing.
    pushes: bool,
}

impl Call {
    fn instruction(&mut self, words: &str) {
        let words = words.split('#').next().unwrap_or(words);
        let (name, operands) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let operands = operands_of(operands);
        let last = operands.last().copied().unwrap_or_default();
        let is_memory_call =
            name.starts_with("call") && ["memcpy", "memmove"].iter().any(|known| last.starts_with(known));
        if name.starts_with("rep") || is_memory_call {
            self.blocks.push(self.addresses.get("%rdi").copied());
        } else if name.starts_with("call") {
            self.calls = true;
        } else if name.starts_with('j') {
            self.jumps = true;
        } else if name.starts_with("push") {
            self.pushes = true;
        } else if let Some(address) = self.address(last) {
            self.stored.extend(stored_bytes(name, &operands).map(|bytes| address..address + bytes));
        } else if last.starts_with('%') {
            let source = match (name, operands.first()) {
                ("leaq", Some(source)) => self.address(source),
                ("movq", Some(&"%rsp")) => Some(0),
                ("movq", Some(source)) => self.addresses.get(*source).copied(),
                _ => None,
            };
            match source {
                Some(source) => self.addresses.insert(last.to_owned(), source),
                None => self.addresses.remove(last),
            };
        }
    }

    /// Stores at the stack pointer are recognised, which is all that 16 bytes take; what is larger is copied before the
    /// call, by an instruction of its own.
    fn aarch64_instruction(&mut self, words: &str) {
        let words = words.split("//").next().unwrap_or(words);
        let (name, operands) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        match name {
            "bl" | "blr" => self.calls = true,
            "b" | "br" => self.jumps = true,
            "str" | "stur" | "strb" | "sturb" | "strh" | "sturh" | "stp" => {
                let Some((registers, start)) = stack_store(operands) else {
                    return;
                };
                let mut end = start;
                for register in registers.split(',').map(str::trim).filter(|register| !register.is_empty()) {
                    let bytes = match (name.chars().last(), register.chars().next()) {
                        (Some('b'), _) | (_, Some('b')) => 1,
                        (Some('h'), _) | (_, Some('h')) => 2,
                        (_, Some('w' | 's')) => 4,
                        (_, Some('x' | 'd')) => 8,
                        (_, Some('q')) => 16,
                        _ => return,
                    };
                    self.stored.push(end..end + bytes);
                    end += bytes;
                }
            }
            _ => {}
        }
    }

    /// Where in the area an operand in memory lies.
    fn address(&self, operand: &str) -> Option<u64> {
        let (offset, base) = operand.strip_suffix(')')?.split_once('(')?;
        let offset: u64 = match offset {
            "" => 0,
            number => number.parse().ok()?,
        };
        let start = match base {
            "%rsp" => 0,
            register => *self.addresses.get(register)?,
        };
        Some(start + offset)
    }

    fn fates(&self, areas: &[Range<u64>]) -> Vec<CopyFate> {
        let of = |area: &Range<u64>| {
            let begins_block = self.blocks.contains(&Some(area.start));
            let is_stored = area.clone().all(|byte| self.stored.iter().any(|stored| stored.contains(&byte)));
            if self.pushes || self.calls && self.jumps {
                CopyFate::Unknown
            } else if begins_block {
                CopyFate::Kept
            } else if is_stored {
                CopyFate::Moves
            } else if self.jumps && self.stored.is_empty() && self.blocks.is_empty() {
                CopyFate::Gone
            } else {
                CopyFate::Unknown
            }
        };
        areas.iter().map(of).collect()
    }
}

/// `x4, x10, [sp, #8]`: the registers, and where from the stack pointer they go; not if that moves.
fn stack_store(operands: &str) -> Option<(&str, u64)> {
    let (registers, address) = operands.split_once("[sp")?;
    let offset = address.trim().strip_suffix(']')?.trim_start_matches(',').trim();
    match offset {
        "" => Some((registers, 0)),
        offset => Some((registers, offset.trim_start_matches('#').parse().ok()?)),
    }
}

/// Operands, split at the commas that do not stand in parentheses.
fn operands_of(text: &str) -> Vec<&str> {
    let mut operands = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                operands.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    operands.push(text[start..].trim());
    operands.retain(|operand| !operand.is_empty());
    operands
}

/// How many bytes an instruction stores, if it only moves them.
fn stored_bytes(name: &str, operands: &[&str]) -> Option<u64> {
    let plain = name.strip_prefix('v').unwrap_or(name);
    let bytes = match plain {
        "movb" => 1,
        "movw" => 2,
        "movl" | "movd" | "movss" => 4,
        "movq" | "movsd" | "movlps" | "movlpd" | "movhps" | "movhpd" | "movabsq" => 8,
        "movaps" | "movups" | "movapd" | "movupd" | "movdqa" | "movdqu" | "movntps" | "movntdq" => {
            match operands.first()?.get(..2)? {
                "%x" => 16,
                "%y" => 32,
                "%z" => 64,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use abi::Target;
    use mir::CopyFate;

    use super::{Wanted, read};

    fn fates(areas: &[(u64, u64)], text: &str) -> Vec<CopyFate> {
        let wanted = Wanted { line: 7, areas: areas.iter().map(|(start, end)| *start..*end).collect() };
        let mut read = read(&Target::X86_64_LINUX, text, &[wanted]);
        read.pop().expect("one call was asked about")
    }

    #[test]
    fn stores_are_counted_byte_by_byte() {
        let text = "f:\n\t.loc\t1 7 0\n\tmovq\t16(%rdi), %rax\n\tmovq\t%rax, 16(%rsp)\n\tmovups\t(%rdi), %xmm0\n\
            \tmovups\t%xmm0, (%rsp)\n\tcallq\ttake@PLT\n\t.loc\t1 1 0\n\tmovq\t%rax, 24(%rsp)\n";
        assert_eq!(fates(&[(0, 24)], text), [CopyFate::Moves]);
        assert_eq!(fates(&[(0, 32)], text), [CopyFate::Unknown], "the last store is another's");
        let without = text.replace("\tmovups\t%xmm0, (%rsp)\n", "");
        assert_eq!(fates(&[(0, 24)], &without), [CopyFate::Unknown]);
    }

    #[test]
    fn a_block_copy_is_told_by_its_destination() {
        let text = "\t.loc\t1 7 0\n\tmovl\t$64, %ecx\n\tmovq\t%rsp, %rdi\n\trep;movsq (%rsi), %es:(%rdi)\n\
            \tleaq\t512(%rsp), %rdi\n\tcallq\tmemcpy@PLT\n\tcallq\ttake@PLT\n";
        assert_eq!(
            fates(&[(0, 512), (512, 1024), (1024, 1032)], text),
            [CopyFate::Kept, CopyFate::Kept, CopyFate::Unknown]
        );
    }

    #[test]
    fn a_jump_leaves_the_argument_where_it_is() {
        assert_eq!(fates(&[(0, 24)], "\t.loc\t1 7 0\n\tjmp\ttake@PLT\n"), [CopyFate::Gone]);
        assert_eq!(fates(&[(0, 24)], "\t.loc\t1 7 0\n\tcallq\ttake@PLT\n"), [CopyFate::Unknown]);
        let stored = "\t.loc\t1 7 0\n\tmovq\t%rax, 8(%rsp)\n\tjmp\ttake@PLT\n";
        assert_eq!(fates(&[(0, 24)], stored), [CopyFate::Unknown]);
    }

    #[test]
    fn what_is_not_recognised_is_not_known() {
        let push = "\t.loc\t1 7 0\n\tpushq\t8(%rdi)\n\tpushq\t(%rdi)\n\tcallq\ttake@PLT\n";
        assert_eq!(fates(&[(0, 16)], push), [CopyFate::Unknown]);
        assert_eq!(fates(&[(0, 16)], "\t.loc\t1 8 0\n\tcallq\ttake@PLT\n"), [CopyFate::Unknown]);
        let wanted = [Wanted { line: 7, areas: std::iter::once(0..8).collect() }];
        assert_eq!(read(&Target::RISCV64_LINUX, push, &wanted), [[CopyFate::Unknown]]);
    }

    #[test]
    fn stores_of_aarch64_are_those_at_the_stack_pointer() {
        let text = "\t.loc\t1 7 0\n\tmov\tx8, x3\n\tstp\tx4, x10, [sp, #8]\n\tstrb\tw9, [sp, #24]\n\
            \tstr\tx8, [sp]\n\tstr\tq0, [x1]\n\tbl\ttake\n";
        let wanted = [Wanted { line: 7, areas: vec![0..16, 16..32, 24..25] }];
        assert_eq!(
            read(&Target::AARCH64_LINUX, text, &wanted),
            [[CopyFate::Moves, CopyFate::Unknown, CopyFate::Moves]]
        );
        let moving = text.replace("[sp, #8]", "[sp, #-8]!");
        assert_eq!(read(&Target::AARCH64_LINUX, &moving, &wanted)[0][0], CopyFate::Unknown);
    }
}
