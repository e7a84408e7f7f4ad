//! Values of any type in one way: a scalar is itself, an aggregate the address where it lies. Owns this convenience for front
//! ends that do not tell the two apart; must not know how values travel.

use super::FunctionBuilder;
use crate::call::{Argument, Callee};
use crate::function::{SlotData, SlotKind};
use crate::ids::{SignatureId, Slot, Value};
use crate::instruction::CopyReason;
use crate::module::Module;
use crate::terminator::ReturnValue;
use crate::types::{Type, TypeTable};

/// Values of any type: scalars, and aggregates by their addresses.
impl FunctionBuilder {
    /// A new slot for a type.
    pub fn slot_of(&mut self, types: &TypeTable, ty: Type, kind: SlotKind) -> Slot {
        let layout = types.layout(ty);
        self.slot(SlotData::frame(layout.size, layout.align, kind, Some(ty)))
    }

    /// The next parameter, in a slot, where debuggers find it from the start. The entry block is being filled.
    pub fn parameter_in_slot(&mut self, types: &TypeTable, ty: Type) -> Slot {
        let slot = self.slot_of(types, ty, SlotKind::Parameter);
        match ty {
            Type::Aggregate(_) => self.aggregate_parameter(slot),
            Type::Scalar(scalar) => {
                let value = self.scalar_parameter(scalar);
                let address = self.slot_address(slot, 0);
                self.store(value, address, 0);
            }
        }
        slot
    }

    /// What lies at an address: of an aggregate, the address.
    pub fn read(&mut self, ty: Type, address: Value) -> Value {
        match ty {
            Type::Scalar(scalar) => self.load(scalar, address, 0),
            Type::Aggregate(_) => address,
        }
    }

    /// Writes a value to an address, aggregates by a copy.
    pub fn write(&mut self, types: &TypeTable, ty: Type, value: Value, address: Value) {
        let layout = types.layout(ty);
        match ty {
            Type::Scalar(_) => self.store(value, address, 0),
            Type::Aggregate(_) => self.copy(address, value, layout.size, layout.align, CopyReason::Assignment),
        }
    }

    /// Calls a function with one value for each parameter of the signature, and gives its result, an aggregate in a slot
    /// of its own. The callee gets copies.
    pub fn call_with(
        &mut self,
        module: &Module,
        callee: Callee,
        signature: SignatureId,
        values: &[Value],
    ) -> Option<Value> {
        let data = module.signatures.get(signature);
        let arguments: Vec<Argument> = data
            .parameters
            .iter()
            .zip(values)
            .map(|(ty, value)| match ty {
                Type::Scalar(_) => Argument::Scalar(*value),
                Type::Aggregate(_) => {
                    let align = module.types.layout(*ty).align;
                    Argument::Aggregate { address: *value, align, owned_temporary: false }
                }
            })
            .collect();
        match data.result {
            None => {
                self.call(callee, signature, &arguments);
                None
            }
            Some(Type::Scalar(scalar)) => Some(self.call_scalar(callee, signature, &arguments, scalar)),
            Some(ty @ Type::Aggregate(_)) => {
                let slot = self.slot_of(&module.types, ty, SlotKind::Temporary);
                let address = self.slot_address(slot, 0);
                self.call_aggregate(callee, signature, &arguments, address, true);
                Some(address)
            }
        }
    }

    /// Returns a value of a type, or nothing.
    pub fn return_typed(&mut self, value: Option<(Type, Value)>) {
        self.return_value(match value {
            None => ReturnValue::Nothing,
            Some((Type::Scalar(_), value)) => ReturnValue::Scalar(value),
            Some((Type::Aggregate(_), address)) => ReturnValue::Aggregate(address),
        });
    }
}
