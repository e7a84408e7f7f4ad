//! `lang bind`: a module of the language for headers of C. Owns the order of the module and what of the headers is in it; how
//! C is read, [`crate::CReader`] knows. Nothing is guessed: sizes, offsets and values are clang's, a record is written with
//! members only if the language lays them out as clang does, a function only if the types that are written for it travel as
//! C's. What has no form in the language stands in a comment with the reason.

mod accessors;
mod declared;
mod inclusions;
mod library;
mod names;
mod records;
mod selection;
mod text;
mod types;
mod values;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use abi::{Signature, Target, TyId};
use c::clang::Answer;
use c::clang::wire::{Callback, Function, Global, Kind, Macro, Mistake, Place, Prototype};
use c::declarations::Declarations;
use project::{CDeclaration, Report};

use crate::c_reader::{CReader, no_special_file};
use crate::problems::unbound_header;
use names::Names;
use selection::Selection;
pub(crate) use selection::matches;
use types::{Form, Types};

/// What is to be bound.
#[derive(Clone, Copy, Debug)]
pub struct Binding<'a> {
    /// The headers, as `#include` names them, or paths to them.
    pub headers: &'a [String],
    /// What clang is told besides.
    pub options: &'a [String],
    /// Only what has names of these patterns, and what it needs; everything if there is none.
    pub only: &'a [String],
    /// C libraries that the module is linked with.
    pub link: &'a [String],
    /// For which machine.
    pub target: Target,
    /// Beside what headers are looked for first; empty for the current folder.
    pub folder: &'a Path,
}

/// A module that was made of headers.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its text: it is right, but not yet in the one form.
    pub text: String,
    /// Every file that something of it stands in, as clang calls it.
    pub headers: Vec<PathBuf>,
    /// What C declares, by its name in the module.
    pub declared: BTreeMap<String, CDeclaration>,
}

/// The word with which a module of ours begins, so that it may be replaced.
pub const BOUND: &str = "# Written by `lang bind`";

/// What each list of what is not written begins with: the reason, a colon, and the names in the lines behind it.
const LEFT_OUT: &str = "# Not written, since ";

/// Why a module does not have names that its headers declare, where it says so.
pub(crate) fn reasons(module: &str) -> HashMap<String, String> {
    let mut reasons = HashMap::new();
    let mut why = None;
    for line in module.lines() {
        match (line.strip_prefix(LEFT_OUT), line.strip_prefix("# "), why) {
            (Some(rest), ..) => why = rest.strip_suffix(':'),
            (None, Some(names), Some(why)) => {
                let names = names.trim_end_matches(['.', ',']).split(", ");
                let names = names.filter_map(|name| name.split(" (").next());
                reasons.extend(names.map(|name| (name.to_string(), why.to_string())));
            }
            (None, Some(_), None) => {}
            (None, None, _) => why = None,
        }
    }
    reasons
}

/// What clang is to believe the text that includes the headers is called.
pub(crate) const MAIN: &str = "lang_bind.c";

/// The module.
///
/// # Errors
/// What is wrong with the headers, or that they hold nothing that was asked for.
pub fn bind(reader: &CReader, binding: &Binding<'_>) -> Result<Bound, Vec<Report>> {
    let main = binding.folder.join(MAIN).display().to_string();
    let mut text = String::new();
    for header in binding.headers {
        if header.is_empty() || header.contains(['"', '\n', '\\']) {
            return Err(vec![unbound_header::report(&format!(
                "`{}` is no name of a header",
                source::printable::line(header)
            ))]);
        }
        text.push_str(&format!("#include \"{header}\"\n"));
    }
    let answer = no_special_file(binding.folder, binding.headers)
        .and_then(|()| reader.read_in_full(&main, &text, &binding.target, binding.options))
        .map_err(|reason| vec![unread(binding.headers, &reason)])?;
    if let Some(reason) = of_other_language(&answer.errors) {
        return Err(vec![unbound_header::of_nothing(
            &reason,
            "name a header of C; many libraries have one beside that of C++",
        )]);
    }
    if !answer.errors.is_empty() {
        return Err(answer.errors.iter().map(|mistake| unread(binding.headers, &mistake.in_words())).collect());
    }
    let declarations = answer.describe(binding.target, &main, &[]);
    let selection = Selection::new(binding, &answer);
    let mut writer = Writer {
        types: Types::new(&answer, declarations, Names::new(&answer), &selection),
        answer: &answer,
        selection: &selection,
        foreign: Vec::new(),
        constants: Vec::new(),
        unwritten: Vec::new(),
    };
    writer.write();
    if writer.is_empty() {
        let (reason, help) = selection.nothing(&answer);
        return Err(vec![unbound_header::of_nothing(&reason, &help)]);
    }
    let declared = declared::declared(&answer, &writer.types.names, &selection);
    let mut headers: Vec<PathBuf> = declared.values().map(|each| each.file.clone()).collect();
    // The first is the text that includes them.
    headers.extend(answer.files.iter().skip(1).map(|file| PathBuf::from(&file.path)));
    headers.sort();
    headers.dedup();
    Ok(Bound { text: writer.module(binding), headers, declared })
}

