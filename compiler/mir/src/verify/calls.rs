//! Invariants of calls and returns in both forms.

use abi::{FnAbi, Memory, Placement, ValueAbi};

use crate::abi_pass::carrier_scalar;
use crate::call::{Argument, Call, CallResult, Callee};
use crate::function::Form;
use crate::ids::{CallId, SignatureId, Value};
use crate::module::Declaration;
use crate::passing::LoweredList;
use crate::scalar::Scalar;
use crate::signature::Signature;
use crate::terminator::ReturnValue;
use crate::types::Type;

use super::Verifier;

impl Verifier<'_> {
    pub fn call(&mut self, call: CallId, result: Value) {
        let data = *self.function.call(call);
        self.callee(&data);
        match self.function.form {
            Form::SystemAbi => self.plain_call(&data, result),
            Form::Lowered => self.lowered_call(&data, result),
        }
    }

    fn callee(&mut self, data: &Call) {
        match data.callee {
            Callee::Indirect(value) => self.address(value),
            Callee::Direct(symbol) => {
                if symbol.index() >= self.module.symbols.len() {
                    self.problem("the callee is not in the module");
                    return;
                }
                match self.module.symbols.get(symbol).declaration {
                    Declaration::Global | Declaration::ImportedGlobal(_) => {
                        self.problem("the callee is data");
                        return;
                    }
                    Declaration::Undeclared | Declaration::Function | Declaration::ImportedFunction(_) => {}
                }
                let Some(declared) = self.declared[symbol.index()] else {
                    return;
                };
                let agrees = self.agree(declared, data.signature);
                self.require(agrees, "the call does not agree with the callee's declaration");
            }
        }
    }

    fn agree(&self, declared: SignatureId, called: SignatureId) -> bool {
        let (declared, called) = (self.module.signatures.get(declared), self.module.signatures.get(called));
        let same = |one: &Type, other: &Type| match (one, other) {
            // Modules of a program may declare a C function with signs of their own.
            (Type::Scalar(one), Type::Scalar(other)) => {
                one == other || (one.is_integer() && other.is_integer() && one.bits() == other.bits())
            }
            (Type::Aggregate(_), Type::Aggregate(_)) => {
                self.module.types.layout(*one) == self.module.types.layout(*other)
            }
            (Type::Scalar(_), Type::Aggregate(_)) | (Type::Aggregate(_), Type::Scalar(_)) => false,
        };
        let fixed = |signature: &Signature| signature.fixed as usize;
        declared.variadic == called.variadic
            && fixed(declared) == fixed(called)
            && declared.parameters[..fixed(declared)]
                .iter()
                .zip(&called.parameters[..fixed(called)])
                .all(|(one, other)| same(one, other))
            && match (&declared.result, &called.result) {
                (None, None) => true,
                (Some(one), Some(other)) => same(one, other),
                (None, Some(_)) | (Some(_), None) => false,
            }
    }

    fn plain_call(&mut self, data: &Call, result: Value) {
        self.require(data.abi.is_none(), "a description is attached before the ABI pass");
        let signature = self.module.signatures.get(data.signature);
        let arguments = self.function.argument_list(data.arguments);
        if arguments.len() != signature.parameters.len() {
            self.problem("the number of arguments is not the signature's");
            return;
        }
        for (argument, ty) in arguments.iter().zip(&signature.parameters) {
            match (argument, ty) {
                (Argument::Scalar(value), Type::Scalar(wanted)) => {
                    self.require_type(*value, *wanted, "the argument");
                }
                (Argument::Aggregate { address, .. }, Type::Aggregate(_)) => self.address(*address),
                (Argument::Scalar(_), Type::Aggregate(_))
                | (Argument::Aggregate { .. }, Type::Scalar(_))
                | (Argument::Stack { .. }, _) => self.problem("an argument is not of its parameter's kind"),
            }
        }
        match (data.result, signature.result) {
            (CallResult::Nothing, None) => {}
            (CallResult::Scalar, Some(Type::Scalar(wanted))) => self.require_type(result, wanted, "the result"),
            (CallResult::Aggregate { address, .. }, Some(Type::Aggregate(_))) => self.address(address),
            (CallResult::Nothing | CallResult::Scalar | CallResult::Aggregate { .. } | CallResult::Parts(_), _) => {
                self.problem("the result is not of the signature's kind");
            }
        }
    }

    fn lowered_call(&mut self, data: &Call, result: Value) {
        let Some(abi) = data.abi.and_then(|abi| self.module.abis.get(abi.index())).map(|passing| &passing.abi) else {
            self.problem("a lowered call has no description");
            return;
        };
        let wanted = wanted_arguments(abi);
        let arguments = self.function.argument_list(data.arguments);
        if arguments.len() != wanted.len() {
            self.problem("the number of arguments is not the description's");
            return;
        }
        for (argument, wanted) in arguments.iter().zip(wanted) {
            match (argument, wanted) {
                (Argument::Scalar(value), Wanted::Scalar(ty)) => self.require_carried(*value, ty, "the argument"),
                (Argument::Stack { address, bytes, align }, Wanted::Stack { size, align: slot }) => {
                    self.address(*address);
                    self.require(u64::from(*bytes) == size, "the bytes on the stack are not the value's");
                    let source = u64::from(abi.convention.source_align(slot));
                    self.require(align.bytes() >= source, "the bytes for the stack are less aligned than their slot");
                }
                (Argument::Scalar(_), Wanted::Stack { .. })
                | (Argument::Stack { .. }, Wanted::Scalar(_))
                | (Argument::Aggregate { .. }, Wanted::Scalar(_) | Wanted::Stack { .. }) => {
                    self.problem("an argument does not travel as described");
                }
            }
        }
        let parts = wanted_parts(&abi.result);
        match data.result {
            CallResult::Parts(count) if count as usize == parts.len() => {
                for (number, ty) in parts.into_iter().enumerate() {
                    self.require_carried(Value(result.0 + number as u32), ty, "the result");
                }
            }
            CallResult::Parts(_) | CallResult::Nothing | CallResult::Scalar | CallResult::Aggregate { .. } => {
                self.problem("the result does not travel as described");
            }
        }
    }

    pub fn return_value(&mut self, value: ReturnValue) {
        let result = self.module.signatures.get(self.function.signature).result;
        match (self.function.form, value) {
            (Form::SystemAbi, ReturnValue::Nothing) => self.require(result.is_none(), "the result is missing"),
            (Form::SystemAbi, ReturnValue::Scalar(value)) => match result {
                Some(Type::Scalar(wanted)) => self.require_type(value, wanted, "the result"),
                Some(Type::Aggregate(_)) | None => self.problem("the result is no scalar"),
            },
            (Form::SystemAbi, ReturnValue::Aggregate(address)) => {
                self.address(address);
                self.require(matches!(result, Some(Type::Aggregate(_))), "the result is no aggregate");
            }
            (Form::SystemAbi, ReturnValue::ReturnSlot) => {
                let size = match result {
                    Some(ty @ Type::Aggregate(_)) => Some(self.module.types.layout(ty).size),
                    Some(Type::Scalar(_)) | None => None,
                };
                let slot = self.function.return_slot.map(|slot| self.function.slot(slot).size);
                self.require(slot.is_some() && slot == size, "there is no return slot of the result's size");
            }
            (Form::Lowered, ReturnValue::Parts(parts)) => {
                let Some(abi) = self.function.abi else { return };
                let wanted = wanted_parts(&self.module.abi(abi).result);
                let parts = self.function.list(parts);
                self.require(parts.len() == wanted.len(), "the number of parts is not the description's");
                for (part, ty) in parts.iter().zip(wanted) {
                    self.require_carried(*part, ty, "the part");
                }
            }
            (Form::SystemAbi, ReturnValue::Parts(_))
            | (
                Form::Lowered,
                ReturnValue::Nothing | ReturnValue::Scalar(_) | ReturnValue::Aggregate(_) | ReturnValue::ReturnSlot,
            ) => self.problem("the return is of the other form"),
        }
    }

    /// A carrier holds any scalar of its size and register class.
    pub fn require_carried(&mut self, value: Value, carrier: Scalar, what: &str) {
        let found = self.value_type(value);
        if found.bytes() != carrier.bytes() || found.is_float() != carrier.is_float() {
            self.problem(format!("{what} {value} is {found}, which does not travel as {carrier}"));
        }
    }
}

