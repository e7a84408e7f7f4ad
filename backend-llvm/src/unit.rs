//! A unit of MIR to a module of LLVM. Owns the order in which it is built: target, declarations, data, bodies. Must
//! not know how an instruction is translated.

use std::rc::Rc;

use inkwell::GlobalVisibility;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::llvm_sys::core::LLVMContextShouldDiscardValueNames;
use inkwell::module::{FlagBehavior, Linkage as LlvmLinkage, Module};
use inkwell::targets::TargetMachine;
use inkwell::values::{FunctionValue, GlobalValue, PointerValue};
use mir::{
    AbiId, BackendError, Callee, Declaration, Function, Linkage, Operation, Optimisation, Options, PANIC_INDEX_SYMBOL,
    PANIC_SYMBOL, SignatureId, SymbolId,
};

use crate::copies::Copies;
use crate::debug_information::DebugInformation;
use crate::facts::Facts;
use crate::failure::Outcome;
use crate::machine::Processor;
use crate::notes;
use crate::records::Records;
use crate::sanitizer;
use crate::shape::Shapes;
use crate::translate;
use crate::types::Types;
use crate::unoptimised;

/// Functions of C that LLVM is not to know. Of `fmod(x, y)` with a `y` that is not zero LLVM 22 takes the result for a number
/// (`optimizeFMod` says `nnan`) although `y` may be none: `fmod(0.0, t / -0.0)` of a `t` that is 0 becomes 0, in clang, too.
const MISUNDERSTOOD: [&str; 2] = ["no-builtin-fmod", "no-builtin-fmodf"];

/// A function of more instructions than this is optimised for size. Several passes of LLVM take time that grows with
/// the square of what they unroll and inline into one function, because failed checks leave its loops: each change of
/// such an edge makes them look at all of the code that the loop dominates.
const LARGE: usize = 2000;

/// Everything that bodies share.
pub(crate) struct Unit<'a, 'ctx> {
    pub mir: &'a mir::Module,
    pub options: &'a Options,
    pub context: &'ctx Context,
    pub llvm: &'a Module<'ctx>,
    pub builder: Builder<'ctx>,
    pub types: Types<'ctx>,
    pub records: Rc<Records<'a, 'ctx>>,
    pub shapes: Shapes<'a, 'ctx>,
    pub facts: Facts<'ctx>,
    pub copies: Option<Copies<'ctx>>,
    pub debug: Option<DebugInformation<'ctx>>,
    /// Whether somebody reads the names of values.
    pub named: bool,
    pub(crate) symbols: Vec<Option<Symbol<'ctx>>>,
    panics: [Option<FunctionValue<'ctx>>; 2],
}

/// What a symbol of MIR is in the module.
#[derive(Clone, Copy)]
pub(crate) enum Symbol<'ctx> {
    Function(FunctionValue<'ctx>),
    Data(GlobalValue<'ctx>),
}

/// How a symbol is used, as far as its declaration depends on it.
#[derive(Clone, Copy)]
enum Use {
    Called(SignatureId, Option<AbiId>),
    Addressed,
}

/// Builds the module; gives what is needed to tell what became of copies.
pub(crate) fn build<'ctx>(
    mir: &mir::Module,
    target: &abi::Target,
    machine: &TargetMachine,
    options: &Options,
    context: &'ctx Context,
    llvm: &Module<'ctx>,
) -> Result<Option<Copies<'ctx>>, BackendError> {
    llvm.set_triple(&Processor::of(target)?.triple());
    let layout = machine.get_target_data();
    llvm.set_data_layout(&layout.get_data_layout());
    llvm.set_source_file_name(&mir.name);
    let records = Rc::new(Records::new(mir, context, layout));
    let mut unit = Unit {
        mir,
        options,
        context,
        llvm,
        builder: context.create_builder(),
        types: Types::new(context),
        shapes: Shapes::new(mir, target, context, Rc::clone(&records)),
        records,
        facts: Facts::new(mir, options, context),
        copies: (options.report_copies || options.source_positions).then(|| {
            let optimised = options.optimisation != Optimisation::None;
            Copies::new(llvm, &mir.name, optimised, options.source_positions)
        }),
        debug: debug_information(mir, options, llvm),
        named: !discards_names(context),
        symbols: vec![None; mir.symbols.len()],
        panics: [None; 2],
    };
    unit.flags();
    unit.declare()?;
    for global in &mir.globals {
        unit.define_data(global).map_err(|failure| failure.in_symbol(mir.symbol_name(global.symbol)))?;
    }
    let bodies = mir.functions.iter().filter(|function| unit.has_body(function));
    let (as_they_are, optimised): (Vec<_>, Vec<_>) = bodies.partition(|function| unit.stays_as_it_is(function));
    unit.bodies(&as_they_are)?;
    if !as_they_are.is_empty() {
        let declared = as_they_are.iter().filter_map(|function| unit.function(function.symbol));
        unoptimised::set_aside(context, llvm, machine, declared)?;
    }
    unit.bodies(&optimised)?;
    if let Some(copies) = &unit.copies {
        copies.finish();
    }
    if let Some(debug) = &unit.debug {
        debug.finish();
    }
    notes::tell(mir, context, llvm)?;
    Ok(unit.copies)
}

