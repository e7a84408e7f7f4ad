//! The problems that this room finds, one file each. All of them show after the program was checked: they concern the
//! machine and the tools around the compiler, so few have a place in a text.

use source::DiagnosticKind;

pub mod backend_failed;
pub(crate) mod c_reader_failed;
pub(crate) mod differs_from_header;
pub(crate) mod duplicate_symbol;
pub(crate) mod endless_value;
pub(crate) mod link_failed;
pub(crate) mod missing_library;
pub(crate) mod no_debugger;
pub(crate) mod no_linker;
pub(crate) mod no_main;
pub(crate) mod no_sanitizer;
pub(crate) mod no_such_test;
pub(crate) mod not_in_header;
pub(crate) mod oversized_instance;
pub(crate) mod refused_c;
pub(crate) mod several_tests;
pub(crate) mod unbound_header;
pub(crate) mod unchecked_declaration;
pub(crate) mod undefined_symbol;
pub(crate) mod unreadable_c;
pub(crate) mod unreadable_header;
pub mod unwritable_output;

/// Whether a report is about the compiler and what is installed rather than about the program, which may be right.
pub fn is_about_the_compiler(report: &project::Report) -> bool {
    *report.kind == backend_failed::BACKEND_FAILED
}

/// All kinds of this room, in order of their codes.
pub const ALL: &[&DiagnosticKind] = &[
    &no_main::NO_MAIN,
    &link_failed::LINK_FAILED,
    &no_linker::NO_LINKER,
    &unwritable_output::UNWRITABLE_OUTPUT,
    &backend_failed::BACKEND_FAILED,
    &duplicate_symbol::DUPLICATE_SYMBOL,
    &unreadable_c::UNREADABLE_C,
    &undefined_symbol::UNDEFINED_SYMBOL,
    &refused_c::REFUSED_C,
    &missing_library::MISSING_LIBRARY,
    &oversized_instance::OVERSIZED_INSTANCE,
    &no_debugger::NO_DEBUGGER,
    &no_such_test::NO_SUCH_TEST,
    &several_tests::SEVERAL_TESTS,
    &no_sanitizer::NO_SANITIZER,
    &c_reader_failed::C_READER_FAILED,
    &unbound_header::UNBOUND_HEADER,
    &endless_value::ENDLESS_VALUE,
    &differs_from_header::DIFFERS_FROM_HEADER,
    &not_in_header::NOT_IN_HEADER,
    &unreadable_header::UNREADABLE_HEADER,
    &unchecked_declaration::UNCHECKED_DECLARATION,
];