/// What a description wants at one place of the lowered list.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// A scalar of this carrier.
    Scalar(Scalar),
    /// Bytes in the argument area.
    Stack {
        /// How many.
        size: u64,
        /// How their slot is aligned.
        align: u32,
    },
}

/// The lowered list of a description: the address for the result, then each parameter.
pub fn wanted_arguments(abi: &FnAbi) -> Vec<Wanted> {
    let address = wants_result_address(abi).then_some(Wanted::Scalar(Scalar::Pointer));
    address.into_iter().chain(abi.params.iter().flat_map(wanted_places)).collect()
}

/// What a description wants for one parameter.
fn wanted_places(value: &ValueAbi) -> Vec<Wanted> {
    match value.placement {
        Placement::Ignore | Placement::Sret { .. } => Vec::new(),
        Placement::Parts(_) => wanted_parts(value).into_iter().map(Wanted::Scalar).collect(),
        Placement::Memory(Memory::ByPointer { .. }) => vec![Wanted::Scalar(Scalar::Pointer)],
        Placement::Memory(Memory::OnStack { align, .. }) => vec![Wanted::Stack { size: value.size, align }],
    }
}

fn wants_result_address(abi: &FnAbi) -> bool {
    match abi.result.placement {
        Placement::Sret { .. } => true,
        Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => false,
    }
}

/// Whether the positions that are written down are those of the lists that the description wants: each value behind the
/// one before it, in as many places as it travels in.
pub fn is_list_of(list: &LoweredList, abi: &FnAbi) -> bool {
    let mut end = usize::from(wants_result_address(abi));
    if !list.has_parameters(abi.params.len()) || list.bounds[0] as usize != end {
        return false;
    }
    list.parameters().zip(&abi.params).all(|(range, value)| {
        let begin = std::mem::replace(&mut end, range.end);
        range == (begin..begin + wanted_places(value).len())
    })
}

/// The carriers of a value that travels in parts. One that the IR has no scalar for was refused by the pass.
pub fn wanted_parts(value: &ValueAbi) -> Vec<Scalar> {
    value.parts().iter().filter_map(|part| carrier_scalar(part.carrier).ok()).collect()
}
