//! One instance, made: the one answer to what code an instance becomes, what that needs and what a copy of it costs. Owns
//! the way into the files of this folder; must not know which instances a program has: a work list of the driver finds
//! those.

use std::sync::Arc;

use hir::{ClosureId, ItemId};
use mir::{Function, Linkage, Module, Operation, SiteKind};
use source::Db;
use types::{Arguments, ConstantValue, NamedType};

use super::body::Inlining;
use super::learned::Learned;
use super::{Instance, Settings, Unit, body, closure, constant, drops, entry, object, symbol};

/// An instance in the intermediate form.
#[derive(Debug)]
pub struct Built {
    /// Its function or data, with the texts that it names, in `system-abi` form; empty for an instance with errors, of which
    /// the diagnostics have said why.
    pub module: Module,
    /// The instances that are named in it, each once, in an order that depends on the program only.
    pub needs: Vec<Instance>,
    /// The declared types that are named in it for debuggers, each once: see [`super::described_types`].
    pub described: Vec<NamedType>,
    /// The constants that debuggers are told of, though they have no data, each once.
    pub constants: Vec<ItemId>,
    /// Whether its type arguments make a type in it larger than types may be: it is not made then.
    pub is_too_large: bool,
}

/// Makes instances of one program, one after the other: what it is told of items and types for one serves the next, and so
/// does memory. It is of one state of the program: whoever keeps it keeps that.
#[derive(Default)]
pub struct Maker {
    learned: Learned,
}

/// A call costs so much more than another instruction: its arguments and its result.
const CALL: usize = 3;
/// So many bytes of data weigh as much as one instruction.
const BYTES_PER_STEP: usize = 8;

/// Whether machine code does it by itself: a number or an address that is made of nothing stands within what uses it.
fn is_step(function: &Function, operation: Operation) -> bool {
    let mut is_step = matches!(operation, Operation::Call { .. });
    function.each_operand(operation, |_| is_step = true);
    is_step
}

/// Makes one instance; of many, a [`Maker`] does it faster.
pub fn mir_of(db: &dyn Db, instance: Instance, settings: Settings) -> Built {
    Maker::default().mir_of(db, instance, settings)
}

impl Maker {
    /// The linker's name of an instance.
    pub fn symbol(&mut self, db: &dyn Db, instance: Instance) -> Arc<str> {
        match instance {
            Instance::Function(item, arguments) => self.learned.symbol(db, item, arguments).clone(),
            Instance::Constant(item) | Instance::Global(item) => self.learned.symbol(db, item, Arguments::NONE).clone(),
            Instance::Closure(..)
            | Instance::Forwarder(..)
            | Instance::Environment(_)
            | Instance::Drop(_)
            | Instance::Boxed(_)
            | Instance::Slot(..)
            | Instance::Table(..)
            | Instance::Retain(_)
            | Instance::Entry(_)
            | Instance::TestEntry => symbol::symbol(db, instance).into(),
        }
    }

    /// Makes an instance.
    pub fn mir_of(&mut self, db: &dyn Db, instance: Instance, settings: Settings) -> Built {
        self.make(db, settings, instance, |unit| match instance {
            Instance::Function(item, arguments) => body::add(unit, item, arguments),
            Instance::Closure(item, closure, arguments) => closure::add_literal(unit, item, closure, arguments),
            Instance::Forwarder(item, arguments) => closure::add_forwarder(unit, item, arguments),
            Instance::Environment(ty) => closure::add_environment(unit, ty),
            Instance::Drop(ty) => drops::add_drop(unit, ty),
            Instance::Boxed(ty) => object::add_boxed(unit, ty),
            Instance::Slot(method, arguments) => object::add_slot(unit, method, arguments),
            Instance::Table(of, ty) => object::add_table(unit, of, ty),
            Instance::Retain(ty) => drops::add_retain(unit, ty),
            Instance::Constant(item) => constant::add_constant(unit, item),
            Instance::Global(item) => constant::add_global(unit, item),
            Instance::Entry(item) => entry::add_main(unit, item),
            Instance::TestEntry => entry::add_tests(unit, &[]),
        })
    }

