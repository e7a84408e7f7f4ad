//! A front end that is not ours, feeding Cranelift. It knows no register and no convention: what each entry of a Cranelift
//! signature carries is in `abi`'s plan. Of this project it uses the crate `abi` alone.

use std::collections::HashMap;

use abi::cranelift::{ClifType, Content, Entry, Plan, Purpose};
use abi::{FieldSpec, FnAbi, RecordKind, Signature, Target, TyId, TypeArena, ValueIndex, layout_record};
use cranelift_codegen::ir::{self, AbiParam, ArgumentPurpose, ExternalName, InstBuilder, MemFlagsData, Value, types};
use cranelift_codegen::isa::{self, OwnedTargetIsa};
use cranelift_codegen::{Context, settings};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use super::language::{Expression, Function, Type};

/// How a function is called: as data, and as Cranelift wants it.
fn describe(function: &Function, target: &Target, isa: &OwnedTargetIsa) -> (FnAbi, Plan, ir::Signature) {
    let mut arena = TypeArena::new();
    let result = abi_type(&function.result, target, &mut arena);
    let parameters = function.parameters.iter().map(|ty| abi_type(ty, target, &mut arena));
    let signature = Signature::new(result, parameters.collect::<Vec<TyId>>());
    let abi = abi::lower(target, &arena, &signature).expect("numbers and structures are described");
    let plan = abi::cranelift::plan(&abi).expect("Cranelift has a plan for this target");
    let parameter = |entry: &Entry| match entry.purpose {
        Purpose::Normal => AbiParam::new(clif_type(entry)),
        Purpose::StructReturn => AbiParam::special(types::I64, ArgumentPurpose::StructReturn),
        Purpose::StructArgument { bytes } => AbiParam::special(types::I64, ArgumentPurpose::StructArgument(bytes)),
    };
    let mut signature = ir::Signature::new(isa.default_call_conv());
    signature.params = plan.params.iter().map(parameter).collect();
    signature.returns = plan.results.iter().map(parameter).collect();
    (abi, plan, signature)
}

fn abi_type(ty: &Type, target: &Target, arena: &mut TypeArena) -> TyId {
    match ty {
        Type::Int => TyId::I64,
        Type::Float => TyId::F64,
        Type::Struct(fields) => {
            let fields = fields.iter().map(|ty| FieldSpec::new(abi_type(ty, target, arena)));
            let fields: Vec<FieldSpec> = fields.collect();
            let record = layout_record(target, arena, RecordKind::Struct, &fields, false, None);
            arena.add_record(record)
        }
    }
}

/// All numbers have 8 bytes, so there are no other entries.
fn clif_type(entry: &Entry) -> ir::Type {
    let is_float = entry.ty == ClifType::F64;
    if is_float { types::F64 } else { types::I64 }
}

/// The machine code of each function that has a body.
pub fn compile<'a>(functions: &'a [Function], target: &Target) -> Vec<(&'a Function, Context)> {
    let machine = isa::lookup_by_name(target.triple()).expect("Cranelift knows this machine");
    let isa = machine.finish(settings::Flags::new(settings::builder()));
    let isa = isa.expect("the default settings fit");
    let compiled = functions.iter().filter_map(|function| {
        let (mut context, mut memory) = (Context::new(), FunctionBuilderContext::new());
        let mut compiler = Compiler {
            functions,
            target,
            isa: &isa,
            builder: FunctionBuilder::new(&mut context.func, &mut memory),
            places: Places::new(),
        };
        compiler.function(function, function.body.as_ref()?);
        compiler.builder.finalize(isa.frontend_config());
        let compiled = context.compile(&*isa, &mut Default::default());
        compiled.expect("the code is well formed");
        Some((function, context))
    });
    compiled.collect()
}

/// The addresses of a function's parameters and of its result, with their types: every value lies in memory.
type Places<'a> = HashMap<ValueIndex, (Value, &'a Type)>;

struct Compiler<'a> {
    functions: &'a [Function],
    target: &'a Target,
    isa: &'a OwnedTargetIsa,
    builder: FunctionBuilder<'a>,
    places: Places<'a>,
}

impl<'a> Compiler<'a> {
    fn function(&mut self, function: &'a Function, body: &'a Expression) {
        let (abi, plan, signature) = describe(function, self.target, self.isa);
        self.builder.func.signature = signature;
        let block = self.builder.create_block();
        self.builder.append_block_params_for_function_params(block);
        self.builder.switch_to_block(block);
        let given = self.builder.block_params(block).to_vec();
        let mut places = self.memory_of(function);
        self.take(&abi, &plan.params, &given, &mut places);
        self.places = places.clone();
        let result = self.expression(body);
        self.copy(result, places[&ValueIndex::Result].0, 0);
        let results = self.give(&abi, &plan.results, &places);
        self.builder.ins().return_(&results);
        self.builder.seal_all_blocks();
    }

