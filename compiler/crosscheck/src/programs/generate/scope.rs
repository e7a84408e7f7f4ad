//! What is known about the variables of the function that is being generated: which are visible, which parts were moved
//! away, which are lent. Stricter than the language's rules, never laxer, so that every program is accepted. It must not
//! choose anything.

use super::super::ast::{LoopId, Tree, Type, Variable};

/// What is to be done with a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// A copy of its value.
    Read,
    Move,
    Write,
    Ref,
    Mut,
}

/// How a place is lent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lent {
    Shared,
    /// Lent for changing, but only from when all arguments are evaluated.
    Reserved,
    Exclusive,
    /// A raw pointer leads there.
    Pointed,
}

/// A loan of a part of a variable, by a variable or by the running statement.
#[derive(Clone, Debug)]
pub(super) struct Loan {
    pub(super) holder: Option<usize>,
    pub(super) variable: usize,
    pub(super) path: Vec<usize>,
    pub(super) lent: Lent,
}

/// What is known of a variable beyond its declaration.
#[derive(Clone, Debug)]
pub(super) struct Info {
    /// The parts that are moved away or not yet assigned.
    pub(super) moved: Vec<Vec<usize>>,
    /// Within how many loops it is declared.
    pub(super) loops: usize,
    /// A loop counts on it.
    pub(super) reserved: bool,
    /// It holds a pointer to so many elements, which may be read and written.
    pub(super) pointed: Option<usize>,
}

/// The moved parts of all variables.
pub(super) type State = Vec<Vec<Vec<usize>>>;

/// How a block that may move what stands outside of the loop leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    Return,
    /// Out of the loop with this index.
    Break(usize),
}

/// A loop that is being generated.
pub(super) struct Loop {
    pub(super) id: LoopId,
    pub(super) written: bool,
    /// The state before its first turn.
    pub(super) entry: State,
    /// The states in which it is left.
    pub(super) left: Vec<State>,
}

/// One step of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CandidateStep {
    Field(usize),
    Index(usize),
}

/// A place that could be used.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) variable: usize,
    /// The pointer's number of elements, if the place is one of these.
    pub(super) pointed: Option<usize>,
    pub(super) steps: Vec<CandidateStep>,
    /// The steps up to the first index.
    pub(super) path: Vec<usize>,
    pub(super) ty: Type,
    indexed: bool,
    /// Whether its values move.
    owner: bool,
    /// Whether it lies inside a packed struct or a union.
    unaligned: bool,
    pub(super) in_union: bool,
}

/// The function that is being generated.
pub(super) struct Scope {
    pub(super) variables: Vec<Variable>,
    pub(super) infos: Vec<Info>,
    pub(super) visible: Vec<usize>,
    pub(super) loans: Vec<Loan>,
    pub(super) loops: Vec<Loop>,
    /// How the running block leaves, and within how many loops it stands.
    pub(super) exit: Option<(usize, Exit)>,
    /// Within how many constructs that must not be left early.
    pub(super) closed: u32,
    /// Whether constants may call the function: no output, nothing unsafe.
    pub(super) pure: bool,
    /// Within how many texts, which have no room for statements.
    pub(super) flat: u32,
    /// Within how many arms, guards and conditions with patterns.
    pub(super) nested: u32,
    /// Within how many indices.
    pub(super) indices: u32,
    pub(super) result: Type,
    pub(super) parameters: usize,
    /// How often the code that is being generated runs.
    pub(super) times: u64,
    pub(super) cost: u64,
    /// The function itself and how often it may still call itself.
    pub(super) recursion: Option<(usize, u32)>,
    /// Whether results of borrow type must lie in `self`.
    pub(super) is_method: bool,
}

impl Candidate {
    /// Whether an element of an array, a union's field or what a pointer leads to is on the way.
    pub(super) fn is_indexed(&self) -> bool {
        self.indexed
    }
}

impl Scope {
    pub(super) fn new(result: Type, pure: bool) -> Scope {
        Scope {
            variables: Vec::new(),
            infos: Vec::new(),
            visible: Vec::new(),
            loans: Vec::new(),
            loops: Vec::new(),
            exit: None,
            closed: 0,
            pure,
            flat: 0,
            nested: 0,
            indices: 0,
            result,
            parameters: 0,
            times: 1,
            cost: 0,
            recursion: None,
            is_method: false,
        }
    }

