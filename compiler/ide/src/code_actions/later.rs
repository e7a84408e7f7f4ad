//! Whether the value of a variable may as well be evaluated where the variable is used: what it reads is the same there,
//! and nothing has happened in between that it could notice or that could notice it. It owns what counts as in between; it
//! must not know which action asks.

use hir::{Expression, ItemId, LocalId, LocalKind};
use lower::source_form::{self, Access, BlockId, BorrowKind, Place, Rvalue, SourceForm, StatementKind, Terminator};
use rustc_hash::FxHashSet;
use source::Db;
use syntax::{NodeId, NodeKind, Parse};
use types::{Detail, Indexing, ItemUse};

/// A value where it is written.
pub(super) struct Value<'db> {
    pub db: &'db dyn Db,
    pub item: ItemId,
    pub parse: &'db Parse,
    pub node: NodeId,
    /// Whether evaluating it does more than to read.
    pub has_effects: bool,
}

/// What a value depends on.
struct Reads {
    /// Variables and parameters.
    locals: FxHashSet<LocalId>,
    /// Memory that may be changed without naming one of them.
    elsewhere: bool,
}

/// Whether the uses of the variable, which is assigned once, may be the value itself.
pub(super) fn may_be_evaluated_where_used(value: &Value<'_>, variable: LocalId) -> bool {
    let form = lower::source_form(value.db, value.item);
    let Some(between) = Between::find(form, variable) else {
        return false;
    };
    let reads = value.reads();
    let is_hindered = between.statements.iter().any(|statement| {
        let kind = form.statements[*statement].kind;
        let calls = matches!(kind, StatementKind::Assign(_, Rvalue::Call(..)));
        calls && value.has_effects || value.is_changed_by(&reads, variable, form, kind)
    });
    !is_hindered && (between.is_straight || !value.has_effects) && !value.is_shadowed(variable)
}

impl Value<'_> {
    fn reads(&self) -> Reads {
        let (body, inference) = (hir::body(self.db, self.item), types::infer(self.db, self.item));
        let mut reads = Reads { locals: FxHashSet::default(), elsewhere: self.has_effects };
        let nodes = hir::body_source_map(self.db, self.item).expressions();
        for ((id, expression), node) in body.expressions().zip(nodes) {
            if !self.holds(*node) {
                continue;
            }
            if let Expression::Local(local) = expression {
                reads.locals.insert(local);
                // Of a parameter the loan lasts as long as the function; what a variable leads to is free once the variable
                // is not used any more.
                let is_parameter = body[local].kind != LocalKind::Variable;
                reads.elsewhere |= !is_parameter && types::holds_borrow(self.db, inference.local_type(local));
            }
            reads.elsewhere |=
                matches!(inference.detail(id), Detail::Index(Indexing::Pointer) | Detail::Item(ItemUse::Global(_)));
        }
        reads
    }

    /// Whether a node is a part of the value.
    fn holds(&self, node: NodeId) -> bool {
        let (whole, part) = (self.parse.range(self.node), self.parse.range(node));
        whole.start <= part.start && part.end <= whole.end
    }

    /// Whether a statement changes what the value reads, or takes it away.
    fn is_changed_by(&self, reads: &Reads, variable: LocalId, form: &SourceForm, statement: StatementKind) -> bool {
        let called = match statement {
            StatementKind::Assign(_, Rvalue::Call(callee, _)) => Some(form.callee(callee)),
            _ => None,
        };
        let calls_user = called.is_some_and(|callee| !matches!(callee, source_form::Callee::Runtime(_)));
        let mut is_changed = reads.elsewhere && calls_user;
        form.accesses(&statement, |access, place| {
            let changes = match access {
                Access::Read
                | Access::Count
                | Access::Declare
                | Access::StorageDead
                | Access::Borrow(BorrowKind::Shared) => false,
                Access::Move => !types::is_copy(self.db, form.place_type(self.db, place)),
                Access::Write
                | Access::Address
                | Access::Drop(_)
                | Access::Borrow(BorrowKind::Mutable | BorrowKind::MutableArgument) => true,
            };
            is_changed |= changes && self.may_read(reads, variable, form, place);
        });
        is_changed
    }

    /// Whether the value may read a place.
    fn may_read(&self, reads: &Reads, variable: LocalId, form: &SourceForm, place: Place) -> bool {
        let base = form.base_local(place).map(|base| form.local(base));
        match base.and_then(|base| base.variable) {
            Some(local) if reads.locals.contains(&local) => true,
            // What is declared later was not there when the value was read first.
            Some(local) => reads.elsewhere && (form.leads_away(place) || self.start(local) < self.start(variable)),
            None => reads.elsewhere && (base.is_none() || form.leads_away(place)),
        }
    }

    /// Where a variable is declared.
    fn start(&self, local: LocalId) -> u32 {
        let node = hir::body_source_map(self.db, self.item).local(local);
        self.parse.range(node).start
    }

    /// Whether a name in the value is given to something else behind the variable's declaration.
    fn is_shadowed(&self, variable: LocalId) -> bool {
        let body = hir::body(self.db, self.item);
        let is_named = |name: &str| is_name_in(self.parse, self.node, name);
        (0..body.local_count()).map(LocalId::from_index).any(|local| {
            let is_later = body[local].kind == LocalKind::Variable && self.start(local) > self.start(variable);
            is_later && is_named(&body[local].name.text())
        })
    }
}

