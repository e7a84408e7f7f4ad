//! Items and bodies as text, for `--emit hir` and tests: one line per part, indented, names resolved. It shows
//! what this room decided, not the source; nothing reads it back.

mod body_text;

use source::Db;

use crate::arena::List;
use crate::{
    AttributeValue, BuiltinFunction, BuiltinType, ConstantExpression, FunctionData, GenericParameter, Item, ItemData,
    ItemId, ItemRef, ItemTree, Module, Receiver, TypeForm, TypeShape, body, item_data, module_chunks, module_items,
};

/// All items of a module as text, bodies included.
pub fn dump_module(db: &dyn Db, module: Module) -> String {
    let mut text = String::new();
    for &chunk in module_chunks(db, module) {
        let tree = crate::item_tree(db, chunk);
        for import in &tree.imports {
            let path: Vec<_> = import.path.iter().map(|name| name.text()).collect();
            text.push_str(&format!("import {}", path.join(".")));
            if let Some(names) = &import.names {
                let names: Vec<_> = names
                    .iter()
                    .map(|each| each.alias.map_or(each.name.to_string(), |alias| format!("{} as {alias}", each.name)))
                    .collect();
                text.push_str(&format!(" ({})", names.join(", ")));
            }
            text.push('\n');
        }
        for library in &tree.libraries {
            text.push_str(&format!("import extern {:?}\n", library.name.text()));
        }
    }
    for item in module_items(db, module).ids() {
        text.push_str(&dump_item(db, item));
    }
    text
}

/// An item as text, with its body.
pub fn dump_item(db: &dyn Db, item: ItemId) -> String {
    let Some(data) = item_data(db, item) else {
        return String::new();
    };
    let mut text = attributes(data.tree, data.attributes);
    text.push_str(if data.is_public { "pub " } else { "" });
    text.push_str(&format!("{} {}{}", data.kind.description(), item.path(db), generics(data.tree, &data.generics)));
    text.push_str(&head(data));
    text.push('\n');
    if has_body(data.item()) {
        body_text::write(db, body(db, item), &mut text);
    }
    text
}

fn has_body(item: &Item) -> bool {
    match &item.data {
        ItemData::Function(function) => function.has_body,
        ItemData::Constant(_) | ItemData::Global(_) | ItemData::Test { .. } => true,
        ItemData::Type(_)
        | ItemData::Alias(_)
        | ItemData::ExternGlobal { .. }
        | ItemData::OpaqueType
        | ItemData::Trait(_)
        | ItemData::Impl(_) => false,
    }
}

fn attributes(tree: &ItemTree, list: List) -> String {
    let mut text = String::new();
    for attribute in tree.attributes(list) {
        let arguments: Vec<_> = tree
            .attribute_arguments(*attribute)
            .iter()
            .map(|argument| {
                let name = argument.name.map_or(String::new(), |name| format!("{name}: "));
                match &argument.value {
                    AttributeValue::Missing => format!("{name}_"),
                    AttributeValue::Word(word) => format!("{name}{word}"),
                    AttributeValue::Integer(value) => format!("{name}{value}"),
                    AttributeValue::String(value) => format!("{name}{value:?}"),
                }
            })
            .collect();
        text.push_str(&format!("@[{}({})] ", attribute.name, arguments.join(", ")));
    }
    text
}

fn generics(tree: &ItemTree, parameters: &[GenericParameter]) -> String {
    if parameters.is_empty() {
        return String::new();
    }
    let shown: Vec<_> = parameters
        .iter()
        .map(|parameter| {
            let bounds = parameter.bounds.iter().map(|bound| tree.types.display(*bound));
            let bounds: Vec<_> =
                parameter.allows_borrows.then(|| "ref".to_string()).into_iter().chain(bounds).collect();
            if bounds.is_empty() {
                parameter.name.to_string()
            } else {
                format!("{}: {}", parameter.name, bounds.join(" + "))
            }
        })
        .collect();
    format!("[{}]", shown.join(", "))
}

fn head(data: ItemRef<'_>) -> String {
    let types = &data.tree.types;
    match &data.item().data {
        ItemData::Function(function) => function_head(data.tree, function),
        ItemData::Type(of_type) => {
            let form = match of_type.form {
                TypeForm::Heap => "heap",
                TypeForm::Inline => "inline",
                TypeForm::Copy => "copy",
                TypeForm::View => "view",
            };
            let mut text = format!(" {form}");
            match &of_type.shape {
                TypeShape::Record(fields) | TypeShape::Union(fields) => {
                    for field in fields {
                        let visible = if field.is_public { "pub " } else { "" };
                        let attributes = attributes(data.tree, field.attributes);
                        let written = types.display(field.type_reference);
                        text.push_str(&format!("\n  {attributes}{visible}@{}: {written}", field.name));
                    }
                }
                TypeShape::Enum { cases, representation } => {
                    if let Some(representation) = representation {
                        text.push_str(&format!(": {}", types.display(*representation)));
                    }
                    for case in cases {
                        let payload: Vec<_> =
                            case.payload.iter().map(|each| types.display(each.type_reference)).collect();
                        text.push_str(&format!("\n  case {}({})", case.name, payload.join(", ")));
                        if let Some(value) = case.value {
                            text.push_str(&format!(" = {}", constant(value)));
                        }
                    }
                }
            }
            text
        }
        ItemData::Alias(target) => format!(" = {}", types.display(*target)),
        ItemData::Constant(written) => written.map_or(String::new(), |written| format!(": {}", types.display(written))),
        ItemData::Global(written) => {
            written.map_or_else(|| " mut".to_string(), |written| format!(" mut: {}", types.display(written)))
        }
        ItemData::ExternGlobal { mutable, type_reference } => {
            format!("{}: {}", if *mutable { " mut" } else { "" }, types.display(*type_reference))
        }
        ItemData::Trait(of_trait) => {
            of_trait.requires.iter().map(|required| format!(": {}", types.display(*required))).collect()
        }
        ItemData::Impl(_) | ItemData::OpaqueType | ItemData::Test { .. } => String::new(),
    }
}

fn function_head(tree: &ItemTree, function: &FunctionData) -> String {
    let mut parts: Vec<String> = Vec::new();
    match function.receiver {
        Some(Receiver::Ref) => parts.push("ref self".to_string()),
        Some(Receiver::Mut) => parts.push("mut self".to_string()),
        Some(Receiver::Move) => parts.push("move self".to_string()),
        None => {}
    }
    for parameter in &function.parameters {
        let name = parameter.name.map_or("_".into(), crate::Name::text);
        parts.push(format!("{name}: {}", tree.types.display(parameter.type_reference)));
    }
    if function.is_variadic {
        parts.push("...".to_string());
    }
    let result = function.result.map_or(String::new(), |result| format!(" -> {}", tree.types.display(result)));
    let is_unsafe = if function.is_unsafe { " unsafe" } else { "" };
    let is_extern = if function.is_extern { " extern" } else { "" };
    format!("({}){result}{is_unsafe}{is_extern}", parts.join(", "))
}

fn constant(value: ConstantExpression) -> String {
    match value {
        ConstantExpression::Missing => "_".to_string(),
        ConstantExpression::Integer(value) => value.to_string(),
        ConstantExpression::Anonymous(number) => format!("constant {number}"),
        ConstantExpression::Expression(id) => format!("{id:?}"),
    }
}

impl std::fmt::Display for BuiltinType {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(self.text())
    }
}

impl std::fmt::Display for BuiltinFunction {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(self.text())
    }
}

#[cfg(test)]
mod tests;
