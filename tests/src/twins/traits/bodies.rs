//! Bodies: of defaults, of methods in `impl`s, and of generic functions. A number `k` becomes smaller with each call, so
//! that all end, whoever calls whom.

use super::super::declaration::Storage;
use super::super::texts::{Both, Texts};
use super::facts::{BASE, Bound, Fact, Implementation, Method, Mode};
use super::types::{Binding, Type};
use super::{Function, Generator};

/// A place that a body can use.
pub(super) struct Local {
    place: Both,
    /// The variable in which it lies: two uses in one call must not meet.
    root: String,
    pub(super) ty: Type,
    mode: Mode,
    /// Whether it is a borrow in Rust, that is written there.
    is_borrow: bool,
    pub(super) is_live: bool,
}

/// A body that is being made.
pub(super) struct Body {
    pub(super) known: Vec<Bound>,
    pub(super) copied: Vec<&'static str>,
    pub(super) locals: Vec<Local>,
    texts: Texts,
}

impl Body {
    pub(super) fn new(known: Vec<Bound>, copied: Vec<&'static str>) -> Body {
        Body { known, copied, locals: Vec::new(), texts: Texts::default() }
    }

    fn parameter(&mut self, name: &str, mode: Mode, ty: Type) {
        if mode == Mode::Moved && name != "self" {
            self.texts.line(&format!("  let mut {name} = {name}"), &format!("  let mut {name} = {name};"));
        }
        self.locals.push(Local {
            place: Both::same(name),
            root: name.to_owned(),
            ty,
            mode,
            is_borrow: mode != Mode::Moved,
            is_live: true,
        });
    }

    /// Whether a place can be used so.
    pub(super) fn allows(&self, index: usize, mode: Mode) -> bool {
        let local = &self.locals[index];
        match mode {
            Mode::Lent => true,
            // `self` that is moved in is no variable that could be changed.
            Mode::Changed => local.mode == Mode::Changed || local.mode == Mode::Moved && local.root != "self",
            Mode::Moved => local.mode == Mode::Moved,
        }
    }

    /// A place as it is handed on; what is moved is not used again, nor what it lies in.
    pub(super) fn taken(&mut self, index: usize, mode: Mode, roots: &mut Vec<String>) -> Both {
        let Local { place, root, is_borrow, .. } = &self.locals[index];
        let (root, star) = (root.clone(), if *is_borrow { "*" } else { "" });
        let taken = match mode {
            Mode::Lent => Both::new(&place.language, format!("&{star}{}", place.rust)),
            Mode::Changed => Both::new(format!("mut {}", place.language), format!("&mut {star}{}", place.rust)),
            Mode::Moved => place.clone(),
        };
        if mode == Mode::Moved {
            self.locals.iter_mut().filter(|local| local.root == root).for_each(|local| local.is_live = false);
        }
        roots.push(root);
        taken
    }
}

impl Generator {
    /// A value or place of a type for a call, of none of the variables that the call uses already.
    pub(super) fn argument(&mut self, body: &mut Body, mode: Mode, ty: &Type, roots: &mut Vec<String>) -> Both {
        let fits = |index: &usize| {
            let local = &body.locals[*index];
            local.is_live && local.ty == *ty && !roots.contains(&local.root) && body.allows(*index, mode)
        };
        let all: Vec<usize> = (0..body.locals.len()).filter(fits).collect();
        let index = if all.is_empty() || self.happens(25) { self.make(body, ty) } else { self.one(&all) };
        body.taken(index, mode, roots)
    }

    /// A new variable with a value of the type.
    pub(super) fn make(&mut self, body: &mut Body, ty: &Type) -> usize {
        let made = self.made(ty);
        self.variable(body, ty, &made)
    }

    fn made(&mut self, ty: &Type) -> Both {
        let salt = self.random.u32(0..50);
        let written = self.written(ty);
        let holder = match ty {
            Type::Parameter(_) if self.random.bool() => written.language,
            _ => "Base".to_owned(),
        };
        Both::new(
            format!("{holder}.make(k +% {salt})"),
            format!("<{} as Base>::make(k.wrapping_add({salt}))", written.rust),
        )
    }

