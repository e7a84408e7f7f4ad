//! Makes what types do by their content, their operators, and the uses of both.

use std::collections::BTreeMap;

use super::super::forms::content::{CloneOf, Compare, Operate, Order};
use super::super::forms::control::Print;
use super::super::forms::places::{Lend, LendTemporary, Place, Step, Taken, Use};
use super::super::forms::values::{Arithmetic, Interpolate};
use super::super::node::{Block, Expr, Statement};
use super::super::tree::{Function, Item, Local, Operator, Provided, Receiver};
use super::super::types::{Content, Kind, Type};
use super::calls::unify;
use super::scope::Lent;
use super::{Generator, Head};

/// The operators: trait, method and symbol.
const OPERATORS: [(&str, &str, &str); 6] = [
    ("Add", "add", "+"),
    ("Subtract", "subtract", "-"),
    ("Multiply", "multiply", "*"),
    ("Divide", "divide", "/"),
    ("Remainder", "remainder", "%"),
    ("Negate", "negate", "-"),
];

impl Generator {
    /// Comparisons and clones of a declared type, part by part or by methods of its own.
    pub(super) fn declare_content(&mut self, index: usize) {
        for content in Content::ALL {
            let declaration = &self.tree.declarations[index];
            let rests_on = match content {
                Content::Equal => true,
                Content::Order => declaration.content.contains_key(&Content::Equal),
                // Equal values must have one hash.
                Content::Hash => declaration.content.get(&Content::Equal) == Some(&None),
                Content::Clone => declaration.kind != Kind::Copy,
            };
            if !rests_on || !self.chance(60) {
                continue;
            }
            if content != Content::Hash && self.chance(45) && self.own_content(index, content) {
                continue;
            }
            let me = self.own_type(index);
            let declaration = &self.tree.declarations[index];
            let is_own = |number| declaration.parameters.iter().any(|parameter| parameter.number == number);
            let has = declaration.cases.iter().flat_map(|case| &case.parts).all(|(_, ty)| {
                let is_me = matches!(ty, Type::Option(some) if **some == me);
                is_me || self.tree.has_where(ty, content, &is_own)
            });
            if has {
                self.tree.declarations[index].content.insert(content, None);
                self.item(Item::Derived(index, content));
            }
        }
    }

    /// A method of its own for something with the content; it prints, so that each call is seen.
    fn own_content(&mut self, index: usize, content: Content) -> bool {
        let receiver = Receiver::Looks;
        let generics = self.tree.declarations[index].parameters.clone();
        let me = self.own_type(index);
        let Some(own) = self.self_parameter(receiver, me.clone()) else { return false };
        let function = if content == Content::Clone {
            let name = "clone".to_owned();
            self.body(Head { name, generics, receiver, parameters: vec![own], result: me, calls: false }, 2)
        } else {
            let other = self.local(Type::Ref(Box::new(me)), false);
            self.comparison(index, content, own, other)
        };
        let Some(function) = function else { return false };
        self.tree.declarations[index].content.insert(content, Some(function));
        self.item(Item::Provided(Provided {
            declaration: index,
            name: content.name(),
            arguments: Vec::new(),
            function,
        }));
        true
    }

    /// A comparison of two structs by their numbers.
    fn comparison(&mut self, index: usize, content: Content, own: Local, other: Local) -> Option<usize> {
        let declaration = &self.tree.declarations[index];
        // A derived `Equal`, which `Order` needs, asks more of type parameters.
        let is_bare = content == Content::Order && declaration.content.get(&Content::Equal) == Some(&None);
        if declaration.is_enum || (is_bare && !declaration.parameters.is_empty()) {
            return None;
        }
        let part = declaration.cases[0].parts.iter().position(|(name, _)| name == "id")?;
        let number = |local: &Local| Place {
            variable: local.clone(),
            steps: vec![Step::Part("id".into(), part)],
            ty: Type::Int,
        };
        let lent = |local: &Local| -> Expr { Box::new(Lend { place: number(local), word: "" }) };
        let (name, result, value): (_, _, Expr) = if content == Content::Order {
            ("compare", Type::Ordering, Box::new(Order(lent(&own), lent(&other))))
        } else {
            let taken = |local: &Local| -> Expr { Box::new(Use { place: number(local), taken: Taken::Copied }) };
            ("equal", Type::Bool, Box::new(Arithmetic("==", taken(&own), taken(&other))))
        };
        let text = Interpolate(format!("{name} {}", declaration.name), vec![lent(&own), lent(&other)]);
        let generics = declaration.parameters.clone();
        let print: Box<dyn Statement> = Box::new(Print(Box::new(text)));
        let body = Block { statements: vec![(self.number(), print)], value: Some(value) };
        let parameters = vec![own, other];
        let name = name.to_owned();
        self.tree.functions.push(Function { name, generics, receiver: Receiver::Looks, parameters, result, body });
        Some(self.tree.functions.len() - 1)
    }

