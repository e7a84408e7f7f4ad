//! Calls: of functions, C functions, function pointers, and of what the language itself needs from the standard library.
//! Owns C's promotions of variadic arguments and the compiler's intrinsics; must not know registers.

use mir::{
    Argument, AtomicOperator, Callee as MirCallee, Comparison, Scalar, ScalarClass, Signature, SignatureId, SiteKind,
    Type, Value,
};
use types::{Linkage, Substitution, Ty, TypeKind};

use super::body::Lowering;
use super::constant::STRING_HEADER;
use super::layouts::Representation;
use super::place::{Located, is_lent_string};
use crate::source_form::{Callee, CalleeId, OperandList, RuntimeFunction, Shown};

impl Lowering<'_, '_> {
    /// A call; gives its result if that is a scalar. An aggregate goes to `result`, with the promise that the callee
    /// cannot reach that memory otherwise, or not.
    pub(super) fn call(
        &mut self,
        callee: CalleeId,
        operands: OperandList,
        result: Option<(Located, bool)>,
    ) -> Option<Value> {
        match self.form.callee(callee) {
            Callee::Function { item, type_arguments } => {
                let signature = types::signature(self.unit.db, item);
                let types = self.form.type_arguments(type_arguments);
                if let Linkage::Intrinsic(name) = signature.linkage {
                    let result = Substitution::of_function(self.unit.db, item, types).apply(signature.result);
                    return self.intrinsic(&name.text(), result, operands);
                }
                if let Some((_, slot)) = types::called_through_object(self.unit.db, item, types) {
                    return self.call_slot((item, types), slot, operands, result);
                }
                let callable = self.unit.callable_with(item, types);
                let with = Substitution::of_function(self.unit.db, item, types);
                let parameters = signature.parameters.iter().map(|parameter| with.apply(parameter.ty));
                let arguments = self.arguments_for(operands, parameters);
                match signature.variadic {
                    false => self.emit(
                        MirCallee::Direct(callable.symbol),
                        callable.signature,
                        &arguments,
                        callable.result,
                        result,
                    ),
                    true => {
                        let fixed = signature.parameters.len();
                        let (arguments, id) = self.promoted(operands, arguments, fixed, callable.result);
                        self.emit(MirCallee::Direct(callable.symbol), id, &arguments, callable.result, result)
                    }
                }
            }
            Callee::Pointer { pointer, ty } => {
                let TypeKind::ExternFunction(parameters, returned) = ty.value_type().kind() else {
                    unreachable!("only `extern fn` values are called through a pointer")
                };
                let pointer = self.scalar(pointer);
                let arguments = self.arguments_for(operands, parameters.types().iter().copied());
                let parameters: Vec<Type> = parameters.types().iter().map(|ty| self.unit.part(*ty)).collect();
                let returned_type = self.unit.result(returned);
                let signature = self.unit.module.signature(Signature::new(parameters, returned_type));
                self.emit(MirCallee::Indirect(pointer), signature, &arguments, returned, result)
            }
            Callee::Closure { ty } => self.call_closure(ty, operands, result),
            Callee::Literal(_) => unreachable!("a literal is made into a closure before it is called"),
            Callee::Runtime(function) => self.runtime(function, operands),
        }
    }

    pub(super) fn arguments(&mut self, operands: OperandList) -> Vec<Argument> {
        self.form.operand_list(operands).iter().map(|operand| self.argument(*operand)).collect()
    }

    /// The arguments for these parameters: where a string is lent as a pointer, C gets its bytes.
    pub(super) fn arguments_for(
        &mut self,
        operands: OperandList,
        parameters: impl Iterator<Item = Ty>,
    ) -> Vec<Argument> {
        let mut arguments = self.arguments(operands);
        let operands = self.form.operand_list(operands);
        for ((argument, operand), parameter) in arguments.iter_mut().zip(operands).zip(parameters) {
            let TypeKind::Pointer(_) = parameter.kind() else { continue };
            if self.operand_type(*operand).is_wide() {
                *argument = Argument::Scalar(self.scalar(*operand));
            }
            if let Argument::Scalar(object) = &*argument
                && is_lent_string(self.operand_type(*operand))
            {
                *argument = Argument::Scalar(self.address_at(*object, STRING_HEADER));
            }
        }
        arguments
    }

