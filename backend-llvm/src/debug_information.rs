//! What LLVM is told for debuggers: which function each instruction was written in and where, and what lies in which memory.
//! Owns the words for that, which `debug::read` reads back out of LLVM's own tables: a function and its file are called by the
//! symbol, a line is a byte offset of the item's chunk plus one, a variable is called by its number among those of its function,
//! and its type says only how many bytes it has and how a constant in its place is read. Must not know names, types and scopes of the
//! program: they are written where all units meet, once for both code generators, from what MIR says of them.

use inkwell::basic_block::BasicBlock;
use inkwell::context::Context;
use inkwell::debug_info::{
    AsDIScope, DICompileUnit, DIFile, DIFlags, DIFlagsConstants, DILocation, DISubprogram, DISubroutineType, DIType,
    DWARFEmissionKind, DWARFSourceLanguage, DebugInfoBuilder,
};
use inkwell::module::{FlagBehavior, Module};
use inkwell::values::{FunctionValue, PointerValue};
use mir::debug::NOBODY_WROTE;
use mir::{Linkage, ScalarClass, Type};
use rustc_hash::FxHashMap;

use crate::failure::Outcome;

/// The version of DWARF that LLVM writes; it is read again, and never leaves as it is.
const VERSION: u64 = 5;

/// `DINode::FlagAllCallsDescribed`: without it LLVM says nothing of what calls pass.
const ALL_CALLS_DESCRIBED: DIFlags = 1 << 29;

/// `DW_OP_deref`.
const DEREFERENCE: i64 = 0x06;

/// Begins what LLVM is told of a module.
pub(crate) fn begin<'ctx>(
    module: &Module<'ctx>,
    name: &str,
    optimised: bool,
    kind: DWARFEmissionKind,
) -> (DebugInfoBuilder<'ctx>, DICompileUnit<'ctx>) {
    let version = u64::from(inkwell::debug_info::debug_metadata_version());
    let number = |value| module.get_context().i32_type().const_int(value, false);
    module.add_basic_value_flag("Debug Info Version", FlagBehavior::Warning, number(version));
    module.add_basic_value_flag("Dwarf Version", FlagBehavior::Warning, number(VERSION));
    let language = DWARFSourceLanguage::C;
    module.create_debug_info_builder(
        true, language, name, ".", "lang", optimised, "", 0, "", kind, 0, false, false, "", "",
    )
}

/// What LLVM is told of one unit.
pub(crate) struct DebugInformation<'ctx> {
    builder: DebugInfoBuilder<'ctx>,
    unit: DICompileUnit<'ctx>,
    signature: DISubroutineType<'ctx>,
    optimised: bool,
    /// Whether variables are told, too, and not only functions and lines.
    is_full: bool,
    types: FxHashMap<(u64, Encoding), DIType<'ctx>>,
    current: Option<Current<'ctx>>,
}

/// The function that is being translated.
#[derive(Clone, Copy)]
struct Current<'ctx> {
    function: DISubprogram<'ctx>,
    file: DIFile<'ctx>,
}

/// How the bytes of a variable are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
enum Encoding {
    Boolean = 0x02,
    Float = 0x04,
    Signed = 0x05,
    Unsigned = 0x07,
}

/// The memory of a variable.
#[derive(Clone, Copy)]
pub(crate) struct Home<'ctx> {
    /// An address.
    pub address: PointerValue<'ctx>,
    /// Whether it is there that the address of the variable's memory lies, and not the variable itself.
    pub is_indirect: bool,
}

