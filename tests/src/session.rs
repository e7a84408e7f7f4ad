//! A program in memory: one file, checked by the same queries as `lang check`, edited as an editor edits.
//!
//! Owns the way from a text to its diagnostics and to the diagnostics after an edit; must not know what they say.

use project::{HeaderItems, Input, Loaded, TargetNames, load};
use salsa::Setter;
use source::{Database, SourceFile};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

/// A database with one file and the standard library.
pub struct Session {
    /// The database.
    pub db: Database,
    /// The file.
    pub file: SourceFile,
}

impl Session {
    /// Loads a file from disk.
    ///
    /// # Panics
    /// If the file cannot be read.
    pub fn open(path: &Path) -> Session {
        let db = Database::new();
        let target = TargetNames { triple: "x86_64-linux-gnu".to_owned(), os: "linux".to_owned() };
        let loaded: Loaded = load(&db, &Input::File(path.to_path_buf()), &target, None, HeaderItems::All);
        let file = loaded.files.last().expect("the file was read").file;
        Session { db, file }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        self.file.text(&self.db).to_string()
    }

    /// Replaces the text of the file.
    pub fn edit(&mut self, text: &str) {
        self.file.set_text(&mut self.db).to(text.into());
    }

    /// Whether the file has no errors.
    pub fn is_correct(&self) -> bool {
        lower::diagnostics(&self.db, self.file)
            .iter()
            .all(|diagnostic| diagnostic.severity() != source::Severity::Error)
    }

    /// The diagnostics of the file with absolute positions, one per line, as plain text without ids of the database.
    pub fn diagnostics(&self) -> String {
        let mut text = String::new();
        for diagnostic in lower::diagnostics(&self.db, self.file) {
            let _ = write!(text, "{}: {}", diagnostic.kind.code, diagnostic.message);
            for label in std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary) {
                let place = label.span.absolute(&self.db);
                let _ = write!(text, " [{}..{} {}]", place.start, place.end, label.text);
            }
            let _ = writeln!(text, " {:?} {:?}", diagnostic.notes, diagnostic.help);
        }
        text
    }
}

/// The functions and tests of the file as MIR, before and after the ABI pass, verified.
///
/// # Errors
/// Says what the verifier or the ABI pass found.
pub fn instantiate(session: &Session) -> Result<(), String> {
    let db = &session.db;
    let mut roots = Vec::new();
    for item in hir::module_of_file(db, session.file)
        .into_iter()
        .flat_map(|module| hir::module_items(db, module).ids().collect::<Vec<_>>())
    {
        match item.kind(db) {
            // Their instances are found where they are needed.
            hir::ItemKind::Function if types::is_generic(db, item) => {}
            hir::ItemKind::Function | hir::ItemKind::Test => roots.push(lower::Instance::function(item)),
            hir::ItemKind::Global => roots.push(lower::Instance::Global(item)),
            hir::ItemKind::Constant => roots.push(lower::Instance::Constant(item)),
            hir::ItemKind::Type
            | hir::ItemKind::Alias
            | hir::ItemKind::ExternFunction
            | hir::ItemKind::ExternGlobal
            | hir::ItemKind::OpaqueType
            | hir::ItemKind::Trait
            | hir::ItemKind::Impl => {}
        }
    }
    let mut module = mir::Module::new("session");
    let mut known: HashSet<lower::Instance> = roots.iter().copied().collect();
    let mut next = 0;
    while next < roots.len() {
        let built = lower::mir_of(db, roots[next], lower::Settings::default());
        mir::link(&mut module, built.module).map_err(|error| error.to_string())?;
        roots.extend(built.needs.into_iter().filter(|needed| known.insert(*needed)));
        next += 1;
    }
    mir::verify(&module).map_err(|problems| format!("before the ABI pass: {problems:?}"))?;
    mir::lower_module(&mut module, &abi::Target::X86_64_LINUX).map_err(|error| format!("{error:?}"))?;
    mir::verify(&module).map_err(|problems| format!("after the ABI pass: {problems:?}"))
}

/// The items of a file without errors in which something has no meaning: an error that nobody has reported, so that part of
/// the program would be left out in silence.
pub fn silent_poison(session: &Session) -> Vec<String> {
    let db = &session.db;
    let module = hir::module_of_file(db, session.file);
    let items = module.into_iter().flat_map(|module| hir::module_items(db, module).ids().collect::<Vec<_>>());
    let is_poisoned = |item: &hir::ItemId| types::is_poisoned(db, *item);
    items.filter(is_poisoned).map(|item| item.name(db).text().to_string()).collect()
}

/// The tokens, spaces and comments of a text, in order and without gaps.
pub fn pieces(parse: &syntax::Parse) -> Vec<&str> {
    let range = |piece| match piece {
        syntax::Piece::Token(token) => parse.token_range(token),
        syntax::Piece::Trivia(_, range) => range,
    };
    parse.pieces().map(range).map(|range| &parse.text()[range.start as usize..range.end as usize]).collect()
}

const BRACKETS: [&str; 13] = ["{", "}", "(", ")", "[", "]", "\"", "${", "#", "\n", "@", "é", "\"\"\""];
const WORDS: [&str; 11] = ["if ", "fn ", "type ", "let ", "match ", "mut ", " = ", " as ", "0", "1e", "unsafe "];

/// One seeded random change of a text: a token or a line removed, repeated, swapped or replaced by another.
pub fn mutate(text: &str, random: &mut fastrand::Rng) -> String {
    let parse = syntax::parse(text);
    let mut words = pieces(&parse);
    if words.is_empty() {
        return "fn main() {}".to_owned();
    }
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..words.len());
        let other = random.usize(..words.len());
        match random.u32(0..6) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[other]),
            2 => words[at] = words[other],
            3 => words.swap(at, other),
            4 => words.insert(at, BRACKETS[random.usize(..BRACKETS.len())]),
            _ => words.insert(at, WORDS[random.usize(..WORDS.len())]),
        }
        if words.is_empty() {
            break;
        }
    }
    words.concat()
}
