//! A body as data: flat arrays of small expressions, statements and patterns, names resolved, no ranges.
//! An edit that only moves text leaves it equal; where things stand is in [`crate::BodySourceMap`].
//! It must not know types: `a.b` is a field by name, `x.f()` a method by name.
//!
//! Parts have smaller ids than wholes, except that a loop is numbered before its parts, which may name it.

use crate::arena::{List, arena_id};
use crate::expression::*;
use crate::items::same_warning;
use crate::pattern::*;
use crate::{Name, TypeReference, TypeReferenceId, TypeReferences};

/// The body of a function, constant, test or constant expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// The parameters, `self` first.
    pub parameters: Vec<LocalId>,
    /// `self`, in methods.
    pub self_local: Option<LocalId>,
    /// The whole.
    pub root: ExpressionId,
    /// The types written in the body.
    pub types: TypeReferences,
    pub(crate) expressions: Vec<Expression>,
    pub(crate) patterns: Vec<Pattern>,
    pub(crate) statements: Vec<Statement>,
    pub(crate) locals: Vec<Local>,
    pub(crate) integers: Vec<u128>,
    /// Those written as a character.
    pub(crate) characters: Vec<IntegerId>,
    pub(crate) floats: Vec<FloatLiteral>,
    pub(crate) strings: Vec<Box<str>>,
    pub(crate) expression_lists: Vec<ExpressionId>,
    pub(crate) aggregates: Vec<ExpressionId>,
    pub(crate) pattern_lists: Vec<PatternId>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) arms: Vec<MatchArm>,
    pub(crate) parts: Vec<InterpolationPart>,
    pub(crate) closures: Vec<Closure>,
    pub(crate) closure_parameters: Vec<ClosureParameter>,
    pub(crate) pattern_paths: Vec<PatternPath>,
    pub(crate) pattern_arguments: Vec<PatternArgument>,
    /// Sorted by expression.
    pub(crate) method_type_arguments: Vec<(ExpressionId, List)>,
    /// The words of `@[allow(…)]` before the `let` of a local.
    pub(crate) allowed: Vec<(LocalId, Name)>,
}

arena_id! {
    /// An expression of a body.
    ExpressionId in Body.expressions: Expression
}
arena_id! {
    /// A pattern of a body.
    PatternId in Body.patterns: Pattern
}
arena_id! {
    /// A statement of a body.
    StatementId in Body.statements: Statement
}
arena_id! {
    /// A parameter or variable of a body.
    LocalId in Body.locals: Local
}
arena_id! {
    /// The value of an integer or character literal.
    IntegerId in Body.integers: u128
}
arena_id! {
    /// The value of a float literal.
    FloatId in Body.floats: FloatLiteral
}
arena_id! {
    /// The decoded text of a string literal.
    StringId in Body.strings: Box<str>
}
arena_id! {
    /// A closure of a body.
    ClosureId in Body.closures: Closure
}
arena_id! {
    /// A path in a pattern.
    PatternPathId in Body.pattern_paths: PatternPath
}

/// A parameter or variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its name; `self` for the receiver, empty for a parameter whose name is missing.
    pub name: Name,
    /// `mut`.
    pub is_mutable: bool,
    /// What it is.
    pub kind: LocalKind,
}

/// What a local is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalKind {
    /// `self`.
    SelfValue,
    /// The n-th parameter of the item, `self` not counted.
    Parameter(u32),
    /// A parameter of a closure in the body.
    ClosureParameter,
    /// Bound by `let`, `for`, `match` and other patterns.
    Variable,
}

/// A body with nothing in it; its root is set last.
impl Default for Body {
    fn default() -> Self {
        Self {
            parameters: Vec::new(),
            self_local: None,
            root: ExpressionId::from_index(0),
            types: TypeReferences::default(),
            expressions: Vec::new(),
            patterns: Vec::new(),
            statements: Vec::new(),
            locals: Vec::new(),
            integers: Vec::new(),
            characters: Vec::new(),
            floats: Vec::new(),
            strings: Vec::new(),
            expression_lists: Vec::new(),
            aggregates: Vec::new(),
            pattern_lists: Vec::new(),
            arguments: Vec::new(),
            arms: Vec::new(),
            parts: Vec::new(),
            closures: Vec::new(),
            closure_parameters: Vec::new(),
            pattern_paths: Vec::new(),
            pattern_arguments: Vec::new(),
            method_type_arguments: Vec::new(),
            allowed: Vec::new(),
        }
    }
}

