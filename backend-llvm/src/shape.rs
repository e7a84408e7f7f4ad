//! Signatures as LLVM sees them. Owns the function type and the attributes that change how values travel; must not choose
//! any of it: the ABI pass has written down LLVM's form of the signature ([`mir::Passing::llvm`]).

use std::rc::Rc;
use std::sync::Arc;

use abi::ValueIndex;
use abi::llvm::{LlvmAttributes, LlvmCarries, LlvmSignature, LlvmType, LlvmValue};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::types::{AnyType, BasicMetadataTypeEnum, BasicType, FunctionType};
use mir::{AbiId, Module, Passing, Signature, SignatureId, Type, TypeBody};

use crate::failure::Outcome;
use crate::records::Records;
use crate::types::Types;

/// One signature.
pub(crate) struct Shape<'ctx> {
    /// The parameters and the result, in IR.
    pub llvm: LlvmSignature,
    /// The type of the function.
    pub ty: FunctionType<'ctx>,
    /// What stands at its parameters and result, at declarations and calls alike.
    pub attributes: Vec<(AttributeLoc, Attribute)>,
    passing: Arc<Passing>,
}

/// The signatures of a unit, each made once.
pub(crate) struct Shapes<'a, 'ctx> {
    module: &'a Module,
    pub(crate) target: &'a abi::Target,
    context: &'ctx Context,
    types: Types<'ctx>,
    records: Rc<Records<'a, 'ctx>>,
    known: Vec<Option<Rc<Shape<'ctx>>>>,
}

impl<'a, 'ctx> Shapes<'a, 'ctx> {
    pub(crate) fn new(
        module: &'a Module,
        target: &'a abi::Target,
        context: &'ctx Context,
        records: Rc<Records<'a, 'ctx>>,
    ) -> Shapes<'a, 'ctx> {
        Shapes { module, target, context, types: Types::new(context), records, known: vec![None; module.abis.len()] }
    }

