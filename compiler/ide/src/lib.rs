//! What editors ask of the compiler: questions in byte offsets, answers in plain structs.
//!
//! It must not know the protocol, JSON, threads or code generators; every answer is computed from the same queries that
//! `lang check` runs, works on broken code, and holds nothing of the database. Reading order: `position`, `token`,
//! `definition`, `name_use`, then one module per question.

mod at_cursor;
mod builtins;
mod call_hierarchy;
mod code_actions;
mod code_lenses;
mod completion;
mod copies;
mod cursor;
mod declare;
mod definition;
mod diagnostic_kinds;
mod document_links;
mod documentation;
mod edit;
mod facts;
#[cfg(test)]
mod fixture;
mod folding;
mod formatting;
mod goto;
mod highlight;
mod hover;
mod in_c;
mod inlay_hints;
mod jumps;
mod left_out;
mod loops;
mod method_head;
mod name_use;
mod navigation_target;
mod passing;
mod picture;
mod position;
mod references;
mod rename;
mod resolved;
mod runnables;
mod search;
mod selection;
mod semantic_tokens;
mod signature_help;
mod symbols;
mod token;
mod writable_type;
mod written_type;

pub use abi::Target;
pub use abi::report::{PlaceReport, ValueReport};
pub use at_cursor::{FoundItem, called_at, function_at};
pub use builtins::{BuiltinName, builtins_page, line_on_builtins_page};
pub use call_hierarchy::{Calls, incoming_calls, outgoing_calls, prepare_call_hierarchy};
pub use code_actions::{ActionKind, CodeAction, code_actions, reorder_fields};
pub use code_lenses::{CodeLens, LensKind, LensSettings, code_lenses};
pub use completion::{
    CompletionDetails, CompletionItem, CompletionKey, CompletionKind, CompletionSettings, Completions, complete,
    import_edit, resolve_completion,
};
pub use copies::{
    CallValue, Clause, CopyEnd, CopyMemory, CopyOutcome, DroppedValue, FunctionCopies, InsertedCopy, MovedValue,
    SharedValue, TransferredValue, copies, copies_of_call, copies_of_function,
};
pub use declare::{HeaderBlock, Wanted as WantedDeclaration, declare, header_blocks, is_sound, libraries_of_file};
pub use definition::Definition;
pub use document_links::{DocumentLink, document_links};
pub use documentation::{harmless as harmless_markdown, of_item as item_documentation};
pub use edit::{SourceChange, TextEdit, apply};
pub use facts::{CallFacts, TypeFacts, call_facts, type_facts};
pub use folding::{Fold, FoldKind, folding_ranges};
pub use formatting::{format, format_range};
pub use goto::{Targets, declaration, definition, implementation, type_definition};
pub use highlight::{Highlight, highlight};
pub use hover::{
    CDeclared, CodeGenerators, Dispatched, Hover, HoverHost, HoverLink, HoverSettings, ShowBlock, declaration_text,
    hover, hover_with_host, kind_words, shown_targets,
};
pub use in_c::InC;
pub use inlay_hints::{
    InlayHint, InlayHintKind, InlayHintSettings, KnownFate, PieceHints, ShownCopies, hints_in, pieces_with_hints,
};
pub use left_out::{LeftOut, left_out};
pub use name_use::NameUse;
pub use navigation_target::{NavigationTarget, SymbolKind};
pub use picture::{CaseLayout, PartLayout, Picture, Travels, TypeLayout, abi_text, layout_text, picture};
pub use position::{FilePosition, FileRange};
pub use references::{Access, Reference, references};
pub use rename::{ModuleMove, RenameError, RenameTarget, prepare_rename, rename, rename_modules};
pub use resolved::resolved_names;
pub use runnables::{Runnable, RunnableKind, runnables};
pub use selection::selection_ranges;
pub use semantic_tokens::{
    SemanticKind, SemanticModifier, SemanticModifiers, SemanticToken, code_colours, semantic_tokens,
};
pub use signature_help::{SignatureHelp, signature_help};
pub use symbols::{DocumentSymbol, document_symbols, workspace_symbols};
