//! A value of a type, to be put where one is missing: a variable of the same name, else the simplest value there is. Where
//! no simple value exists it is `panic("…")`, which fits everywhere and says at run time what is still to be written.

use hir::{ItemId, LocalKind};
use source::Db;
use types::{DefinitionKind, NamedType, Ty, TypeKind};

use super::request::{Request, Tree};

/// Structures in structures are written out this deep.
const DEEPEST: usize = 3;

/// What stands around the missing value.
pub(super) struct Surroundings<'request, 'db> {
    pub request: &'request Request<'db>,
    pub tree: Tree<'db>,
    /// The item with the body, and the offset in it.
    pub item: ItemId,
    pub offset: u32,
}

impl Surroundings<'_, '_> {
    /// A value for the parameter or field of this name and type.
    pub fn value(&self, name: &str, ty: Ty) -> String {
        if self.has_variable(name, ty) {
            return name.to_string();
        }
        simple(self.request.db, self.item, ty, 0).unwrap_or_else(|| format!("panic(\"write `{name}`\")"))
    }

    /// Whether a variable or parameter of the name and type can be used here.
    fn has_variable(&self, name: &str, ty: Ty) -> bool {
        let db = self.request.db;
        let body = hir::body(db, self.item);
        let inference = types::infer(db, self.item);
        // The last one of the name hides those before it.
        let visible = body.locals().filter(|(id, local)| {
            local.name.text() == name && (local.kind != LocalKind::Variable || self.is_declared_above(*id))
        });
        visible.last().is_some_and(|(id, _)| inference.local_type(id) == ty)
    }

    /// Whether a variable is declared before the offset, by a `let` of a block around it.
    fn is_declared_above(&self, local: hir::LocalId) -> bool {
        let map = hir::body_source_map(self.request.db, self.item);
        let node = map.local(local);
        let offset = self.offset - self.tree.start;
        let parse = self.tree.parse;
        let block = parse.ancestors(node).find(|node| parse.kind(*node) == syntax::NodeKind::Block);
        parse.range(node).end < offset && block.is_some_and(|block| parse.range(block).contains(offset))
    }
}

/// The simplest value of a type, as seen from an item.
fn simple(db: &dyn Db, from: ItemId, ty: Ty, depth: usize) -> Option<String> {
    Some(match ty.kind() {
        TypeKind::Bool => "false".to_string(),
        TypeKind::Int(_) => "0".to_string(),
        TypeKind::Float(_) => "0.0".to_string(),
        TypeKind::String => "\"\"".to_string(),
        TypeKind::Unit => "()".to_string(),
        TypeKind::Pointer(_) => "Pointer.null()".to_string(),
        TypeKind::Array(element, length) => format!("[{}; {length}]", simple(db, from, element, depth)?),
        TypeKind::Tuple(elements) => {
            let values: Option<Vec<String>> = elements.types().iter().map(|ty| simple(db, from, *ty, depth)).collect();
            let values = values?.join(", ");
            let comma = if elements.types().len() == 1 { "," } else { "" };
            format!("({values}{comma})")
        }
        TypeKind::Named(named) if depth < DEEPEST => structure(db, from, named, depth)?,
        _ => return None,
    })
}

fn structure(db: &dyn Db, from: ItemId, named: NamedType, depth: usize) -> Option<String> {
    let (item, definition) = (named.item, types::type_definition(db, named));
    let is_record = matches!(
        definition.kind,
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View
    );
    let module = from.module(db);
    let is_known = hir::resolve(db, module, item.name(db)) == Some(hir::Resolution::Item(item));
    let sees = |field: &types::Field| field.public || item.module(db) == module;
    if !is_record || !is_known || definition.poisoned || !definition.fields.iter().all(sees) {
        return None;
    }
    let fields = definition.fields.iter().map(|field| {
        let value = simple(db, from, field.ty, depth + 1)?;
        Some(format!("{}: {value}", field.name.text()))
    });
    let fields: Option<Vec<String>> = fields.collect();
    Some(format!("{}({})", item.name(db).text(), fields?.join(", ")))
}
