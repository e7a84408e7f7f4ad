//! A program as modules of the intermediate form, for what runs it without machine code. It owns the choice of what is in
//! them: everything that a product's roots reach, once, with checks and without facts for optimisers. It must not know who
//! runs them.

use lower::Instance;
use mir::Module;
use project::Report;
use source::SourceFile;

use crate::build::Product;
use crate::compile::duplicates;
use crate::instances::{Contents, Instances};
use crate::positions::SourcePositions;
use crate::session::Session;

/// A whole program in the intermediate form.
pub struct ProgramModules {
    /// Its modules, all in one form.
    pub modules: Vec<Module>,
    /// Where its functions stand.
    pub positions: SourcePositions,
}

/// Functions of a file in the intermediate form, which tells of borrows, with all that they reach.
pub struct Watched {
    /// The code.
    pub modules: ProgramModules,
    /// The symbol of each function that was asked for; nothing where there is none.
    pub symbols: Vec<Option<String>>,
}

/// So many instances are made and looked at together.
const PIECE: usize = 64;

impl Session {
    /// The modules of a checked program, before the ABI pass or after it.
    ///
    /// # Errors
    /// There is no `main`, or the target's description does not cover a signature.
    pub fn modules(&mut self, product: Product, lowered: bool) -> Result<ProgramModules, Vec<Report>> {
        self.modules_of(product, lowered, false)
    }

    /// The same, but they tell of borrows, for the interpreter's model of them.
    ///
    /// # Errors
    /// There is no `main`, or the target's description does not cover a signature.
    pub fn watched_modules(&mut self, product: Product, lowered: bool) -> Result<ProgramModules, Vec<Report>> {
        self.modules_of(product, lowered, true)
    }

    /// The functions of these names in a file, which may have errors elsewhere.
    pub fn watched_functions(&self, file: SourceFile, names: &[String]) -> Watched {
        let module = hir::module_of_file(&self.db, file);
        let function = |name: &String| match hir::resolve(&self.db, module?, hir::Name::new(name))? {
            hir::Resolution::Item(item) => Some(Instance::Function(item)),
            hir::Resolution::Module(_)
            | hir::Resolution::Case { .. }
            | hir::Resolution::BuiltinType(_)
            | hir::Resolution::BuiltinFunction(_) => None,
        };
        let functions: Vec<Option<Instance>> = names.iter().map(function).collect();
        let roots: Vec<Instance> = functions.iter().copied().flatten().collect();
        let lowering = self.lowering();
        let instances = self.instances(&roots, &[], lower::Settings { watches: true, ..lowering.settings });
        let modules = vec![lowering.instantiated(self.whole(&instances))];
        let positions = SourcePositions::new(&self.db, instances.members());
        let symbols = functions.iter().map(|found| found.map(|function| lower::symbol(&self.db, function)));
        Watched { symbols: symbols.collect(), modules: ProgramModules { modules, positions } }
    }

    /// Looks at everything of a checked program that has code, its tests included, in modules of some functions each.
    ///
    /// # Errors
    /// What `look` finds, or a signature that the target's description does not cover.
    pub fn in_pieces(
        &self,
        lowered: bool,
        mut look: impl FnMut(&Module) -> Result<(), Vec<Report>>,
    ) -> Result<(), Vec<Report>> {
        let mut roots = self.roots(Product::Library, &[])?;
        roots.extend(self.tests().into_iter().map(Instance::Function));
        let lowering = self.lowering();
        let instances = self.instances(&roots, &[], lowering.settings);
        let places: Vec<usize> = (0..instances.members().len()).collect();
        for defined in places.chunks(PIECE) {
            let module = instances.last_module(Contents { name: &self.loaded.name, defined, lent: &[] });
            match lowered {
                true => look(&lowering.lowered(module)?)?,
                false => look(&lowering.instantiated(module))?,
            }
        }
        Ok(())
    }

    fn modules_of(&mut self, product: Product, lowered: bool, watches: bool) -> Result<ProgramModules, Vec<Report>> {
        let tests = match product {
            Product::Tests => self.tests(),
            Product::Program | Product::Library => Vec::new(),
        };
        let roots = self.roots(product, &tests)?;
        let lowering = self.lowering();
        let instances = self.instances(&roots, &tests, lower::Settings { watches, ..lowering.settings });
        let clashes = duplicates(&self.db, &instances);
        if !clashes.is_empty() {
            return Err(clashes);
        }
        let module = self.whole(&instances);
        let module = if lowered { lowering.lowered(module)? } else { lowering.instantiated(module) };
        Ok(ProgramModules { modules: vec![module], positions: SourcePositions::new(&self.db, instances.members()) })
    }

    /// All of some instances in one module, which they are gone into.
    fn whole(&self, instances: &Instances) -> Module {
        let defined: Vec<usize> = (0..instances.members().len()).collect();
        instances.last_module(Contents { name: &self.loaded.name, defined: &defined, lent: &[] })
    }
}
