//! Ways out that are shared. A jump that leaves scopes ends what began in them; jumps to one target that end many values
//! share a drop tree: blocks each of which ends one value and leads to the next, with the target at the root. Else a
//! function with many values and returns would be their product. Owns the drop trees; must not know which values are still
//! there: drop elaboration does, and decides by flags where the ways into a tree differ.

use hir::ExpressionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::local::LocalKind;
use super::super::statement::Terminator;
use super::scope::EndingId;
use super::{Builder, Label, LocalId};

/// Fewer endings stand where the jump is: they cost hardly more than the jumps between blocks.
const SHORTEST: usize = 8;

/// Where jumps lead that leave scopes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// Out of the function.
    Return,
    /// To the end or the next turn of a loop.
    Label(Label),
}

/// One value's end on the way to a target.
struct DropNode {
    label: Label,
    local: LocalId,
    /// Its value must be dropped: not that of every local is, though its type asks for it.
    drops: bool,
    /// What asked for it first.
    expression: ExpressionId,
    /// The node of what began before; without one comes the target.
    next: Option<usize>,
}

/// The ways to one target. What began before a value stands before its node.
#[derive(Default)]
struct DropTree {
    nodes: Vec<DropNode>,
    /// By ending, which stands on the same others for good: a local may end in two places, as one of a guard does that is
    /// evaluated for each alternative.
    known: FxHashMap<EndingId, usize>,
}

/// The drop trees of a body that are not emitted yet.
#[derive(Default)]
pub(super) struct Exits {
    trees: FxHashMap<Target, DropTree>,
    /// Temporaries whose memory ends too.
    lent: FxHashSet<LocalId>,
}

impl Exits {
    /// Whether some jump to a target is shared.
    pub(super) fn has(&self, target: Target) -> bool {
        self.trees.contains_key(&target)
    }

    /// The memory of a temporary ends with it, since it is lent; whether that is news.
    pub(super) fn memory_ends(&mut self, temporary: LocalId) -> bool {
        self.lent.insert(temporary)
    }
}

impl Builder<'_> {
    /// Leaves the scopes that began at `mark` or later, by a jump; other paths still have what ends here.
    pub(super) fn jump_out(&mut self, mark: usize, target: Target, expression: ExpressionId) {
        if !self.open {
            return;
        }
        if self.endings.len() < mark + SHORTEST {
            self.leave_to(mark, expression);
            return self.reach(target);
        }
        let label = self.shared_exit(mark, target, expression);
        self.goto(label);
    }

    fn reach(&mut self, target: Target) {
        match target {
            Target::Return => self.terminate(Terminator::Return),
            Target::Label(label) => self.goto(label),
        }
    }

    /// The label of the way to a target that ends all that began at `mark` or later, which is something.
    fn shared_exit(&mut self, mark: usize, target: Target, expression: ExpressionId) -> Label {
        let tree = self.exits.trees.entry(target).or_default();
        let mut next = None;
        let mut missing = self.endings.len();
        while missing > mark && next.is_none() {
            next = tree.known.get(&self.endings[missing - 1].id).copied();
            missing -= usize::from(next.is_none());
        }
        for ending in &self.endings[missing..] {
            self.labels.push(super::LabelState::default());
            let label = Label(self.labels.len() as u32 - 1);
            let number = tree.nodes.len();
            tree.nodes.push(DropNode { label, local: ending.local, drops: ending.drops, expression, next });
            tree.known.insert(ending.id, number);
            next = Some(number);
        }
        let last = next.expect("a way is shared only if it ends something");
        tree.nodes[last].label
    }

    /// Emits the shared ways to a target, if there are some, where nothing is open. What began last comes first, so that
    /// all ways lead forwards.
    pub(super) fn emit_exits(&mut self, target: Target) {
        let Some(tree) = self.exits.trees.remove(&target) else {
            return;
        };
        for (number, node) in tree.nodes.iter().enumerate().rev() {
            self.start(node.label);
            let local = *self.form.local(node.local);
            let ends = local.kind == LocalKind::Variable && self.ends_matter || self.exits.lent.contains(&node.local);
            self.end(node.local, (node.drops, ends), node.expression);
            match node.next {
                // That one stands right behind.
                Some(next) if next + 1 == number => {}
                Some(next) => self.goto(tree.nodes[next].label),
                None => self.reach(target),
            }
        }
    }
}
