//! Declarations of C checked against C's headers, for `lang check` and editors. It owns which declarations are looked for in
//! which headers and the words for what differs; headers are read by `c` in a process of its own, and the front end is asked
//! for signatures only, so no query depends on a header. What cannot be read is said to be unchecked; nothing is guessed.

mod cases;
mod compare;
mod declared;
mod headers;
mod layouts;
mod members;
mod pointers;

use std::path::Path;
use std::sync::Arc;

use abi::OperatingSystem;
use abi::report::Label;
use c::clang::Answer;
use c::clang::wire::{self, Place, Prototype};
use c::declarations::{Declarations, Function, Global};
use c::spelled;
use hir::{ItemId, ItemKind, Module, Name};
use project::disk::FileText;
use project::{Origin, Report};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Database, SourceFile};
use types::{Anchor, Problem, Ty};

use crate::abi_report::Described;
use crate::c_reader::CReader;
use crate::parallel;
use crate::problems::{differs_from_header, not_in_header, unchecked_declaration, unreadable_header};
use crate::program::{Program, Run};
use compare::{Difference, Part};
use declared::Declared;
pub(crate) use headers::library_options;
pub use headers::{HeaderFacts, HeaderQuestion, UnreadHeaders};
use headers::{MACRO_PROBE, Unit};
use pointers::{Endless, Pointers, Way};

/// Why what agrees is not known to be right.
const STATIC: &str = "C's is `static`, which only C's own code can call: its types agree, and whether there is a symbol of this name, too, the header does not say";
const OLD_STYLE: &str = "C declares it with `()`, which before C23 says nothing of parameters; its result agrees";
/// What has no symbol of its own, however it is written.
const MACRO: &str = "in C it is a macro, so write a function in C that uses it, and declare that";
const ENDLESS: &str = "its types lead to others without an end";

/// What a check of declarations is told.
pub struct AskedHeaders<'a> {
    /// What reads C; else why there is nothing, in words for a user.
    pub reader: Result<&'a CReader, &'a str>,
    /// Whether declarations without `@[header(…)]` are checked, too, and those of other packages.
    pub all: bool,
    /// The headers in which declarations without the attribute are looked for, besides those of `lang.toml`.
    pub headers: &'a [String],
    /// What clang is told besides.
    pub options: &'a [String],
}

/// What a check of declarations found.
#[derive(Default)]
pub struct HeaderCheck {
    /// What differs or could not be checked.
    pub reports: Vec<Report>,
    /// The full names of declarations that were found in a header and compared, with the place there if it is known.
    pub compared: Vec<(String, Option<String>)>,
    /// The full names of those that were not.
    pub unchecked: Vec<String>,
}

/// A declaration that is looked for.
#[derive(Clone, Copy)]
struct Wanted {
    item: ItemId,
    /// The name by which C knows it.
    symbol: Name,
    /// Whether it belongs to the package that was asked for, whose warnings are shown.
    is_own: bool,
    /// Whether the program says that these headers declare it.
    is_promised: bool,
}

/// Compares the C declarations of a program with what C's headers say, on the program's target.
pub fn check_headers(program: &Program, run: &mut Run, asked: &AskedHeaders<'_>) -> HeaderCheck {
    let mut found = HeaderCheck::default();
    let general: Vec<String> = program.loaded.c.headers.iter().chain(asked.headers).cloned().collect();
    let own: FxHashSet<SourceFile> =
        program.loaded.files.iter().filter(|file| file.usable && file.own).map(|file| file.file).collect();
    let modules = hir::all_modules(&program.db).iter().copied();
    let units = units(program, modules, asked.all, &general, &own, &mut found);
    if units.is_empty() {
        return found;
    }
    let questions: Vec<HeaderQuestion> =
        units.iter().map(|(unit, wanted)| question(program, unit, asked.options, wanted)).collect();
    let (threads, target) = (run.threads, program.target);
    let lists = run.timings.measure("headers", || {
        parallel::map(&program.db, threads, units.len(), |db, index| {
            let (unit, wanted) = &units[index];
            let read = |question: HeaderQuestion| Some(question.read(asked.reader).map(Arc::new));
            compare_unit(db, target, unit, wanted, &questions[index], &read)
        })
    });
    lists.into_iter().for_each(|list| found.add(list));
    run.timings.count(found.compared.len(), "declarations of C");
    found.sort();
    found
}

