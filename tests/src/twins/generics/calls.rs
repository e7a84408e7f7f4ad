//! Calls of generic functions and methods, with inferred and with written type arguments.

use super::super::texts::Both;
use super::bodies::{Body, LARGEST, pick};
use super::types::{Binding, Type, closed};
use super::{Function, Generator, Mode};

impl Generator {
    /// Calls a function that is there already.
    pub(super) fn call(&mut self, body: &mut Body) -> bool {
        if self.functions.is_empty() {
            return false;
        }
        let function = self.functions[self.random.usize(0..self.functions.len())].clone();
        let mut binding = Binding::new();
        let mut arguments = Vec::new();
        let mut busy = Vec::new();
        let mut is_possible = true;
        for (mode, pattern) in &function.parameters {
            let pattern = &pattern.opened();
            let fits = |index: usize| pattern.bind(&body.locals[index].ty, &mut binding.clone());
            let (index, word, sign) = match mode {
                Mode::Moved => match self.produce(body, pattern, &mut binding, 2) {
                    Some(value) => {
                        arguments.push(value);
                        continue;
                    }
                    None => (None, "", ""),
                },
                Mode::Lent => (
                    pick(&mut self.random, body, |index| {
                        body.locals[index].is_live && !body.locals[index].is_busy && fits(index)
                    }),
                    "ref",
                    "&",
                ),
                Mode::LentMutably => {
                    (pick(&mut self.random, body, |index| body.changeable(index) && fits(index)), "mut", "&mut")
                }
            };
            let Some(index) = index else {
                is_possible = false;
                break;
            };
            pattern.bind(&body.locals[index].ty.clone(), &mut binding);
            body.locals[index].is_busy = true;
            busy.push(index);
            let place = body.locals[index].place();
            arguments.push(Both::new(format!("{word} {}", place.language), format!("{sign} {}", place.rust)));
        }
        busy.into_iter().for_each(|index| body.locals[index].is_busy = false);
        let binding = closed(&binding);
        let result = function.result.with(&binding);
        if !is_possible || result.size() > 2 * LARGEST || !self.allowed(&function.all, &binding, &body.parameters) {
            return false;
        }
        let explicit = self.happens(30);
        let value = self.called(&function, &arguments, explicit.then_some(&binding));
        self.bound(body, result, &value, false);
        true
    }

    /// The call of a function with arguments, and with type arguments.
    pub(super) fn called(&mut self, function: &Function, arguments: &[Both], binding: Option<&Binding>) -> Both {
        let own: Vec<Both> = match binding {
            Some(binding) => function.own.iter().map(|(name, _)| self.written(&binding[name])).collect(),
            None => Vec::new(),
        };
        let (mut ours, mut theirs) = (String::new(), String::new());
        if !own.is_empty() {
            let own = Both::listed(&own);
            (ours, theirs) = (format!("[{}]", own.language), format!("::<{}>", own.rust));
        }
        let mut all = arguments.to_vec();
        all.push(Both::same("k"));
        let listed = Both::listed(&all);
        let name = &function.name;
        match &function.holder {
            None => Both::new(format!("{name}{ours}({})", listed.language), format!("{name}{theirs}({})", listed.rust)),
            Some(holder) => {
                let Type::Named(number, _) = &holder.ty else { unreachable!("methods are in named types") };
                let receiver = arguments[0].language.clone();
                let receiver = receiver.trim_start_matches("ref ").trim_start_matches("mut ");
                let rest = Both::listed(&all[1..]);
                Both::new(
                    format!("{receiver}.{name}{ours}({})", rest.language),
                    format!("{}::{name}{theirs}({})", self.types[*number].name, listed.rust),
                )
            }
        }
    }
}
