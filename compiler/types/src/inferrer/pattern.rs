//! Patterns: what each of them is matched with, what its names are, and how these get what they stand for. Must not know
//! which values a set of patterns leaves out: that is asked where the body becomes a graph.

use hir::{Expression, ExpressionId, ItemId, ItemKind, List, LocalId, Pattern, PatternId, PatternPathId, Resolution};
use source::Db;

use super::place::least;
use super::{Expectation, Inferrer};
use crate::classify::{is_copy, looked_through};
use crate::constant_type::constant_type;
use crate::definition::DefinitionKind;
use crate::display::display;
use crate::inference::{BindingMode, PatternItem, PatternUse};
use crate::layout::packed_field_align;
use crate::problem::Anchor;
use crate::problems;
use crate::storage::stored_element;
use crate::substitute::Substitution;
use crate::ty::{Ty, TypeKind};

/// What a pattern is matched with.
#[derive(Clone, Copy)]
pub(super) struct Matched {
    /// The type of the place, borrows not yet followed.
    ty: Ty,
    mode: BindingMode,
    /// What packed structures leave of its alignment, see [`Inferrer::place_align`].
    align: Option<u32>,
}

impl Matched {
    /// A value of which the names get the parts.
    pub(super) fn moved(ty: Ty) -> Matched {
        Matched { ty, mode: BindingMode::Move, align: None }
    }

    /// What stands for the parts of what cannot be matched.
    const POISON: Matched = Matched { ty: Ty::ERROR, mode: BindingMode::Shared, align: None };

    /// The type of what is matched, borrows not yet followed.
    pub(super) fn ty(self) -> Ty {
        self.ty
    }

    /// The type of the elements of what a loop walks over by itself: an array or slice, or an `Array` that is looked at where
    /// it lies.
    pub(super) fn elements(self, db: &dyn Db) -> Option<Ty> {
        let ty = self.ty.value_type();
        ty.as_elements().or_else(|| stored_element(db, ty).filter(|_| !self.moves()))
    }

    /// Whether names get the parts themselves.
    pub(super) fn moves(self) -> bool {
        self.inside() == BindingMode::Move
    }

    /// What an element is matched with.
    pub(super) fn element(self, ty: Ty) -> Matched {
        let align = if self.ty.as_borrow().is_some() { None } else { self.align };
        Matched { ty, mode: self.inside(), align }
    }

    /// What a pattern that is more than a name sees of what is counted: its content, which it looks at. Nothing moves out of
    /// that, so where names get the parts it is not seen through.
    fn within_counted(self, db: &dyn Db) -> Matched {
        let ty = looked_through(db, self.ty);
        if ty == self.ty.value_type() || self.moves() {
            return self;
        }
        Matched { ty, mode: BindingMode::Shared, align: None }
    }

    /// How names inside of a value of this type get what they stand for: behind a borrow nothing moves.
    fn inside(self) -> BindingMode {
        match (self.mode, self.ty.as_borrow()) {
            (mode, None) => mode,
            (BindingMode::Shared, Some(_)) | (BindingMode::Mutable | BindingMode::Move, Some((_, false))) => {
                BindingMode::Shared
            }
            (BindingMode::Mutable | BindingMode::Move, Some((_, true))) => BindingMode::Mutable,
        }
    }

    /// The type of a name that stands for the whole.
    fn bound(self) -> Ty {
        match (self.mode, self.ty.as_borrow()) {
            (BindingMode::Move, _) => self.ty,
            // The words of a lent closure or `dyn` are no place of an owned one: nothing leads to them as to that.
            (BindingMode::Shared, Some((target, _))) if self.ty.is_pair() => Ty::lent(target, false),
            (BindingMode::Shared, _) => Ty::borrow(self.ty.value_type(), false),
            (BindingMode::Mutable, None) => Ty::borrow(self.ty, true),
            (BindingMode::Mutable, Some(_)) => self.ty,
        }
    }
}