/// Whether a file declares something that C knows, without which nothing is compared.
pub fn declares_c(db: &Database, file: SourceFile) -> bool {
    hir::module_of_file(db, file).is_some_and(|module| !hir::module_items(db, module).of_c().is_empty())
}

/// The same of one file that somebody edits, as far as headers are known: `known` gives what one says, or nothing if nobody has
/// read it yet. Only declarations that name their headers are compared.
pub fn check_headers_of_file(program: &Program, file: SourceFile, known: &Read<'_>) -> HeaderCheck {
    let mut found = HeaderCheck::default();
    let module = hir::module_of_file(&program.db, file);
    let own = FxHashSet::from_iter([file]);
    for (unit, wanted) in units(program, module.into_iter(), false, &[], &own, &mut found) {
        let question = question(program, &unit, &[], &wanted);
        found.add(compare_unit(&program.db, program.target, &unit, &wanted, &question, known));
    }
    found.sort();
    found
}

fn question(program: &Program, unit: &Unit, told: &[String], wanted: &[Wanted]) -> HeaderQuestion {
    let symbols = wanted.iter().map(|wanted| wanted.symbol.text().to_string()).collect();
    HeaderQuestion::new(program, unit.clone(), told, symbols)
}

/// Who knows what headers say; nothing if nobody has read them yet.
type Read<'a> = dyn Fn(HeaderQuestion) -> Option<Result<Arc<HeaderFacts>, UnreadHeaders>> + 'a;

/// Compares with what a program of C sees, as `[bind]` does, then what is not there or differs with all that the C library has:
/// there it declares more, and some for callers of several kinds.
fn compare_unit(
    db: &Database,
    target: abi::Target,
    unit: &Unit,
    wanted: &[Wanted],
    question: &HeaderQuestion,
    read: &Read<'_>,
) -> HeaderCheck {
    let mut found = HeaderCheck::default();
    let mut checker = Checker { target, db, unit, origins: FxHashMap::default(), found: HeaderCheck::default() };
    let facts = match read(question.clone()) {
        Some(Ok(facts)) => facts,
        Some(Err(UnreadHeaders { reason, has_reader })) => {
            checker.unreadable(wanted, &reason, has_reader);
            return checker.found;
        }
        None => return found,
    };
    let (alike, open): (Vec<_>, Vec<_>) =
        checker.check_all(wanted, &facts).into_iter().partition(|(_, of)| of.is_alike());
    alike.into_iter().for_each(|(_, of)| found.add(of));
    if open.is_empty() {
        return found;
    }
    let more = match question.with_gnu().map(read) {
        Some(Some(Ok(more))) => more,
        // They will be known soon.
        Some(None) => return found,
        Some(Some(Err(_))) | None => {
            open.into_iter().for_each(|(_, of)| found.add(of));
            return found;
        }
    };
    let again: Vec<Wanted> = open.iter().map(|(wanted, _)| *wanted).collect();
    for ((wanted, first), (_, second)) in open.into_iter().zip(checker.check_all(&again, &more)) {
        let is_second = second.is_alike() || !facts.has(&wanted.symbol.text());
        found.add(if is_second { second } else { first });
    }
    found
}