/// What debuggers are told; nothing where locations tell copies apart, or are for readers.
fn debug_information<'ctx>(
    mir: &mir::Module,
    options: &Options,
    llvm: &Module<'ctx>,
) -> Option<DebugInformation<'ctx>> {
    let is_full = match options.debug {
        mir::DebugInformation::None => return None,
        mir::DebugInformation::Lines => false,
        mir::DebugInformation::Full => true,
    };
    let is_free = !options.report_copies && !options.source_positions;
    let optimised = options.optimisation != Optimisation::None;
    is_free.then(|| DebugInformation::new(llvm, &mir.name, optimised, is_full))
}

impl<'a, 'ctx> Unit<'a, 'ctx> {
    /// Bodies that are here to be inlined are left out if nothing is inlined.
    pub(crate) fn has_body(&self, function: &Function) -> bool {
        match function.linkage {
            Linkage::Available => self.optimises(),
            Linkage::Local | Linkage::Export | Linkage::Hidden | Linkage::Merge => true,
        }
    }

    fn bodies(&mut self, functions: &[&Function]) -> Result<(), BackendError> {
        for function in functions {
            translate::body(self, function)
                .map_err(|failure| failure.in_symbol(self.mir.symbol_name(function.symbol)))?;
        }
        Ok(())
    }

    /// Whether the passes skip a function; without optimisation all are as they are.
    fn stays_as_it_is(&self, function: &Function) -> bool {
        self.optimises() && self.said(function, mir::OPTIMISE) == Some("never")
    }

    pub(crate) fn optimises(&self) -> bool {
        match self.options.optimisation {
            Optimisation::None => false,
            Optimisation::Less | Optimisation::Speed | Optimisation::Aggressive | Optimisation::Size => true,
        }
    }

