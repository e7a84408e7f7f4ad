//! Attributes and their arguments.

use source::{DiagnosticKind, Severity};
use syntax::NodeKind;

use super::collector::{Candidate, Class, Collector};
use super::item::CompletionKind;

/// An attribute: its name, its form, what it stands before, what it does.
struct Attribute {
    name: &'static str,
    text: &'static str,
    before: &'static [NodeKind],
    what: &'static str,
}

const ATTRIBUTES: &[Attribute] = &[
    Attribute {
        name: "name",
        text: "name(\"${1:symbol}\")",
        before: &[NodeKind::Function, NodeKind::ExternVariable, NodeKind::Constant],
        what: "the name for the linker",
    },
    Attribute { name: "packed", text: "packed", before: &[NodeKind::Type], what: "no padding between fields" },
    Attribute {
        name: "align",
        text: "align(${1:16})",
        before: &[NodeKind::Type, NodeKind::Field],
        what: "at least this alignment",
    },
    Attribute {
        name: "c",
        text: "c(${1|vector,complex,long_double|})",
        before: &[NodeKind::Type],
        what: "C passes it as its own type",
    },
    Attribute {
        name: "only",
        text: "only(os: \"${1|linux,macos,windows,none|}\")",
        before: &[
            NodeKind::Import,
            NodeKind::ImportExtern,
            NodeKind::ExternBlock,
            NodeKind::Function,
            NodeKind::ExternVariable,
            NodeKind::OpaqueType,
            NodeKind::Type,
            NodeKind::Alias,
            NodeKind::Constant,
            NodeKind::Trait,
            NodeKind::Impl,
            NodeKind::Test,
        ],
        what: "for some targets",
    },
    Attribute {
        name: "inline",
        text: "inline(${1|never,always|})",
        before: &[NodeKind::Function],
        what: "whether calls are replaced by the body",
    },
    Attribute {
        name: "abi",
        text: "abi(${1|registers,max_bytes: 16,no_copies|})",
        before: &[NodeKind::Type, NodeKind::Function],
        what: "promises how values travel, checked for each target",
    },
    Attribute {
        name: "header",
        text: "header(\"${1:stdio.h}\")",
        before: &[NodeKind::ExternBlock, NodeKind::ExternVariable],
        what: "the headers of C that declare this, checked by `lang check`",
    },
    Attribute {
        name: "note",
        text: "note(\"${1:text}\")",
        before: &[NodeKind::Function, NodeKind::Type, NodeKind::Constant, NodeKind::Let],
        what: "a text for who looks at the program with tools",
    },
    Attribute { name: "allow", text: "allow(${1:unused_variable})", before: &[], what: "silences a warning here" },
];

/// The attributes that may stand before a node; before something that is not there yet, all.
pub(super) fn names(collector: &mut Collector<'_, '_>, before: NodeKind, is_linked: bool) {
    let has_arguments = collector.cursor.text_behind.starts_with('(');
    for attribute in ATTRIBUTES.iter().filter(|attribute| is_linked || attribute.name != "name") {
        let is_here = attribute.before.is_empty() || attribute.before.contains(&before);
        if is_here || before == NodeKind::Error {
            let candidate = Candidate::new(attribute.name, CompletionKind::Attribute, Class::Builtin);
            let candidate = candidate.described(attribute.what);
            let is_plain = has_arguments || !collector.settings.snippets || !attribute.text.contains('$');
            collector.add(if is_plain { candidate } else { candidate.snippet(attribute.text) });
        }
    }
}

/// The arguments of an attribute.
pub(super) fn arguments(collector: &mut Collector<'_, '_>, attribute: &str) {
    let mut word = |text: &str, description: &str| {
        let candidate = Candidate::new(text, CompletionKind::Attribute, Class::Builtin);
        collector.add(candidate.described(description));
    };
    match attribute {
        "inline" => {
            word("never", "stays a function of its own");
            word("always", "built into its callers wherever that is possible");
        }
        "only" => {
            for system in hir::platform_words(|platform| platform.os) {
                word(&format!("os: \"{system}\""), "the operating system");
            }
            for architecture in hir::platform_words(|platform| platform.arch) {
                word(&format!("arch: \"{architecture}\""), "the architecture");
            }
        }
        "abi" => {
            word("registers", "values travel in registers");
            word("max_bytes: 16", "no value has more bytes");
            word("no_copies", "passing them copies no memory");
        }
        "allow" => {
            for kind in warnings() {
                word(&kind.name.replace('-', "_"), kind.title);
            }
        }
        _ => {}
    }
}

/// Everything that `@[allow(…)]` silences.
fn warnings() -> impl Iterator<Item = &'static DiagnosticKind> {
    crate::diagnostic_kinds::all().filter(|kind| kind.severity != Severity::Error)
}