/// What is read, with what is looked for in it.
fn units(
    program: &Program,
    modules: impl Iterator<Item = Module>,
    all: bool,
    general: &[String],
    own: &FxHashSet<SourceFile>,
    found: &mut HeaderCheck,
) -> Vec<(Unit, Vec<Wanted>)> {
    let db = &program.db;
    let mut units: FxHashMap<Unit, Vec<Wanted>> = FxHashMap::default();
    let mut of_standard = Unit { is_standard: true, is_told: false, headers: Vec::new(), folder: String::new() };
    let mut for_standard = Vec::new();
    for module in modules {
        let Some(file) = hir::module_file(db, module) else { continue };
        let is_own = own.contains(&file);
        let is_standard = module.package(db).is_standard(db);
        // The standard library declares the C of the system that it is for.
        if !is_own && !all || is_standard && program.target.operating_system != OperatingSystem::Linux {
            continue;
        }
        let folder = |path: Option<&Path>| path.map_or_else(String::new, |path| path.display().to_string());
        for &(item, _) in hir::module_items(db, module).of_c() {
            if !declared::is_of_c(db, item) {
                continue;
            }
            let (written, symbol) = (hir::c_headers(db, item), types::c_name(db, item));
            let wanted = Wanted { item, symbol, is_own, is_promised: !written.is_empty() };
            let unit = match (written.is_empty(), general.is_empty()) {
                // Headers of the system do not mind each other, and reading them together takes a tenth of the time.
                (false, _) if is_standard => {
                    of_standard.headers.extend(written);
                    for_standard.push(wanted);
                    continue;
                }
                (false, _) => Unit {
                    is_standard: false,
                    is_told: false,
                    headers: written,
                    folder: folder(program.loaded.path(file).and_then(Path::parent)),
                },
                (true, _) if !all => continue,
                (true, false) => Unit {
                    is_standard: false,
                    is_told: true,
                    headers: general.to_vec(),
                    folder: folder(Some(&program.loaded.folder)),
                },
                (true, true) => {
                    let why = "no header is named for it";
                    found.unchecked(db, wanted, why);
                    continue;
                }
            };
            units.entry(unit).or_default().push(wanted);
        }
    }
    if !for_standard.is_empty() {
        let mut known = FxHashSet::default();
        of_standard.headers.retain(|header| known.insert(header.clone()));
        units.insert(of_standard, for_standard);
    }
    let mut units: Vec<(Unit, Vec<Wanted>)> = units.into_iter().collect();
    units.sort_by(|(left, _), (right, _)| left.cmp(right));
    units
}

impl HeaderCheck {
    /// Whether everything is as C says.
    fn is_alike(&self) -> bool {
        self.reports.is_empty() && self.unchecked.is_empty()
    }

    fn add(&mut self, more: HeaderCheck) {
        self.reports.extend(more.reports);
        self.compared.extend(more.compared);
        self.unchecked.extend(more.unchecked);
    }

    fn sort(&mut self) {
        self.reports.sort_by(|left, right| left.sort_key().cmp(&right.sort_key()));
        self.reports.dedup();
    }

    fn unchecked(&mut self, db: &Database, wanted: Wanted, why: &str) {
        self.unchecked.push(wanted.item.path(db));
        if wanted.is_own && !hir::is_allowed(db, wanted.item, unchecked_declaration::UNCHECKED_DECLARATION.name) {
            let problem = unchecked_declaration::problem(&wanted.symbol.text(), why);
            self.reports.extend(report(db, wanted.item, &problem));
        }
    }
}

fn report(db: &Database, item: ItemId, problem: &Problem) -> Option<Report> {
    types::diagnostic(db, item, problem).map(|diagnostic| Report::of_diagnostic(db, &diagnostic))
}

/// What clang says of a unit.
struct Known<'a> {
    functions: FxHashMap<&'a str, &'a wire::Function>,
    globals: FxHashMap<&'a str, &'a wire::Global>,
    pointers: Pointers<'a>,
}

