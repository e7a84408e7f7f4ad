//! Both sides of a call in MIR: a callee that looks at its parameters, overwrites them and gives a result, and a caller
//! that makes arguments, looks at the result and at its arguments again. Owns these bodies; must not know where anything
//! travels, since that is what they are to find out.

use std::sync::Arc;

use mir::{
    Align, Argument, Callee, CopyReason, Field, FunctionBuilder, Linkage, Module, ReturnValue, Scalar, Signature,
    SignatureId, Slot, SlotData, SlotKind, SymbolId, TypeBody, Value,
};

use super::images::{Images, Numbered};
use super::model::{Record, Type};
use super::names;

/// The module with the function that is called, for each case but those that only C can define.
pub fn callees(cases: &[Numbered], images: &Images) -> Module {
    let mut side = Side::new("callees");
    for (position, numbered) in cases.iter().enumerate() {
        if numbered.case.fixed.is_none() {
            side.callee(position, numbered, images);
        }
    }
    side.module
}

/// The module with the function that calls, for each case.
pub fn callers(cases: &[Numbered], images: &Images) -> Module {
    let mut side = Side::new("callers");
    for (position, numbered) in cases.iter().enumerate() {
        side.caller(position, numbered, images);
    }
    side.module
}

/// The signatures of the functions that do the looking; a mutation of one of them would say nothing.
pub fn is_helper(signature: &Signature) -> bool {
    HELPERS.iter().any(|(_, parameters)| *signature == helper_signature(parameters))
}

const INDEX: Scalar = Scalar::U32;
const HELPERS: [(&str, &[Scalar]); 6] = [
    (names::ENTER, &[INDEX]),
    (names::SEEN, &[INDEX, INDEX, Scalar::Pointer]),
    (names::SPOIL, &[INDEX, INDEX, Scalar::Pointer, Scalar::U64]),
    (names::PREPARE, &[INDEX, Scalar::Pointer, Scalar::U64]),
    (names::RESULT, &[INDEX, Scalar::Pointer]),
    (names::KEPT, &[INDEX, INDEX, Scalar::Pointer]),
];

fn helper_signature(parameters: &[Scalar]) -> Signature {
    Signature::new(parameters.iter().copied().map(mir::Type::Scalar).collect(), None)
}

/// A module that is being made.
struct Side {
    module: Module,
    images: SymbolId,
}

/// A function that is being made, for the case at a position of the program.
struct Body {
    builder: FunctionBuilder,
    position: usize,
}

impl Side {
    fn new(name: &str) -> Side {
        let mut module = Module::new(name);
        let images = module.import_global(names::IMAGES, None);
        Side { module, images }
    }

    fn ty(&mut self, ty: &Type) -> mir::Type {
        match ty {
            Type::Scalar(scalar) => mir::Type::Scalar(*scalar),
            Type::Array(element, count) => {
                let element = self.ty(element);
                mir::Type::Aggregate(self.module.types.array(element, *count))
            }
            Type::Record(record) => self.record(record),
        }
    }

    fn record(&mut self, record: &Arc<Record>) -> mir::Type {
        let (layout, offsets) = record.layout();
        let fields =
            record.fields.iter().zip(offsets).map(|(field, offset)| Field { name: None, ty: self.ty(field), offset });
        let fields = fields.collect();
        mir::Type::Aggregate(self.module.types.anonymous(TypeBody::Record(mir::Record {
            kind: record.kind,
            size: layout.size,
            align: Align::new(layout.align),
            unadjusted_align: Align::new(record.unadjusted_align()),
            packed: record.packed,
            fields,
        })))
    }

    fn signature(&mut self, numbered: &Numbered) -> SignatureId {
        let case = &numbered.case;
        let parameters = case.parameters.iter().map(|ty| self.ty(ty)).collect();
        let result = case.result.as_ref().map(|ty| self.ty(ty));
        self.module.signature(match case.fixed {
            Some(fixed) => Signature::variadic(parameters, fixed as u32, result),
            None => Signature::new(parameters, result),
        })
    }

