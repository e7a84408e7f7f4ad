//! The look at the optimised code: which marks are left in it, on what, and in whose bodies. What LLVM's code generator
//! does for a call that still passes bytes by value is read from the assembly (`assembly`). Never concludes from what a
//! pass should do: what the code does not show is not known.

use std::collections::BTreeMap;

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::debug_info::AsDIScope;
use inkwell::llvm_sys::debuginfo::{LLVMDILocationGetInlinedAt, LLVMDILocationGetScope};
use inkwell::llvm_sys::prelude::LLVMMetadataRef;
use inkwell::module::Module;
use inkwell::values::{CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue};
use mir::{CopyFate, CopyPlace, CopyRecord};
use rustc_hash::FxHashMap;

use super::assembly::{self, Wanted};
use super::{Copies, Part, Passed, Place};

/// A function's code in one place: by its number and the functions it was inlined into.
type Instance = (usize, Vec<usize>);

/// What was found in the optimised code, before the machine code of calls is known.
pub(crate) struct Fates {
    instances: BTreeMap<Instance, Vec<CopyFate>>,
    /// Calls that are still there, each with the line of its location.
    calls: Vec<(u32, Instance, Vec<Passed>)>,
    /// What each of them wants to know of the machine code.
    wanted: Vec<Wanted>,
}

/// What is left of the copies that LLVM made when it inlined a call.
#[derive(Default)]
struct Inlined {
    /// The lengths of copies.
    copies: Vec<u64>,
    /// Whether there are stores.
    moves: bool,
}

/// The line of everything that is no call with bytes.
const OTHER_LINE: u32 = 1;

impl<'ctx> Copies<'ctx> {
    /// Looks at the optimised module, and marks its calls for the look at its assembly: what is left of the other
    /// marks is lost.
    pub(crate) fn fates(&self, context: &'ctx Context, module: &Module<'ctx>) -> Fates {
        let mut found = Fates { instances: BTreeMap::new(), calls: Vec::new(), wanted: Vec::new() };
        let mut inlined: FxHashMap<(Instance, usize), Inlined> = FxHashMap::default();
        for llvm in module.get_functions().filter(|llvm| llvm.count_basic_blocks() > 0) {
            let Some(own) = self.function_of(llvm) else {
                continue;
            };
            if self.functions[own].available {
                continue;
            }
            found.instance(self, &(own, Vec::new()));
            let mut strays = false;
            for instruction in llvm.get_basic_block_iter().flat_map(|block| block.get_instructions()) {
                strays |= fate(instruction).is_some() && self.is_stray(instruction);
                let line = self.look(instruction, &mut found, &mut inlined);
                let line = line.unwrap_or(OTHER_LINE);
                let scope = self.functions[own].scope;
                let location = self.builder.create_debug_location(context, line, 0, scope, None);
                instruction.set_debug_location(Some(location));
            }
            if strays {
                self.doubt(own, &mut found);
            }
        }
        for ((instance, call), left) in inlined {
            for (passed, fate) in shared_out(&self.calls[call], &left) {
                found.add(self, &instance, passed.copy, fate);
            }
        }
        // A function that was inlined everywhere and of which nothing is left has a row all the same.
        for (function, marked) in self.functions.iter().enumerate().filter(|(_, it)| !it.available) {
            let is_known = found.instances.keys().any(|(known, _)| *known == function);
            if !is_known && !marked.copies.is_empty() {
                found.instance(self, &(function, Vec::new()));
            }
        }
        found
    }

    /// Notes what an instruction says; gives the line of its mark if it is a call with bytes.
    fn look(
        &self,
        instruction: InstructionValue<'ctx>,
        found: &mut Fates,
        inlined: &mut FxHashMap<(Instance, usize), Inlined>,
    ) -> Option<u32> {
        let (place, chain) = self.place(instruction)?;
        let own = (place.function, chain.iter().map(|place| place.function).collect());
        if place.part != Part::Whole {
            found.instance(self, &own);
        }
        match (place.part, chain.first().map(|caller| caller.part)) {
            (Part::Copy(copy), _) => {
                if let Some(fate) = fate(instruction) {
                    found.add(self, &own, copy, fate);
                }
                None
            }
            (Part::Call(call), _) => match still_passed(instruction) {
                Some(parameters) => Some(found.call(self, own, &self.calls[call], parameters)),
                None => {
                    inlined.entry((own, call)).or_default().note(instruction);
                    None
                }
            },
            // What LLVM made for the inlined call that this is in.
            (Part::Whole, Some(Part::Call(call))) => {
                let caller = (own.1[0], own.1[1..].to_vec());
                inlined.entry((caller, call)).or_default().note(instruction);
                None
            }
            (Part::Whole | Part::Body, _) => None,
        }
    }

