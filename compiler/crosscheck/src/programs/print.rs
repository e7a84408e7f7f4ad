//! Writes the tree of a generated program as source text, remembers where the parts stand that can fail, and notes the
//! constructs that it wrote. It must not change what the program means: guards are written just as the model evaluates
//! them.

mod expressions;
mod items;
mod parts;
mod patterns;
mod statements;

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{Function, LoopId, Tree, Type};
use super::constructs::Construct;

/// A program as text.
pub(crate) struct Printed {
    pub(crate) source: String,
    /// Where the parts begin whose failure is reported.
    positions: BTreeMap<u32, usize>,
    pub(crate) constructs: BTreeSet<Construct>,
}

impl Printed {
    /// The line and column of a part that fails.
    pub(crate) fn position(&self, id: u32) -> (usize, usize) {
        let before = &self.source[..self.positions[&id]];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|character| *character != '\n').count() + 1;
        (line, column)
    }
}

/// A text in the making.
struct Printer<'a> {
    tree: &'a Tree,
    function: Option<&'a Function>,
    out: String,
    indent: usize,
    /// Whether this is the value of a constant.
    in_constant: bool,
    /// Within how many `unsafe` blocks.
    unsafety: usize,
    /// The loops around, the innermost last.
    loops: Vec<LoopId>,
    positions: BTreeMap<u32, usize>,
    constructs: BTreeSet<Construct>,
    /// Counts places where there is a choice of no meaning.
    choices: u32,
}

/// Writes a program.
pub(crate) fn print(tree: &Tree) -> Printed {
    let mut printer = Printer {
        tree,
        function: None,
        in_constant: false,
        out: String::new(),
        indent: 0,
        unsafety: 0,
        loops: Vec::new(),
        positions: BTreeMap::new(),
        constructs: BTreeSet::new(),
        choices: 0,
    };
    printer.program();
    Printed { source: printer.out, positions: printer.positions, constructs: printer.constructs }
}

impl Printer<'_> {
    fn note(&mut self, construct: Construct) {
        self.constructs.insert(construct);
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn newline(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    /// Remembers that a part begins here.
    fn mark(&mut self, id: u32) {
        self.positions.insert(id, self.out.len());
    }

    /// One choice in `count`, the same for the same program.
    fn one_in(&mut self, count: u32) -> bool {
        self.choices = self.choices.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.choices >> 16).is_multiple_of(count)
    }

    /// Writes a list with commas.
    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.write(", ");
            }
            each(self, item);
        }
    }

    fn ty(&mut self, ty: &Type) {
        let alias = self.tree.aliases.iter().find(|alias| alias.ty == *ty);
        if let Some(alias) = alias
            && self.one_in(2)
        {
            self.note(Construct::Alias);
            return self.write(&alias.name);
        }
        self.structural_type(ty);
    }

    fn structural_type(&mut self, ty: &Type) {
        match ty {
            Type::Unit => self.write("()"),
            Type::Int(int) => {
                self.note_integer(*int);
                self.write(&integer_name(*int));
            }
            Type::F32 => self.simple_type("f32", Construct::F32),
            Type::F64 => self.simple_type("f64", Construct::F64),
            Type::Bool => self.simple_type("bool", Construct::Bool),
            Type::Text => self.simple_type("String", Construct::Text),
            Type::Struct(index) => self.write(&self.tree.structs[*index].name),
            Type::Union(index) => self.write(&self.tree.unions[*index].name),
            Type::Tuple(parts) => {
                self.note(Construct::Tuple);
                self.write("(");
                self.list(parts, Self::ty);
                self.write(")");
            }
            Type::Array(element, count) => {
                self.note(Construct::FixedArray);
                if self.tree.is_owner(element) {
                    self.note(Construct::ArrayOfOwners);
                }
                self.write("[");
                self.ty(element);
                self.write(&format!("; {count}]"));
            }
            Type::Pointer(target) => {
                self.note(Construct::RawPointer);
                self.write("Pointer[");
                self.ty(target);
                self.write("]");
            }
            Type::Function(parameters, result) => {
                self.note(Construct::FunctionPointer);
                self.write("extern fn (");
                self.list(parameters, Self::ty);
                self.write(")");
                self.result(result);
            }
            Type::Ref(target) => {
                self.write("ref ");
                self.ty(target);
            }
            Type::Mut(target) => {
                self.write("mut ");
                self.ty(target);
            }
        }
    }

    fn simple_type(&mut self, name: &str, construct: Construct) {
        self.note(construct);
        self.write(name);
    }

    fn result(&mut self, result: &Type) {
        if *result != Type::Unit {
            self.write(" -> ");
            self.ty(result);
        }
    }

    fn note_integer(&mut self, int: super::ast::IntType) {
        self.note(match (int.signed, int.bits) {
            (true, 8) => Construct::I8,
            (true, 16) => Construct::I16,
            (true, 32) => Construct::I32,
            (true, 64) => Construct::I64,
            (true, _) => Construct::I128,
            (false, 8) => Construct::U8,
            (false, 16) => Construct::U16,
            (false, 32) => Construct::U32,
            (false, 64) => Construct::U64,
            (false, _) => Construct::U128,
        });
    }
}

fn integer_name(int: super::ast::IntType) -> String {
    format!("{}{}", if int.signed { 'i' } else { 'u' }, int.bits)
}