    pub(super) fn emit(
        &mut self,
        callee: MirCallee,
        signature: SignatureId,
        arguments: &[Argument],
        returned: Ty,
        result: Option<(Located, bool)>,
    ) -> Option<Value> {
        match self.unit.layout_of(returned).representation {
            Representation::Nothing => {
                self.builder.call(callee, signature, arguments);
                None
            }
            Representation::Scalar(scalar) => Some(self.builder.call_scalar(callee, signature, arguments, scalar)),
            Representation::Aggregate(_) => {
                let (place, unaliased) = match result {
                    Some(known) => known,
                    None => (self.temporary(returned), true),
                };
                let address = self.address(place);
                self.builder.call_aggregate(callee, signature, arguments, address, unaliased);
                None
            }
        }
    }

    /// Variadic arguments as C promotes them, and the signature of this call.
    fn promoted(
        &mut self,
        operands: OperandList,
        mut arguments: Vec<Argument>,
        fixed: usize,
        returned: Ty,
    ) -> (Vec<Argument>, SignatureId) {
        let mut parameters = Vec::with_capacity(arguments.len());
        for (index, operand) in self.form.operand_list(operands).iter().enumerate() {
            let ty = self.operand_type(*operand);
            let mut part = self.unit.part(ty);
            if index >= fixed && ty.is_wide() {
                arguments[index] = Argument::Scalar(self.scalar(*operand));
                part = Type::Scalar(Scalar::Pointer);
            }
            if index >= fixed
                && let (Type::Scalar(scalar), Argument::Scalar(value)) = (part, arguments[index])
            {
                let promoted = promotion(scalar);
                arguments[index] = Argument::Scalar(self.converted(value, promoted));
                part = Type::Scalar(promoted);
            }
            parameters.push(part);
        }
        let returned = self.unit.result(returned);
        let signature = self.unit.module.signature(Signature::variadic(parameters, fixed as u32, returned));
        (arguments, signature)
    }

    /// What the compiler provides to the standard library.
    fn intrinsic(&mut self, name: &str, result: Ty, operands: OperandList) -> Option<Value> {
        let operands: Vec<Value> =
            self.form.operand_list(operands).iter().map(|operand| self.scalar(*operand)).collect();
        match (name, &operands[..]) {
            ("atomic_add_i64", &[place, value]) => Some(self.builder.atomic(AtomicOperator::Add, place, value)),
            ("atomic_load", &[place]) => Some(self.atomic_load(place, result)),
            ("atomic_add", &[place, value]) => Some(self.atomic(AtomicOperator::Add, place, value)),
            ("atomic_subtract", &[place, value]) => Some(self.atomic(AtomicOperator::Subtract, place, value)),
            ("atomic_exchange", &[place, value]) => Some(self.atomic(AtomicOperator::Exchange, place, value)),
            ("atomic_and", &[place, value]) => Some(self.atomic(AtomicOperator::And, place, value)),
            ("atomic_or", &[place, value]) => Some(self.atomic(AtomicOperator::Or, place, value)),
            ("atomic_compare_exchange", &[place, expected, replacement]) => {
                Some(self.atomic_compare_exchange(place, expected, replacement))
            }
            ("string_from_object", &[object]) => Some(object),
            ("context_stack_pointer", &[context]) => Some(self.context_register(context, Register::StackPointer)),
            ("context_program_counter", &[context]) => Some(self.context_register(context, Register::ProgramCounter)),
            (unknown, _operands) => unreachable!("the standard library names no intrinsic `{unknown}`"),
        }
    }

