//! Functions: their kinds, signatures and bodies.

use std::cell::Cell;
use std::rc::Rc;

use super::super::ast::{
    Block, Comparison, Expr, ExprKind, Function, FunctionKind, IntType, Radix, Receiver, Statement, StructKind, Type,
};
use super::scope::{Access, Scope};
use super::{Generator, Signature};

/// How often a function that calls itself runs for one call, at most.
const RECURSION: u64 = 16;

impl Generator {
    /// A random function of the program.
    pub(super) fn function(&mut self, index: usize) {
        let kind = self.function_kind();
        let pure = kind != FunctionKind::Unsafe && self.chance(25);
        let recursive = matches!(kind, FunctionKind::Plain | FunctionKind::Extern) && self.chance(15);
        self.scope = Scope::new(Type::Unit, pure);
        self.declare_self(kind);
        if recursive {
            let bound = Type::Int([IntType::I64, IntType::I32, IntType { bits: 8, signed: false }][self.below(3)]);
            self.parameter("depth", bound);
        }
        let count = match self.below(10) {
            0 => 8 + self.below(7),
            _ => self.below(5),
        };
        for _parameter in 0..count {
            let ty = self.parameter_type();
            let name = format!("a{}", self.scope.variables.len());
            self.parameter(&name, ty);
        }
        self.scope.parameters = self.scope.variables.len();
        self.scope.is_method = !Self::is_static(kind);
        let result = self.result_type(recursive);
        self.scope.result = result.clone();
        if recursive {
            self.scope.recursion = Some((index, 1 + u32::from(self.chance(20))));
        }
        let body = self.function_body(recursive);
        let name = match kind {
            FunctionKind::Method(..) => format!("m{index}"),
            FunctionKind::Plain | FunctionKind::Extern | FunctionKind::Unsafe => format!("f{index}"),
        };
        self.finish(kind, name, recursive, body);
    }

    fn function_kind(&mut self) -> FunctionKind {
        match self.below(20) {
            0..=7 => FunctionKind::Plain,
            8..=9 => FunctionKind::Extern,
            10 => FunctionKind::Unsafe,
            _ => {
                let of = self.below(self.tree.structs.len());
                let owner = self.tree.structs[of].kind != StructKind::Copy;
                let receiver = match self.below(8) {
                    0 => Receiver::Static,
                    1 | 2 if owner => Receiver::Consumed,
                    3..=5 => Receiver::Changed,
                    _ => Receiver::Borrowed,
                };
                FunctionKind::Method(of, receiver)
            }
        }
    }

    fn declare_self(&mut self, kind: FunctionKind) {
        let FunctionKind::Method(of, receiver) = kind else {
            return;
        };
        let whole = Type::Struct(of);
        match receiver {
            Receiver::Borrowed => self.parameter("self", Type::Ref(Box::new(whole))),
            Receiver::Changed => self.parameter("self", Type::Mut(Box::new(whole))),
            Receiver::Consumed => self.parameter("self", whole),
            Receiver::Static => {}
        }
    }

    fn parameter(&mut self, name: &str, ty: Type) {
        let variable = self.scope.declare(name.to_string(), ty, false);
        self.scope.visible.push(variable);
    }

    fn parameter_type(&mut self) -> Type {
        let value = self.value_type(2, false);
        match self.below(20) {
            0..=3 => Type::Ref(Box::new(value)),
            4..=6 => Type::Mut(Box::new(value)),
            7 if !self.scope.pure => {
                let types: Vec<Type> =
                    (0..self.tree.functions.len()).filter_map(|function| self.pointer_type(function)).collect();
                self.choose(&types).unwrap_or(value)
            }
            _ => value,
        }
    }

