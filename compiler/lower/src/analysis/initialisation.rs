//! Which values are there: definite initialisation, uses of moved values, and for each drop whether there is something to
//! drop. Two facts per path flow forwards: 'may have a value' and 'may have none'; where something is declared without a
//! value a third, 'may have been assigned since': such a `let` is assigned once, whether its value is still there or not.
//! Must not change the form; what to do about drops is handed to `drops`.

use std::cell::OnceCell;

use hir::{Body, ExpressionId};
use rustc_hash::FxHashSet;
use source::Db;
use types::{Problem, Ty};

use super::dataflow::{Dataflow, Effect};
use super::drops::Drops;
use super::move_paths::{MovePaths, PathId};
use super::reaching::{Causes, Gone, find_cause, mention};
use super::rules::{BorrowRule, rule};
use super::sets::{Set, Sets};
use super::{Scratch, Subject};
use crate::diagnostics::kinds::{assigned_let, moved_value, part_of_nothing, unassigned_variable};
use crate::source_form::{Access, BlockId, DropExtent, LocalId, Place, SourceForm, StatementKind};

/// Checks a body in which the tracked locals may lose their value, and decides its drops.
pub fn check(
    subject: Subject<'_>,
    form: &mut SourceForm,
    tracked: &[LocalId],
    late: &[LocalId],
    scratch: &mut Scratch,
    problems: &mut Vec<Problem>,
) {
    let paths = MovePaths::new(form, tracked);
    let dataflow = &mut scratch.dataflow;
    let late = Late::new(form, late);
    solve(form, &paths, &late, dataflow);
    let kinds = late.kinds();
    let mut drops = Drops::new(paths.len());
    let mut checker = Checker {
        subject,
        paths: &paths,
        late: &late,
        problems,
        reported: FxHashSet::default(),
        causes: OnceCell::new(),
    };
    for block in form.block_ids() {
        dataflow.sets.start_editing();
        let mut facts = Facts { set: dataflow.boundary[block.0 as usize], sets: &mut dataflow.sets, kinds };
        for index in form.statement_range(block) {
            let statement = form.statements[index];
            if let StatementKind::Drop { place, extent: DropExtent::Whole, flag: None } = statement.kind
                && let Some((path, true)) = paths.find(form, place)
            {
                drops.decide(subject.db, form, &paths, &facts, index, path);
            }
            form.accesses(&statement.kind, |access, place| {
                let point = Point { form, block, index, place, at: statement.expression };
                checker.access(&point, &mut facts, access);
            });
        }
        dataflow.sets.forget_edited();
    }
    drops.apply(form, &paths);
}

/// The facts of a path, by their place among them.
const HAS: usize = 0;
const LACKS: usize = 1;
const ASSIGNED: usize = 2;

/// The number of a fact of a path, of which there are so many kinds.
fn bit(kinds: usize, path: PathId, fact: usize) -> usize {
    path.0 as usize * kinds + fact
}

/// The facts at one point: for each path, whether it may have a value, whether it may have none, and if some variable is
/// declared without a value, whether it may have been assigned.
pub struct Facts<'a> {
    sets: &'a mut Sets,
    set: Set,
    /// How many facts there are of a path; they stand side by side.
    kinds: usize,
}

impl Facts<'_> {
    /// Whether some way here leaves the path with a value.
    pub fn may_have(&self, path: PathId) -> bool {
        self.sets.contains(self.set, bit(self.kinds, path, HAS))
    }

    /// Whether some way here leaves the path without a value.
    pub fn may_lack(&self, path: PathId) -> bool {
        self.sets.contains(self.set, bit(self.kinds, path, LACKS))
    }

    /// Whether some way here has assigned a variable since it was declared.
    fn may_be_assigned(&self, path: PathId) -> bool {
        self.sets.contains(self.set, bit(self.kinds, path, ASSIGNED))
    }

    fn set_assigned(&mut self, path: PathId, assigned: bool) {
        let bit = bit(self.kinds, path, ASSIGNED);
        if assigned {
            self.sets.insert(&mut self.set, bit);
        } else {
            self.sets.remove(&mut self.set, bit);
        }
    }

    fn set(&mut self, path: PathId, has_value: bool) {
        let (has, lacks) = (bit(self.kinds, path, HAS), bit(self.kinds, path, LACKS));
        let (gained, lost) = if has_value { (has, lacks) } else { (lacks, has) };
        self.sets.insert(&mut self.set, gained);
        self.sets.remove(&mut self.set, lost);
    }
}

/// What an access does to the value of the path it reaches.
fn effect(access: Access) -> Option<bool> {
    match access {
        Access::Write => Some(true),
        Access::Move | Access::Declare | Access::StorageDead | Access::Drop(DropExtent::Whole | DropExtent::Memory) => {
            Some(false)
        }
        Access::Drop(DropExtent::Contents) | Access::Read | Access::Count | Access::Borrow(_) | Access::Address => None,
    }
}

