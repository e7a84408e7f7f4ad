//! Lowering of patterns. Bindings come into scope as they are met; the parts of `a | b` share theirs.

use syntax::NodeId;
use syntax::view::{self, Pattern as Syntax};

use super::BodyLowering;
use crate::arena::List;
use crate::bodies::*;
use crate::pattern::*;
use crate::problems::{alternative_bindings, capitalised_variable, private_item, unknown_import};
use crate::{LocalId, ModuleMember, Name, Resolution, resolve, resolve_in_module};

/// Where the bindings of a pattern begin, and those that its first alternative made.
#[derive(Clone)]
struct Bindings {
    mark: usize,
    shared: Option<Vec<(Name, LocalId)>>,
}

impl<'db> BodyLowering<'db> {
    /// A pattern behind `case` or `let` in a condition, where a capitalised name is a case.
    pub(super) fn matching_pattern(&mut self, pattern: Option<Syntax<'_>>, node: NodeId) -> PatternId {
        match pattern {
            Some(pattern) => {
                let mut bindings = Bindings { mark: self.table.mark(), shared: None };
                self.pattern(pattern, &mut bindings)
            }
            None => self.push_pattern(Pattern::Missing, node),
        }
    }

    /// A pattern behind `let` or `for`.
    pub(super) fn optional_pattern(&mut self, pattern: Option<Syntax<'_>>, node: NodeId) -> PatternId {
        match pattern {
            Some(Syntax::Path(view)) if self.is_capitalised_variable(view) => {
                let Some(word) = view.segments().next() else {
                    return self.push_pattern(Pattern::Missing, node);
                };
                let name = Name::new(word.text());
                let problem = capitalised_variable::at(name, self.span(view.node()));
                self.diagnostics.push(problem);
                let local = self.local(name, false, LocalKind::Variable, view.node());
                let mark = self.table.mark();
                self.bind_once(name, local, mark, view.node());
                self.push_pattern(Pattern::Binding(local), view.node())
            }
            Some(_) | None => self.matching_pattern(pattern, node),
        }
    }

    /// Whether a pattern is one capitalised word that means nothing: behind `let` and `for` it was meant as a variable.
    fn is_capitalised_variable(&self, view: view::PathPattern<'_>) -> bool {
        let mut words = view.segments();
        let (Some(word), None) = (words.next(), words.next()) else {
            return false;
        };
        let name = Name::new(word.text());
        view.arguments().next().is_none()
            && self.parse.end_token(view.node()).number() == self.parse.first_token(view.node()).number() + 1
            && resolve(self.db, self.module, name).is_none()
    }

    fn pattern(&mut self, pattern: Syntax<'_>, bindings: &mut Bindings) -> PatternId {
        let node = pattern.node();
        let lowered = match pattern {
            Syntax::Binding(view) => match view.name() {
                Some(name) => {
                    let name = Name::new(name.text());
                    Pattern::Binding(self.binding(name, view.is_mutable(), node, bindings))
                }
                None => Pattern::Missing,
            },
            Syntax::Wildcard(_) => Pattern::Wildcard,
            Syntax::Literal(view) => match view.literal() {
                Some(literal) => Pattern::Literal(self.pattern_literal(literal, node)),
                None => Pattern::Missing,
            },
            Syntax::Range(view) => match (view.start(), view.end()) {
                (Some(start), Some(end)) => Pattern::Range {
                    start: self.pattern_literal(start, node),
                    end: self.pattern_literal(end, node),
                    inclusive: view.is_inclusive(),
                },
                (Some(_), None) | (None, _) => Pattern::Missing,
            },
            Syntax::Path(view) => self.path_pattern(view, bindings),
            Syntax::Tuple(view) => Pattern::Tuple(self.pattern_list(view.elements(), bindings)),
            Syntax::Array(view) => self.array_pattern(view, bindings),
            Syntax::Paren(view) => match view.inner() {
                Some(inner) => return self.pattern(inner, bindings),
                None => Pattern::Missing,
            },
            Syntax::Or(view) => self.or_pattern(view, bindings),
            Syntax::As(view) => {
                let inner = match view.pattern() {
                    Some(inner) => self.pattern(inner, bindings),
                    None => self.push_pattern(Pattern::Missing, node),
                };
                match view.name() {
                    Some(name) => {
                        let name = Name::new(name.text());
                        Pattern::As { pattern: inner, local: self.binding(name, false, node, bindings) }
                    }
                    None => Pattern::Missing,
                }
            }
            Syntax::Error(_) => Pattern::Missing,
        };
        self.push_pattern(lowered, node)
    }

    fn array_pattern(&mut self, view: view::ArrayPattern<'_>, bindings: &mut Bindings) -> Pattern {
        let mut parts = Vec::new();
        for part in view.parts() {
            parts.push(match part {
                view::ArrayPart::Element(element) => self.pattern(element, bindings),
                view::ArrayPart::Rest(rest) => {
                    let name = rest.name().map(|name| Name::new(name.text()));
                    let local = name.map(|name| self.binding(name, false, rest.node(), bindings));
                    self.push_pattern(Pattern::Rest(local), rest.node())
                }
            });
        }
        // Of several `..`, which have been reported, nobody knows what each stands for.
        let is_rest = |part: &&PatternId| matches!(self.body[**part], Pattern::Rest(_));
        match parts.iter().filter(is_rest).count() > 1 {
            true => Pattern::Missing,
            false => Pattern::Array(self.keep_patterns(parts)),
        }
    }

