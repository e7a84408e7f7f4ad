//! One body: its parameters, locals, blocks and terminators. Owns the walk and where each local lives; what stands inside
//! a statement is in `assign`, `operand`, `place`, `call` and `drops`.

use std::sync::Arc;

use hir::{ExpressionId, ItemId};
use mir::{
    Block, Form, FunctionBuilder, Linkage, ReturnValue, Scalar, SignatureId, Slot, SlotData, SlotKind, SymbolId, Value,
};
use types::{Arguments, ClosureKind, Substitution, Ty};

use super::landing::Landings;
use super::layouts::{Representation, TypeLayout};
use super::substituted::substituted;
use super::{Instance, Unit, facts, records};
use crate::queries::{counted_form, derived_form, source_form, with_source_form};
use crate::source_form::{BlockId, LocalId, LocalKind, SourceForm, StatementKind, Terminator};

/// Where a local lives.
#[derive(Clone, Copy, Debug)]
pub(super) enum LocalStorage {
    /// It has no value, or is made where it lands.
    Nothing,
    /// It is an SSA value, once it is assigned.
    Value(Value),
    /// In memory.
    Slot(Slot),
}

/// A body under construction.
pub(super) struct Lowering<'unit, 'db> {
    pub unit: &'unit mut Unit<'db>,
    pub form: &'unit SourceForm,
    pub builder: FunctionBuilder,
    pub storage: Vec<LocalStorage>,
    /// The layout of each local's type.
    pub layouts: Vec<TypeLayout>,
    /// Locals whose address is taken somewhere in the body.
    pub lent: Vec<bool>,
    /// What is made where it will lie.
    pub landings: Landings,
    /// The statement that is being built.
    pub current: usize,
    /// The function's symbol, for the names of its literals.
    pub name: Arc<str>,
    /// How many literals have been named.
    pub literals: u32,
    /// Where its text stands.
    pub places: Option<records::Places<'unit>>,
    /// What the type parameters of its item are.
    pub with: Substitution,
    /// The function, method or test that it is of, with its type arguments; nothing of what the compiler makes up.
    pub owner: Option<(ItemId, Arguments)>,
    /// Of a closure, its environment and what that is made of.
    pub environment: Option<Environment>,
    blocks: Vec<Block>,
    result: Ty,
}

/// Where a closure finds what it has captured.
#[derive(Clone, Copy)]
pub(super) struct Environment {
    /// The address; nothing of an `extern fn`, which has none.
    pub address: Option<Value>,
    /// The tuple of what is there.
    pub ty: Ty,
    /// How the closure is held.
    pub held: Option<ClosureKind>,
    /// Whether the address is that of the one value itself: what stands between a `dyn` and a method.
    pub is_boxed: bool,
    /// The literal, if it stands in the text.
    pub literal: Option<ExpressionId>,
}

impl Environment {
    /// How many variables are captured.
    pub fn captured(self) -> u32 {
        self.ty.as_tuple().map_or(0, |words| words.len() as u32 - 1)
    }

    /// The type of a variable that is captured.
    pub fn captured_type(self, index: u32) -> Ty {
        self.ty.as_tuple().map_or(Ty::UNIT, |words| words[index as usize + 1])
    }

    /// A parameter's local has a number that is so much greater than the parameter's: the return place comes before all, the
    /// captured variables before the parameters, and the environment is a parameter and no local.
    pub fn locals_before_parameters(self) -> u32 {
        self.captured() + 1 - u32::from(self.address.is_some())
    }
}

/// What a function made of a source form is, besides the form.
pub(super) struct Code {
    pub symbol: SymbolId,
    pub name: Arc<str>,
    pub signature: SignatureId,
    pub result: Ty,
    pub item: ItemId,
    pub arguments: Arguments,
    /// The literal, if it stands in the text.
    pub literal: Option<ExpressionId>,
    /// The environment's type, and how the closure is held.
    pub captures: (Ty, Option<ClosureKind>),
    /// Whether the environment is a value by itself, see [`Environment`].
    pub is_boxed: bool,
}

