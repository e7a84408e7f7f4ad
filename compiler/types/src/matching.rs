//! The patterns of a typed body as `patterns` wants them: what a name means, what a literal is worth, how the values of a
//! type are told apart. Must not decide anything: which arm a value chooses is found there.

use hir::{Body, Expression, ExpressionId, List, LocalId, Pattern, PatternId};
use source::Db;

use crate::classify::{enumeration, looked_through};
use crate::constant::ConstantValue;
use crate::definition::{DefinitionKind, TypeDefinition, field_count, field_type, type_definition};
use crate::evaluate::constant_value;
use crate::inference::{Inference, Literal, PatternItem};
use crate::patterns::{self, Arm, Constructor, Matching, Number, NumberRange, Patterns, Shape, Shapes, TooComplex};
use crate::storage::{element_of, stored_element};
use crate::ty::{Ty, TypeKind};

/// The patterns of a `match`, of a condition or of a `let`.
pub struct CheckedPatterns<'a> {
    db: &'a dyn Db,
    body: &'a Body,
    inference: &'a Inference,
    patterns: Patterns,
    /// Where each of them is written; nothing for what is not.
    sources: Vec<Option<PatternId>>,
    arms: Vec<Arm>,
}

impl<'a> CheckedPatterns<'a> {
    /// No pattern yet, of a body that is inferred.
    pub fn new(db: &'a dyn Db, body: &'a Body, inference: &'a Inference) -> CheckedPatterns<'a> {
        CheckedPatterns { db, body, inference, patterns: Patterns::default(), sources: Vec::new(), arms: Vec::new() }
    }

    /// Adds an arm; nothing if an error has been reported in its pattern.
    pub fn arm(&mut self, pattern: PatternId, has_guard: bool) -> Option<()> {
        let pattern = self.pattern(pattern)?;
        self.arms.push(Arm { pattern, has_guard });
        Some(())
    }

    /// Adds an arm that takes whatever is left.
    pub fn rest(&mut self) {
        let pattern = self.patterns.wildcard();
        self.arms.push(Arm { pattern, has_guard: false });
    }

    /// Which arm a value of a type chooses.
    pub fn compile(&self, ty: Ty) -> Result<Matching<Ty>, TooComplex> {
        patterns::compile(&MatchedTypes(self.db), ty, &self.patterns, &self.arms)
    }

    /// Patterns for all values that no arm takes; see [`patterns::complete`].
    pub fn complete(&self, ty: Ty) -> Option<Vec<String>> {
        patterns::complete(&MatchedTypes(self.db), ty, &self.patterns, &self.arms)
    }

    /// Where a pattern is written.
    pub fn source(&self, pattern: patterns::PatternId) -> Option<PatternId> {
        self.sources.get(pattern.index()).copied().flatten()
    }

    /// A text that is compared with.
    pub fn text(&self, text: patterns::TextId) -> &str {
        self.patterns.text(text)
    }

    /// Values that no arm takes, in words.
    pub fn missing(&self, missing: &patterns::Missing, ty: Ty) -> String {
        let words = missing.describe(&MatchedTypes(self.db), ty);
        // All strings but some, all floats but some.
        if words == "`_`" { "all other values".to_owned() } else { words }
    }

    fn pattern(&mut self, source: PatternId) -> Option<patterns::PatternId> {
        let made = self.unnoted(source)?;
        self.sources.resize(made.index(), None);
        self.sources.push(Some(source));
        Some(made)
    }

    fn unnoted(&mut self, source: PatternId) -> Option<patterns::PatternId> {
        let body = self.body;
        let ty = self.inference.pattern(source)?.ty.value_type();
        Some(match body[source] {
            Pattern::Missing => return None,
            Pattern::Wildcard => self.patterns.wildcard(),
            Pattern::Binding(local) => {
                let inner = self.patterns.wildcard();
                self.patterns.binding(local.index() as u32, inner)
            }
            Pattern::As { pattern, local } => {
                let inner = self.pattern(pattern)?;
                self.patterns.binding(local.index() as u32, inner)
            }
            Pattern::Literal(literal) => {
                let constructor = self.literal(literal, ty)?;
                self.patterns.constructor(constructor, &[])
            }
            Pattern::Range { start, end, inclusive } => {
                let range = match (self.number(start, ty)?, self.number(end, ty)?) {
                    (Some(start), Some(end)) if inclusive => NumberRange::inclusive(start, end),
                    (Some(start), Some(end)) => NumberRange::exclusive(start, end),
                    (Some(_) | None, _) => NumberRange::EMPTY,
                };
                self.patterns.constructor(Constructor::Range(range), &[])
            }
            Pattern::Path { arguments, .. } => match self.inference.pattern(source)?.path? {
                PatternItem::Constant(constant) => {
                    let constructor = self.constant(constant_value(self.db, constant), ty)?;
                    self.patterns.constructor(constructor, &[])
                }
                PatternItem::Case(item, case) => {
                    let parts = self.fields(type_definition(self.db, item), Some(case), arguments)?;
                    self.patterns.constructor(Constructor::Case(case), &parts)
                }
                PatternItem::Structure(item) => {
                    let parts = self.fields(type_definition(self.db, item), None, arguments)?;
                    self.patterns.constructor(Constructor::Single, &parts)
                }
            },
            Pattern::Tuple(list) => {
                let parts = self.parts(list)?;
                let fits = match ty.kind() {
                    TypeKind::Unit => parts.is_empty(),
                    TypeKind::Tuple(types) => types.types().len() == parts.len(),
                    _ => false,
                };
                if !fits {
                    return None;
                }
                self.patterns.constructor(Constructor::Single, &parts)
            }
            Pattern::Array(list) => {
                let parts = body.pattern_list(list);
                let rest = rest_of(body, list);
                let elements = parts.iter().filter(|part| !matches!(body[**part], Pattern::Rest(_)));
                let elements: Option<Vec<_>> =
                    (0..).zip(elements).map(|(number, part)| Some((number, self.pattern(*part)?))).collect();
                let elements = elements?;
                let written = elements.len() as u64;
                let fits = match ty.kind() {
                    TypeKind::Array(_, length) => written == length || rest.is_some() && written < length,
                    _ => element_of(self.db, ty).is_some(),
                };
                if !fits {
                    return None;
                }
                let (front, back) = rest.map_or((elements.len() as u32, 0), |rest| (rest.front, rest.back));
                let constructor = Constructor::Elements { front, back, has_rest: rest.is_some() };
                let whole = self.patterns.constructor(constructor, &elements);
                match rest.and_then(|rest| rest.local) {
                    Some(_) => self.patterns.binding((body.local_count() + source.index()) as u32, whole),
                    None => whole,
                }
            }
            // It stands for no value by itself.
            Pattern::Rest(_) => return None,
            Pattern::Or(alternatives) => {
                let alternatives: Option<Vec<_>> =
                    body.pattern_list(alternatives).iter().map(|alternative| self.pattern(*alternative)).collect();
                self.patterns.alternatives(&alternatives?)
            }
        })
    }

    fn parts(&mut self, parts: List) -> Option<Vec<(u32, patterns::PatternId)>> {
        let parts = self.body.pattern_list(parts);
        (0..).zip(parts).map(|(number, part)| Some((number, self.pattern(*part)?))).collect()
    }

    fn fields(
        &mut self,
        definition: &TypeDefinition,
        case: Option<u32>,
        arguments: List,
    ) -> Option<Vec<(u32, patterns::PatternId)>> {
        let arguments = self.body.pattern_arguments(arguments).iter().enumerate();
        arguments
            .map(|(place, argument)| {
                Some((definition.field_of(case, argument, place)?, self.pattern(argument.pattern)?))
            })
            .collect()
    }

    fn literal(&mut self, literal: ExpressionId, ty: Ty) -> Option<Constructor> {
        match self.body[literal] {
            Expression::Bool(value) if ty == Ty::BOOL => Some(Constructor::Bool(value)),
            Expression::String(text) if ty == Ty::STRING => {
                let body = self.body;
                Some(Constructor::Text(self.patterns.text_id(&body[text])))
            }
            Expression::Bool(_) | Expression::String(_) => None,
            _ => Some(Constructor::Range(self.number(literal, ty)?.map_or(NumberRange::EMPTY, NumberRange::one))),
        }
    }

    /// The number that a literal is. `Some(None)` for NaN; nothing if it has been reported, since it is none of this type.
    fn number(&self, literal: ExpressionId, ty: Ty) -> Option<Option<Number>> {
        if self.inference.expression_type(literal).value_type() != ty {
            return None;
        }
        Some(match self.inference.literal(self.body, literal)? {
            Literal::Int(bits) => Some(Number::integer(ty.int_kind()?, bits)),
            Literal::Float(value) if ty == Ty::F32 => Number::f32(value as f32),
            Literal::Float(value) => Number::f64(value),
        })
    }

    fn constant(&mut self, value: &ConstantValue, ty: Ty) -> Option<Constructor> {
        let one = |number: Option<Number>| Constructor::Range(number.map_or(NumberRange::EMPTY, NumberRange::one));
        Some(match value {
            ConstantValue::Bool(value) => Constructor::Bool(*value),
            ConstantValue::Int(bits) => one(Some(Number::integer(ty.int_kind()?, *bits))),
            ConstantValue::F32(bits) => one(Number::f32(f32::from_bits(*bits))),
            ConstantValue::F64(bits) => one(Number::f64(f64::from_bits(*bits))),
            ConstantValue::String(text) => Constructor::Text(self.patterns.text_id(text)),
            ConstantValue::Error
            | ConstantValue::Unit
            | ConstantValue::CString(_)
            | ConstantValue::Address(_)
            | ConstantValue::Function(_)
            | ConstantValue::Aggregate(_)
            | ConstantValue::Case(..)
            | ConstantValue::Union(..) => return None,
        })
    }
}

/// The elements of an array or slice that `..` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rest {
    /// Elements before it.
    pub front: u32,
    /// Elements behind it.
    pub back: u32,
    /// Its name.
    pub local: Option<LocalId>,
}