    fn binding(&mut self, name: Name, is_mutable: bool, node: NodeId, bindings: &mut Bindings) -> LocalId {
        if let Some(shared) = &bindings.shared {
            if let Some((_, local)) = shared.iter().find(|(known, _)| *known == name) {
                return *local;
            }
            let problem = alternative_bindings::at(name, self.span(node));
            self.diagnostics.push(problem);
        }
        let local = self.local(name, is_mutable, LocalKind::Variable, node);
        self.bind_once(name, local, bindings.mark, node);
        local
    }

    /// The first alternative declares; the others must bind the same names and mean the same locals.
    fn or_pattern(&mut self, view: view::OrPattern<'_>, bindings: &mut Bindings) -> Pattern {
        let mut alternatives = Vec::new();
        let first_mark = self.table.mark();
        let mut declared: Option<Vec<(Name, LocalId)>> = None;
        for alternative in view.alternatives() {
            match &declared {
                None => {
                    alternatives.push(self.pattern(alternative, bindings));
                    let mut names: Vec<_> = self.table.locals().skip(first_mark).collect();
                    if let Some(outer) = &bindings.shared {
                        names.extend(outer.iter().copied());
                    }
                    declared = Some(names);
                }
                Some(names) => {
                    let mut inner = Bindings { mark: bindings.mark, shared: Some(names.clone()) };
                    let lowered = self.pattern(alternative, &mut inner);
                    if bindings.shared.is_none() {
                        self.report_unbound(lowered, names, alternative.node());
                    }
                    alternatives.push(lowered);
                }
            }
        }
        Pattern::Or(self.keep_patterns(alternatives))
    }

    /// Reports names of the first alternative that another one does not bind.
    fn report_unbound(&mut self, pattern: PatternId, names: &[(Name, LocalId)], node: NodeId) {
        if self.is_incomplete(pattern) {
            return;
        }
        let mut bound = Vec::new();
        self.body.each_binding(pattern, &mut |local| bound.push(local));
        for (name, local) in names {
            if !bound.contains(local) {
                let problem = alternative_bindings::at(*name, self.span(node));
                self.diagnostics.push(problem);
            }
        }
    }

    /// Whether some of a pattern is missing, and names with it: that was reported.
    fn is_incomplete(&self, pattern: PatternId) -> bool {
        match self.body[pattern] {
            Pattern::Missing => true,
            Pattern::Wildcard
            | Pattern::Binding(_)
            | Pattern::Rest(_)
            | Pattern::Literal(_)
            | Pattern::Range { .. } => false,
            Pattern::Path { arguments, .. } => {
                self.body.pattern_arguments(arguments).iter().any(|argument| self.is_incomplete(argument.pattern))
            }
            Pattern::Tuple(list) | Pattern::Array(list) | Pattern::Or(list) => {
                self.body.pattern_list(list).iter().any(|part| self.is_incomplete(*part))
            }
            Pattern::As { pattern, .. } => self.is_incomplete(pattern),
        }
    }

    fn path_pattern(&mut self, view: view::PathPattern<'_>, bindings: &mut Bindings) -> Pattern {
        if view.segments().next().is_none() {
            return Pattern::Missing;
        }
        let (names, resolution) = self.named_in_pattern(view);
        let mut arguments = Vec::new();
        for argument in view.arguments() {
            let name = argument.label.map(|token| Name::new(token.text()));
            arguments.push(PatternArgument { name, pattern: self.pattern(argument.pattern, bindings) });
        }
        let start = self.body.pattern_arguments.len();
        self.body.pattern_arguments.extend(arguments);
        let arguments = List::rest_of(&self.body.pattern_arguments, start);
        self.body.pattern_paths.push(PatternPath { names, resolution });
        let path = PatternPathId::from_index(self.body.pattern_paths.len() - 1);
        Pattern::Path { path, arguments, has_rest: view.has_rest() }
    }

    /// The names of a path behind those of modules, and what the first of them means. None where a module has no such name,
    /// which is reported.
    fn named_in_pattern(&mut self, view: view::PathPattern<'_>) -> (Vec<Name>, Option<Resolution>) {
        let words: Vec<_> = view.segments().collect();
        let mut names: Vec<Name> = words.iter().map(|word| Name::new(word.text())).collect();
        let first = names[0];
        let mut resolution = resolve(self.db, self.module, first);
        self.table.note(first);
        let mut behind = 0;
        while let Some(Resolution::Module(module)) = resolution
            && let Some(word) = words.get(behind + 1)
        {
            behind += 1;
            resolution = match resolve_in_module(self.db, module, names[behind], self.module) {
                ModuleMember::Visible(resolution) => Some(resolution),
                ModuleMember::Private(resolution) => {
                    let at = self.range_span(word.range());
                    self.diagnostics.push(private_item::at(self.db, module, names[behind], at));
                    Some(resolution)
                }
                ModuleMember::Unknown => {
                    let at = self.range_span(word.range());
                    self.diagnostics.push(unknown_import::at(self.db, module, names[behind], at));
                    return (Vec::new(), None);
                }
            };
        }
        names.drain(..behind);
        (names, resolution)
    }

    fn pattern_list<'tree>(&mut self, patterns: impl Iterator<Item = Syntax<'tree>>, bindings: &mut Bindings) -> List {
        let ids: Vec<_> = patterns.map(|each| self.pattern(each, bindings)).collect();
        self.keep_patterns(ids)
    }

    fn keep_patterns(&mut self, ids: Vec<PatternId>) -> List {
        let start = self.body.pattern_lists.len();
        self.body.pattern_lists.extend(ids);
        List::rest_of(&self.body.pattern_lists, start)
    }
}
