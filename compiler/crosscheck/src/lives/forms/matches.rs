//! Patterns, and the forms that match. Owns their text and their meaning: an arm is chosen from top to bottom, a guard
//! only looks, and what no name takes ends behind the names.

use std::rc::Rc;

use super::super::machine::{Machine, Run};
use super::super::node::{Block, Expr, Expression, Statement, Writer};
use super::super::tree::Local;
use super::super::types::Type;
use super::super::value::{Address, Shape, Value};
use super::control::turn;
use super::places::Place;

/// What a pattern does with what it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Mode {
    /// Names look, as `ref`.
    Look,
    /// Names are `mut`.
    Change,
    /// Names get the parts.
    Take,
}

impl Mode {
    /// What stands before a place that is matched or walked over so.
    pub(in super::super) fn word(self) -> &'static str {
        match self {
            Mode::Look => "",
            Mode::Change => "mut ",
            Mode::Take => "move ",
        }
    }
}

/// A pattern.
pub(in super::super) enum Pattern {
    Any,
    Int(i64),
    Bool(bool),
    Text(String),
    /// A name, of the type that is matched there.
    Name(Local),
    /// Parts, and whether the names of fields are written.
    Parts(Shape, bool, Vec<Pattern>),
    Either(Vec<Pattern>),
}

impl Pattern {
    pub(in super::super) fn write(&self, out: &mut Writer<'_>) {
        match self {
            Pattern::Any => out.text("_"),
            Pattern::Int(number) => out.text(&number.to_string()),
            Pattern::Bool(truth) => out.text(&truth.to_string()),
            Pattern::Text(text) => out.text(&format!("\"{text}\"")),
            Pattern::Name(local) => {
                out.text(if local.mutable { "mut " } else { "" });
                out.text(&local.name);
            }
            Pattern::Either(patterns) => {
                for (index, pattern) in patterns.iter().enumerate() {
                    out.text(if index > 0 { " | " } else { "" });
                    pattern.write(out);
                }
            }
            Pattern::Parts(shape, is_named, parts) => {
                let mut names: &[(String, Type)] = &[];
                let (open, close) = shape.brackets();
                if let Shape::Case(declaration, case) = *shape {
                    let declaration = &out.tree.declarations[declaration];
                    let case = &declaration.cases[case];
                    if parts.is_empty() {
                        // In a `let` a bare word would be a variable.
                        return out.text(&format!("{}.{}", declaration.name, case.name));
                    }
                    out.text(if declaration.is_enum { &case.name } else { &declaration.name });
                    names = &case.parts;
                }
                out.text(open);
                for (index, part) in parts.iter().enumerate() {
                    out.text(if index > 0 { ", " } else { "" });
                    if *is_named {
                        out.text(&format!("{}: ", names[index].0));
                    }
                    part.write(out);
                }
                out.text(close);
            }
        }
    }

    /// Whether what lies at an address fits.
    pub(in super::super) fn fits(&self, address: &Address, machine: &Machine<'_>) -> bool {
        let address = machine.behind(address.clone());
        match (self, machine.get(&address)) {
            (Pattern::Any | Pattern::Name(_), _) => true,
            (Pattern::Int(number), value) => value.int() == *number,
            (Pattern::Bool(truth), value) => value.bool() == *truth,
            (Pattern::Text(text), value) => matches!(value, Value::Text(found) if **found == **text),
            (Pattern::Either(patterns), _) => patterns.iter().any(|pattern| pattern.fits(&address, machine)),
            (Pattern::Parts(shape, _, parts), Value::Object(found, _)) => {
                shape == found
                    && parts
                        .iter()
                        .enumerate()
                        .all(|(part, pattern)| pattern.fits(&machine.part(address.clone(), part), machine))
            }
            (Pattern::Parts(..), other) => unreachable!("{other:?} has parts"),
        }
    }

    /// Gives the names what they stand for, in the order of the text.
    pub(in super::super) fn bind(&self, address: &Address, mode: Mode, machine: &mut Machine<'_>) {
        self.bind_within(address, (mode, false), machine);
    }

    /// The same of a part; of what is not taken apart, since it has `Drop`, what is counted is copied.
    fn bind_within(&self, address: &Address, (mode, is_kept): (Mode, bool), machine: &mut Machine<'_>) {
        match self {
            Pattern::Any | Pattern::Int(_) | Pattern::Bool(_) | Pattern::Text(_) => {}
            Pattern::Name(local) => {
                let value = match mode {
                    Mode::Look | Mode::Change => Value::Borrow(machine.behind(address.clone())),
                    Mode::Take if !machine.tree.is_copied(&local.ty) => machine.take(address),
                    Mode::Take if machine.tree.is_counted(&local.ty) && !is_kept => machine.take(address),
                    Mode::Take => machine.copied(address),
                };
                machine.declare(local.number, value);
            }
            Pattern::Either(patterns) => {
                if let Some(pattern) = patterns.iter().find(|pattern| pattern.fits(address, machine)) {
                    pattern.bind_within(address, (mode, is_kept), machine);
                }
            }
            Pattern::Parts(shape, _, parts) => {
                let is_kept = is_kept || matches!(shape, Shape::Case(declaration, _) if machine.has_drop(*declaration));
                for (index, part) in parts.iter().enumerate() {
                    let address = machine.part(address.clone(), index);
                    part.bind_within(&address, (mode, is_kept), machine);
                }
            }
        }
    }
}

/// What is matched.
pub(in super::super) enum Matched {
    /// A place, looked at, changed or moved.
    Place(Place, Mode),
    /// A temporary, which is taken apart.
    Temporary(Expr),
}

