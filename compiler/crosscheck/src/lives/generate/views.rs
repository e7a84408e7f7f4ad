//! Makes views: types that hold borrows, their methods, functions that give them, and variables that hold them.

use std::collections::BTreeMap;

use super::super::forms::calls::{Call, Callee};
use super::super::forms::control::LetView;
use super::super::forms::places::{Lend, Place, Taken, Use};
use super::super::forms::values::Make;
use super::super::node::{Block, Expr, Statement};
use super::super::tree::{Function, Item, Local, Receiver, View};
use super::super::types::Type;
use super::super::value::Shape;
use super::scope::Scope;
use super::{Generator, Head};

/// How many views a program declares.
const VIEWS: usize = 2;

impl Generator {
    /// Views, with methods and functions that give them.
    pub(super) fn declare_views(&mut self) {
        for view in 0..VIEWS {
            let mut parts = Vec::new();
            for part in 0..1 + self.below(3) {
                let ty = match self.any_type(1) {
                    // A borrow of these would be one of another kind, which is not written through.
                    Type::Dyn(_) => Type::Int,
                    ty => ty,
                };
                let ty = match self.below(5) {
                    0 if part > 0 => ty,
                    0..=2 => Type::Ref(Box::new(ty)),
                    _ => Type::Mut(Box::new(ty)),
                };
                parts.push((format!("a{part}"), ty));
            }
            self.tree.views.push(View { name: format!("View{view}"), parts });
            let mut methods = Vec::new();
            for index in 0..self.below(4) {
                let receiver = [Receiver::Looks, Receiver::Changes, Receiver::Changes, Receiver::Takes][self.below(4)];
                let mut parameters: Vec<Local> = self.self_parameter(receiver, Type::View(view)).into_iter().collect();
                if self.rng.bool() {
                    let ty = self.any_type(1);
                    parameters.push(self.local(ty, false));
                }
                let result = if self.rng.bool() { Type::Int } else { self.any_type(1) };
                let name = format!("seen{view}{index}");
                let head = Head { name, generics: Vec::new(), receiver, parameters, result, calls: true };
                methods.extend(self.body(head, 4));
            }
            self.item(Item::View(view, methods));
            self.declare_maker(view);
        }
    }

    /// A function that makes a view of its parameters.
    fn declare_maker(&mut self, view: usize) -> Option<()> {
        let types: Vec<Type> = self.tree.views[view].parts.iter().map(|(_, ty)| ty.clone()).collect();
        let parameters: Vec<Local> = types.into_iter().map(|ty| self.local(ty, false)).collect();
        let result = Type::View(view);
        let mut scope = Scope::new(result.clone(), Vec::new());
        scope.variables.extend(parameters.iter().cloned());
        // What leaves early would have to give a view, too.
        scope.only_looks = true;
        let body = self.apart(scope, |generator| {
            let mut body = Block::default();
            if let Some(print) = generator.attempt(|generator| generator.print(1)) {
                body.statements.push((generator.number(), print));
            }
            let parts = parameters.iter().map(|local| -> Expr {
                let place = Place::of(local);
                match &local.ty {
                    Type::Ref(_) => Box::new(Lend { place, word: "" }),
                    Type::Mut(_) => Box::new(Lend { place, word: "mut " }),
                    _ => Box::new(Use { taken: Taken::Moved, place }),
                }
            });
            let parts = parts.collect();
            body.value = Some(Box::new(Make { shape: Shape::View(view), is_named: false, parts }));
            Some(body)
        })?;
        let (name, generics, receiver) = (format!("see{view}"), Vec::new(), Receiver::Static);
        self.tree.functions.push(Function { name, generics, receiver, parameters, result, body });
        let function = self.tree.functions.len() - 1;
        self.tree.makers.insert(view, function);
        self.item(Item::Function(function));
        Some(())
    }

    /// A view of what can be lent, by its name or by a function; what is lent stays so.
    pub(super) fn view(&mut self, view: usize, depth: u32) -> Option<Expr> {
        let maker = self.tree.makers.get(&view).copied().filter(|_| self.scope.calls);
        let types: Vec<Type> = self.tree.views[view].parts.iter().map(|(_, ty)| ty.clone()).collect();
        let parameters: Vec<Local> = types.into_iter().map(|ty| self.local(ty, false)).collect();
        let parts = self.lasting_arguments(&parameters, &BTreeMap::new(), depth, Vec::new())?;
        Some(match maker {
            Some(function) if self.rng.bool() => {
                let callee = Callee::Function(function);
                Box::new(Call { callee, types: BTreeMap::new(), are_written: false, arguments: parts })
            }
            Some(_) | None => Box::new(Make { shape: Shape::View(view), is_named: false, parts }),
        })
    }

    /// `let name = View(…)`; its loans end with the block.
    pub(super) fn let_view(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let view = self.below(self.tree.views.len().max(1));
        if self.tree.views.is_empty() || self.scope.only_looks {
            return None;
        }
        let count = self.scope.lent.len();
        let value = self.view(view, depth)?;
        let mutable = self.rng.bool();
        let variable = self.local(Type::View(view), mutable);
        let until = self.scope.variables.len();
        for lent in &mut self.scope.lent[count..] {
            lent.until = until;
        }
        self.scope.variables.push(variable.clone());
        Some(Box::new(LetView { variable, is_typed: self.rng.bool(), value }))
    }
}
