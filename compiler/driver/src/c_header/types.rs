//! Types of the language written in C. It owns names and the order of definitions; layouts follow from C's own rules, to
//! which the attributes `packed` and `aligned` are added where the language has them.

use std::collections::{BTreeSet, HashMap, HashSet};

use hir::ItemId;
use source::Database;
use types::{DefinitionKind, FloatKind, IntKind, Ty, TypeKind};

/// Words that C and C++, their predefined macros, or the headers that are included, have taken.
const TAKEN: &str = "\
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class \
    co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype \
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int \
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register \
    reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch \
    template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using \
    virtual void volatile wchar_t while xor xor_eq \
    linux unix \
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t int_least8_t int_least16_t int_least32_t \
    int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t int_fast8_t int_fast16_t int_fast32_t \
    int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t intptr_t uintptr_t intmax_t uintmax_t \
    NULL EOF BUFSIZ FILENAME_MAX FOPEN_MAX L_tmpnam L_ctermid P_tmpdir SEEK_CUR SEEK_END SEEK_SET TMP_MAX \
    RENAME_NOREPLACE RENAME_EXCHANGE RENAME_WHITEOUT size_t ssize_t off_t off64_t fpos_t fpos64_t va_list ino_t \
    ino64_t MAXNAMLEN dirent DT_UNKNOWN DT_FIFO DT_CHR DT_DIR DT_BLK DT_REG DT_LNK DT_SOCK DT_WHT SIZE_MAX \
    PTRDIFF_MIN PTRDIFF_MAX SIG_ATOMIC_MIN SIG_ATOMIC_MAX WCHAR_MIN WCHAR_MAX WINT_MIN WINT_MAX";

fn is_taken(word: &str) -> bool {
    // `stdint.h` has these for each width.
    let of_integers = (word.starts_with("INT") || word.starts_with("UINT"))
        && ["_MIN", "_MAX", "_C"].iter().any(|end| word.ends_with(end));
    of_integers || TAKEN.split_ascii_whitespace().any(|taken| taken == word)
}

/// Whether C keeps a word for its compilers: `_Complex`, `__int128`.
fn is_of_compilers(word: &str) -> bool {
    word.strip_prefix('_')
        .is_some_and(|rest| rest.starts_with(|letter: char| letter == '_' || letter.is_ascii_uppercase()))
}

/// Types of the C library that are no `struct` of their name, with the header that declares them.
const LIBRARY: &[(&str, &str)] = &[("FILE", "stdio.h"), ("DIR", "dirent.h")];

/// A name that C takes: of its letters, and none of its words.
pub(super) fn identifier(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '_' }
    };
    let mut word: String = name.chars().map(plain).collect();
    if word.is_empty() || word.starts_with(|letter: char| letter.is_ascii_digit()) {
        word.insert(0, '_');
    }
    if is_taken(&word) || is_of_compilers(&word) {
        word.push('_');
    }
    word
}

/// Names for things that are told apart by their names only, like the fields of a structure. Different names of the
/// language may be one to C, which has fewer letters.
#[derive(Default)]
pub(super) struct Identifiers {
    given: HashSet<String>,
}

impl Identifiers {
    /// A name that none of the others has, nor anything that `is_used` knows.
    pub(super) fn give(&mut self, wanted: &str, is_used: impl Fn(&str) -> bool) -> String {
        let first = identifier(wanted);
        let numbered = (2..).map(|number| format!("{first}_{number}"));
        let free =
            std::iter::once(first.clone()).chain(numbered).find(|name| !is_used(name) && !self.given.contains(name));
        let name = free.unwrap_or(first);
        self.given.insert(name.clone());
        name
    }
}

/// The documentation of an item as a comment.
pub(super) fn comment(db: &Database, item: ItemId, indent: &str) -> String {
    let Some(text) = hir::documentation(db, item) else {
        return String::new();
    };
    // A comment in C ends at the first of these, and warns of another beginning.
    let text = text.replace("*/", "* /").replace("/*", "/ *");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{indent}/* {} */\n", lines.join(&format!("\n{indent} * ")))
}

