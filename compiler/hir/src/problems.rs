//! The diagnostics that this room finds, one file each: kind, message, explanation, tests. Codes E01xx and W01xx.

use source::{Db, DiagnosticKind, Span};

use crate::{Module, module_of_file};

pub(crate) mod alternative_bindings;
pub(crate) mod ambiguous_target;
pub(crate) mod break_outside_loop;
pub(crate) mod capitalised_variable;
pub(crate) mod import_circle;
pub(crate) mod invalid_attribute;
pub(crate) mod invalid_literal;
pub(crate) mod invalid_symbol;
pub(crate) mod module_as_value;
pub(crate) mod name_clash;
pub(crate) mod not_a_type;

pub(crate) mod only_elsewhere;
pub(crate) mod private_item;
pub(crate) mod reserved_symbol;
pub(crate) mod runtime_import;
pub(crate) mod self_outside_method;
mod similar;
pub(crate) mod unknown_attribute;
pub(crate) mod unknown_import;
pub(crate) mod unknown_label;
pub(crate) mod unknown_module;
pub(crate) mod unknown_name;
pub(crate) mod unknown_target;
pub(crate) mod unknown_type;
pub(crate) mod unused_import;
pub(crate) mod wrong_index;

/// Every kind of diagnostic of this room, by code.
pub const ALL: &[&DiagnosticKind] = &[
    &unknown_name::KIND,
    &unknown_type::KIND,
    &not_a_type::KIND,
    &module_as_value::KIND,
    &name_clash::KIND,
    &unknown_module::KIND,
    &unknown_import::KIND,
    &private_item::KIND,
    &import_circle::KIND,
    &break_outside_loop::KIND,
    &unknown_label::KIND,
    &self_outside_method::KIND,
    &invalid_literal::KIND,
    &unknown_attribute::KIND,
    &invalid_attribute::KIND,
    &wrong_index::KIND,
    &alternative_bindings::KIND,
    &runtime_import::KIND,
    &invalid_symbol::KIND,
    &reserved_symbol::KIND,
    &capitalised_variable::KIND,
    &ambiguous_target::KIND,
    &only_elsewhere::KIND,
    &unknown_target::KIND,
    &unused_import::KIND,
];

/// The path of a module as the file that `span` lies in would import it.
fn spelled(db: &dyn Db, module: Module, span: Span) -> String {
    match module_of_file(db, span.file(db)) {
        Some(from) => module.import_path(db, from.package(db)),
        None => module.full_path(db),
    }
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn codes_ascend_and_names_are_unique() {
        assert!(ALL.is_sorted_by(|left, right| left.code < right.code));
        for (place, kind) in ALL.iter().enumerate() {
            assert!(ALL[..place].iter().all(|other| other.name != kind.name), "{}", kind.name);
            assert!(kind.name.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()), "{}", kind.name);
        }
    }
}
