//! Declares types, traits, methods, functions and `main`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::forms::calls::{Call, Callee};
use super::super::forms::control::{Evaluate, Print};
use super::super::forms::places::{Lend, Place, Taken, Use};
use super::super::forms::values::{Arithmetic, Interpolate, Literal};
use super::super::node::{Block, Expr, Statement};
use super::super::tree::{Head as TypeHead, Item, Local, Receiver, Trait, Wanted};
use super::super::types::{Case, Closure, Content, Declaration, Kind, Parameter, Type};
use super::{Generator, Head, Scope};

/// How many types a program declares.
const TYPES: usize = 6;
/// How many traits.
const TRAITS: usize = 2;

impl Generator {
    pub(super) fn declare(&mut self) {
        for _ in 0..TRAITS {
            self.declare_trait();
        }
        for of in 0..TRAITS {
            for head in [TypeHead::Int, TypeHead::Text] {
                self.implement(of, head);
            }
        }
        for _ in 0..TYPES {
            self.declare_type();
        }
        self.declare_givers();
        self.declare_views();
        for declaration in 0..TYPES {
            self.declare_iterator(declaration);
        }
        for declaration in 0..TYPES {
            self.declare_conversion(declaration);
            self.declare_drop(declaration);
            self.declare_methods(declaration);
            self.declare_operators(declaration);
        }
    }

    pub(super) fn item(&mut self, item: Item) {
        let number = self.number();
        if let Item::Drop(declaration) = item {
            self.tree.drops.insert(declaration, number);
        }
        self.tree.items.push((number, item));
    }

    fn declare_trait(&mut self) {
        let of = self.tree.traits.len();
        let mut methods = Vec::new();
        let receivers = [Receiver::Looks, Receiver::Looks, Receiver::Changes, Receiver::Takes, Receiver::Static];
        for (index, receiver) in receivers.into_iter().enumerate() {
            if index > 0 && self.chance(40) {
                continue;
            }
            let by = self.local(Type::Int, false);
            let result = match receiver {
                Receiver::Looks | Receiver::Takes => Some(Type::Int),
                Receiver::Changes => Some(Type::Unit),
                Receiver::Static => None,
            };
            let name = format!("m{of}{index}");
            methods.push(Wanted { name, receiver, parameters: vec![by], result, default: None });
        }
        if self.chance(70) {
            methods.push(self.default_method(of));
        }
        self.tree.traits.push(Trait { name: format!("Trait{of}"), methods });
        self.item(Item::Trait(of));
    }

    /// A method with a body, which asks the first one of the trait.
    fn default_method(&mut self, of: usize) -> Wanted {
        let name = format!("m{of}9");
        let by = self.local(Type::Int, false);
        let me =
            Local { number: self.number(), name: "self".into(), ty: Type::Ref(Box::new(Type::Unit)), mutable: false };
        let asked = |number: i64| -> Expr {
            let receiver: Expr = Box::new(Lend { place: Place::of(&me), word: "" });
            let arguments = vec![receiver, Box::new(Literal::Int(number)) as Expr];
            let callee = Callee::Trait(of, 0);
            Box::new(Call { callee, types: BTreeMap::new(), are_written: false, arguments })
        };
        let own: Expr = Box::new(Use { place: Place::of(&by), taken: Taken::Copied });
        let sum = Arithmetic("+%", asked(self.rng.i64(0..9)), Box::new(Arithmetic("*%", asked(1), own)));
        let shown: Expr = Box::new(Lend { place: Place::of(&me), word: "" });
        let text = Interpolate(format!("default {name}"), vec![shown]);
        let print: Box<dyn Statement> = Box::new(Print(Box::new(text)));
        let body = Block { statements: vec![(self.number(), print)], value: Some(Box::new(sum)) };
        self.tree.functions.push(super::Function {
            name: name.clone(),
            generics: Vec::new(),
            receiver: Receiver::Looks,
            parameters: vec![me, by.clone()],
            result: Type::Int,
            body,
        });
        let default = Some(self.tree.functions.len() - 1);
        Wanted { name, receiver: Receiver::Looks, parameters: vec![by], result: Some(Type::Int), default }
    }

