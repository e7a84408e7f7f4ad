//! Functions, methods and the program's own type. Must not know statements.

use std::fmt::Write;

use super::super::types::Type;
use super::Generator;
use super::known::Callable;

impl Generator {
    /// The program's own type, with methods of at most so many statements.
    pub(super) fn own_type(&mut self, name: &str, statements: u32) {
        self.type_with(name, |this| {
            for number in 0..this.rng.u32(1..3) {
                let receiver = this.receiver();
                this.callable(format!("m{number}"), receiver, statements);
            }
        });
    }

    /// The program's own type; `methods` makes them.
    fn type_with(&mut self, name: &str, methods: impl FnOnce(&mut Generator)) {
        let (form, more, own) = match self.rng.u32(0..3) {
            0 => ("view ", "  let @r: ref H\n", Type::OwnView(name.to_owned())),
            _ => ("", "", Type::Own(name.to_owned())),
        };
        let _ = write!(self.out, "type {form}{name} {{\n  let @n: i64\n  let @h: H\n{more}");
        self.own = Some(own);
        self.depth = 2;
        methods(self);
        self.depth = 1;
        self.out.push_str("}\n");
    }

    /// What a method takes as `self`.
    fn receiver(&mut self) -> Option<Type> {
        let own = self.own.clone()?;
        Some(match self.rng.u32(0..7) {
            0..3 => own.to_ref(),
            3..6 => own.mut_borrow(),
            _ => own,
        })
    }

    /// A type of parameters and variables.
    pub(super) fn random_type(&mut self) -> Type {
        let number = self.rng.u32(0..24);
        match (&self.own, number) {
            (Some(own), 0) => own.clone(),
            (Some(own), 1) => own.to_ref(),
            (Some(own), 2) => own.mut_borrow(),
            _ => Type::random(&mut self.rng),
        }
    }

    /// A function, or the method of a receiver, of at most so many statements, that what follows can call.
    pub(super) fn callable(&mut self, name: String, receiver: Option<Type>, statements: u32) {
        let mut parameters: Vec<Type> = (0..self.rng.u32(1..4)).map(|_| self.random_type()).collect();
        if self.rng.u32(0..12) == 0 {
            parameters.extend(self.storing());
        }
        let result = match self.rng.u32(0..6) {
            0 => None,
            1 => Some(Type::random_owned(&mut self.rng)),
            _ => {
                // A result that some argument may give, of a method mostly `self`.
                let mut targets: Vec<Type> = parameters.iter().filter(|ty| ty.holds_borrow()).cloned().collect();
                if let Some(receiver) = receiver.as_ref().filter(|receiver| receiver.is_borrow())
                    && self.rng.u32(0..4) > 0
                {
                    targets = vec![receiver.clone(), Type::Heap.to_ref(), Type::Int.to_ref()];
                    if matches!(receiver, Type::Mut(_)) {
                        targets.extend([Type::Heap.mut_borrow(), Type::Int.mut_borrow()]);
                    }
                }
                match (targets.len(), self.rng.u32(0..6)) {
                    (0, 0) => Some(Type::random_borrow(&mut self.rng)),
                    (0, _) => None,
                    (count, _) => Some(targets.swap_remove(self.rng.usize(..count))),
                }
            }
        };
        let callable = Callable {
            is_method: receiver.is_some(),
            ..Callable::function(name, receiver.into_iter().chain(parameters).collect(), result)
        };
        let statements = self.rng.u32(0..=statements);
        self.define(&callable, |this| this.statements(statements));
        self.functions.push(callable);
    }

    /// Parameters with room for a borrow, and one that fits.
    fn storing(&mut self) -> [Type; 2] {
        let borrow = Type::random_single_borrow(&mut self.rng);
        let slot = Type::Tuple(vec![borrow.clone(), Type::Int]).mut_borrow();
        let room = match self.rng.u32(0..3) {
            0 => Type::Tuple(vec![slot, Type::Int]),
            _ => slot,
        };
        [room, borrow]
    }

