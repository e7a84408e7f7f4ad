//! Closures: the code of literals, of functions whose names are closures, and the two words of a closure's value. Owns what an
//! environment looks like in memory and what ends it; must not know what may be captured.
//!
//! An environment begins with the function that ends it, or null where nothing has to be done; then comes what is captured.
//! One of a closure that is lent lies on the stack and holds borrows, one of an owned closure on the heap and holds values.
//! Without captures there is none, and its address is null. The code of a `fn move` takes its captures out of the
//! environment and frees it first of all.

use hir::{ClosureId, ItemId};
use mir::{Argument, Callee as MirCallee, Comparison, CopyReason, Scalar, Signature, Type, Value};
use types::{Arguments, Captures, ClosureKind, Substitution, Ty, TypeKind, is_heap};

use super::body::{self, Code, Environment, Lowering};
use super::place::{Located, is_lent_string};
use super::substituted::substituted;
use super::{Instance, Unit, symbol};
use crate::queries::{closure_form, counted_closure_form};
use crate::source_form::{Callee, CalleeId, LocalId, Operand, OperandList, SourceForm, forwarding_form};

/// The words of a closure's value.
const CODE: u32 = 0;
const ENVIRONMENT: u32 = 1;

/// Builds the code of a closure literal.
pub(super) fn add_literal(unit: &mut Unit, item: ItemId, closure: ClosureId, arguments: Arguments) {
    let db = unit.db;
    let with = Substitution::of_function(db, item, arguments);
    let Some(captures) = types::captures(db, hir::body(db, item), types::infer(db, item), closure) else { return };
    let form = if unit.settings.coverage {
        unit.begin_counting(Instance::Closure(item, closure, arguments));
        counted_closure_form(db, item, closure)
    } else {
        closure_form(db, item, closure)
    };
    let Some(form) = form else { return };
    if form.poison.is_some() {
        return;
    }
    let form = if arguments.is_empty() { form } else { substituted(db, &form, &with) };
    if form.locals.iter().map(|local| local.ty).chain(form.type_lists.iter().copied()).any(|ty| !ty.fits()) {
        unit.is_too_large = true;
        return;
    }
    let Captures { held, parameters, result, .. } = &captures;
    let parameters: Vec<Ty> = parameters.iter().map(|ty| with.apply(*ty)).collect();
    let environment = with.apply(captures.environment());
    let instance = Instance::Closure(item, closure, arguments);
    let code = code(unit, instance, (&parameters, with.apply(*result)), (environment, *held));
    body::add_code(unit, &form, code);
}

/// Builds the code of a function as a closure.
pub(super) fn add_forwarder(unit: &mut Unit, item: ItemId, arguments: Arguments) {
    let db = unit.db;
    let signature = types::signature(db, item);
    let with = Substitution::of_function(db, item, arguments);
    let parameters: Vec<Ty> = signature.parameters.iter().map(|parameter| with.apply(parameter.ty)).collect();
    let result = with.apply(signature.result);
    let form = forwarding_form(item, arguments, &parameters, result);
    let instance = Instance::Forwarder(item, arguments);
    let environment = (Ty::tuple(&[Ty::pointer(Ty::UNIT)]), Some(ClosureKind::Ref));
    let code = code(unit, instance, (&parameters, result), environment);
    body::add_code(unit, &form, code);
}

/// Builds the function that ends the environment of an owned closure: what it holds, the last first, then its memory.
pub(super) fn add_environment(unit: &mut Unit, environment: Ty) {
    super::drops::glue(unit, Instance::Environment(environment), |lowering, address| {
        let whole = lowering.at(address, environment);
        lowering.each_part(whole, true, |this, part| this.drop_value(part));
        lowering.free(address);
    });
}

fn code(
    unit: &mut Unit,
    instance: Instance,
    (parameters, result): (&[Ty], Ty),
    captures: (Ty, Option<ClosureKind>),
) -> Code {
    let name = symbol::symbol(unit.db, instance);
    let signature = unit.closure_signature(parameters, result, captures.1.is_some());
    let signature = unit.module.signature(signature);
    let symbol = unit.module.import_function(&name, signature);
    let (item, arguments, literal) = match instance {
        Instance::Closure(item, closure, arguments) => {
            (item, arguments, Some(hir::body(unit.db, item).closure_literal(closure)))
        }
        Instance::Forwarder(item, arguments) => (item, arguments, None),
        _ => unreachable!("only these are the code of closures"),
    };
    Code { symbol, name: name.into(), signature, result, item, arguments, literal, captures, is_boxed: false }
}

