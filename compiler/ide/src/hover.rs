//! What stands at a position, told: declaration, documentation, and what the compiler decided about it.
//!
//! It owns the choice of the page; every fact is asked of `types`, `lower` and `abi`, so that what is shown is what is
//! compiled. It must not know the protocol. Reading order: `question`, `page`, `passing`, `blocks`, then the pages.

mod attributes;
mod blocks;
mod bound;
mod call;
mod care;
mod closures;
mod constant;
mod enumeration;
mod flow;
mod forms;
mod head;
mod instance;
mod instances;
mod known;
mod layout;
mod literals;
mod news;
mod objects;
mod of_function;
mod of_name;
mod of_type;
mod of_value;
mod operators;
mod page;
mod passing;
mod question;
#[cfg(test)]
mod tests;
mod traits;
mod transfers;
mod words;

use std::ops::Range;

use hir::{Expression, ItemId, ItemKind};
use source::Db;
use syntax::{NodeKind, TokenKind};
use types::Ty;

pub(crate) use closures::{at as closure_at, environment as environment_of_closure, how as how_captured};

use crate::builtins::BuiltinName;
use crate::definition::Definition;
use crate::in_c::InC;
use crate::name_use::NameUse;
use crate::position::FilePosition;
use crate::token::TokenPlace;
pub(crate) use call::callee_at;
pub use head::{kind_words, of_item as declaration_text};
pub(crate) use instance::at as instance_at;
pub(crate) use known::is_known;
pub(crate) use layout::{padding_of, padding_of_object};
pub(crate) use objects::trait_of_dyn;
use page::Page;
use question::Question;
pub use question::{
    CDeclared, CodeGenerators, Dispatched, HoverHost, HoverLink, HoverSettings, ShowBlock, shown_targets,
};
use transfers::About;

/// What is told about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// What it is about, in the position's file.
    pub range: Range<u32>,
    /// The page, as Markdown.
    pub markdown: String,
    /// What follows it, for those who cannot follow `links`.
    pub details: String,
    /// Where the details are told.
    pub links: Vec<HoverLink>,
}

impl Hover {
    fn new(range: Range<u32>, page: Page) -> Hover {
        let (markdown, details, links) = page.finish();
        Hover { range, markdown, details, links }
    }

    /// The whole page.
    pub fn whole(&self) -> String {
        format!("{}{}", self.markdown, self.details)
    }
}

/// A call of a function with these type arguments; nothing if something in it is unknown, and of what has no code.
pub(crate) fn shape_of_call(db: &dyn Db, item: ItemId, arguments: types::Arguments) -> Option<passing::CallShape> {
    passing::CallShape::of_instance(db, item, arguments)
}

/// What stands at a position, as far as `ide` knows.
pub fn hover(db: &dyn Db, position: FilePosition, settings: &HoverSettings) -> Option<Hover> {
    hover_with_host(db, position, settings, HoverHost::default())
}

/// What stands at a position, with what others know.
pub fn hover_with_host(
    db: &dyn Db,
    position: FilePosition,
    settings: &HoverSettings,
    host: HoverHost<'_>,
) -> Option<Hover> {
    let Some(place) = TokenPlace::at(db, position) else {
        let (range, page) = attributes::in_comment(db, position, host)?;
        return Some(Hover::new(range, page));
    };
    let found = of_token(&Question::new(db, settings, host), &place);
    // Behind a literal an editor may ask for what comes next, a comma or a parenthesis.
    found.or_else(|| {
        let before = position.rounded(db).offset.checked_sub(1)?;
        let offset = FilePosition { offset: before, ..position };
        let left = TokenPlace::at(db, offset).filter(|left| left.file_range(db).range.end == before + 1)?;
        of_token(&Question::new(db, settings, host), &left)
    })
}

fn of_token(question: &Question<'_>, place: &TokenPlace<'_>) -> Option<Hover> {
    let db = question.db;
    let mut page = Page::default();
    let name = NameUse::of_token(db, place);
    let call = call::at(db, place);
    if let Some(site) = &call {
        call::news(question, &mut page, site, place);
    }
    match &name {
        Some(found) => {
            let question =
                Question { is_declaration: found.is_declaration, targets: question.targets.clone(), ..*question };
            let instance = instance::at(db, place, found.definition).filter(|_| !found.is_declaration);
            if let Some(instance) = instance {
                instance::news(&question, &mut page, found.definition, instance);
            }
            definition(&question, &mut page, found.definition, instance);
        }
        None => token(question, &mut page, place),
    }
    let used = name.and_then(|found| found.item.zip(found.expression));
    if call.is_none()
        && let Some((item, expression)) = used
        && question.settings.copies
    {
        transfers::news(question, &mut page, item, About::Expression(expression));
    }
    if let Some(site) = call {
        call::write(question, &mut page, &site, place);
    } else if let Some((item, expression)) = used
        && question.settings.copies
    {
        transfers::write(question, &mut page, item, About::Expression(expression));
    }
    if page.is_empty() {
        return None;
    }
    Some(Hover::new(place.file_range(db).range, page))
}