/// The `..` among the parts of a pattern of an array.
fn rest_of(body: &Body, parts: List) -> Option<Rest> {
    let parts = body.pattern_list(parts);
    let (front, local) = (0u32..).zip(parts).find_map(|(number, part)| match body[*part] {
        Pattern::Rest(local) => Some((number, local)),
        _ => None,
    })?;
    Some(Rest { front, back: parts.len() as u32 - 1 - front, local })
}

/// What a number in a pattern stands for: a local of the body, and if that is the name of a `..`, which elements of the
/// array it names.
pub fn bound_local(body: &Body, number: u32) -> (LocalId, Option<Rest>) {
    let number = number as usize;
    let rest = number.checked_sub(body.local_count()).and_then(|array| match body[PatternId::from_index(array)] {
        Pattern::Array(parts) => rest_of(body, parts),
        _ => None,
    });
    match rest {
        Some(rest) => (rest.local.unwrap_or(LocalId::from_index(0)), Some(rest)),
        None => (LocalId::from_index(number), None),
    }
}

/// How values are told apart, borrows looked through.
struct MatchedTypes<'a>(&'a dyn Db);

impl Shapes for MatchedTypes<'_> {
    type Type = Ty;

    fn shape(&self, ty: Ty) -> Shape {
        let ty = looked_through(self.0, ty);
        match ty.kind() {
            TypeKind::Named(_) if stored_element(self.0, ty).is_some() => Shape::Slice,
            TypeKind::Never => Shape::Enum { cases: 0 },
            TypeKind::Unit | TypeKind::Tuple(_) => Shape::Tuple,
            TypeKind::Bool => Shape::Bool,
            TypeKind::Int(kind) => Shape::Integer(kind),
            TypeKind::Float(kind) => Shape::Float(kind),
            TypeKind::String => Shape::Text,
            TypeKind::Array(_, length) => Shape::Array { length },
            TypeKind::Slice(_) => Shape::Slice,
            TypeKind::Named(named) => {
                let definition = type_definition(self.0, named.item);
                match (definition.kind, &definition.enumeration) {
                    (_, Some(enumeration)) => Shape::Enum { cases: enumeration.cases.len() as u32 },
                    (
                        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View,
                        None,
                    ) => Shape::Record,
                    (DefinitionKind::Counted | DefinitionKind::Union | DefinitionKind::Opaque, None) => Shape::Other,
                }
            }
            TypeKind::Error
            | TypeKind::Variable(_)
            | TypeKind::Parameter(..)
            | TypeKind::Object(_)
            | TypeKind::Pointer(_)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::ExternFunction(..)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..) => Shape::Other,
        }
    }

    fn part_count(&self, ty: Ty, case: u32) -> u32 {
        let ty = looked_through(self.0, ty);
        match enumeration(self.0, ty) {
            Some(enumeration) => enumeration.payload(case).len() as u32,
            None => field_count(self.0, ty),
        }
    }

    fn part(&self, ty: Ty, case: u32, part: u32) -> Ty {
        let ty = looked_through(self.0, ty);
        match enumeration(self.0, ty) {
            Some(enumeration) => enumeration.payload(case).get(part as usize).map_or(Ty::ERROR, |part| part.ty),
            None => field_type(self.0, ty, part),
        }
    }

    fn element(&self, ty: Ty) -> Ty {
        element_of(self.0, looked_through(self.0, ty)).unwrap_or(Ty::ERROR)
    }

    fn name(&self, ty: Ty, case: u32) -> String {
        let ty = looked_through(self.0, ty);
        if let Some(case) = enumeration(self.0, ty).and_then(|all| all.cases.get(case as usize)) {
            return case.name.text().to_string();
        }
        crate::display::display(self.0, ty)
    }
}
