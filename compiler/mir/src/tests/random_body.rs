//! Random bodies. Every block sees the values of the entry block, its own parameters and its own values, so
//! definitions dominate uses whatever the branches.

use abi::FloatKind;

use crate::builder::FunctionBuilder;
use crate::call::{Argument, Callee};
use crate::function::{Function, SlotData, SlotKind};
use crate::ids::{Align, Block, ScopeId, SignatureId, Slot, SymbolId, Value};
use crate::instruction::{
    AtomicOperator, BinaryOperator, CheckKind, CheckedOperator, Comparison, CopyReason, UnaryOperator,
};
use crate::scalar::{Scalar, ScalarClass};
use crate::signature::Signature;
use crate::site::{IndexForm, SiteKind, SlicePart};
use crate::terminator::{BlockCall, Case, CaseList, ReturnValue, Terminator};
use crate::text::names::Keyword;
use crate::types::Type;
use crate::variable::{Scope, Variable};

use super::random::{Generator, pick};

pub struct Body<'generator> {
    generator: &'generator mut Generator,
    builder: FunctionBuilder,
    signature: Signature,
    /// Values seen by the block that is filled.
    seen: Vec<Value>,
    blocks: Vec<Block>,
}

const INTEGERS: [Scalar; 10] = [
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::I128,
    Scalar::U8,
    Scalar::U16,
    Scalar::U32,
    Scalar::U64,
    Scalar::U128,
];

