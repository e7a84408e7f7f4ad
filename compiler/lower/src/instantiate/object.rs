//! `dyn`: its two words, the tables that they lead to, and calls through these. Owns where a value behind a `dyn` lies and what
//! a table says of its type; must not know which types have a trait.
//!
//! The first word leads to the value: to the object of a heap type, else to where the value lies, which of an owned `dyn` is
//! memory of its own. The second leads to the table: the function that ends the value and frees its memory, its size, its
//! alignment, then the methods in the order of [`types::slots`]. Each of these takes the first word as its `self`; where the
//! method itself wants the value, a [`Instance::Slot`] stands between. A `String` that is lent `ref` is the object's own
//! pointer, and so is its first word: it has a table of its own, in which only what looks at the value stands.

use hir::{ItemId, Receiver};
use mir::{
    Argument, Callee as MirCallee, CopyReason, Global, GlobalRelocation, Linkage, Scalar, Signature, SymbolId, Type,
    Value,
};
use types::{Arguments, ClosureKind, DynKind, Substitution, Ty, is_heap};

use super::body::{self, Code, Lowering};
use super::place::{Located, is_lent_string};
use super::{Instance, Unit, drops, symbol};
use crate::source_form::{LocalKind, Operand, OperandList, Place, forwarding_form};

/// The words of a `dyn`.
const OBJECT: u32 = 0;
const TABLE: u32 = 1;

/// What stands in a table before the methods: what ends the value, its size and its alignment.
pub const BEFORE_METHODS: u32 = 3;

/// The bytes of each entry of a table.
fn word() -> u64 {
    Scalar::Pointer.bytes()
}

/// How the table of a `dyn` gets to a method.
enum Entry {
    /// The method takes the first word itself.
    Method,
    /// Something stands between.
    Between,
    /// Nobody can call it: what is lent `ref` is only looked at.
    Nothing,
}

fn entry(unit: &Unit, described: Ty, own: Ty, receiver: Receiver) -> Entry {
    match receiver {
        Receiver::Mut | Receiver::Move if is_lent_string(described) => Entry::Nothing,
        Receiver::Ref if is_lent_string(described) => Entry::Method,
        // Of another trait's `dyn` the method is found in that one's table.
        _ if own.as_dyn().is_some() => Entry::Between,
        _ if is_heap(unit.db, own) => Entry::Method,
        Receiver::Ref if own == Ty::STRING => Entry::Between,
        Receiver::Ref | Receiver::Mut => Entry::Method,
        Receiver::Move => Entry::Between,
    }
}

/// Builds the table that a `dyn` leads to, of values of a type; of a lent `String` as it is lent.
pub(super) fn add_table(unit: &mut Unit, of: Ty, described: Ty) {
    let Some((_, of_trait)) = of.as_dyn() else { unreachable!("only a `dyn` leads to a table") };
    let own = if is_lent_string(described) { Ty::STRING } else { described };
    let mut entries: Vec<Option<SymbolId>> = vec![ending(unit, described, own), None, None];
    for slot in types::slots(unit.db, of_trait) {
        let Some(receiver) = types::signature(unit.db, slot.method).receiver else { continue };
        let arguments = Arguments::new(&[&*slot.of.arguments.types(), &[own]].concat());
        entries.push(match entry(unit, described, own, receiver) {
            Entry::Method => Some(unit.callable_with(slot.method, arguments).symbol),
            Entry::Between => Some(slot_symbol(unit, slot.method, arguments)),
            Entry::Nothing => None,
        });
    }
    let (size, align) = match is_heap(unit.db, own) {
        true => (unit.parts(own).size, unit.parts(own).align),
        false => (unit.layout_of(own).size, unit.layout_of(own).align),
    };
    let target = types::target(unit.db);
    let mut bytes = vec![0; entries.len() * word() as usize];
    for (number, place) in [(size, word()), (align.bytes(), 2 * word())] {
        let place = place as usize;
        bytes[place..place + word() as usize].copy_from_slice(&target.bytes_of(u128::from(number), word() as usize));
    }
    let relocations = (0..)
        .step_by(word() as usize)
        .zip(entries)
        .filter_map(|(offset, symbol)| symbol.map(|symbol| GlobalRelocation { offset, symbol, addend: 0 }));
    let relocations = relocations.collect();
    let name = symbol::symbol(unit.db, Instance::Table(of, described));
    let symbol = unit.module.symbol(&name);
    unit.module.add_global(Global {
        symbol,
        linkage: Linkage::Hidden,
        constant: true,
        align: mir::Align::new(word()),
        ty: None,
        bytes,
        relocations,
        notes: Vec::new(),
    });
}

