//! What stands behind a point, and behind `@`: fields, methods, functions of a type, cases, names of a module.

use hir::ItemId;
use syntax::{NodeId, NodeKind};
use types::{Builtin, Ty, TypeKind};

use super::auto_import::import_edit;
use super::collector::{Candidate, Class, Collector, key};
use super::item::{CompletionKey, CompletionKind};
use super::scope::{is_value, is_visible};
use crate::builtins::BuiltinName;
use crate::cursor::Meaning;
use crate::edit::TextEdit;
use crate::name_use::owner_of_fields;
use crate::navigation_target::SymbolKind;

/// What may stand behind the point after a node.
pub(super) fn of_receiver(collector: &mut Collector<'_, '_>, receiver: NodeId) {
    match collector.cursor.meaning(receiver) {
        Meaning::Value(ty) => {
            let inside = types::looked_through(collector.cursor.db, ty);
            fields(collector, ty, false);
            methods(collector, ty, true, "");
            parts(collector, ty);
            builtin_methods(collector, ty);
            // What is counted has all that its content has, too.
            if inside != ty.value_type() {
                let own = collector.count();
                fields(collector, inside, false);
                methods(collector, inside, true, "");
                parts(collector, inside);
                builtin_methods(collector, inside);
                collector.drop_repeated(own);
            }
            // What is lent as a slice silently has the methods of slices.
            if let Some(element) = types::element_of(collector.cursor.db, inside)
                && inside.as_slice().is_none()
            {
                let own = collector.count();
                methods(collector, Ty::slice(element), true, "");
                collector.drop_repeated(own);
            }
            postfix(collector, receiver, ty);
        }
        Meaning::Type(ty) => {
            if let Some(named) = ty.as_named() {
                super::cases::of_enum(collector, named.item);
            }
            methods(collector, ty, false, "");
            builtin_functions(collector, ty);
        }
        Meaning::PointerType => {
            let kind = CompletionKind::Symbol(SymbolKind::StaticMethod);
            let mut candidate = Candidate::new("null", kind, Class::Method);
            candidate.key = Some(CompletionKey::of_builtin(BuiltinName::PointerNull));
            let candidate = collector.callable(candidate, Meaning::PointerNull, true);
            collector.add(candidate);
        }
        Meaning::Module(module) => collector.names_of_module(module, is_value, true),
        Meaning::OtherType(_)
        | Meaning::Case { .. }
        | Meaning::Function { .. }
        | Meaning::Builtin(_)
        | Meaning::BuiltinMethod(_)
        | Meaning::PointerNull
        | Meaning::Unknown => {}
    }
}

/// What may stand behind `@`. Methods are reached by `self.`, which replaces the `@`.
pub(super) fn of_self(collector: &mut Collector<'_, '_>) {
    if let Some(ty) = collector.cursor.self_type() {
        fields(collector, ty, true);
        methods(collector, ty, true, "self.");
    }
}

fn fields(collector: &mut Collector<'_, '_>, ty: Ty, is_self: bool) {
    let Some(owner) = owner_of_fields(ty) else { return };
    let db = collector.cursor.db;
    let is_own = is_self || owner.module(db) == collector.cursor.module;
    for (index, field) in types::type_definition(db, owner).fields.iter().enumerate() {
        if field.public || is_own {
            let kind = CompletionKind::Symbol(SymbolKind::Field);
            let mut candidate = Candidate::new(field.name.text(), kind, Class::Field);
            candidate.key = key(db, owner, Some(index as u32));
            let ty = (!field.ty.is_error()).then_some(field.ty);
            collector.add(candidate.typed(db, ty));
        }
    }
}

/// The methods of a type: those of values, or those of the type itself.
fn methods(collector: &mut Collector<'_, '_>, ty: Ty, of_value: bool, before: &str) {
    let (db, module) = (collector.cursor.db, collector.cursor.module);
    let ty = ty.value_type();
    for name in types::method_names(db, module, ty) {
        let method = types::find_method(db, module, ty, name).filter(|method| is_visible(db, *method, module));
        if let Some(item) = method {
            method_of(collector, item, of_value, before, None);
        }
    }
    // What the type has itself comes before what a trait has of the name. Nobody clones what is copied on use.
    let own = |item: ItemId| types::find_method(db, module, ty, item.name(db)).is_some();
    let needless = types::Derivable::Clone.method(db).filter(|_| types::is_copy(db, ty));
    let offered = |item: &ItemId| Some(*item) != needless && !own(*item);
    for item in types::trait_methods(db, module, ty).into_iter().filter(offered) {
        method_of(collector, item, of_value, before, None);
    }
    methods_of_hidden_traits(collector, ty, of_value, before);
}

/// Methods of traits that have to be imported first.
fn methods_of_hidden_traits(collector: &mut Collector<'_, '_>, ty: Ty, of_value: bool, before: &str) {
    let (db, module) = (collector.cursor.db, collector.cursor.module);
    let Some(file) = hir::module_file(db, module).filter(|_| collector.settings.auto_import) else { return };
    for of in types::hidden_traits(db, module, ty) {
        let path = hir::import_path(db, of, module.package(db));
        let name = of.name(db).text();
        for &item in hir::members(db, of) {
            let taken = types::find_method(db, module, ty, item.name(db)).is_some()
                || types::find_trait_method(db, module, ty, item.name(db)).is_some();
            if !taken {
                let import = Import { edit: import_edit(db, file, &path, &name), path: &path };
                method_of(collector, item, of_value, before, Some(import));
            }
        }
    }
}