    /// A type of earlier types; `with` is the one that may stand in it behind an `Option`, too.
    fn part_type(&mut self, kind: Kind, generics: &[Parameter], with: Option<&Type>) -> Type {
        if kind == Kind::Copy {
            let copies = self.instances(|tree, ty| tree.is_copied(ty));
            let scalars = [Type::Int, Type::Bool, Type::Int];
            return match self.choose(&copies) {
                Some(ty) if self.chance(30) => ty,
                Some(_) | None => self.choose(&scalars).unwrap_or(Type::Int),
            };
        }
        if let Some(with) = with
            && self.chance(25)
        {
            return Type::Option(Box::new(with.clone()));
        }
        if !generics.is_empty() && self.chance(60) {
            let parameter = generics[self.below(generics.len())].number;
            let ty = Type::Parameter(parameter);
            return if self.chance(25) { Type::Option(Box::new(ty)) } else { ty };
        }
        if self.chance(6) { self.stored_closure() } else { self.any_type(1) }
    }

    fn declare_type(&mut self) {
        let index = self.tree.declarations.len();
        let kind = [Kind::Heap, Kind::Inline, Kind::Inline, Kind::Copy, Kind::Heap][self.below(5)];
        let is_enum = self.chance(55);
        let count = if kind != Kind::Copy && index > 1 && self.chance(45) { 1 + self.below(2) } else { 0 };
        let generics: Vec<Parameter> = (0..count).map(|_| self.parameter(30)).collect();
        let name = format!("{}{index}", if is_enum { "Enum" } else { "Type" });
        let me = Type::Named(index, generics.iter().map(|generic| Type::Parameter(generic.number)).collect());
        let with = (kind == Kind::Heap).then_some(&me);
        let mut cases = Vec::new();
        for case in 0..(if is_enum { 1 + self.below(4) } else { 1 }) {
            let most = if is_enum { 3 } else { 4 };
            let least = usize::from(!is_enum);
            let mut parts = Vec::new();
            for part in 0..least + self.below(most) {
                let ty = self.part_type(kind, &generics, with.filter(|_| !is_enum || case > 0));
                parts.push((format!("a{part}"), ty));
            }
            if !is_enum {
                parts.insert(self.rng.usize(..=parts.len()), ("id".to_owned(), Type::Int));
            }
            let name = if is_enum { format!("Case{case}") } else { name.clone() };
            cases.push(Case { name, parts, is_named: !is_enum || self.chance(30) });
        }
        let drop = (kind != Kind::Copy && self.chance(60)).then_some(usize::MAX);
        let parameters = generics.clone();
        let is_shown = cases.iter().flat_map(|case| &case.parts).all(|(_, ty)| match ty {
            Type::Option(some) if **some == me => true,
            _ => self.tree.is_shown(ty),
        });
        let content = BTreeMap::new();
        let declaration = Declaration { name, kind, is_enum, is_shown, parameters, cases, content, drop };
        self.tree.declarations.push(declaration);
        self.item(Item::Type(index));
        self.declare_content(index);
        for of in 0..TRAITS {
            if self.chance(60) && self.tree.declarations[index].is_shown {
                self.implement(of, TypeHead::Named(index));
            }
        }
    }

    /// A type parameter that has each trait with a chance.
    pub(super) fn parameter(&mut self, percent: u32) -> Parameter {
        let traits = (0..TRAITS).filter(|_| self.rng.u32(0..100) < percent).collect();
        let number = self.number();
        let mut bounds = BTreeSet::new();
        if self.rng.u32(0..100) < percent {
            bounds.extend([[Content::Clone].as_slice(), &[Content::Equal, Content::Order]][self.below(2)]);
        }
        self.tree.bounds.insert(number, bounds);
        Parameter { number, traits }
    }

