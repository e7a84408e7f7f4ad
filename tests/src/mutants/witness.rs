//! Tests that are asked whether they notice a mistake: the examples in the library's comments, the programs of `tests/run`
//! and `tests/system`, and some random programs that the suite `twins` compares with Rust's. Owns their list and what each
//! does with the true library; must not know how mistakes are made.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use project::standard_library::display_path;

use super::{Ending, Interpreted, Locked, Module, Mutant, Reach};
use crate::twins::Twins;
use crate::{corpus, twins};

/// So many random programs of each kind.
const TWINS: u64 = 2;
/// So many tests are asked besides the examples of the module itself, those that reach the least; and those named after it.
const COMPILED: usize = 24;
/// So many programs are asked in the interpreter.
const INTERPRETED: usize = 3;

/// Families of modules that nothing reaches without an import.
const IMPORTED: [&str; 14] =
    ["deque", "env", "fs", "heap", "io", "json", "net", "path", "process", "random", "test", "thread", "time", "tree"];

/// What of the tests noticed a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An example in a comment.
    Example,
    /// A program, compiled.
    Program,
    /// A program in the interpreter, which sees what is lost and what breaks a rule of borrows.
    Interpreted,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test noticed it: which.
    Killed(Kind, String),
    /// None of so many tests that reach the function did.
    Survived(usize),
}

enum Source {
    Examples(String),
    Program(PathBuf),
}

struct Witness {
    name: String,
    source: Source,
    reach: OnceLock<Reach>,
    /// How it ends with the true library; nothing if it is no witness here.
    expected: OnceLock<Option<Ending>>,
    /// The same in the interpreter.
    interpreted: OnceLock<Option<Interpreted>>,
}

/// All tests.
pub struct Witnesses {
    library: Arc<Vec<Module>>,
    locked: Locked,
    all: Vec<Witness>,
}

