//! Patterns: `match`, `if let`, `while … && let`, `let … else` and `let` over places and values, with names that borrow or
//! own parts, and guards that disturb what is matched. Must not know which of them the rules allow.

use super::super::types::Type;
use super::{Generator, Variable};

/// How a name gets what it stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Shared,
    Mutable,
    Move,
}

/// What patterns are matched with.
struct Matched {
    text: String,
    ty: Type,
    mode: Mode,
}

/// How deep patterns are.
const DEPTH: u32 = 2;

impl Mode {
    /// What a name for a whole value of a type is.
    fn bound(self, ty: &Type) -> Type {
        match (self, ty) {
            (Mode::Move, _) | (Mode::Mutable, Type::Ref(_) | Type::Mut(_)) => ty.clone(),
            (Mode::Shared, _) => ty.target().to_ref(),
            (Mode::Mutable, _) => ty.mut_borrow(),
        }
    }

    /// How names for parts of a value of a type get what they stand for.
    fn inside(self, ty: &Type) -> Mode {
        match (self, ty) {
            (Mode::Shared, _) | (Mode::Mutable | Mode::Move, Type::Ref(_)) => Mode::Shared,
            (Mode::Mutable | Mode::Move, Type::Mut(_)) => Mode::Mutable,
            (mode, _) => mode,
        }
    }
}

impl Generator {
    /// A statement with patterns.
    pub(super) fn pattern_statement(&mut self) {
        match self.rng.u32(0..8) {
            0..3 => self.match_statement(None),
            3 => {
                let ty = self.random_type();
                let name = format!("m{}", self.names);
                self.names += 1;
                self.match_statement(Some((&name, &ty)));
                self.variables.push(Variable { name, ty, mutable: true, moved: false, is_parameter: false });
            }
            4 | 5 => self.if_let(),
            6 => self.while_let(),
            _ => self.let_pattern(),
        }
    }

    /// `match` with a few arms, which give a new variable its value or have none.
    fn match_statement(&mut self, variable: Option<(&str, &Type)>) {
        let mark = self.variables.len();
        let matched = self.matched();
        let before = variable.map(|(name, ty)| format!("let mut {name}: {} = ", ty.text())).unwrap_or_default();
        let value = variable.map(|(_, ty)| ty);
        self.line(&format!("{before}match {} {{", matched.text));
        self.depth += 1;
        for _ in 0..self.rng.u32(1..3) {
            let arm = self.variables.len();
            let pattern = self.alternatives(&matched);
            match self.rng.u32(0..6) {
                0 | 1 => {
                    let condition = self.condition();
                    self.line(&format!("case {pattern} if {condition} -> {{"));
                }
                2 => {
                    self.line(&format!("case {pattern} if {{"));
                    self.block(1..3);
                    let condition = self.condition();
                    self.line(&format!("  {condition}"));
                    self.line("} -> {");
                }
                _ => self.line(&format!("case {pattern} -> {{")),
            }
            self.arm(value);
            self.variables.truncate(arm);
        }
        self.line("case _ -> {");
        self.arm(value);
        self.depth -= 1;
        self.line("}");
        self.variables.truncate(mark);
    }

    /// What is done in an arm, to its end.
    fn arm(&mut self, value: Option<&Type>) {
        self.block(0..4);
        if let Some(ty) = value {
            let mark = self.variables.len();
            let value = self.expression(ty);
            self.line(&format!("  {value}"));
            self.variables.truncate(mark);
        }
        self.line("}");
    }

    fn if_let(&mut self) {
        let mark = self.variables.len();
        let matched = self.matched();
        let pattern = self.pattern(&matched.ty, matched.mode, DEPTH);
        let mut head = format!("if let {pattern} = {}", matched.text);
        if self.rng.u32(0..4) == 0 {
            head = format!("{head} && {}", self.condition());
        }
        self.line(&format!("{head} {{"));
        self.block(1..4);
        self.variables.truncate(mark);
        if self.rng.bool() {
            self.line("} else {");
            self.block(1..3);
        }
        self.line("}");
    }

