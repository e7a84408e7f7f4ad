//! What things are called. C has names of records and enumerations apart from all others, the language has one namespace for a
//! module. Owns who keeps a name and what the others are called; names do not depend on what is asked for.

use std::collections::{HashMap, HashSet};

use c::clang::Answer;
use c::clang::wire::Kind;

use super::library;

/// The language's words, and names that the modules use themselves.
const RESERVED: &str = "as break case continue dyn else extern false fn for if impl import in let loop match move mut pub ref \
    return self Self throw trait true try type unsafe while bench copy enum inline static test union view \
    Option _";

fn is_reserved(name: &str) -> bool {
    RESERVED.split_ascii_whitespace().any(|word| word == name)
        || hir::BuiltinType::ALL.iter().any(|each| each.text() == name)
        || library::has(name)
}

/// A name of the language: C of today may have other letters.
fn plain(name: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let mut name: String = name.chars().map(letter).collect();
    if is_reserved(&name) || name.is_empty() {
        name.push('_');
    }
    name
}

/// A member, which may have any name.
pub(super) fn member(name: &str) -> String {
    let mut name: String =
        name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
    // Alone it is no name.
    if name == "_" {
        name.push('_');
    }
    name
}

/// Names that are taken, of the members or methods of a type or of the parameters of a function.
#[derive(Default)]
pub(super) struct Taken(HashSet<String>);

impl Taken {
    /// The name, or one like it that is free; from here on it is taken.
    pub fn free(&mut self, name: String) -> String {
        let mut name = name;
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Of a parameter.
    pub fn parameter(&mut self, name: Option<&str>, number: usize) -> String {
        self.free(name.map_or_else(|| format!("argument_{number}"), plain))
    }

    /// Of the methods that read and write a member.
    pub fn accessors(&mut self, member: &str) -> (String, String) {
        let mut name = plain(member);
        let setter = |name: &str| format!("set_{name}");
        while self.0.contains(&name) || self.0.contains(&setter(&name)) {
            name.push('_');
        }
        self.0.extend([name.clone(), setter(&name)]);
        (name.clone(), setter(&name))
    }
}

/// The names of a module.
pub(super) struct Names {
    /// Of functions, variables, typedefs and enumerators, by what C calls them.
    ordinary: HashMap<String, String>,
    /// Of records with and without a tag.
    records: Vec<String>,
    /// Of enumerations; those without a name have none.
    enumerations: Vec<Option<String>>,
    /// Of records that are not defined, by what C writes: `struct gzFile_s`.
    incomplete: HashMap<String, String>,
    taken: HashSet<String>,
    /// What tags and typedefs are both called.
    both: HashSet<String>,
}

impl Names {
    pub fn new(answer: &Answer) -> Names {
        let mut names = Names {
            ordinary: HashMap::new(),
            records: Vec::new(),
            enumerations: Vec::new(),
            incomplete: HashMap::new(),
            taken: HashSet::new(),
            both: HashSet::new(),
        };
        let foreign = answer.functions.iter().map(|each| &each.name);
        let foreign = foreign.chain(answer.globals.iter().map(|each| &each.name));
        let others = answer.typedefs.iter().map(|each| &each.name);
        let others =
            others.chain(answer.enumerations.iter().flat_map(|each| each.enumerators.iter().map(|(name, _)| name)));
        for name in foreign.chain(others) {
            names.ordinary(name);
        }
        let typedefs: HashMap<&str, &Kind> =
            answer.typedefs.iter().map(|each| (each.name.as_str(), &answer.types[each.ty as usize].kind)).collect();
        let owners = owners(answer);
        for (index, record) in answer.records.iter().enumerate() {
            let kind = if record.is_union { "union" } else { "struct" };
            let name = match &record.tag {
                Some(tag) => {
                    let is_same = matches!(typedefs.get(tag.as_str()), Some(Kind::Record(of)) if *of as usize == index);
                    names.tagged(tag, is_same, kind)
                }
                // What holds it may stand behind it, so it waits.
                None => String::new(),
            };
            names.records.push(name);
        }
        for index in (0..answer.records.len()).rev() {
            names.unnamed_record(answer, &owners, index);
        }
        for enumeration in &answer.enumerations {
            let name = enumeration.tag.as_ref().map(|tag| {
                let is_same = matches!(typedefs.get(tag.as_str()), Some(Kind::Enumeration(_)));
                names.tagged(tag, is_same, "enum")
            });
            names.enumerations.push(name);
        }
        for ty in answer.types.iter().filter(|ty| ty.kind == Kind::Incomplete) {
            names.incomplete_type(&ty.name, &typedefs);
        }
        names
    }

    fn ordinary(&mut self, name: &str) {
        if !self.ordinary.contains_key(name) {
            let free = self.free(plain(name));
            self.ordinary.insert(name.to_string(), free);
        }
    }