    /// A new variable, hidden as yet.
    pub(super) fn declare(&mut self, name: String, ty: Type, mutable: bool) -> usize {
        self.variables.push(Variable { name, ty, mutable });
        self.infos.push(Info { moved: Vec::new(), loops: self.loops.len(), reserved: false, pointed: None });
        self.variables.len() - 1
    }

    /// Whether a `break` out of a loop keeps what the running block promised: that it leaves for good what it may move from.
    pub(super) fn may_break(&self, index: usize) -> bool {
        match self.exit {
            None => true,
            Some((depth, Exit::Return)) => index >= depth,
            Some((depth, Exit::Break(target))) => index >= depth || index <= target,
        }
    }

    pub(super) fn state(&self) -> State {
        self.infos.iter().map(|info| info.moved.clone()).collect()
    }

    pub(super) fn restore(&mut self, state: &State) {
        for (info, moved) in self.infos.iter_mut().zip(state) {
            info.moved.clone_from(moved);
        }
    }

    /// What may be moved on another way here is moved.
    pub(super) fn merge(&mut self, state: &State) {
        for (info, moved) in self.infos.iter_mut().zip(state) {
            for path in moved {
                if !info.moved.contains(path) {
                    info.moved.push(path.clone());
                }
            }
        }
    }

    /// Hides what was declared since there were `count` visible variables, and ends its loans.
    pub(super) fn close(&mut self, count: usize) {
        let gone = self.visible.split_off(count);
        self.loans.retain(|loan| !loan.holder.is_some_and(|holder| gone.contains(&holder)));
    }

    /// Ends the loans of the running statement that began after there were `count`.
    pub(super) fn end_loans(&mut self, count: usize) {
        let later = self.loans.split_off(count.min(self.loans.len()));
        self.loans.extend(later.into_iter().filter(|loan| loan.holder.is_some()));
    }

    /// Whether a variable's name means this variable here.
    fn is_named(&self, position: usize) -> bool {
        let name = &self.variables[self.visible[position]].name;
        self.visible[position + 1..].iter().all(|later| self.variables[*later].name != *name)
    }