    fn while_let(&mut self) {
        let mark = self.variables.len();
        let counter = format!("k{}", self.names);
        self.names += 1;
        self.line(&format!("let mut {counter} = 0"));
        let matched = self.matched();
        let pattern = self.pattern(&matched.ty, matched.mode, DEPTH);
        self.line(&format!("while {counter} < 2 && let {pattern} = {} {{", matched.text));
        self.line(&format!("  {counter} += 1"));
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.block(1..5);
        self.in_loop = outer;
        self.variables.truncate(mark);
        self.line("}");
    }

    fn let_pattern(&mut self) {
        let mut matched = self.matched();
        if matched.mode == Mode::Shared && !matched.ty.is_borrow() {
            // `let` moves.
            matched.mode = Mode::Move;
        }
        let mark = self.variables.len();
        let pattern = self.pattern(&matched.ty, matched.mode, DEPTH);
        let names = self.variables.split_off(mark);
        self.line(&format!("let {pattern} = {} else {{", matched.text));
        self.block(0..2);
        let result = self.result.clone();
        let value = result.map(|result| self.given_back(&result)).unwrap_or_default();
        self.variables.truncate(mark);
        self.line(&format!("  return {value}"));
        self.line("}");
        self.variables.extend(names);
    }

    /// Something that is matched: a place, a borrow of it, the value of a variable, or something new.
    fn matched(&mut self) -> Matched {
        let is_rich = |ty: &Type| match ty.target() {
            Type::Either(_) | Type::Option(_) => true,
            Type::Union | Type::Growing(_) | Type::Mapped(_) | Type::Counted(_) => false,
            other => !other.parts().is_empty(),
        };
        match self.rng.u32(0..10) {
            0..3 => {
                let places = self.all_places(false, |place| is_rich(&place.ty));
                if let Some(place) = self.any(places) {
                    return Matched { text: place.text, ty: place.ty, mode: Mode::Shared };
                }
            }
            3..6 => {
                let places = self.places(|place| is_rich(&place.ty));
                if let Some(place) = self.writable(places) {
                    return Matched {
                        text: format!("mut {}", place.text),
                        ty: place.ty.mut_borrow(),
                        mode: Mode::Mutable,
                    };
                }
            }
            6 | 7 => {
                let places =
                    self.all_places(false, |place| is_rich(&place.ty) && !place.keeps && !place.ty.is_borrow());
                if let Some(place) = self.any(places) {
                    self.variables[place.variable].moved = true;
                    return Matched { text: format!("move {}", place.text), ty: place.ty, mode: Mode::Move };
                }
            }
            _ => {}
        }
        let ty = match self.rng.u32(0..4) {
            0 => Type::Tuple(vec![Type::Heap, Type::Heap]),
            1 => Type::Tuple(vec![Type::random_single_borrow(&mut self.rng), Type::Int]),
            _ => Type::random_owned(&mut self.rng),
        };
        Matched { text: format!("({})", self.simple(&ty)), ty, mode: Mode::Move }
    }

    /// A pattern, or two with the same name at different parts.
    fn alternatives(&mut self, matched: &Matched) -> String {
        let inside = matched.mode.inside(&matched.ty);
        match matched.ty.target().clone() {
            Type::Tuple(parts) if parts.len() == 2 && parts[0] == parts[1] && self.rng.bool() => {
                let name = self.kept(inside.bound(&parts[0]));
                let (first, second) = (self.rng.u32(0..3), self.rng.u32(0..3));
                let other = |this: &mut Generator, number: u32| match (number, &parts[0]) {
                    (0, Type::Int) => "1".to_owned(),
                    (0, Type::Heap) => format!("H({}, _)", this.rng.u32(0..9)),
                    _ => "_".to_owned(),
                };
                let (first, second) = (other(self, first), other(self, second));
                format!("({name}, {first}) | ({second}, {name})")
            }
            _ => self.pattern(&matched.ty, matched.mode, DEPTH),
        }
    }

