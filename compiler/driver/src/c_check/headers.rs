//! Headers that are read for a check: one translation unit that includes them, by clang's library, or without it through the C
//! compiler's preprocessor by the embedded parser, which refuses what it does not surely understand. Owns the unit's text and
//! the options; it must not know what is compared.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use abi::{OperatingSystem, Target};
use c::clang::Answer;
use c::declarations::Declarations;
use c::read::Text;

use crate::c_reader::{CReader, no_special_file};
use crate::program::Program;
use crate::system::{c_process, linker};

/// What is read together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Unit {
    /// Whether the command or `lang.toml` names them, not the program.
    pub(super) is_told: bool,
    /// Whether it is the standard library's, which no option of a program is about.
    pub(super) is_standard: bool,
    /// As they stand between the quotes, in order.
    pub(super) headers: Vec<String>,
    /// Where they are looked for first: the folder of the text that names them.
    pub(super) folder: String,
}

/// No preprocessor takes so long.
const PREPROCESSOR_LIMIT: Duration = Duration::from_secs(30);

/// `pkg-config` reads a few small files.
const PKG_CONFIG_LIMIT: Duration = Duration::from_secs(5);

impl Unit {
    /// The name of the unit, beside which its headers are looked for; there need be no such file.
    fn path(&self) -> String {
        Path::new(&self.folder).join("lang-check.c").display().to_string()
    }

    fn text(&self) -> String {
        self.headers.iter().map(|header| format!("#include \"{header}\"\n")).collect()
    }

    /// What the headers declare of these names, and clang's answer, if it was asked.
    fn read(
        &self,
        reader: Result<&CReader, &str>,
        target: &Target,
        options: &[String],
        names: &BTreeSet<String>,
    ) -> Result<HeaderFacts, String> {
        if let Some(wrong) = self.headers.iter().find(|header| !hir::is_header_name(header)) {
            return Err(format!("{wrong:?} is no name of a header"));
        }
        no_special_file(Path::new(&self.folder), &self.headers)?;
        match reader {
            Ok(reader) => {
                let text = self.text() + &macro_probes(names);
                let answer = reader.read(&self.path(), Some(&text), target, options)?;
                let is_asked = |name: &str| names.contains(name);
                let asked = answer.functions.iter().filter(|known| is_asked(&known.name) || is_asked(&known.symbol));
                let mut asked: Vec<String> = asked.map(|known| known.name.clone()).collect();
                if asked.is_empty() {
                    // No name at all would mean all of them.
                    asked.push(String::new());
                }
                Ok(HeaderFacts { c: answer.describe(*target, &self.path(), &asked), answer: Some(answer) })
            }
            Err(missing) => Ok(HeaderFacts { c: self.read_embedded(target, options, names, missing)?, answer: None }),
        }
    }

    fn read_embedded(
        &self,
        target: &Target,
        options: &[String],
        names: &BTreeSet<String>,
        missing: &str,
    ) -> Result<Declarations, String> {
        let mut command = Command::new(linker::program_for(target, Target::host()));
        command.args(["-E", "-P", "-x", "c", "-iquote", if self.folder.is_empty() { "." } else { &self.folder }]);
        command.args(options).arg("-");
        let preprocessed = c_process::ask(command, self.text().into_bytes(), PREPROCESSOR_LIMIT)
            .map_err(|reason| format!("{missing}; and the C compiler, which was asked to preprocess it, {reason}"))?;
        let text = String::from_utf8_lossy(&preprocessed);
        let names: Vec<String> = names.iter().cloned().collect();
        let parsed = Text::parse(&text).map_err(|problem| format!("{missing}; {}", problem.message))?;
        Ok(parsed.declarations(*target, &names))
    }
}

/// What a variable is called that is there if a name is a macro's.
pub(super) const MACRO_PROBE: &str = "lang_check_macro_";

/// Declares a variable for each name that is a macro, which no declaration of C would tell.
fn macro_probes(names: &BTreeSet<String>) -> String {
    let is_plain = |name: &&String| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let probe = |name: &String| format!("#ifdef {name}\nextern int {MACRO_PROBE}{name};\n#endif\n");
    names.iter().filter(is_plain).map(probe).collect()
}

/// Where libraries have their headers: `pkg-config` knows those of this machine.
pub(crate) fn library_options(target: &Target, libraries: &[String]) -> Vec<String> {
    let is_at_hand = Some(*target) == Target::host();
    libraries.iter().filter(|_| is_at_hand).flat_map(|library| pkg_config(library)).collect()
}