/// What has to be imported for a method.
struct Import<'a> {
    edit: TextEdit,
    path: &'a str,
}

/// A method, if it is one of values or of the type itself, as is asked for.
fn method_of(
    collector: &mut Collector<'_, '_>,
    item: ItemId,
    of_value: bool,
    before: &str,
    import: Option<Import<'_>>,
) {
    let db = collector.cursor.db;
    let name = item.name(db);
    if name.is_empty() || types::signature(db, item).receiver.is_some() != of_value {
        return;
    }
    let kind = CompletionKind::Symbol(SymbolKind::of_item(db, item));
    let class = if import.is_some() { Class::AutoImport } else { Class::Method };
    let mut candidate = Candidate::new(name.text(), kind, class);
    candidate.key = key(db, item, None);
    candidate.text = format!("{before}{}", name.text());
    candidate.bytes_before = u32::from(!before.is_empty());
    let callee = Meaning::Function { item, has_self: of_value };
    let mut candidate = collector.callable(candidate, callee, true);
    if let Some(import) = import {
        candidate.description = Some(import.path.to_owned());
        candidate.additional_edits = vec![import.edit];
    }
    collector.add(candidate);
}

/// The elements of tuples, and what raw pointers have.
fn parts(collector: &mut Collector<'_, '_>, ty: Ty) {
    let db = collector.cursor.db;
    let ty = ty.value_type();
    if let TypeKind::Tuple(elements) = ty.kind() {
        for (index, element) in elements.types().iter().enumerate() {
            let kind = CompletionKind::Symbol(SymbolKind::Field);
            let candidate = Candidate::new(index.to_string(), kind, Class::Field);
            collector.add(candidate.typed(db, Some(*element)));
        }
    }
}

/// The methods that the compiler gives raw pointers and heap types, where a type has none of the name itself.
fn builtin_methods(collector: &mut Collector<'_, '_>, ty: Ty) {
    let (db, module, ty) = (collector.cursor.db, collector.cursor.module, ty.value_type());
    for name in types::BUILTIN_METHODS {
        let own = types::find_method(db, module, ty, hir::Name::new(name));
        if let Some(builtin) = types::builtin_method(db, ty, name).filter(|_| own.is_none()) {
            builtin_callable(collector, name, builtin, SymbolKind::Method);
        }
    }
}

/// As [`builtin_methods`], behind the type itself.
fn builtin_functions(collector: &mut Collector<'_, '_>, ty: Ty) {
    let (db, module) = (collector.cursor.db, collector.cursor.module);
    let own = types::find_method(db, module, ty, hir::Name::new("from_raw"));
    if let Some(builtin) = types::builtin_function_of_type(db, ty, "from_raw").filter(|_| own.is_none()) {
        builtin_callable(collector, "from_raw", builtin, SymbolKind::StaticMethod);
    }
}

fn builtin_callable(collector: &mut Collector<'_, '_>, name: &str, builtin: Builtin, kind: SymbolKind) {
    let mut candidate = Candidate::new(name, CompletionKind::Symbol(kind), Class::Method);
    candidate.key = BuiltinName::of_method(builtin).map(CompletionKey::of_builtin);
    let candidate = collector.callable(candidate, Meaning::BuiltinMethod(builtin), true);
    collector.add(candidate);
}

/// `x.if` becomes `if x { … }`: what is often done with a value, typed behind it.
fn postfix(collector: &mut Collector<'_, '_>, receiver: NodeId, ty: Ty) {
    let cursor = collector.cursor;
    let parse = &cursor.parse;
    let access = cursor.node();
    let is_statement = parse.parent(access).is_some_and(|parent| parse.kind(parent) == NodeKind::Block);
    let value = super::collector::in_snippet(parse.node_text(receiver));
    let mut forms: Vec<(&str, String)> = vec![("ref", format!("ref {value}$0")), ("mut", format!("mut {value}$0"))];
    if is_statement {
        forms.push(("let", format!("let ${{1:name}} = {value}$0")));
        forms.push(("return", format!("return {value}$0")));
        if ty.value_type() == Ty::BOOL {
            forms.push(("if", format!("if {value} {{\n\t$0\n}}")));
            forms.push(("while", format!("while {value} {{\n\t$0\n}}")));
        }
        if ty.value_type().is_scalar() || ty.value_type() == Ty::STRING {
            forms.push(("println", format!("println({value})$0")));
        }
        if ty.value_type().is_integer() {
            forms.push(("for", format!("for ${{1:i}} in 0..{value} {{\n\t$0\n}}")));
        }
    }
    let start = parse.range(receiver).start;
    for (label, text) in forms {
        let mut candidate = Candidate::new(label, CompletionKind::Snippet, Class::Postfix);
        candidate.bytes_before = cursor.offset() - start;
        // Editors indent further lines of a snippet once more.
        if !cursor.text_before(candidate.bytes_before).contains('\n') {
            let shown = text.split('\n').next().unwrap_or_default().replace("$0", "").replace("${1:name}", "name");
            collector.add(candidate.described(shown.replace("${1:i}", "i")).snippet(text));
        }
    }
}