    /// Whether it moves memory, and no mark tells for which copy: what LLVM makes for an inlined call may lose the way to
    /// it, and pass for a store of the program.
    fn is_stray(&self, instruction: InstructionValue<'ctx>) -> bool {
        self.place(instruction).is_none_or(|(place, chain)| match place.part {
            Part::Whole => !matches!(chain.first().map(|caller| caller.part), Some(Part::Call(_))),
            Part::Body => true,
            Part::Copy(_) | Part::Call(_) => false,
        })
    }

    /// Makes what was inlined into a function with strays not known: arguments whose calls are no longer there may be theirs.
    /// In one without any, nothing moves memory but what is accounted for.
    fn doubt(&self, outermost: usize, found: &mut Fates) {
        let Fates { instances, calls, .. } = found;
        for ((function, chain), fates) in instances.iter_mut() {
            if chain.last().unwrap_or(function) != &outermost {
                continue;
            }
            for (copy, fate) in fates.iter_mut().enumerate() {
                let is_there = calls.iter().any(|(_, instance, passed)| {
                    instance.0 == *function && instance.1 == *chain && passed.iter().any(|passed| passed.copy == copy)
                });
                let is_argument = matches!(self.functions[*function].copies[copy].place, CopyPlace::Argument { .. });
                if is_argument && !is_there {
                    *fate = (*fate).min(CopyFate::Unknown);
                }
            }
        }
    }

    fn function_of(&self, llvm: FunctionValue<'ctx>) -> Option<usize> {
        let scope = llvm.get_subprogram()?.as_debug_info_scope();
        Some(self.scopes.get(&scope.as_mut_ptr())?.function)
    }

    /// Whose code an instruction is, and where that was inlined, innermost first.
    fn place(&self, instruction: InstructionValue<'_>) -> Option<(Place, Vec<Place>)> {
        let mut location = instruction.get_debug_location()?.as_mut_ptr();
        let place = *self.scopes.get(&scope_of(location))?;
        let mut chain = Vec::new();
        loop {
            // SAFETY: `location` is a location of the module's context, which outlives this call.
            location = unsafe { LLVMDILocationGetInlinedAt(location) };
            if location.is_null() {
                return Some((place, chain));
            }
            chain.push(*self.scopes.get(&scope_of(location))?);
        }
    }
}

impl Fates {
    /// The records, with what the assembly of the module shows of its calls.
    pub(crate) fn records(mut self, copies: &Copies<'_>, target: &abi::Target, text: &str) -> Vec<CopyRecord> {
        let shown = assembly::read(target, text, &self.wanted);
        for ((_, instance, passed), fates) in std::mem::take(&mut self.calls).into_iter().zip(shown) {
            for (passed, fate) in passed.into_iter().zip(fates) {
                self.add(copies, &instance, passed.copy, fate);
            }
        }
        self.into_records(copies)
    }

    /// The records with nothing known: the marked code is not the code.
    pub(crate) fn unknown(mut self, copies: &Copies<'_>) -> Vec<CopyRecord> {
        for fate in self.instances.values_mut().flatten() {
            *fate = CopyFate::Unknown;
        }
        self.into_records(copies)
    }

    fn instance(&mut self, copies: &Copies<'_>, instance: &Instance) -> &mut Vec<CopyFate> {
        let count = copies.functions[instance.0].copies.len();
        self.instances.entry(instance.clone()).or_insert_with(|| vec![CopyFate::Gone; count])
    }

    /// Of two pieces of evidence the stronger one counts.
    fn add(&mut self, copies: &Copies<'_>, instance: &Instance, copy: usize, fate: CopyFate) {
        let fates = self.instance(copies, instance);
        fates[copy] = fates[copy].min(fate);
    }

    /// Notes a call that is still there, with so many parameters by value; gives the line that marks it.
    fn call(&mut self, copies: &Copies<'_>, own: Instance, passed: &[Passed], parameters: usize) -> u32 {
        if parameters != passed.iter().filter(|passed| passed.by_value).count() {
            // Passes have changed the signature.
            for passed in passed {
                self.add(copies, &own, passed.copy, CopyFate::Unknown);
            }
            return OTHER_LINE;
        }
        let line = OTHER_LINE + 1 + self.calls.len() as u32;
        self.wanted.push(Wanted {
            line,
            areas: passed
                .iter()
                .map(|passed| u64::from(passed.offset)..u64::from(passed.offset) + passed.bytes)
                .collect(),
        });
        self.calls.push((line, own, passed.to_vec()));
        line
    }