impl<'a> Known<'a> {
    fn new(db: &'a Database, answer: &'a Answer, c: &'a Declarations) -> Known<'a> {
        Known {
            functions: answer.functions.iter().map(|function| (function.name.as_str(), function)).collect(),
            globals: answer.globals.iter().map(|global| (global.name.as_str(), global)).collect(),
            pointers: Pointers::new(db, answer, c),
        }
    }

    /// What differs of a function behind what is known to be alike.
    fn function(&mut self, ours: &Declared, theirs: &Function) -> Result<Option<Difference>, Endless> {
        let Some(function) = self.functions.get(theirs.name.as_str()).copied() else { return Ok(None) };
        if ours.result_type == Ty::NEVER && !function.never_returns {
            let what = "it never comes back here (`-> Never`), and C does not say so (`noreturn`)";
            return Ok(Some(Difference::new(Part::Result, what)));
        }
        let result = (Part::Result, ours.result_type, function.ty.result, Way::FromC, &ours.result);
        let parameters = ours.types.iter().zip(&function.ty.params).zip(&ours.parameters).enumerate();
        let parameters = parameters
            .map(|(number, ((ours, theirs), label))| (Part::Parameter(number), *ours, *theirs, Way::ToC, label));
        for (at, ours, theirs, way, label) in [result].into_iter().chain(parameters) {
            let found = self.pointers.difference(ours, theirs, way, &compare::of_part(at, label))?;
            if let Some(what) = found {
                return Ok(Some(Difference::new(at, what)));
            }
        }
        Ok(None)
    }

    /// The same of a variable.
    fn variable(&mut self, ours: Ty, is_mutable: bool, name: &str) -> Result<Option<Difference>, Endless> {
        let Some(global) = self.globals.get(name).copied() else { return Ok(None) };
        let what = match (is_mutable, global.is_const) {
            (false, false) => Some("nobody writes it here (`let`), and C may: write `let mut`".to_string()),
            (true, true) => Some("it may be written here (`let mut`), and C's is `const`: write `let`".to_string()),
            (true, false) | (false, true) => self.pointers.difference(ours, global.ty, Way::FromC, "it")?,
        };
        Ok(what.map(|what| Difference::new(Part::Whole, what)))
    }
}

/// One unit's declarations.
struct Checker<'a> {
    target: abi::Target,
    db: &'a Database,
    unit: &'a Unit,
    /// The texts of headers that reports point into.
    origins: FxHashMap<String, Option<Origin>>,
    found: HeaderCheck,
}

