//! How values travel on several targets at once. It owns the questions to `abi` and the words for its answers; it must not
//! know any rule of a calling convention, nor what page its words come to stand on.

use abi::{FnAbi, Location, Memory, Placement, Signature, Target, TyId, TypeArena, Unsupported, ValueAbi, ValueIndex};
use hir::ItemId;
use source::Db;
use types::{Arguments, Substitution, Ty};

use super::known::is_known;

/// A signature whose values have names: of a function, a call, or of one type alone.
pub(crate) struct CallShape {
    arena: TypeArena,
    signature: Signature,
    /// The parameters in order.
    pub parameters: Vec<Value>,
    /// The type of the result.
    pub result: Ty,
}

/// One value of a signature.
#[derive(Clone)]
pub(crate) struct Value {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Ty,
}

/// A signature on one target.
pub(crate) struct OnTarget {
    /// Which.
    pub target: Target,
    /// Where each value travels; refused where the target's convention is not described, or does not cover a type.
    pub abi: Result<FnAbi, Unsupported>,
}

impl CallShape {
    /// The signature of a function; `None` if something in it is unknown, and for what has no code of its own.
    pub fn of_function(db: &dyn Db, item: ItemId) -> Option<CallShape> {
        CallShape::of_instance(db, item, Arguments::NONE)
    }

    /// The same of a function with these type arguments.
    pub fn of_instance(db: &dyn Db, item: ItemId, arguments: Arguments) -> Option<CallShape> {
        if !item.kind(db).is_function() || types::argument_count(db, item) != arguments.types().len() {
            return None;
        }
        let signature = types::signature(db, item);
        if signature.poisoned || matches!(signature.linkage, types::Linkage::Intrinsic(_)) {
            return None;
        }
        let with = Substitution::of_function(db, item, arguments);
        let value = |parameter: &types::Parameter| Value {
            name: parameter.name.text().to_string(),
            ty: with.apply(parameter.ty),
        };
        let (parameters, result) = (signature.parameters.iter().map(value), with.apply(signature.result));
        let parameters: Vec<Value> = parameters.collect();
        if !is_known(db, result) || !parameters.iter().all(|value| is_known(db, value.ty)) {
            return None;
        }
        let fixed = signature.variadic.then_some(parameters.len() as u16);
        Some(CallShape::of_values(db, parameters, result, fixed))
    }

    /// A signature of these values; of those from `fixed` on C's `...` takes care.
    pub fn of_values(db: &dyn Db, parameters: Vec<Value>, result: Ty, fixed: Option<u16>) -> CallShape {
        let mut arena = TypeArena::new();
        let ids: Vec<TyId> = parameters.iter().map(|value| types::part_type(db, value.ty, &mut arena)).collect();
        let returned = types::abi_type(db, result, &mut arena);
        let signature = match fixed {
            Some(fixed) => Signature::variadic(returned, ids, fixed),
            None => Signature::new(returned, ids),
        };
        CallShape { arena, signature, parameters, result }
    }

    /// A value as the only argument.
    pub fn of_argument(db: &dyn Db, ty: Ty) -> CallShape {
        let name = "argument".to_string();
        CallShape::of_values(db, vec![Value { name, ty }], Ty::UNIT, None)
    }

    /// A value as the result of a function without parameters.
    pub fn of_result(db: &dyn Db, ty: Ty) -> CallShape {
        CallShape::of_values(db, Vec::new(), ty, None)
    }

    /// The signature on a target.
    pub fn on(&self, target: Target) -> OnTarget {
        OnTarget { target, abi: abi::lower(&target, &self.arena, &self.signature) }
    }

    /// The signature on each target.
    pub fn on_all(&self, targets: &[Target]) -> Vec<OnTarget> {
        targets.iter().map(|target| self.on(*target)).collect()
    }

    /// Its form in LLVM's language.
    pub fn llvm(&self, on: &OnTarget) -> Option<abi::llvm::LlvmSignature> {
        let abi = on.abi.as_ref().ok()?;
        Some(abi::llvm::signature(&on.target, &self.arena, &self.signature, abi))
    }
}

/// What can be asked about: every value of a signature, the result last if there is one.
pub(super) fn indices(shape: &CallShape) -> Vec<ValueIndex> {
    let parameters = (0..shape.parameters.len()).map(|number| ValueIndex::Param(number as u16));
    let has_result = shape.result != Ty::UNIT && shape.result != Ty::NEVER;
    parameters.chain(has_result.then_some(ValueIndex::Result)).collect()
}

impl OnTarget {
    /// Where a value travels, in a few words.
    pub fn place(&self, index: ValueIndex) -> String {
        match &self.abi {
            Ok(abi) => place(abi.value(index)),
            Err(_) => "not described".to_string(),
        }
    }
}

/// Where a value travels, in a few words.
pub(super) fn place(value: &ValueAbi) -> String {
    match &value.placement {
        Placement::Ignore => "not passed".to_string(),
        Placement::Parts(parts) => {
            let is_whole = parts.len() == 1;
            let each = parts.iter().map(|part| {
                let (start, end) = (part.offset, part.offset + part.len);
                if is_whole { part.location.to_string() } else { format!("{}[{start}..{end}]", part.location) }
            });
            let mut text = each.collect::<Vec<_>>().join(" ");
            text.push_str(match parts.first().map_or(abi::Extend::None, |part| part.extend) {
                abi::Extend::None => "",
                abi::Extend::Zero => ", zero-extended",
                abi::Extend::Sign => ", sign-extended",
            });
            text
        }
        Placement::Memory(Memory::OnStack { offset, .. }) => format!("memory at stack+{offset}"),
        Placement::Memory(Memory::ByPointer { pointer, .. }) => {
            format!("hidden pointer {} to a copy", at(pointer))
        }
        Placement::Sret { pointer, returned_in } => {
            let back = returned_in.map_or(String::new(), |register| format!(", back in {register}"));
            format!("hidden pointer {}{back}", at(pointer))
        }
    }
}

fn at(location: &Location) -> String {
    match location {
        Location::Register(register) => format!("in {register}"),
        Location::Stack { .. } => format!("at {location}"),
        Location::Operand(_) => format!("as {location}"),
    }
}

/// Why a copy is made, as a person says it.
pub(super) fn reason(reason: abi::CopyReason) -> &'static str {
    match reason {
        abi::CopyReason::Argument => "the callee owns its argument",
        abi::CopyReason::CalleeLocal => "its registers are put together in memory",
        abi::CopyReason::ReturnSlot => "it is written where the hidden pointer leads",
        abi::CopyReason::AbiTemporary => "the registers of the result are put together in memory",
    }
}

/// Who copies.
pub(super) fn side(side: abi::Side) -> &'static str {
    match side {
        abi::Side::Caller => "the caller",
        abi::Side::Callee => "the callee",
    }
}
