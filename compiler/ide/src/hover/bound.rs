//! What a name in a pattern stands for: which part of what is matched, and whether it is lent or a value of its own. It reads what
//! inference decided and decides nothing.

use hir::{Body, Expression, ExpressionId, ItemId, LocalId, Pattern, PatternId, Statement};
use source::Db;
use types::{BindingMode, Inference, PatternItem, Ty};

/// Longer texts of what is matched are not repeated.
const LONGEST: usize = 40;

/// `px · v.x · lent ref, nothing copied`; nothing for a variable that is no part of a pattern's value.
pub(super) fn news(db: &dyn Db, item: ItemId, local: LocalId) -> Option<String> {
    let (body, inference) = (hir::body(db, item), types::infer(db, item));
    let mut search = Search { db, item, body, inference, local, places: Vec::new(), how: None };
    for (_, expression) in body.expressions() {
        match expression {
            Expression::Match { scrutinee, arms } => {
                for arm in body.arms(arms) {
                    search.root(arm.pattern, scrutinee);
                }
            }
            Expression::LetCondition { pattern, value } => search.root(pattern, value),
            Expression::Block { statements, .. } => {
                for statement in body.statements(statements) {
                    if let Statement::Let { pattern, initialiser: Some(value), .. } = body[statement]
                        && !matches!(body[pattern], Pattern::Binding(_))
                    {
                        search.root(pattern, value);
                    }
                }
            }
            _ => {}
        }
    }
    let how = search.how?;
    Some(format!("{} · {} · {how}", body[local].name.text(), search.places.join(" or ")))
}

struct Search<'a> {
    db: &'a dyn Db,
    item: ItemId,
    body: &'a Body,
    inference: &'a Inference,
    local: LocalId,
    /// The parts that the name stands for, one by alternative.
    places: Vec<String>,
    how: Option<String>,
}

impl Search<'_> {
    /// Looks for the name in a whole pattern.
    fn root(&mut self, pattern: PatternId, value: ExpressionId) {
        self.pattern(pattern, value, &mut Vec::new());
    }

    fn pattern(&mut self, pattern: PatternId, value: ExpressionId, path: &mut Vec<String>) {
        let body = self.body;
        let mut part = |search: &mut Self, step: String, part: PatternId| {
            path.push(step);
            search.pattern(part, value, path);
            path.pop();
        };
        match body[pattern] {
            Pattern::Binding(local) | Pattern::Rest(Some(local)) | Pattern::As { local, .. } if local == self.local => {
                self.found(pattern, value, path);
            }
            Pattern::As { pattern, .. } => self.pattern(pattern, value, path),
            Pattern::Or(list) => {
                for each in body.pattern_list(list) {
                    self.pattern(*each, value, path);
                }
            }
            Pattern::Tuple(list) => {
                for (number, each) in body.pattern_list(list).iter().enumerate() {
                    part(self, format!(".{number}"), *each);
                }
            }
            Pattern::Array(list) => {
                let parts = body.pattern_list(list);
                let rest = parts.iter().position(|each| matches!(body[*each], Pattern::Rest(_)));
                for (number, each) in parts.iter().enumerate() {
                    let step = match rest {
                        Some(rest) if number == rest && rest + 1 == parts.len() => format!("[{number}..]"),
                        Some(rest) if number == rest => format!("[{number}..length - {}]", parts.len() - 1 - number),
                        Some(rest) if number > rest => format!("[length - {}]", parts.len() - number),
                        Some(_) | None => format!("[{number}]"),
                    };
                    part(self, step, *each);
                }
            }
            Pattern::Path { arguments, .. } => {
                let case = self.case(pattern);
                for (number, argument) in body.pattern_arguments(arguments).iter().enumerate() {
                    let name =
                        argument.name.map(|name| name.text().to_string()).or_else(|| self.field(pattern, number));
                    let step = match (&case, name) {
                        (Some(case), Some(name)) => format!(".{case}.{name}"),
                        (Some(case), None) => format!(".{case}.{number}"),
                        (None, Some(name)) => format!(".{name}"),
                        (None, None) => format!(" part {number}"),
                    };
                    part(self, step, argument.pattern);
                }
            }
            Pattern::Missing
            | Pattern::Wildcard
            | Pattern::Binding(_)
            | Pattern::Rest(_)
            | Pattern::Literal(_)
            | Pattern::Range { .. } => {}
        }
    }

    /// The name of the case that a pattern takes apart.
    fn case(&self, pattern: PatternId) -> Option<String> {
        let Some(PatternItem::Case(owner, case)) = self.inference.pattern(pattern)?.path else { return None };
        let enumeration = types::type_definition(self.db, owner).enumeration.as_deref()?;
        Some(enumeration.cases.get(case as usize)?.name.text().to_string())
    }

    /// The name of the field that a positional part stands for; nothing where a case carries it without a name.
    fn field(&self, pattern: PatternId, number: usize) -> Option<String> {
        let matched = self.inference.pattern(pattern)?;
        let (owner, case) = match matched.path {
            Some(PatternItem::Case(owner, case)) => (owner, Some(case)),
            Some(PatternItem::Structure(_) | PatternItem::Constant(_)) | None => {
                (crate::name_use::owner_of_fields(matched.ty)?, None)
            }
        };
        let name = types::type_definition(self.db, owner).fields_of(case).get(number)?.name;
        (!name.is_empty()).then(|| name.text().to_string())
    }

    fn found(&mut self, pattern: PatternId, value: ExpressionId, path: &[String]) {
        let Some(matched) = self.inference.pattern(pattern) else { return };
        let place = format!("{}{}", self.text(value), path.concat());
        if !self.places.contains(&place) {
            self.places.push(place);
        }
        self.how = Some(self.how(matched.mode, matched.ty));
    }

    fn how(&self, mode: BindingMode, ty: Ty) -> String {
        let bytes = types::layout(self.db, ty).size;
        match mode {
            _ if ty.is_error() => "not known".to_string(),
            BindingMode::Shared | BindingMode::Mutable if ty.as_borrow().is_some() => {
                format!("the borrow that lies there, {bytes} B")
            }
            BindingMode::Shared => "lent ref, nothing copied".to_string(),
            BindingMode::Mutable => "lent mut, nothing copied".to_string(),
            // Whether code copies it is for measurements to say.
            BindingMode::Move => format!("its own value, {bytes} B"),
        }
    }

    /// What is matched as it is written, if that is short.
    fn text(&self, value: ExpressionId) -> String {
        let source = hir::item_source(self.db, self.item);
        let text = source.map(|source| {
            let parse = source::parse(self.db, source.chunk);
            let node = hir::body_source_map(self.db, self.item).expression(value);
            parse.node_text(node).to_string()
        });
        let text = text.map(|text| match text.split_once(' ') {
            Some(("ref" | "mut" | "move", rest)) => rest.to_string(),
            Some(_) | None => text,
        });
        let is_place = |text: &String| {
            let fits = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '@');
            text.len() <= LONGEST && text.chars().all(fits)
        };
        text.filter(is_place).unwrap_or_else(|| "(value)".to_string())
    }
}