    /// A pattern for values of a type. Its names are variables from then on.
    fn pattern(&mut self, ty: &Type, mode: Mode, depth: u32) -> String {
        match self.rng.u32(0..12) {
            0 => return "_".to_owned(),
            1 | 2 => return self.name(ty, mode),
            3 if mode != Mode::Move => {
                let whole = self.kept(mode.bound(ty));
                let inner = self.structure(ty, mode, depth);
                return format!("{inner} as {whole}");
            }
            _ => {}
        }
        self.structure(ty, mode, depth)
    }

    /// A name that is not `mut`.
    fn kept(&mut self, ty: Type) -> String {
        let name = self.fresh("p", ty);
        if let Some(variable) = self.variables.last_mut() {
            variable.mutable = false;
        }
        name
    }

    fn name(&mut self, ty: &Type, mode: Mode) -> String {
        let name = self.kept(mode.bound(ty));
        let mutable = self.rng.u32(0..6) == 0;
        if let Some(variable) = self.variables.last_mut() {
            variable.mutable = mutable;
        }
        if mutable { format!("mut {name}") } else { name }
    }

    fn structure(&mut self, ty: &Type, mode: Mode, depth: u32) -> String {
        let inside = mode.inside(ty);
        if depth == 0 {
            return if self.rng.u32(0..3) == 0 { "_".to_owned() } else { self.name(ty, mode) };
        }
        let parts = |this: &mut Generator, types: &[Type]| {
            let parts: Vec<String> = types.iter().map(|part| this.pattern(part, inside, depth - 1)).collect();
            parts.join(", ")
        };
        match ty.target() {
            Type::Int if self.rng.u32(0..3) == 0 => self.rng.u32(0..3).to_string(),
            Type::Text if self.rng.u32(0..3) == 0 => format!("\"t{}\"", self.rng.u32(0..3)),
            Type::Flag if self.rng.bool() => self.rng.bool().to_string(),
            Type::Int | Type::Flag | Type::Text | Type::Union => self.name(ty, mode),
            Type::Heap => format!("H({})", parts(self, &[Type::Int, Type::Text])),
            Type::Inline => format!("P({})", parts(self, &[Type::Int, Type::Heap])),
            Type::Own(name) => format!("{name}({})", parts(self, &[Type::Int, Type::Heap])),
            Type::OwnView(_) | Type::View(_) | Type::Around(_) | Type::Boxed(_) | Type::Guard(_) => {
                let types: Vec<Type> = ty.target().parts().into_iter().map(|(_, part)| part).collect();
                let text = ty.target().text();
                let name = text.split('[').next().unwrap_or(&text);
                format!("{name}({})", parts(self, &types))
            }
            Type::Slice(_)
            | Type::Growing(_)
            | Type::Mapped(_)
            | Type::Elements { .. }
            | Type::Counted(_)
            | Type::Owning
            | Type::Closure { .. }
            | Type::Object { .. } => self.name(ty, mode),
            Type::Either(_) if self.rng.u32(0..4) == 0 => format!("Number({})", parts(self, &[Type::Int])),
            Type::Either(inner) => format!("Both({})", parts(self, &[(**inner).clone(), Type::Heap])),
            Type::Plain => format!("C({})", parts(self, &[Type::Int, Type::Int])),
            Type::Large => format!("B({})", parts(self, &[Type::Inline, Type::Heap, Type::Plain])),
            Type::Tuple(types) => format!("({})", parts(self, types)),
            Type::Array(element, length) => format!("[{}]", parts(self, &vec![(**element).clone(); *length])),
            Type::Option(_) if self.rng.u32(0..4) == 0 => "None".to_owned(),
            Type::Option(inner) => format!("Some({})", parts(self, std::slice::from_ref(&**inner))),
            Type::Ref(_) | Type::Mut(_) => self.name(ty, mode),
        }
    }
}
