//! Places while constants are evaluated: found, read and written.

use hir::{Expression, ExpressionId, LangItem};
use smallvec::SmallVec;

use super::value::{Place, Root, Value};
use super::{Evaluated, Interpreter};
use crate::classify::{CONTENT, within};
use crate::inference::{Adjustment, Detail, Indexing, ItemUse};
use crate::ty::{Ty, TypeKind};

impl Interpreter<'_> {
    /// The place of an expression; what has none is put into a temporary.
    pub(super) fn place(&mut self, expression: ExpressionId) -> Evaluated<Place> {
        let (body, table) = (self.frame().body, self.frame().table);
        let written = body[expression];
        if let Expression::Local(local) = written {
            return Ok(self.slot(local.index()));
        }
        if let Expression::Field { receiver, .. } | Expression::TupleField { receiver, .. } = written
            && let Detail::Field(field) = table.detail(expression)
        {
            let mut place = self.container(receiver)?;
            place.path.push(field);
            return Ok(place);
        }
        if let (Expression::Index { .. }, Detail::Call(_)) = (written, table.detail(expression)) {
            return match self.call(expression)? {
                Value::Borrow(found) => Ok(found),
                _ => Err(self.silent()),
            };
        }
        if let Expression::Index { base, index } = written {
            return match table.detail(expression) {
                Detail::Index(Indexing::Array) => self.element(expression, base, index),
                Detail::Index(Indexing::Slice) => self.slice(expression, base, index),
                _ => Err(self.forbid(expression, "a raw pointer")),
            };
        }
        if let (Expression::Field { .. }, Detail::Call(_)) = (written, table.detail(expression)) {
            let value = self.call(expression)?;
            return Ok(self.temporary(value));
        }
        if let Detail::Item(ItemUse::Constant(item)) = table.detail(expression) {
            return Ok(Place { root: Root::Constant(item), path: SmallVec::new(), window: None });
        }
        if let Detail::Item(ItemUse::Global(item)) = table.detail(expression) {
            return Err(self.global(expression, item));
        }
        if let Expression::Field { .. } | Expression::TupleField { .. } = written {
            // A field of nothing, as in `loop {}.0`: reading it would come back here.
            return Err(self.silent());
        }
        let value = self.raw(expression)?;
        Ok(self.temporary(value))
    }

    /// An array or slice, and which elements of the array there it is.
    pub(super) fn elements(&mut self, base: ExpressionId) -> Evaluated<(Place, u32, u32)> {
        let mut place = self.container(base)?;
        let ty = self.used_type(base);
        match (place.window.take(), ty.kind()) {
            (Some((first, count)), _) => Ok((place, first, count)),
            (None, TypeKind::Array(_, length)) => Ok((place, 0, u32::try_from(length).unwrap_or(u32::MAX))),
            (None, _) => Err(self.silent()),
        }
    }

    /// `base[index]`
    fn element(&mut self, expression: ExpressionId, base: ExpressionId, index: ExpressionId) -> Evaluated<Place> {
        let (mut place, first, length) = self.elements(base)?;
        let ty = self.used_type(index);
        let index = self.value(index)?;
        let Value::Int(element) = index else {
            return Err(self.silent());
        };
        if element >= u128::from(length) {
            let message = format!("index {} out of bounds of {}", super::text::show(&index, ty), elements(length));
            return Err(self.panic(expression, &message));
        }
        place.path.push(first + element as u32);
        Ok(place)
    }

    /// `base[start..end]`
    fn slice(&mut self, expression: ExpressionId, base: ExpressionId, range: ExpressionId) -> Evaluated<Place> {
        let (mut place, first, length) = self.elements(base)?;
        let ty = self.used_type(range);
        let (start, end_written, inclusive, ty) = match self.frame().body[range] {
            Expression::Range { start, end, inclusive } => {
                (self.bound(start, 0)?, self.bound(end, u128::from(length))?, inclusive, ty)
            }
            _ => {
                let range = self.value(range)?;
                let Value::Aggregate(ends) = self.followed(range, expression)? else { return Err(self.silent()) };
                let &[Value::Int(start), Value::Int(end)] = &*ends else { return Err(self.silent()) };
                let named = self.frame().with.apply(ty).as_named();
                let bound = named.and_then(|named| named.arguments.types().first().copied()).unwrap_or(Ty::I64);
                let inclusive = ty.as_item() == hir::lang_item(self.db, LangItem::RangeInclusive);
                (start, end, inclusive, bound)
            }
        };
        let told = |bound: u128| super::text::show(&Value::Int(bound), ty);
        // Of a written end that belongs to the slice the next would be the end.
        let is_within = match inclusive {
            true => end_written < u128::from(length),
            false => end_written <= u128::from(length),
        };
        if !is_within {
            let (end, elements) = (told(end_written), elements(length));
            let message = format!("end {end} of the range is out of bounds of {elements}");
            return Err(self.panic(expression, &message));
        }
        let end_found = end_written + u128::from(inclusive);
        if start > end_found {
            let (start, end) = (told(start), told(end_written));
            let message = format!("start {start} of the range is behind its end {end}");
            return Err(self.panic(expression, &message));
        }
        place.window = Some((first + start as u32, (end_found - start) as u32));
        Ok(place)
    }

    fn bound(&mut self, bound: Option<ExpressionId>, default: u128) -> Evaluated<u128> {
        let Some(bound) = bound else { return Ok(default) };
        match self.value(bound)? {
            Value::Int(bound) => Ok(bound),
            _ => Err(self.silent()),
        }
    }

    /// The place of a value that is nowhere yet.
    pub(super) fn temporary(&mut self, value: Value) -> Place {
        let slot = self.frame().slots.len();
        self.frame_mut().slots.push(Some(value));
        self.slot(slot)
    }

    /// The place of a structure, tuple or array, borrows followed.
    pub(super) fn container(&mut self, expression: ExpressionId) -> Evaluated<Place> {
        match self.frame().table.adjustment(expression) {
            Adjustment::Content => self.content(expression),
            _ => self.followed_place(expression),
        }
    }

    /// The type of an expression's value as it is used, borrows followed: of what is counted perhaps the content.
    pub(super) fn used_type(&self, expression: ExpressionId) -> Ty {
        let table = self.frame().table;
        let ty = match table.adjustment(expression) {
            Adjustment::Content => table.becomes(expression),
            _ => table.expression_type(expression),
        };
        self.frame().with.apply(ty).value_type()
    }

    /// The place of what a pattern is held against, as it is used.
    pub(super) fn matched(&mut self, expression: ExpressionId) -> Evaluated<Place> {
        let table = self.frame().table;
        if table.adjustment(expression) != Adjustment::Content {
            return self.place(expression);
        }
        let content = self.content(expression)?;
        let is_lent = self.frame().with.apply(table.becomes(expression)).as_borrow().is_some();
        Ok(if is_lent { self.temporary(Value::Borrow(content)) } else { content })
    }

    /// The place of an expression by itself, or what that leads to if it is a borrow.
    fn followed_place(&mut self, expression: ExpressionId) -> Evaluated<Place> {
        let is_borrow = self.frame().table.expression_type(expression).as_borrow().is_some();
        let place = self.place(expression)?;
        if !is_borrow {
            return Ok(place);
        }
        self.read(&place, expression)?.into_borrow().ok_or_else(|| self.silent())
    }

    /// The place of the content of what is counted.
    pub(super) fn content(&mut self, expression: ExpressionId) -> Evaluated<Place> {
        let apply = |this: &Self, ty: Ty| this.frame().with.apply(ty);
        let table = self.frame().table;
        let used = apply(self, table.becomes(expression)).value_type();
        let mut ty = apply(self, table.expression_type(expression)).value_type();
        let mut place = self.followed_place(expression)?;
        while ty != used
            && let Some(inside) = within(self.db, ty)
        {
            match ty.as_borrow() {
                Some(_) => place = self.read(&place, expression)?.into_borrow().ok_or_else(|| self.silent())?,
                None => place.path.push(CONTENT),
            }
            ty = inside;
        }
        Ok(place)
    }

    fn slot(&self, slot: usize) -> Place {
        let frame = self.frames.len() as u32 - 1;
        Place { root: Root::Slot { frame, slot: slot as u32 }, path: SmallVec::new(), window: None }
    }

    /// The value at a place.
    pub(super) fn read(&mut self, place: &Place, expression: ExpressionId) -> Evaluated {
        if place.window.is_some() {
            return Err(self.silent());
        }
        let value = match place.root {
            Root::Slot { frame, slot } => {
                self.slot_value(frame, slot, expression)?.and_then(|value| value.part(&place.path)).cloned()
            }
            Root::Constant(item) => super::convert::from_constant(super::constant_value(self.db, item), &place.path),
        };
        if let Some(value) = &value {
            self.spend_scalars(expression, value.cost_of_copy())?;
        }
        value.ok_or_else(|| self.silent())
    }

    /// The case of the enum at a place. Nothing of what it carries is copied.
    pub(super) fn case_at(&self, place: &Place, expression: ExpressionId) -> Evaluated<u32> {
        let case = match place.root {
            Root::Slot { frame, slot } => self
                .slot_value(frame, slot, expression)?
                .and_then(|value| value.part(&place.path))
                .and_then(Value::case),
            Root::Constant(item) => super::convert::case_of_constant(super::constant_value(self.db, item), &place.path),
        };
        case.ok_or_else(|| self.silent())
    }

    /// What a local or temporary holds; nothing if there is no such slot.
    fn slot_value(&self, frame: u32, slot: u32, expression: ExpressionId) -> Evaluated<Option<&Value>> {
        match self.frames.get(frame as usize).and_then(|frame| frame.slots.get(slot as usize)) {
            Some(Some(value)) => Ok(Some(value)),
            Some(None) => Err(self.forbid(expression, "a variable")),
            None => Ok(None),
        }
    }

    /// Writes a value to a place.
    pub(super) fn write(&mut self, place: &Place, value: Value, expression: ExpressionId) -> Evaluated<()> {
        let Root::Slot { frame, slot } = place.root else {
            return Err(self.forbid(expression, "a change of a constant"));
        };
        let root = self.frames.get_mut(frame as usize).and_then(|frame| frame.slots.get_mut(slot as usize));
        let target = match root {
            Some(root) if place.path.is_empty() => Some(root.insert(Value::Unit)),
            Some(Some(root)) => root.part_mut(&place.path),
            Some(None) | None => None,
        };
        match target {
            Some(target) => {
                *target = value;
                Ok(())
            }
            None => Err(self.silent()),
        }
    }

    /// A value, or what it leads to if it is a borrow.
    pub(super) fn followed(&mut self, value: Value, expression: ExpressionId) -> Evaluated {
        match value {
            Value::Borrow(place) => self.read(&place, expression),
            value => Ok(value),
        }
    }
}

