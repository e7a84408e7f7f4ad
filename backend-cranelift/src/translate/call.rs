//! Calls, entries and returns. Owns the translation of the ABI's flat plan into a CLIF signature and of values to
//! and from its entries. Must not choose a register or a stack slot: the plan's order does, and it comes from the
//! one description that all backends share.

use std::rc::Rc;
use std::sync::Arc;

use abi::cranelift::{Carries, ClifType, Entry, Plan, Purpose, X87Transfer};
use abi::{Extend, ValueIndex};
use cranelift_codegen::ir::types::{F32, F64, I8, I8X16, I16, I32, I64, I128};
use cranelift_codegen::ir::{
    self, AbiParam, ArgumentPurpose, InstBuilder, MemFlagsData, SigRef, Signature, StackSlotData, StackSlotKind,
    UserExternalName,
};
use cranelift_codegen::isa::CallConv;
use mir::{AbiId, Argument, CallId, CallResult, Callee, Module, Parameter, Passing, ReturnValue, SymbolId, Value};

use super::{Place, Translator, machine_type, space};
use crate::thunk::{Detour, DetourCallee};

/// The plans of a unit's signatures, each made once.
#[derive(Default)]
pub(crate) struct Plans {
    plans: Vec<Option<Rc<SignaturePlan>>>,
}

/// A plan, and where each value stands in the lists of lowered MIR.
pub(crate) struct SignaturePlan {
    plan: Plan,
    passing: Arc<Passing>,
}

impl Plans {
    /// Forgets the last unit.
    pub(crate) fn prepare(&mut self, module: &Module) {
        self.plans.clear();
        self.plans.resize_with(module.abis.len(), || None);
    }

    /// The plan of a description of the unit.
    pub(crate) fn of(&mut self, module: &Module, id: AbiId) -> Result<Rc<SignaturePlan>, String> {
        if let Some(known) = &self.plans[id.index()] {
            return Ok(Rc::clone(known));
        }
        let passing = Arc::clone(module.passing(id));
        let plan = abi::cranelift::plan(&passing.abi).map_err(|unsupported| unsupported.to_string())?;
        let made = Rc::new(SignaturePlan { plan, passing });
        self.plans[id.index()] = Some(Rc::clone(&made));
        Ok(made)
    }
}

impl SignaturePlan {
    /// The signature that lands on the described registers and stack slots.
    pub(crate) fn signature(&self, convention: CallConv) -> Signature {
        Signature {
            params: self.plan.params.iter().map(parameter).collect(),
            returns: self.plan.results.iter().map(parameter).collect(),
            call_conv: convention,
        }
    }

    /// Where an entry's value stands in a lowered list of arguments or parameters.
    fn position(&self, carries: Carries) -> Option<usize> {
        let list = &self.passing.list;
        match carries {
            Carries::Part { value: ValueIndex::Param(number), part } => {
                Some(list.parameter(usize::from(number)).start + usize::from(part))
            }
            Carries::Part { value: ValueIndex::Result, part } => Some(usize::from(part)),
            Carries::Pointer { param } | Carries::Word { param, .. } | Carries::Block { param } => {
                Some(list.parameter(usize::from(param)).start)
            }
            Carries::SretPointer => list.result_address(),
            Carries::Dummy => None,
        }
    }
}

fn parameter(entry: &Entry) -> AbiParam {
    let parameter = match entry.purpose {
        Purpose::Normal => AbiParam::new(clif_type(entry.ty)),
        Purpose::StructReturn => AbiParam::special(clif_type(entry.ty), ArgumentPurpose::StructReturn),
        Purpose::StructArgument { bytes } => {
            AbiParam::special(clif_type(entry.ty), ArgumentPurpose::StructArgument(bytes))
        }
    };
    match entry.extend {
        Extend::None => parameter,
        Extend::Zero => parameter.uext(),
        Extend::Sign => parameter.sext(),
    }
}

fn clif_type(ty: ClifType) -> ir::Type {
    match ty {
        ClifType::I8 => I8,
        ClifType::I16 => I16,
        ClifType::I32 => I32,
        ClifType::I64 => I64,
        ClifType::F32 => F32,
        ClifType::F64 => F64,
        ClifType::I8X16 => I8X16,
    }
}