    /// The address of a symbol.
    pub(crate) fn address(&self, symbol: SymbolId) -> Outcome<PointerValue<'ctx>> {
        match self.symbols[symbol.index()] {
            Some(Symbol::Function(function)) => Ok(function.as_global_value().as_pointer_value()),
            Some(Symbol::Data(data)) => Ok(data.as_pointer_value()),
            None => Err(format!("the symbol {} is not declared", self.mir.symbol_name(symbol)).into()),
        }
    }

    /// The function of a symbol that has a body here.
    pub(crate) fn function(&self, symbol: SymbolId) -> Option<FunctionValue<'ctx>> {
        match self.symbols[symbol.index()]? {
            Symbol::Function(function) => Some(function),
            Symbol::Data(_) => None,
        }
    }

    /// The function that failed checks call; another one if they tell an index.
    pub(crate) fn panic_function(&mut self, tells_index: bool) -> FunctionValue<'ctx> {
        let place = usize::from(tells_index);
        if let Some(known) = self.panics[place] {
            return known;
        }
        let name = [PANIC_SYMBOL, PANIC_INDEX_SYMBOL][place];
        let declared = self.mir.find_symbol(name).and_then(|symbol| self.function(symbol));
        let function = declared.unwrap_or_else(|| {
            let number = self.context.i64_type().into();
            let parameters = [self.types.pointer().into(), number, number, number];
            let count = if tells_index { parameters.len() } else { 1 };
            let ty = self.context.void_type().fn_type(&parameters[..count], false);
            self.llvm.add_function(name, ty, None)
        });
        for name in ["cold", "noreturn", "nounwind"] {
            function.add_attribute(AttributeLoc::Function, self.attribute(name, 0));
        }
        *self.panics[place].insert(function)
    }

    /// The table of the sites of a function, which whoever links writes.
    pub(crate) fn site_table(&self, function: &Function) -> Outcome<PointerValue<'ctx>> {
        let name = symbol_name(&mir::site_table_symbol(self.mir.symbol_name(function.symbol)));
        if let Some(known) = self.llvm.get_global(&name) {
            return Ok(known.as_pointer_value());
        }
        let bytes = self.types.bytes(function.sites.len() as u64 * mir::SITE_ENTRY_BYTES)?;
        let table = self.llvm.add_global(bytes, None, &name);
        table.set_constant(true);
        table.set_visibility(GlobalVisibility::Hidden);
        table.set_alignment(4);
        Ok(table.as_pointer_value())
    }

    pub(crate) fn attribute(&self, name: &str, value: u64) -> Attribute {
        let kind = Attribute::get_named_enum_kind_id(name);
        self.context.create_enum_attribute(kind, value)
    }

    fn flags(&self) {
        let number = |value| self.context.i32_type().const_int(value, false);
        let flag = |name, behaviour, value| self.llvm.add_basic_value_flag(name, behaviour, number(value));
        if self.options.position_independent {
            flag("PIC Level", FlagBehavior::Override, 2);
        }
        flag("uwtable", FlagBehavior::Override, 2);
        if !self.optimises() {
            flag("frame-pointer", FlagBehavior::Override, 2);
        }
    }

    /// Declares what the unit defines, in order, then what it uses from elsewhere.
    fn declare(&mut self) -> Result<(), BackendError> {
        let mir = self.mir;
        let in_symbol = |symbol| move |failure: crate::failure::Failure| failure.in_symbol(mir.symbol_name(symbol));
        for global in &mir.globals {
            self.declare_data(global).map_err(in_symbol(global.symbol))?;
        }
        for function in &mir.functions {
            self.declare_function(function).map_err(in_symbol(function.symbol))?;
        }
        let uses = self.uses();
        for (symbol, data) in mir.symbols.iter() {
            if let (Some(used), None) = (uses[symbol.index()], self.symbols[symbol.index()]) {
                let declared = self.import(symbol, data, used);
                self.symbols[symbol.index()] = Some(declared.map_err(in_symbol(symbol))?);
            }
        }
        Ok(())
    }

    /// The symbols that bodies and data name.
    fn uses(&self) -> Vec<Option<Use>> {
        let mut uses = vec![None; self.mir.symbols.len()];
        for function in self.mir.functions.iter().filter(|function| self.has_body(function)) {
            for call in &function.calls {
                if let Callee::Direct(symbol) = call.callee {
                    uses[symbol.index()] = Some(Use::Called(call.signature, call.abi));
                }
            }
            for instruction in &function.instructions {
                if let Operation::SymbolAddress { symbol, .. } = instruction.operation {
                    uses[symbol.index()].get_or_insert(Use::Addressed);
                }
            }
        }
        for relocation in self.mir.globals.iter().flat_map(|global| &global.relocations) {
            uses[relocation.symbol.index()].get_or_insert(Use::Addressed);
        }
        uses
    }

    fn declare_function(&mut self, function: &Function) -> Outcome<()> {
        let shape = self.shapes.of(function.signature, function.abi)?;
        let name = symbol_name(self.mir.symbol_name(function.symbol));
        let linkage = match function.linkage {
            Linkage::Local => LlvmLinkage::Internal,
            Linkage::Export | Linkage::Hidden => LlvmLinkage::External,
            Linkage::Merge => LlvmLinkage::WeakODR,
            Linkage::Available if self.optimises() => LlvmLinkage::AvailableExternally,
            Linkage::Available => LlvmLinkage::External,
        };
        let declared = self.llvm.add_function(&name, shape.ty, Some(linkage));
        if is_hidden(function.linkage) {
            declared.as_global_value().set_visibility(GlobalVisibility::Hidden);
        }
        self.symbols[function.symbol.index()] = Some(Symbol::Function(declared));
        self.attach(declared, &shape.attributes);
        if self.has_body(function) {
            for (name, value) in [("nounwind", 0), ("uwtable", 2)] {
                declared.add_attribute(AttributeLoc::Function, self.attribute(name, value));
            }
            for name in MISUNDERSTOOD {
                declared.add_attribute(AttributeLoc::Function, self.context.create_string_attribute(name, ""));
            }
            // A frame larger than a page touches each page, so that overflowing the stack always faults.
            let probe = self.context.create_string_attribute("probe-stack", "inline-asm");
            declared.add_attribute(AttributeLoc::Function, probe);
            let is_small = self.options.optimisation == Optimisation::Size || function.instructions.len() > LARGE;
            if is_small && !self.stays_as_it_is(function) {
                declared.add_attribute(AttributeLoc::Function, self.attribute("optsize", 0));
            }
            if !self.optimises() {
                let frame = self.context.create_string_attribute("frame-pointer", "all");
                declared.add_attribute(AttributeLoc::Function, frame);
            }
            if let Some(sanitizer) = self.options.sanitize
                && self.said(function, mir::OPTIMISE) != Some("never")
            {
                // What is left out is the runtime's own: it looks at stacks and at what C is in the middle of.
                let name = sanitizer::attribute(sanitizer);
                declared.add_attribute(AttributeLoc::Function, self.attribute(name, 0));
            }
            if let Some(name) = self.inlining(function) {
                declared.add_attribute(AttributeLoc::Function, self.attribute(name, 0));
            }
            if self.optimises() {
                self.facts.parameters(self.context, function, &shape, declared);
            }
        }
        Ok(())
    }

    /// LLVM's word for what the source says about building a function into its callers.
    fn inlining(&self, function: &Function) -> Option<&'static str> {
        match self.said(function, mir::INLINE) {
            Some("never") => Some("noinline"),
            Some("always") => Some("alwaysinline"),
            _ => None,
        }
    }

    /// The text of an attribute of a function.
    fn said(&self, function: &Function, key: &str) -> Option<&'a str> {
        let mir = self.mir;
        let key = mir.strings.find(key)?;
        let said = function.attributes.iter().find(|attribute| attribute.key == key)?;
        match mir.metadata.operands(said.node) {
            [mir::Operand::String(word)] => Some(mir.strings.text(*word)),
            _ => None,
        }
    }

    fn attach(&self, function: FunctionValue<'ctx>, attributes: &[(AttributeLoc, Attribute)]) {
        let count = function.count_params();
        for (place, attribute) in attributes {
            match place {
                AttributeLoc::Param(index) if *index >= count => {}
                AttributeLoc::Param(_) | AttributeLoc::Return | AttributeLoc::Function => {
                    function.add_attribute(*place, *attribute);
                }
            }
        }
    }

    fn import(&mut self, symbol: SymbolId, data: mir::Symbol, used: Use) -> Outcome<Symbol<'ctx>> {
        let name = symbol_name(self.mir.symbol_name(symbol));
        let signature = match (data.declaration, used) {
            (_, Use::Called(signature, abi)) => Some((signature, abi)),
            (Declaration::ImportedFunction(signature), Use::Addressed) => Some((signature, data.abi)),
            (
                Declaration::Undeclared | Declaration::Function | Declaration::Global | Declaration::ImportedGlobal(_),
                Use::Addressed,
            ) => None,
        };
        if let Some((signature, abi)) = signature {
            let shape = self.shapes.of(signature, abi)?;
            let function = self.llvm.add_function(&name, shape.ty, None);
            self.attach(function, &shape.attributes);
            if mir::may_be_missing(&name) {
                function.set_linkage(LlvmLinkage::ExternalWeak);
            }
            return Ok(Symbol::Function(function));
        }
        let ty = match data.declaration {
            Declaration::ImportedGlobal(Some(ty)) => self.records.memory(ty)?,
            Declaration::ImportedGlobal(None)
            | Declaration::Undeclared
            | Declaration::Function
            | Declaration::Global
            | Declaration::ImportedFunction(_) => self.types.bytes(0)?.into(),
        };
        let data = self.llvm.add_global(ty, None, &name);
        if mir::may_be_missing(&name) {
            data.set_linkage(LlvmLinkage::ExternalWeak);
        }
        Ok(Symbol::Data(data))
    }

    /// A constant address some bytes further on.
    pub(crate) fn moved(&self, address: PointerValue<'ctx>, bytes: i64) -> PointerValue<'ctx> {
        if bytes == 0 {
            return address;
        }
        let index = self.context.i64_type().const_int(bytes as u64, true);
        // SAFETY: the index is one of the byte type's; without `inbounds`, any sum is defined.
        unsafe { address.const_gep(self.context.i8_type(), &[index]) }
    }
}

fn discards_names(context: &Context) -> bool {
    // SAFETY: the context is alive, and asking changes nothing.
    unsafe { LLVMContextShouldDiscardValueNames(context.raw()) != 0 }
}

pub(crate) fn is_hidden(linkage: Linkage) -> bool {
    match linkage {
        Linkage::Hidden | Linkage::Merge => true,
        Linkage::Local | Linkage::Export | Linkage::Available => false,
    }
}

/// In bytes, for LLVM.
pub(crate) fn alignment(align: mir::Align) -> Outcome<u32> {
    u32::try_from(align.bytes()).map_err(|_| "an alignment of 4 GB or more".into())
}

/// A name as the module holds it. LLVM takes names that begin with its own for intrinsics, unless they are marked as
/// final.
pub(crate) fn symbol_name(name: &str) -> String {
    if name.starts_with("llvm.") { format!("\u{1}{name}") } else { name.to_owned() }
}