/// Builds a closure's code into the unit.
pub(super) fn add_code(unit: &mut Unit, form: &SourceForm, code: Code) {
    let db = unit.db;
    let Code { symbol, name, signature, result, item, arguments, literal, captures, is_boxed } = code;
    let mut builder = unit.learned.begin_function(symbol, signature);
    builder.function_mut().linkage = Linkage::Hidden;
    let suffix = name.rfind(CLOSURE).map_or("", |start| &name[start..]);
    say_name(unit, (item, arguments, suffix, literal), result, builder.function_mut());
    let (ty, held) = captures;
    let address = held.map(|_| builder.scalar_parameter(Scalar::Pointer));
    let environment = Some(Environment { address, ty, held, is_boxed, literal });
    let mut lowering = Lowering {
        form,
        builder,
        storage: Vec::with_capacity(form.locals.len()),
        layouts: Vec::with_capacity(form.locals.len()),
        lent: lent_locals(form),
        landings: Landings::find(unit, form),
        current: 0,
        name,
        literals: 0,
        places: records::places(db, item).filter(|_| literal.is_some()),
        with: Substitution::of_function(db, item, arguments),
        owner: Some((item, arguments)),
        environment,
        blocks: Vec::with_capacity(form.blocks.len()),
        result,
        unit,
    };
    lowering.body(item);
    let function = lowering.builder.finish();
    unit.module.add_function(function);
}

/// About so many texts besides the names of variables: symbols of callees, types and their fields.
const TEXTS_OF_A_BODY: usize = 8;

/// Builds a function with a body into the unit.
pub(super) fn add(unit: &mut Unit, item: ItemId, arguments: Arguments) {
    let db = unit.db;
    let with = || Substitution::of_function(db, item, arguments);
    if arguments.is_empty() && !unit.settings.coverage {
        return with_source_form(db, item, |form| add_form(unit, item, arguments, form));
    }
    if let Some(form) = derived_form(db, item, arguments) {
        return add_form(unit, item, arguments, &form);
    }
    let form = if unit.settings.coverage {
        unit.begin_counting(Instance::Function(item, arguments));
        substituted(db, &counted_form(db, item), &with())
    } else {
        // The generic body serves all its instances.
        substituted(db, source_form(db, item), &with())
    };
    let mut types = form.locals.iter().map(|local| local.ty).chain(form.type_lists.iter().copied());
    if types.any(|ty| !ty.fits()) {
        unit.is_too_large = true;
        return;
    }
    add_form(unit, item, arguments, &form);
}

fn add_form(unit: &mut Unit, item: ItemId, arguments: Arguments, form: &SourceForm) {
    let db = unit.db;
    if form.poison.is_some() || types::signature(db, item).poisoned {
        return;
    }
    unit.module.strings.reserve(hir::body(db, item).local_count() + TEXTS_OF_A_BODY);
    let callable = unit.callable_with(item, arguments);
    let with = Substitution::of_function(db, item, arguments);
    let linkage = match types::signature(db, item).linkage {
        types::Linkage::Exported(_) => Linkage::Export,
        types::Linkage::Mangled | types::Linkage::Imported(_) | types::Linkage::Intrinsic(_) => Linkage::Hidden,
    };
    let mut builder = unit.learned.begin_function(callable.symbol, callable.signature);
    builder.function_mut().linkage = linkage;
    advice(unit, item, builder.function_mut());
    say_name(unit, (item, arguments, "", None), callable.result, builder.function_mut());
    let notes = unit.item_notes(item).into_iter().map(|node| mir::Note { variable: None, node });
    builder.function_mut().notes.extend(notes);
    if unit.settings.facts {
        builder.function_mut().pointer_facts = facts::of_parameters(unit, item, &with);
    }
    debug_assert!(builder.function().form == Form::SystemAbi);
    let mut lowering = Lowering {
        form,
        builder,
        storage: Vec::with_capacity(form.locals.len()),
        layouts: Vec::with_capacity(form.locals.len()),
        lent: lent_locals(form),
        landings: Landings::find(unit, form),
        current: 0,
        name: unit.learned.symbol(db, item, arguments).clone(),
        literals: 0,
        places: records::places(db, item),
        blocks: Vec::with_capacity(form.blocks.len()),
        result: callable.result,
        with,
        owner: Some((item, arguments)),
        environment: None,
        unit,
    };
    lowering.body(item);
    let function = lowering.builder.finish();
    unit.module.add_function(function);
    unit.tell_constants(item);
}

