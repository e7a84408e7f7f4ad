//! Statements, one on each line.

use super::super::ast::{Block, Expr, ExprKind, Label, LoopId, Operator, Place, Root, Statement, Step, Type};
use super::super::constructs::Construct;
use super::Printer;
use super::expressions::POSTFIX;

impl Printer<'_> {
    /// `{ … }`, on one line if there is only a value.
    pub(super) fn block(&mut self, block: &Block) {
        if block.statements.is_empty() {
            self.write("{");
            if let Some(value) = &block.value {
                self.write(" ");
                self.expr(value, 0);
                self.write(" ");
            }
            return self.write("}");
        }
        self.write("{");
        self.indent += 1;
        for statement in &block.statements {
            self.newline();
            self.statement(statement);
        }
        if let Some(value) = &block.value {
            self.newline();
            self.expr(value, 0);
        }
        self.indent -= 1;
        self.newline();
        self.write("}");
    }

    fn statement(&mut self, statement: &Statement) {
        let wrapped = self.unsafety == 0 && needs_unsafe(self, statement);
        if wrapped {
            self.note(Construct::UnsafeBlock);
            self.write("unsafe { ");
            self.unsafety += 1;
        }
        self.bare_statement(statement);
        if wrapped {
            self.unsafety -= 1;
            self.write(" }");
        }
    }

    fn bare_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let(variable, typed, value) => self.let_statement(*variable, *typed, value.as_ref()),
            Statement::LetPattern(pattern, typed, scrutinee, other) => {
                self.let_pattern(pattern, *typed, scrutinee, other.as_ref());
            }
            Statement::Match(scrutinee, arms) => {
                self.note(Construct::MatchStatement);
                self.matched(scrutinee, arms);
            }
            Statement::Assign(place, value) => {
                self.note_assignment(place);
                self.place(place);
                self.write(" = ");
                self.expr(value, 0);
            }
            Statement::Update(place, operator, value, id, guard) => {
                self.update(place, *operator, value, *id, guard.get());
            }
            Statement::Point(variable, borrow) => {
                self.note(Construct::PointElsewhere);
                self.variable(*variable);
                self.write(" = ");
                self.expr(borrow, 0);
            }
            Statement::Evaluate(value) => self.expr(value, 0),
            Statement::Print(value, line) => {
                self.note(if *line { Construct::PrintLine } else { Construct::PrintPart });
                self.write(if *line { "println(" } else { "print(" });
                self.expr(value, 0);
                self.write(")");
            }
            Statement::If(condition, then, other) => {
                self.note(Construct::IfStatement);
                self.write("if ");
                self.expr(condition, 0);
                self.write(" ");
                self.block(then);
                if let Some(other) = other {
                    self.write(" else ");
                    self.block(other);
                }
            }
            Statement::While(label, condition, body) => {
                self.note(Construct::WhileLoop);
                if super::patterns::has_let(condition) {
                    self.note(Construct::WhileLet);
                }
                self.label(label);
                self.write("while ");
                self.expr(condition, 0);
                self.body(label, body);
            }
            Statement::Loop(label, body) => {
                self.note(Construct::EndlessLoop);
                self.label(label);
                self.write("loop");
                self.body(label, body);
            }
            Statement::For(label, variable, from, to, inclusive, body) => {
                self.label(label);
                self.write("for ");
                self.variable(*variable);
                self.write(" in ");
                self.expr(from, 1);
                self.write(if *inclusive { "..=" } else { ".." });
                self.note(if *inclusive { Construct::ForInclusive } else { Construct::ForRange });
                self.expr(to, if matches!(to.kind, ExprKind::Binary(..)) { POSTFIX } else { 1 });
                self.body(label, body);
            }
            Statement::Break(id) => self.leave("break", *id, Construct::Break, Construct::BreakOuter),
            Statement::Continue(id) => self.leave("continue", *id, Construct::Continue, Construct::ContinueOuter),
            Statement::Return(value) => {
                self.note(if self.indent > 1 { Construct::ReturnEarly } else { Construct::Return });
                self.write("return");
                if let Some(value) = value {
                    self.write(" ");
                    self.expr(value, 0);
                }
            }
            Statement::Assert(condition, id, guard) => {
                self.note(Construct::Assert);
                self.mark(*id);
                self.write("assert(");
                self.expr(condition, if guard.get() { 2 } else { 0 });
                self.write(if guard.get() { " || true)" } else { ")" });
            }
            Statement::Panic(message, id, guard) => {
                self.note(if guard.get() { Construct::PrintLine } else { Construct::Panic });
                self.mark(*id);
                self.write(if guard.get() { "println(" } else { "panic(" });
                self.expr(message, 0);
                self.write(")");
            }
            Statement::Swap(left, right) => {
                self.note(Construct::Swap);
                self.write("swap(mut ");
                self.place(left);
                self.write(", mut ");
                self.place(right);
                self.write(")");
            }
            Statement::Block(block) => {
                self.note(Construct::BlockStatement);
                self.block(block);
            }
            Statement::Unsafe(block) => {
                self.note(Construct::UnsafeBlock);
                self.write("unsafe ");
                self.unsafety += 1;
                self.block(block);
                self.unsafety -= 1;
            }
            Statement::Allocate(..)
            | Statement::Free(_)
            | Statement::Sort(..)
            | Statement::Printf(_)
            | Statement::CopyBytes(..) => self.c_statement(statement),
        }
    }

    /// Statements that call C's library.
    fn c_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Allocate(variable, ty, count) => {
                self.note(Construct::Allocate);
                self.write("let ");
                self.variable(*variable);
                self.write(if self.unsafety == 0 { " = unsafe { malloc(size_of[" } else { " = malloc(size_of[" });
                self.ty(ty);
                self.write(&format!("]() as u64 * {count}) as Pointer["));
                self.ty(ty);
                self.write(if self.unsafety == 0 { "] }" } else { "]" });
            }
            Statement::Free(variable) => {
                self.write("free(");
                self.variable(*variable);
                self.write(" as Pointer[()])");
            }
            Statement::Sort(place, function, _) => {
                self.note(Construct::Sort);
                let (element, count) = match self.place_type(place) {
                    Type::Array(element, count) => (*element, count),
                    other => (other, 1),
                };
                self.write("qsort(mut ");
                self.place(place);
                self.write(&format!(" as Pointer[()], {count}, size_of["));
                self.ty(&element);
                let name = self.tree.functions[*function].name.clone();
                self.write(&format!("]() as u64, {name})"));
            }
            Statement::Printf(values) => {
                self.note(Construct::Printf);
                let conversions: Vec<&str> = values.iter().map(conversion).collect();
                self.write(&format!("printf(c\"{}\\n\"", conversions.join(" ")));
                for value in values {
                    self.write(", ");
                    self.expr(value, 0);
                }
                self.write(")");
            }
            Statement::CopyBytes(to, from) => {
                self.note(Construct::CopyBytes);
                self.write("memcpy(mut ");
                self.place(to);
                self.write(" as Pointer[()], ref ");
                self.place(from);
                self.write(" as Pointer[()], size_of[");
                let ty = self.place_type(to);
                self.ty(&ty);
                self.write("]() as u64)");
            }
            other => self.bare_statement(other),
        }
    }

    fn let_statement(&mut self, variable: usize, typed: bool, value: Option<&Expr>) {
        let declared = &self.function.expect("a statement stands in a function").variables[variable];
        let (ty, mutable) = (declared.ty.clone(), declared.mutable);
        let older = &self.function.expect("a statement stands in a function").variables[..variable];
        if older.iter().any(|other| other.name == declared.name) {
            self.note(Construct::Shadowing);
        }
        self.write(if mutable { "let mut " } else { "let " });
        self.variable(variable);
        if typed {
            self.write(": ");
            self.ty(&ty);
        }
        self.note(if typed { Construct::LetTyped } else { Construct::LetUntyped });
        if mutable {
            self.note(Construct::LetMutable);
        }
        match (&ty, value) {
            (Type::Ref(_), _) => self.note(Construct::LocalRef),
            (Type::Mut(_), _) => self.note(Construct::LocalMut),
            (_, None) => self.note(Construct::LetLater),
            (_, Some(_)) => {}
        }
        if let Some(value) = value {
            self.write(" = ");
            self.expr(value, 0);
        }
    }

    fn update(&mut self, place: &Place, operator: Operator, value: &Expr, id: u32, guarded: bool) {
        if guarded {
            self.note(Construct::Assignment);
            self.place(place);
            self.write(" = ");
            let ty = self.place_type(place);
            return self.guarded_operation(operator, &ty, value, |printer, _minimum| printer.place(place));
        }
        self.note(match (operator, &value.ty) {
            (Operator::Add, Type::Text) => Construct::JoinAssignment,
            (Operator::AddWrapping | Operator::SubtractWrapping | Operator::MultiplyWrapping, _) => {
                Construct::WrappingAssignment
            }
            (_, _) => Construct::CompoundAssignment,
        });
        self.mark(id);
        self.place(place);
        self.write(&format!(" {}= ", super::expressions::symbol(operator)));
        self.expr(value, 0);
    }

    fn note_assignment(&mut self, place: &Place) {
        self.note(match place.steps.last() {
            None => Construct::Assignment,
            Some(Step::Field(_)) => Construct::AssignField,
            Some(Step::Index(..)) => Construct::AssignElement,
        });
        match &place.root {
            Root::Variable(variable) => {
                let function = self.function.expect("a statement stands in a function");
                if matches!(function.variables[*variable].ty, Type::Mut(_)) {
                    self.note(Construct::AssignThroughMut);
                }
            }
            Root::Value(_) => self.note(Construct::AssignThroughCall),
            Root::Pointed(..) => self.note(Construct::PointerWrite),
            Root::Constant(_) => self.note(Construct::GlobalWrite),
        }
        if self.through_union(place) {
            self.note(Construct::UnionWrite);
        }
    }

    fn label(&mut self, label: &Label) {
        if label.written {
            self.note(Construct::Label);
            self.write(&format!("l{}: ", label.id));
        }
    }

    fn body(&mut self, label: &Label, body: &Block) {
        self.loops.push(label.id);
        self.write(" ");
        self.block(body);
        self.loops.pop();
    }

    fn leave(&mut self, word: &str, id: LoopId, inner: Construct, outer: Construct) {
        self.write(word);
        if self.loops.last() == Some(&id) {
            self.note(inner);
        } else {
            self.note(outer);
            self.write(&format!(" l{id}"));
        }
    }
}

/// The `printf` conversion of a value.
fn conversion(value: &Expr) -> &'static str {
    match &value.kind {
        ExprKind::CText(_) => "%s",
        _ => match &value.ty {
            Type::Int(int) if int.bits == 64 && int.signed => "%lld",
            Type::Int(int) if int.bits == 64 => "%llu",
            Type::Int(int) if int.signed => "%d",
            Type::Int(_) => "%u",
            _ => "%.3f",
        },
    }
}

/// Whether a statement itself does something unsafe, apart from its expressions.
fn needs_unsafe(printer: &Printer, statement: &Statement) -> bool {
    match statement {
        Statement::Assign(place, _) | Statement::Update(place, ..) => printer.is_unsafe_place(place),
        Statement::Swap(left, right) => printer.is_unsafe_place(left) || printer.is_unsafe_place(right),
        Statement::Sort(..) | Statement::Printf(_) | Statement::CopyBytes(..) | Statement::Free(_) => true,
        _ => false,
    }
}