    /// Makes C's `main` of a test executable, which runs the test whose number is its first argument.
    pub fn test_entry(&mut self, db: &dyn Db, tests: &[ItemId], settings: Settings) -> Built {
        self.make(db, settings, Instance::TestEntry, |unit| entry::add_tests(unit, tests))
    }

    fn make(&mut self, db: &dyn Db, settings: Settings, instance: Instance, add: impl FnOnce(&mut Unit<'_>)) -> Built {
        let mut unit = Unit::new(db, settings, std::mem::take(&mut self.learned));
        add(&mut unit);
        name_panics(&mut unit);
        let Unit { mut module, named: mut needs, mut learned, mut tables, is_too_large, .. } = unit;
        let described = std::mem::take(&mut tables.described_types);
        let constants = std::mem::take(&mut tables.told_constants);
        learned.keep_tables(tables);
        needs.retain(|needed| *needed != instance);
        // All instances of a program are there at once.
        module.functions = learned.without_room(module.functions);
        self.learned = learned;
        Built { module, needs, described, constants, is_too_large }
    }
}

/// The code of a function or test, or of one of its closure literals, whose instructions say as their source 1 + the position
/// of the statement in [`crate::source_form::SourceForm::statements`], and 0 for what stands before the first; for readers that
/// explain the code of one function.
pub fn mir_naming_statements(db: &dyn Db, item: ItemId, literal: Option<ClosureId>) -> Module {
    let mut unit = Unit::new(db, Settings::default(), Learned::default());
    unit.names_statements = true;
    match literal {
        Some(literal) => closure::add_literal(&mut unit, item, literal, Arguments::NONE),
        None => body::add(&mut unit, item, Arguments::NONE),
    }
    unit.module
}

/// Code generators call the functions of failed checks by themselves.
fn name_panics(unit: &mut Unit<'_>) {
    let sites = unit.module.functions.iter().flat_map(|function| &function.sites);
    let (mut any, mut indices) = (false, false);
    for site in sites {
        any = true;
        indices |= matches!(site.kind, SiteKind::IndexOutOfBounds { .. } | SiteKind::OutOfSlice { .. });
    }
    for (name, is_called) in [("panic_site", any), ("panic_index", indices)] {
        if is_called && let Some(item) = unit.learned.runtime_item(unit.db, name) {
            unit.name(Instance::function(item));
        }
    }
}

/// What a copy of an instance costs, of which this is the module: about the number of MIR instructions; `u32::MAX` if it has
/// no body that another unit could use. The same for equal sources, on every machine and in every order of asking.
pub fn cost(db: &dyn Db, instance: Instance, module: &Module) -> u32 {
    let (functions, globals) = (&module.functions, &module.globals);
    let is_lent = match instance {
        Instance::Function(item, _) => match body::inlining(db, item) {
            Inlining::Never | Inlining::Unoptimised => false,
            Inlining::Open | Inlining::Always => !functions.is_empty(),
        },
        Instance::Closure(..)
        | Instance::Forwarder(..)
        | Instance::Environment(_)
        | Instance::Drop(_)
        | Instance::Boxed(_)
        | Instance::Slot(..)
        | Instance::Retain(_) => !functions.is_empty(),
        Instance::Table(..) => !globals.is_empty(),
        Instance::Constant(item) => *types::constant_value(db, item) != ConstantValue::Error,
        // It has one place, which is not lent; and nobody calls C's `main`.
        Instance::Global(_) | Instance::Entry(_) | Instance::TestEntry => false,
    };
    if !is_lent {
        return u32::MAX;
    }
    let of_function = |function: &Function| {
        let steps = function.instructions.iter().filter(|instruction| is_step(function, instruction.operation)).count();
        steps + CALL * function.calls.len() + function.blocks.len()
    };
    // Texts that are named are this object's own copies.
    let data = globals.iter().filter(|global| global.linkage != Linkage::Local);
    let data: usize = data.map(|global| global.bytes.len().div_ceil(BYTES_PER_STEP)).sum();
    u32::try_from(functions.iter().map(of_function).sum::<usize>() + data).unwrap_or(u32::MAX)
}
