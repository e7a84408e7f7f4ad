//! What C has already of a program: types of modules that were made of headers (`[bind]`), and of files whose declarations name
//! theirs (`@[header("…")]`). It owns which headers ours includes for them, how C calls these types, and which names their
//! headers take. Only C includes them: modules of other languages have definitions of their own. It must not know how headers
//! are read, nor how ours is written.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use hir::ItemId;
use project::disk;
use project::{CDeclaration, HeaderModule, WantedModule};
use source::SourceFile;

use super::forms::OfOthers;
use crate::program::Program;

type Declared = Arc<BTreeMap<String, CDeclaration>>;

/// The headers of a program.
#[derive(Default)]
pub(super) struct OfHeaders<'a> {
    program: Option<&'a Program>,
    groups: Vec<Group>,
    of_file: HashMap<SourceFile, Vec<usize>>,
}

/// Headers that are read together.
struct Group {
    wanted: Arc<WantedModule>,
    /// What was made of them; nothing where declarations by hand name them.
    module: Option<Arc<HeaderModule>>,
    declared: OnceCell<Declared>,
}

/// A type of C.
pub(super) struct TypeInC {
    /// The number of the headers that declare it.
    pub headers: usize,
    /// As C writes it.
    pub word: String,
    /// Whether C knows its size.
    pub is_complete: bool,
}

/// Names that headers take.
#[derive(Clone, Default)]
pub(super) struct Kept {
    /// Whose text stands in their place wherever they stand.
    pub macros: HashSet<String>,
    /// Of functions, variables, types and enumerators.
    pub others: HashSet<String>,
    /// Functions and variables.
    pub symbols: HashSet<String>,
}

impl<'a> OfHeaders<'a> {
    pub(super) fn new(program: &'a Program) -> OfHeaders<'a> {
        let mut found = OfHeaders { program: Some(program), ..OfHeaders::default() };
        for file in program.loaded.files.iter().filter(|file| !file.package.is_standard(&program.db)) {
            match (&file.of_headers, &file.bound) {
                (Some(module), Some(wanted)) => found.add(file.file, wanted.clone(), Some(module.clone())),
                (Some(_), None) => {}
                (None, _) => found.add_written(program, file.file),
            }
        }
        found
    }

    /// The headers that declarations by hand name.
    fn add_written(&mut self, program: &Program, file: SourceFile) {
        let db = &program.db;
        let Some(module) = hir::module_of_file(db, file) else { return };
        let lists = hir::module_items(db, module).of_c().iter().map(|(item, _)| hir::c_headers(db, *item));
        let lists: BTreeSet<Vec<String>> = lists.filter(|headers| !headers.is_empty()).collect();
        let loaded = &program.loaded;
        let folder = loaded.path(file).and_then(Path::parent).unwrap_or(&loaded.folder);
        for headers in lists {
            let (link, settings) = (loaded.link.libraries.clone(), (loaded.c.include.clone(), loaded.c.define.clone()));
            let wanted = WantedModule::of_declarations(headers, link, settings, folder.to_path_buf());
            self.add(file, Arc::new(wanted), None);
        }
    }

    fn add(&mut self, file: SourceFile, wanted: Arc<WantedModule>, module: Option<Arc<HeaderModule>>) {
        self.of_file.entry(file).or_default().push(self.groups.len());
        self.groups.push(Group { wanted, module, declared: OnceCell::new() });
    }

    /// What a type is in C, if one of the headers declares it.
    pub(super) fn type_in_c(&self, item: ItemId) -> Option<TypeInC> {
        let program = self.program?;
        let groups = self.of_file.get(&hir::item_file(&program.db, item)?)?;
        let name = item.name(&program.db).text().to_string();
        groups.iter().find_map(|number| {
            let declared = self.groups[*number].declared(program);
            let text = &declared.get(&name)?.text;
            let is_complete = !text.starts_with("typedef ") || text.contains('{');
            Some(TypeInC { headers: *number, word: spelled(text)?, is_complete })
        })
    }

    /// What C includes.
    pub(super) fn includes(&self, used: &BTreeSet<usize>) -> Vec<OfOthers> {
        let groups = used.iter().map(|number| &self.groups[*number].wanted);
        groups
            .map(|wanted| {
                let is_there = |header: &str| disk::exists(&wanted.folder.join(header));
                let headers = wanted.entry.headers.iter();
                let headers = headers.map(|header| match is_there(header) {
                    true => format!("\"{header}\""),
                    false => format!("<{header}>"),
                });
                let defines = wanted.define.iter().map(|define| {
                    let (name, value) = define.split_once('=').unwrap_or((define, "1"));
                    (name.to_string(), value.to_string())
                });
                OfOthers { headers: headers.collect(), defines: defines.collect() }
            })
            .collect()
    }

    /// The names that these headers take.
    pub(super) fn kept(&self, used: &BTreeSet<usize>) -> Kept {
        let mut kept = Kept::default();
        let Some(program) = self.program else { return kept };
        for number in used {
            for (name, declaration) in self.groups[*number].declared(program).iter() {
                let text = &declaration.text;
                let is_type = ["typedef ", "struct ", "union ", "enum "].iter().any(|word| text.starts_with(word));
                let list = if text.starts_with("#define ") { &mut kept.macros } else { &mut kept.others };
                // What is called by a word of the language has one more letter there.
                list.extend([name.clone(), name.trim_end_matches('_').to_string()]);
                if text.starts_with("extern ") || text.ends_with(')') && !is_type || text.contains(&format!(" {name}("))
                {
                    kept.symbols.insert(name.clone());
                }
            }
        }
        kept
    }
}

impl Group {
    /// Nothing where they cannot be read, which checks say.
    fn declared(&self, program: &Program) -> &Declared {
        self.declared.get_or_init(|| {
            let Some(binder) = &program.binder else { return Declared::default() };
            let known = self.module.as_ref().map(|module| binder.declared(module)).filter(|known| !known.is_empty());
            known.unwrap_or_else(|| {
                binder.bind(&self.wanted, None).map(|module| binder.declared(&module)).unwrap_or_default()
            })
        })
    }
}

/// A type's name, of its declaration.
fn spelled(text: &str) -> Option<String> {
    let is_name = |word: &str| word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    match text.split_once(' ')? {
        ("struct" | "union", tag) if is_name(tag) => Some(text.to_string()),
        ("typedef", rest) => rest.rsplit(' ').next().filter(|name| is_name(name)).map(str::to_string),
        _ => None,
    }
}
