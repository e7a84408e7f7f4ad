//! Entries: parameters and slots. Owns how what arrives becomes MIR's values and slots; must not choose where anything
//! arrives.

use abi::ValueIndex;
use abi::llvm::LlvmCarries;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, PointerValue};
use mir::{Parameter, Scalar, Slot, SlotData, Storage, Type, Value};

use super::Translator;
use super::memory::set_alignment;
use crate::failure::Outcome;

impl<'ctx> Translator<'_, '_, 'ctx> {
    /// Takes the parameters and makes the slots.
    pub(super) fn enter(&mut self) -> Outcome<()> {
        let shape = std::rc::Rc::clone(&self.shape);
        let mut incoming: Vec<(Slot, Incoming<'ctx>)> = Vec::new();
        let mut split = Vec::new();
        for (index, item) in shape.llvm.params.iter().enumerate() {
            let value =
                self.llvm.get_nth_param(index as u32).ok_or("a function with fewer parameters than its description")?;
            self.name_parameter(value, item.carries);
            let positions = shape.positions(item.carries);
            let parameters = self
                .function
                .parameters
                .get(positions.clone())
                .ok_or("a function with fewer parameters than its description")?;
            match (item.carries, parameters) {
                (LlvmCarries::Pointer { .. } | LlvmCarries::SretPointer, [Parameter::Scalar(parameter)]) => {
                    let parameter = *parameter;
                    self.define(parameter, value);
                }
                (LlvmCarries::Pointer { .. }, [Parameter::Stack(slot)]) => {
                    incoming.push((*slot, Incoming::Place(value.into_pointer_value())));
                }
                (LlvmCarries::Image { .. }, [Parameter::Stack(slot)]) => incoming.push((*slot, Incoming::Image(value))),
                (LlvmCarries::Parts { .. }, parameters) => split.push((value, parts(parameters)?)),
                (
                    LlvmCarries::Nothing
                    | LlvmCarries::SretPointer
                    | LlvmCarries::Pointer { .. }
                    | LlvmCarries::Image { .. },
                    _,
                ) => return Err("a parameter does not have the lowered form that its description says".into()),
            }
        }
        self.make_slots(&incoming)?;
        for (value, parameters) in split {
            let scalars: Vec<Scalar> = parameters.iter().map(|parameter| self.scalar(*parameter)).collect();
            let pieces = self.split(value, &scalars)?;
            for (parameter, piece) in parameters.into_iter().zip(pieces) {
                self.define(parameter, piece);
            }
        }
        for (slot, incoming) in incoming {
            if let Incoming::Image(value) = incoming {
                let store = self.unit.builder.build_store(self.slot(slot), value)?;
                set_alignment(store, self.function.slot(slot).align)?;
            }
        }
        Ok(())
    }

    fn make_slots(&mut self, incoming: &[(Slot, Incoming<'ctx>)]) -> Outcome<()> {
        self.make_return_slot()?;
        for (index, slot) in self.function.slots.iter().enumerate() {
            let id = Slot::new(index);
            let arriving = incoming.iter().find(|(known, _)| *known == id).map(|(_, value)| value);
            let place = match (slot.storage, arriving) {
                (Storage::Pointer(value), _) => self.pointer(value)?,
                (Storage::Incoming, Some(Incoming::Place(place))) => *place,
                (Storage::Incoming, Some(Incoming::Image(value))) => self.allocate(id, slot, Some(value.get_type()))?,
                (Storage::Frame, _) => self.allocate(id, slot, None)?,
                (Storage::Incoming, None) => return Err("a slot of the argument area that nothing arrives in".into()),
            };
            self.slots.push(place);
        }
        Ok(())
    }

    fn allocate(
        &mut self,
        id: Slot,
        slot: &SlotData,
        image: Option<BasicTypeEnum<'ctx>>,
    ) -> Outcome<PointerValue<'ctx>> {
        if slot.size > i32::MAX as u64 {
            return Err(format!("a variable of {} bytes does not fit in a stack frame", slot.size).into());
        }
        let ty = match (image, slot.ty) {
            (Some(image), _) => image,
            (None, Some(Type::Scalar(scalar))) => self.unit.types.memory(scalar),
            // In optimised builds bytes: passes that take memory apart follow its type, and then not what uses it.
            (None, Some(ty @ Type::Aggregate(_)))
                if !self.unit.optimises() && self.unit.mir.types.layout(ty).size == slot.size =>
            {
                self.unit.records.memory(ty)?
            }
            (None, Some(Type::Aggregate(_)) | None) => self.unit.types.bytes(slot.size)?.into(),
        };
        let place = self.unit.builder.build_alloca(ty, self.names.slot(id))?;
        if let Some(instruction) = place.as_instruction() {
            set_alignment(instruction, slot.align)?;
        }
        Ok(place)
    }

    fn name_parameter(&self, value: BasicValueEnum<'ctx>, carries: LlvmCarries) {
        let name = match carries {
            LlvmCarries::Nothing => return,
            LlvmCarries::SretPointer => "result".to_owned(),
            LlvmCarries::Pointer { param } | LlvmCarries::Image { param } => {
                self.names.parameter(u32::from(param), 0, 1)
            }
            LlvmCarries::Parts { value: ValueIndex::Param(param), first, count } => {
                let pieces = self.llvm_pieces(param);
                let pieces = if pieces > 1 { 2 } else { u32::from(count.min(1)) };
                self.names.parameter(u32::from(param), u32::from(first), pieces)
            }
            LlvmCarries::Parts { value: ValueIndex::Result, .. } => return,
        };
        value.set_name(&name);
    }

    /// How many IR parameters carry a parameter of the source.
    fn llvm_pieces(&self, number: u16) -> usize {
        let of_parameter = |carries: &LlvmCarries| match carries {
            LlvmCarries::Parts { value: ValueIndex::Param(param), .. } => *param == number,
            LlvmCarries::Parts { .. }
            | LlvmCarries::Nothing
            | LlvmCarries::SretPointer
            | LlvmCarries::Pointer { .. }
            | LlvmCarries::Image { .. } => false,
        };
        let params = self.shape.llvm.params.iter();
        params.filter(|value| of_parameter(&value.carries)).count()
    }
}

/// How bytes of the argument area arrive.
enum Incoming<'ctx> {
    /// As the address of the area itself.
    Place(PointerValue<'ctx>),
    /// As a value that is put into memory.
    Image(BasicValueEnum<'ctx>),
}

fn parts(parameters: &[Parameter]) -> Outcome<Vec<Value>> {
    let part = |parameter: &Parameter| match *parameter {
        Parameter::Scalar(value) => Ok(value),
        Parameter::Aggregate(_) | Parameter::Stack(_) => {
            Err("a parameter does not have the lowered form that its description says".into())
        }
    };
    parameters.iter().map(part).collect()
}
