//! Copies, from the intermediate code of one function after the ABI pass. Owns the walk and the way back from addresses
//! to memory, and from a call's machine arguments to its parameters; must not know what the source says, which `sites`
//! does.

use std::sync::Arc;

use abi::{Memory, Placement, ValueAbi};
use hir::ExpressionId;
use lower::source_form::{LocalKind, Operand, Place, Rvalue, Statement, StatementKind};
use mir::{
    Argument, CallId, CopyPlace, CopyReason, CopySite, Function, Instruction, Module, Operation, Slot, SlotKind,
    Storage, Value,
};
use rustc_hash::FxHashMap;
use source::Db;
use types::{Structure, Ty};

use super::data::{CallValue, CopyEnd, CopyMemory, FunctionCopies, InsertedCopy};
use super::sites::{Subject, place_of};
use super::words;

/// Lowers the function and notes its copies; `None` if the target's description does not cover it.
pub(super) fn find(subject: Subject<'_>, target: &abi::Target, found: &mut FunctionCopies) -> Option<()> {
    let mut module = lower::mir_naming_statements(subject.db, subject.item, subject.literal);
    mir::lower_module(&mut module, target).ok()?;
    let function = module.functions.first()?;
    let mut walk = Walk {
        subject,
        symbol: subject.symbol().into(),
        first: found.copies.len(),
        module: &module,
        function,
        definitions: definitions(function),
        seen: FxHashMap::default(),
        destinations: Vec::new(),
        found,
    };
    walk.function();
    Some(())
}

/// The operation that defines each value.
fn definitions(function: &Function) -> Vec<Option<Operation>> {
    let mut definitions = vec![None; function.values.len()];
    for instruction in &function.instructions {
        if instruction.result.is_some()
            && let Some(definition) = definitions.get_mut(instruction.result.0 as usize)
        {
            *definition = Some(instruction.operation);
        }
    }
    definitions
}

struct Walk<'a> {
    subject: Subject<'a>,
    symbol: Arc<str>,
    /// How many copies were found elsewhere before.
    first: usize,
    module: &'a Module,
    function: &'a Function,
    definitions: Vec<Option<Operation>>,
    /// How many copies by assignment each statement has had.
    seen: FxHashMap<u32, usize>,
    /// The slot that each copy found so far writes.
    destinations: Vec<Option<Slot>>,
    found: &'a mut FunctionCopies,
}

/// What is known of an address.
#[derive(Clone, Copy, PartialEq)]
enum Address {
    Slot(Slot),
    Static,
    Behind,
}

/// The ends of a copy and its reason, as the source says them.
struct Told {
    from: String,
    to: String,
    ty: String,
    why: String,
    /// The position of the operand that is copied.
    operand: Option<u32>,
    /// Whether the operand is that parameter of the statement's call.
    is_argument: bool,
    /// The function's own parameter that is copied at the entry.
    parameter: Option<u32>,
}

