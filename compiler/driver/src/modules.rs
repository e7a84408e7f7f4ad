//! A program as modules of the intermediate form, for what runs it without machine code. It owns the choice of what is in
//! them: everything that a product's roots reach, once, with checks and without facts for optimisers. It must not know who
//! runs them.

use lower::Instance;
use mir::Module;
use project::Report;
use source::SourceFile;

use crate::build::Product;
use crate::compile::Contents;
use crate::positions::SourcePositions;
use crate::reachable::reachable;
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
        let reached = reachable(&self.db, self.threads, functions.iter().copied().flatten().collect());
        let contents = Contents { name: &self.loaded.name, instances: &reached, lent: &[], tests: &[] };
        let mut stage = self.lowering();
        stage.settings.watches = true;
        let modules = vec![stage.instantiated(&self.db, contents)];
        let instances = reached.iter().map(|reached| (&reached.symbol, reached.instance));
        let positions = SourcePositions::new(&self.db, instances);
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
        let reached = reachable(&self.db, self.threads, roots);
        let stage = self.lowering();
        for instances in reached.chunks(PIECE) {
            let contents = Contents { name: &self.loaded.name, instances, lent: &[], tests: &[] };
            match lowered {
                true => look(&stage.lowered(&self.db, contents)?)?,
                false => look(&stage.instantiated(&self.db, contents))?,
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
        let reached = reachable(&self.db, self.threads, roots);
        let contents = Contents { name: &self.loaded.name, instances: &reached, lent: &[], tests: &tests };
        let mut stage = self.lowering();
        stage.settings.watches = watches;
        let module = if lowered { stage.lowered(&self.db, contents)? } else { stage.instantiated(&self.db, contents) };
        let instances = reached.iter().map(|reached| (&reached.symbol, reached.instance));
        Ok(ProgramModules { modules: vec![module], positions: SourcePositions::new(&self.db, instances) })
    }
}