    fn result_type(&mut self, recursive: bool) -> Type {
        let choice = self.below(20);
        if choice < 2 {
            return Type::Unit;
        }
        if choice < 9 && !recursive {
            let mutable = self.rng.bool();
            let access = if mutable { Access::Mut } else { Access::Ref };
            let types: Vec<Type> = self
                .scope
                .candidates(&self.tree, access, &|ty| !matches!(ty, Type::Pointer(_) | Type::Function(..)))
                .into_iter()
                .map(|candidate| candidate.ty)
                .filter(|ty| !self.lendable(ty, mutable).is_empty())
                .collect();
            if let Some(target) = self.choose(&types) {
                let wrap = if mutable { Type::Mut } else { Type::Ref };
                return wrap(Box::new(target));
            }
        }
        self.value_type(2, false)
    }

    fn function_body(&mut self, recursive: bool) -> Block {
        let result = self.scope.result.clone();
        let mut statements = Vec::new();
        if recursive {
            statements.push(self.recursion_end(&result));
        }
        statements.extend(self.observe());
        let count = 1 + self.below(self.size.statements);
        statements.extend(self.statements(count, 3));
        statements.extend(self.observe());
        let value = match &result {
            Type::Unit => None,
            borrow if borrow.is_borrow() => {
                // No local is used any more, so none of their loans is in the way.
                self.scope.close(self.scope.parameters);
                self.borrowed_result(&result).map(Box::new)
            }
            value => Some(Box::new(self.expr(value, self.size.depth, true))),
        };
        if value.is_some() && self.chance(12) {
            statements.push(Statement::Return(value.map(|value| *value)));
            return Block { statements, value: None };
        }
        Block { statements, value }
    }

    /// `if depth <= 0 { return … }`
    fn recursion_end(&mut self, result: &Type) -> Statement {
        let bound = self.variable(0);
        let ty = bound.ty.clone();
        let nought = self.make(ty, ExprKind::Int(0, Radix::Decimal, true));
        let kind = ExprKind::Compare(Comparison::LessEqual, Box::new(bound), Box::new(nought));
        let condition = self.make(Type::Bool, kind);
        let value = match result {
            Type::Unit => None,
            value => Some(self.simple(value, true)),
        };
        let then = Block { statements: vec![Statement::Return(value)], value: None };
        Statement::If(condition, then, None)
    }

    fn finish(&mut self, kind: FunctionKind, name: String, recursive: bool, body: Block) {
        let scope = std::mem::replace(&mut self.scope, Scope::new(Type::Unit, false));
        let borrows = scope.variables[..scope.parameters].iter().any(|parameter| parameter.ty.is_borrow());
        self.signatures.push(Signature {
            pure: scope.pure,
            recursive,
            cost: (scope.cost + 5) * if recursive { RECURSION } else { 1 },
            plain: !borrows && !recursive && !scope.result.is_borrow(),
        });
        self.tree.functions.push(Rc::new(Function {
            name,
            kind,
            parameters: scope.parameters,
            variables: scope.variables,
            result: scope.result,
            body,
        }));
    }

    /// A comparison function for C's `qsort`: it reads two integers behind `Pointer[()]`.
    pub(super) fn comparison(&mut self, int: IntType, descending: bool) {
        self.scope = Scope::new(Type::Int(IntType::I32), false);
        let pointer = Type::Pointer(Box::new(Type::Unit));
        self.parameter("left", pointer.clone());
        self.parameter("right", pointer);
        self.scope.parameters = 2;
        let element = Type::Int(int);
        let compare = |generator: &mut Generator, comparison| {
            let left = generator.behind(0, &element);
            let right = generator.behind(1, &element);
            generator.make(Type::Bool, ExprKind::Compare(comparison, Box::new(left), Box::new(right)))
        };
        let less = compare(self, if descending { Comparison::Greater } else { Comparison::Less });
        let equal = compare(self, Comparison::Equal);
        let result = Type::Int(IntType::I32);
        let value = |generator: &mut Generator, bits| Block {
            statements: Vec::new(),
            value: Some(Box::new(generator.number(Type::Int(IntType::I32), bits))),
        };
        let (nought, one, minus) = (value(self, 0), value(self, 1), value(self, 0xffff_ffff));
        let rest = self.make(result.clone(), ExprKind::If(Box::new(equal), nought, one));
        let rest = Block { statements: Vec::new(), value: Some(Box::new(rest)) };
        let whole = self.make(result, ExprKind::If(Box::new(less), minus, rest));
        let body = Block { statements: Vec::new(), value: Some(Box::new(whole)) };
        let index = self.tree.functions.len();
        self.finish(FunctionKind::Extern, format!("compare{index}"), false, body);
        self.signatures[index].plain = false;
        self.signatures[index].cost = super::COST + 1;
        self.comparisons.push((Type::Int(int), descending, index));
    }