impl Unit<'_> {
    /// The signature of a closure's code: its environment, then its parameters.
    fn closure_signature(&mut self, parameters: &[Ty], result: Ty, takes_environment: bool) -> Signature {
        let environment = takes_environment.then_some(Type::Scalar(Scalar::Pointer));
        let parameters: Vec<Type> = parameters.iter().map(|ty| self.part(*ty)).collect();
        Signature::new(environment.into_iter().chain(parameters).collect(), self.result(result))
    }
}

impl Lowering<'_, '_> {
    /// The code of a closure that is made, or of an `extern fn`.
    pub(super) fn closure_code(&mut self, code: CalleeId, ty: Ty) -> Value {
        let (parameters, result, is_closure) = match ty.kind() {
            TypeKind::Closure(_, parameters, result) => (parameters, result, true),
            TypeKind::ExternFunction(parameters, result) => (parameters, result, false),
            _ => unreachable!("only closures and `extern fn`s are made of code"),
        };
        let instance = match self.form.callee(code) {
            Callee::Function { item, type_arguments } => {
                let called = self.form.type_arguments(type_arguments);
                if !is_closure {
                    let callable = self.unit.callable_with(item, called);
                    return self.builder.symbol_address(callable.symbol, 0);
                }
                // What has no such method is not built.
                let (item, arguments) = types::resolve_instance(self.unit.db, item, called).unwrap_or((item, called));
                Instance::Forwarder(item, arguments)
            }
            Callee::Literal(closure) => {
                let Some((item, arguments)) = self.owner else { unreachable!("literals stand in bodies") };
                Instance::Closure(item, closure, arguments)
            }
            Callee::Pointer { .. } | Callee::Closure { .. } | Callee::Runtime(_) => {
                unreachable!("closures are made of functions and literals")
            }
        };
        let name = symbol::symbol(self.unit.db, instance);
        self.unit.name(instance);
        let signature = self.unit.closure_signature(&parameters.types(), result, is_closure);
        let signature = self.unit.module.signature(signature);
        let symbol = self.unit.module.import_function(&name, signature);
        self.builder.symbol_address(symbol, 0)
    }

    /// Makes a closure in a place.
    pub(super) fn make_closure(&mut self, to: Located, code: CalleeId, captured: OperandList) {
        let environment = match (to.ty.as_closure(), self.form.operand_list(captured)) {
            (_, []) => self.builder.integer(Scalar::Pointer, 0),
            (Some((kind, ..)), _) if kind.is_owned() => self.new_environment(captured),
            (_, &[lent, ..]) => self.scalar(lent),
        };
        let code = self.closure_code(code, to.ty);
        let word = self.field(to, CODE);
        self.write(word, code);
        let word = self.field(to, ENVIRONMENT);
        self.write(word, environment);
    }

    /// A new environment on the heap; its address.
    fn new_environment(&mut self, captured: OperandList) -> Value {
        let operands = self.form.operand_list(captured);
        let captured: Vec<Ty> = operands.iter().map(|operand| self.operand_type(*operand)).collect();
        let words: Vec<Ty> = std::iter::once(Ty::pointer(Ty::UNIT)).chain(captured).collect();
        let ty = Ty::tuple(&words);
        let address = self.new_object(ty);
        let whole = self.at(address, ty);
        for (index, operand) in (1..).zip(operands) {
            let part = self.field(whole, index);
            self.capture(*operand, part);
        }
        let name = symbol::symbol(self.unit.db, Instance::Environment(ty));
        self.unit.name(Instance::Environment(ty));
        let (end, _signature) = self.unit.c_function(&name, &[Scalar::Pointer], None);
        let end = self.builder.symbol_address(end, 0);
        let first = self.field(whole, 0);
        self.write(first, end);
        address
    }

    /// Puts what is captured into an environment.
    fn capture(&mut self, operand: Operand, to: Located) {
        use super::layouts::Representation;
        let (Representation::Aggregate(_), Operand::Copy(place) | Operand::Move(place)) =
            (self.unit.layout_of(to.ty).representation, operand)
        else {
            return self.transfer(operand, to);
        };
        let from = self.locate(place);
        self.copy_bytes(from, to, CopyReason::Capture);
        if let Operand::Copy(_) = operand {
            self.retain(to);
        }
    }

