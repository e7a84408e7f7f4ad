//! What becomes of copies. Owns the debug scopes that mark them: passes drop unknown metadata when a copy becomes loads
//! and stores, but keep locations. `fates` looks at the optimised code, `assembly` at the machine code of calls.
//! Must not know why a program copies; that is in MIR.
//!
//! Scopes lie in each other: the function; in it one block for all code that copies nothing; in that, one block for each
//! copy and one for each call with bytes in the argument area, which LLVM's code generator puts there. Nothing of ours lies in the function's scope itself:
//! there LLVM puts the copy that it makes for such an argument when it inlines the call.

mod assembly;
mod fates;

use inkwell::context::Context;
use inkwell::debug_info::{
    AsDIScope, DICompileUnit, DIFile, DIFlags, DIFlagsConstants, DILocation, DIScope, DISubroutineType,
    DWARFEmissionKind, DebugInfoBuilder,
};
use inkwell::llvm_sys::prelude::LLVMMetadataRef;
use inkwell::module::Module;
use inkwell::values::FunctionValue;
use mir::{CallId, CopyPlace, CopySite, Linkage};
use rustc_hash::FxHashMap;

use crate::debug_information;

/// The copies of a unit and the scopes that mark them.
pub(crate) struct Copies<'ctx> {
    builder: DebugInfoBuilder<'ctx>,
    unit: DICompileUnit<'ctx>,
    file: DIFile<'ctx>,
    signature: DISubroutineType<'ctx>,
    optimised: bool,
    functions: Vec<Marked<'ctx>>,
    scopes: FxHashMap<LLVMMetadataRef, Place>,
    /// The calls with bytes in the argument area.
    calls: Vec<Vec<Passed>>,
    current: Option<Current<'ctx>>,
    /// Whether locations name the source, for people who read the code.
    lines: bool,
}

/// The body that is being translated.
struct Current<'ctx> {
    scope: DIScope<'ctx>,
    /// The call that is being translated.
    call: Option<CallId>,
    passed: Option<DIScope<'ctx>>,
}

/// A function and its copies.
struct Marked<'ctx> {
    symbol: String,
    available: bool,
    scope: DIScope<'ctx>,
    copies: Vec<CopySite>,
    /// How many of them have been translated.
    next: usize,
}

/// Where code comes from: a function, and what of it.
#[derive(Clone, Copy)]
struct Place {
    function: usize,
    part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// LLVM's own, since nothing of ours is marked so.
    Whole,
    /// What copies nothing.
    Body,
    /// One of the function's copies.
    Copy(usize),
    /// A call with bytes in the argument area.
    Call(usize),
}

/// An argument whose bytes LLVM's code generator puts into the argument area.
#[derive(Clone, Copy)]
struct Passed {
    /// Which copy of the function.
    copy: usize,
    bytes: u64,
    /// Where it goes, from the start of the area.
    offset: u32,
    /// Whether LLVM copies it from memory (`byval`); else the call has its value.
    by_value: bool,
}

