//! What an optimised build makes of each call through a `dyn` (`--emit devirtualised`): the decision, the functions that it
//! may call, and why it is no direct call. It owns the text; the decisions are made in `dispatch`.

use std::fmt::Write;
use std::sync::Arc;

use lower::Way;
use mir::{Dispatch, MOST_COMPARED, Positions};
use project::Report;
use source::Database;
use types::TraitReference;

use crate::build::{self, Generation};
use crate::dispatch::{ClosedSets, DispatchedCall, Entry, Opening};
use crate::program::{Program, Run};
use crate::{compile, function_code};

/// A file with line and column.
type Place<'a> = (&'a str, u32, u32);

/// The calls that are written in the package that was asked for, in the order of the source; then those that stand nowhere,
/// because the compiler makes them to end values.
pub fn devirtualised(program: &Program, run: &mut Run, generation: &Generation<'_>) -> Result<String, Vec<Report>> {
    let roots = build::roots(program, build::object_product(program), &[])?;
    let (calls, positions) = compile::dispatched(program, run, &roots, generation);
    let own: Vec<&str> =
        program.loaded.files.iter().filter(|file| file.own).map(|file| &**file.file.path(&program.db)).collect();
    let mut placed: Vec<(Option<Place<'_>>, &DispatchedCall)> = Vec::new();
    for call in &calls {
        match positions.position(&call.caller, call.source) {
            Some(position) => {
                let file = positions.file(position.file);
                if own.contains(&file) {
                    placed.push((Some((file, position.line, position.column)), call));
                }
            }
            None => placed.push((None, call)),
        }
    }
    placed.sort_by_key(|(place, call)| (place.is_none(), *place, call.caller.clone(), call.entry.number));
    let mut text = String::new();
    for (place, call) in placed {
        write_call(&mut text, &program.db, place, call).expect("a text takes all");
    }
    Ok(text)
}

/// So many functions are named that a call may call.
const MOST_SHOWN: usize = 8;

fn write_call(text: &mut String, db: &Database, place: Option<Place<'_>>, call: &DispatchedCall) -> std::fmt::Result {
    if let Some((file, line, column)) = place {
        write!(text, "{file}:{line}:{column}: ")?;
    }
    let entry = &*call.entry;
    let (what, through) = (method_name(db, entry), types::display(db, entry.of));
    writeln!(text, "{what} through {through} in {}: {}", call.caller, entry.decision())?;
    for (_, candidate) in entry.candidates.iter().take(MOST_SHOWN) {
        writeln!(text, "  may call {candidate}")?;
    }
    if entry.candidates.len() > MOST_SHOWN {
        writeln!(text, "  and {} more", entry.candidates.len() - MOST_SHOWN)?;
    }
    if let Some(reason) = entry.why_not_direct(db) {
        writeln!(text, "  not direct: {reason}")?;
    }
    Ok(())
}

fn method_name(db: &Database, entry: &Entry) -> String {
    let slots = entry.of.as_dyn().map(|(_, of)| types::slots(db, of)).unwrap_or_default();
    let slot = entry.number.checked_sub(lower::ENTRIES_BEFORE_METHODS).and_then(|slot| slots.get(slot as usize));
    slot.map_or_else(|| "the end of a value".to_owned(), |slot| slot.method.name(db).text().to_string())
}

impl Entry {
    /// What a call becomes, in words.
    pub fn decision(&self) -> &'static str {
        match (self.dispatch, self.opening) {
            (Dispatch::Direct, _) => "direct",
            (Dispatch::Compared, None) => "compared",
            (Dispatch::Compared, Some(_)) => "compared, else through the table",
            (Dispatch::Table, _) => "through the table",
        }
    }

    /// Why a call is not direct.
    pub fn why_not_direct(&self, db: &Database) -> Option<String> {
        if self.dispatch == Dispatch::Direct {
            return None;
        }
        let mut reasons = Vec::new();
        match self.candidates.len() {
            0 => reasons.push("the program makes no such value".to_owned()),
            1 => {}
            count if count > MOST_COMPARED => {
                reasons.push(format!("{count} implementations, more than {MOST_COMPARED}"))
            }
            count => reasons.push(format!("{count} implementations")),
        }
        reasons.extend(self.opening.map(|opening| opening.in_words(db)));
        Some(reasons.join("; "))
    }

    /// The types whose methods may be called, as far as a line takes them.
    pub fn types(&self, db: &Database) -> Vec<String> {
        let shown = self.candidates.iter().take(MOST_SHOWN).map(|(ty, _)| types::display(db, *ty));
        let more = self.candidates.len().saturating_sub(MOST_SHOWN);
        shown.chain((more > 0).then(|| format!("{more} more"))).collect()
    }
}

impl Opening {
    /// Why there may be other tables.
    pub fn in_words(self, db: &Database) -> String {
        match self {
            Opening::Object => "the objects that this one is linked to may bring others".to_owned(),
            Opening::Outside(Way::Called(item)) => format!("C calls `{}` and may bring others", item.path(db)),
            Opening::Outside(Way::OfC(item)) => format!("C has `{}` and may bring others", item.path(db)),
            Opening::Outside(Way::Type(item, ty)) => {
                format!("C may bring others: `{}` stands in `{}`", types::display(db, ty), item.path(db))
            }
            Opening::Outside(Way::Address(item, ty)) => {
                let ty = types::display(db, ty);
                format!("C may bring others: `{}` takes the address of a `{ty}`", item.path(db))
            }
        }
    }
}

/// What an optimised build makes of a call of the method at a place in the table of a trait's `dyn`; nothing in a program
/// with more functions than an editor looks at while somebody waits, or that never makes such a value.
pub fn dispatch_of(
    program: &Program,
    run: &Run,
    backend: &dyn mir::Backend,
    of: TraitReference,
    slot: usize,
) -> Option<Arc<Entry>> {
    let (roots, instances) = function_code::small_program(program, run, backend)?;
    let mut sets = ClosedSets::of(&program.db, &instances, !compile::begins(&roots));
    sets.entry(&program.db, of, lower::ENTRIES_BEFORE_METHODS + slot as u32)
}