/// What the source says to optimisers: whether they build the function into its callers, `never` or `always`, and whether
/// they look at it at all. What C's `main` calls is never built into it: a frame that is larger than the stack would be
/// made before the handler is there that names it.
fn advice(unit: &mut Unit, item: ItemId, function: &mut mir::Function) {
    let is_entered = item.kind(unit.db) == hir::ItemKind::Test || types::is_main(unit.db, item);
    let mut say = |key: &str, word: &str| {
        let module = &mut unit.module;
        let word = module.strings.intern(word);
        let node = module.metadata.node(&[mir::Operand::String(word)]);
        let key = module.strings.intern(key);
        function.attributes.push(mir::Attribute { key, node });
    };
    match inlining(unit.db, item) {
        _ if is_entered => say(mir::INLINE, NEVER),
        Inlining::Open => {}
        Inlining::Always => say(mir::INLINE, "always"),
        Inlining::Never => say(mir::INLINE, NEVER),
        Inlining::Unoptimised => {
            say(mir::INLINE, NEVER);
            say(mir::OPTIMISE, NEVER);
        }
    }
}

const NEVER: &str = "never";

/// What the name of a closure has behind that of its function; a number follows.
const CLOSURE: &str = ".fn";

/// Tells debuggers what a function is called: an item with type arguments, or a closure literal in it, with what stands behind
/// the item's name.
fn say_name(
    unit: &mut Unit,
    called: (hir::ItemId, types::Arguments, &str, Option<ExpressionId>),
    result: Ty,
    function: &mut mir::Function,
) {
    if let Some(node) = unit.source_function(called, result) {
        let key = unit.module.strings.intern(mir::debug::DEBUG);
        function.attributes.push(mir::Attribute { key, node });
    }
}

/// What the source says about building a function into its callers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inlining {
    /// Nothing.
    Open,
    /// `@[inline(always)]`
    Always,
    /// `@[inline(never)]`
    Never,
    /// `@[unoptimised]`
    Unoptimised,
}

pub(super) fn inlining(db: &dyn source::Db, item: ItemId) -> Inlining {
    let Some(data) = hir::item_data(db, item) else {
        return Inlining::Open;
    };
    if data.tree.attribute(data.attributes, "unoptimised").is_some() {
        return Inlining::Unoptimised;
    }
    match data.tree.attribute_word(data.attributes, "inline") {
        Some(word) if word.text() == NEVER => Inlining::Never,
        Some(_always) => Inlining::Always,
        None => Inlining::Open,
    }
}

/// Whether an instance is a function that no optimiser need look at: `@[unoptimised]`.
pub fn is_unoptimised(db: &dyn source::Db, instance: Instance) -> bool {
    function_of(instance)
        .is_some_and(|item| item.module(db).is_standard(db) && inlining(db, item) == Inlining::Unoptimised)
}

/// Whether an instance is a function that is built into its callers wherever that is possible: `@[inline(always)]`.
pub fn is_always_inlined(db: &dyn source::Db, instance: Instance) -> bool {
    function_of(instance).is_some_and(|item| inlining(db, item) == Inlining::Always)
}

/// The function that somebody wrote, with attributes of its own, of which this is an instance.
fn function_of(instance: Instance) -> Option<ItemId> {
    match instance {
        Instance::Function(item, _) => Some(item),
        Instance::Closure(..)
        | Instance::Forwarder(..)
        | Instance::Environment(_)
        | Instance::Drop(_)
        | Instance::Boxed(_)
        | Instance::Slot(..)
        | Instance::Table(..)
        | Instance::Retain(_)
        | Instance::Constant(_)
        | Instance::Global(_)
        | Instance::Entry(_)
        | Instance::TestEntry => None,
    }
}

/// Locals that are borrowed or whose address is taken: what a callee might reach.
fn lent_locals(form: &SourceForm) -> Vec<bool> {
    use crate::source_form::{PlaceBase, Rvalue};
    let mut lent = vec![false; form.locals.len()];
    for statement in &form.statements {
        if let StatementKind::Assign(_, Rvalue::Borrow(_, place) | Rvalue::Address(place)) = statement.kind
            && let PlaceBase::Local(local) = form.base(place)
        {
            lent[local.0 as usize] = true;
        }
    }
    lent
}