impl Body {
    /// Forgets all, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.parameters.clear();
        self.self_local = None;
        self.types.clear();
        self.expressions.clear();
        self.patterns.clear();
        self.statements.clear();
        self.locals.clear();
        self.integers.clear();
        self.characters.clear();
        self.floats.clear();
        self.strings.clear();
        self.expression_lists.clear();
        self.aggregates.clear();
        self.pattern_lists.clear();
        self.arguments.clear();
        self.arms.clear();
        self.parts.clear();
        self.closures.clear();
        self.closure_parameters.clear();
        self.pattern_paths.clear();
        self.pattern_arguments.clear();
        self.method_type_arguments.clear();
        self.allowed.clear();
    }

    /// The character that an integer is written as.
    pub fn character(&self, integer: IntegerId) -> Option<char> {
        let is_written = self.characters.contains(&integer);
        if is_written { char::from_u32(u32::try_from(self[integer]).ok()?) } else { None }
    }

    /// Whether `@[allow(warning)]` stands before the `let` of a local.
    pub fn is_allowed(&self, local: LocalId, warning: &str) -> bool {
        self.allowed.iter().any(|(allowed, word)| *allowed == local && same_warning(&word.text(), warning))
    }

    /// The expressions of a tuple or array.
    #[inline]
    pub fn expression_list(&self, list: List) -> &[ExpressionId] {
        &self.expression_lists[list.range()]
    }

    /// The patterns of a tuple, array or alternative.
    #[inline]
    pub fn pattern_list(&self, list: List) -> &[PatternId] {
        &self.pattern_lists[list.range()]
    }

    /// The statements of a block.
    #[inline]
    pub fn statements(&self, list: List) -> impl DoubleEndedIterator<Item = StatementId> + ExactSizeIterator + use<> {
        list.range().map(StatementId::from_index)
    }

    /// The arguments of a call.
    #[inline]
    pub fn arguments(&self, list: List) -> &[Argument] {
        &self.arguments[list.range()]
    }

    /// The arms of a match.
    pub fn arms(&self, list: List) -> &[MatchArm] {
        &self.arms[list.range()]
    }

    /// The pieces of an interpolated string.
    pub fn parts(&self, list: List) -> &[InterpolationPart] {
        &self.parts[list.range()]
    }

    /// The parameters of a closure.
    pub fn closure_parameters(&self, list: List) -> &[ClosureParameter] {
        &self.closure_parameters[list.range()]
    }

    /// The expressions that stand in a closure, the parts of its body first.
    pub fn expressions_in(&self, closure: ClosureId) -> impl Iterator<Item = (ExpressionId, Expression)> + '_ {
        let closure = &self[closure];
        let range = closure.inside.first_expression as usize..closure.body.index() + 1;
        range.map(|index| (ExpressionId::from_index(index), self.expressions[index]))
    }

    /// The literal that a closure is.
    pub fn closure_literal(&self, closure: ClosureId) -> ExpressionId {
        // It is numbered right behind its body.
        ExpressionId::from_index(self[closure].body.index() + 1)
    }

    /// Whether a local is a parameter or variable of a closure, and none around it.
    pub fn is_inside(&self, closure: ClosureId, local: LocalId) -> bool {
        let Inside { first_local, end_local, .. } = self[closure].inside;
        (first_local as usize..end_local as usize).contains(&local.index())
    }

    /// The variables around a closure that it names, in the order in which it does, each with the first place.
    pub fn captured(&self, closure: ClosureId) -> Vec<(LocalId, ExpressionId)> {
        let mut seen = rustc_hash::FxHashSet::default();
        let named = self.expressions_in(closure).filter_map(|(id, expression)| match expression {
            Expression::Local(local) => Some((local, id)),
            _ => None,
        });
        named.filter(|(local, _)| !self.is_inside(closure, *local) && seen.insert(*local)).collect()
    }

    /// Every closure, those inside of others first.
    pub fn closures(&self) -> impl Iterator<Item = ClosureId> + use<> {
        (0..self.closures.len()).map(ClosureId::from_index)
    }

    /// The arguments of a path pattern.
    pub fn pattern_arguments(&self, list: List) -> &[PatternArgument] {
        &self.pattern_arguments[list.range()]
    }

    /// The type arguments written in `receiver.name[T](…)`; see [`TypeReferences::list`].
    pub fn method_type_arguments(&self, call: ExpressionId) -> List {
        match self.method_type_arguments.binary_search_by_key(&call, |(expression, _)| *expression) {
            Ok(place) => self.method_type_arguments[place].1,
            Err(_) => List::EMPTY,
        }
    }

    /// How many expressions there are: the size of an array indexed by [`ExpressionId::index`].
    pub fn expression_count(&self) -> usize {
        self.expressions.len()
    }

    /// How many locals there are.
    pub fn local_count(&self) -> usize {
        self.locals.len()
    }

    /// Every expression.
    pub fn expressions(&self) -> impl Iterator<Item = (ExpressionId, Expression)> + '_ {
        self.expressions.iter().enumerate().map(|(index, &each)| (ExpressionId::from_index(index), each))
    }

    /// The expressions that make a tuple or an array, in order.
    pub fn aggregates(&self) -> &[ExpressionId] {
        &self.aggregates
    }

    /// Every pattern.
    pub fn patterns(&self) -> impl Iterator<Item = (PatternId, Pattern)> + '_ {
        self.patterns.iter().enumerate().map(|(index, &each)| (PatternId::from_index(index), each))
    }

    /// Every local that a pattern binds, perhaps more than once where alternatives do.
    pub fn each_binding(&self, pattern: PatternId, each: &mut impl FnMut(LocalId)) {
        match self[pattern] {
            Pattern::Missing | Pattern::Wildcard | Pattern::Literal(_) | Pattern::Range { .. } => {}
            Pattern::Binding(local) => each(local),
            Pattern::Rest(local) => local.into_iter().for_each(each),
            Pattern::Path { arguments, .. } => {
                for argument in self.pattern_arguments(arguments) {
                    self.each_binding(argument.pattern, each);
                }
            }
            Pattern::Tuple(list) | Pattern::Array(list) | Pattern::Or(list) => {
                for part in self.pattern_list(list) {
                    self.each_binding(*part, each);
                }
            }
            Pattern::As { pattern, local } => {
                each(local);
                self.each_binding(pattern, each);
            }
        }
    }

    /// Every parameter and variable, in the order of declaration.
    pub fn locals(&self) -> impl Iterator<Item = (LocalId, Local)> + '_ {
        self.locals.iter().enumerate().map(|(index, &each)| (LocalId::from_index(index), each))
    }

    /// A type written in the body.
    #[inline]
    pub fn type_reference(&self, id: TypeReferenceId) -> TypeReference {
        self.types[id]
    }
}