    /// At the entry of a closure: gives its captured variables what lies in the environment.
    pub(super) fn open_environment(&mut self) {
        let Some(environment @ Environment { address: Some(address), ty, held, is_boxed, literal }) = self.environment
        else {
            return;
        };
        if let Some(literal) = literal {
            self.at_expression(literal);
        }
        let whole = self.at(address, ty);
        let count = environment.captured();
        for index in 0..count {
            let from = match is_boxed {
                true => self.at(address, environment.captured_type(index)),
                false => self.field(whole, index + 1),
            };
            let to = self.locate_local(LocalId(index + 1));
            if held == Some(ClosureKind::Owned) {
                let own_pointer = is_heap(self.unit.db, from.ty) || is_lent_string(to.ty);
                let lent = if own_pointer { self.read(from) } else { self.address(from) };
                self.write(to, lent);
            } else {
                self.move_located(from, to);
            }
        }
        if held == Some(ClosureKind::Once) && count > 0 {
            self.free(address);
        }
    }

    /// Moves a value from one place in memory to another.
    fn move_located(&mut self, from: Located, to: Located) {
        use super::layouts::Representation;
        match self.unit.layout_of(to.ty).representation {
            Representation::Nothing => {}
            Representation::Scalar(_) => {
                let value = self.read(from);
                self.write(to, value);
            }
            Representation::Aggregate(_) => self.copy_bytes(from, to, CopyReason::Capture),
        }
    }

    /// A call of a closure, which is the first operand.
    pub(super) fn call_closure(
        &mut self,
        ty: Ty,
        operands: OperandList,
        result: Option<(Located, bool)>,
    ) -> Option<Value> {
        let Some((_, parameters, returned)) = ty.as_closure() else { unreachable!("only closures are called so") };
        let (Some((first, rest)), Some(others)) =
            (self.form.operand_list(operands).split_first(), operands.behind_first())
        else {
            unreachable!("a call of a closure has it as its first operand")
        };
        let (Operand::Copy(place) | Operand::Move(place)) = *first else {
            unreachable!("aggregate operands are places")
        };
        debug_assert_eq!(rest.len(), parameters.len());
        let closure = self.locate(place);
        let word = self.field(closure, CODE);
        let code = self.read(word);
        let word = self.field(closure, ENVIRONMENT);
        let environment = self.read(word);
        let mut arguments = vec![Argument::Scalar(environment)];
        arguments.extend(self.arguments(others));
        let signature = self.unit.closure_signature(&parameters, returned, true);
        let signature = self.unit.module.signature(signature);
        self.emit(MirCallee::Indirect(code), signature, &arguments, returned, result)
    }

    /// Ends an owned closure at an address: calls the function with which its environment begins, if there is one.
    pub(super) fn end_closure(&mut self, closure: Located) {
        let word = self.field(closure, ENVIRONMENT);
        let environment = self.read(word);
        let (there, after) = (self.builder.block(), self.builder.block());
        self.branch_if_not_null(environment, (there, after));
        self.builder.switch_to(there);
        let end = self.builder.load(Scalar::Pointer, environment, 0);
        let (ends, nothing) = (self.builder.block(), self.builder.block());
        self.branch_if_not_null(end, (ends, nothing));
        self.builder.switch_to(ends);
        let signature = self.unit.module.signature(Signature::new(vec![Type::Scalar(Scalar::Pointer)], None));
        self.builder.call(MirCallee::Indirect(end), signature, &[Argument::Scalar(environment)]);
        self.builder.jump(nothing, &[]);
        self.builder.switch_to(nothing);
        self.builder.jump(after, &[]);
        self.builder.switch_to(after);
    }

    fn branch_if_not_null(&mut self, address: Value, (there, otherwise): (mir::Block, mir::Block)) {
        let null = self.builder.integer(Scalar::Pointer, 0);
        let is_there = self.builder.compare(Comparison::NotEqual, address, null);
        self.builder.branch(is_there, (there, &[]), (otherwise, &[]));
    }
}

/// What every owned closure is for the glue that ends it, which is the same for all.
pub(super) fn any_closure() -> Ty {
    Ty::closure(ClosureKind::Owned, &[], Ty::UNIT)
}

/// Whether a body has no closure that lacks a source form.
pub(super) fn closures_can_be_built(
    db: &dyn source::Db,
    item: ItemId,
    mut is_sound: impl FnMut(&SourceForm) -> bool,
) -> bool {
    hir::body(db, item).closures().all(|closure| {
        let form = closure_form(db, item, closure);
        form.is_some_and(|form| form.poison.is_none() && is_sound(&form))
    })
}