    /// Calls one of the functions that do the looking.
    fn help(&mut self, body: &mut Body, name: &str, arguments: &[Value]) {
        let (_, parameters) = HELPERS.iter().find(|(known, _)| *known == name).expect("each helper is in the list");
        let signature = self.module.signature(helper_signature(parameters));
        let function = self.module.import_function(name, signature);
        let arguments: Vec<Argument> = arguments.iter().copied().map(Argument::Scalar).collect();
        body.builder.call(Callee::Direct(function), signature, &arguments);
    }

    fn callee(&mut self, position: usize, numbered: &Numbered, images: &Images) {
        let signature = self.signature(numbered);
        let symbol = self.module.symbol(&names::callee(numbered.number));
        let mut body = Body::new(symbol, signature, position);
        let case = &numbered.case;
        let mut slots = Vec::with_capacity(case.parameters.len());
        for parameter in &case.parameters {
            let ty = self.ty(parameter);
            let slot = body.slot(parameter, ty, SlotKind::Parameter);
            slots.push(match parameter {
                Type::Scalar(scalar) => (slot, Some(body.builder.scalar_parameter(*scalar))),
                Type::Array(..) | Type::Record(_) => {
                    body.builder.aggregate_parameter(slot);
                    (slot, None)
                }
            });
        }
        let result = case.result.as_ref().map(|result| {
            let ty = self.ty(result);
            let slot = body.slot(result, ty, SlotKind::Return);
            if let Type::Array(..) | Type::Record(_) = result {
                body.builder.set_return_slot(slot);
            }
            (result, slot)
        });
        body.begin();
        for (slot, value) in &slots {
            if let Some(value) = value {
                let address = body.builder.slot_address(*slot, 0);
                body.builder.store(*value, address, 0);
            }
        }
        let index = body.index(position);
        self.help(&mut body, names::ENTER, &[index]);
        for (number, (slot, _)) in slots.iter().enumerate() {
            let arguments = [body.index(position), body.index(number), body.builder.slot_address(*slot, 0)];
            self.help(&mut body, names::SEEN, &arguments);
        }
        for (number, (slot, _)) in slots.iter().enumerate() {
            let size = i128::from(case.parameters[number].layout().size);
            let arguments = [
                body.index(position),
                body.index(number),
                body.builder.slot_address(*slot, 0),
                body.builder.integer(Scalar::U64, size),
            ];
            self.help(&mut body, names::SPOIL, &arguments);
        }
        let returned = match result {
            None => ReturnValue::Nothing,
            Some((ty, slot)) => {
                let from = self.image(&mut body, images, case.parameters.len());
                match ty {
                    Type::Scalar(scalar) => ReturnValue::Scalar(body.builder.load(*scalar, from, 0)),
                    Type::Array(..) | Type::Record(_) => {
                        let to = body.builder.slot_address(slot, 0);
                        body.copy(to, from, ty);
                        ReturnValue::ReturnSlot
                    }
                }
            }
        };
        body.builder.return_value(returned);
        self.module.add_function(body.builder.finish());
    }