    fn variable(&mut self, body: &mut Body, ty: &Type, value: &Both) -> usize {
        let (name, written) = (self.fresh(), self.written(ty));
        body.texts.line(
            &format!("  let mut {name}: {} = {}", written.language, value.language),
            &format!("  let mut {name}: {} = {};", written.rust, value.rust),
        );
        body.locals.push(Local {
            place: Both::same(&name),
            root: name,
            ty: ty.clone(),
            mode: Mode::Moved,
            is_borrow: false,
            is_live: true,
        });
        body.locals.len() - 1
    }

    /// Keeps what a call gave in a variable, and adds its text to what the body tells.
    pub(super) fn keep(&mut self, body: &mut Body, ty: &Type, value: &Both) {
        let index = self.variable(body, ty, value);
        self.tell(body, index);
    }

    fn tell(&mut self, body: &mut Body, index: usize) {
        let Local { place, ty, .. } = &body.locals[index];
        let (place, written) = (place.language.clone(), self.written(ty));
        let language = if self.random.bool() { format!("{place}.told()") } else { format!("Base.told({place})") };
        body.texts.line(
            &format!("  out += {language} + \" \""),
            &format!("  out += &(<{} as Base>::told(&{place}) + \" \");", written.rust),
        );
    }

    /// A few calls, and the result; if `k` has become nothing, the result at once.
    fn fill(&mut self, body: &mut Body, result: &Type, calls: usize, mark: &str) {
        let early = self.result_made(result, mark);
        body.texts.line(
            &format!("  if k <= 0 {{ return {} }}\n  let mut out: String = \"{mark}(\"", early.language),
            &format!("  if k <= 0 {{ return {}; }}\n  let mut out = String::from(\"{mark}(\");", early.rust),
        );
        let mut done = 0;
        for _ in 0..8 {
            let functions = self.functions.clone();
            let may_call_function = mark.starts_with('f') || mark.starts_with('r');
            let is_called = if may_call_function && !functions.is_empty() && self.happens(30) {
                let function = self.one(&functions);
                self.call_function(body, &function)
            } else {
                self.call(body)
            };
            done += usize::from(is_called);
            if done >= calls {
                break;
            }
        }
    }

    fn result_made(&mut self, result: &Type, mark: &str) -> Both {
        match result {
            Type::Text => Both::new(format!("\"{mark}\""), format!("String::from(\"{mark}\")")),
            _ => self.made(result),
        }
    }

    fn finished(&mut self, mut body: Body, result: &Type) -> super::Twins {
        let mut value = Both::new("out + \")\"", "out + \")\"");
        if *result != Type::Text {
            let fits = |index: &usize| {
                let local = &body.locals[*index];
                local.is_live && local.ty == *result && local.mode == Mode::Moved
            };
            let all: Vec<usize> = (0..body.locals.len()).filter(fits).collect();
            value = match all.is_empty() || self.happens(25) {
                true => self.made(result),
                false => {
                    let index = self.one(&all);
                    body.taken(index, Mode::Moved, &mut Vec::new())
                }
            };
        }
        body.texts.line(&format!("  {}", value.language), &format!("  {}", value.rust));
        body.texts.into_twins()
    }

    /// The body of a method, as default or in an `impl`.
    pub(super) fn method_body(
        &mut self,
        method: &Method,
        binding: &Binding,
        known: Vec<Bound>,
        target: Option<&Implementation>,
        mark: &str,
    ) -> super::Twins {
        let mut body = Body::new(known, Vec::new());
        if let Some(mode) = method.receiver {
            let ty = Type::Parameter("Self").with(binding);
            body.parameter("self", mode, ty);
            if let Some(implementation) = target {
                self.fields(&mut body, implementation, mode);
            }
        }
        for (index, (mode, ty)) in method.takes.iter().enumerate() {
            body.parameter(&format!("a{index}"), *mode, ty.with(binding));
        }
        if method.receiver == Some(Mode::Changed) {
            let index = self.random.usize(0..body.locals.iter().filter(|local| local.root == "self").count());
            let Local { place, ty, is_borrow, .. } = &body.locals[index];
            let (place, star, ty) = (place.clone(), if *is_borrow { "*" } else { "" }, ty.clone());
            let made = self.made(&ty);
            body.texts.line(
                &format!("  {} = {}", place.language, made.language),
                &format!("  {star}{} = {};", place.rust, made.rust),
            );
        }
        let result = method.result.with(binding);
        self.fill(&mut body, &result, 2, mark);
        self.finished(body, &result)
    }