impl Translator<'_> {
    /// Takes the parameters from the entry block's and makes the slots, those in the argument area with their bytes.
    pub(super) fn enter(&mut self, abi: AbiId) -> Result<(), String> {
        let plan = self.plans.of(self.module, abi)?;
        let entry = self.tables.blocks[mir::Function::ENTRY.index()];
        let mut words = Vec::new();
        let mut blocks = Vec::new();
        for item in &plan.plan.params {
            let value = self.builder.append_block_param(entry, clif_type(item.ty));
            let Some(position) = plan.position(item.carries) else {
                continue;
            };
            match (self.function.parameters[position], item.carries) {
                (Parameter::Scalar(parameter), _) => {
                    let ty = machine_type(self.scalar(parameter));
                    let value = self.coerce(value, ty, item.extend);
                    self.define(parameter, value);
                }
                (Parameter::Stack(slot), Carries::Word { offset, len, .. }) => words.push((slot, offset, len, value)),
                (Parameter::Stack(slot), Carries::Block { .. }) => blocks.push((slot, value)),
                (Parameter::Stack(_) | Parameter::Aggregate(_), _) => {
                    return Err("a parameter does not have the lowered form that its description says".into());
                }
            }
        }
        for (index, slot) in self.function.slots.iter().enumerate() {
            let place = match blocks.iter().find(|(known, _)| known.index() == index) {
                Some((_, address)) => Place::Address(*address),
                None => self.make_slot(slot)?,
            };
            let address = self.told_address(place);
            self.tables.slots.push(place);
            self.tables.addresses.push(address);
        }
        // The slot of a block is the argument area itself, so the words behind the block are in place.
        for (slot, offset, len, value) in words {
            if blocks.iter().any(|(known, _)| *known == slot) {
                continue;
            }
            self.tables.contents.used(slot);
            let address = self.slot_address(slot, 0);
            let word = self.coerce(value, I64, Extend::None);
            self.store_bytes(word, address, offset, len);
        }
        Ok(())
    }

    /// Ends the block.
    pub(super) fn leave(&mut self, value: ReturnValue) -> Result<(), String> {
        let parts = match value {
            ReturnValue::Parts(parts) => self.function.list(parts),
            ReturnValue::Nothing | ReturnValue::Scalar(_) | ReturnValue::Aggregate(_) | ReturnValue::ReturnSlot => {
                return Err("a return is not in lowered form".into());
            }
        };
        let abi = self.function.abi.expect("checked before the body is translated");
        let plan = self.plans.of(self.module, abi)?;
        let mut results = std::mem::take(&mut self.tables.arguments);
        results.clear();
        for item in &plan.plan.results {
            let value = match plan.position(item.carries) {
                Some(position) => {
                    let value = self.value(parts[position]);
                    self.coerce(value, clif_type(item.ty), item.extend)
                }
                None => self.dummy(item.ty),
            };
            results.push(value);
        }
        for part in (0..plan.plan.x87_results).rev() {
            let address = self.x87_address();
            let number = self.value(parts[usize::from(part)]);
            self.builder.ins().store(MemFlagsData::trusted(), number, address, 0);
            self.transfer(X87Transfer::Push, address);
        }
        self.builder.ins().return_(&results);
        self.tables.arguments = results;
        Ok(())
    }

    /// Translates a call; its results are `result` and the values that follow it.
    pub(super) fn call(&mut self, call: CallId, result: Value) -> Result<(), String> {
        let function = self.function;
        let call = function.call(call);
        let abi = call.abi.ok_or("a call is not in lowered form")?;
        let plan = self.plans.of(self.module, abi)?;
        let given = function.argument_list(call.arguments);
        let mut arguments = std::mem::take(&mut self.tables.arguments);
        arguments.clear();
        for item in &plan.plan.params {
            let value = self.argument(item, plan.position(item.carries).map(|position| given[position]))?;
            arguments.push(value);
        }
        let instruction = match (call.callee, plan.plan.thunk) {
            (Callee::Direct(symbol), None) => {
                let reference = self.callee(symbol, abi, &plan);
                self.builder.ins().call(reference, &arguments)
            }
            (Callee::Direct(symbol), Some(thunk)) => {
                let signature = self.signature(abi, &plan);
                let reference = self.detour(Detour::Call { thunk, callee: DetourCallee::Symbol(symbol) }, signature);
                self.builder.ins().call(reference, &arguments)
            }
            (Callee::Indirect(address), None) => {
                let signature = self.signature(abi, &plan);
                let address = self.value(address);
                self.builder.ins().call_indirect(signature, address, &arguments)
            }
            (Callee::Indirect(address), Some(thunk)) => {
                arguments.push(self.value(address));
                let mut signature = plan.signature(self.convention);
                signature.params.push(AbiParam::new(I64));
                let signature = self.builder.func.import_signature(signature);
                let callee = DetourCallee::Address(plan.plan.address_place());
                let reference = self.detour(Detour::Call { thunk, callee }, signature);
                self.builder.ins().call(reference, &arguments)
            }
        };
        self.tables.contents.called();
        self.tables.reuse.called();
        let count = match call.result {
            CallResult::Parts(count) => count,
            CallResult::Nothing | CallResult::Scalar | CallResult::Aggregate { .. } => {
                return Err("a call's result is not in lowered form".into());
            }
        };
        let x87_results = u32::from(plan.plan.x87_results).min(count);
        for part in 0..x87_results {
            let address = self.x87_address();
            self.transfer(X87Transfer::Pop, address);
            let number = self.builder.ins().load(I128, MemFlagsData::trusted(), address, 0);
            self.define(Value(result.0 + part), number);
        }
        for (index, item) in plan.plan.results.iter().enumerate() {
            let Some(position) = plan.position(item.carries).filter(|position| *position < count as usize) else {
                continue;
            };
            let defined = Value(result.0 + position as u32);
            let value = self.builder.func.dfg.inst_results(instruction)[index];
            let value = self.coerce(value, machine_type(self.scalar(defined)), item.extend);
            self.define(defined, value);
        }
        if plan.plan.results.is_empty() && count > x87_results {
            // The echoed address is the one that was passed; Cranelift keeps the echo to itself.
            self.define(result, arguments[self.struct_return(&plan)?]);
        }
        self.tables.arguments = arguments;
        Ok(())
    }

    /// Where a number lies on its way to or from an x87 register.
    fn x87_address(&mut self) -> ir::Value {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 16, 4);
        let slot = self.builder.func.create_sized_stack_slot(data);
        self.builder.ins().stack_addr(I64, slot, 0)
    }

    fn transfer(&mut self, transfer: X87Transfer, address: ir::Value) {
        let mut signature = Signature::new(self.convention);
        signature.params.push(AbiParam::new(I64));
        let signature = self.builder.func.import_signature(signature);
        let reference = self.detour(Detour::X87(transfer), signature);
        self.builder.ins().call(reference, &[address]);
    }

    fn struct_return(&self, plan: &SignaturePlan) -> Result<usize, String> {
        let position = plan.plan.params.iter().position(|item| item.carries == Carries::SretPointer);
        position.ok_or_else(|| "a call has a result that its description does not know".into())
    }

    fn argument(&mut self, item: &Entry, given: Option<Argument>) -> Result<ir::Value, String> {
        match (given, item.carries) {
            (None, _) => Ok(self.dummy(item.ty)),
            (Some(Argument::Scalar(value)), _) => {
                let value = self.value(value);
                Ok(self.coerce(value, clif_type(item.ty), item.extend))
            }
            (Some(Argument::Stack { address, .. }), Carries::Word { offset, len, .. }) => {
                let address = self.read_address(address);
                let word = self.load_bytes(address, offset, len);
                Ok(self.coerce(word, clif_type(item.ty), Extend::None))
            }
            (Some(Argument::Stack { address, .. }), Carries::Block { .. }) => Ok(self.read_address(address)),
            (Some(Argument::Stack { .. } | Argument::Aggregate { .. }), _) => {
                Err("an argument does not have the lowered form that its description says".into())
            }
        }
    }

    /// The address of memory that is read as a whole.
    fn read_address(&mut self, address: Value) -> ir::Value {
        if let Some((slot, _)) = self.tables.contents.origin(address) {
            self.tables.contents.used(slot);
        }
        self.value(address)
    }

    /// Cranelift has no undefined values, so whatever is not read is 0.
    fn dummy(&mut self, ty: ClifType) -> ir::Value {
        match clif_type(ty) {
            F32 => self.builder.ins().f32const(0.0),
            F64 => self.builder.ins().f64const(0.0),
            I8X16 => {
                let zero = self.builder.ins().iconst(I8, 0);
                self.builder.ins().splat(I8X16, zero)
            }
            integer => self.builder.ins().iconst(integer, 0),
        }
    }

    /// The same bits in another type; bits that the old type does not have are 0, or copies of the sign.
    fn coerce(&mut self, value: ir::Value, to: ir::Type, extend: Extend) -> ir::Value {
        let from = self.builder.func.dfg.value_type(value);
        if from == to {
            return value;
        }
        let plain = MemFlagsData::new().with_endianness(ir::Endianness::Little);
        if from.bits() == to.bits() {
            return self.builder.ins().bitcast(to, plain, value);
        }
        let bits = if from.is_int() { value } else { self.builder.ins().bitcast(from.as_int(), plain, value) };
        let bits = self.resize(bits, to.as_int(), extend == Extend::Sign);
        if to.is_int() { bits } else { self.builder.ins().bitcast(to, plain, bits) }
    }

    fn signature(&mut self, abi: AbiId, plan: &SignaturePlan) -> SigRef {
        if let Some(known) = self.tables.signatures[abi.index()] {
            return known;
        }
        let signature = self.builder.func.import_signature(plan.signature(self.convention));
        self.tables.signatures[abi.index()] = Some(signature);
        self.tables.used_signatures.push(abi);
        signature
    }

    fn callee(&mut self, symbol: SymbolId, abi: AbiId, plan: &SignaturePlan) -> ir::FuncRef {
        let signature = self.signature(abi, plan);
        if let Some(known) = self.tables.functions[symbol.index()]
            && self.builder.func.dfg.ext_funcs[known].signature == signature
        {
            return known;
        }
        let reference = self.import(UserExternalName::new(space::SYMBOL, symbol.0), signature);
        self.tables.functions[symbol.index()] = Some(reference);
        self.tables.used_symbols.push(symbol);
        reference
    }

    fn detour(&mut self, detour: Detour, signature: SigRef) -> ir::FuncRef {
        let id = self.tables.detours.id(detour);
        if let Some(known) = self.tables.detour_references.get(&(id, signature)) {
            return *known;
        }
        let reference = self.import(UserExternalName::new(space::THUNK, id), signature);
        self.tables.detour_references.insert((id, signature), reference);
        reference
    }
}