    /// The places that `wanted` accepts and that may be used so.
    pub(super) fn candidates(&self, tree: &Tree, access: Access, wanted: &dyn Fn(&Type) -> bool) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (position, variable) in self.visible.iter().enumerate() {
            if !self.is_named(position) {
                continue;
            }
            let candidate = Candidate {
                variable: *variable,
                pointed: None,
                steps: Vec::new(),
                path: Vec::new(),
                ty: self.variables[*variable].ty.target().clone(),
                indexed: false,
                owner: false,
                unaligned: false,
                in_union: false,
            };
            self.enter(tree, candidate, access, wanted, &mut found);
            if let (Some(count), Type::Pointer(element)) =
                (self.infos[*variable].pointed, &self.variables[*variable].ty)
                && !self.pure
            {
                let candidate = Candidate {
                    variable: *variable,
                    pointed: Some(count),
                    steps: Vec::new(),
                    path: Vec::new(),
                    ty: (**element).clone(),
                    indexed: true,
                    owner: false,
                    unaligned: true,
                    in_union: false,
                };
                self.enter(tree, candidate, access, wanted, &mut found);
            }
        }
        found
    }

    fn enter(
        &self,
        tree: &Tree,
        mut candidate: Candidate,
        access: Access,
        wanted: &dyn Fn(&Type) -> bool,
        found: &mut Vec<Candidate>,
    ) {
        if candidate.steps.len() < 4 {
            let parts: Vec<(CandidateStep, Type, bool, bool)> = match &candidate.ty {
                Type::Struct(index) => {
                    let structure = &tree.structs[*index];
                    let fields = structure.fields.iter().enumerate();
                    fields
                        .map(|(at, (_, ty))| (CandidateStep::Field(at), ty.clone(), structure.packed, false))
                        .collect()
                }
                Type::Union(index) if !self.pure => {
                    let fields = tree.unions[*index].fields.iter().enumerate();
                    fields.map(|(at, (_, ty))| (CandidateStep::Field(at), ty.clone(), true, true)).collect()
                }
                Type::Tuple(parts) => {
                    let parts = parts.iter().enumerate();
                    parts.map(|(at, ty)| (CandidateStep::Field(at), ty.clone(), false, false)).collect()
                }
                Type::Array(element, count) if *count > 0 => {
                    vec![(CandidateStep::Index(*count), (**element).clone(), false, false)]
                }
                _ => Vec::new(),
            };
            for (step, ty, unaligned, in_union) in parts {
                let mut inner = candidate.clone();
                inner.ty = ty;
                inner.steps.push(step);
                inner.unaligned |= unaligned;
                inner.in_union |= in_union;
                match step {
                    CandidateStep::Index(_) => inner.indexed = true,
                    // All fields of a union are one place, as all elements of an array are.
                    CandidateStep::Field(_) if in_union => inner.indexed = true,
                    CandidateStep::Field(field) if !inner.indexed => inner.path.push(field),
                    CandidateStep::Field(_) => {}
                }
                self.enter(tree, inner, access, wanted, found);
            }
        }
        candidate.owner = tree.is_owner(&candidate.ty);
        if wanted(&candidate.ty) && self.allows(&candidate, access) {
            found.push(candidate);
        }
    }

    /// Whether a place may be used so now.
    pub(super) fn allows(&self, candidate: &Candidate, access: Access) -> bool {
        let variable = &self.variables[candidate.variable];
        let info = &self.infos[candidate.variable];
        let whole = !info.moved.iter().any(|moved| overlap(moved, &candidate.path));
        let lent = |allowed: &[Lent]| {
            self.loans.iter().all(|loan| {
                loan.variable != candidate.variable
                    || !overlap(&loan.path, &candidate.path)
                    || allowed.contains(&loan.lent)
            })
        };
        let changeable = candidate.pointed.is_some()
            || match &variable.ty {
                Type::Mut(_) => true,
                Type::Ref(_) => false,
                _ => variable.mutable && !info.reserved,
            };
        match access {
            Access::Read => whole && lent(&[Lent::Shared, Lent::Reserved, Lent::Pointed]),
            Access::Ref => whole && !candidate.unaligned && lent(&[Lent::Shared]),
            Access::Mut => whole && !candidate.unaligned && changeable && lent(&[]),
            Access::Write => {
                let parent = !info
                    .moved
                    .iter()
                    .any(|moved| moved.len() < candidate.path.len() && candidate.path.starts_with(moved));
                let complete = whole || !candidate.indexed;
                // A new object of a heap type stands elsewhere, so pointers into the old one would lead nowhere.
                let pointed = if candidate.owner { [].as_slice() } else { &[Lent::Pointed] };
                parent && complete && changeable && lent(pointed)
            }
            Access::Move => {
                whole
                    && !candidate.indexed
                    && !candidate.unaligned
                    && !variable.ty.is_borrow()
                    && self.may_move(info)
                    && lent(&[])
            }
        }
    }

    /// A variable may be moved once: not inside a loop that it outlives, unless the loop is left.
    fn may_move(&self, info: &Info) -> bool {
        if info.loops == self.loops.len() {
            return true;
        }
        match self.exit {
            Some((depth, exit)) if depth == self.loops.len() => match exit {
                Exit::Return => true,
                Exit::Break(index) => info.loops >= index,
            },
            Some(_) | None => false,
        }
    }

    /// Notes that a place was moved away.
    pub(super) fn moved_away(&mut self, candidate: &Candidate) {
        self.infos[candidate.variable].moved.push(candidate.path.clone());
    }

    /// Notes that a place was assigned.
    pub(super) fn assigned(&mut self, candidate: &Candidate) {
        if !candidate.indexed {
            let moved = &mut self.infos[candidate.variable].moved;
            moved.retain(|moved| !moved.starts_with(&candidate.path));
        }
    }
}

fn overlap(left: &[usize], right: &[usize]) -> bool {
    left.starts_with(right) || right.starts_with(left)
}