    /// A declared type with its own parameters.
    pub(super) fn own_type(&self, declaration: usize) -> Type {
        let parameters = &self.tree.declarations[declaration].parameters;
        Type::Named(declaration, parameters.iter().map(|parameter| Type::Parameter(parameter.number)).collect())
    }

    pub(super) fn self_parameter(&mut self, receiver: Receiver, ty: Type) -> Option<Local> {
        let ty = match receiver {
            Receiver::Looks => Type::Ref(Box::new(ty)),
            Receiver::Changes => Type::Mut(Box::new(ty)),
            Receiver::Takes => ty,
            Receiver::Static => return None,
        };
        Some(Local { number: self.number(), name: "self".into(), ty, mutable: false })
    }

    /// An `impl` of a trait; its methods make and call nothing that could call them.
    fn implement(&mut self, of: usize, head: TypeHead) {
        let count = self.tree.traits[of].methods.len();
        let (ty, generics) = match head {
            TypeHead::Int => (Type::Int, Vec::new()),
            TypeHead::Text => (Type::Text, Vec::new()),
            TypeHead::Named(declaration) => {
                (self.own_type(declaration), self.tree.declarations[declaration].parameters.clone())
            }
        };
        let mut functions = Vec::new();
        for method in 0..count {
            if self.tree.traits[of].methods[method].default.is_some() && self.chance(60) {
                functions.push(None);
                continue;
            }
            let wanted = &self.tree.traits[of].methods[method];
            let (name, receiver) = (wanted.name.clone(), wanted.receiver);
            let result = wanted.result.clone().unwrap_or_else(|| ty.clone());
            let mut parameters: Vec<Local> = wanted.parameters.clone();
            for parameter in &mut parameters {
                *parameter = self.local(parameter.ty.clone(), false);
            }
            if let Some(own) = self.self_parameter(receiver, ty.clone()) {
                parameters.insert(0, own);
            }
            let head = Head { name, generics: generics.clone(), receiver, parameters, result, calls: false };
            functions.push(self.body(head, 2));
        }
        let wanted = &self.tree.traits[of].methods;
        if functions.iter().zip(wanted).all(|(function, wanted)| function.is_some() || wanted.default.is_some()) {
            self.tree.implementations.insert((of, head), functions);
            self.item(Item::Implementation(of, head));
        }
    }

    /// What happens first when a value ends: its text is printed, and some of it may change.
    fn declare_drop(&mut self, declaration: usize) {
        if self.tree.declarations[declaration].drop.is_none() {
            return;
        }
        let ty = self.own_type(declaration);
        let generics = self.tree.declarations[declaration].parameters.clone();
        let me = Local { number: self.number(), name: "self".into(), ty: Type::Mut(Box::new(ty)), mutable: false };
        let mut block = Block::default();
        let name = self.tree.declarations[declaration].name.clone();
        let shown: Vec<Expr> = if self.tree.declarations[declaration].is_shown {
            vec![Box::new(Lend { place: Place::of(&me), word: "" })]
        } else {
            Vec::new()
        };
        let text = Interpolate(format!("end {name}"), shown);
        block.statements.push((self.number(), Box::new(Print(Box::new(text)))));
        let function = super::Function {
            name: "drop".to_owned(),
            generics,
            receiver: Receiver::Changes,
            parameters: vec![me],
            result: Type::Unit,
            body: block,
        };
        self.tree.functions.push(function);
        self.tree.declarations[declaration].drop = Some(self.tree.functions.len() - 1);
        self.item(Item::Drop(declaration));
    }

    fn declare_methods(&mut self, declaration: usize) {
        let ty = self.own_type(declaration);
        let generics = self.tree.declarations[declaration].parameters.clone();
        let mut methods = Vec::new();
        for index in 0..self.below(3) {
            let receivers = [Receiver::Looks, Receiver::Changes, Receiver::Takes, Receiver::Static];
            let receiver = receivers[self.below(4)];
            let mut parameters: Vec<Local> = self.self_parameter(receiver, ty.clone()).into_iter().collect();
            for _ in 0..self.below(2) {
                let ty = self.parameter_type(&[]);
                parameters.push(self.local(ty, false));
            }
            let result = if self.chance(30) { Type::Int } else { self.any_type(1) };
            let name = format!("own{declaration}{index}");
            let head = Head { name, generics: generics.clone(), receiver, parameters, result, calls: true };
            methods.extend(self.body(head, 3));
        }
        methods.extend(self.walking_method(declaration));
        if !methods.is_empty() {
            self.item(Item::Methods(declaration, methods));
        }
    }

