//! What may be renamed and how names may be spelled. It must not know what clashes, which `trial` finds out.

use hir::{BuiltinFunction, BuiltinType, Name};
use source::Db;
use syntax::{NodeKind, TokenKind};

use super::RenameError;
use crate::definition::Definition;
use crate::name_use::NameUse;
use crate::navigation_target::SymbolKind;
use crate::position::FilePosition;
use crate::search::{all_files, occurs};
use crate::token::TokenPlace;

fn refuse<T>(message: String) -> Result<T, RenameError> {
    Err(RenameError(message))
}

/// The name as it is written, if it can be changed.
pub(super) fn renamable(db: &dyn Db, used: &NameUse) -> Result<String, RenameError> {
    let written = text(db, used);
    let name = used.definition.name(db);
    if written == "Self" {
        return refuse(format!("`Self` stands for `{name}` here: rename `{name}` where its name is written"));
    }
    let is_alias = written != name;
    if matches!(used.definition, Definition::SelfValue(_)) {
        return refuse("`self` is a word of the language and cannot be renamed".to_string());
    }
    if is_alias {
        return Ok(written);
    }
    if let Definition::Module(module) = used.definition {
        let file = hir::module_file(db, module).map_or_else(String::new, |file| file.path(db).to_string());
        return refuse(format!("a module is named by its file: rename the file `{file}`, and the imports follow"));
    }
    if used.definition.as_builtin().is_some() {
        return refuse(format!("`{name}` belongs to the language and cannot be renamed"));
    }
    if used.definition.is_standard(db) {
        return refuse(format!("`{name}` belongs to the standard library, which cannot be changed"));
    }
    if used.definition.as_item().is_some_and(|item| types::is_main(db, item)) {
        return refuse("`main` cannot be renamed: it is where the program starts".to_string());
    }
    Ok(written)
}

/// The text of a use.
pub(super) fn text(db: &dyn Db, used: &NameUse) -> String {
    let range = &used.range.range;
    let text = used.range.file.text(db).get(range.start as usize..range.end as usize);
    text.unwrap_or_default().to_string()
}

/// Whether a definition may have a new name, by its letters alone.
pub(super) fn new_name(definition: Definition, old: &str, new: &str) -> Result<(), RenameError> {
    let parse = syntax::parse(new);
    let mut tokens = parse.tokens().map(|token| parse.token_kind(token));
    let is_whole = parse.tokens().next().is_some_and(|token| parse.token_text(token) == new);
    let is_field = matches!(definition, Definition::Field { .. });
    match (tokens.next(), tokens.next()) {
        (Some(TokenKind::Word), None) if is_whole => {}
        (Some(kind), None) if is_whole && kind.is_keyword() && is_field => {}
        (Some(kind), None) if is_whole && kind.is_keyword() => {
            return refuse(format!("`{new}` is a word of the language: choose another name"));
        }
        (None, _) => return refuse("the new name is empty: type a name".to_string()),
        _ => {
            return refuse(format!(
                "`{new}` is not a name: names consist of letters, digits and `_`, and do not begin with a digit"
            ));
        }
    }
    let may_be_builtin =
        matches!(definition, Definition::Field { .. } | Definition::Case { .. } | Definition::Label { .. });
    if BuiltinType::from_name(Name::new(new)).is_some() && !may_be_builtin {
        return refuse(format!("`{new}` is a type of the language: choose another name"));
    }
    let begins_upper = is_capitalised(new);
    match definition {
        Definition::Local { .. } if begins_upper && !is_capitalised(old) => refuse(format!(
            "a variable's name begins with a small letter: in a pattern, `{new}` would be a constant or a case"
        )),
        Definition::Case { .. } if !begins_upper => {
            refuse(format!("a case's name begins with a capital letter: in a pattern, `{new}` would be a variable"))
        }
        _ => Ok(()),
    }
}

/// Whether a word by itself is a path in a pattern.
fn is_capitalised(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// In patterns the first letter decides whether a word is looked up or declared.
pub(super) fn letters(db: &dyn Db, uses: &[NameUse], new: &str) -> Result<(), RenameError> {
    if is_capitalised(new) {
        return Ok(());
    }
    for used in uses {
        let position = FilePosition { file: used.range.file, offset: used.range.range.start };
        let place = TokenPlace::at(db, position);
        if place.is_some_and(|place| place.node_kind() == NodeKind::PathPattern) {
            let line = super::trial::shown(db, used.range.file, used.range.range.start);
            return refuse(format!(
                "it stands in a pattern ({line}), where `{new}` would be a variable: begin with a capital letter"
            ));
        }
    }
    Ok(())
}

/// Whether a word stands anywhere in the program's texts or belongs to the language.
pub(super) fn is_written_anywhere(db: &dyn Db, name: &str) -> bool {
    let interned = Name::new(name);
    BuiltinFunction::from_name(interned).is_some()
        || BuiltinType::from_name(interned).is_some()
        || ["main", "Some", "None", "Ok", "Err"].contains(&name)
        || all_files(db).any(|file| occurs(file.text(db), name))
}

/// Whether C knows an item by its name, so that a new name needs the old one beside it.
pub(super) fn is_known_to_c(db: &dyn Db, definition: Definition) -> bool {
    let item = definition.as_item();
    item.and_then(|item| Some((item, hir::item_data(db, item)?))).is_some_and(|(item, data)| {
        data.c_symbol(db, item).is_some() && data.tree.attribute(data.attributes, "name").is_none()
    })
}

/// How messages call a definition.
pub(super) fn described(db: &dyn Db, definition: Definition) -> String {
    let kind = match SymbolKind::of(db, definition) {
        SymbolKind::Module => "the module",
        SymbolKind::Function => "the function",
        SymbolKind::Method | SymbolKind::StaticMethod => "the method",
        SymbolKind::Structure | SymbolKind::BuiltinType => "the type",
        SymbolKind::Enumeration => "the enum",
        SymbolKind::Case => "the case",
        SymbolKind::Field => "the field",
        SymbolKind::TypeAlias => "the type alias",
        SymbolKind::Constant => "the constant",
        SymbolKind::Global => "the C variable",
        SymbolKind::Trait => "the trait",
        SymbolKind::Implementation => "the impl",
        SymbolKind::Test => "the test",
        SymbolKind::Parameter => "the parameter",
        SymbolKind::SelfValue => "",
        SymbolKind::Variable => "the variable",
        SymbolKind::TypeParameter => "the type parameter",
        SymbolKind::Label => "the label",
        SymbolKind::BuiltinFunction => "the function of the language",
    };
    format!("{kind} `{}`", definition.name(db)).trim_start().to_string()
}