/// What is wrong with headers if one is of C++: it uses words that mean nothing in C.
fn of_other_language(errors: &[Mistake]) -> Option<String> {
    const WORDS: [&str; 6] = ["namespace", "class", "template", "using", "constexpr", "typename"];
    errors.iter().find_map(|mistake| {
        let word = WORDS.iter().find(|word| mistake.message == format!("unknown type name '{word}'"))?;
        Some(format!("{}: it is C++ (`{word}`), and only C can be bound", mistake.place))
    })
}

/// Why headers cannot be read, and whether one is called as those of C++ are.
fn unread(headers: &[String], reason: &str) -> Report {
    const ENDS: [&str; 4] = [".hpp", ".hh", ".hxx", ".h++"];
    match headers.iter().find(|header| ENDS.iter().any(|end| header.ends_with(end))) {
        Some(named) => unbound_header::report(&format!(
            "{reason}; `{named}` is called as headers of C++ are, and only C can be bound"
        )),
        None => unbound_header::report(reason),
    }
}

struct Writer<'a> {
    answer: &'a Answer,
    selection: &'a Selection,
    types: Types<'a>,
    /// Functions and variables.
    foreign: Vec<String>,
    constants: Vec<String>,
    /// What is not written, and why.
    unwritten: Vec<(String, String)>,
}

impl<'a> Writer<'a> {
    fn write(&mut self) {
        let answer = self.answer;
        let described: BTreeMap<String, Signature> = std::mem::take(&mut self.types.declarations.functions)
            .into_iter()
            .map(|function| (function.name, function.signature))
            .collect();
        for function in answer.functions.iter().filter(|each| self.selection.takes(&each.name, &each.place)) {
            match self.function(function, described.get(&function.name)) {
                Ok(text) => self.foreign.push(text),
                Err(why) => self.leave_out(&function.name, Some(&function.place), &why),
            }
        }
        for global in answer.globals.iter().filter(|each| self.selection.takes(&each.name, &each.place)) {
            match self.global(global) {
                Ok(text) => self.foreign.push(text),
                Err(why) => self.leave_out(&global.name, Some(&global.place), &why),
            }
        }
        for (index, typedef) in answer.typedefs.iter().enumerate() {
            // What is not defined is there as a type without members.
            let is_defined = *self.types.kind(typedef.ty) != Kind::Incomplete;
            if self.selection.takes(&typedef.name, &typedef.place)
                && let Err(why) = self.types.typedef(index)
                && is_defined
            {
                self.leave_out(&typedef.name, Some(&typedef.place), &why);
            }
        }
        for (index, record) in answer.records.iter().enumerate() {
            let name = record.tag.as_deref();
            if name.is_some_and(|name| self.selection.takes(name, &record.place)) {
                // Why one has no form is said where it is written.
                let _ = self.types.record(index as u32);
            }
        }
        self.enumerations();
        let mut macros: Vec<&Macro> =
            answer.macros.iter().filter(|each| self.selection.takes(&each.name, &each.place)).collect();
        macros.sort_by_key(|each| (&each.place.file, each.place.offset));
        for each in macros {
            match values::constant(&mut self.types, each, self.selection) {
                Ok(Some(text)) => self.constants.push(text),
                Ok(None) => {}
                Err(why) => self.leave_out(&each.name, Some(&each.place), &why),
            }
        }
        for (name, place) in answer.macros_with_parameters.iter() {
            if self.selection.takes(name, place) {
                self.leave_out(name, Some(place), "a macro with parameters");
            }
        }
        self.types.finish();
    }

    /// Enumerations of C are open: any integer may stand there, so they are names of their integer, and constants.
    fn enumerations(&mut self) {
        for (index, enumeration) in self.answer.enumerations.iter().enumerate() {
            let is_named = enumeration.tag.as_ref().is_some_and(|tag| self.selection.takes(tag, &enumeration.place));
            let is_named_within =
                enumeration.enumerators.iter().any(|(name, _)| self.selection.takes(name, &enumeration.place));
            if is_named || is_named_within {
                self.types.enumeration(index);
            }
        }
    }

    fn leave_out(&mut self, name: &str, place: Option<&Place>, why: &str) {
        let place = place.map_or(String::new(), |place| format!(" ({})", self.selection.shown(place)));
        self.unwritten.push((why.to_string(), format!("{name}{place}")));
    }