/// The variables that are declared without a value.
struct Late {
    /// By local; empty if there is none.
    declared: Vec<bool>,
}

impl Late {
    fn new(form: &SourceForm, late: &[LocalId]) -> Late {
        let count = if late.is_empty() { 0 } else { form.locals.len() };
        let mut declared = vec![false; count];
        for local in late {
            declared[local.0 as usize] = true;
        }
        Late { declared }
    }

    /// How many facts there are of each path.
    fn kinds(&self) -> usize {
        if self.declared.is_empty() { 2 } else { 3 }
    }

    fn contains(&self, local: LocalId) -> bool {
        self.declared.get(local.0 as usize).copied().unwrap_or(false)
    }

    /// Whether an access assigns one of them, or declares it: then it is another one, not assigned yet.
    fn is_assigned_by(&self, access: Access, place: Place) -> Option<bool> {
        if !place.as_local().is_some_and(|local| self.contains(local)) {
            return None;
        }
        match access {
            Access::Write => Some(true),
            Access::Declare => Some(false),
            Access::Read
            | Access::Count
            | Access::Move
            | Access::Borrow(_)
            | Access::Address
            | Access::Drop(_)
            | Access::StorageDead => None,
        }
    }
}

fn solve(form: &SourceForm, paths: &MovePaths, late: &Late, dataflow: &mut Dataflow) {
    let kinds = late.kinds();
    dataflow.reset(form.blocks.len(), kinds * paths.len());
    for block in form.block_ids() {
        let Effect { mut gained, mut lost } = Effect::default();
        let sets = &mut dataflow.sets;
        sets.start_editing();
        for statement in form.block_statements(block) {
            form.accesses(&statement.kind, |access, place| {
                let Some((path, true)) = paths.find(form, place) else {
                    return;
                };
                if let Some(assigned) = late.is_assigned_by(access, place) {
                    let bit = bit(kinds, path, ASSIGNED);
                    if assigned {
                        sets.insert(&mut gained, bit);
                    } else {
                        sets.remove(&mut gained, bit);
                        sets.insert(&mut lost, bit);
                    }
                }
                let Some(has_value) = effect(access) else { return };
                paths.subtree(path, &mut |path| {
                    let (has, lacks) = (bit(kinds, path, HAS), bit(kinds, path, LACKS));
                    let (holds, ends) = if has_value { (has, lacks) } else { (lacks, has) };
                    sets.insert(&mut gained, holds);
                    sets.remove(&mut gained, ends);
                    sets.insert(&mut lost, ends);
                });
            });
        }
        dataflow.effects[block.0 as usize] = Effect { gained, lost };
    }
    dataflow.sets.stop_editing();
    for path in paths.ids() {
        let is_parameter = form.local(paths.get(path).local).kind.is_given();
        let bit = bit(kinds, path, if is_parameter { HAS } else { LACKS });
        dataflow.sets.insert(&mut dataflow.boundary[0], bit);
    }
    dataflow.solve_forwards(form);
}

struct Checker<'a, 'b> {
    subject: Subject<'a>,
    paths: &'b MovePaths,
    late: &'b Late,
    problems: &'b mut Vec<Problem>,
    /// What has been reported: a path and the expression at which it lost its value. Reported once.
    reported: FxHashSet<(PathId, Option<ExpressionId>)>,
    /// Found when the first problem is.
    causes: OnceCell<Causes>,
}

impl Checker<'_, '_> {
    fn access(&mut self, point: &Point<'_>, facts: &mut Facts<'_>, access: Access) {
        let Some((path, is_whole)) = self.paths.find(point.form, point.place) else {
            return;
        };
        match access {
            Access::Read | Access::Count | Access::Move | Access::Borrow(_) | Access::Address => {
                self.require(point, facts, path, is_whole);
            }
            Access::Write if !is_whole => self.require_whole(point, facts, path),
            Access::Write => {
                if let Some(parent) = self.paths.get(path).parent {
                    self.require_whole(point, facts, parent);
                } else {
                    self.check_second_assignment(point, facts, path);
                }
            }
            Access::Drop(_) | Access::Declare | Access::StorageDead => {}
        }
        if let Some(assigned) = self.late.is_assigned_by(access, point.place) {
            facts.set_assigned(path, assigned);
        }
        if is_whole && let Some(has_value) = effect(access) {
            self.paths.subtree(path, &mut |path| facts.set(path, has_value));
        }
    }

