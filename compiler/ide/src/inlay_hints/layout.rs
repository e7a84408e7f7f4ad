//! Padding of types, behind the field that it follows. It must not know why a layout is what it is.

use hir::ItemId;
use source::Db;
use syntax::{NodeId, Parse, view};
use types::DefinitionKind;

use super::{InlayHint, InlayHintKind};

/// The padding of one type.
pub(super) fn hints(db: &dyn Db, item: ItemId, parse: &Parse, node: NodeId, hints: &mut Vec<InlayHint>) {
    let definition = types::type_definition(db, item);
    let Some(view) = view::Type::cast(parse, node) else {
        return;
    };
    let is_generic = view.generic_parameters().is_some();
    let is_sound = !definition.poisoned && !definition.incomplete && types::has_finite_size(db, item);
    let has_fields = match definition.kind {
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View => true,
        // All fields of a union lie at its start.
        DefinitionKind::Counted | DefinitionKind::Union | DefinitionKind::Opaque => false,
    };
    if !is_sound || is_generic || !has_fields || definition.fields.is_empty() {
        return;
    }
    let layout = types::object_layout(db, item);
    let last = definition.fields.len() - 1;
    for (index, (field, syntax)) in definition.fields.iter().zip(view.fields()).enumerate() {
        let end = layout.offsets[index] + types::layout(db, field.ty).size;
        let next = layout.offsets.get(index + 1).copied().unwrap_or(layout.size);
        let padding = next.saturating_sub(end);
        if padding == 0 {
            continue;
        }
        let name = field.name.text();
        let tooltip = if index == last {
            format!(
                "`{name}` ends at byte {end}; the size of the type is a multiple of its alignment, {}: {} bytes",
                layout.align, layout.size
            )
        } else {
            let next_field = &definition.fields[index + 1];
            let align = types::layout(db, next_field.ty).align;
            format!(
                "`{name}` ends at byte {end}; `{}` must stand at a multiple of {align}: at byte {next}",
                next_field.name.text()
            )
        };
        hints.push(InlayHint {
            offset: syntax.range().end,
            label: format!("+{padding} B padding"),
            kind: InlayHintKind::Padding,
            tooltip,
            edit: None,
        });
    }
}
