//! Calls of methods of traits and of generic functions: each in one of the ways in which it can be written.

use super::super::texts::Both;
use super::bodies::Body;
use super::facts::{Bound, Fact, Method, Mode};
use super::types::{Binding, Type};
use super::{Function, Generator};

impl Generator {
    /// Calls something that a value of the body, or its type, has. Whether there was something.
    pub(super) fn call(&mut self, body: &mut Body) -> bool {
        let live: Vec<usize> = (0..body.locals.len()).filter(|index| body.locals[*index].is_live).collect();
        if live.is_empty() {
            return false;
        }
        let chosen = self.one(&live);
        let ty = body.locals[chosen].ty.clone();
        let facts: Vec<Fact> = self.facts(&body.known, &ty).into_iter().filter(|fact| fact.number != 0).collect();
        if facts.is_empty() {
            return false;
        }
        let fact = self.one(&facts);
        let method = self.one(&self.traits[fact.number].methods.clone());
        let mut binding: Binding = vec![("Self", ty.clone())];
        binding.extend(fact.argument.iter().map(|argument| ("P", argument.clone())));
        if let Some(own) = &method.own {
            let mut all: Vec<Type> = body.locals.iter().map(|local| local.ty.clone()).collect();
            all.extend([Type::Number, Type::Text]);
            all.retain(|ty| self.has(&body.known, ty, own));
            if all.is_empty() {
                return false;
            }
            binding.push(("O", self.one(&all)));
        }
        let mut roots = Vec::new();
        let receiver = match method.receiver {
            None => None,
            Some(mode) if body.allows(chosen, mode) => Some(body.taken(chosen, mode, &mut roots)),
            Some(_) => return false,
        };
        let arguments = self.handed(body, &method.takes, &binding, &mut roots);
        let is_told = facts.iter().filter(|other| other.number == fact.number).count() == 1;
        let value = self.method_call(&fact, &method, &binding, receiver, &arguments, is_told);
        let result = method.result.with(&binding);
        self.keep(body, &result, &value);
        true
    }

    /// The arguments for what is taken, the number last.
    fn handed(
        &mut self,
        body: &mut Body,
        takes: &[(Mode, Type)],
        binding: &Binding,
        roots: &mut Vec<String>,
    ) -> Vec<Both> {
        let mut arguments: Vec<Both> =
            takes.iter().map(|(mode, ty)| self.argument(body, *mode, &ty.with(binding), roots)).collect();
        arguments.push(Both::same("k / 3"));
        arguments
    }

    /// `x.m(…)`, `Trait.m(x, …)`, `T.m(…)` or `Trait.m(…)`; in Rust always with everything written.
    fn method_call(
        &mut self,
        fact: &Fact,
        method: &Method,
        binding: &Binding,
        receiver: Option<Both>,
        arguments: &[Both],
        is_told: bool,
    ) -> Both {
        let itself = self.written(&binding[0].1);
        let (named, name) = (self.named(fact), &method.name);
        let mut own = (String::new(), String::new());
        if let Some((_, ty)) = binding.iter().find(|(name, _)| *name == "O") {
            let written = self.written(ty);
            own.1 = format!("::<{}>", written.rust);
            if self.happens(40) {
                own.0 = format!("[{}]", written.language);
            }
        }
        let listed = Both::listed(arguments).language;
        let has_own_type = matches!(binding[0].1, Type::Named(..) | Type::Parameter(_));
        let language = match &receiver {
            // The type's own name says it as a type parameter does; `P` is told by an argument.
            None if has_own_type && self.happens(50) && name != "same" => {
                format!("{}.{name}({listed})", itself.language)
            }
            None => format!("{}.{name}({listed})", named.language),
            Some(receiver) if is_told && name != "same" && self.happens(60) => {
                let place = receiver.language.trim_start_matches("mut ").trim_start_matches("ref ");
                format!("{place}.{name}{}({listed})", own.0)
            }
            Some(receiver) => format!("{}.{name}{}({}, {listed})", named.language, own.0, receiver.language),
        };
        let all: Vec<Both> = receiver.into_iter().chain(arguments.iter().cloned()).collect();
        Both::new(
            language,
            format!("<{} as {}>::{name}{}({})", itself.rust, named.rust, own.1, Both::listed(&all).rust),
        )
    }

    /// Calls a generic function with types that have what it asks for.
    pub(super) fn call_function(&mut self, body: &mut Body, function: &Function) -> bool {
        let mut binding = Binding::new();
        for parameter in &function.parameters {
            let mut all: Vec<Type> = body.locals.iter().map(|local| local.ty.clone()).collect();
            all.extend(self.grounds());
            if let Some(ty) = all.first().cloned() {
                all.extend([Type::pair(ty.clone(), Type::Number), Type::array(ty)]);
            }
            all.retain(|ty| self.fits(&body.known, &body.copied, function, parameter, ty));
            if all.is_empty() {
                return false;
            }
            binding.push((parameter, self.one(&all)));
        }
        let arguments = self.handed(body, &function.takes, &binding, &mut Vec::new());
        let value = self.function_call(function, &binding, &arguments);
        self.keep(body, &function.result.with(&binding), &value);
        true
    }

    fn fits(
        &self,
        known: &[Bound],
        copied: &[&'static str],
        function: &Function,
        parameter: &'static str,
        ty: &Type,
    ) -> bool {
        let mut bounds = function.bounds.iter().filter(|bound| bound.parameter == parameter);
        bounds.all(|bound| self.has(known, ty, &bound.fact))
            && (!function.copied.contains(&parameter) || self.is_copied(ty, copied))
    }

    fn function_call(&mut self, function: &Function, binding: &Binding, arguments: &[Both]) -> Both {
        let all: Vec<Type> = binding.iter().map(|(_, ty)| ty.clone()).collect();
        let Both { language, rust } = self.arguments(&all);
        let language = if self.happens(40) { language } else { String::new() };
        let (listed, name) = (Both::listed(arguments), &function.name);
        Both::new(format!("{name}{language}({})", listed.language), format!("{name}::{rust}({})", listed.rust))
    }

    /// Types without parameters.
    pub(super) fn grounds(&mut self) -> Vec<Type> {
        let mut all = vec![Type::Number, Type::Byte, Type::Truth, Type::Text];
        for number in 0..self.types.len() {
            let arguments = self.types[number].parameters.clone();
            let arguments = arguments.iter().map(|_| self.one(&all)).collect();
            all.push(Type::Named(number, arguments));
        }
        let (first, second) = (self.one(&all), self.one(&all));
        all.push(Type::pair(first, second.clone()));
        all.push(Type::array(second));
        all
    }
}