    fn caller(&mut self, position: usize, numbered: &Numbered, images: &Images) {
        let signature = self.signature(numbered);
        let nothing = self.module.signature(Signature::new(Vec::new(), None));
        let symbol = self.module.symbol(&names::caller(numbered.number));
        let callee = self.module.import_function(&names::callee(numbered.number), signature);
        let mut body = Body::new(symbol, nothing, position);
        let case = &numbered.case;
        let mut slots = Vec::with_capacity(case.parameters.len());
        for parameter in &case.parameters {
            let ty = self.ty(parameter);
            slots.push(body.slot(parameter, ty, SlotKind::Local));
        }
        let result = case.result.as_ref().map(|ty| (ty, body.guarded_slot(ty)));
        body.begin();
        let mut arguments = Vec::with_capacity(slots.len());
        for (number, (parameter, slot)) in case.parameters.iter().zip(&slots).enumerate() {
            let from = self.image(&mut body, images, number);
            arguments.push(match parameter {
                Type::Scalar(scalar) => Argument::Scalar(body.builder.load(*scalar, from, 0)),
                Type::Array(..) | Type::Record(_) => {
                    let address = body.builder.slot_address(*slot, 0);
                    body.copy(address, from, parameter);
                    Argument::Aggregate { address, align: Align::new(parameter.layout().align), owned_temporary: false }
                }
            });
        }
        let callee = Callee::Direct(callee);
        match &result {
            None => body.builder.call(callee, signature, &arguments),
            Some((ty, slot)) => self.call_for_result(&mut body, (callee, signature, &arguments), ty, *slot),
        }
        for (number, (parameter, slot)) in case.parameters.iter().zip(&slots).enumerate() {
            if let Type::Array(..) | Type::Record(_) = parameter {
                let arguments = [body.index(position), body.index(number), body.builder.slot_address(*slot, 0)];
                self.help(&mut body, names::KEPT, &arguments);
            }
        }
        body.builder.return_value(ReturnValue::Nothing);
        self.module.add_function(body.builder.finish());
    }

    /// The result goes between two guards.
    fn call_for_result(
        &mut self,
        body: &mut Body,
        (callee, signature, arguments): (Callee, SignatureId, &[Argument]),
        ty: &Type,
        slot: Slot,
    ) {
        let size = body.builder.function().slot(slot).size;
        let prepared = [
            body.index(body.position),
            body.builder.slot_address(slot, 0),
            body.builder.integer(Scalar::U64, i128::from(size)),
        ];
        self.help(body, names::PREPARE, &prepared);
        let address = body.builder.slot_address(slot, names::guard(ty.layout().align) as u32);
        match ty {
            Type::Scalar(scalar) => {
                let value = body.builder.call_scalar(callee, signature, arguments, *scalar);
                body.builder.store(value, address, 0);
            }
            Type::Array(..) | Type::Record(_) => {
                // Both ways of getting a result are to be seen.
                let unaliased = body.position.is_multiple_of(2);
                body.builder.call_aggregate(callee, signature, arguments, address, unaliased);
            }
        }
        let arguments = [body.index(body.position), address];
        self.help(body, names::RESULT, &arguments);
    }

    /// The address of a value's bytes.
    fn image(&mut self, body: &mut Body, images: &Images, value: usize) -> Value {
        let offset = images.offset(body.position, value);
        body.builder.symbol_address(self.images, offset as i64)
    }
}

impl Body {
    fn new(symbol: SymbolId, signature: SignatureId, position: usize) -> Body {
        let mut builder = FunctionBuilder::new(symbol, signature);
        builder.function_mut().linkage = Linkage::Export;
        Body { builder, position }
    }

    fn begin(&mut self) {
        let entry = self.builder.block();
        self.builder.switch_to(entry);
    }

    fn slot(&mut self, ty: &Type, known: mir::Type, kind: SlotKind) -> Slot {
        let layout = ty.layout();
        self.builder.slot(SlotData::frame(layout.size, Align::new(layout.align), kind, Some(known)))
    }

    fn guarded_slot(&mut self, ty: &Type) -> Slot {
        let layout = ty.layout();
        let guard = names::guard(layout.align);
        let size = layout.size + 2 * guard;
        self.builder.slot(SlotData::frame(size, Align::new(guard), SlotKind::Temporary, None))
    }

    fn index(&mut self, index: usize) -> Value {
        self.builder.integer(INDEX, index as i128)
    }

    fn copy(&mut self, to: Value, from: Value, ty: &Type) {
        let layout = ty.layout();
        if layout.size > 0 {
            self.builder.copy(to, from, layout.size, Align::new(layout.align), CopyReason::Assignment);
        }
    }
}