impl<'unit, 'db> Lowering<'unit, 'db> {
    /// For a function that the compiler makes up: `form` is empty, the builder stands in the entry block.
    pub(super) fn without_source(
        unit: &'unit mut Unit<'db>,
        form: &'unit SourceForm,
        builder: FunctionBuilder,
        name: Arc<str>,
    ) -> Lowering<'unit, 'db> {
        Lowering {
            unit,
            form,
            builder,
            storage: Vec::new(),
            layouts: Vec::new(),
            lent: Vec::new(),
            landings: Landings::default(),
            current: 0,
            name,
            literals: 0,
            places: None,
            owner: None,
            environment: None,
            blocks: Vec::new(),
            result: Ty::UNIT,
            with: Substitution::default(),
        }
    }
}

impl Lowering<'_, '_> {
    fn body(&mut self, item: ItemId) {
        for _block in &self.form.blocks {
            let block = self.builder.block();
            self.blocks.push(block);
        }
        let mut parameters = Vec::with_capacity(self.form.parameter_count as usize);
        for index in 0..self.form.locals.len() {
            let storage = self.storage_of(LocalId(index as u32), &mut parameters);
            self.storage.push(storage);
        }
        self.records(item);
        for id in self.form.block_ids() {
            self.builder.switch_to(self.blocks[id.0 as usize]);
            if id.0 == 0 {
                for &(parameter, slot, value) in &parameters {
                    let value = self.watched_parameter(item, parameter, value);
                    let address = self.builder.slot_address(slot, 0);
                    self.builder.store(value, address, 0);
                }
                self.open_environment();
            }
            for statement in self.form.statement_range(id) {
                self.statement(statement);
            }
            self.terminator(id);
        }
    }

    /// Chooses where a local lives; of a scalar parameter also notes the value to store at the entry.
    fn storage_of(&mut self, id: LocalId, parameters: &mut Vec<(LocalId, Slot, Value)>) -> LocalStorage {
        let local = *self.form.local(id);
        let layout = self.unit.layout_of(local.ty);
        self.layouts.push(layout);
        if self.landings.contains(id) {
            return LocalStorage::Nothing;
        }
        let ty = self.unit.part_of_layout(layout);
        let kind = match local.kind {
            LocalKind::Return => SlotKind::Return,
            LocalKind::Parameter => SlotKind::Parameter,
            LocalKind::Variable | LocalKind::Captured => SlotKind::Local,
            LocalKind::Value | LocalKind::Temporary | LocalKind::DropFlag => SlotKind::Temporary,
        };
        let mut slot = || self.builder.slot(SlotData::frame(layout.size, layout.align, kind, Some(ty)));
        match (local.kind, layout.representation) {
            (LocalKind::Parameter, Representation::Scalar(scalar)) => {
                let slot = slot();
                let value = self.builder.scalar_parameter(scalar);
                parameters.push((id, slot, value));
                LocalStorage::Slot(slot)
            }
            (LocalKind::Parameter, Representation::Aggregate(_) | Representation::Nothing) => {
                let slot = slot();
                self.builder.aggregate_parameter(slot);
                LocalStorage::Slot(slot)
            }
            (_other, Representation::Nothing) => LocalStorage::Nothing,
            (LocalKind::Return, Representation::Aggregate(_)) => {
                let slot = slot();
                self.builder.set_return_slot(slot);
                LocalStorage::Slot(slot)
            }
            (LocalKind::Value, Representation::Scalar(_)) => LocalStorage::Value(Value::NONE),
            (
                LocalKind::Return
                | LocalKind::Captured
                | LocalKind::Variable
                | LocalKind::Value
                | LocalKind::Temporary
                | LocalKind::DropFlag,
                Representation::Scalar(_) | Representation::Aggregate(_),
            ) => LocalStorage::Slot(slot()),
        }
    }