/// Headers that are read for a check, how, and what is looked for in them: all that what they say depends on, but for
/// themselves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeaderQuestion {
    pub(super) unit: Unit,
    target: Target,
    include: Vec<PathBuf>,
    define: Vec<String>,
    /// The C libraries whose headers may be meant.
    libraries: Vec<String>,
    /// What clang is told besides.
    told: Vec<String>,
    /// The names by which C knows what is looked for.
    symbols: BTreeSet<String>,
    /// Whether the C library shows all that it has.
    with_gnu: bool,
}

/// What headers say of what was looked for in them.
pub struct HeaderFacts {
    pub(super) c: Declarations,
    /// Clang's answer, if it was asked.
    pub(super) answer: Option<Answer>,
}

/// Why nothing is known of headers.
#[derive(Clone, Debug)]
pub struct UnreadHeaders {
    /// In words for people.
    pub(super) reason: String,
    /// Whether clang's library was there.
    pub(super) has_reader: bool,
}

impl HeaderQuestion {
    pub(super) fn new(program: &Program, unit: Unit, told: &[String], symbols: BTreeSet<String>) -> HeaderQuestion {
        // The standard library's headers are the system's, which no setting of a program is about.
        let settings = (!unit.is_standard).then_some(&program.loaded.c);
        HeaderQuestion {
            target: program.target,
            include: settings.map_or_else(Vec::new, |settings| settings.include.clone()),
            define: settings.map_or_else(Vec::new, |settings| settings.define.clone()),
            libraries: settings.map_or_else(Vec::new, |_| libraries(program)),
            told: settings.map_or_else(Vec::new, |_| told.to_vec()),
            symbols,
            unit,
            with_gnu: false,
        }
    }

    /// The same of all that the C library has, also what it hides from most programs: what a library exports under its own name
    /// is what counts for a linker, whichever names a standard hides. Where there is no more there is no such question.
    pub(super) fn with_gnu(&self) -> Option<HeaderQuestion> {
        let is_more = self.target.operating_system == OperatingSystem::Linux && !self.with_gnu;
        is_more.then(|| HeaderQuestion { with_gnu: true, ..self.clone() })
    }

    /// Reads the headers.
    ///
    /// # Errors
    /// Nothing could be read.
    pub fn read(&self, reader: Result<&CReader, &str>) -> Result<HeaderFacts, UnreadHeaders> {
        let mut options = Vec::new();
        if self.with_gnu {
            options.push("-D_GNU_SOURCE".to_string());
        }
        options.extend(self.include.iter().map(|folder| format!("-I{}", folder.display())));
        options.extend(self.define.iter().map(|define| format!("-D{define}")));
        options.extend(library_options(&self.target, &self.libraries));
        options.extend(self.told.iter().cloned());
        let read = self.unit.read(reader, &self.target, &options, &self.symbols);
        read.map_err(|reason| UnreadHeaders { reason, has_reader: reader.is_ok() })
    }
}

impl HeaderFacts {
    /// Whether there is a function or variable that the linker knows so.
    pub(super) fn has(&self, symbol: &str) -> bool {
        self.c.functions.iter().any(|function| function.symbol == symbol)
            || self.c.globals.iter().any(|global| global.symbol == symbol)
    }

    /// The headers in which something that was found stands.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let functions = self.c.functions.iter().filter_map(|function| function.place.as_ref());
        let globals = self.c.globals.iter().filter_map(|global| global.place.as_ref());
        functions.chain(globals).map(|place| PathBuf::from(&place.file)).collect()
    }
}

/// The C libraries that the program links.
fn libraries(program: &Program) -> Vec<String> {
    let mut libraries: Vec<String> = program.loaded.link.libraries.clone();
    for module in hir::all_modules(&program.db) {
        libraries.extend(hir::module_libraries(&program.db, *module).iter().map(|name| name.text().to_string()));
    }
    libraries.sort();
    libraries.dedup();
    libraries
}

/// Where `pkg-config` says that a library has its headers; nothing if it does not know it or is not installed.
fn pkg_config(library: &str) -> Vec<String> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "+-_.".contains(letter);
    if library.starts_with('-') || !library.chars().all(is_name) {
        return Vec::new();
    }
    let known = [library.to_string(), format!("lib{library}")].into_iter().find_map(|name| {
        let mut command = Command::new("pkg-config");
        command.args(["--cflags-only-I", &name]);
        c_process::ask(command, Vec::new(), PKG_CONFIG_LIMIT).ok()
    });
    let text = known.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    text.split_whitespace().filter(|word| word.starts_with("-I")).map(str::to_string).collect()
}
