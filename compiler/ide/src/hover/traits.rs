//! The pages of traits and `impl`s: what a type gets by an `impl` and who wrote it, and what stands behind `dyn`. Which
//! `impl`s count is `types`'.

use hir::ItemId;
use source::Db;
use types::Implementation;

use super::news::aligned;
use super::objects;
use super::of_function::head_of;
use super::page::{LANGUAGE, Page, code};
use super::question::Question;

/// More methods are counted only.
const MOST_ROWS: usize = 12;

/// An `impl`: of a trait each method with who wrote it.
pub(super) fn implementation(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    if let Some(head) = super::head::of_item(db, item) {
        page.code(LANGUAGE, &head);
    }
    let Some(found) = types::implementation(db, item) else {
        let methods = hir::members(db, item).len();
        if let Ok(ty) = types::self_type(db, item).ok_or(()) {
            let plural = if methods == 1 { "" } else { "s" };
            page.text(&format!("{methods} method{plural} more for {}.", code(&types::display(db, ty))));
        }
        return;
    };
    page.news(methods(db, found));
    page.text(&format!("gives {} the trait {}", code(&types::display(db, found.target)), code(&text(db, found))));
    if types::is_derived(db, item) {
        page.text("The compiler makes the methods, part by part: fields in their order, cases by their tags.");
    }
}

fn text(db: &dyn Db, found: Implementation) -> String {
    let name = found.of.item.name(db).text();
    let arguments: Vec<String> = found.of.arguments.types().iter().map(|ty| types::display(db, *ty)).collect();
    if arguments.is_empty() { name.to_string() } else { format!("{name}[{}]", arguments.join(", ")) }
}

/// The methods of the trait, each with where its code comes from.
fn methods(db: &dyn Db, found: Implementation) -> Vec<String> {
    let all = hir::members(db, found.of.item);
    let is_derived = types::is_derived(db, found.item);
    let rows: Vec<Vec<String>> = (all.iter().take(MOST_ROWS))
        .map(|method| {
            let from = match hir::member(db, found.item, method.name(db)) {
                Some(_) => "written here",
                None if is_derived => "derived",
                None if hir::is_required_method(db, *method) => "missing",
                None => "the trait's own",
            };
            vec![head_of(db, *method), from.to_string()]
        })
        .collect();
    let mut lines = aligned(&rows);
    if all.len() > MOST_ROWS {
        lines.push(format!("… and {} more methods", all.len() - MOST_ROWS));
    }
    lines
}

/// Whether a trait stands behind `dyn`, and its table then; told where it is declared.
pub(super) fn behind_dyn(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    if !question.is_declaration || hir::members(db, item).is_empty() {
        return;
    }
    let Some(of) = types::trait_of(db, item) else { return };
    page.rule();
    match types::why_no_object(db, item) {
        Some(why) => page.text(&format!("Not behind `dyn`: {why}.")),
        None => page.code("text", &objects::table(db, of).join("\n")),
    }
}