impl<'ctx> DebugInformation<'ctx> {
    pub(crate) fn new(module: &Module<'ctx>, name: &str, optimised: bool, is_full: bool) -> DebugInformation<'ctx> {
        // Of line tables alone LLVM writes no functions but those into which others were built.
        let (builder, unit) = begin(module, name, optimised, DWARFEmissionKind::Full);
        let signature = builder.create_subroutine_type(unit.get_file(), None, &[], DIFlags::ZERO);
        DebugInformation { builder, unit, signature, optimised, is_full, types: FxHashMap::default(), current: None }
    }

    /// Begins a body.
    pub(crate) fn begin(&mut self, symbol: &str, linkage: Linkage, llvm: FunctionValue<'ctx>) {
        let file = self.builder.create_file(symbol, ".");
        let is_local = linkage == Linkage::Local;
        let scope = self.unit.as_debug_info_scope();
        let flags = if self.optimised { ALL_CALLS_DESCRIBED } else { DIFlags::ZERO };
        let signature = self.signature;
        let function = self.builder.create_function(
            scope,
            symbol,
            None,
            file,
            0,
            signature,
            is_local,
            true,
            0,
            flags,
            self.optimised,
        );
        llvm.set_subprogram(function);
        self.current = Some(Current { function, file });
    }

    fn current(&self) -> Current<'ctx> {
        self.current.expect("a body is begun before its locations are made")
    }

    /// The location of what comes from a place in the text; nobody wrote what comes from the place 0.
    pub(crate) fn location(&self, context: &'ctx Context, source: u32) -> DILocation<'ctx> {
        let line = if source == NOBODY_WROTE { 0 } else { source.saturating_add(1) };
        self.line(context, line)
    }

    /// The location of stores of parameters: where the function's chunk begins, which nobody wrote either.
    pub(crate) fn parameters(&self, context: &'ctx Context) -> DILocation<'ctx> {
        self.line(context, 1)
    }

    fn line(&self, context: &'ctx Context, line: u32) -> DILocation<'ctx> {
        let scope = self.current().function.as_debug_info_scope();
        self.builder.create_debug_location(context, line, 0, scope, None)
    }

    /// Whether variables are told.
    pub(crate) fn tells_variables(&self) -> bool {
        self.is_full
    }

    /// Says that the variable of a number is in memory from the end of a block on; `parameter` is the number of the
    /// parameter that it holds.
    pub(crate) fn declare(
        &mut self,
        context: &'ctx Context,
        number: usize,
        (ty, bytes): (Type, u64),
        parameter: Option<u32>,
        home: Home<'ctx>,
        block: BasicBlock<'ctx>,
    ) -> Outcome<()> {
        let Current { function, file } = self.current();
        let ty = self.ty(encoding(ty), bytes)?;
        let (scope, name) = (function.as_debug_info_scope(), number.to_string());
        let variable = match parameter {
            Some(parameter) => {
                self.builder.create_parameter_variable(scope, &name, parameter + 1, file, 0, ty, false, DIFlags::ZERO)
            }
            None => self.builder.create_auto_variable(scope, &name, file, 0, ty, false, DIFlags::ZERO, 0),
        };
        let steps = if home.is_indirect { vec![DEREFERENCE] } else { Vec::new() };
        let expression = self.builder.create_expression(steps);
        let location = self.location(context, 0);
        // What it gives is a record and no instruction, whatever its type says.
        let _record =
            self.builder.insert_declare_at_end(home.address, Some(variable), Some(expression), location, block);
        Ok(())
    }

    fn ty(&mut self, encoding: Encoding, bytes: u64) -> Outcome<DIType<'ctx>> {
        if let Some(known) = self.types.get(&(bytes, encoding)) {
            return Ok(*known);
        }
        let name = format!("{bytes}");
        let ty = self.builder.create_basic_type(&name, bytes * 8, encoding as u32, DIFlags::ZERO);
        let ty = ty.map_err(|error| error.to_string())?.as_type();
        self.types.insert((bytes, encoding), ty);
        Ok(ty)
    }

    /// Ends the module.
    pub(crate) fn finish(&self) {
        self.builder.finalize();
    }
}

fn encoding(ty: Type) -> Encoding {
    let Type::Scalar(scalar) = ty else { return Encoding::Unsigned };
    match scalar.class() {
        ScalarClass::Bool => Encoding::Boolean,
        ScalarClass::Float(_) => Encoding::Float,
        ScalarClass::Pointer => Encoding::Unsigned,
        ScalarClass::Integer(kind) if kind.is_signed() => Encoding::Signed,
        ScalarClass::Integer(_) => Encoding::Unsigned,
    }
}