    /// What operators do with a declared type.
    pub(super) fn declare_operators(&mut self, declaration: usize) {
        for (name, method, symbol) in OPERATORS {
            if !self.chance(14) {
                continue;
            }
            let me = self.own_type(declaration);
            let generics = self.tree.declarations[declaration].parameters.clone();
            let receiver = Receiver::Looks;
            let mut parameters: Vec<Local> = self.self_parameter(receiver, me.clone()).into_iter().collect();
            let mut arguments = Vec::new();
            if name != "Negate" {
                let right = if self.chance(40) { me.clone() } else { self.any_type(1) };
                let right = if self.chance(40) { Type::Ref(Box::new(right)) } else { right };
                arguments.push(right.clone());
                parameters.push(self.local(right, false));
            }
            let result = if self.chance(30) { me } else { self.any_type(1) };
            arguments.push(result.clone());
            let head = Head { name: method.to_owned(), generics, receiver, parameters, result, calls: true };
            if let Some(function) = self.body(head, 2) {
                self.tree.operators.push(Operator { symbol, function });
                self.item(Item::Provided(Provided { declaration, name, arguments, function }));
            }
        }
    }

    /// An operator that gives a value of the type; its left side is a place.
    pub(super) fn operator_call(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let mut operators: Vec<(&'static str, usize, BTreeMap<u32, Type>)> = Vec::new();
        for operator in &self.tree.operators {
            let called = &self.tree.functions[operator.function];
            let mut found = BTreeMap::new();
            if unify(&called.result, ty, &called.generics, &mut found) {
                operators.push((operator.symbol, operator.function, found));
            }
        }
        let (symbol, function, found) = self.choose(&operators)?;
        let called = &self.tree.functions[function];
        let (own, parameters) = (called.parameters[0].ty.target().clone(), called.parameters[1..].to_vec());
        if called.generics.is_empty() && self.chance(40) {
            let mut operands: Vec<Expr> = vec![Box::new(LendTemporary(self.called(&own, depth)?))];
            match parameters.as_slice() {
                [right] if !right.ty.is_borrow() => operands.push(self.told(&right.ty, depth)?),
                _ => operands = self.arguments(&parameters, &found, depth, operands)?,
            }
            return Some(Box::new(Operate { symbol, function, types: found, operands }));
        }
        let (types, operands) = self.called_on_place(function, found, depth)?;
        Some(Box::new(Operate { symbol, function, types, operands }))
    }

    fn is_scalar(ty: &Type) -> bool {
        matches!(ty, Type::Int | Type::Bool | Type::Text)
    }

    /// A value that prints when it is made, so that the order is seen.
    fn told(&mut self, ty: &Type, depth: u32) -> Option<Expr> {
        let print: Box<dyn Statement> =
            Box::new(Print(Box::new(Interpolate(format!("side {}", self.number()), Vec::new()))));
        let statements = vec![(self.number(), print)];
        Some(Box::new(Block { statements, value: Some(self.plain(ty, depth)?) }))
    }

    /// A comparison of two values of a declared type that are made for it, which often differ in little.
    fn compared_anew(&mut self, content: Content) -> Option<Expr> {
        let types = self.instances(|tree, ty| tree.has(ty, content));
        let ty = self.choose(&types)?;
        let left: Expr = Box::new(LendTemporary(self.plain(&ty, 1)?));
        let right: Expr = Box::new(LendTemporary(self.plain(&ty, 1)?));
        Some(Box::new(Compare(self.comparison_symbol(content), left, right)))
    }

    fn comparison_symbol(&mut self, content: Content) -> &'static str {
        match content {
            Content::Order => Compare::ORDERS[self.below(4)],
            Content::Equal | Content::Hash | Content::Clone => Compare::EQUALITIES[self.below(2)],
        }
    }

    /// A comparison of values by their content; what is compared is a place, or what a call gives.
    pub(super) fn compared(&mut self, depth: u32) -> Option<Expr> {
        if !self.scope.calls {
            return None;
        }
        let content = if self.rng.bool() { Content::Equal } else { Content::Order };
        if self.chance(50)
            && let Some(compared) = self.attempt(|generator| generator.compared_anew(content))
        {
            return Some(compared);
        }
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| self.tree.has(&known.place.ty, content));
        if self.chance(80) && places.iter().any(|known| !Self::is_scalar(&known.place.ty)) {
            places.retain(|known| !Self::is_scalar(&known.place.ty));
        }
        let left = self.choose_place(places)?;
        let mut others = self.scope.places(&self.tree);
        others.retain(|known| known.place.ty == left.ty);
        let ty = left.ty.clone();
        let lent = [Lent::briefly(left.variable.number, false)];
        let left: Expr = Box::new(Lend { place: left, word: "" });
        let made = if self.chance(30) && self.tells(&ty) && !matches!(ty, Type::Slice(_)) {
            let made = self.while_lent(&lent, |generator| generator.attempt(|generator| generator.called(&ty, depth)));
            made.map(|made| Box::new(LendTemporary(made)) as Expr)
        } else {
            None
        };
        let right = match made {
            Some(made) => made,
            None => Box::new(Lend { place: self.choose_place(others)?, word: "" }),
        };
        Some(Box::new(Compare(self.comparison_symbol(content), left, right)))
    }

    /// `place.clone()`
    pub(super) fn cloned(&mut self, ty: &Type) -> Option<Expr> {
        if !self.scope.calls || !self.tree.has(ty, Content::Clone) {
            return None;
        }
        let mut places = self.scope.places(&self.tree);
        places.retain(|known| known.place.ty == *ty);
        let place = self.choose_place(places)?;
        Some(Box::new(CloneOf(Box::new(Lend { place, word: "" }))))
    }
}
