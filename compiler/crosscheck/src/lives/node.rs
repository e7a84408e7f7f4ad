//! What programs are made of: forms that write themselves and run themselves in the model, so that each stands in one
//! place. Owns the traits and the block; a form must not know the compiler.

use std::collections::{BTreeMap, BTreeSet};

use super::machine::{Machine, Run};
use super::tree::Tree;
use super::types::{Closure, Kind, Type};
use super::value::Value;

/// An expression.
pub(super) trait Expression {
    fn write(&self, out: &mut Writer<'_>);
    fn run(&self, machine: &mut Machine<'_>) -> Run<Value>;
}

/// A statement.
pub(super) trait Statement {
    fn write(&self, out: &mut Writer<'_>);
    fn run(&self, machine: &mut Machine<'_>) -> Run<()>;
}

/// What has a value may stand for what it does.
impl<E: Expression> Statement for E {
    fn write(&self, out: &mut Writer<'_>) {
        Expression::write(self, out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        Expression::run(self, machine).map(|_| ())
    }
}

pub(super) type Expr = Box<dyn Expression>;

/// Statements, each with a number by which it can be left out, and a value.
#[derive(Default)]
pub(super) struct Block {
    pub(super) statements: Vec<(u32, Box<dyn Statement>)>,
    pub(super) value: Option<Expr>,
}

impl Block {
    /// In braces.
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        out.text("{");
        out.indent += 1;
        for (number, statement) in &self.statements {
            if !out.left_out.contains(number) {
                out.written.insert(*number);
                out.line();
                statement.write(out);
            }
        }
        if let Some(value) = &self.value {
            out.line();
            value.write(out);
        }
        out.indent -= 1;
        out.line();
        out.text("}");
    }

    /// What it declares ends with it, after its value has been made.
    pub(super) fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        machine.scope(|machine| {
            for (number, statement) in &self.statements {
                if !machine.left_out.contains(number) {
                    machine.step()?;
                    statement.run(machine)?;
                }
            }
            match &self.value {
                Some(value) => machine.scope(|machine| value.run(machine)),
                None => Ok(Value::Unit),
            }
        })
    }
}

/// A form as it stands in a program, told from others by where it lies: forms do not move once a program is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Written(usize);

impl Written {
    pub(super) fn of<T>(form: &T) -> Written {
        Written(std::ptr::from_ref(form).addr())
    }
}

/// A text in the making.
pub(super) struct Writer<'a> {
    pub(super) tree: &'a Tree,
    pub(super) out: String,
    pub(super) indent: usize,
    /// The statements and items that are left out.
    pub(super) left_out: &'a BTreeSet<u32>,
    /// Those that were written.
    pub(super) written: BTreeSet<u32>,
    /// The variables that were named, in the order of the text.
    pub(super) named: Vec<u32>,
    /// Where forms begin that may panic.
    pub(super) marks: BTreeMap<Written, usize>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(tree: &'a Tree, left_out: &'a BTreeSet<u32>) -> Writer<'a> {
        Writer {
            tree,
            out: String::new(),
            indent: 0,
            left_out,
            written: BTreeSet::new(),
            named: Vec::new(),
            marks: BTreeMap::new(),
        }
    }

    /// Notes where a form begins.
    pub(super) fn mark<T>(&mut self, form: &T) {
        self.marks.insert(Written::of(form), self.out.len());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// ` else { … }`, if there is one.
    pub(super) fn otherwise(&mut self, block: Option<&Block>) {
        if let Some(block) = block {
            self.text(" else ");
            block.write(self);
        }
    }

    /// Begins a line.
    pub(super) fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    /// A list with commas.
    pub(super) fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            each(self, item);
        }
    }

    pub(super) fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Unit => self.text("()"),
            Type::Int => self.text("i64"),
            Type::Bool => self.text("bool"),
            Type::Text => self.text("String"),
            Type::Ordering => self.text("Ordering"),
            Type::Named(declaration, arguments) => {
                self.text(&self.tree.declarations[*declaration].name);
                self.arguments(arguments);
            }
            Type::View(view) => self.text(&self.tree.views[*view].name),
            Type::Option(some) => {
                self.text("Option");
                self.arguments(std::slice::from_ref(some));
            }
            Type::Tuple(parts) => {
                self.text("(");
                self.list(parts, Self::ty);
                self.text(")");
            }
            Type::Fixed(element, count) => {
                self.text("[");
                self.ty(element);
                self.text(&format!("; {count}]"));
            }
            Type::Result(ok, error) => {
                self.text("Result");
                self.arguments(&[(**ok).clone(), (**error).clone()]);
            }
            Type::Array(element) => {
                self.text("Array");
                self.arguments(std::slice::from_ref(element));
            }
            Type::Shared(content) => {
                self.text("Shared");
                self.arguments(std::slice::from_ref(content));
            }
            Type::Mutex(content) => {
                self.text("Mutex");
                self.arguments(std::slice::from_ref(content));
            }
            Type::Map(key, value) => {
                self.text("Map");
                self.arguments(&[(**key).clone(), (**value).clone()]);
            }
            Type::Set(value) => {
                self.text("Set");
                self.arguments(std::slice::from_ref(value));
            }
            Type::Slice(element) => {
                self.text("[");
                self.ty(element);
                self.text("]");
            }
            Type::Dyn(of) => self.text(&format!("dyn {}", self.tree.traits[*of].name)),
            Type::Function(kind, parameters, result) => {
                self.text(match kind {
                    Closure::Owned => "fn (",
                    Closure::Once => "fn move (",
                    Closure::Looks => "ref fn (",
                    Closure::Changes => "mut fn (",
                });
                self.list(parameters, Self::ty);
                self.text(")");
                if **result != Type::Unit {
                    self.text(" -> ");
                    self.ty(result);
                }
            }
            Type::Parameter(number) => self.text(&format!("P{number}")),
            Type::Ref(target) => {
                self.text("ref ");
                self.ty(target);
            }
            Type::Mut(target) => {
                self.text("mut ");
                self.ty(target);
            }
        }
    }

    /// `Name[Type].new(value)`, without the type arguments where they are not written.
    pub(super) fn wrapped(&mut self, name: &str, ty: Option<&Type>, value: &Expr) {
        self.text(name);
        self.arguments(ty.map_or(&[], std::slice::from_ref));
        self.text(".new(");
        value.write(self);
        self.text(")");
    }

    /// Type arguments, if there are any.
    pub(super) fn arguments(&mut self, arguments: &[Type]) {
        if !arguments.is_empty() {
            self.text("[");
            self.list(arguments, Self::ty);
            self.text("]");
        }
    }

    pub(super) fn kind(&mut self, kind: Kind) {
        self.text(match kind {
            Kind::Heap => "",
            Kind::Inline => "inline ",
            Kind::Copy => "copy ",
        });
    }
}
