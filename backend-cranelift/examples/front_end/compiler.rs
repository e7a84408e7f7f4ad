//! A front end that is not ours, in some 300 lines: expressions over integers, floats and structures become machine code with
//! Cranelift. It knows no register and no convention: where each piece of a value travels is in `abi`'s plan, which is
//! followed entry by entry. Of this project it uses the crate `abi` alone; the output is assembly for the system's `cc`.

use std::collections::HashMap;
use std::fmt::Write;

use abi::cranelift::{Carries, ClifType, Entry, Plan, Purpose};
use abi::{Extend, FieldSpec, FnAbi, RecordKind, Signature, Target, TyId, TypeArena, ValueIndex, layout_record};
use cranelift_codegen::ir::types::{F32, F64, I8, I8X16, I16, I32, I64};
use cranelift_codegen::ir::{
    self, AbiParam, ArgumentPurpose, ExtFuncData, ExternalName, InstBuilder, MemFlagsData, StackSlotData,
    StackSlotKind, UserExternalName, UserFuncName, Value,
};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::{Context, FinalizedRelocTarget, isa, settings};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

#[derive(Clone, Copy)]
pub enum Type {
    Int,
    Float,
    /// By its number in the program.
    Struct(usize),
}

pub enum Expression {
    Int(i64),
    Parameter(usize),
    Field(Box<Expression>, usize),
    Add(Box<Expression>, Box<Expression>),
    Multiply(Box<Expression>, Box<Expression>),
    Make(usize, Vec<Expression>),
    Call(usize, Vec<Expression>),
}

pub struct Function {
    pub name: &'static str,
    pub parameters: Vec<Type>,
    pub result: Type,
    /// Nothing for a function of C.
    pub body: Option<Expression>,
}

pub struct Program {
    /// The fields of each structure.
    pub structs: Vec<Vec<Type>>,
    pub functions: Vec<Function>,
}

/// Assembly with all functions that have a body.
pub fn compile(program: &Program, target: &Target) -> String {
    let triple = format!(
        "{}-unknown-linux-gnu",
        target.triple().split('-').next().unwrap_or_default()
    );
    let builder = isa::lookup_by_name(&triple).expect("Cranelift knows this machine");
    let isa = builder
        .finish(settings::Flags::new(settings::builder()))
        .expect("the default settings fit");
    let mut text = ".text\n".to_string();
    for function in program.functions.iter().filter(|function| function.body.is_some()) {
        Compiler::function(program, target, &isa, function, &mut text);
    }
    text.push_str(".section .note.GNU-stack,\"\",%progbits\n");
    text
}

/// A function as `abi` sees it.
fn described(program: &Program, target: &Target, function: &Function) -> (FnAbi, Plan) {
    let mut arena = TypeArena::new();
    let params: Vec<TyId> = function
        .parameters
        .iter()
        .map(|ty| abi_type(program, target, *ty, &mut arena))
        .collect();
    let result = abi_type(program, target, function.result, &mut arena);
    let abi =
        abi::lower(target, &arena, &Signature::new(result, params)).expect("numbers and structures are described");
    let plan = abi::cranelift::plan(&abi).expect("Cranelift has a plan for this target");
    (abi, plan)
}

