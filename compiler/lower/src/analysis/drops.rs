//! Drop elaboration: each drop of a variable becomes a drop, nothing, a drop under a hidden flag, or the drops of what is
//! left of it. Owns the flags. Must not know why a value is gone.

use source::Db;

use super::initialisation::Facts;
use super::move_paths::{MovePaths, PathId};
use crate::source_form::{
    Access, Constant, ConstantId, ConstantValue, DropExtent, Local, LocalId, LocalKind, Operand, Place, Projection,
    Rvalue, SourceForm, Statement, StatementKind,
};
use types::{Ty, field_count, field_type};

/// What becomes of a body's drops.
pub struct Drops {
    /// The flag of each path that needs one.
    flags: Vec<Option<LocalId>>,
    has_flags: bool,
    /// The statements that are replaced, in order, with the end of their replacement in `replacements`.
    replaced: Vec<(usize, usize)>,
    replacements: Vec<Statement>,
}

impl Drops {
    /// No drops yet, for that many paths.
    pub fn new(paths: usize) -> Drops {
        Drops { flags: vec![None; paths], has_flags: false, replaced: Vec::new(), replacements: Vec::new() }
    }

    /// Decides the drop of a path by statement `index`, by what is known before it.
    pub fn decide(
        &mut self,
        db: &dyn Db,
        form: &mut SourceForm,
        paths: &MovePaths,
        facts: &Facts<'_>,
        index: usize,
        path: PathId,
    ) {
        let (may_have, may_lack) = summary(paths, facts, path);
        if may_have && !may_lack {
            return;
        }
        if may_have {
            self.expand(db, form, paths, facts, path, form.statements[index]);
        }
        self.replaced.push((index, self.replacements.len()));
    }

    /// The drops of what is left of a path.
    fn expand(
        &mut self,
        db: &dyn Db,
        form: &mut SourceForm,
        paths: &MovePaths,
        facts: &Facts<'_>,
        path: PathId,
        original: Statement,
    ) {
        let place = paths.get(path).place;
        let (may_have, may_lack) = summary(paths, facts, path);
        if !may_have {
            return;
        }
        if !paths.has_children(path) || !may_lack {
            let flag = may_lack.then(|| self.flag(form, path));
            return self.push(place, DropExtent::Whole, flag, original);
        }
        if !facts.may_have(path) {
            // The whole has been moved; its fields have gone with it.
            return;
        }
        let flag = facts.may_lack(path).then(|| self.flag(form, path));
        let ty = form.place_type(db, place);
        for field in (0..field_count(db, ty)).rev() {
            match paths.child(path, field) {
                Some(child) => self.expand(db, form, paths, facts, child, original),
                None if types::needs_drop(db, field_type(db, ty, field)) => {
                    let part = form.project(place, Projection::Field(field));
                    self.push(part, DropExtent::Whole, flag, original);
                }
                None => {}
            }
        }
        if types::is_heap(db, ty) {
            self.push(place, DropExtent::Memory, flag, original);
        }
    }

    fn push(&mut self, place: Place, extent: DropExtent, flag: Option<LocalId>, original: Statement) {
        let kind = StatementKind::Drop { place, extent, flag };
        self.replacements.push(Statement { kind, expression: original.expression });
    }

    fn flag(&mut self, form: &mut SourceForm, path: PathId) -> LocalId {
        let flag = &mut self.flags[path.0 as usize];
        *flag.get_or_insert_with(|| {
            self.has_flags = true;
            form.locals.push(Local {
                ty: Ty::BOOL,
                kind: LocalKind::DropFlag,
                mutable: true,
                name: None,
                variable: None,
            });
            LocalId(form.locals.len() as u32 - 1)
        })
    }

    /// Writes the decisions into the form.
    pub fn apply(self, form: &mut SourceForm, paths: &MovePaths) {
        if self.replaced.is_empty() {
            return;
        }
        let truth = [push_bool(form, false), push_bool(form, true)];
        let old = std::mem::take(&mut form.statements);
        let mut new = Vec::with_capacity(old.len() + self.replacements.len() + 8);
        let mut next = 0;
        let mut done = 0;
        for block in 0..form.blocks.len() {
            let range = form.blocks[block].start as usize..form.blocks[block].end as usize;
            form.blocks[block].start = new.len() as u32;
            if block == 0 && self.has_flags {
                self.initial_flags(form, paths, truth, &old, &mut new);
            }
            for index in range {
                let statement = old[index];
                match self.replaced.get(next) {
                    Some((replaced, end)) if *replaced == index => {
                        new.extend_from_slice(&self.replacements[done..*end]);
                        (next, done) = (next + 1, *end);
                    }
                    Some(_) | None => new.push(statement),
                }
                if self.has_flags {
                    self.set_flags(form, paths, truth, &statement, &mut new);
                }
            }
            form.blocks[block].end = new.len() as u32;
        }
        form.statements = new;
    }

    fn initial_flags(
        &self,
        form: &SourceForm,
        paths: &MovePaths,
        truth: [ConstantId; 2],
        old: &[Statement],
        new: &mut Vec<Statement>,
    ) {
        let Some(first) = old.first() else { return };
        for path in paths.ids() {
            let has_value = form.local(paths.get(path).local).kind.is_given();
            self.set_flag(path, has_value, truth, first, new);
        }
    }

    /// Keeps the flags of the paths that a statement gives a value or takes it from.
    fn set_flags(
        &self,
        form: &SourceForm,
        paths: &MovePaths,
        truth: [ConstantId; 2],
        statement: &Statement,
        new: &mut Vec<Statement>,
    ) {
        form.accesses(&statement.kind, |access, place| {
            let has_value = match access {
                Access::Write => true,
                Access::Move | Access::Declare | Access::Drop(DropExtent::Whole | DropExtent::Memory) => false,
                Access::Drop(DropExtent::Contents)
                | Access::StorageDead
                | Access::Read
                | Access::Count
                | Access::Borrow(_)
                | Access::Address => return,
            };
            if let Some((path, true)) = paths.find(form, place) {
                paths.subtree(path, &mut |path| self.set_flag(path, has_value, truth, statement, new));
            }
        });
    }

    fn set_flag(
        &self,
        path: PathId,
        has_value: bool,
        truth: [ConstantId; 2],
        statement: &Statement,
        new: &mut Vec<Statement>,
    ) {
        if let Some(flag) = self.flags[path.0 as usize] {
            let value = Operand::Constant(truth[usize::from(has_value)]);
            let kind = StatementKind::Assign(Place::local(flag), Rvalue::Use(value));
            new.push(Statement { kind, expression: statement.expression });
        }
    }
}

/// Whether the path or something below it may have a value, and whether it or something below may lack it.
fn summary(paths: &MovePaths, facts: &Facts<'_>, path: PathId) -> (bool, bool) {
    let (mut may_have, mut may_lack) = (false, false);
    paths.subtree(path, &mut |path| {
        may_have |= facts.may_have(path);
        may_lack |= facts.may_lack(path);
    });
    (may_have, may_lack)
}

fn push_bool(form: &mut SourceForm, value: bool) -> ConstantId {
    form.constants.push(Constant { ty: Ty::BOOL, value: ConstantValue::Bool(value) });
    ConstantId(form.constants.len() as u32 - 1)
}