    /// The place must have its value, with all of its fields if it is meant as a whole.
    fn require(&mut self, point: &Point<'_>, facts: &mut Facts<'_>, path: PathId, is_whole: bool) {
        let mut lacking = None;
        if is_whole {
            self.paths.subtree(path, &mut |each| {
                if lacking.is_none() && facts.may_lack(each) {
                    lacking = Some(each);
                }
            });
        } else if facts.may_lack(path) {
            lacking = Some(path);
        }
        let Some(lacking) = lacking else { return };
        let causes = self.causes.get_or_init(|| Causes::new(point.form, self.paths));
        let cause = find_cause(self.subject.body, (point.form, causes), self.paths, lacking, point.block, point.index);
        let moved = match cause {
            Some(Gone::Moved(moved)) => Some(moved),
            Some(Gone::Declared) | None => None,
        };
        if !is_asked_for(moved) || !self.is_new(lacking, moved) {
            return;
        }
        let form = point.form;
        let name = form.describe(self.subject.db, self.paths.get(path).place);
        let problem = match moved {
            Some(moved) => {
                let part = form.describe(self.subject.db, self.paths.get(lacking).place);
                moved_value::problem(
                    self.subject.body,
                    point.mention(self.subject.body),
                    &name,
                    moved,
                    (lacking != path).then_some(&*part),
                )
            }
            None => {
                let Some(variable) = form.local(self.paths.get(path).local).variable else {
                    return;
                };
                unassigned_variable::problem(point.mention(self.subject.body), variable, &name)
            }
        };
        self.problems.push(problem);
        // What has been reported is taken to be there, so that one mistake is one report.
        self.paths.subtree(path, &mut |path| facts.set(path, true));
    }

    /// Only a part of the path is assigned: it must have a value itself.
    fn require_whole(&mut self, point: &Point<'_>, facts: &mut Facts<'_>, path: PathId) {
        if !facts.may_lack(path) {
            return;
        }
        let causes = self.causes.get_or_init(|| Causes::new(point.form, self.paths));
        let cause = find_cause(self.subject.body, (point.form, causes), self.paths, path, point.block, point.index);
        let moved = match cause {
            Some(Gone::Moved(moved)) => Some(moved),
            Some(Gone::Declared) | None => None,
        };
        if is_asked_for(moved) && self.is_new(path, moved) {
            let name = point.form.describe(self.subject.db, self.paths.get(path).place);
            let place = self.paths.get(path);
            let variable = point.form.local(place.local);
            let is_whole = variable.variable.is_some_and(|it| *self.subject.body[it].name.text() == *name);
            let made = is_whole.then(|| made(self.subject.db, variable.ty)).flatten();
            self.problems.push(part_of_nothing::problem(point.at, &name, moved, made));
        }
        self.paths.subtree(path, &mut |path| facts.set(path, true));
    }

    /// A `let` without `mut` that got no value at first may get it once.
    fn check_second_assignment(&mut self, point: &Point<'_>, facts: &Facts<'_>, path: PathId) {
        let local = self.paths.get(path).local;
        let data = point.form.local(local);
        let Some(variable) = data.variable else { return };
        if !rule(BorrowRule::AssignedOnce) {
            return;
        }
        if data.mutable || !self.late.contains(local) || !facts.may_be_assigned(path) || data.ty.is_error() {
            return;
        }
        let name = self.subject.body[variable].name;
        self.problems.push(assigned_let::problem(point.at, variable, &name.text(), false));
    }

    fn is_new(&mut self, path: PathId, moved: Option<ExpressionId>) -> bool {
        self.reported.insert((path, moved))
    }
}

/// Whether the rule is in force that a value is there: it has been moved, or never was.
fn is_asked_for(moved: Option<ExpressionId>) -> bool {
    rule(match moved {
        Some(_) => BorrowRule::MovedIsGone,
        None => BorrowRule::AssignedBeforeUse,
    })
}

/// Where an access happens.
struct Point<'a> {
    form: &'a SourceForm,
    block: BlockId,
    index: usize,
    place: Place,
    at: ExpressionId,
}

impl Point<'_> {
    /// The expression to speak of.
    fn mention(&self, body: &Body) -> ExpressionId {
        mention(body, self.form, self.place, self.at)
    }
}

/// How a value of a structure or array is made, with what stands in it left out.
fn made(db: &dyn Db, ty: Ty) -> Option<String> {
    if let Some((_, length)) = ty.as_array() {
        return Some(format!("[…; {length}]"));
    }
    let item = ty.as_named()?.item;
    let definition = types::type_definition(db, item);
    if definition.enumeration.is_some() || definition.fields.is_empty() {
        return None;
    }
    let parts: Vec<String> = definition.fields.iter().map(|field| format!("{}: …", field.name)).collect();
    Some(format!("{}({})", item.name(db), parts.join(", ")))
}