impl Body<'_> {
    pub fn build(generator: &mut Generator, symbol: SymbolId, id: SignatureId) -> Function {
        let signature = generator.module.signatures.get(id).clone();
        let builder = FunctionBuilder::new(symbol, id);
        let mut body = Body { generator, builder, signature, seen: Vec::new(), blocks: Vec::new() };
        body.parameters();
        body.blocks.push(body.builder.block());
        for _ in 0..body.generator.rng.usize(..5) {
            let parameters: Vec<Scalar> = (0..body.generator.rng.usize(..3)).map(|_| body.generator.scalar()).collect();
            body.blocks.push(body.builder.block_with(&parameters));
        }
        for index in 0..body.blocks.len() {
            body.fill(index);
        }
        body.builder.finish()
    }

    fn parameters(&mut self) {
        for index in 0..self.signature.parameters.len() {
            match self.signature.parameters[index] {
                Type::Scalar(scalar) => {
                    let value = self.builder.scalar_parameter(scalar);
                    self.seen.push(value);
                }
                ty @ Type::Aggregate(_) => {
                    let slot = self.slot(ty, SlotKind::Parameter);
                    self.builder.aggregate_parameter(slot);
                    self.variable(slot, ty, Some(index as u32));
                }
            }
        }
        if let Some(ty @ Type::Aggregate(_)) = self.signature.result
            && self.generator.rng.bool()
        {
            let slot = self.slot(ty, SlotKind::Return);
            self.builder.set_return_slot(slot);
        }
    }

    fn slot(&mut self, ty: Type, kind: SlotKind) -> Slot {
        let layout = self.generator.module.types.layout(ty);
        let align = if self.generator.rng.u8(..5) == 0 { layout.align.max(Align::new(32)) } else { layout.align };
        self.builder.slot(SlotData::frame(layout.size, align, kind, Some(ty)))
    }

    fn variable(&mut self, slot: Slot, ty: Type, parameter: Option<u32>) {
        let count = self.builder.function().scopes.len();
        let parent = (count > 0).then(|| ScopeId::new(count - 1));
        let scope = self.builder.scope(Scope { parent, start: 1, end: 90 });
        let name = self.generator.module.strings.intern("a \"variable\"");
        let source_type = self.generator.rng.bool().then(|| self.generator.described());
        let slot = (self.generator.rng.u8(..8) > 0).then_some(slot);
        self.builder.variable(Variable { name, ty, slot, scope, offset: 7, parameter, source_type });
    }

    fn fill(&mut self, index: usize) {
        let known = self.seen.len();
        let block = self.blocks[index];
        let count = self.builder.function().block(block).parameters.count;
        self.seen.extend((0..count).map(|number| self.builder.block_parameter(block, number)));
        self.builder.switch_to(block);
        for _ in 0..self.generator.rng.usize(..14) {
            let offset = self.generator.rng.u32(..50);
            self.builder.set_source(offset);
            if let Some(value) = self.step() {
                self.seen.push(value);
            }
        }
        self.end();
        if index > 0 {
            self.seen.truncate(known);
        }
    }

    /// A value of a type that the block sees.
    fn value(&mut self, ty: Scalar) -> Value {
        let rng = &mut self.generator.rng;
        let fitting: Vec<Value> =
            self.seen.iter().copied().filter(|value| self.builder.function().value_type(*value) == ty).collect();
        if !fitting.is_empty() && rng.u8(..5) > 0 {
            return pick(rng, &fitting);
        }
        let made = match ty.class() {
            ScalarClass::Bool => self.builder.boolean(rng.bool()),
            ScalarClass::Float(FloatKind::F32) => {
                self.builder.float32(pick(rng, &[0.0, -0.0, 1.5, f32::NAN, f32::MIN_POSITIVE, 1e30]))
            }
            ScalarClass::Float(FloatKind::F64) => {
                self.builder.float64(pick(rng, &[0.1, -0.0, f64::INFINITY, f64::NAN, 1e300, 5e-324]))
            }
            ScalarClass::Pointer if rng.bool() => {
                let ty = self.generator.ty();
                let slot = self.slot(ty, SlotKind::Temporary);
                let size = self.builder.function().slot(slot).size as u32;
                let offset = self.generator.rng.u32(..=size);
                self.builder.slot_address(slot, offset)
            }
            ScalarClass::Pointer | ScalarClass::Integer(_) => self.builder.integer(ty, rng.i128(..) >> rng.u32(..128)),
        };
        self.seen.push(made);
        made
    }

    fn integer_type(&mut self) -> Scalar {
        pick(&mut self.generator.rng, &INTEGERS)
    }

    fn address(&mut self) -> Value {
        self.value(Scalar::Pointer)
    }

    fn step(&mut self) -> Option<Value> {
        let integer = self.integer_type();
        let any = self.generator.scalar();
        match self.generator.rng.u8(..20) {
            0 => Some(self.value(any)),
            1 => {
                let symbol = pick(&mut self.generator.rng, &self.generator.data);
                Some(self.builder.symbol_address(symbol, 4))
            }
            2 | 3 => Some(self.memory(any)).flatten(),
            4 => {
                let (to, from) = (self.address(), self.address());
                let reason =
                    pick(&mut self.generator.rng, &[CopyReason::Assignment, CopyReason::Capture, CopyReason::Argument]);
                let alias = pick(&mut self.generator.rng, &self.generator.aliases);
                self.builder.copy_with((to, from), 12, Align::new(4), reason, alias);
                None
            }
            5 => {
                let address = self.address();
                self.builder.zero(address, 16, Align::new(8));
                None
            }
            6 => Some(self.unary()),
            7..=9 => self.arithmetic(integer),
            10 => {
                let ty = if any == Scalar::Bool { Scalar::F64 } else { any };
                let (left, right) = (self.value(ty), self.value(ty));
                let operators = [Comparison::Equal, Comparison::Less, Comparison::GreaterOrEqual];
                let operator = pick(&mut self.generator.rng, &operators);
                Some(self.builder.compare(operator, left, right))
            }
            11 => {
                let value = self.value(integer);
                Some(self.builder.convert(value, Scalar::F64))
            }
            12 => {
                let value = self.value(Scalar::F64);
                Some(self.builder.reinterpret(value, Scalar::U64))
            }
            13 => {
                let (base, index) = (self.address(), self.value(Scalar::I64));
                Some(self.builder.offset(base, index, 24))
            }
            14 => {
                let (condition, one, other) = (self.value(Scalar::Bool), self.value(any), self.value(any));
                Some(self.builder.select(condition, one, other))
            }
            15 => {
                let (address, value) = (self.address(), self.value(Scalar::I64));
                Some(self.builder.atomic(AtomicOperator::Exchange, address, value))
            }
            16 => {
                let kind = SiteKind::Message(self.generator.module.strings.intern("it \u{1f600} broke"));
                let site = self.builder.site(kind);
                Some(self.builder.site_address(site))
            }
            _ => self.call(),
        }
    }

    fn memory(&mut self, ty: Scalar) -> Option<Value> {
        let address = self.address();
        let alias = pick(&mut self.generator.rng, &self.generator.aliases);
        let offset = self.generator.rng.i32(-20..20);
        if self.generator.rng.bool() {
            return Some(self.builder.load_with(ty, address, offset, Align::ONE, alias));
        }
        let value = self.value(ty);
        self.builder.store_with(value, address, offset, Align::new(ty.bytes()), alias);
        None
    }

    fn unary(&mut self) -> Value {
        let (operator, _) = pick(&mut self.generator.rng, UnaryOperator::WORDS);
        let ty = self.type_of(|ty| operator.applies_to(ty));
        let value = self.value(ty);
        self.builder.unary(operator, value)
    }

    fn binary(&mut self) -> Value {
        let (operator, _) = pick(&mut self.generator.rng, BinaryOperator::WORDS);
        let ty = self.type_of(|ty| operator.applies_to(ty));
        let left = self.value(ty);
        let ty = if operator.is_shift() { self.integer_type() } else { ty };
        let right = self.value(ty);
        self.builder.binary(operator, left, right)
    }

    fn type_of(&mut self, holds: impl Fn(Scalar) -> bool) -> Scalar {
        let fitting: Vec<Scalar> = Scalar::ALL.into_iter().filter(|ty| holds(*ty)).collect();
        pick(&mut self.generator.rng, &fitting)
    }

    fn arithmetic(&mut self, ty: Scalar) -> Option<Value> {
        let (left, right) = (self.value(ty), self.value(ty));
        match self.generator.rng.u8(..6) {
            0 => {
                let site = self.builder.site(SiteKind::MultiplyOverflow);
                Some(self.builder.checked(CheckedOperator::Multiply, left, right, site))
            }
            1 => {
                let told = self.builder.function().value_type(left).bits() == 64;
                let index = if told { IndexForm::Unsigned } else { IndexForm::Untold };
                let parts = [
                    SlicePart::Index,
                    SlicePart::Start,
                    SlicePart::InclusiveStart,
                    SlicePart::End,
                    SlicePart::InclusiveEnd,
                ];
                let site = self.builder.site(match parts.get(self.generator.rng.usize(..10)) {
                    Some(&part) => SiteKind::OutOfSlice { part, index },
                    None => SiteKind::IndexOutOfBounds { length: self.generator.rng.u64(..), index },
                });
                self.builder.check(CheckKind::Below, left, right, site);
                None
            }
            2 => {
                let site = self.builder.site(SiteKind::DivideByZero);
                self.builder.check(CheckKind::NotZero, right, right, site);
                None
            }
            _ => Some(self.binary()),
        }
    }

    fn call(&mut self) -> Option<Value> {
        let (symbol, mut id) = pick(&mut self.generator.rng, &self.generator.functions);
        let mut callee = Callee::Direct(symbol);
        match self.generator.rng.u8(..4) {
            0 => callee = Callee::Indirect(self.address()),
            1 => {
                let parameters = [Scalar::Pointer, Scalar::I32, Scalar::F64, Scalar::I64, Scalar::F64];
                let count = self.generator.rng.usize(1..=parameters.len());
                let parameters = parameters[..count].iter().map(|scalar| Type::Scalar(*scalar)).collect();
                let signature = Signature::variadic(parameters, 1, Some(Type::Scalar(Scalar::I32)));
                id = self.generator.module.signature(signature);
                callee = Callee::Direct(self.generator.module.symbol("printf"));
            }
            _ => {}
        }
        let signature = self.generator.module.signatures.get(id).clone();
        let arguments: Vec<Argument> = signature
            .parameters
            .iter()
            .map(|ty| match ty {
                Type::Scalar(scalar) => Argument::Scalar(self.value(*scalar)),
                Type::Aggregate(_) => {
                    let address = self.address();
                    Argument::Aggregate {
                        address,
                        align: Align::new(1 << self.generator.rng.u32(..5)),
                        owned_temporary: self.generator.rng.bool(),
                    }
                }
            })
            .collect();
        match signature.result {
            None => {
                self.builder.call(callee, id, &arguments);
                None
            }
            Some(Type::Scalar(scalar)) => Some(self.builder.call_scalar(callee, id, &arguments, scalar)),
            Some(Type::Aggregate(_)) => {
                let address = self.address();
                let unaliased = self.generator.rng.bool();
                self.builder.call_aggregate(callee, id, &arguments, address, unaliased);
                None
            }
        }
    }

    fn target(&mut self) -> (Block, Vec<Value>) {
        let block = pick(&mut self.generator.rng, &self.blocks[1..]);
        let parameters: Vec<Value> = self.builder.function().block(block).parameters.iter().collect();
        let types: Vec<Scalar> =
            parameters.into_iter().map(|value| self.builder.function().value_type(value)).collect();
        (block, types.into_iter().map(|ty| self.value(ty)).collect())
    }

    fn end(&mut self) {
        let choice = if self.blocks.len() == 1 { self.generator.rng.u8(..4) } else { self.generator.rng.u8(..8) };
        match choice {
            0 => self.builder.unreachable(),
            1 => {
                let site = self.builder.site(SiteKind::Place);
                self.builder.panic(site);
            }
            2 | 3 => self.return_value(),
            4 => {
                let (block, arguments) = self.target();
                self.builder.jump(block, &arguments);
            }
            5 => self.switch(),
            _ => {
                let condition = self.value(Scalar::Bool);
                let (one, other) = (self.target(), self.target());
                self.builder.branch(condition, (one.0, &one.1), (other.0, &other.1));
            }
        }
    }

    fn switch(&mut self) {
        let value = self.value(Scalar::I16);
        let targets = [self.target(), self.target(), self.target()];
        let calls: Vec<BlockCall> =
            targets.iter().map(|(block, arguments)| self.builder.block_call(*block, arguments)).collect();
        let start = self.builder.function().cases.len() as u32;
        let cases = [Case { bits: -3i64 as u64, target: calls[0] }, Case { bits: 900, target: calls[1] }];
        self.builder.function_mut().cases.extend(cases);
        let cases = CaseList { start, count: 2 };
        self.builder.terminate(Terminator::Switch { value, cases, default: calls[2] });
    }

    fn return_value(&mut self) {
        let value = match self.signature.result {
            None => ReturnValue::Nothing,
            Some(Type::Scalar(scalar)) => ReturnValue::Scalar(self.value(scalar)),
            Some(Type::Aggregate(_)) => match self.builder.function().return_slot {
                Some(_) if self.generator.rng.bool() => ReturnValue::ReturnSlot,
                Some(_) | None => ReturnValue::Aggregate(self.address()),
            },
        };
        self.builder.return_value(value);
    }
}
