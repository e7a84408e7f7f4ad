//! Names in the IR, for people. Owns how slots, parameters and blocks are called; nothing depends on them.

use mir::{Block, Function, Module, Parameter, Slot, SlotKind, Storage, Type, TypeBody};

/// The names of one function.
pub(super) struct Names<'a> {
    module: &'a Module,
    function: &'a Function,
    /// The variable in each slot.
    variables: Vec<Option<&'a str>>,
}

impl<'a> Names<'a> {
    pub(super) fn new(module: &'a Module, function: &'a Function) -> Names<'a> {
        let mut variables = vec![None; function.slots.len()];
        for variable in &function.variables {
            if let Some(slot) = variable.slot {
                variables[slot.index()].get_or_insert(module.strings.text(variable.name));
            }
        }
        Names { module, function, variables }
    }

    /// A slot is called as the variable in it.
    pub(super) fn slot(&self, slot: Slot) -> &'a str {
        if let Some(variable) = self.variables[slot.index()] {
            return variable;
        }
        if self.function.return_slot == Some(slot) {
            return "result";
        }
        match self.function.slot(slot).kind {
            SlotKind::Local => "local",
            SlotKind::Parameter => "parameter",
            SlotKind::Return => "result",
            SlotKind::Temporary => "temporary",
            SlotKind::AbiTemporary => "passed",
        }
    }

    /// A place in a slot is called by the fields that lead there: `line.end.x`, `rows.2`.
    pub(super) fn place(&self, slot: Slot, offset: u32) -> String {
        let mut name = self.slot(slot).to_owned();
        let mut ty = self.function.slot(slot).ty;
        let mut left = u64::from(offset);
        while let (Some(Type::Aggregate(id)), 1..) = (ty, left) {
            let (step, inner, start) = match self.module.types.body(id) {
                Some(TypeBody::Array { element, count: _ }) => {
                    let size = self.module.types.layout(*element).size.max(1);
                    ((left / size).to_string(), *element, left / size * size)
                }
                Some(TypeBody::Record(record)) => {
                    let Some(field) = record.fields.iter().rfind(|field| field.offset <= left) else {
                        break;
                    };
                    let text = field.name.map_or("field", |name| self.module.strings.text(name));
                    (text.to_owned(), field.ty, field.offset)
                }
                None => break,
            };
            name = format!("{name}.{step}");
            ty = Some(inner);
            left -= start;
        }
        name
    }

    /// A parameter is called as the source does; `parts` says which of how many pieces it is.
    pub(super) fn parameter(&self, number: u32, part: u32, parts: u32) -> String {
        let variable = self.function.variables.iter().find(|variable| variable.parameter == Some(number));
        let name = match variable {
            Some(variable) => self.module.strings.text(variable.name).to_owned(),
            None => format!("argument{number}"),
        };
        // The plain name is the variable's, if it lives in memory.
        let in_memory =
            variable.and_then(|variable| variable.slot).is_some_and(|slot| match self.function.slot(slot).storage {
                Storage::Frame => true,
                Storage::Pointer(_) | Storage::Incoming => self.function.parameters.contains(&Parameter::Stack(slot)),
            });
        match (parts, in_memory) {
            (0 | 1, false) => name,
            (0 | 1, true) => format!("{name}.in"),
            (2.., _) => format!("{name}.in{part}"),
        }
    }

    /// A block is called as in MIR's text.
    pub(super) fn block(&self, block: Block) -> String {
        if block == Function::ENTRY { "entry".to_owned() } else { block.to_string() }
    }
}