    fn memory(&mut self, ty: &Type) -> Value {
        let slot = ir::StackSlotData::new(ir::StackSlotKind::ExplicitSlot, ty.bytes() as u32, 3);
        let slot = self.builder.create_sized_stack_slot(slot);
        self.builder.ins().stack_addr(types::I64, slot, 0)
    }

    fn memory_of(&mut self, function: &'a Function) -> Places<'a> {
        let parameters = (0..).map(ValueIndex::Param).zip(&function.parameters);
        let values = parameters.chain([(ValueIndex::Result, &function.result)]);
        values.map(|(value, ty)| (value, (self.memory(ty), ty))).collect()
    }

    fn load(&mut self, ty: ir::Type, address: Value, offset: i32) -> Value {
        self.builder.ins().load(ty, MemFlagsData::new(), address, offset)
    }

    fn store(&mut self, value: Value, address: Value, offset: i32) {
        let flags = MemFlagsData::new();
        self.builder.ins().store(flags, value, address, offset);
    }

    fn copy(&mut self, (from, ty): (Value, &Type), to: Value, start: i32) {
        for offset in (0..ty.bytes()).step_by(8) {
            let word = self.load(types::I64, from, offset);
            self.store(word, to, start + offset);
        }
    }

    /// What the entries of a list carry, out of memory: a caller's arguments, a callee's results.
    fn give(&mut self, abi: &FnAbi, entries: &[Entry], places: &Places) -> Vec<Value> {
        let mut give = |entry: &Entry| match entry.content(abi) {
            Content::Bytes { value, pieces } => self.load(clif_type(entry), places[&value].0, pieces[0].offset as i32),
            Content::Address(value) => places[&value].0,
            Content::Nothing => self.load(clif_type(entry), places[&ValueIndex::Result].0, 0),
        };
        entries.iter().map(&mut give).collect()
    }

    /// The other way: a callee's parameters, a caller's results.
    fn take(&mut self, abi: &FnAbi, entries: &[Entry], given: &[Value], places: &mut Places) {
        for (entry, given) in entries.iter().zip(given) {
            match entry.content(abi) {
                Content::Bytes { value, pieces } => self.store(*given, places[&value].0, pieces[0].offset as i32),
                Content::Address(value) => _ = places.entry(value).and_modify(|place| place.0 = *given),
                Content::Nothing => {}
            }
        }
    }

    /// The address of a value, which nobody changes, and its type.
    fn expression(&mut self, expression: &'a Expression) -> (Value, &'a Type) {
        match expression {
            Expression::Parameter(number) => self.places[&ValueIndex::Param(*number)],
            Expression::Field(whole, number) => {
                let (address, ty) = self.expression(whole);
                let (offset, ty) = ty.field(*number);
                (self.builder.ins().iadd_imm_s(address, offset), ty)
            }
            Expression::Add(operands) => {
                let [(left, ty), (right, _)] = operands.each_ref().map(|operand| self.expression(operand));
                let number = if matches!(ty, Type::Float) { types::F64 } else { types::I64 };
                let (left, right) = (self.load(number, left, 0), self.load(number, right, 0));
                let place = self.memory(ty);
                let sum = match ty {
                    Type::Float => self.builder.ins().fadd(left, right),
                    Type::Int | Type::Struct(_) => self.builder.ins().iadd(left, right),
                };
                self.store(sum, place, 0);
                (place, ty)
            }
            Expression::Make(ty, fields) => {
                let (place, mut end) = (self.memory(ty), 0);
                for field in fields {
                    let field = self.expression(field);
                    self.copy(field, place, end);
                    end += field.1.bytes();
                }
                (place, ty)
            }
            Expression::Call(number, arguments) => self.call(*number, arguments),
        }
    }

    fn call(&mut self, number: u32, arguments: &'a [Expression]) -> (Value, &'a Type) {
        let function = &self.functions[number as usize];
        let (abi, plan, signature) = describe(function, self.target, self.isa);
        let mut places = self.memory_of(function);
        for (number, argument) in (0..).zip(arguments) {
            // A copy, because a callee that gets an address may write there.
            let value = self.expression(argument);
            self.copy(value, places[&ValueIndex::Param(number)].0, 0);
        }
        let values = self.give(&abi, &plan.params, &places);
        let name = ir::UserExternalName::new(0, number);
        let name = ExternalName::user(self.builder.func.declare_imported_user_function(name));
        let signature = self.builder.import_signature(signature);
        let callee = ir::ExtFuncData { name, signature, colocated: false, patchable: false };
        let callee = self.builder.import_function(callee);
        let call = self.builder.ins().call(callee, &values);
        let results = self.builder.inst_results(call).to_vec();
        self.take(&abi, &plan.results, &results, &mut places);
        places[&ValueIndex::Result]
    }
}