    pub(super) fn statement(&mut self, index: usize) {
        let statement = &self.form.statements[index];
        self.current = index;
        match self.unit.names_statements {
            false => self.at_expression(statement.expression),
            true => self.builder.set_source(index as u32 + 1),
        }
        match statement.kind {
            StatementKind::Nothing | StatementKind::Count(_) => {}
            StatementKind::Reach(point) => self.reach(point),
            StatementKind::Declare(local) | StatementKind::StorageDead(local) => self.without_value(local),
            StatementKind::Assign(place, rvalue) => self.assign(place, rvalue),
            StatementKind::ReplaceContents(place, operand) => self.replace_contents(place, operand),
            StatementKind::Swap(left, right) => self.swap(left, right),
            StatementKind::CheckBounds { array, index } => self.check_bounds(array, index),
            StatementKind::CheckRange { array, start, end, inclusive } => {
                self.check_range(array, start, end, inclusive);
            }
            StatementKind::Drop { place, extent, flag } => match flag {
                None => {
                    self.drop_place(place, extent);
                    self.dropped(place, extent);
                }
                Some(flag) => {
                    let condition = self.local_scalar(flag);
                    let (then, after) = (self.builder.block(), self.builder.block());
                    self.builder.branch(condition, (then, &[]), (after, &[]));
                    self.builder.switch_to(then);
                    self.drop_place(place, extent);
                    self.dropped(place, extent);
                    self.builder.jump(after, &[]);
                    self.builder.switch_to(after);
                }
            },
        }
        self.moved_operands(self.form, statement.kind);
    }

    pub(super) fn terminator(&mut self, id: BlockId) {
        match self.form.blocks[id.0 as usize].terminator {
            Terminator::Goto(target) => self.builder.jump(self.blocks[target.0 as usize], &[]),
            Terminator::Branch(condition, then, otherwise) => {
                let condition = self.scalar(condition);
                let (then, otherwise) = (self.blocks[then.0 as usize], self.blocks[otherwise.0 as usize]);
                self.builder.branch(condition, (then, &[]), (otherwise, &[]));
            }
            Terminator::Switch(value, switch) => {
                let value = self.scalar(value);
                let switch = self.form.switch(switch);
                let cases: Vec<(u64, mir::Block)> =
                    switch.cases.iter().map(|(bits, block)| (*bits as u64, self.blocks[block.0 as usize])).collect();
                self.builder.switch(value, &cases, self.blocks[switch.otherwise.0 as usize]);
            }
            Terminator::Unreachable => self.builder.unreachable(),
            Terminator::Return => {
                // A block's way out is done at its closing brace; what is no block has nothing behind it.
                if let Some(root) = self.form.root
                    && self.place_of_work(root) > self.builder.source()
                {
                    self.at_expression(root);
                }
                let value = match self.unit.layout_of(self.result).representation {
                    Representation::Nothing => ReturnValue::Nothing,
                    Representation::Scalar(_) => ReturnValue::Scalar(self.local_scalar(LocalId::RETURN)),
                    Representation::Aggregate(_) => ReturnValue::ReturnSlot,
                };
                self.builder.return_value(value);
            }
        }
    }

    /// The current value of a scalar local.
    pub(super) fn local_scalar(&mut self, local: LocalId) -> Value {
        let located = self.locate_local(local);
        self.read(located)
    }

    /// What follows comes from an expression, unless instructions name their statements.
    pub(super) fn at_expression(&mut self, expression: ExpressionId) {
        if !self.unit.names_statements {
            let offset = self.place_of_work(expression);
            self.builder.set_source(offset);
        }
    }

    /// Where what an expression does is done, relative to the chunk: where it begins, but what a block itself does, ending its
    /// values and leaving, is done at its closing brace.
    fn place_of_work(&self, expression: ExpressionId) -> u32 {
        let Some((parse, map)) = self.places else { return 0 };
        let Some(node) = map.expressions().get(expression.index()) else { return 0 };
        let range = parse.range(*node);
        match parse.kind(*node) {
            syntax::NodeKind::Block => range.end.saturating_sub(1).max(range.start),
            _ => range.start,
        }
    }

    /// The value as a scalar of another integer type.
    pub(super) fn converted(&mut self, value: Value, to: Scalar) -> Value {
        if self.builder.function().value_type(value) == to { value } else { self.builder.convert(value, to) }
    }
}
