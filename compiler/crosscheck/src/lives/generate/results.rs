//! Makes what gives an `Option` or `Result`, conversions between failures, and `try`.

use super::super::forms::control::{If, Let};
use super::super::forms::places::{Place, Taken, Use};
use super::super::forms::results::Try;
use super::super::forms::values::Make;
use super::super::node::{Block, Expr, Statement};
use super::super::tree::{Function, Item, Local, Provided, Receiver};
use super::super::types::{Parameter, Type};
use super::super::value::Shape;
use super::{Generator, Head};

impl Generator {
    /// Functions that give an `Option` or `Result` of anything.
    pub(super) fn declare_givers(&mut self) {
        for is_option in [true, false] {
            let generics: Vec<Parameter> = (0..if is_option { 1 } else { 2 }).map(|_| self.parameter(0)).collect();
            let mut types: Vec<Type> = generics.iter().map(|generic| Type::Parameter(generic.number)).collect();
            let result = match types.as_slice() {
                [ok, error] => Type::Result(Box::new(ok.clone()), Box::new(error.clone())),
                some => Type::Option(Box::new(some[0].clone())),
            };
            types.push(Type::Bool);
            let parameters: Vec<Local> = types.into_iter().map(|ty| self.local(ty, false)).collect();
            let name = if is_option { "give" } else { "answer" }.to_owned();
            let receiver = Receiver::Static;
            self.body_of_giver(Head { name, generics, receiver, parameters, result, calls: false });
        }
    }

    fn body_of_giver(&mut self, head: Head) {
        let Head { name, generics, receiver, parameters, result, calls: _ } = head;
        let used = |local: &Local, taken| -> Expr { Box::new(Use { place: Place::of(local), taken }) };
        let make = |shape, parts| -> Expr { Box::new(Make { shape, is_named: false, parts }) };
        let block = |value| Block { statements: Vec::new(), value: Some(value) };
        let (good, bad) = match parameters.as_slice() {
            [some, _] => (make(Shape::Some, vec![used(some, Taken::Moved)]), make(Shape::None, Vec::new())),
            [ok, error, ..] => {
                (make(Shape::Ok, vec![used(ok, Taken::Moved)]), make(Shape::Err, vec![used(error, Taken::Moved)]))
            }
            [] | [_] => return,
        };
        let condition = parameters.last().map(|last| used(last, Taken::Copied));
        let Some(condition) = condition else { return };
        let choice = If { condition, then: block(good), otherwise: Some(block(bad)) };
        let body = block(Box::new(choice));
        self.tree.functions.push(Function { name, generics, receiver, parameters, result, body });
        let function = self.tree.functions.len() - 1;
        self.item(Item::Function(function));
    }

    /// A type that other failures become, if there is one.
    pub(super) fn failure(&mut self) -> Type {
        let types = self.instances(|tree, ty| tree.conversions(ty).next().is_some());
        self.choose(&types).unwrap_or(Type::Text)
    }

    /// `impl From[…] for …`
    pub(super) fn declare_conversion(&mut self, declaration: usize) {
        if !self.tree.declarations[declaration].parameters.is_empty() || !self.chance(35) {
            return;
        }
        let me = self.own_type(declaration);
        let mut sources = self.instances(|_, ty| *ty != me);
        sources.extend([Type::Int, Type::Text]);
        let from = self.choose(&sources).unwrap_or(Type::Int);
        let (name, generics, receiver) = ("from".to_owned(), Vec::new(), Receiver::Static);
        let parameters = vec![self.local(from.clone(), false)];
        let head = Head { name, generics, receiver, parameters, result: me, calls: true };
        if let Some(function) = self.body(head, 2) {
            self.item(Item::Provided(Provided { declaration, name: "From", arguments: vec![from], function }));
        }
    }

    /// `let name = try …`, where the function gives a failure that others become.
    pub(super) fn let_tried(&mut self, depth: u32) -> Option<Box<dyn Statement>> {
        let Type::Result(_, error) = self.scope.result.clone() else { return None };
        self.tree.conversions(&error).next()?;
        let variable = self.local(Type::Int, false);
        let value = self.tried(&Type::Int, depth + 1)?;
        self.scope.variables.push(variable.clone());
        Some(Box::new(Let { variable, is_typed: true, value: Some(value) }))
    }

    /// `try value`, of a call whose failure the function gives.
    pub(super) fn tried(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let mut conversion = None;
        let tried = match self.scope.result.clone() {
            Type::Option(_) => Type::Option(Box::new(ty.clone())),
            Type::Result(_, error) => {
                let conversions: Vec<(Type, usize)> = self.tree.conversions(&error).collect();
                conversion = self.choose(&conversions).filter(|_| self.rng.u32(0..100) < 60);
                let error = conversion.as_ref().map_or(error, |(from, _)| Box::new(from.clone()));
                Type::Result(Box::new(ty.clone()), error)
            }
            _ => return None,
        };
        if self.scope.only_looks {
            return None;
        }
        let value = self.used(&tried).or_else(|| self.called(&tried, depth))?;
        Some(Box::new(Try(value, conversion.map(|(_, function)| function))))
    }
}
