//! Signatures as LLVM sees them. Owns the function type, the attributes that change how values travel, and where each
//! IR value's pieces stand in the lists of lowered MIR; must not choose any of it: [`abi::llvm::signature`] does.

use std::rc::Rc;
use std::sync::Arc;

use abi::llvm::{LlvmAttributes, LlvmCarries, LlvmSignature, LlvmValue};
use abi::{FnAbi, Placement, ValueIndex};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::types::{AnyType, BasicMetadataTypeEnum, BasicType, FunctionType};
use mir::{AbiId, AbiTypes, Module, Signature, SignatureId};

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
    /// Where each parameter's pieces begin in lowered lists.
    starts: Vec<u32>,
    description: Arc<FnAbi>,
}

/// The signatures of a unit, each made once.
pub(crate) struct Shapes<'a, 'ctx> {
    module: &'a Module,
    pub(crate) target: &'a abi::Target,
    context: &'ctx Context,
    types: Types<'ctx>,
    records: Rc<Records<'a, 'ctx>>,
    converter: AbiTypes<'a>,
    known: Vec<Option<Rc<Shape<'ctx>>>>,
}

impl<'a, 'ctx> Shapes<'a, 'ctx> {
    pub(crate) fn new(
        module: &'a Module,
        target: &'a abi::Target,
        context: &'ctx Context,
        records: Rc<Records<'a, 'ctx>>,
    ) -> Shapes<'a, 'ctx> {
        Shapes {
            module,
            target,
            context,
            types: Types::new(context),
            records,
            converter: AbiTypes::new(&module.types),
            known: vec![None; module.signatures.len()],
        }
    }

    /// The shape of a signature, by its attached description or, of functions that are only named, by a new one.
    pub(crate) fn of(&mut self, signature: SignatureId, abi: Option<AbiId>) -> Outcome<Rc<Shape<'ctx>>> {
        if let Some(known) = &self.known[signature.index()] {
            return Ok(Rc::clone(known));
        }
        let source = self.module.signatures.get(signature);
        let converted = self.converter.signature(source)?;
        let description = match abi {
            Some(abi) => Arc::clone(self.module.abi(abi)),
            None => Arc::new(abi::lower(self.target, &self.converter.arena, &converted)?),
        };
        let llvm = abi::llvm::signature(self.target, &self.converter.arena, &converted, &description);
        let made = Rc::new(self.make(source, llvm, description)?);
        self.known[signature.index()] = Some(Rc::clone(&made));
        Ok(made)
    }

    fn make(&self, source: &Signature, llvm: LlvmSignature, description: Arc<FnAbi>) -> Outcome<Shape<'ctx>> {
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
        Ok(Shape { starts: starts(&description), llvm, ty, attributes, description })
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
        if by_value.is_some() {
            add(self.typed("byval", source, value.carries)?);
        }
        if struct_return.is_some() {
            add(self.typed("sret", source, value.carries)?);
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

    /// An attribute that tells the type of the memory behind an address, which has its name in MIR.
    fn typed(&self, name: &str, source: &Signature, carries: LlvmCarries) -> Outcome<Attribute> {
        let behind = match carries {
            LlvmCarries::SretPointer => source.result,
            LlvmCarries::Pointer { param } => source.parameters.get(usize::from(param)).copied(),
            LlvmCarries::Nothing | LlvmCarries::Image { .. } | LlvmCarries::Parts { .. } => None,
        };
        let kind = Attribute::get_named_enum_kind_id(name);
        let ty = self.records.memory(behind.ok_or("the ABI description passes an address of no value")?)?;
        Ok(self.context.create_type_attribute(kind, ty.as_any_type_enum()))
    }
}

/// Lowered lists hold the address for the result, then each parameter's pieces.
fn starts(description: &FnAbi) -> Vec<u32> {
    let mut next = match description.result.placement {
        Placement::Sret { .. } => 1,
        Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => 0,
    };
    let mut starts = Vec::with_capacity(description.params.len());
    for parameter in &description.params {
        starts.push(next);
        next += match &parameter.placement {
            Placement::Ignore => 0,
            Placement::Parts(parts) => parts.len() as u32,
            Placement::Memory(_) | Placement::Sret { .. } => 1,
        };
    }
    starts
}

impl Shape<'_> {
    /// The range of a lowered list that an IR value carries.
    pub(crate) fn positions(&self, carries: LlvmCarries) -> std::ops::Range<usize> {
        let (start, count) = match carries {
            LlvmCarries::Nothing => (0, 0),
            LlvmCarries::SretPointer => (0, 1),
            LlvmCarries::Pointer { param } | LlvmCarries::Image { param } => {
                (self.starts[usize::from(param)] as usize, 1)
            }
            LlvmCarries::Parts { value: ValueIndex::Param(param), first, count } => {
                (self.starts[usize::from(param)] as usize + usize::from(first), usize::from(count))
            }
            LlvmCarries::Parts { value: ValueIndex::Result, first, count } => (usize::from(first), usize::from(count)),
        };
        start..start + count
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
        match self.description.result.placement {
            Placement::Sret { .. } => true,
            Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => false,
        }
    }
}
