//! How the cases of an enum lie in memory, and how a value tells which one it is. It owns the words; the fields are
//! `types::enum_fields`'.

use source::Db;
use types::{EnumForm, Enumeration, NamedType};

use super::layout::{Layout, MOST_ROWS};
use super::news::aligned;
use super::page::bytes;

/// What the table of an enum's fields does not say.
pub(super) fn notes(db: &dyn Db, enumeration: &Enumeration) -> Vec<String> {
    match enumeration.form {
        EnumForm::Nullable { empty } => vec![format!("no tag: null is {}", name(enumeration, empty))],
        EnumForm::Tagged(_) => only_tags(enumeration),
        EnumForm::Integer(kind) => {
            let mut lines = vec![format!("the integer {}", types::display(db, types::Ty::int(kind)))];
            let shown = enumeration.cases.iter().take(MOST_ROWS);
            let values: Vec<String> = shown.clone().map(|case| value(enumeration, case.tag)).collect();
            let width = values.iter().map(String::len).max().unwrap_or(0);
            let rows = values.iter().zip(shown).map(|(value, case)| vec![format!("{value:>width$}"), text(case.name)]);
            lines.extend(aligned(&rows.collect::<Vec<_>>()));
            if enumeration.cases.len() > MOST_ROWS {
                lines.push(format!("… and {} more cases", enumeration.cases.len() - MOST_ROWS));
            }
            lines
        }
    }
}

/// The cases of which a value is its tag alone.
fn only_tags(enumeration: &Enumeration) -> Vec<String> {
    let cases = (0..).zip(&enumeration.cases);
    let empty: Vec<String> =
        cases.filter(|(index, _)| enumeration.payload(*index).is_empty()).map(|(_, case)| text(case.name)).collect();
    let shown = empty.iter().take(MOST_ROWS).cloned().collect::<Vec<_>>().join(", ");
    match empty.len() {
        0 => Vec::new(),
        count if count > MOST_ROWS => vec![format!("nothing but the tag: {shown} and {} more", count - MOST_ROWS)],
        _ => vec![format!("nothing but the tag: {shown}")],
    }
}

/// The first lines about a case: how a value tells that it is this one, and where what it carries lies.
pub(super) fn of_case(db: &dyn Db, named: impl Into<NamedType>, index: u32) -> Option<Vec<String>> {
    let named = named.into();
    let enumeration = types::type_definition(db, named).enumeration.as_deref()?;
    let layout = Layout::of_named(db, named)?;
    let case = enumeration.cases.get(index as usize)?;
    let kind = enumeration.tag().name();
    let told = match enumeration.form {
        EnumForm::Integer(_) => format!("{} of the integer {kind}", value(enumeration, case.tag)),
        EnumForm::Tagged(_) => format!("tag {}: {kind}", value(enumeration, case.tag)),
        EnumForm::Nullable { empty } if empty == index => "no tag: it is null".to_string(),
        EnumForm::Nullable { empty } => format!("no tag: null is {}", name(enumeration, empty)),
    };
    let whole = match enumeration.form {
        EnumForm::Integer(_) => String::new(),
        EnumForm::Tagged(_) | EnumForm::Nullable { .. } => format!(" · in {}", bytes(layout.size)),
    };
    let mut lines = vec![format!("{}.{} · {told}{whole}", types::display(db, named.ty()), text(case.name))];
    let rows = layout.rows_of(db, enumeration.parts(index));
    if !rows.is_empty() {
        lines.push(String::new());
        lines.extend(rows);
    }
    Some(lines)
}

fn name(enumeration: &Enumeration, index: u32) -> String {
    enumeration.cases.get(index as usize).map_or_else(String::new, |case| text(case.name))
}

fn text(name: hir::Name) -> String {
    name.text().to_string()
}

/// A tag as it is written.
fn value(enumeration: &Enumeration, tag: u128) -> String {
    let is_signed = enumeration.tag().is_signed();
    if is_signed { (tag as i128).to_string() } else { tag.to_string() }
}
