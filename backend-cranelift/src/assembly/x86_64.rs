//! Instructions of x86-64, written as the GNU assembler reads them. It owns the use of the decoder; must not know functions.

use std::cell::RefCell;
use std::rc::Rc;

use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Formatter, GasFormatter, Instruction, NumberBase, OpKind, SymbolResolver,
    SymbolResult,
};
use mir::artifact::RelocationKind;

use super::{Flow, Name, Step};

/// What may stand before a mnemonic.
const PREFIXES: [&str; 4] = ["lock ", "rep ", "repe ", "repne "];

/// Writes instructions. Its tables cost more than an instruction, so one serves all.
pub(super) struct Reader {
    formatter: GasFormatter,
    name: Rc<RefCell<Option<Name>>>,
}

/// The one name that the instruction at hand has.
struct OneName(Rc<RefCell<Option<Name>>>);

impl SymbolResolver for OneName {
    fn symbol(
        &mut self,
        instruction: &Instruction,
        _operand: u32,
        instruction_operand: Option<u32>,
        address: u64,
        _address_size: u32,
    ) -> Option<SymbolResult<'_>> {
        let name = self.0.borrow();
        let name = name.as_ref()?;
        let is_address = match instruction.op_kind(instruction_operand?) {
            OpKind::NearBranch64 => true,
            OpKind::Memory => instruction.is_ip_rel_memory_operand(),
            OpKind::Immediate64 => name.kind == Some(RelocationKind::Absolute64),
            _ => false,
        };
        let text = match name.kind {
            Some(RelocationKind::X86GotPcRelative32) => format!("{}@GOTPCREL", name.text),
            Some(_) | None => name.text.clone(),
        };
        is_address.then(|| SymbolResult::with_string(address, text))
    }
}

impl Reader {
    pub(super) fn new() -> Reader {
        let name = Rc::new(RefCell::new(None));
        let resolver = OneName(Rc::clone(&name));
        let mut formatter = GasFormatter::with_options(Some(Box::new(resolver)), None);
        let options = formatter.options_mut();
        options.set_number_base(NumberBase::Decimal);
        options.set_signed_immediate_operands(true);
        options.set_gas_show_mnemonic_size_suffix(true);
        options.set_space_after_operand_separator(true);
        options.set_rip_relative_addresses(true);
        Reader { formatter, name }
    }

    /// The instruction at an offset, with a name in the place of an address.
    pub(super) fn text(&mut self, code: &[u8], at: u32, name: Option<Name>) -> String {
        *self.name.borrow_mut() = name;
        let mut text = String::new();
        self.formatter.format(&decode(code, at), &mut text);
        let prefix = PREFIXES.iter().find(|prefix| text.starts_with(**prefix));
        let (prefix, rest) = text.split_at(prefix.map_or(0, |prefix| prefix.len()));
        match rest.split_once(' ') {
            // The formatter writes the size behind the condition, where assemblers want none.
            Some((mnemonic, operands)) if mnemonic.starts_with("set") => {
                format!("{prefix}{}\t{operands}", mnemonic.strip_suffix('b').unwrap_or(mnemonic))
            }
            Some((mnemonic, operands)) => format!("{prefix}{mnemonic}\t{operands}"),
            None => text,
        }
    }
}

fn decode(code: &[u8], at: u32) -> Instruction {
    Decoder::with_ip(64, &code[at as usize..], u64::from(at), DecoderOptions::NONE).decode()
}

/// The instruction at an offset, if there is one.
pub(super) fn step(code: &[u8], at: u32, is_relocated: bool) -> Option<Step> {
    let instruction = decode(code, at);
    if instruction.is_invalid() {
        return None;
    }
    let flow = match instruction.flow_control() {
        FlowControl::UnconditionalBranch => Flow::Jump,
        FlowControl::ConditionalBranch => Flow::Fork,
        FlowControl::IndirectBranch => Flow::Table,
        FlowControl::Return | FlowControl::Exception => Flow::End,
        _ => Flow::Next,
    };
    let target = match instruction.op0_kind() {
        OpKind::NearBranch64 => Some(instruction.near_branch64()),
        _ if instruction.is_ip_rel_memory_operand() => Some(instruction.ip_rel_memory_address()),
        _ => None,
    };
    Some(Step {
        bytes: instruction.len() as u32,
        flow,
        target: target.and_then(|target| u32::try_from(target).ok()).filter(|_| !is_relocated),
    })
}