    /// The shape of a signature with what the ABI pass attached to it.
    pub(crate) fn of(&mut self, signature: SignatureId, abi: Option<AbiId>) -> Outcome<Rc<Shape<'ctx>>> {
        let abi = abi.ok_or("a function is not in lowered form: the ABI pass has not described it")?;
        if let Some(known) = &self.known[abi.index()] {
            return Ok(Rc::clone(known));
        }
        let passing = Arc::clone(self.module.passing(abi));
        let llvm = passing.llvm.clone().ok_or("the ABI pass was not asked for LLVM's signatures")?;
        let made = Rc::new(self.make(self.module.signatures.get(signature), llvm, passing)?);
        self.known[abi.index()] = Some(Rc::clone(&made));
        Ok(made)
    }

    fn make(&self, source: &Signature, llvm: LlvmSignature, passing: Arc<Passing>) -> Outcome<Shape<'ctx>> {
        let fixed = llvm.params.iter().take(usize::from(llvm.fixed));
        let params = fixed
            .map(|value| Ok(self.types.some(&value.ty)?.into()))
            .collect::<Outcome<Vec<BasicMetadataTypeEnum>>>()?;
        let ty = match self.types.described(&llvm.result.ty)? {
            Some(result) => result.fn_type(&params, llvm.variadic),
            None => self.context.void_type().fn_type(&params, llvm.variadic),
        };
        let mut attributes = Vec::new();
        self.attributes(AttributeLoc::Return, source, &llvm.result, &mut attributes)?;
        for (index, value) in llvm.params.iter().enumerate() {
            self.attributes(AttributeLoc::Param(index as u32), source, value, &mut attributes)?;
        }
        Ok(Shape { llvm, ty, attributes, passing })
    }

    fn attributes(
        &self,
        place: AttributeLoc,
        source: &Signature,
        value: &LlvmValue,
        out: &mut Vec<(AttributeLoc, Attribute)>,
    ) -> Outcome<()> {
        let LlvmAttributes {
            zero_extend,
            sign_extend,
            no_extend,
            in_register,
            by_value,
            struct_return,
            align,
            stack_align,
        } = &value.attributes;
        let mut add = |attribute| out.push((place, attribute));
        let numbered = |name: &str, value: u32| self.enumerated(name, u64::from(value));
        if *zero_extend {
            add(self.enumerated("zeroext", 0));
        }
        if *sign_extend {
            add(self.enumerated("signext", 0));
        }
        if *no_extend {
            add(self.enumerated("noext", 0));
        }
        if *in_register {
            add(self.enumerated("inreg", 0));
        }
        if let Some(described) = by_value {
            add(self.typed("byval", described, source, value.carries)?);
        }
        if let Some(described) = struct_return {
            add(self.typed("sret", described, source, value.carries)?);
            // Nobody else knows the memory of a result while it is made.
            for name in ["noalias", "writable", "dead_on_unwind"] {
                add(self.enumerated(name, 0));
            }
        }
        if let Some(bytes) = align {
            add(numbered("align", *bytes));
        }
        if let Some(bytes) = stack_align {
            add(numbered("alignstack", *bytes));
        }
        Ok(())
    }

    fn enumerated(&self, name: &str, value: u64) -> Attribute {
        let kind = Attribute::get_named_enum_kind_id(name);
        self.context.create_enum_attribute(kind, value)
    }

    /// An attribute that tells the type of the memory behind an address: a structure by its name in MIR. An array is described
    /// as C would pass it, in a structure of its own, and has no name.
    fn typed(&self, name: &str, described: &LlvmType, source: &Signature, carries: LlvmCarries) -> Outcome<Attribute> {
        let behind = match carries {
            LlvmCarries::SretPointer => source.result,
            LlvmCarries::Pointer { param } => source.parameters.get(usize::from(param)).copied(),
            LlvmCarries::Nothing | LlvmCarries::Image { .. } | LlvmCarries::Parts { .. } => None,
        };
        let kind = Attribute::get_named_enum_kind_id(name);
        let behind = behind.ok_or("the ABI description passes an address of no value")?;
        let is_array = |id| matches!(self.module.types.body(id), Some(TypeBody::Array { .. }));
        let ty = match behind {
            Type::Aggregate(id) if is_array(id) => self.types.some(described)?,
            Type::Aggregate(_) | Type::Scalar(_) => self.records.memory(behind)?,
        };
        Ok(self.context.create_type_attribute(kind, ty.as_any_type_enum()))
    }
}

impl Shape<'_> {
    /// The range of a lowered list that an IR value carries.
    pub(crate) fn positions(&self, carries: LlvmCarries) -> std::ops::Range<usize> {
        let list = &self.passing.list;
        match carries {
            LlvmCarries::Nothing => 0..0,
            LlvmCarries::SretPointer => list.result_address().map_or(0..0, |position| position..position + 1),
            LlvmCarries::Pointer { param } | LlvmCarries::Image { param } => list.parameter(usize::from(param)),
            LlvmCarries::Parts { value, first, count } => {
                let start = match value {
                    ValueIndex::Param(param) => list.parameter(usize::from(param)).start,
                    ValueIndex::Result => 0,
                } + usize::from(first);
                start..start + usize::from(count)
            }
        }
    }

    /// The IR parameter that carries a parameter of the source as one whole value, if one does.
    pub(crate) fn whole_parameter(&self, number: u32) -> Option<u32> {
        let wanted = |carries: &LlvmCarries| match *carries {
            LlvmCarries::Parts { value: ValueIndex::Param(param), first: 0, count: 1 } => u32::from(param) == number,
            LlvmCarries::Parts { .. }
            | LlvmCarries::Nothing
            | LlvmCarries::SretPointer
            | LlvmCarries::Pointer { .. }
            | LlvmCarries::Image { .. } => false,
        };
        let position = self.llvm.params.iter().position(|value| wanted(&value.carries))?;
        Some(position as u32)
    }

    /// Whether the result is written to an address that the caller gives.
    pub(crate) fn returns_through_memory(&self) -> bool {
        self.passing.list.result_address().is_some()
    }
}