/// What a token that is no name says: an attribute, a literal, an operator or a keyword, whichever it is.
fn token(question: &Question<'_>, page: &mut Page, place: &TokenPlace<'_>) {
    attributes::write(question, page, place);
    if let Some(name) = BuiltinName::of_token(question.db, place) {
        of_name::known_name(page, name);
    }
    if page.is_empty() {
        in_its_place(question, page, place);
    }
    if page.is_empty() {
        what_is_called(question, page, place);
    }
    if page.is_empty() {
        literals::write(question.db, page, place);
    }
    if page.is_empty() {
        operators::write(question.db, page, place);
    }
    if page.is_empty() {
        words::write(page, place);
    }
}

/// Words that stand for something the compiler makes or calls there; what they mean everywhere comes behind.
fn what_is_called(question: &Question<'_>, page: &mut Page, place: &TokenPlace<'_>) {
    match (place.kind(), place.node_kind()) {
        (TokenKind::Fn | TokenKind::Move, NodeKind::Closure) => {
            if let Some(closure) = closures::at(question.db, place) {
                closures::write(question, page, closure);
            }
        }
        (TokenKind::Dyn, NodeKind::DynType) => objects::write(question, page, place),
        (TokenKind::Impl, NodeKind::Impl) => {
            if let Some(item) = place.item(question.db) {
                traits::implementation(question, page, item);
            }
        }
        _ => flow::write(question.db, page, place),
    }
    if !page.is_empty() {
        words::write(page, place);
    }
}

/// Tokens that mean something else where they stand: the text of a test, the name of a C library, the number of an element.
fn in_its_place(question: &Question<'_>, page: &mut Page, place: &TokenPlace<'_>) {
    let db = question.db;
    match place.node_kind() {
        NodeKind::Test if place.kind() == TokenKind::String => {
            if let Some(item) = place.item(db) {
                of_item(question, page, item);
            }
        }
        NodeKind::ImportExtern if place.kind() == TokenKind::String => {
            let library = syntax::literal::string(place.text());
            page.text(&format!("The C library {}: the program is linked with it.", page::code(&library)));
        }
        NodeKind::FieldAccess if place.kind() == TokenKind::Integer => {
            let Some(item) = place.item(db).filter(|item| item.kind(db).may_have_body()) else {
                return;
            };
            let expression = hir::body_source_map(db, item).expression_at(place.node);
            let found = expression.map(|id| hir::body(db, item)[id]);
            if let Some(Expression::TupleField { receiver, index }) = found {
                let tuple = types::infer(db, item).seen_type(receiver).value_type();
                of_value::tuple_element(question, page, tuple, index);
            }
        }
        _ => {}
    }
}

fn definition(question: &Question<'_>, page: &mut Page, definition: Definition, instance: Option<Ty>) {
    match definition {
        Definition::Item(item) => of_item(question, page, item),
        Definition::Module(module) => of_name::module(question, page, module),
        Definition::Field { item, index } => of_value::field(question, page, item, index, instance),
        Definition::Case { item, index } => of_name::case(question, page, item, index, instance),
        Definition::Parameter { item, index } => of_value::parameter(question, page, item, index),
        Definition::SelfValue(item) => of_value::self_value(question, page, item),
        Definition::Local { item, local } => of_value::local(question, page, item, local),
        Definition::GenericParameter { item, index } => of_name::generic_parameter(question, page, item, index),
        Definition::Label { .. } => of_name::label(page, &definition.name(question.db)),
        Definition::BuiltinType(builtin) => of_type::builtin(question, page, builtin),
        Definition::BuiltinFunction(builtin) => of_name::builtin_function(page, builtin),
    }
}

fn of_item(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let kind = item.kind(question.db);
    instances::of_declaration(question, page, item);
    if kind.is_function() {
        of_function::news(question, page, item);
    } else if matches!(kind, ItemKind::Type | ItemKind::Alias) {
        of_type::news(question, page, item);
    }
    of_type::declaration(question, page, item);
    let in_c = InC::of(question.db, item);
    if let Some(declared) = in_c.and_then(|in_c| (question.host.c_declaration)(&in_c)) {
        of_name::c_declaration(page, &declared);
    }
    if hir::is_elsewhere(question.db, item) {
        let targets = hir::item_targets(question.db, item).describe();
        page.text(&format!("Not on this target: exists only on {targets}."));
    }
    match kind {
        ItemKind::Type | ItemKind::Alias | ItemKind::OpaqueType => of_type::item(question, page, item),
        ItemKind::Function | ItemKind::ExternFunction => of_function::item(question, page, item),
        ItemKind::Constant => of_value::constant(question, page, item),
        ItemKind::Global => of_value::global(question, page, item),
        ItemKind::ExternGlobal => of_value::c_global(question, page, item),
        ItemKind::Trait => traits::behind_dyn(question, page, item),
        ItemKind::Impl | ItemKind::Test => {}
    }
}