    fn function(&mut self, function: &Function, described: Option<&Signature>) -> Result<String, String> {
        if !function.exported {
            return Err("it is `static`, so no library has it".to_string());
        }
        if function.is_inline_only {
            return Err("it is `inline` without `extern`, so no library has it".to_string());
        }
        let Some(described) = described else {
            return Err(self.types.why_refused(&function.name));
        };
        let written = self.types.signature(&function.ty, true)?;
        let (params, result) = (written.params.iter().map(|form| form.ty), written.result.ty);
        let signature = match function.ty.prototype {
            Prototype::Fixed => Signature::new(result, params),
            Prototype::Variadic => Signature::variadic(result, params, written.params.len() as u16),
            Prototype::Missing => return Err("it has no prototype: nobody knows its parameters".to_string()),
        };
        self.types.compare(&signature, described)?;
        let mut list = Vec::with_capacity(written.params.len());
        let (mut taken, mut notes) = (names::Taken::default(), Vec::new());
        for (number, form) in written.params.iter().enumerate() {
            let name = function.names.get(number).cloned().flatten();
            let name = taken.parameter(name.as_deref(), number);
            notes.extend(form.note.iter().map(|why| format!("# `{name}` leads to `()` here: {}\n", text::line(why))));
            list.push(format!("{name}: {}", form.text));
        }
        if function.ty.prototype == Prototype::Variadic {
            list.push("...".to_string());
        }
        let (name, symbol) = (self.types.names.of(&function.name), self.types.symbol(&function.symbol));
        notes.extend(
            written.result.note.iter().map(|why| format!("# Its result leads to `()` here: {}\n", text::line(why))),
        );
        let mut text = self.documented(function.comment.as_deref(), &function.place);
        text.push_str(&notes.concat());
        text.push_str(&named(&name, symbol)?);
        text.push_str(&format!("pub fn {name}({}){}\n", list.join(", "), result_of(&written.result)));
        Ok(text)
    }

    fn global(&mut self, global: &Global) -> Result<String, String> {
        if !global.exported {
            return Err("it is `static`, so no library has it".to_string());
        }
        if global.is_thread_local {
            return Err("each thread has its own, for which there is no form".to_string());
        }
        let form = self.types.form(global.ty)?;
        if form.ty == TyId::VOID {
            return Err("it is of the type `void`, which has no values".to_string());
        }
        let (name, symbol) = (self.types.names.of(&global.name), self.types.symbol(&global.symbol));
        let mut text = self.documented(global.comment.as_deref(), &global.place);
        if global.is_const {
            text.push_str("# It is `const`: nobody may write it.\n");
        }
        text.extend(form.note.iter().map(|why| format!("# It leads to `()` here: {}\n", text::line(why))));
        text.push_str(&named(&name, symbol)?);
        let word = if global.is_const { "let" } else { "let mut" };
        text.push_str(&format!("pub {word} {name}: {}\n", form.text));
        Ok(text)
    }

    fn documented(&self, comment: Option<&str>, place: &Place) -> String {
        text::documentation(comment, &self.selection.shown(place))
    }

    fn is_empty(&self) -> bool {
        self.foreign.is_empty() && self.constants.is_empty() && self.types.is_empty() && self.unwritten.is_empty()
    }

    fn module(mut self, binding: &Binding<'_>) -> String {
        let headers = binding.headers.join(", ");
        let mut module = format!("{BOUND} for {}: the declarations of {headers}.\n\n", binding.target);
        for library in binding.link {
            module.push_str(&format!("import extern \"{library}\"\n"));
        }
        let body = self.body();
        for (library, names) in library::imported(&body) {
            module.push_str(&format!("import {library} ({})\n", names.join(", ")));
        }
        module.push('\n');
        module.push_str(&body);
        module
    }

    fn body(&mut self) -> String {
        let mut foreign: Vec<String> = self.types.opaque();
        foreign.append(&mut self.foreign);
        let mut body = String::new();
        if !foreign.is_empty() {
            body.push_str("extern {\n");
            body.push_str(&foreign.join("\n"));
            body.push_str("}\n\n");
        }
        let (items, mut constants) = self.types.items();
        constants.append(&mut self.constants);
        for item in items.into_iter().chain(constants) {
            body.push_str(&item);
            body.push('\n');
        }
        let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (why, what) in self.unwritten.drain(..).chain(self.types.unwritten()) {
            reasons.entry(why).or_default().push(what);
        }
        for (why, mut names) in reasons {
            names.sort();
            names.dedup();
            body.push_str(&format!("{LEFT_OUT}{}:\n", text::line(&why)));
            for line in text::filled(&names) {
                body.push_str(&format!("# {line}\n"));
            }
            body.push('\n');
        }
        body
    }
}

/// The attribute that says what C calls it, where that is another name.
fn named(name: &str, symbol: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '$');
    if symbol.is_empty() || !symbol.chars().all(is_plain) || symbol.starts_with(|first: char| first.is_ascii_digit()) {
        return Err("its name for the linker has other letters than names of C".to_string());
    }
    Ok(if name == symbol { String::new() } else { format!("@[name(\"{symbol}\")]\n") })
}

fn result_of(form: &Form) -> String {
    if form.text == "()" { String::new() } else { format!(" -> {}", form.text) }
}

/// Whether the language has function pointers of such a type.
fn is_callable(callback: &Callback) -> bool {
    callback.is_called_as_c && callback.prototype == Prototype::Fixed
}

/// What C declares, described on the target.
type Described = Declarations;