    fn into_records(self, copies: &Copies<'_>) -> Vec<CopyRecord> {
        let records = self.instances.into_iter().flat_map(|((function, chain), fates)| {
            let marked = &copies.functions[function];
            let inlined_into: Vec<String> =
                chain.iter().map(|caller| copies.functions[*caller].symbol.clone()).collect();
            let numbered = marked.copies.iter().zip(fates).enumerate();
            numbered.map(move |(number, (copy, fate))| CopyRecord {
                function: marked.symbol.clone(),
                number: number as u32,
                inlined_into: inlined_into.clone(),
                source: copy.source,
                bytes: copy.bytes,
                reason: copy.reason,
                fate,
            })
        });
        let mut records: Vec<CopyRecord> = records.collect();
        records.sort();
        records
    }
}

impl Inlined {
    fn note(&mut self, instruction: InstructionValue<'_>) {
        match fate(instruction) {
            Some(CopyFate::Kept) => match copied_bytes(instruction) {
                Some(bytes) => self.copies.push(bytes),
                None => self.moves = true,
            },
            Some(CopyFate::Moves | CopyFate::Unknown) => self.moves = true,
            Some(CopyFate::Gone) | None => {}
        }
    }
}

/// Which of the arguments of one inlined call have what is left of their copies. Of several arguments nothing but the
/// length tells whose a copy is.
fn shared_out(passed: &[Passed], left: &Inlined) -> Vec<(Passed, CopyFate)> {
    let passed: Vec<Passed> = passed.iter().copied().filter(|passed| passed.by_value).collect();
    if let [only] = passed.as_slice() {
        let fate = match (left.copies.is_empty(), left.moves) {
            (false, _) => CopyFate::Kept,
            (true, true) => CopyFate::Moves,
            (true, false) => CopyFate::Gone,
        };
        return vec![(*only, fate)];
    }
    let is_foreign = |length: &u64| passed.iter().all(|passed| passed.bytes != *length);
    let is_unclear = left.moves || left.copies.iter().any(is_foreign);
    let of = |one: &Passed| {
        let copies = left.copies.iter().filter(|length| **length == one.bytes).count();
        let alike = passed.iter().filter(|other| other.bytes == one.bytes).count();
        if copies >= alike {
            CopyFate::Kept
        } else if copies > 0 || is_unclear {
            CopyFate::Unknown
        } else {
            CopyFate::Gone
        }
    };
    passed.iter().map(|one| (*one, of(one))).collect()
}

fn scope_of(location: LLVMMetadataRef) -> LLVMMetadataRef {
    // SAFETY: callers pass locations of a living context, and each location has a scope.
    unsafe { LLVMDILocationGetScope(location) }
}

/// How many parameters a call of the program's passes by value.
fn still_passed(instruction: InstructionValue<'_>) -> Option<usize> {
    if is_memory_call(instruction) {
        return None;
    }
    let call = CallSiteValue::try_from(instruction).ok()?;
    let kind = Attribute::get_named_enum_kind_id("byval");
    let by_value = |index: &u32| call.get_enum_attribute(AttributeLoc::Param(*index), kind).is_some();
    Some((0..call.count_arguments()).filter(by_value).count())
}

/// What an instruction that is part of a copy says about it. Loads alone copy nothing: the bytes are read where they lie.
fn fate(instruction: InstructionValue<'_>) -> Option<CopyFate> {
    match instruction.get_opcode() {
        InstructionOpcode::Call => is_memory_call(instruction).then_some(CopyFate::Kept),
        InstructionOpcode::Store => Some(CopyFate::Moves),
        _ => None,
    }
}

fn is_memory_call(instruction: InstructionValue<'_>) -> bool {
    let callee = CallSiteValue::try_from(instruction).ok().and_then(|call| call.get_called_fn_value());
    callee.is_some_and(|callee| {
        let name = callee.get_name().to_string_lossy();
        let name = name.strip_prefix("llvm.").unwrap_or(&name);
        ["memcpy", "memmove", "memset"].iter().any(|known| name.starts_with(known))
    })
}

/// The length that a call of `memcpy` is given, if it is fixed.
fn copied_bytes(instruction: InstructionValue<'_>) -> Option<u64> {
    let length = instruction.get_operand(2)?.value()?;
    if !length.is_int_value() {
        return None;
    }
    length.into_int_value().get_zero_extended_constant()
}
