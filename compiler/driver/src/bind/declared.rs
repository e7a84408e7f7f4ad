//! Where C declares what a module has, and in which words: what editors show of it. Owns the table by the names of the module;
//! it must not know what of it was written.

use std::collections::BTreeMap;
use std::path::PathBuf;

use c::clang::Answer;
use c::clang::wire::{Function, Place, Prototype, Record};
use c::spelled;
use project::CDeclaration;

use super::names::Names;
use super::selection::Selection;

/// All that the answer declares, by its name in the module.
pub(super) fn declared(answer: &Answer, names: &Names, selection: &Selection) -> BTreeMap<String, CDeclaration> {
    let mut table = Table { known: BTreeMap::new(), selection };
    let ty = |index: u32| answer.types[index as usize].name.as_str();
    for function in &answer.functions {
        table.add(names.of(&function.name), &function.place, prototype(answer, function));
    }
    for global in &answer.globals {
        table.add(
            names.of(&global.name),
            &global.place,
            format!("extern {}", spelled::declarator(ty(global.ty), &global.name)),
        );
    }
    for (index, record) in answer.records.iter().enumerate() {
        table.add(names.record(index as u32).to_string(), &record.place, tagged(record));
    }
    for (index, enumeration) in answer.enumerations.iter().enumerate() {
        let text = enumeration.tag.as_ref().map_or_else(|| "enum".to_string(), |tag| format!("enum {tag}"));
        for (name, value) in &enumeration.enumerators {
            table.add(names.of(name), &enumeration.place, format!("{text} {{ {name} = {value} }}"));
        }
        if let Some(name) = names.enumeration(index) {
            table.add(name.to_string(), &enumeration.place, text);
        }
    }
    for typedef in &answer.typedefs {
        let text = format!("typedef {}", spelled::declarator(ty(typedef.ty), &typedef.name));
        table.add(names.of(&typedef.name), &typedef.place, text);
    }
    for each in &answer.macros {
        table.add(names.of(&each.name), &each.place, format!("#define {}", each.name));
    }
    for (name, place) in &answer.macros_with_parameters {
        table.add(names.of(name), place, format!("#define {name}(…)"));
    }
    table.known
}

fn prototype(answer: &Answer, function: &Function) -> String {
    let ty = |index: &u32| answer.types[*index as usize].name.as_str();
    let names = function.names.iter().map(Option::as_deref).chain(std::iter::repeat(None));
    let parameters = function.ty.params.iter().map(ty).zip(names);
    let is_variadic = function.ty.prototype == Prototype::Variadic;
    spelled::prototype(ty(&function.ty.result), &function.name, parameters, is_variadic)
}

fn tagged(record: &Record) -> String {
    let kind = if record.is_union { "union" } else { "struct" };
    match &record.tag {
        // A typedef stands for one without a tag.
        Some(tag) if record.name == *tag => format!("typedef {kind} {{ ... }} {tag}"),
        Some(tag) => format!("{kind} {tag}"),
        None => kind.to_string(),
    }
}

struct Table<'a> {
    selection: &'a Selection,
    known: BTreeMap<String, CDeclaration>,
}

impl Table<'_> {
    /// The first one of a name stays.
    fn add(&mut self, name: String, place: &Place, text: String) {
        let is_own = self.selection.has_file(place);
        let declaration =
            || CDeclaration { file: PathBuf::from(&place.file), line: place.line, column: place.column, text, is_own };
        self.known.entry(name).or_insert_with(declaration);
    }
}