fn is_name_in(parse: &Parse, node: NodeId, name: &str) -> bool {
    let is_it = parse.kind(node) == NodeKind::Name && parse.node_text(node) == name;
    is_it || parse.children(node).any(|child| is_name_in(parse, child, name))
}

/// What is done between the assignment of a variable and its uses, on every way from one to the other.
struct Between {
    /// Numbers of statements.
    statements: Vec<usize>,
    /// Whether there is one way only, taken once.
    is_straight: bool,
}

impl Between {
    /// Goes back from every use to the assignments; nothing if some way begins without one.
    fn find(form: &SourceForm, variable: LocalId) -> Option<Between> {
        let is_variable = |place: Place| {
            let base = form.base_local(place);
            base.is_some_and(|base| form.local(base).variable == Some(variable))
        };
        let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); form.blocks.len()];
        let mut ways = Vec::new();
        for block in form.block_ids() {
            let terminator = form.blocks[block.0 as usize].terminator;
            for successor in form.successors(terminator) {
                before[successor.0 as usize].push(block);
            }
            for statement in form.statement_range(block) {
                if touches(form, statement, |access, place| access != Access::Write && is_variable(place)) {
                    ways.push((block, statement));
                }
            }
            let mut is_used = false;
            form.terminator_accesses(terminator, |_, place| is_used |= is_variable(place));
            if is_used {
                ways.push((block, form.statement_range(block).end));
            }
        }
        let mut between = Between { statements: Vec::new(), is_straight: true };
        let mut seen = vec![false; form.statements.len()];
        let mut seen_ends = vec![false; form.blocks.len()];
        while let Some((block, end)) = ways.pop() {
            let mut is_open = true;
            for statement in (form.statement_range(block).start..end).rev() {
                let assigns = touches(form, statement, |access, place| access == Access::Write && is_variable(place));
                if assigns || seen[statement] {
                    is_open = false;
                    break;
                }
                seen[statement] = true;
                between.statements.push(statement);
            }
            if !is_open {
                continue;
            }
            let before = &before[block.0 as usize];
            if before.is_empty() {
                return None;
            }
            between.is_straight &= before.len() == 1;
            for &block in before {
                let is_branch = matches!(form.blocks[block.0 as usize].terminator, Terminator::Branch(..));
                between.is_straight &= !is_branch;
                if !std::mem::replace(&mut seen_ends[block.0 as usize], true) {
                    ways.push((block, form.statement_range(block).end));
                }
            }
        }
        Some(between)
    }
}

/// Whether one of a statement's accesses is as described.
fn touches(form: &SourceForm, statement: usize, is_it: impl Fn(Access, Place) -> bool) -> bool {
    let mut found = false;
    form.accesses(&form.statements[statement].kind, |access, place| found |= is_it(access, place));
    found
}