impl Matched {
    pub(in super::super) fn write(&self, out: &mut Writer<'_>) {
        match self {
            Matched::Place(place, mode) => {
                out.text(mode.word());
                place.write(out);
            }
            Matched::Temporary(value) => value.write(out),
        }
    }

    /// Where it lies, and what patterns do with it.
    fn run(&self, machine: &mut Machine<'_>) -> Run<(Address, Mode)> {
        Ok(match self {
            Matched::Place(place, Mode::Take) => {
                let address = place.address(machine)?;
                let value = machine.take(&address);
                (machine.hold(value), Mode::Take)
            }
            Matched::Place(place, mode) => (place.address(machine)?, *mode),
            Matched::Temporary(value) => {
                let value = value.run(machine)?;
                (machine.hold(value), Mode::Take)
            }
        })
    }
}

/// An arm.
pub(in super::super) struct Arm {
    pub(in super::super) pattern: Pattern,
    pub(in super::super) guard: Option<Expr>,
    pub(in super::super) body: Block,
}

/// `match`, as a statement or with a value.
pub(in super::super) struct Match(pub(in super::super) Matched, pub(in super::super) Vec<Arm>);

impl Expression for Match {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("match ");
        self.0.write(out);
        out.text(" {");
        out.indent += 1;
        for arm in &self.1 {
            out.line();
            out.text("case ");
            arm.pattern.write(out);
            if let Some(guard) = &arm.guard {
                out.text(" if ");
                guard.write(out);
            }
            out.text(" -> ");
            arm.body.write(out);
        }
        out.indent -= 1;
        out.line();
        out.text("}");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        machine.scope(|machine| {
            let (address, mode) = self.0.run(machine)?;
            for arm in &self.1 {
                if !arm.pattern.fits(&address, machine) {
                    continue;
                }
                if let Some(guard) = &arm.guard {
                    let is_met = machine.scope(|machine| {
                        arm.pattern.bind(&address, Mode::Look, machine);
                        machine.scope(|machine| guard.run(machine))
                    })?;
                    if !is_met.bool() {
                        continue;
                    }
                }
                return machine.scope(|machine| {
                    arm.pattern.bind(&address, mode, machine);
                    arm.body.run(machine)
                });
            }
            unreachable!("every value has an arm")
        })
    }
}

/// `if let pattern = matched { … } else { … }`
pub(in super::super) struct IfLet {
    pub(in super::super) pattern: Pattern,
    pub(in super::super) matched: Matched,
    pub(in super::super) then: Block,
    pub(in super::super) otherwise: Option<Block>,
}

impl Expression for IfLet {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("if let ");
        self.pattern.write(out);
        out.text(" = ");
        self.matched.write(out);
        out.text(" ");
        self.then.write(out);
        out.otherwise(self.otherwise.as_ref());
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        machine.scope(|machine| {
            let (address, mode) = self.matched.run(machine)?;
            if self.pattern.fits(&address, machine) {
                return machine.scope(|machine| {
                    self.pattern.bind(&address, mode, machine);
                    self.then.run(machine)
                });
            }
            self.otherwise.as_ref().map_or(Ok(Value::Unit), |otherwise| otherwise.run(machine))
        })
    }
}

/// `while let pattern = matched { … }`
pub(in super::super) struct WhileLet {
    pub(in super::super) id: u32,
    pub(in super::super) pattern: Pattern,
    pub(in super::super) matched: Matched,
    pub(in super::super) body: Block,
}

impl Statement for WhileLet {
    fn write(&self, out: &mut Writer<'_>) {
        out.text(&format!("l{}: while let ", self.id));
        self.pattern.write(out);
        out.text(" = ");
        self.matched.write(out);
        out.text(" ");
        self.body.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        loop {
            machine.step()?;
            let result = machine.scope(|machine| {
                let (address, mode) = self.matched.run(machine)?;
                if !self.pattern.fits(&address, machine) {
                    return Ok(None);
                }
                machine.scope(|machine| {
                    self.pattern.bind(&address, mode, machine);
                    self.body.run(machine).map(Some)
                })
            });
            let is_left = match result {
                Ok(None) => true,
                Ok(Some(value)) => turn(self.id, Ok(value))?,
                Err(leave) => turn(self.id, Err(leave))?,
            };
            if is_left {
                return Ok(());
            }
        }
    }
}

/// `let pattern: T = value`, with an `else` where it may not fit.
pub(in super::super) struct LetPattern {
    pub(in super::super) pattern: Pattern,
    pub(in super::super) ty: Type,
    pub(in super::super) value: Expr,
    pub(in super::super) otherwise: Option<Block>,
}

impl Statement for LetPattern {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("let ");
        self.pattern.write(out);
        out.text(": ");
        out.ty(&self.ty);
        out.text(" = ");
        self.value.write(out);
        out.otherwise(self.otherwise.as_ref());
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        machine.scope(|machine| {
            let value = self.value.run(machine)?;
            let address = machine.hold(value);
            if !self.pattern.fits(&address, machine) {
                if let Some(otherwise) = &self.otherwise {
                    otherwise.run(machine)?;
                }
                unreachable!("what does not fit leaves");
            }
            // The names belong to the block, the rest of the value to the statement.
            machine.outside(|machine| self.pattern.bind(&address, Mode::Take, machine));
            Ok(())
        })
    }
}

/// A local's name is its number's.
pub(in super::super) fn name(number: u32) -> Rc<str> {
    format!("v{number}").into()
}