    /// The fields of a structure are places, too.
    fn fields(&self, body: &mut Body, implementation: &Implementation, mode: Mode) {
        let Type::Named(number, _) = &implementation.target else { return };
        let declared = &self.types[*number];
        if declared.is_enum {
            return;
        }
        for (index, ty) in declared.parts.iter().enumerate() {
            // A part of what is copied is no owner that could be moved out.
            let mode = if declared.storage == Storage::Copy && mode == Mode::Moved { Mode::Lent } else { mode };
            body.locals.push(Local {
                place: Both::new(format!("@f{index}"), format!("self.f{index}")),
                root: "self".to_owned(),
                ty: ty.clone(),
                mode,
                is_borrow: false,
                is_live: true,
            });
        }
    }

    /// A generic function with bounds; it may call those before.
    pub(super) fn function(&mut self) {
        let parameters = ["T", "U"][..self.random.usize(1..3)].to_vec();
        let grounds = self.grounds();
        let mut function = Function {
            name: format!("f{}", self.functions.len()),
            parameters: parameters.clone(),
            bounds: Vec::new(),
            copied: Vec::new(),
            takes: Vec::new(),
            result: Type::Text,
        };
        let modes = [Mode::Lent, Mode::Changed, Mode::Moved];
        for parameter in parameters {
            // What some type has can be asked for.
            let model = self.one(&grounds);
            let mut facts = self.facts(&[], &model);
            self.random.shuffle(&mut facts);
            let count = self.random.usize(1..4);
            let facts = facts.into_iter().filter(|fact| fact.number != BASE).take(count);
            let mut bounds: Vec<Bound> = facts.map(|fact| Bound { parameter, fact }).collect();
            if bounds.is_empty() {
                bounds.push(Bound { parameter, fact: Fact::base() });
            }
            function.bounds.extend(bounds);
            if self.is_copied(&model, &[]) && self.happens(40) {
                function.copied.push(parameter);
            }
            for _ in 0..self.random.usize(1..3) {
                function.takes.push((self.one(&modes), Type::Parameter(parameter)));
            }
        }
        let results = [Type::Text, Type::Parameter("T"), Type::pair(Type::Parameter("T"), Type::Text)];
        function.result = self.one(&results);
        let mut body = Body::new(function.bounds.clone(), function.copied.clone());
        let mut takes = Vec::new();
        for (index, (mode, ty)) in function.takes.iter().enumerate() {
            body.parameter(&format!("a{index}"), *mode, ty.clone());
            takes.push(self.taking(&format!("a{index}"), *mode, ty));
        }
        takes.push(Both::same("k: i64"));
        self.fill(&mut body, &function.result, 4, &function.name);
        let done = self.finished(body, &function.result);
        let brackets = self.bounded(&function.parameters, &function.bounds, &function.copied);
        let (takes, result) = (Both::listed(&takes), self.written(&function.result));
        self.texts.line(
            &format!(
                "fn {}{}({}) -> {} {{\n{}}}",
                function.name, brackets.language, takes.language, result.language, done.language
            ),
            &format!("fn {}{}({}) -> {} {{\n{}}}", function.name, brackets.rust, takes.rust, result.rust, done.rust),
        );
        self.functions.push(function);
    }

    /// A parameter as it is declared.
    pub(super) fn taking(&self, name: &str, mode: Mode, ty: &Type) -> Both {
        let written = self.written(ty);
        let (ours, theirs) = match mode {
            Mode::Lent => ("ref ", "&"),
            Mode::Changed => ("mut ", "&mut "),
            Mode::Moved => ("", ""),
        };
        Both::new(format!("{name}: {ours}{}", written.language), format!("{name}: {theirs}{}", written.rust))
    }

    /// A body without parameters, for what `main` runs: it calls one function, or a few methods of a value.
    pub(super) fn run_body(&mut self, function: Option<&Function>, ty: &Type, mark: &str) -> super::Twins {
        let mut body = Body::new(Vec::new(), Vec::new());
        match function {
            Some(function) => {
                body.texts.line("  let mut out: String = \"\"", "  let mut out = String::new();");
                self.call_function(&mut body, function);
            }
            None => {
                for _ in 0..3 {
                    self.make(&mut body, ty);
                }
                self.fill(&mut body, &Type::Text, 5, mark);
            }
        }
        for index in 0..body.locals.len() {
            if body.locals[index].is_live {
                self.tell(&mut body, index);
            }
        }
        self.finished(body, &Type::Text)
    }
}