impl Witnesses {
    /// The tests, which are to work in a folder.
    ///
    /// # Panics
    /// If the folder cannot be written to.
    pub fn new(library: Arc<Vec<Module>>, locked: Locked) -> Witnesses {
        let examples = library
            .iter()
            .map(|module| (format!("the examples of {}", module.name), Source::Examples(module.name.clone())));
        let run = corpus::programs().into_iter().filter(|program| !program.name.starts_with("bench/"));
        let run = run.map(|program| (format!("tests/run/{}", program.name), Source::Program(program.path)));
        let system = corpus::files("system").into_iter().map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (format!("tests/system/{name}"), Source::Program(path))
        });
        let random = random_programs(locked.folder()).into_iter().map(|(name, path)| (name, Source::Program(path)));
        let all = examples.chain(run).chain(system).chain(random);
        let all = all.map(|(name, source)| Witness {
            name,
            source,
            reach: OnceLock::new(),
            expected: OnceLock::new(),
            interpreted: OnceLock::new(),
        });
        let all = all.collect();
        std::fs::write(locked.folder().join("empty.lang"), "").expect("the folder can be written to");
        copy_library(&library, &locked.folder().join("truth"));
        Witnesses { library, locked, all }
    }

    /// Asks one test after the other, those first that reach the least. `folder` is one of this thread's own.
    ///
    /// # Panics
    /// If the folder cannot be written to.
    pub fn judge(&self, mutant: &Mutant, folder: &Path) -> Verdict {
        let file = folder.join(display_path(&mutant.module));
        std::fs::write(&file, &mutant.text).expect("it can be written to");
        let verdict = self.judge_written(mutant, folder);
        let original = self.library.iter().find(|module| module.name == mutant.module);
        std::fs::write(&file, original.map_or("", |module| &module.text)).expect("it can be written to");
        verdict
    }

    fn judge_written(&self, mutant: &Mutant, folder: &Path) -> Verdict {
        let own = |witness: &&Witness| matches!(&witness.source, Source::Examples(module) if *module == mutant.module);
        if let Some(verdict) = self.all.iter().filter(own).find_map(|witness| self.ask(witness, folder)) {
            return verdict;
        }
        let others = self.all.iter().filter(|witness| !own(witness));
        let mut reaching: Vec<&Witness> = others.filter(|witness| self.reaches(witness, mutant)).collect();
        reaching.sort_by_key(|witness| self.reach(witness).count());
        // What is named after the module was written for it.
        let last = mutant.module.rsplit('.').next().unwrap_or_default();
        let is_for_it = |witness: &Witness| witness.name.rsplit('/').next().is_some_and(|name| name.starts_with(last));
        let mut asked = 0..COMPILED;
        reaching.retain(|witness| asked.next().is_some() || is_for_it(witness));
        if let Some(verdict) = reaching.iter().find_map(|witness| self.ask(witness, folder)) {
            return verdict;
        }
        if let Some(verdict) = reaching
            .iter()
            .filter(|witness| self.is_interpreted(witness))
            .take(INTERPRETED)
            .find_map(|witness| self.interpret(witness, mutant))
        {
            return verdict;
        }
        Verdict::Survived(reaching.len())
    }

    /// Examples are asked for the modules of their family: those of `math` for `math.double`.
    fn reaches(&self, witness: &Witness, mutant: &Mutant) -> bool {
        let family = |module: &str| module.split('.').next().unwrap_or_default().to_owned();
        let wanted = family(&mutant.module);
        match &witness.source {
            Source::Examples(module) => family(module) == wanted,
            Source::Program(path) => {
                let is_imported = !IMPORTED.contains(&&*wanted) || has_text(path, &format!("std.{wanted}"));
                is_imported && self.reach(witness).has(mutant)
            }
        }
    }

    fn reach<'a>(&self, witness: &'a Witness) -> &'a Reach {
        witness.reach.get_or_init(|| match &witness.source {
            Source::Examples(_) => Reach::default(),
            Source::Program(path) => Reach::of_program(path, &self.library),
        })
    }

    fn ask(&self, witness: &Witness, folder: &Path) -> Option<Verdict> {
        let expected = witness.expected.get_or_init(|| self.expected(witness)).as_ref()?;
        let kind = match &witness.source {
            Source::Examples(_) => Kind::Example,
            Source::Program(_) => Kind::Program,
        };
        let ended = self.run(witness, folder);
        let is_same = match &witness.source {
            Source::Examples(_) => ended.code == expected.code,
            Source::Program(_) => ended.code == expected.code && ended.stdout == expected.stdout,
        };
        (!is_same).then(|| Verdict::Killed(kind, witness.name.clone()))
    }

    /// A test that does not hold with the true library, or does something else each time, is none.
    fn expected(&self, witness: &Witness) -> Option<Ending> {
        let truth = self.locked.folder().join("truth");
        let ended = self.run(witness, &truth);
        match &witness.source {
            Source::Examples(_) => (ended.code == Some(0)).then_some(ended),
            Source::Program(_) => {
                let again = self.run(witness, &truth);
                (ended.code.is_some() && again.code == ended.code && again.stdout == ended.stdout).then_some(ended)
            }
        }
    }

    fn run(&self, witness: &Witness, folder: &Path) -> Ending {
        match &witness.source {
            Source::Examples(module) => {
                let (empty, filter) = (self.locked.folder().join("empty.lang"), format!("{module}: "));
                let empty = empty.to_string_lossy();
                let options = ["test", "--std", "--backend", "cranelift", "--timeout", "4", &empty, &filter];
                self.locked.lang(folder, &options, |line| line.ends_with("... FAILED"))
            }
            Source::Program(path) => {
                let path = path.to_string_lossy();
                let options = ["run", "--backend", "cranelift", "--allow", "warnings", &path, "--", "a b", "$x"];
                self.locked.lang(folder, &options, |_| false)
            }
        }
    }

    /// Whether the interpreter runs a test to its end.
    fn is_interpreted(&self, witness: &Witness) -> bool {
        let Source::Program(path) = &witness.source else { return false };
        let truth = witness.interpreted.get_or_init(|| Interpreted::of(path, &self.library, None));
        truth.as_ref().is_some_and(|truth| truth.is_fine)
    }

    fn interpret(&self, witness: &Witness, mutant: &Mutant) -> Option<Verdict> {
        let Source::Program(path) = &witness.source else { return None };
        let truth = witness.interpreted.get()?.as_ref()?;
        let found = Interpreted::of(path, &self.library, Some(mutant));
        (found.as_ref() != Some(truth)).then(|| Verdict::Killed(Kind::Interpreted, witness.name.clone()))
    }
}

/// Copies the library to where somebody may change it.
///
/// # Panics
/// If the folder cannot be written to.
pub fn copy_library(library: &[Module], folder: &Path) {
    for module in library {
        let path = folder.join(display_path(&module.name));
        std::fs::create_dir_all(path.parent().expect("it stands in a folder")).expect("the folder can be written to");
        std::fs::write(path, &module.text).expect("the folder can be written to");
    }
}

/// Whether a program has a text in the file in which it begins.
fn has_text(path: &Path, text: &str) -> bool {
    let main = if path.is_dir() { path.join("main.lang") } else { path.to_path_buf() };
    std::fs::read_to_string(main).is_ok_and(|found| found.contains(text))
}

/// Random programs of every kind, written into a folder.
fn random_programs(folder: &Path) -> Vec<(String, PathBuf)> {
    type Generate = fn(u64) -> Twins;
    let kinds: [(&str, Generate); 12] = [
        ("generics", twins::generics::generate),
        ("derived", twins::derived::generate),
        ("collections", twins::collections::generate),
        ("chains", twins::chains::generate),
        ("queues", twins::queues::generate),
        ("slices", twins::slices::generate),
        ("strings", twins::strings::generate),
        ("formats", twins::formats::generate),
        ("integers", twins::integers::generate),
        ("float_texts", twins::float_texts::generate),
        ("addresses", twins::addresses::generate),
        ("channels", twins::channels::generate),
    ];
    let mut programs = Vec::new();
    for (name, generate) in kinds {
        for seed in 1..=TWINS {
            let path = folder.join(format!("{name}_{seed}.lang"));
            std::fs::write(&path, generate(seed).language).expect("the folder can be written to");
            programs.push((format!("the twins {name} of seed {seed}"), path));
        }
    }
    programs
}