    /// The type of a parameter: a value, or a borrow.
    fn parameter_type(&mut self, generics: &[Parameter]) -> Type {
        let ty = match self.choose(generics) {
            Some(parameter) if self.chance(60) => Type::Parameter(parameter.number),
            Some(_) | None => self.any_type(1),
        };
        match self.below(10) {
            6 => {
                let kinds = [Closure::Owned, Closure::Once, Closure::Looks, Closure::Looks, Closure::Changes];
                let kind = kinds[self.below(5)];
                self.closure_type(kind)
            }
            7 => {
                let slice = Box::new(Type::Slice(Box::new(ty)));
                if self.rng.bool() { Type::Ref(slice) } else { Type::Mut(slice) }
            }
            8 if !self.tree.views.is_empty() && self.chance(50) => Type::View(self.below(self.tree.views.len())),
            0 => Type::Ref(Box::new(ty)),
            1 => Type::Mut(Box::new(ty)),
            _ => ty,
        }
    }

    /// A function of the module.
    pub(super) fn function(&mut self) {
        let count = if self.chance(45) { 1 + self.below(2) } else { 0 };
        let generics: Vec<Parameter> = (0..count).map(|_| self.parameter(60)).collect();
        let mut parameters = Vec::new();
        for generic in &generics {
            // Each type parameter is told by an argument.
            let ty = Type::Parameter(generic.number);
            let ty = if self.chance(20) { Type::Ref(Box::new(ty)) } else { ty };
            parameters.push(self.local(ty, false));
        }
        for _ in 0..self.below(3) {
            let ty = self.parameter_type(&generics);
            parameters.push(self.local(ty, false));
        }
        let owned: Vec<Type> =
            parameters.iter().map(|local| local.ty.clone()).filter(|ty| !ty.holds_borrow()).collect();
        let result = match self.below(6) {
            0 => Type::Unit,
            1 | 2 => self.choose(&owned).unwrap_or(Type::Int),
            3 if self.chance(80) => Type::Result(Box::new(self.any_type(1)), Box::new(self.failure())),
            _ => self.any_type(2),
        };
        let name = format!("f{}", self.number());
        let head = Head { name, generics, receiver: Receiver::Static, parameters, result, calls: true };
        let size = 3 + self.below(5);
        if let Some(function) = self.body(head, size) {
            self.item(Item::Function(function));
        }
    }

    /// `main` calls each function, some twice.
    pub(super) fn main(&mut self) {
        let functions: Vec<usize> = self.tree.items.iter().filter_map(|(_, item)| item.function()).collect();
        let scope = Scope::new(Type::Unit, Vec::new());
        let body = self.apart(scope, |generator| {
            let mut body = Block::default();
            for function in functions.iter().flat_map(|function| [*function, *function]) {
                let call = generator.attempt(|generator| generator.call_of(function, BTreeMap::new(), 2));
                if let Some(call) = call {
                    let number = generator.number();
                    body.statements.push((number, Box::new(Evaluate(call, true))));
                }
            }
            let rest = generator.block(None, 8, 3)?;
            let number = generator.number();
            body.statements.push((number, Box::new(rest)));
            Some(body)
        });
        let function = super::Function {
            name: "main".to_owned(),
            generics: Vec::new(),
            receiver: Receiver::Static,
            parameters: Vec::new(),
            result: Type::Unit,
            body: body.unwrap_or_default(),
        };
        self.tree.functions.push(function);
        let index = self.tree.functions.len() - 1;
        self.item(Item::Function(index));
    }
}