/// The types that a header uses.
pub(super) struct Writer<'db> {
    db: &'db Database,
    names: HashMap<Ty, String>,
    /// Names that are given already.
    taken: HashSet<String>,
    /// Headers of the C library.
    includes: BTreeSet<&'static str>,
    /// `typedef struct X X;`, in the order in which they were met.
    forward: Vec<String>,
    /// Definitions, each behind those that it needs.
    definitions: Vec<String>,
    defined: HashSet<Ty>,
    /// Types that stand behind pointers only so far.
    behind_pointers: Vec<(ItemId, Ty)>,
}

impl<'db> Writer<'db> {
    pub fn new(db: &'db Database) -> Writer<'db> {
        Writer {
            db,
            names: HashMap::new(),
            taken: HashSet::new(),
            includes: BTreeSet::from(["stdbool.h", "stdint.h"]),
            forward: Vec::new(),
            definitions: Vec::new(),
            defined: HashSet::new(),
            behind_pointers: Vec::new(),
        }
    }

    /// What is included, the names of all types, and their definitions.
    pub fn finish(mut self) -> [String; 3] {
        while let Some((item, ty)) = self.behind_pointers.pop() {
            self.define_item(item, ty);
        }
        let includes = self.includes.iter().map(|header| format!("#include <{header}>\n"));
        [includes.collect(), self.forward.concat(), self.definitions.join("\n")]
    }

    /// A parameter or result: as a field, but that an array stands in a structure.
    pub fn value(&mut self, ty: Ty, name: &str) -> String {
        match ty.kind() {
            TypeKind::Array(element, length) => format!("{} {name}", self.array(ty, element, length)),
            _any_other => self.declare(ty, name, false),
        }
    }

    /// A variable: as a field, arrays included.
    pub fn variable(&mut self, ty: Ty, name: &str) -> String {
        self.declare(ty, name, false)
    }

    /// `name` declared with a type; `is_const` says that it is not written through.
    fn declare(&mut self, ty: Ty, name: &str, is_const: bool) -> String {
        let plain = |word: &str| format!("{}{word} {name}", if is_const { "const " } else { "" });
        match ty.kind() {
            TypeKind::Error | TypeKind::Never | TypeKind::Instance(..) | TypeKind::Parameter(..) => plain("void"),
            TypeKind::Unit => {
                let unit = self.unit(ty);
                plain(&unit)
            }
            TypeKind::Bool => plain("bool"),
            TypeKind::Int(kind) => plain(integer(kind)),
            TypeKind::Float(FloatKind::F32) => plain("float"),
            TypeKind::Float(FloatKind::F64) => plain("double"),
            TypeKind::Tuple(elements) => {
                let tuple = self.tuple(ty, elements.types());
                plain(&tuple)
            }
            TypeKind::Named(item) => {
                let named = self.named(item, ty);
                if types::is_heap(self.db, ty) {
                    return pointer_to(&named, name, is_const);
                }
                self.define_item(item, ty);
                plain(&named)
            }
            // Only behind pointers, where it is the structure by its name.
            TypeKind::Object(item) => {
                let named = self.named(item, Ty::named(item));
                plain(&named)
            }
            TypeKind::String => {
                let string = self.string(ty);
                pointer_to(&format!("const {string}"), name, is_const)
            }
            TypeKind::Pointer(to) | TypeKind::Ref(to) | TypeKind::Mut(to) => self.pointer(ty, to, name, is_const),
            TypeKind::Array(element, length) => self.declare(element, &format!("{name}[{length}]"), is_const),
            TypeKind::ExternFunction(parameters, result) => {
                let parameters: Vec<String> =
                    parameters.types().iter().map(|ty| self.value(*ty, "").trim_end().to_string()).collect();
                let list = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
                let inner = format!("(*{}{name})({list})", if is_const { "const " } else { "" });
                match result {
                    Ty::UNIT | Ty::NEVER => format!("void {inner}"),
                    result => self.value(result, &inner),
                }
            }
        }
    }

    /// A pointer; one to a heap type or a string is the object's own, unless it is a raw pointer to where one is kept.
    fn pointer(&mut self, ty: Ty, to: Ty, name: &str, is_const: bool) -> String {
        let to_const = matches!(ty.kind(), TypeKind::Ref(_));
        let is_raw = matches!(ty.kind(), TypeKind::Pointer(_));
        let star = if is_const { "*const " } else { "*" };
        match to.kind() {
            TypeKind::Unit | TypeKind::Never | TypeKind::Error => {
                format!("{}void {star}{name}", if to_const { "const " } else { "" })
            }
            // A raw pointer to a heap type leads to where such a pointer is kept.
            TypeKind::Named(_) if is_raw && types::is_heap(self.db, to) => {
                self.declare(to, &format!("{star}{name}"), false)
            }
            TypeKind::Named(item) => {
                let named = self.named(item, to);
                format!("{}{named} {star}{name}", if to_const { "const " } else { "" })
            }
            TypeKind::String if to_const => self.declare(to, name, is_const),
            TypeKind::Array(..) => self.declare(to, &format!("({star}{name})"), to_const),
            _any_other => self.declare(to, &format!("{star}{name}"), to_const),
        }
    }

    /// Keeps the names of functions for them: what is called so in C cannot be a type too. Those whose symbol is a name
    /// in C have that name; others get one that is free.
    pub fn functions<'a>(&mut self, symbols: impl Iterator<Item = &'a str> + Clone) -> HashMap<&'a str, String> {
        let (plain, others): (Vec<&str>, Vec<&str>) = symbols.partition(|symbol| identifier(symbol) == *symbol);
        let mut names = HashMap::new();
        let mut identifiers = Identifiers::default();
        for symbol in plain.into_iter().chain(others) {
            let name = identifiers.give(symbol, |_| false);
            self.taken.insert(name.clone());
            names.insert(symbol, name);
        }
        names
    }

    /// Whether a type or function has a name.
    pub fn is_used(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Gives a type a name that nothing else has.
    fn name(&mut self, ty: Ty, wanted: &str, longer: Option<&str>) -> String {
        let mut name = identifier(wanted);
        if self.taken.contains(&name)
            && let Some(longer) = longer
        {
            name = identifier(longer);
        }
        let mut numbered = (2..).map(|number| format!("{name}_{number}"));
        if self.taken.contains(&name)
            && let Some(free) = numbered.find(|free| !self.taken.contains(free))
        {
            name = free;
        }
        self.taken.insert(name.clone());
        self.names.insert(ty, name.clone());
        name
    }

    fn named(&mut self, item: ItemId, ty: Ty) -> String {
        if let Some(name) = self.names.get(&ty) {
            return name.clone();
        }
        let path = item.path(self.db);
        let name = self.name(ty, item.name(self.db).text(), Some(&path));
        let kind = types::type_definition(self.db, item).kind;
        if let (DefinitionKind::Opaque, Some((_, header))) = (kind, LIBRARY.iter().find(|(known, _)| *known == name)) {
            self.includes.insert(header);
            return name;
        }
        let word = keyword(kind);
        self.forward.push(format!("typedef {word} {name} {name};\n"));
        self.behind_pointers.push((item, ty));
        name
    }

    /// Writes what an item defines, behind what it needs itself.
    fn define_item(&mut self, item: ItemId, ty: Ty) {
        let definition = types::type_definition(self.db, item);
        let is_visible = match definition.kind {
            DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::Union => true,
            // Whoever may see all fields of an object may see its layout; other objects stay closed.
            DefinitionKind::Heap => definition.fields.iter().all(|field| field.public),
            DefinitionKind::Opaque => false,
        };
        if !is_visible || !self.defined.insert(ty) {
            return;
        }
        let name = self.named(item, ty);
        let word = keyword(definition.kind);
        let mut attributes = Vec::new();
        if definition.packed {
            attributes.push("packed".to_string());
        }
        if let Some(align) = definition.align {
            attributes.push(format!("aligned({align})"));
        }
        let attributes =
            if attributes.is_empty() { String::new() } else { format!(" __attribute__(({}))", attributes.join(", ")) };
        let fields: Vec<(String, Ty)> =
            definition.fields.iter().map(|field| (field.name.text().to_string(), field.ty)).collect();
        let head = format!("{}{word} {name}", comment(self.db, item, ""));
        self.define(&head, &fields, &attributes);
    }

    fn define(&mut self, head: &str, fields: &[(String, Ty)], attributes: &str) {
        let mut body = String::new();
        let mut identifiers = Identifiers::default();
        for (name, ty) in fields {
            let name = identifiers.give(name, |_| false);
            // What takes no room in the language would not in GNU C either, but C has no name for it.
            if types::layout(self.db, *ty).size > 0 {
                body.push_str(&format!("    {};\n", self.declare(*ty, &name, false)));
            }
        }
        self.definitions.push(format!("{head} {{\n{body}}}{attributes};\n"));
    }

    fn unit(&mut self, ty: Ty) -> String {
        self.made(ty, "lang_unit", &[])
    }

    fn tuple(&mut self, ty: Ty, elements: &[Ty]) -> String {
        let words: Vec<String> = elements.iter().map(|element| types::display(self.db, *element)).collect();
        let fields: Vec<(String, Ty)> =
            elements.iter().enumerate().map(|(index, ty)| (format!("item{index}"), *ty)).collect();
        self.made(ty, &format!("tuple_{}", words.join("_")), &fields)
    }

    /// An array as a value.
    fn array(&mut self, ty: Ty, element: Ty, length: u64) -> String {
        let wanted = format!("array_{length}_{}", types::display(self.db, element));
        self.made(ty, &wanted, &[("elements".to_string(), ty)])
    }

    /// A structure without a name in the language.
    fn made(&mut self, ty: Ty, wanted: &str, fields: &[(String, Ty)]) -> String {
        if let Some(name) = self.names.get(&ty) {
            return name.clone();
        }
        let name = self.name(ty, wanted, None);
        self.forward.push(format!("typedef struct {name} {name};\n"));
        self.define(&format!("struct {name}"), fields, "");
        name
    }

    fn string(&mut self, ty: Ty) -> String {
        if let Some(name) = self.names.get(&ty) {
            return name.clone();
        }
        let name = self.name(ty, "lang_string", None);
        self.forward.push(format!("typedef struct {name} {name};\n"));
        self.definitions.push(format!(
            "/* A counted string; its bytes are UTF-8 and end in NUL. */\nstruct {name} {{\n    int64_t count;\n    int64_t length;\n    char bytes[];\n}};\n"
        ));
        name
    }
}

fn keyword(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Union => "union",
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::Opaque => "struct",
    }
}

/// `T *name`, or `T *const name`.
fn pointer_to(to: &str, name: &str, is_const: bool) -> String {
    format!("{to} *{}{name}", if is_const { "const " } else { "" })
}

fn integer(kind: IntKind) -> &'static str {
    match (kind.bits(), kind.is_signed()) {
        (8, true) => "int8_t",
        (8, false) => "uint8_t",
        (16, true) => "int16_t",
        (16, false) => "uint16_t",
        (32, true) => "int32_t",
        (32, false) => "uint32_t",
        (64, true) => "int64_t",
        (64, false) => "uint64_t",
        (_, true) => "__int128",
        (_, false) => "unsigned __int128",
    }
}
