//! Invariants of a function's own parameters and slots in both forms.

use crate::function::{Form, Parameter, Storage};
use crate::ids::Slot;
use crate::scalar::Scalar;
use crate::types::Type;

use super::Verifier;
use super::calls::{Wanted, wanted_arguments};

impl Verifier<'_> {
    pub fn slot_ids(&mut self) {
        let function = self.function;
        for slot in &function.slots {
            if let Some(ty) = slot.ty {
                let layout = self.module.types.layout(ty);
                self.require(layout.size <= slot.size, "a slot is smaller than its type");
            }
            if let Storage::Pointer(value) = slot.storage {
                self.require(value.index() < function.values.len(), "a slot's pointer is out of range");
            }
        }
        let in_range = function.return_slot.is_none_or(|slot| slot.index() < function.slots.len());
        self.require(in_range, "the return slot is out of range");
    }

    pub fn form(&mut self) {
        match self.function.form {
            Form::SystemAbi => self.plain_form(),
            Form::Lowered => self.lowered_form(),
        }
    }

    fn plain_form(&mut self) {
        let function = self.function;
        self.require(function.abi.is_none(), "a description is attached before the ABI pass");
        let frames = function.slots.iter().all(|slot| slot.storage == Storage::Frame);
        self.require(frames, "before the ABI pass every slot is in the frame");
        let signature = self.module.signatures.get(function.signature);
        if function.parameters.len() != signature.parameters.len() {
            self.problem("the number of parameters is not the signature's");
            return;
        }
        for (parameter, ty) in function.parameters.iter().zip(&signature.parameters) {
            match (parameter, ty) {
                (Parameter::Scalar(value), Type::Scalar(wanted)) => {
                    self.require_type(*value, *wanted, "the parameter");
                }
                (Parameter::Aggregate(slot), Type::Aggregate(_)) => {
                    let (layout, data) = (self.module.types.layout(*ty), function.slot(*slot));
                    let fits = layout.size <= data.size && layout.align <= data.align;
                    self.require(fits, "a parameter does not fit its slot");
                }
                (Parameter::Scalar(_), Type::Aggregate(_))
                | (Parameter::Aggregate(_), Type::Scalar(_))
                | (Parameter::Stack(_), _) => self.problem("a parameter is not of the signature's kind"),
            }
        }
    }

    fn lowered_form(&mut self) {
        let function = self.function;
        let Some(abi) = function.abi.and_then(|abi| self.module.abis.get(abi.index())).map(|passing| &passing.abi)
        else {
            self.problem("a lowered function has no description");
            return;
        };
        let wanted = wanted_arguments(abi);
        if wanted.len() != function.parameters.len() {
            self.problem("the number of parameters is not the description's");
            return;
        }
        for (parameter, wanted) in function.parameters.iter().zip(wanted) {
            match (parameter, wanted) {
                (Parameter::Scalar(value), Wanted::Scalar(ty)) => self.require_carried(*value, ty, "the parameter"),
                (Parameter::Stack(slot), Wanted::Stack { size, align: _ }) => {
                    let data = function.slot(*slot);
                    let right = data.storage == Storage::Incoming && data.size >= size;
                    self.require(right, "a parameter on the stack is an incoming slot of its size");
                }
                (Parameter::Scalar(_), Wanted::Stack { .. })
                | (Parameter::Stack(_), Wanted::Scalar(_))
                | (Parameter::Aggregate(_), Wanted::Scalar(_) | Wanted::Stack { .. }) => {
                    self.problem("a parameter does not travel as described");
                }
            }
        }
        for (index, slot) in function.slots.iter().enumerate() {
            let here = Slot::new(index);
            match slot.storage {
                Storage::Frame => {}
                Storage::Pointer(value) => {
                    self.require_type(value, Scalar::Pointer, "a slot's pointer");
                    let is_parameter = function.parameters.contains(&Parameter::Scalar(value));
                    self.require(is_parameter, "a slot's pointer is a parameter");
                }
                Storage::Incoming => {
                    let count =
                        function.parameters.iter().filter(|parameter| **parameter == Parameter::Stack(here)).count();
                    self.require(count == 1, "an incoming slot is one parameter");
                }
            }
        }
    }
}