impl<'ctx> Copies<'ctx> {
    pub(crate) fn new(module: &Module<'ctx>, name: &str, optimised: bool, lines: bool) -> Copies<'ctx> {
        let kind = DWARFEmissionKind::LineTablesOnly;
        let (builder, unit) = debug_information::begin(module, name, optimised, kind);
        let file = unit.get_file();
        let signature = builder.create_subroutine_type(file, None, &[], DIFlags::PUBLIC);
        Copies {
            builder,
            unit,
            file,
            signature,
            optimised,
            functions: Vec::new(),
            scopes: FxHashMap::default(),
            calls: Vec::new(),
            current: None,
            lines,
        }
    }

    /// Begins a body with these copies.
    pub(crate) fn begin(&mut self, symbol: &str, linkage: Linkage, llvm: FunctionValue<'ctx>, copies: Vec<CopySite>) {
        let whole = self.builder.create_function(
            self.unit.as_debug_info_scope(),
            symbol,
            None,
            self.file,
            0,
            self.signature,
            linkage == Linkage::Local,
            true,
            0,
            DIFlags::PUBLIC,
            self.optimised,
        );
        llvm.set_subprogram(whole);
        let whole = whole.as_debug_info_scope();
        let function = self.functions.len();
        let part = Part::Whole;
        self.scopes.insert(whole.as_mut_ptr(), Place { function, part });
        self.functions.push(Marked {
            symbol: symbol.to_owned(),
            available: linkage == Linkage::Available,
            scope: whole,
            copies,
            next: 0,
        });
        let scope = self.block(whole, Part::Body);
        self.current = Some(Current { scope, call: None, passed: None });
    }

    /// A new block for a part of the last function.
    fn block(&mut self, outer: DIScope<'ctx>, part: Part) -> DIScope<'ctx> {
        let block = self.builder.create_lexical_block(outer, self.file, 0, 0);
        let scope = block.as_debug_info_scope();
        let function = self.functions.len() - 1;
        self.scopes.insert(scope.as_mut_ptr(), Place { function, part });
        scope
    }

    /// Whether each instruction has a location of its own.
    pub(crate) fn has_lines(&self) -> bool {
        self.lines
    }

    /// Lines count from 1, byte offsets from 0.
    fn line(&self, source: u32) -> u32 {
        if self.lines { source.saturating_add(1) } else { 1 }
    }

    fn current(&self) -> &Current<'ctx> {
        self.current.as_ref().expect("a body is begun before its locations are made")
    }

    /// The location of an instruction that copies nothing.
    pub(crate) fn plain(&self, context: &'ctx Context, source: u32) -> DILocation<'ctx> {
        let scope = self.current().scope;
        self.builder.create_debug_location(context, self.line(source), 0, scope, None)
    }

    /// The location of the next copy of the body.
    pub(crate) fn next(&mut self, context: &'ctx Context) -> Option<DILocation<'ctx>> {
        let marked = self.functions.last_mut()?;
        let copy = marked.next;
        let source = marked.copies.get(copy)?.source;
        marked.next += 1;
        let scope = self.block(self.current().scope, Part::Copy(copy));
        let line = self.line(source);
        Some(self.builder.create_debug_location(context, line, 0, scope, None))
    }

    /// Begins the arguments of a call.
    pub(crate) fn begin_call(&mut self, call: CallId) {
        if let Some(current) = &mut self.current {
            current.call = Some(call);
            current.passed = None;
        }
    }

    /// The location of what makes an argument, if that is a copy; `by_value` if LLVM makes it with the call.
    pub(crate) fn argument(
        &mut self,
        context: &'ctx Context,
        position: u32,
        by_value: bool,
    ) -> Option<DILocation<'ctx>> {
        let marked = self.functions.last()?;
        let (copy, site) = (marked.next, *marked.copies.get(marked.next)?);
        let CopyPlace::Argument { call, position: known, parameter: _, offset } = site.place else {
            return None;
        };
        if self.current().call != Some(call) || known != position {
            return None;
        }
        let passed = Passed { copy, bytes: site.bytes, offset, by_value };
        match self.current().passed {
            Some(_) => self.calls.last_mut()?.push(passed),
            None => {
                let scope = self.block(self.current().scope, Part::Call(self.calls.len()));
                self.calls.push(vec![passed]);
                self.current.as_mut()?.passed = Some(scope);
            }
        }
        self.next(context)
    }

    /// The location of the call itself, if it has bytes in the argument area.
    pub(crate) fn call(&self, context: &'ctx Context, source: u32) -> Option<DILocation<'ctx>> {
        let scope = self.current().passed?;
        let line = self.line(source);
        Some(self.builder.create_debug_location(context, line, 0, scope, None))
    }

    /// Ends the module: everything is marked.
    pub(crate) fn finish(&self) {
        self.builder.finalize();
    }
}
