//! What the whole program declares, by a part of its name. It must not read texts of bodies: names come from the items'
//! heads, and places are looked up only for what is shown.

use hir::{ItemId, Module, TypeShape};
use source::Db;

use crate::definition::Definition;
use crate::navigation_target::NavigationTarget;

/// The declarations whose names hold the letters of `query` in this order, the best first, at most `limit`. Capital
/// letters in the query want capital letters. What precedes a point must fit the type or module: `vec3.dot`.
pub fn workspace_symbols(db: &dyn Db, query: &str, limit: usize) -> Vec<NavigationTarget> {
    let query = query.trim();
    let (container, name) = match query.rsplit_once('.') {
        Some((container, name)) => (Some(container.rsplit('.').next().unwrap_or(container)), name),
        None => (None, query),
    };
    let mut search = Search { db, name: name.as_bytes(), container: container.map(str::as_bytes), found: Vec::new() };
    for &module in hir::all_modules(db).iter().filter(|module| !hir::is_runtime(db, **module)) {
        search.module(module);
    }
    let mut found = search.found;
    found.sort_by_key(|each| each.rank);
    found.into_iter().filter_map(|each| NavigationTarget::of(db, each.definition)).take(limit).collect()
}

struct Search<'query> {
    db: &'query dyn Db,
    name: &'query [u8],
    container: Option<&'query [u8]>,
    found: Vec<Match>,
}

struct Match {
    rank: Rank,
    definition: Definition,
}

/// The smaller, the better; equals stay in the order of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    fit: Fit,
    is_standard: bool,
    length: usize,
}

/// How well a name fits, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    Beginning,
    WordBeginnings,
    Inside,
    Letters,
}

impl Search<'_> {
    fn module(&mut self, module: Module) {
        let db = self.db;
        let is_standard = module.is_standard(db);
        let path = module.path(db).text();
        let name = path.rsplit('.').next().unwrap_or(&path);
        if !name.is_empty() {
            self.add(name, "", is_standard, Definition::Module(module));
        }
        for item in hir::module_items(db, module).ids() {
            let parent = item.parent_item(db);
            let parent = parent.map(|parent| parent.name(db).text());
            let container = parent.as_deref().unwrap_or(name);
            let text = item.name(db).text();
            self.add(&text, container, is_standard, Definition::Item(item));
            self.parts(item, &text, is_standard);
        }
    }

    /// Fields and cases.
    fn parts(&mut self, item: ItemId, container: &str, is_standard: bool) {
        if item.kind(self.db) != hir::ItemKind::Type {
            return;
        }
        let data = hir::item_data(self.db, item);
        let shape = data.and_then(|data| data.item().type_data().map(|data| data.shape.clone()));
        match shape {
            Some(TypeShape::Record(fields) | TypeShape::Union(fields)) => {
                for (index, field) in fields.iter().enumerate() {
                    let index = index as u32;
                    self.add(&field.name.text(), container, is_standard, Definition::Field { item, index });
                }
            }
            Some(TypeShape::Enum { cases, .. }) => {
                for (index, case) in cases.iter().enumerate() {
                    let index = index as u32;
                    self.add(&case.name.text(), container, is_standard, Definition::Case { item, index });
                }
            }
            None => {}
        }
    }

    fn add(&mut self, name: &str, container: &str, is_standard: bool, definition: Definition) {
        let fits_container = self.container.is_none_or(|wanted| fit(wanted, container.as_bytes()).is_some());
        if let Some(fit) = fit(self.name, name.as_bytes()).filter(|_| fits_container) {
            let rank = Rank { fit, is_standard, length: name.len() };
            self.found.push(Match { rank, definition });
        }
    }
}

/// How a name fits the letters of a query; `None` if they are not in it in this order.
fn fit(query: &[u8], name: &[u8]) -> Option<Fit> {
    if query.len() > name.len() {
        return None;
    }
    let same = |wanted: u8, letter: u8| wanted == letter || wanted == letter.to_ascii_lowercase();
    let begins_at = |start: usize| query.iter().zip(&name[start..]).all(|(wanted, letter)| same(*wanted, *letter));
    if begins_at(0) {
        return Some(if query.len() == name.len() { Fit::Whole } else { Fit::Beginning });
    }
    // Each letter taken as early as possible, and taken as the beginning of a word wherever there is one left.
    let (mut early, mut words) = (0, 0);
    for (at, letter) in name.iter().enumerate() {
        if early < query.len() && same(query[early], *letter) {
            early += 1;
        }
        let follows_word = words > 0 && at > 0 && same(query[words - 1], name[at - 1]);
        if words < query.len() && same(query[words], *letter) && (begins_word(name, at) || follows_word) {
            words += 1;
        }
    }
    if early < query.len() {
        return None;
    }
    let is_inside = (1..=name.len() - query.len()).any(begins_at);
    Some(match (words == query.len(), is_inside) {
        (true, _) => Fit::WordBeginnings,
        (false, true) => Fit::Inside,
        (false, false) => Fit::Letters,
    })
}

fn begins_word(name: &[u8], at: usize) -> bool {
    at == 0 || name[at - 1] == b'_' || name[at].is_ascii_uppercase() && !name[at - 1].is_ascii_uppercase()
}