/// What ends a value behind an owned `dyn`.
fn ending(unit: &mut Unit, described: Ty, own: Ty) -> Option<SymbolId> {
    if is_lent_string(described) {
        return None;
    }
    let instance = if is_heap(unit.db, own) { Instance::Drop(own) } else { Instance::Boxed(own) };
    let name = symbol::symbol(unit.db, instance);
    unit.name(instance);
    Some(unit.c_function(&name, &[Scalar::Pointer], None).0)
}

fn slot_symbol(unit: &mut Unit, method: ItemId, arguments: Arguments) -> SymbolId {
    let instance = Instance::Slot(method, arguments);
    let name = symbol::symbol(unit.db, instance);
    unit.name(instance);
    let signature = unit.slot_signature(method, arguments);
    let signature = unit.module.signature(signature);
    unit.module.import_function(&name, signature)
}

/// Builds what ends a value that lies on the heap by itself, and frees its memory.
pub(super) fn add_boxed(unit: &mut Unit, ty: Ty) {
    drops::glue(unit, Instance::Boxed(ty), |lowering, address| {
        let value = lowering.at(address, ty);
        lowering.drop_value(value);
        lowering.free(address);
    });
}

/// Builds what stands between a table and a method that takes the value, or a borrow of another form.
pub(super) fn add_slot(unit: &mut Unit, method: ItemId, arguments: Arguments) {
    let db = unit.db;
    let signature = types::signature(db, method);
    let with = Substitution::of_function(db, method, arguments);
    let parameters: Vec<Ty> = signature.parameters.iter().map(|parameter| with.apply(parameter.ty)).collect();
    let result = with.apply(signature.result);
    let Some(own) = parameters.first().map(|own| own.value_type()) else { return };
    let mut form = forwarding_form(method, arguments, &parameters, result);
    form.locals[1].kind = LocalKind::Captured;
    let held = match signature.receiver {
        Some(Receiver::Move) => ClosureKind::Once,
        Some(Receiver::Ref | Receiver::Mut) | None => ClosureKind::Owned,
    };
    let name = symbol::symbol(db, Instance::Slot(method, arguments));
    let signature = unit.slot_signature(method, arguments);
    let signature = unit.module.signature(signature);
    let symbol = unit.module.import_function(&name, signature);
    let captures = (Ty::tuple(&[Ty::pointer(Ty::UNIT), own]), Some(held));
    let name = name.into();
    let code =
        Code { symbol, name, signature, result, item: method, arguments, literal: None, captures, is_boxed: true };
    body::add_code(unit, &form, code);
}

impl Unit<'_> {
    /// The signature of a method in a table: the address of the value, then its parameters.
    fn slot_signature(&mut self, method: ItemId, arguments: Arguments) -> Signature {
        let signature = types::signature(self.db, method);
        let with = Substitution::of_function(self.db, method, arguments);
        let others = signature.parameters.iter().skip(1).map(|parameter| with.apply(parameter.ty));
        let mut parameters = vec![Type::Scalar(Scalar::Pointer)];
        parameters.extend(others.map(|ty| self.part(ty)));
        let result = self.result(with.apply(signature.result));
        Signature::new(parameters, result)
    }
}