impl Walk<'_> {
    fn function(&mut self) {
        for (number, site) in (0..).zip(mir::copies_of(self.module, self.function)) {
            match site.place {
                CopyPlace::Instruction(index) => self.copy(number, index),
                CopyPlace::Argument { call, position, parameter, offset } => {
                    self.stack_argument(number, &site, (call, position, parameter, offset))
                }
            }
        }
        for block in self.function.reverse_postorder() {
            for instruction in self.function.instructions_of(self.function.block(block)) {
                if let Operation::Call { call } = instruction.operation {
                    self.call(instruction, call);
                }
            }
        }
    }

    fn statement(&self, source: u32) -> Option<&Statement> {
        self.subject.form.statements.get((source as usize).checked_sub(1)?)
    }

    /// Notes an instruction that copies.
    fn copy(&mut self, number: u32, index: u32) {
        let instruction = &self.function.instructions[index as usize];
        let Operation::Copy { destination, source, bytes, align, reason, alias: _ } = instruction.operation else {
            return;
        };
        let statement = self.statement(instruction.source).copied();
        let told = match (reason, statement) {
            (CopyReason::Assignment | CopyReason::Capture, Some(statement)) => {
                let seen = self.seen.entry(instruction.source).or_default();
                let place = *seen;
                *seen += 1;
                self.assignment(&statement, place)
            }
            // Of which argument, the call tells.
            (CopyReason::Argument | CopyReason::AbiTemporary, Some(statement)) => Told {
                from: String::new(),
                to: "a temporary".to_string(),
                ty: String::new(),
                why: String::new(),
                operand: None,
                is_argument: is_call(&statement),
                parameter: None,
            },
            (CopyReason::ReturnSlot, statement) => self.result(statement.as_ref(), self.address(source)),
            (CopyReason::Capture, None) => self.taken_out(destination, bytes),
            (CopyReason::CalleeLocal, _) | (_, None) => self.parameter(destination),
        };
        let call = statement.as_ref().filter(|_| told.is_argument || self.is_call_result(reason, source));
        let call = call.and_then(|statement| {
            let parameter = told.operand.filter(|_| told.is_argument);
            self.subject.call_value(statement, parameter)
        });
        let expression = match (&statement, told.operand) {
            (Some(statement), Some(operand)) => Some(self.subject.operand_expression(statement, operand)),
            (Some(statement), None) => Some(statement.expression),
            (None, _) => self.subject.literal.map(|literal| self.subject.body.closure_literal(literal)),
        };
        let copy = InsertedCopy {
            symbol: self.symbol.clone(),
            number,
            bytes,
            align: align.bytes(),
            reason,
            ty: told.ty,
            from: CopyEnd { name: told.from, memory: self.memory(source) },
            to: CopyEnd { name: told.to, memory: self.memory(destination) },
            why: told.why,
            clauses: Vec::new(),
            expression,
            call,
            parameter: told.parameter,
        };
        self.found.copies.push(copy);
        let slot = match self.address(destination) {
            Address::Slot(slot) => Some(slot),
            Address::Static | Address::Behind => None,
        };
        self.destinations.push(slot);
    }

    /// Whether a copy brings the result of a call from the temporary that the convention wanted to its place.
    fn is_call_result(&self, reason: CopyReason, source: Value) -> bool {
        let from_return_slot = match self.address(source) {
            Address::Slot(slot) => self.function.slot(slot).kind == SlotKind::Return,
            Address::Static | Address::Behind => false,
        };
        reason == CopyReason::ReturnSlot && !from_return_slot
    }

    /// The copy of a statement's own, the one at a position among them.
    fn assignment(&self, statement: &Statement, place: usize) -> Told {
        let subject = self.subject;
        let owned = |operand: &(u32, Operand)| !is_call(statement) || matches!(operand.1, Operand::Copy(_));
        let copied: Vec<(u32, Operand, Place)> = subject
            .operands(statement)
            .into_iter()
            .filter(owned)
            .filter_map(|(index, operand)| Some((index, operand, place_of(operand)?)))
            .filter(|(_, operand, _)| self.is_copied(statement, *operand))
            .collect();
        let written = match statement.kind {
            StatementKind::Assign(to, _) | StatementKind::ReplaceContents(to, _) => Some(to),
            StatementKind::Swap(to, _) => Some(to),
            StatementKind::Nothing
            | StatementKind::Count(_)
            | StatementKind::Reach(_)
            | StatementKind::CheckBounds { .. }
            | StatementKind::CheckRange { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => None,
        };
        let to = written.map_or_else(|| "a temporary".to_string(), |to| subject.destination(to));
        let written_type = written.map_or(Ty::ERROR, |to| subject.form.place_type(subject.db, to));
        let ty = types::display(subject.db, written_type);
        if let StatementKind::Swap(..) = statement.kind {
            let [left, right] =
                [0, 1].map(|index| format!("`{}`", subject.text(subject.operand_expression(statement, index))));
            let kept = "a temporary".to_string();
            let (from, to) = match place {
                0 => (left, kept),
                1 => (right, left),
                _ => (kept, right),
            };
            return Told::new(from, to, ty, words::SWAP);
        }
        // A repeated element is copied again and again.
        let is_repeated = matches!(statement.kind, StatementKind::Assign(_, Rvalue::Repeat(_)));
        let Some((index, operand, from)) = copied.get(if is_repeated { 0 } else { place }) else {
            // The whole, behind its parts or behind the call that made it.
            let why = if is_call(statement) { words::LATE_PLACE } else { words::PARTS_FIRST };
            return Told::new("a temporary".to_string(), to, ty, why);
        };
        let from_type = types::display(subject.db, subject.form.place_type(subject.db, *from));
        let expression = subject.operand_expression(statement, *index);
        let from = subject.place_or_text(*from, expression);
        let moved = matches!(operand, Operand::Move(_));
        let (to, why) = match statement.kind {
            StatementKind::ReplaceContents(..) => (to, words::REPLACED_CONTENTS.to_string()),
            StatementKind::Assign(_, Rvalue::Aggregate(_) | Rvalue::Union(..)) => {
                (part_name(subject.db, written_type, *index, &to), words::assignment(&from_type, moved))
            }
            StatementKind::Assign(_, Rvalue::Case(case, _)) => {
                let case = types::enumeration(subject.db, written_type).map(|all| &all.cases[case as usize]);
                let name = case.map(|case| case.name.text()).unwrap_or_default();
                (format!("the case `{name}` of {to}"), words::assignment(&from_type, moved))
            }
            StatementKind::Assign(_, Rvalue::Repeat(_)) => (format!("each element of {to}"), words::REPEAT.to_string()),
            StatementKind::Assign(_, Rvalue::Object(_)) => {
                (format!("the memory behind {to}"), words::assignment(&from_type, moved))
            }
            StatementKind::Assign(_, Rvalue::Closure(..)) => {
                (format!("the environment of {to}"), words::CAPTURE.to_string())
            }
            StatementKind::Assign(_, Rvalue::Call(..)) => {
                ("a temporary".to_string(), words::OWNED_ARGUMENT.to_string())
            }
            StatementKind::Assign(
                _,
                Rvalue::Use(_)
                | Rvalue::Binary(..)
                | Rvalue::Unary(..)
                | Rvalue::Cast(..)
                | Rvalue::Borrow(..)
                | Rvalue::Tag(_)
                | Rvalue::Length(_)
                | Rvalue::Address(_)
                | Rvalue::PointerOffset(..)
                | Rvalue::Zeroed,
            )
            | StatementKind::Nothing
            | StatementKind::Swap(..)
            | StatementKind::Count(_)
            | StatementKind::Reach(_)
            | StatementKind::CheckBounds { .. }
            | StatementKind::CheckRange { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => (to, words::assignment(&from_type, moved)),
        };
        Told { from, to, ty: from_type, why, operand: Some(*index), is_argument: is_call(statement), parameter: None }
    }

    /// Whether an operand's bytes are copied as a whole, not loaded as a scalar.
    fn is_copied(&self, statement: &Statement, operand: Operand) -> bool {
        let db = self.subject.db;
        // It is the object that is copied, whatever the type.
        if matches!(statement.kind, StatementKind::ReplaceContents(..)) {
            return true;
        }
        let ty = self.subject.form.operand_type(db, operand);
        in_memory(db, ty) && (!is_call(statement) || types::needs_drop(db, ty))
    }

    /// A copy of a result: the caller's into its place, or the function's own to the caller's address.
    fn result(&self, statement: Option<&Statement>, source: Address) -> Told {
        let subject = self.subject;
        let own = match source {
            Address::Slot(slot) => self.function.slot(slot).kind == SlotKind::Return,
            Address::Static | Address::Behind => false,
        };
        if let Some(statement) = statement
            && let StatementKind::Assign(place, Rvalue::Call(..)) = statement.kind
            && !own
        {
            let ty = subject.form.place_type(subject.db, place);
            let from = format!("`{}`", subject.text(statement.expression));
            let ty = types::display(subject.db, ty);
            return Told::new(from, subject.destination(place), ty, words::ALIASED_RESULT);
        }
        let ty = subject.form.local(lower::source_form::LocalId::RETURN).ty;
        let ty = types::display(subject.db, ty);
        Told::new("the result".to_string(), "the result".to_string(), ty, words::RESULT)
    }

    /// A copy at the entry of a closure that is called once: what it has captured leaves the environment.
    fn taken_out(&self, destination: Value, bytes: u64) -> Told {
        let subject = self.subject;
        let variable = match self.address(destination) {
            Address::Slot(slot) => self.function.variables.iter().find(|variable| variable.slot == Some(slot)),
            Address::Static | Address::Behind => None,
        };
        let name = variable.map(|variable| self.module.strings.text(variable.name));
        let captured = (0..).zip(&subject.form.locals).find(|(_, local)| {
            let same = local.name.is_some_and(|own| Some(&*own.text()) == name);
            same && local.kind == LocalKind::Captured && types::layout(subject.db, local.ty).size == bytes
        });
        let (to, ty) = match captured {
            Some((number, local)) => (
                subject.destination(Place::local(lower::source_form::LocalId(number))),
                types::display(subject.db, local.ty),
            ),
            None => ("a captured variable".to_string(), String::new()),
        };
        Told::new("the environment".to_string(), to, ty, words::TAKEN_OUT)
    }

    /// A copy at the entry: a parameter into its slot.
    fn parameter(&self, destination: Value) -> Told {
        let variable = match self.address(destination) {
            Address::Slot(slot) => self.function.variables.iter().find(|variable| variable.slot == Some(slot)),
            Address::Static | Address::Behind => None,
        };
        let parameter = variable.and_then(|variable| variable.parameter);
        let local = parameter.map(|index| lower::source_form::LocalId(index + 1));
        let name = match local {
            Some(local) => self.subject.destination(Place::local(local)),
            None => "a parameter".to_string(),
        };
        let ty = local.map_or(Ty::ERROR, |local| self.subject.form.local(local).ty);
        let ty = types::display(self.subject.db, ty);
        Told { parameter, ..Told::new(name.clone(), name, ty, words::UNDERALIGNED_PARAMETER) }
    }

    /// Tells which copies made before a call are those whose addresses it passes, and of which parameter.
    fn call(&mut self, instruction: &Instruction, call: CallId) {
        let call = *self.function.call(call);
        let module = self.module;
        let Some(passing) = call.abi.map(|abi| module.passing(abi)) else {
            return;
        };
        let arguments = self.function.argument_list(call.arguments);
        for (parameter, (value, range)) in passing.abi.params.iter().zip(passing.list.parameters()).enumerate() {
            let Placement::Memory(memory) = value.placement else {
                continue;
            };
            let (address, pointer) = match (memory, arguments.get(range.start)) {
                (Memory::ByPointer { pointer, .. }, Some(Argument::Scalar(address))) => (*address, Some(pointer)),
                (Memory::OnStack { .. }, Some(Argument::Stack { address, .. })) => (*address, None),
                (Memory::ByPointer { .. } | Memory::OnStack { .. }, _) => continue,
            };
            self.argument_copy(instruction.source, parameter as u32, (value, pointer), address);
        }
    }

    /// What the source says of an argument: its name, its type, its expression and its call.
    fn argument(&self, source: u32, parameter: u32) -> Option<(String, String, ExpressionId, Option<CallValue>)> {
        let statement = self.statement(source).copied()?;
        let subject = self.subject;
        let operand = subject.operands(&statement).into_iter().find(|(index, _)| *index == parameter);
        let expression = subject.operand_expression(&statement, parameter);
        let from = match operand.and_then(|(_, operand)| place_of(operand)) {
            Some(place) => subject.place_or_text(place, expression),
            None => format!("`{}`", subject.text(expression)),
        };
        let ty = operand.map_or(Ty::ERROR, |(_, operand)| subject.form.operand_type(subject.db, operand));
        let call = subject.call_value(&statement, Some(parameter));
        Some((from, types::display(subject.db, ty), expression, call))
    }

    /// Notes an argument whose bytes go into the argument area.
    fn stack_argument(
        &mut self,
        number: u32,
        site: &CopySite,
        (call, position, parameter, offset): (CallId, u32, u32, u32),
    ) {
        let call = *self.function.call(call);
        let given = self.function.argument_list(call.arguments).get(position as usize);
        let memory = match given {
            Some(Argument::Stack { address, .. }) => self.memory(*address),
            Some(Argument::Scalar(_) | Argument::Aggregate { .. }) | None => CopyMemory::Behind,
        };
        let value = call.abi.and_then(|abi| self.module.abi(abi).params.get(parameter as usize));
        let told = self.argument(site.source, parameter);
        let (from, ty, expression, call) = match told {
            Some((from, ty, expression, call)) => (from, ty, Some(expression), call),
            None => ("a value".to_string(), String::new(), None, None),
        };
        let copy = InsertedCopy {
            symbol: self.symbol.clone(),
            number,
            bytes: site.bytes,
            align: site.align.bytes(),
            reason: site.reason,
            ty,
            from: CopyEnd { name: from, memory },
            to: CopyEnd { name: "the argument".to_string(), memory: CopyMemory::ArgumentArea(offset) },
            why: value.map(words::argument).unwrap_or_default(),
            clauses: value.map(words::clauses).unwrap_or_default(),
            expression,
            call,
            parameter: None,
        };
        self.found.copies.push(copy);
        self.destinations.push(None);
    }

    /// An argument that travels as the address of a copy, or whose bytes go into the argument area by way of an aligned
    /// copy; it was made just before.
    fn argument_copy(
        &mut self,
        source: u32,
        parameter: u32,
        (value, pointer): (&ValueAbi, Option<abi::Location>),
        address: Value,
    ) {
        let Address::Slot(slot) = self.address(address) else {
            return;
        };
        if self.function.slot(slot).kind != SlotKind::AbiTemporary {
            return;
        }
        let Some((from, ty, expression, call)) = self.argument(source, parameter) else {
            return;
        };
        let reason = if pointer.is_some() { CopyReason::Argument } else { CopyReason::AbiTemporary };
        // Temporaries serve one call after another, and copies stand in the order of calls.
        let made = self.found.copies.iter_mut().skip(self.first).zip(&self.destinations);
        let of_call = made.filter(|(copy, to)| copy.reason == reason && **to == Some(slot));
        if let Some((copy, _)) = of_call.into_iter().find(|(copy, _)| copy.why.is_empty()) {
            copy.from.name = from;
            copy.ty = ty;
            match pointer {
                Some(pointer) => {
                    let memory = CopyMemory::PassedByAddress(pointer);
                    copy.to = CopyEnd { name: "the argument".to_string(), memory };
                    copy.why = words::argument(value);
                    copy.clauses = words::clauses(value);
                }
                None => copy.why = words::UNDERALIGNED_ARGUMENT.to_string(),
            }
            copy.expression = Some(expression);
            copy.call = call;
        }
    }

    fn memory(&self, address: Value) -> CopyMemory {
        match self.address(address) {
            Address::Static => CopyMemory::Static,
            Address::Behind => CopyMemory::Behind,
            Address::Slot(slot) => {
                let data = self.function.slot(slot);
                match (data.storage, data.kind) {
                    (Storage::Frame, _) => CopyMemory::Frame,
                    (Storage::Incoming, _) => CopyMemory::Parameter,
                    (Storage::Pointer(_), SlotKind::Return) => CopyMemory::Result,
                    (
                        Storage::Pointer(_),
                        SlotKind::Local | SlotKind::Parameter | SlotKind::Temporary | SlotKind::AbiTemporary,
                    ) => CopyMemory::Parameter,
                }
            }
        }
    }

    /// Where an address leads, followed through additions.
    fn address(&self, mut value: Value) -> Address {
        loop {
            let definition = self.definitions.get(value.0 as usize).copied().flatten();
            if let Some(Operation::Offset { base, .. }) = definition {
                value = base;
            } else if let Some(Operation::SlotAddress { slot, .. }) = definition {
                return Address::Slot(slot);
            } else if let Some(Operation::SymbolAddress { .. }) = definition {
                return Address::Static;
            } else {
                return Address::Behind;
            }
        }
    }
}

impl Told {
    fn new(from: String, to: String, ty: String, why: &str) -> Told {
        Told { from, to, ty, why: why.to_string(), operand: None, is_argument: false, parameter: None }
    }
}

fn is_call(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Assign(_, Rvalue::Call(..)))
}

/// Whether values of a type have bytes in memory, rather than being scalars.
fn in_memory(db: &dyn Db, ty: Ty) -> bool {
    types::is_aggregate(db, ty) && types::layout(db, ty).size > 0
}

/// A field or element of what is made in a place.
fn part_name(db: &dyn Db, ty: Ty, index: u32, whole: &str) -> String {
    match ty.structure() {
        Structure::Named(item) | Structure::Object(item) => {
            match types::type_definition(db, item).fields.get(index as usize) {
                Some(field) => format!("field `{}` of {whole}", field.name.text()),
                None => whole.to_string(),
            }
        }
        Structure::Tuple(_) => format!("part {index} of {whole}"),
        Structure::Array(..) => format!("element {index} of {whole}"),
        Structure::Whole => whole.to_string(),
    }
}
