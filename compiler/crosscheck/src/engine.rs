//! The engines that make callers and callees, and how each makes its objects. Owns which part of a program comes from
//! whom and what it means that an engine refuses a signature; must not know how one backend differs from another.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use abi::mutation::Mutation;
use abi::{Placement, Target};
use mir::{AbiPass, Artifacts, Backend, BackendError, Module, NoPositions, Optimisation, Options};

use super::images::{Images, Numbered};
use super::model::Case;
use super::{c_sides, harness, names, sides};
use driver::system::output;
use driver::system::witness::Toolchain;

/// A maker of callers and callees.
#[derive(Clone, Copy)]
pub enum Engine<'run> {
    /// A code generator of this compiler.
    Code(&'run dyn Backend),
    /// The C compilers of the target, which take turns.
    C,
}

impl Engine<'_> {
    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Engine::Code(backend) => backend.name(),
            Engine::C => "c",
        }
    }
}

/// What a cross-check of signatures works with.
pub struct Setup<'run> {
    /// The target.
    pub target: Target,
    /// C compilers, and what runs programs.
    pub toolchain: Toolchain,
    /// Who makes callers and callees.
    pub engines: Vec<Engine<'run>>,
    /// How many threads work.
    pub threads: usize,
    /// What the descriptions for the engine of this name get wrong, in tests.
    pub mutation: Option<(Mutation, &'static str)>,
    /// Whether every backend verifies its own form.
    pub verify: bool,
    /// Whether the first difference is made small.
    pub shrink: bool,
    /// The turn of the first program: which C compiler comes first, at which level.
    pub first_turn: usize,
}

/// A signature that an engine has no code for.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The case, by its number.
    pub number: usize,
    /// The engine.
    pub engine: &'static str,
    /// Why.
    pub reason: String,
}

/// Both modules of a code generator, in lowered form, with what it made of them.
pub struct Made {
    /// The modules.
    pub modules: [Module; 2],
    /// Their objects.
    pub objects: [Vec<u8>; 2],
}