impl Checker<'_> {
    /// What is found of each.
    fn check_all(&mut self, wanted: &[Wanted], facts: &HeaderFacts) -> Vec<(Wanted, HeaderCheck)> {
        let HeaderFacts { c, answer } = facts;
        let mut known = answer.as_ref().map(|answer| Known::new(self.db, answer, c));
        let each = wanted.iter().map(|wanted| {
            self.check(*wanted, c, &mut known);
            (*wanted, std::mem::take(&mut self.found))
        });
        each.collect()
    }

    /// Of the machine that is at hand a header that is named must be there; those of others often are not.
    fn unreadable(&mut self, wanted: &[Wanted], reason: &str, has_reader: bool) {
        let names = self.unit.headers.join("`, `");
        let is_at_hand = has_reader && Some(self.target) == abi::Target::host();
        if is_at_hand && let Some(first) = wanted.first() {
            let problem = unreadable_header::problem(&names, reason);
            let found = report(self.db, first.item, &problem).map(|found| match self.unit.is_told {
                // Nothing in the program names it.
                true => Report { primary: None, ..found },
                false => found,
            });
            self.found.reports.extend(found);
            self.found.unchecked.extend(wanted.iter().map(|wanted| wanted.item.path(self.db)));
            return;
        }
        let why = format!("`{names}` cannot be read for {}: {reason}", self.target);
        wanted.iter().for_each(|wanted| self.found.unchecked(self.db, *wanted, &why));
    }

    fn check(&mut self, wanted: Wanted, c: &Declarations, known: &mut Option<Known<'_>>) {
        let symbol = wanted.symbol.text();
        let is_function = wanted.item.kind(self.db) == ItemKind::ExternFunction;
        let function = c.functions.iter().find(|function| function.symbol == *symbol);
        let global = c.globals.iter().find(|global| global.symbol == *symbol);
        match (is_function, function, global) {
            (true, Some(function), _) => self.function(wanted, function, c, known),
            (false, _, Some(global)) if global.is_thread_local => {
                self.missing(
                    wanted,
                    "in C each thread has one of its own, which has no form here: let C give its address",
                );
            }
            (false, _, Some(global)) if global.exported => self.variable(wanted, global, c, known),
            (false, _, Some(_)) => self.missing(wanted, "C's is `static`, which only C's own code can use"),
            (true, None, Some(_)) => self.missing(wanted, "C declares a variable of this name"),
            (false, Some(_), None) => self.missing(wanted, "C declares a function of this name"),
            (true, None, None) | (false, None, None) => {
                let probe = format!("{MACRO_PROBE}{symbol}");
                let is_macro = known.as_ref().is_some_and(|known| known.globals.contains_key(probe.as_str()));
                self.not_found(wanted, c, if is_macro { MACRO } else { "" });
            }
        }
    }

    /// `why` may be empty.
    fn not_found(&mut self, wanted: Wanted, c: &Declarations, why: &str) {
        let symbol = wanted.symbol.text();
        let named = c.functions.iter().find(|function| function.name == *symbol);
        if let Some(other) = named {
            let real = format!("C calls it `{}` for the linker: write @[name(\"{0}\")] before it", other.symbol);
            return self.missing(wanted, &real);
        }
        if let Some(refused) = c.refused.iter().find(|refused| refused.name.as_deref() == Some(&*symbol)) {
            let place = refused.elsewhere.as_ref().map_or_else(String::new, |place| format!(" ({place})"));
            let why = format!("what C says of it is not understood: {}{place}", refused.problem.message);
            return self.found.unchecked(self.db, wanted, &why);
        }
        let headers = self.unit.headers.join("`, `");
        if wanted.is_promised {
            return self.missing(wanted, why);
        }
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        self.found.unchecked(self.db, wanted, &format!("`{headers}` does not declare it{why}"));
    }

    fn missing(&mut self, wanted: Wanted, why: &str) {
        let written = hir::c_headers(self.db, wanted.item);
        let headers = if written.is_empty() { &self.unit.headers } else { &written };
        let problem = not_in_header::problem(&wanted.symbol.text(), &headers.join("`, `"), why);
        self.found.unchecked.push(wanted.item.path(self.db));
        self.found.reports.extend(report(self.db, wanted.item, &problem));
    }

    fn function(&mut self, wanted: Wanted, theirs: &Function, c: &Declarations, known: &mut Option<Known<'_>>) {
        let Some(ours) = declared::function(self.db, wanted.item) else { return };
        let written = known.as_ref().and_then(|known| known.functions.get(theirs.name.as_str()).copied());
        let is_open = written.is_some_and(|function| function.ty.prototype == Prototype::Missing);
        let found = match compare::functions(&ours, theirs, c, is_open) {
            Some(difference) => Ok(Some(difference)),
            None => known.as_mut().map_or(Ok(None), |known| known.function(&ours, theirs)),
        };
        let difference = match found {
            Ok(Some(difference)) => difference,
            Ok(None) if !theirs.exported => return self.found.unchecked(self.db, wanted, STATIC),
            Ok(None) if is_open => return self.found.unchecked(self.db, wanted, OLD_STYLE),
            Ok(None) => return self.compared(wanted, theirs.place.as_ref()),
            Err(Endless) => return self.found.unchecked(self.db, wanted, ENDLESS),
        };
        self.compared(wanted, theirs.place.as_ref());
        let at = match difference.at {
            Part::Whole => Anchor::Item,
            Part::Result => ours.written_result.map_or(Anchor::Item, Anchor::HeadType),
            Part::Parameter(number) => ours.written.get(number).map_or(Anchor::Item, |ty| Anchor::HeadType(*ty)),
        };
        let written = declaration(theirs);
        self.differs(wanted, at, difference, &written, theirs.place.as_ref(), self.tables(&ours, theirs, c));
    }

    fn variable(&mut self, wanted: Wanted, theirs: &Global, c: &Declarations, known: &mut Option<Known<'_>>) {
        let (arena, ty, label) = declared::variable(self.db, wanted.item);
        let ours = layouts::Of { arena: &arena, ty };
        let in_c = layouts::Of { arena: &c.arena, ty: theirs.ty };
        let own = types::global_type(self.db, wanted.item);
        let is_mutable = types::is_mutable_global(self.db, wanted.item);
        let found = match compare::variables(ours, &label, in_c, &theirs.label, &c.target) {
            Some(difference) => Ok(Some(difference)),
            None => known.as_mut().map_or(Ok(None), |known| known.variable(own, is_mutable, &theirs.name)),
        };
        let Ok(found) = found else { return self.found.unchecked(self.db, wanted, ENDLESS) };
        self.compared(wanted, theirs.place.as_ref());
        let Some(difference) = found else { return };
        let written = spelled::declarator(&theirs.label.ty, &theirs.name);
        self.differs(wanted, Anchor::Item, difference, &written, theirs.place.as_ref(), Vec::new());
    }

    fn compared(&mut self, wanted: Wanted, place: Option<&Place>) {
        self.found.compared.push((wanted.item.path(self.db), place.map(ToString::to_string)));
    }

    /// How values travel, as the program has it and as C has it.
    fn tables(&self, ours: &Declared, theirs: &Function, c: &Declarations) -> Vec<String> {
        let sides = [
            (&ours.arena, &ours.signature, &ours.parameters, &ours.result, "here"),
            (&c.arena, &theirs.signature, &theirs.parameters, &theirs.result, "in C"),
        ];
        let table = |(arena, signature, params, result, side): (_, _, &Vec<Label>, _, &str)| {
            let symbol = theirs.symbol.as_str();
            let described = Described { symbol, arena, signature, params, result, tag: &|_| None }.on(&c.target);
            let text = match (described.abi, described.unsupported) {
                (Some(report), _) => report.table(),
                (None, reason) => reason.unwrap_or_default(),
            };
            format!("{side}, on {}:\n{text}", c.target)
        };
        sides.map(table).to_vec()
    }

    fn differs(
        &mut self,
        wanted: Wanted,
        at: Anchor,
        difference: Difference,
        written: &str,
        place: Option<&Place>,
        tables: Vec<String>,
    ) {
        let stands = match place {
            Some(place) => place.to_string(),
            None => format!("`{}`", self.unit.headers.join("`, `")),
        };
        let mut problem = differs_from_header::problem(at, &wanted.symbol.text(), &difference.what);
        problem = problem.note(format!("C declares `{written}` in {stands}"));
        problem.notes.extend(difference.notes.into_iter().chain(tables));
        let Some(mut report) = report(self.db, wanted.item, &problem) else { return };
        let length = wanted.symbol.text().len() as u32;
        if let Some(place) = place
            && let Some(origin) = self.origin(&place.file)
        {
            let end = origin.text.len() as u32;
            let start = place.offset.min(end);
            let range = start..start.saturating_add(length).min(end);
            if origin.text.is_char_boundary(range.start as usize) && origin.text.is_char_boundary(range.end as usize) {
                report.secondary.push(project::Place { origin, range, label: "C declares it here".to_string() });
            }
        }
        self.found.reports.push(report);
    }

    /// The text of a header, if it can be shown.
    fn origin(&mut self, path: &str) -> Option<Origin> {
        let read = || match project::disk::read_text(Path::new(path)) {
            FileText::Text(text) => Some(Origin { path: Arc::from(path), text: Arc::from(text.as_str()) }),
            FileText::NotUtf8 { .. } | FileText::Unreadable(_) => None,
        };
        self.origins.entry(path.to_string()).or_insert_with(read).clone()
    }
}

/// A function as C declares it, but for the names of its parameters.
fn declaration(function: &Function) -> String {
    let parameters = function.parameters.iter().map(|label| (label.ty.as_str(), None));
    spelled::prototype(&function.result.ty, &function.name, parameters, function.signature.variadic)
}