    /// `(parameter as Pointer[T])[0]`
    fn behind(&mut self, parameter: usize, element: &Type) -> Expr {
        let pointer = self.variable(parameter);
        let pointer = self.make(Type::Pointer(Box::new(element.clone())), ExprKind::Cast(Box::new(pointer)));
        let nought = self.number(Type::Int(IntType::I64), 0);
        let place = super::super::ast::Place {
            root_type: element.clone(),
            root: super::super::ast::Root::Pointed(Box::new(pointer), Box::new(nought)),
            steps: Vec::new(),
            id: self.id(),
        };
        self.make(element.clone(), ExprKind::Use(place, false))
    }

    /// `main`: it calls what there is, and shows what it has.
    pub(super) fn main(&mut self) {
        let coded = self.chance(20);
        let result = if coded { Type::Int(IntType::I32) } else { Type::Unit };
        self.scope = Scope::new(result, false);
        let mut statements = self.statements(self.size.statements * 2, 3);
        for function in 0..self.tree.functions.len() {
            let wanted = self.tree.functions[function].result.clone();
            if self.scope.cost + self.signatures[function].cost > super::COST {
                continue;
            }
            let mark = self.scope.loans.len();
            if let Some(call) = self.call(function, 2) {
                let shown = Self::is_shown(wanted.target());
                let owned = wanted.is_borrow() && self.tree.is_owner(wanted.target());
                statements.push(match wanted {
                    _ if shown => {
                        let call = if wanted.is_borrow() {
                            let place = self.temporary(call);
                            self.make(wanted.target().clone(), ExprKind::Use(place, false))
                        } else {
                            call
                        };
                        Statement::Print(call, true)
                    }
                    Type::Unit => Statement::Evaluate(call),
                    _ if owned => Statement::Evaluate(call),
                    other => {
                        let value = if other.is_borrow() {
                            let place = self.temporary(call);
                            self.make(other.target().clone(), ExprKind::Use(place, false))
                        } else {
                            call
                        };
                        let variable = self.name_variable(other.target().clone(), true);
                        self.scope.end_loans(mark);
                        self.scope.visible.push(variable);
                        Statement::Let(variable, true, Some(value))
                    }
                });
            }
            self.scope.end_loans(mark);
            statements.extend(self.observe());
        }
        if self.chance(30) {
            let condition = self.expr(&Type::Bool, 2, true);
            let message = self.interpolation(2);
            let panic = Statement::Panic(message, self.id(), Cell::new(false));
            let then = Block { statements: vec![panic], value: None };
            statements.push(Statement::If(condition, then, None));
        }
        for _observed in 0..4 {
            statements.extend(self.observe());
        }
        let value = coded.then(|| {
            let bits = u128::from(self.rng.u8(0..100));
            Box::new(self.number(Type::Int(IntType::I32), bits))
        });
        self.finish(FunctionKind::Plain, "main".to_string(), false, Block { statements, value });
    }

    /// A `test` block.
    pub(super) fn test(&mut self, index: usize) {
        self.scope = Scope::new(Type::Unit, false);
        let mut statements = self.statements(self.size.statements, 2);
        let condition = self.expr(&Type::Bool, 2, true);
        statements.push(Statement::Assert(condition, self.id(), Cell::new(false)));
        self.finish(FunctionKind::Plain, format!("test {index}"), false, Block { statements, value: None });
        self.signatures.pop();
        self.tree.tests.extend(self.tree.functions.pop());
    }
}
