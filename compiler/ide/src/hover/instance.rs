//! The instance of a generic type under the cursor: what the type arguments are where its name, a case or a field of it
//! stands. Inference and signatures know them; this page only finds the place.

use hir::ItemId;
use source::Db;
use syntax::NodeKind;
use types::Ty;

use super::of_type;
use super::page::Page;
use super::question::{HoverSettings, Question, ShowBlock};
use crate::definition::Definition;
use crate::token::TokenPlace;
use crate::written_type;

/// So many nodes around a name may be the expression that it belongs to: `Tree.Leaf`, the call behind it.
const MOST_STEPS: usize = 4;

/// The closed instance that a name speaks of; nothing of types without parameters.
pub(crate) fn at(db: &dyn Db, place: &TokenPlace<'_>, definition: Definition) -> Option<Ty> {
    let owner = match definition {
        Definition::Item(item) | Definition::Case { item, .. } | Definition::Field { item, .. } => item,
        Definition::Module(_)
        | Definition::Parameter { .. }
        | Definition::SelfValue(_)
        | Definition::Local { .. }
        | Definition::GenericParameter { .. }
        | Definition::Label { .. }
        | Definition::BuiltinType(_)
        | Definition::BuiltinFunction(_) => return None,
    };
    if owner.kind(db) != hir::ItemKind::Type || types::own_parameters(db, owner).is_empty() {
        return None;
    }
    let item = place.item(db)?;
    let found = match definition {
        Definition::Field { .. } => receiver(db, place, item, owner),
        _ => None,
    };
    let found = found.or_else(|| in_body(db, place, item, owner)).or_else(|| written_type::at(db, place, item));
    found.filter(|ty| !ty.is_open() && ty.as_named().is_some_and(|named| named.item == owner))
}

/// What a field is read from.
fn receiver(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId, owner: ItemId) -> Option<Ty> {
    if place.node_kind() != NodeKind::FieldAccess || !item.kind(db).may_have_body() {
        return None;
    }
    let receiver = place.parse.first_child(place.node)?;
    let id = hir::body_source_map(db, item).expressions_at(receiver).next_back()?;
    is_of(types::infer(db, item).expression_type(id), owner)
}

/// The expression or pattern that a name belongs to, if that is a value of the type.
fn in_body(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId, owner: ItemId) -> Option<Ty> {
    if !item.kind(db).may_have_body() {
        return None;
    }
    let (map, inference) = (hir::body_source_map(db, item), types::infer(db, item));
    let belongs = |kind: NodeKind| {
        matches!(
            kind,
            NodeKind::Name
                | NodeKind::FieldAccess
                | NodeKind::Index
                | NodeKind::Call
                | NodeKind::PathPattern
                | NodeKind::BindingPattern
                | NodeKind::FieldPattern
        )
    };
    let around = place.nodes().take(MOST_STEPS).take_while(|node| belongs(place.parse.kind(*node)));
    for node in around {
        let expressions = map.expressions_at(node).map(|id| inference.expression_type(id));
        let pattern = map.pattern_at(node).and_then(|id| inference.pattern(id)).map(|used| used.ty);
        if let Some(found) = expressions.chain(pattern).find_map(|ty| is_of(ty, owner)) {
            return Some(found);
        }
    }
    None
}

fn is_of(ty: Ty, owner: ItemId) -> Option<Ty> {
    let ty = ty.value_type();
    ty.as_named().is_some_and(|named| named.item == owner).then_some(ty)
}

/// The first lines about an instance: where the type itself is named with what lies where, since nothing else shows that. A
/// case tells its own part of it, and a field where it lies.
pub(super) fn news(question: &Question<'_>, page: &mut Page, definition: Definition, instance: Ty) {
    let is_whole = matches!(definition, Definition::Item(_));
    let layout = match question.settings.layout {
        ShowBlock::Never => ShowBlock::Never,
        ShowBlock::Always | ShowBlock::Definition if is_whole => ShowBlock::Always,
        ShowBlock::Always | ShowBlock::Definition => ShowBlock::Definition,
    };
    if let Definition::Field { .. } = definition {
        return;
    }
    let settings = HoverSettings { layout, ..question.settings.clone() };
    let question = Question { settings: &settings, targets: question.targets.clone(), ..*question };
    of_type::news_of_value(&question, page, instance);
}
