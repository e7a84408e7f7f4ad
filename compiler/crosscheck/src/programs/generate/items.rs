//! The items of a program, in an order in which each uses only what is there.

use std::rc::Rc;

use super::super::ast::{Block, Constant, Function, FunctionKind, IntType, Type};
use super::Generator;
use super::scope::Scope;

impl Generator {
    pub(super) fn program(&mut self) {
        self.declare_types();
        for _constant in 0..2 + self.below(3) {
            self.constant_item(false);
        }
        for _global in 0..1 + self.below(3) {
            self.constant_item(true);
        }
        for int in [IntType::I64, IntType::I32, IntType { bits: 16, signed: false }] {
            let descending = self.rng.bool();
            self.comparison(int, descending);
        }
        for index in 0..self.size.functions {
            let index = index + self.comparisons.len();
            self.function(index);
            if self.chance(25) {
                let mutable = self.chance(30);
                self.constant_item(mutable);
            }
        }
        for index in 0..self.below(3) {
            self.test(index);
        }
        self.main();
    }

    /// A constant or global, whose value may call what is pure.
    fn constant_item(&mut self, mutable: bool) {
        self.scope = Scope::new(Type::Unit, true);
        self.scope.closed = 1;
        let ty = if mutable { self.global_type() } else { self.constant_type() };
        let value = Some(Box::new(self.expr(&ty, 2, true)));
        let scope = std::mem::replace(&mut self.scope, Scope::new(Type::Unit, false));
        let letter = if mutable { 'g' } else { 'C' };
        let name = format!("{letter}{}", self.tree.constants.len());
        let value = Rc::new(Function {
            name: name.clone(),
            kind: FunctionKind::Plain,
            parameters: 0,
            variables: scope.variables,
            result: ty.clone(),
            body: Block { statements: Vec::new(), value },
        });
        self.tree.constants.push(Constant { name, mutable, ty, value });
    }

    /// Constants own nothing.
    fn constant_type(&mut self) -> Type {
        loop {
            let ty = self.value_type(2, false);
            if !self.tree.is_owner(&ty) {
                return ty;
            }
        }
    }
}