fn abi_type(program: &Program, target: &Target, ty: Type, arena: &mut TypeArena) -> TyId {
    match ty {
        Type::Int => TyId::I64,
        Type::Float => TyId::F32,
        Type::Struct(number) => {
            let fields = program.structs[number].iter();
            let fields: Vec<FieldSpec> = fields
                .map(|ty| FieldSpec::new(abi_type(program, target, *ty, arena)))
                .collect();
            let record = layout_record(target, arena, RecordKind::Struct, &fields, false, None);
            arena.add_record(record)
        }
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

fn clif_signature(plan: &Plan) -> ir::Signature {
    let param = |entry: &Entry| {
        let plain = match entry.purpose {
            Purpose::Normal => AbiParam::new(clif_type(entry.ty)),
            Purpose::StructReturn => AbiParam::special(I64, ArgumentPurpose::StructReturn),
            Purpose::StructArgument { bytes } => AbiParam::special(I64, ArgumentPurpose::StructArgument(bytes)),
        };
        match entry.extend {
            Extend::None => plain,
            Extend::Zero => plain.uext(),
            Extend::Sign => plain.sext(),
        }
    };
    let mut signature = ir::Signature::new(CallConv::SystemV);
    signature.params = plan.params.iter().map(param).collect();
    signature.returns = plan.results.iter().map(param).collect();
    signature
}

struct Compiler<'a> {
    program: &'a Program,
    target: &'a Target,
    builder: FunctionBuilder<'a>,
    /// Every value lives in memory; these are the parameters' addresses, with their types.
    parameters: Vec<(Value, Type)>,
}

impl<'a> Compiler<'a> {
    fn function(
        program: &'a Program,
        target: &'a Target,
        isa: &OwnedTargetIsa,
        function: &Function,
        text: &mut String,
    ) {
        let (abi, plan) = described(program, target, function);
        let mut context = Context::new();
        context.func = ir::Function::with_name_signature(UserFuncName::user(0, 0), clif_signature(&plan));
        let mut memory = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut memory);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        builder.seal_block(entry);
        let parameters = Vec::new();
        let mut compiler = Compiler {
            program,
            target,
            builder,
            parameters,
        };
        let given = compiler.builder.block_params(entry).to_vec();
        let result = compiler.receive(&abi, &plan, &function.parameters, &given);
        if let Some(body) = &function.body {
            let (value, _) = compiler.expression(body);
            compiler.give_back(&abi, &plan, value, result);
        }
        compiler.builder.finalize(isa.frontend_config());
        context
            .compile(&**isa, &mut Default::default())
            .expect("the code is well formed");
        write_assembly(program, function.name, &context, text);
    }

    /// Memory for a value, with room behind it: registers are stored and loaded whole.
    fn memory(&mut self, bytes: u64) -> Value {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes as u32 + 16, 4);
        let slot = self.builder.create_sized_stack_slot(slot);
        self.builder.ins().stack_addr(I64, slot, 0)
    }

    fn load(&mut self, ty: ir::Type, address: Value, offset: u32) -> Value {
        self.builder.ins().load(ty, MemFlagsData::new(), address, offset as i32)
    }

    fn store(&mut self, value: Value, address: Value, offset: u32) {
        self.builder
            .ins()
            .store(MemFlagsData::new(), value, address, offset as i32);
    }

    /// Puts the parameters together in memory; the answer is where the result is to be written, if the caller says so.
    fn receive(&mut self, abi: &FnAbi, plan: &Plan, types: &[Type], given: &[Value]) -> Option<Value> {
        let mut result = None;
        let mut places: Vec<Value> = abi.params.iter().map(|value| self.memory(value.size)).collect();
        for (entry, value) in plan.params.iter().zip(given) {
            match entry.carries {
                Carries::Part {
                    value: ValueIndex::Param(param),
                    part,
                } => {
                    let offset = abi.params[usize::from(param)].parts()[usize::from(part)].offset;
                    self.store(*value, places[usize::from(param)], offset);
                }
                Carries::Word { param, offset, .. } => self.store(*value, places[usize::from(param)], offset),
                Carries::Pointer { param } | Carries::Block { param } => places[usize::from(param)] = *value,
                Carries::SretPointer => result = Some(*value),
                Carries::Part {
                    value: ValueIndex::Result,
                    ..
                }
                | Carries::Dummy => {}
            }
        }
        self.parameters = places.into_iter().zip(types.iter().copied()).collect();
        result
    }

    fn give_back(&mut self, abi: &FnAbi, plan: &Plan, value: Value, result: Option<Value>) {
        if let Some(result) = result {
            self.copy(value, result, abi.result.size);
        }
        let values: Vec<Value> = plan
            .results
            .iter()
            .map(|entry| self.piece(entry, &[], (value, abi), result))
            .collect();
        self.builder.ins().return_(&values);
    }

    /// What an entry of a plan carries, taken out of memory: of the arguments, or of the result.
    fn piece(&mut self, entry: &Entry, arguments: &[Value], result: (Value, &FnAbi), sret: Option<Value>) -> Value {
        let ty = clif_type(entry.ty);
        match entry.carries {
            Carries::Part { value, part } => {
                let address = match value {
                    ValueIndex::Param(param) => arguments[usize::from(param)],
                    ValueIndex::Result => result.0,
                };
                self.load(ty, address, result.1.value(value).parts()[usize::from(part)].offset)
            }
            Carries::Word { param, offset, .. } => self.load(ty, arguments[usize::from(param)], offset),
            Carries::Pointer { param } | Carries::Block { param } => arguments[usize::from(param)],
            Carries::SretPointer => sret.unwrap_or(result.0),
            Carries::Dummy if ty == F64 => self.builder.ins().f64const(0.0),
            Carries::Dummy if ty == F32 => self.builder.ins().f32const(0.0),
            Carries::Dummy => self.builder.ins().iconst(ty, 0),
        }
    }

    fn copy(&mut self, from: Value, to: Value, bytes: u64) {
        for offset in 0..bytes as u32 {
            let byte = self.load(I8, from, offset);
            self.store(byte, to, offset);
        }
    }

    fn size_and_offsets(&self, ty: Type) -> (u64, Vec<u32>) {
        let mut arena = TypeArena::new();
        let id = abi_type(self.program, self.target, ty, &mut arena);
        let offsets = match arena.get(id) {
            abi::Ty::Record(record) => {
                let fields = arena.record(record).fields.iter();
                fields.map(|field| (field.offset_bits / 8) as u32).collect()
            }
            _number => Vec::new(),
        };
        (arena.layout(self.target, id).size, offsets)
    }

    /// The address of a value that is nobody else's, and its type.
    fn expression(&mut self, expression: &Expression) -> (Value, Type) {
        match expression {
            Expression::Int(number) => {
                let (value, place) = (self.builder.ins().iconst(I64, *number), self.memory(8));
                self.store(value, place, 0);
                (place, Type::Int)
            }
            Expression::Parameter(number) => {
                let (from, ty) = self.parameters[*number];
                let size = self.size_and_offsets(ty).0;
                let place = self.memory(size);
                self.copy(from, place, size);
                (place, ty)
            }
            Expression::Field(whole, number) => {
                let (address, ty) = self.expression(whole);
                let Type::Struct(of) = ty else {
                    panic!("only structures have fields")
                };
                let offset = self.size_and_offsets(ty).1[*number];
                (
                    self.builder.ins().iadd_imm_s(address, i64::from(offset)),
                    self.program.structs[of][*number],
                )
            }
            Expression::Add(left, right) => self.arithmetic(left, right, false),
            Expression::Multiply(left, right) => self.arithmetic(left, right, true),
            Expression::Make(number, fields) => {
                let ty = Type::Struct(*number);
                let (size, offsets) = self.size_and_offsets(ty);
                let place = self.memory(size);
                for (field, offset) in fields.iter().zip(offsets) {
                    let (from, ty) = self.expression(field);
                    let to = self.builder.ins().iadd_imm_s(place, i64::from(offset));
                    let size = self.size_and_offsets(ty).0;
                    self.copy(from, to, size);
                }
                (place, ty)
            }
            Expression::Call(number, arguments) => self.call(*number, arguments),
        }
    }

    fn arithmetic(&mut self, left: &Expression, right: &Expression, multiply: bool) -> (Value, Type) {
        let ((left, ty), (right, _)) = (self.expression(left), self.expression(right));
        let is_float = matches!(ty, Type::Float);
        let scalar = if is_float { F32 } else { I64 };
        let (left, right) = (self.load(scalar, left, 0), self.load(scalar, right, 0));
        let place = self.memory(8);
        let value = match (is_float, multiply) {
            (true, true) => self.builder.ins().fmul(left, right),
            (true, false) => self.builder.ins().fadd(left, right),
            (false, true) => self.builder.ins().imul(left, right),
            (false, false) => self.builder.ins().iadd(left, right),
        };
        self.store(value, place, 0);
        (place, ty)
    }

    fn call(&mut self, number: usize, arguments: &[Expression]) -> (Value, Type) {
        let function = &self.program.functions[number];
        let (abi, plan) = described(self.program, self.target, function);
        let arguments: Vec<Value> = arguments.iter().map(|argument| self.expression(argument).0).collect();
        let place = self.memory(abi.result.size);
        let values: Vec<Value> = plan
            .params
            .iter()
            .map(|entry| self.piece(entry, &arguments, (place, &abi), None))
            .collect();
        let signature = self.builder.import_signature(clif_signature(&plan));
        let name = UserExternalName::new(0, number as u32);
        let name = ExternalName::user(self.builder.func.declare_imported_user_function(name));
        let callee = ExtFuncData {
            name,
            signature,
            colocated: false,
            patchable: false,
        };
        let callee = self.builder.import_function(callee);
        let call = self.builder.ins().call(callee, &values);
        let results = self.builder.inst_results(call).to_vec();
        for (entry, value) in plan.results.iter().zip(results) {
            if let Carries::Part { value: index, part } = entry.carries {
                self.store(value, place, abi.value(index).parts()[usize::from(part)].offset);
            }
        }
        (place, function.result)
    }
}

/// The bytes, with the addresses of functions in them by name.
fn write_assembly(program: &Program, name: &str, context: &Context, text: &mut String) {
    let code = context.compiled_code().expect("it was compiled");
    let names = context.func.params.user_named_funcs();
    let addresses: HashMap<usize, &str> = (code.buffer.relocs().iter())
        .map(|relocation| match &relocation.target {
            FinalizedRelocTarget::ExternalName(ExternalName::User(user)) => {
                assert_eq!(
                    relocation.kind,
                    cranelift_codegen::binemit::Reloc::Abs8,
                    "calls go through addresses"
                );
                (
                    relocation.offset as usize,
                    program.functions[names[*user].index as usize].name,
                )
            }
            other => panic!("{other:?} is nothing that the front end asked for"),
        })
        .collect();
    let _ = writeln!(text, ".globl {name}\n.balign 16\n{name}:");
    let bytes = code.code_buffer();
    let mut at = 0;
    while at < bytes.len() {
        let _ = match addresses.get(&at) {
            Some(callee) => writeln!(text, " .quad {callee}"),
            None => writeln!(text, " .byte {}", bytes[at]),
        };
        at += if addresses.contains_key(&at) { 8 } else { 1 };
    }
}