    /// The own type gives a borrow as the value of a type parameter.
    fn implementation(&mut self) {
        let Some(own) = self.own.clone() else { return };
        let result = if self.rng.bool() { Type::Heap.to_ref() } else { Type::Int.to_ref() };
        let _ = writeln!(self.out, "impl Get[{}] for {} {{", result.text(), own.text());
        let get =
            Callable { is_method: true, ..Callable::function("get".to_owned(), vec![own.to_ref()], Some(result)) };
        self.depth = 2;
        self.define(&get, |_| {});
        self.depth = 1;
        self.out.push_str("}\n");
        self.functions.push(get);
    }

    /// Maybe something that a small program can call: one item, so that little else is refused.
    pub(super) fn helper(&mut self, prefix: &str) {
        let function = format!("{prefix}f");
        match self.rng.u32(0..7) {
            0 => {}
            // A trait that lends nothing.
            6 => {
                self.type_with(&format!("{prefix}K"), |_| {});
                self.implementation();
            }
            1 => self.own_type(&format!("{prefix}K"), 1),
            // A method that gives an argument back.
            2 => self.type_with(&format!("{prefix}K"), |this| {
                let borrow = Type::random_single_borrow(&mut this.rng);
                let parameters = this.receiver().into_iter().chain([borrow.clone()]).collect();
                let method =
                    Callable { is_method: true, ..Callable::function("m".to_owned(), parameters, Some(borrow)) };
                this.define(&method, |_| {});
                this.functions.push(method);
            }),
            3 | 4 => self.callable(function, None, 1),
            // A function that stores an argument, or a variable of its own.
            _ => {
                let callable = Callable::function(function, self.storing().to_vec(), None);
                let target = callable.parameters[1].target().clone();
                self.define(&callable, |this| {
                    if this.rng.u32(0..3) == 0 {
                        this.declared("w", &target);
                    }
                    this.pointing();
                });
                self.functions.push(callable);
            }
        }
    }

    /// A borrow that some function of the program wants.
    pub(super) fn welcome_borrow(&mut self) -> Option<Type> {
        let own = self.functions.iter().filter(|callable| callable.takes_bits);
        let parameters = own.flat_map(|callable| callable.parameters[usize::from(callable.is_method)..].iter());
        let mut borrows: Vec<Type> =
            parameters.filter(|ty| ty.is_borrow() && !ty.target().holds_borrow()).cloned().collect();
        match borrows.len() {
            0 => None,
            count => Some(borrows.swap_remove(self.rng.usize(..count))),
        }
    }

    /// The text of a function, whose statements `content` makes.
    pub(super) fn define(&mut self, callable: &Callable, content: impl FnOnce(&mut Generator)) {
        self.variables.clear();
        self.names = 0;
        let mut parameters = callable.parameters.iter();
        let mut word = "fn";
        if callable.is_method
            && let Some(receiver) = parameters.next()
        {
            word = match receiver {
                Type::Mut(_) => "fn mut",
                Type::Own(_) | Type::OwnView(_) => "fn move",
                _ => "fn",
            };
            self.fresh("self", receiver.clone());
            self.variables[0].name = "self".to_owned();
        }
        let mut head = format!("{word} {}(c: i64", callable.name);
        for ty in parameters {
            let variable = self.fresh("a", ty.clone());
            let _ = write!(head, ", {variable}: {}", ty.text());
        }
        for parameter in &mut self.variables {
            parameter.mutable = false;
            parameter.is_parameter = true;
        }
        head.push(')');
        if let Some(result) = &callable.result {
            let _ = write!(head, " -> {}", result.text());
        }
        head.push_str(" {");
        let before = std::mem::take(&mut self.out);
        self.result = callable.result.clone();
        content(self);
        if let Some(result) = &callable.result {
            let value = self.given_back(result);
            self.line(&value);
        }
        let body = std::mem::replace(&mut self.out, before);
        self.depth -= 1;
        // Unions are read in `unsafe`; no other name has this letter.
        let is_unsafe = head.contains('U') || body.contains('U');
        self.line(&head);
        if is_unsafe {
            self.line("unsafe {");
        }
        self.out.push_str(&body);
        if is_unsafe {
            self.line("}");
        }
        self.line("}");
        self.depth += 1;
    }
}