impl Lowering<'_, '_> {
    /// Makes a `dyn` in a place.
    pub(super) fn make_object(&mut self, place: Place, ty: Ty, operand: Operand) {
        let Some((kind, of)) = ty.as_dyn() else { unreachable!("only a `dyn` is made so") };
        let source = self.operand_type(operand);
        let of = Ty::object_of_trait(DynKind::Owned, of);
        // What stands for a type parameter may be such a `dyn` already.
        if source == of {
            let to = self.locate(place);
            return self.transfer(operand, to);
        }
        if source.value_type() == of {
            let pointer = self.scalar(operand);
            let (from, to) = (self.at(pointer, of), self.locate(place));
            return self.copy_bytes(from, to, CopyReason::Assignment);
        }
        let object = match kind {
            DynKind::Owned if !is_heap(self.unit.db, source) => self.boxed(operand, source),
            DynKind::Owned | DynKind::Ref | DynKind::Mut => self.scalar(operand),
        };
        let described = match kind {
            DynKind::Ref | DynKind::Mut if !is_lent_string(source) => source.value_type(),
            DynKind::Owned | DynKind::Ref | DynKind::Mut => source,
        };
        let instance = Instance::Table(of, described);
        let name = symbol::symbol(self.unit.db, instance);
        self.unit.name(instance);
        let table = self.unit.module.import_global(&name, None);
        let table = self.builder.symbol_address(table, 0);
        let to = self.locate(place);
        let word = self.field(to, OBJECT);
        self.write(word, object);
        let word = self.field(to, TABLE);
        self.write(word, table);
    }

    /// A value moved to memory of its own; its address.
    fn boxed(&mut self, operand: Operand, ty: Ty) -> Value {
        let address = self.new_object(ty);
        let to = self.at(address, ty);
        self.transfer(operand, to);
        address
    }

    /// Ends the value of an owned `dyn`.
    pub(super) fn end_object(&mut self, value: Located) {
        let (object, table) = self.object_words(value);
        let end = self.builder.load(Scalar::Pointer, table, 0);
        let signature = self.unit.module.signature(Signature::new(vec![Type::Scalar(Scalar::Pointer)], None));
        self.builder.call(MirCallee::Indirect(end), signature, &[Argument::Scalar(object)]);
        self.name_tables(table, 0, value.ty);
    }

    /// Says of the last call, for optimisers, that it calls the function at an entry of a table, and which tables those are.
    fn name_tables(&mut self, table: Value, entry: u32, ty: Ty) {
        let (true, Some((_, of))) = (self.unit.settings.facts, ty.as_dyn()) else { return };
        let name = symbol::type_name(self.unit.db, Ty::object_of_trait(DynKind::Owned, of));
        let name = self.unit.module.strings.intern(&name);
        let tables = self.unit.module.metadata.node(&[mir::Operand::String(name)]);
        let function = self.builder.function_mut();
        let call = mir::CallId::new(function.calls.len() - 1);
        function.table_calls.push(mir::TableCall { call, table, entry, tables });
    }

    fn object_words(&mut self, value: Located) -> (Value, Value) {
        let word = self.field(value, OBJECT);
        let object = self.read(word);
        let word = self.field(value, TABLE);
        (object, self.read(word))
    }

    /// A call of the method at a place in the table of a `dyn`, which is the first operand or what that leads to.
    pub(super) fn call_slot(
        &mut self,
        (method, arguments): (ItemId, Arguments),
        place_in_table: usize,
        operands: OperandList,
        result: Option<(Located, bool)>,
    ) -> Option<Value> {
        let (Some(&first), Some(others)) = (self.form.operand_list(operands).first(), operands.behind_first()) else {
            unreachable!("a method that is called through `dyn` has `self`")
        };
        let ty = self.operand_type(first);
        let value = match first {
            Operand::Copy(place) | Operand::Move(place) if ty.is_pair() => self.locate(place),
            _ => {
                let pointer = self.scalar(first);
                self.at(pointer, ty.value_type())
            }
        };
        let (object, table) = self.object_words(value);
        let entry = BEFORE_METHODS + place_in_table as u32;
        let offset = u64::from(entry) * word();
        let address = self.address_at(table, offset);
        let code = self.builder.load(Scalar::Pointer, address, 0);
        let declared = types::signature(self.unit.db, method);
        let with = Substitution::of_function(self.unit.db, method, arguments);
        let parameters = declared.parameters.iter().skip(1).map(|parameter| with.apply(parameter.ty));
        let mut given = vec![Argument::Scalar(object)];
        given.extend(self.arguments_for(others, parameters));
        let signature = self.unit.slot_signature(method, arguments);
        let signature = self.unit.module.signature(signature);
        let given_back = self.emit(MirCallee::Indirect(code), signature, &given, with.apply(declared.result), result);
        self.name_tables(table, entry, value.ty);
        given_back
    }
}