impl Inferrer<'_> {
    /// The value that `match`, `if let` and `while let` look at. A place is looked at where it is; a temporary and `move x`
    /// give their parts.
    pub(super) fn scrutinee(&mut self, scrutinee: ExpressionId) -> Matched {
        let ty = self.infer_looked_through(scrutinee);
        let mode = match (self.expression(scrutinee), ty.as_borrow()) {
            (Expression::Borrow { mutable: true, .. }, Some((_, true))) => BindingMode::Mutable,
            (_, Some(_)) => BindingMode::Shared,
            _ if self.is_place(scrutinee) => BindingMode::Shared,
            _ => BindingMode::Move,
        };
        Matched { ty, mode, align: self.place_align(scrutinee) }
    }

    /// The value that `let` takes apart.
    pub(super) fn taken_apart(&self, initialiser: Option<ExpressionId>, ty: Ty) -> Matched {
        let is_written_mut = initialiser.is_some_and(|initialiser| {
            matches!(self.expression(initialiser), Expression::Borrow { mutable: true, .. })
        });
        let mode = match ty.as_borrow() {
            None => BindingMode::Move,
            Some((_, true)) if is_written_mut => BindingMode::Mutable,
            Some(_) => BindingMode::Shared,
        };
        Matched { ty, mode, align: None }
    }

    /// Types a pattern and everything in it.
    pub(super) fn pattern(&mut self, pattern: PatternId, matched: Matched) {
        let mut matched = Matched { ty: self.resolved(matched.ty), ..matched };
        if matched.ty == Ty::NEVER {
            return self.unreached_pattern(pattern);
        }
        match self.body[pattern] {
            Pattern::Literal(_)
            | Pattern::Range { .. }
            | Pattern::Path { .. }
            | Pattern::Tuple(_)
            | Pattern::Array(_) => matched = matched.within_counted(self.db),
            Pattern::Missing
            | Pattern::Wildcard
            | Pattern::Binding(_)
            | Pattern::As { .. }
            | Pattern::Rest(_)
            | Pattern::Or(_) => {}
        }
        let item = match self.body[pattern] {
            Pattern::Missing => {
                self.table.poisoned = true;
                None
            }
            Pattern::Wildcard => None,
            Pattern::Binding(local) => {
                self.bind(local, pattern, matched);
                None
            }
            Pattern::As { pattern: inner, local } => {
                self.bind(local, pattern, matched);
                self.pattern(inner, matched);
                if !self.check_whole(inner, matched) {
                    self.table.local_types[local.index()] = Ty::ERROR;
                }
                None
            }
            Pattern::Literal(literal) => {
                self.literal_pattern(literal, matched.ty.value_type());
                None
            }
            Pattern::Range { start, end, .. } => {
                self.range_pattern(pattern, start, end, matched.ty.value_type());
                None
            }
            Pattern::Path { path, arguments, has_rest } => {
                self.path_pattern(pattern, path, arguments, has_rest, matched)
            }
            Pattern::Tuple(parts) => {
                self.tuple_pattern(pattern, parts, matched);
                None
            }
            Pattern::Array(parts) => {
                self.array_pattern(pattern, parts, matched);
                None
            }
            // Only an array has one, which knows what it stands for.
            Pattern::Rest(_) => None,
            Pattern::Or(alternatives) => {
                let body = self.body;
                for alternative in body.pattern_list(alternatives) {
                    self.pattern(*alternative, matched);
                }
                None
            }
        };
        self.table.patterns.push((pattern, PatternUse { ty: matched.ty, mode: matched.mode, path: item }));
    }

    /// Types a pattern that nothing ever comes to, as in `match panic("…")`: it may be any, and so may what it names.
    fn unreached_pattern(&mut self, pattern: PatternId) {
        let body = self.body;
        let parts: Vec<PatternId> = match body[pattern] {
            Pattern::Missing => {
                self.table.poisoned = true;
                Vec::new()
            }
            Pattern::Wildcard | Pattern::Rest(None) => Vec::new(),
            Pattern::Binding(local) | Pattern::Rest(Some(local)) => {
                self.set_local(local, Ty::NEVER);
                Vec::new()
            }
            Pattern::As { pattern: inner, local } => {
                self.set_local(local, Ty::NEVER);
                vec![inner]
            }
            Pattern::Literal(literal) => {
                self.infer(literal, Expectation::Any);
                Vec::new()
            }
            Pattern::Range { start, end, .. } => {
                self.infer(start, Expectation::Any);
                self.infer(end, Expectation::Any);
                Vec::new()
            }
            Pattern::Path { arguments, .. } => {
                body.pattern_arguments(arguments).iter().map(|argument| argument.pattern).collect()
            }
            Pattern::Tuple(parts) | Pattern::Array(parts) | Pattern::Or(parts) => body.pattern_list(parts).to_vec(),
        };
        for part in parts {
            self.unreached_pattern(part);
        }
        self.table.patterns.push((pattern, PatternUse { ty: Ty::NEVER, mode: BindingMode::Move, path: None }));
    }

    /// Gives a name its type. In alternatives it has one already, which must be the same.
    fn bind(&mut self, local: LocalId, pattern: PatternId, matched: Matched) {
        if matched.mode != BindingMode::Move && matched.ty.as_borrow().is_none() {
            self.check_aligned(Anchor::Pattern(pattern), matched.align, matched.ty);
        }
        let ty = matched.bound();
        let known = self.table.local_types[local.index()];
        if known.is_error() || ty.is_error() {
            self.set_local(local, ty);
        } else if !self.unify(known, ty) {
            let name = self.body[local].name.text();
            let (first, second) = (display(self.db, known), display(self.db, ty));
            let problem = problems::alternative_types(Anchor::Pattern(pattern), &name, &first, &second);
            self.report(problem.also(Anchor::Local(local), "first here"));
        }
    }

    /// `as` stands over a pattern that takes nothing out of the whole, and lends nothing of it `mut`. Whether it is so.
    fn check_whole(&mut self, inner: PatternId, matched: Matched) -> bool {
        let is_shared = match matched.mode {
            BindingMode::Shared => true,
            BindingMode::Move => is_copy(self.db, matched.ty),
            BindingMode::Mutable => matched.ty.as_borrow().is_some_and(|(_, mutable)| !mutable),
        };
        let is_fine = is_shared || !self.binds(inner);
        if !is_fine {
            let moves = matched.mode == BindingMode::Move;
            self.report(problems::moved_whole(Anchor::Pattern(inner), &display(self.db, matched.ty), moves));
        }
        is_fine
    }

    /// Whether a pattern has a name in it.
    fn binds(&self, pattern: PatternId) -> bool {
        let mut binds = false;
        self.body.each_binding(pattern, &mut |_| binds = true);
        binds
    }

    fn literal_pattern(&mut self, literal: ExpressionId, ty: Ty) {
        if let Expression::CString(_) = self.expression(literal) {
            self.infer(literal, Expectation::Any);
            self.report(problems::uncomparable_pattern(self.at(literal), "a C string is an address"));
            return;
        }
        self.check(literal, ty);
    }

    fn range_pattern(&mut self, pattern: PatternId, start: ExpressionId, end: ExpressionId, ty: Ty) {
        let reported = self.table.problems.len();
        self.check(start, ty);
        if self.table.problems.len() > reported {
            // Both ends stand at one place: one of them tells.
            return;
        }
        self.check(end, ty);
        if !ty.is_number() && !ty.is_error() && ty != Ty::NEVER {
            let shown = display(self.db, ty);
            self.report(problems::pattern_mismatch(Anchor::Pattern(pattern), "a range of numbers", &shown));
        }
    }

    fn tuple_pattern(&mut self, pattern: PatternId, parts: List, matched: Matched) {
        let parts = self.body.pattern_list(parts);
        let ty = self.known_type(matched.ty).value_type();
        let types = match ty.kind() {
            TypeKind::Unit if parts.is_empty() => Some(Vec::new()),
            TypeKind::Tuple(types) => Some(types.types().to_vec()),
            _ => None,
        };
        match types {
            Some(types) if types.len() == parts.len() => {
                for (part, ty) in parts.iter().zip(types) {
                    self.pattern(*part, matched.element(ty));
                }
            }
            Some(_) | None => {
                let what = match parts.len() {
                    1 => "a tuple of 1 part".to_owned(),
                    count => format!("a tuple of {count} parts"),
                };
                self.broken_pattern(pattern, &what, ty, parts);
            }
        }
    }

    fn array_pattern(&mut self, pattern: PatternId, parts: List, matched: Matched) {
        let parts = self.body.pattern_list(parts);
        let matched = Matched { ty: self.known_type(matched.ty), ..matched };
        let ty = matched.ty.value_type();
        let rest = parts.iter().find(|part| matches!(self.body[**part], Pattern::Rest(_)));
        let written = parts.len() as u64 - u64::from(rest.is_some());
        let fits = match ty.kind() {
            TypeKind::Array(_, length) => written == length || rest.is_some() && written < length,
            TypeKind::Slice(_) => true,
            // An `Array` is taken apart where it lies, as the slice that it is lent as.
            _ => matched.elements(self.db).is_some(),
        };
        let Some(element) = matched.elements(self.db).filter(|_| fits) else {
            let least = if rest.is_some() { "at least " } else { "" };
            let what = match written {
                1 => format!("an array of {least}1 element"),
                count => format!("an array of {least}{count} elements"),
            };
            return self.broken_pattern(pattern, &what, ty, parts);
        };
        for part in parts {
            match self.body[*part] {
                Pattern::Rest(local) => self.rest_pattern(*part, local, element, matched),
                _ => self.pattern(*part, matched.element(element)),
            }
        }
    }

    /// `..`, `.. as name`: the name is lent the elements as a slice.
    fn rest_pattern(&mut self, pattern: PatternId, local: Option<LocalId>, element: Ty, matched: Matched) {
        let Some(local) = local else { return };
        let slice = Ty::slice(element);
        let mode = matched.inside();
        if mode == BindingMode::Move {
            self.report(problems::rest_of_moved(Anchor::Pattern(pattern), &display(self.db, slice)));
            return self.set_local(local, Ty::ERROR);
        }
        let align = if matched.ty.as_borrow().is_some() { None } else { matched.align };
        self.bind(local, pattern, Matched { ty: slice, mode, align });
        self.table.patterns.push((pattern, PatternUse { ty: slice, mode, path: None }));
    }

    /// A pattern that cannot match the type it stands for. What is in it is poison.
    fn broken_pattern(&mut self, pattern: PatternId, what: &str, ty: Ty, parts: &[PatternId]) {
        if ty.is_error() || ty == Ty::NEVER {
            self.table.poisoned = true;
        } else {
            let shown = display(self.db, ty);
            self.report(problems::pattern_mismatch(Anchor::Pattern(pattern), what, &shown));
        }
        self.poison_parts(parts.iter().copied());
    }

    fn poison_parts(&mut self, parts: impl Iterator<Item = PatternId>) {
        for part in parts {
            self.pattern(part, Matched::POISON);
        }
    }

    /// `Vec3(x, y, ..)`, `LIMIT`.
    fn path_pattern(
        &mut self,
        pattern: PatternId,
        path: PatternPathId,
        arguments: List,
        has_rest: bool,
        matched: Matched,
    ) -> Option<PatternItem> {
        let body = self.body;
        let (ty, written) = (self.known_type(matched.ty).value_type(), &body[path]);
        let inside = || body.pattern_arguments(arguments).iter().map(|argument| argument.pattern);
        if ty.is_error() || ty == Ty::NEVER {
            self.table.poisoned = true;
            self.poison_parts(inside());
            return None;
        }
        let named = match written.resolution {
            Some(Resolution::Item(item)) if written.names.len() == 1 => Some(item),
            Some(_) | None => None,
        };
        if let Some((item, case)) = self.named_case(written, ty) {
            self.field_patterns(pattern, (item, Some(case)), (arguments, has_rest), matched);
            return Some(PatternItem::Case(item, case));
        }
        let unknown = |this: &mut Self| {
            let name = written.names.iter().map(|name| name.text().to_string()).collect::<Vec<_>>().join(".");
            if name.is_empty() {
                this.table.poisoned = true;
            } else {
                this.unknown_pattern(pattern, &name, ty);
            }
            this.poison_parts(inside());
            None
        };
        match named {
            Some(item) if item.kind(self.db) == ItemKind::Constant && arguments.is_empty() && !has_rest => {
                self.constant_pattern(pattern, item, ty)
            }
            Some(named) => match self.named_structure(named, ty) {
                Some(item) => {
                    self.field_patterns(pattern, (item, None), (arguments, has_rest), matched);
                    Some(PatternItem::Structure(item))
                }
                None => unknown(self),
            },
            None => unknown(self),
        }
    }

    /// The case of the matched enum that a pattern names, alone or behind the enum's name.
    fn named_case(&mut self, written: &hir::PatternPath, ty: Ty) -> Option<(ItemId, u32)> {
        let item = ty.as_named()?.item;
        let enumeration = self.definition(item).enumeration.as_ref()?;
        let (last, before) = written.names.split_last()?;
        let is_of_type = || match written.resolution {
            Some(Resolution::Item(named)) => {
                crate::resolve::item_type(self.db, named).is_ok_and(|named| named.as_item() == Some(item))
            }
            Some(_) | None => false,
        };
        (before.is_empty() || is_of_type()).then(|| enumeration.case_named(*last)).flatten().map(|case| (item, case))
    }

    fn unknown_pattern(&mut self, pattern: PatternId, name: &str, ty: Ty) {
        let (at, shown) = (Anchor::Pattern(pattern), display(self.db, ty));
        let enumeration = crate::classify::enumeration(self.db, ty);
        let problem = match enumeration {
            Some(enumeration) => {
                let problem = problems::unknown_case_value(at, name, &shown);
                super::case::with_known_cases(problem, at, enumeration, name)
            }
            None => problems::unknown_case(at, name, &shown),
        };
        self.report(problem);
    }

    /// The matched structure, if an item is it or another name for it.
    fn named_structure(&mut self, named: ItemId, ty: Ty) -> Option<ItemId> {
        let item = ty.as_named()?.item;
        let is_named = crate::resolve::item_type(self.db, named).is_ok_and(|named| named.as_item() == Some(item));
        (is_named && self.is_structure(item)).then_some(item)
    }

    fn is_structure(&mut self, item: ItemId) -> bool {
        let definition = self.definition(item);
        match definition.kind {
            DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View => {
                definition.enumeration.is_none()
            }
            DefinitionKind::Counted | DefinitionKind::Union | DefinitionKind::Opaque => false,
        }
    }

    fn constant_pattern(&mut self, pattern: PatternId, constant: ItemId, ty: Ty) -> Option<PatternItem> {
        let found = constant_type(self.db, constant);
        if found.is_error() {
            self.table.poisoned = true;
        } else if !self.unify(found, ty) {
            let (wanted, found) = (display(self.db, ty), display(self.db, found));
            self.report(problems::mismatched_types(Anchor::Pattern(pattern), &wanted, &found));
        } else if !ty.is_scalar() && ty != Ty::STRING {
            let what = format!("constants of type `{}` are not compared in patterns", display(self.db, ty));
            self.report(problems::uncomparable_pattern(Anchor::Pattern(pattern), &what));
        } else {
            return Some(PatternItem::Constant(constant));
        }
        None
    }

    /// What a field of a matched structure is matched with.
    fn matched_field(&mut self, matched: Matched, field: u32, ty: Ty) -> Matched {
        let structure = matched.ty.value_type();
        let part = matched.element(ty);
        let around = if self.leads_away(structure) { None } else { part.align };
        Matched { align: least(around, packed_field_align(self.db, structure, field)), ..part }
    }

    /// The patterns in the brackets of a path: positional ones first, then named ones, each field once.
    fn field_patterns(
        &mut self,
        pattern: PatternId,
        (item, case): (ItemId, Option<u32>),
        (arguments, has_rest): (List, bool),
        matched: Matched,
    ) {
        let definition = self.definition(item);
        let with = matched.ty.value_type().as_named().map(Substitution::of_type).unwrap_or_default();
        let fields = definition.fields_of(case);
        let carried = definition.enumeration.as_ref().zip(case);
        let first = carried.map_or(0, |(enumeration, case)| enumeration.parts(case).start);
        let arguments = self.body.pattern_arguments(arguments);
        let mut filled = vec![false; fields.len()];
        let mut excess = false;
        for (place, argument) in arguments.iter().enumerate() {
            let found = definition.field_of(case, argument, place).map(|number| (number, fields[number as usize]));
            if let Some((_, field)) = found
                && !field.public
                && !self.is_own(item)
            {
                let (at, owner) = (Anchor::Pattern(argument.pattern), item.name(self.db).text());
                self.report(problems::private_field(at, &field.name.text(), &owner));
            }
            let part = match found {
                Some((number, field)) if !std::mem::replace(&mut filled[number as usize], true) => {
                    self.matched_field(matched, first + number, with.apply(field.ty))
                }
                Some(_) | None => {
                    if let Some(name) = argument.name {
                        let names: Vec<String> = fields.iter().map(|field| field.name.text().to_string()).collect();
                        let twice = found.is_some();
                        let at = Anchor::Pattern(argument.pattern);
                        self.report(problems::pattern_field(at, &name.text(), &names, twice));
                    }
                    excess |= argument.name.is_none();
                    Matched::POISON
                }
            };
            self.pattern(argument.pattern, part);
        }
        let missing = filled.iter().filter(|filled| !**filled).count();
        if excess || missing > 0 && !has_rest && arguments.iter().all(|argument| argument.name.is_none()) {
            let problem =
                problems::pattern_argument_count(Anchor::Pattern(pattern), fields.len(), arguments.len(), excess);
            self.report(problem);
        } else if missing > 0 && !has_rest {
            let unfilled = fields.iter().zip(&filled).filter(|(_, filled)| !**filled);
            let names: Vec<String> = unfilled.map(|(field, _)| format!("`{}`", field.name.text())).collect();
            self.report(problems::pattern_fields_missing(Anchor::Pattern(pattern), &names));
        }
    }
}
