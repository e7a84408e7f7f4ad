//! The forms of a program as text, for `--emit`. It owns what is shown and in which order, which is that of the source or
//! of symbols; it must not know how a form is written, except for listing items.

use hir::ItemId;
use lower::Instance;
use mir::{Module, TextForm};
use project::Report;
use source::{Database, SourceFile};

use crate::build::{Generation, Product};
use crate::instances::{Contents, Instances, Member};
use crate::positions::SourcePositions;
use crate::problems::backend_failed;
use crate::program::{Program, Run};
use crate::units::LinkTime;
use crate::{build, compile, units};

/// Items and bodies with resolved names.
pub fn hir(db: &Database, file: SourceFile) -> String {
    hir::module_of_file(db, file).map_or(String::new(), |module| hir::dump_module(db, module))
}

/// The control-flow graphs that ownership is checked on, as one Graphviz document.
pub fn source_graph(db: &Database, file: SourceFile) -> String {
    let mut text = String::from("digraph source {\n  node [shape=box, fontname=monospace]\n");
    for item in items(db, file).filter(|item| item.kind(db).may_have_body()) {
        text.push_str(&lower::source_form(db, item).graphviz(db, &item.path(db)));
    }
    text.push_str("}\n");
    text
}

fn items(db: &Database, file: SourceFile) -> impl Iterator<Item = ItemId> {
    let module = hir::module_of_file(db, file);
    module.into_iter().flat_map(|module| hir::module_items(db, module).ids())
}

/// The intermediate code before the ABI pass.
pub fn source_mir(program: &Program, run: &Run) -> Result<String, Vec<Report>> {
    let lowering = compile::lowering(program, run);
    let shown = shown(program, run, lowering.settings)?;
    Ok(mir::print(&lowering.instantiated(shown.module(&[]))))
}

/// The intermediate code that the backend reads: for one that optimises the very units, with the candidates for inlining
/// to be inlined and with what of the standard library is reached; else the user's own functions.
pub fn lowered_mir(program: &Program, run: &mut Run, generation: &Generation<'_>) -> Result<String, Vec<Report>> {
    if !generation.backend.optimises(&generation.options) {
        return Ok(mir::print(&shown_module(program, run, generation)?));
    }
    let roots = build::roots(program, build::object_product(program), &[])?;
    let modules = compile::unit_modules(program, run, &roots, generation)?;
    Ok(modules.iter().map(mir::print).collect::<Vec<String>>().join("\n"))
}

/// The same functions before and after the ABI pass.
pub(crate) fn both_forms(program: &Program, run: &Run) -> Result<(Module, Module), Vec<Report>> {
    let lowering = compile::lowering(program, run);
    let shown = shown(program, run, lowering.settings)?;
    let before = lowering.instantiated(shown.module(&[]));
    Ok((before, lowering.lowered(shown.module(&[]))?))
}

/// A backend's own form.
pub fn backend_text(
    program: &Program,
    run: &Run,
    generation: &Generation<'_>,
    form: TextForm,
) -> Result<String, Vec<Report>> {
    build::check_backends(program, generation)?;
    let module = placed_module(program, run, generation)?;
    generation
        .backend
        .text(&module, &program.target, &generation.options, form)
        .map_err(|error| vec![backend_failed::report(generation.backend.name(), &error)])
}

/// A backend's own form, for its own tools.
pub fn backend_bitcode(program: &Program, run: &Run, generation: &Generation<'_>) -> Result<Vec<u8>, Vec<Report>> {
    build::check_backends(program, generation)?;
    let module = placed_module(program, run, generation)?;
    generation
        .backend
        .bitcode(&module, &program.target, &generation.options)
        .map_err(|error| vec![backend_failed::report(generation.backend.name(), &error)])
}

/// What the backend would be given, in one module.
fn shown_module(program: &Program, run: &Run, generation: &Generation<'_>) -> Result<Module, Vec<Report>> {
    let (shown, candidates) = shown_unit(program, run, generation)?;
    compile::lowering(program, run).lowered(shown.last_module(&candidates))
}

/// The same with what the backend is never given, as code would depend on it: where everything stands, and the types with what
/// is noted about them. For the backend's own tools to show.
fn placed_module(program: &Program, run: &Run, generation: &Generation<'_>) -> Result<Module, Vec<Report>> {
    let lowering = compile::lowering(program, run);
    let (shown, candidates) = shown_unit(program, run, generation)?;
    let settings = lowering.settings_for(generation.backend, &generation.options);
    let types = compile::described_types(program, &shown.instances, settings);
    let positions = SourcePositions::with_types(&program.db, shown.instances.members());
    let mut module = shown.last_module(&candidates);
    if let Some(types) = types {
        mir::link(&mut module, types).expect("they define nothing");
    }
    mir::keep_positions(&mut module, &positions);
    lowering.lowered(module)
}

/// What that is made of, with the candidates for inlining.
fn shown_unit(program: &Program, run: &Run, generation: &Generation<'_>) -> Result<(Shown, Vec<usize>), Vec<Report>> {
    let settings = compile::lowering(program, run).settings_for(generation.backend, &generation.options);
    let shown = shown(program, run, settings)?;
    let candidates = if generation.backend.optimises(&generation.options) {
        units::inline_candidates(&program.db, &shown.instances, &shown.defined, LinkTime::Separate, |_| true)
    } else {
        Vec::new()
    };
    Ok((shown, candidates))
}

/// Everything of the user's own that an object would hold; the standard library is left out.
fn shown(program: &Program, run: &Run, settings: lower::Settings) -> Result<Shown, Vec<Report>> {
    let roots = build::roots(program, Product::Library, &[])?;
    let instances = compile::instances(program, run, &roots, &[], settings);
    let refused = compile::unbuildable(&program.db, &instances);
    if !refused.is_empty() {
        return Err(refused);
    }
    let is_own = |member: &Member| match member.instance {
        Instance::Function(item, _)
        | Instance::Closure(item, ..)
        | Instance::Constant(item)
        | Instance::Global(item) => !item.module(&program.db).is_standard(&program.db),
        Instance::Forwarder(..)
        | Instance::Environment(_)
        | Instance::Drop(_)
        | Instance::Boxed(_)
        | Instance::Slot(..)
        | Instance::Table(..)
        | Instance::Retain(_)
        | Instance::Entry(_)
        | Instance::TestEntry => true,
    };
    let members = instances.members().iter().enumerate();
    let own = || members.clone().filter(|(_, member)| is_own(member));
    let defined = own().map(|(place, _)| place).collect();
    let name = units::name(&program.db, &program.loaded, own().map(|(_, member)| member.instance));
    Ok(Shown { name, defined, instances })
}

/// What the dumps show, as one unit.
struct Shown {
    name: String,
    /// The places of what is shown.
    defined: Vec<usize>,
    /// Those and all that they need.
    instances: Instances,
}

impl Shown {
    fn module(&self, candidates: &[usize]) -> Module {
        self.instances.module(Contents { name: &self.name, defined: &self.defined, candidates })
    }

    /// The same where nothing else is shown of it.
    fn last_module(self, candidates: &[usize]) -> Module {
        self.instances.last_module(Contents { name: &self.name, defined: &self.defined, candidates })
    }
}