    fn free(&mut self, name: String) -> String {
        let mut name = name;
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn tagged(&mut self, tag: &str, is_typedef: bool, kind: &str) -> String {
        match self.ordinary.get(tag) {
            Some(name) if is_typedef => {
                self.both.insert(name.clone());
                name.clone()
            }
            Some(_) => self.free(format!("{kind}_{}", plain(tag))),
            None => self.free(plain(tag)),
        }
    }

    /// One without a name is called as what holds it, and as the member there.
    fn unnamed_record(&mut self, answer: &Answer, owners: &HashMap<u32, (u32, usize)>, index: usize) {
        // From the outermost that has no name yet inwards.
        let mut chain = vec![index];
        while let Some((owner, _)) = owners.get(&(chain[chain.len() - 1] as u32)) {
            if !self.records[*owner as usize].is_empty() || chain.contains(&(*owner as usize)) {
                break;
            }
            chain.push(*owner as usize);
        }
        for index in chain.into_iter().rev() {
            if !self.records[index].is_empty() {
                continue;
            }
            let name = match owners.get(&(index as u32)) {
                Some((owner, field)) => {
                    let of = &self.records[*owner as usize];
                    match &answer.records[*owner as usize].fields[*field].name {
                        Some(name) => format!("{of}_{}", member(name)),
                        None => format!("{of}_anonymous_{field}"),
                    }
                }
                None => format!("anonymous_{index}"),
            };
            self.records[index] = self.free(plain(&name));
        }
    }

    fn incomplete_type(&mut self, written: &str, typedefs: &HashMap<&str, &Kind>) {
        let key = tag_of(written);
        if self.incomplete.contains_key(&key) {
            return;
        }
        let (kind, tag) = key.split_once(' ').unwrap_or(("struct", &key));
        // `typedef struct sqlite3 sqlite3;` is one name.
        let is_same = matches!(typedefs.get(tag), Some(Kind::Incomplete));
        let name = self.tagged(tag, is_same, kind);
        self.incomplete.insert(key, name);
    }

    /// Of a function, variable, typedef or enumerator.
    pub fn of(&self, name: &str) -> String {
        self.ordinary.get(name).cloned().unwrap_or_else(|| plain(name))
    }

    /// Whether a type with a tag has the name, so that a typedef, which may lead to it through others, has nothing to say.
    pub fn is_of_tag(&self, name: &str) -> bool {
        self.both.contains(name)
    }

    /// Whether a function, variable, typedef or enumerator has the name.
    pub fn is_ordinary(&self, name: &str) -> bool {
        self.ordinary.contains_key(name)
    }

    pub fn record(&self, index: u32) -> &str {
        &self.records[index as usize]
    }

    pub fn enumeration(&self, index: usize) -> Option<&str> {
        self.enumerations[index].as_deref()
    }

    /// Of a type that is not defined, as C writes it.
    pub fn incomplete(&self, written: &str) -> Option<&str> {
        self.incomplete.get(&tag_of(written)).map(String::as_str)
    }

    /// A name for a macro, if nothing else has it.
    pub fn of_macro(&mut self, name: &str) -> Option<String> {
        let plain = plain(name);
        self.taken.insert(plain.clone()).then_some(plain)
    }
}

/// Without qualifiers.
pub(super) fn tag_of(written: &str) -> String {
    let words = written.split(' ').filter(|word| !matches!(*word, "const" | "volatile" | "restrict"));
    words.collect::<Vec<_>>().join(" ")
}

/// Which record holds one without a name, and in which member.
fn owners(answer: &Answer) -> HashMap<u32, (u32, usize)> {
    let mut owners = HashMap::new();
    for (owner, record) in answer.records.iter().enumerate() {
        for (number, field) in record.fields.iter().enumerate() {
            let mut ty = field.ty;
            // Arrays of pointers of arrays: each step leads to another type, and a circle would come by a record.
            for _ in 0..64 {
                match &answer.types[ty as usize].kind {
                    Kind::Record(inner) => {
                        if answer.records[*inner as usize].tag.is_none() && *inner as usize != owner {
                            owners.entry(*inner).or_insert((owner as u32, number));
                        }
                        break;
                    }
                    Kind::Array { element, .. } => ty = *element,
                    Kind::Pointer { pointee: Some(pointee), .. } => ty = *pointee,
                    Kind::Pointer { pointee: None, .. }
                    | Kind::Void
                    | Kind::Bool
                    | Kind::Integer { .. }
                    | Kind::BitInt { .. }
                    | Kind::Float(_)
                    | Kind::Complex(_)
                    | Kind::Vector { .. }
                    | Kind::Enumeration(_)
                    | Kind::Atomic(_)
                    | Kind::Function
                    | Kind::Incomplete
                    | Kind::Unknown => break,
                }
            }
        }
    }
    owners
}