    /// Reads a scalar in memory at once.
    fn atomic_load(&mut self, place: Value, ty: Ty) -> Value {
        let Representation::Scalar(scalar) = self.unit.layout_of(ty).representation else {
            unreachable!("only scalars are read at once")
        };
        let loaded = self.builder.atomic_load(atomic_integer(scalar), place);
        self.value_of_atomic(loaded, scalar)
    }

    /// Changes a scalar in memory at once; gives the old value.
    fn atomic(&mut self, operator: AtomicOperator, place: Value, value: Value) -> Value {
        let scalar = self.builder.function().value_type(value);
        let value = self.atomic_word(value);
        let old = self.builder.atomic(operator, place, value);
        self.value_of_atomic(old, scalar)
    }

    fn atomic_compare_exchange(&mut self, place: Value, expected: Value, replacement: Value) -> Value {
        let scalar = self.builder.function().value_type(expected);
        let (expected, replacement) = (self.atomic_word(expected), self.atomic_word(replacement));
        let old = self.builder.compare_exchange(place, expected, replacement);
        self.value_of_atomic(old, scalar)
    }

    /// The integer that stands for a scalar in memory that is changed at once.
    fn atomic_word(&mut self, value: Value) -> Value {
        let scalar = self.builder.function().value_type(value);
        self.converted(value, atomic_integer(scalar))
    }

    fn value_of_atomic(&mut self, value: Value, scalar: Scalar) -> Value {
        match scalar {
            Scalar::Bool => {
                let none = self.builder.integer(Scalar::U8, 0);
                self.builder.compare(Comparison::NotEqual, value, none)
            }
            _ => self.converted(value, scalar),
        }
    }

    /// A register in the `ucontext_t` that the system gives a handler of signals.
    fn context_register(&mut self, context: Value, register: Register) -> Value {
        use abi::Architecture;
        let offset = match (types::target(self.unit.db).architecture, register) {
            (Architecture::X86_64, Register::StackPointer) => 160,
            (Architecture::X86_64, Register::ProgramCounter) => 168,
            (Architecture::Aarch64, Register::StackPointer) => 432,
            (Architecture::Aarch64, Register::ProgramCounter) => 440,
            (
                Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
                Register::StackPointer | Register::ProgramCounter,
            ) => return self.builder.integer(Scalar::I64, 0),
        };
        self.builder.load(Scalar::I64, context, offset)
    }

    fn runtime(&mut self, function: RuntimeFunction, operands: OperandList) -> Option<Value> {
        if function == RuntimeFunction::ToString(Shown::String) {
            // The text of a string is the string, with one owner more.
            let operand = *self.form.operand_list(operands).first()?;
            let string = self.scalar(operand);
            self.count_owner(string);
            return Some(string);
        }
        let callable = self.unit.runtime(function.name())?;
        let mut arguments = self.arguments(operands);
        if function.panics() {
            let site = self.builder.site(SiteKind::Place);
            arguments.push(Argument::Scalar(self.builder.site_address(site)));
        }
        self.emit(MirCallee::Direct(callable.symbol), callable.signature, &arguments, callable.result, None)
    }
}

/// What the runtime reads of an interrupted function.
#[derive(Clone, Copy)]
enum Register {
    StackPointer,
    ProgramCounter,
}

/// The integer that a scalar is in memory that is changed at once.
fn atomic_integer(scalar: Scalar) -> Scalar {
    match scalar.class() {
        ScalarClass::Bool => Scalar::U8,
        ScalarClass::Pointer => Scalar::U64,
        ScalarClass::Integer(_) | ScalarClass::Float(_) => scalar,
    }
}

/// The type that C gives a scalar among variadic arguments.
fn promotion(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Bool | Scalar::I8 | Scalar::I16 | Scalar::U8 | Scalar::U16 => Scalar::I32,
        Scalar::F32 => Scalar::F64,
        Scalar::I32
        | Scalar::I64
        | Scalar::I128
        | Scalar::U32
        | Scalar::U64
        | Scalar::U128
        | Scalar::F64
        | Scalar::Pointer => scalar,
    }
}