impl<'run> Setup<'run> {
    /// The same with other engines.
    pub fn with_engines(&self, engines: Vec<Engine<'run>>) -> Setup<'run> {
        Setup {
            target: self.target,
            toolchain: self.toolchain.clone(),
            engines,
            threads: self.threads,
            mutation: self.mutation,
            verify: self.verify,
            shrink: self.shrink,
            first_turn: self.first_turn,
        }
    }

    /// Whether the description that a code generator gets is the mutated one.
    fn mutation_for(&self, engine: Engine<'_>) -> Option<Mutation> {
        self.mutation.filter(|(_, name)| *name == engine.name()).map(|(mutation, _)| mutation)
    }

    /// The ABI pass for a code generator.
    pub fn pass(&self, engine: Engine<'_>, backend: &dyn Backend) -> AbiPass {
        let pass = match self.mutation_for(engine) {
            Some(mutation) => AbiPass::mutated(self.target, mutation, sides::is_helper),
            None => AbiPass::new(self.target),
        };
        pass.with_llvm_signatures(backend.reads_llvm_signatures())
    }

    /// What code generators are asked for in a turn: every other time to optimise, with each of the C compilers.
    pub fn options(&self, turn: usize) -> Options {
        let round = turn / self.toolchain.compilers.len();
        Options {
            optimisation: if round.is_multiple_of(2) { Optimisation::None } else { Optimisation::Speed },
            verify: self.verify,
            ..Options::default()
        }
    }

    /// The C compiler of a turn and its level.
    pub fn compiler(&self, turn: usize) -> (usize, &'static str) {
        let count = self.toolchain.compilers.len();
        (turn % count, ["-O0", "-O2", "-O1"][turn / count % 3])
    }

    /// Both sides of a program by a code generator.
    ///
    /// # Errors
    /// The signature that is refused, or what else went wrong.
    pub fn make(
        &self,
        engine: Engine<'_>,
        backend: &dyn Backend,
        cases: &[Numbered],
        turn: usize,
    ) -> Result<Made, NotMade> {
        let images = Images::new(cases);
        let mut pass = self.pass(engine, backend);
        let mut lowered = |mut module: Module| {
            self.verified(&module)?;
            pass.run(&mut module)
                .map_err(|error| NotMade::at(&error.function, engine, &error.unsupported.to_string()))?;
            self.verified(&module)?;
            Ok(module)
        };
        let modules = [lowered(sides::callees(cases, &images))?, lowered(sides::callers(cases, &images))?];
        let options = self.options(turn);
        let object = |module: &Module| {
            let failed = |error: BackendError| match &error.symbol {
                Some(symbol) => NotMade::at(symbol, engine, &error.message),
                None => NotMade::Broken(format!("{}: {error}", engine.name())),
            };
            let artifacts = backend.compile(module, &self.target, &options).map_err(failed)?;
            self.object(backend, artifacts, &options).map_err(failed)
        };
        let objects = [object(&modules[0])?, object(&modules[1])?];
        Ok(Made { modules, objects })
    }

    fn object(&self, backend: &dyn Backend, artifacts: Artifacts, options: &Options) -> Result<Vec<u8>, BackendError> {
        match artifacts.object {
            // The bodies of a cross-check have no sites, so no table is missing.
            Some(object) => Ok(object.bytes),
            None => backend.assemble(&[(&artifacts, None)], &NoPositions, &self.target, options),
        }
    }

    /// A broken module is a mistake of this compiler, unless the description was broken on purpose.
    fn verified(&self, module: &Module) -> Result<(), NotMade> {
        if !self.verify || self.mutation.is_some() {
            return Ok(());
        }
        mir::verify(module).map_err(|problems| {
            let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
            NotMade::Broken(problems.join("\n"))
        })
    }

    /// The cases whose result lies in memory, of which the callee gives back the address.
    fn echoing(&self, cases: &[Numbered], images: &Images) -> HashSet<Case> {
        let mut pass = AbiPass::new(self.target);
        let module = sides::callees(cases, images);
        let mut echoing = HashSet::new();
        for (_, signature) in module.signatures.iter() {
            let echoed =
                pass.describe(signature, &module.types).is_ok_and(|passing| match passing.abi.result.placement {
                    Placement::Sret { returned_in, .. } => returned_in.is_some(),
                    Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => false,
                });
            if let (true, Ok(case)) = (echoed, Case::of_mir(&module.types, signature)) {
                echoing.insert(case);
            }
        }
        echoing
    }

    /// Writes and compiles the C files of a program: the program around the sides, variadic callees, and both sides.
    ///
    /// # Errors
    /// What the compiler or the disk says.
    pub fn make_c(&self, folder: &Path, cases: &[Numbered], turn: usize) -> Result<CObjects, String> {
        let images = Images::new(cases);
        let echoing = self.echoing(cases, &images);
        let texts = [
            ("harness", harness::text(cases, &images)),
            ("variadic", c_sides::callees(cases, &images, &self.target, true)),
            ("c_callees", c_sides::callees(cases, &images, &self.target, false)),
            ("c_callers", c_sides::callers(cases, &images, |case| echoing.contains(case))),
        ];
        let (compiler, level) = self.compiler(turn);
        let made = super::in_parallel(self.threads, texts.len(), |index| {
            let (name, text) = &texts[index];
            let (source, object) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.o")));
            output::write_file(&source, text.as_bytes()).map_err(|error| project::disk::reason(&error))?;
            // The program around the sides is no witness and need not be fast.
            let (compiler, level) = if index == 0 { (0, "-O0") } else { (compiler, level) };
            self.toolchain.compile(compiler, level, &source, &object)?;
            Ok(object)
        });
        let mut made = made.into_iter();
        let mut next = || made.next().unwrap_or_else(|| Err("a C file is missing".to_owned()));
        Ok(CObjects { harness: next()?, variadic: next()?, callees: next()?, callers: next()? })
    }
}

/// The objects of C.
pub struct CObjects {
    /// The program around the sides.
    pub harness: PathBuf,
    /// Callees that only C can define.
    pub variadic: PathBuf,
    /// The other callees.
    pub callees: PathBuf,
    /// The callers.
    pub callers: PathBuf,
}

/// Why a code generator made no sides.
pub enum NotMade {
    /// It has no code for one of the signatures.
    Refused(Refused),
    /// Anything else.
    Broken(String),
}

impl NotMade {
    fn at(symbol: &str, engine: Engine<'_>, reason: &str) -> NotMade {
        match names::case_of(symbol) {
            Some(number) => NotMade::Refused(Refused { number, engine: engine.name(), reason: reason.to_owned() }),
            None => NotMade::Broken(format!("{}: {symbol}: {reason}", engine.name())),
        }
    }
}