impl Value {
    /// The place that it leads to, if it is a borrow.
    pub(super) fn into_borrow(self) -> Option<Place> {
        if let Value::Borrow(place) = self { Some(place) } else { None }
    }

    /// How many scalars it holds; of nothing and of empty parts one each, because they take time and room, too.
    pub(super) fn scalars(&self) -> u64 {
        match self {
            Value::Aggregate(parts) | Value::Case(_, parts) => {
                parts.iter().map(Value::scalars).fold(1, u64::saturating_add)
            }
            Value::Union(_, inner) => inner.scalars(),
            _ => 1,
        }
    }

    /// What a copy of it costs besides the step that asks for it: its scalars. Of what has no parts nothing, nor of texts,
    /// which all copies share.
    fn cost_of_copy(&self) -> u64 {
        match self {
            Value::Aggregate(_) | Value::Case(..) | Value::Union(..) => self.scalars(),
            Value::Unit
            | Value::Bool(_)
            | Value::Int(_)
            | Value::F32(_)
            | Value::F64(_)
            | Value::String(_)
            | Value::CString(_)
            | Value::Address(_)
            | Value::Function(_)
            | Value::Borrow(_) => 0,
        }
    }

    /// Which case it is, if it is an enum.
    fn case(&self) -> Option<u32> {
        if let Value::Case(case, _) = self { Some(*case) } else { None }
    }

    /// The part at a path; of a union its one value, if the path asks for the field it was made with.
    fn part(&self, path: &[u32]) -> Option<&Value> {
        let mut value = self;
        for &step in path {
            value = match value {
                Value::Aggregate(parts) | Value::Case(_, parts) => parts.get(step as usize)?,
                Value::Union(field, inner) if *field == step => inner,
                _ => return None,
            };
        }
        Some(value)
    }

    fn part_mut(&mut self, path: &[u32]) -> Option<&mut Value> {
        let mut value = self;
        for &step in path {
            value = match value {
                Value::Aggregate(parts) | Value::Case(_, parts) => parts.get_mut(step as usize)?,
                Value::Union(field, inner) => {
                    *field = step;
                    inner
                }
                _ => return None,
            };
        }
        Some(value)
    }
}

/// A number of elements in words, as a failed check of a running program says it.
fn elements(count: u32) -> String {
    match count {
        0 => "no elements".to_owned(),
        1 => "1 element".to_owned(),
        more => format!("{more} elements"),
    }
}
