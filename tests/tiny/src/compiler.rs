//! From forms to MIR, in one pass: a name is known behind its declaration. Every variable lies in a slot, where debuggers find
//! it; code generators that optimise take it out again. Must not know code generators.

use std::collections::{HashMap, HashSet};

use BinaryOperator::{Add, Divide, Multiply, Subtract};
use Comparison::{Equal, Less};
use mir::debug::DebugFunction;
use mir::*;

use crate::reader::{Form, Outcome};

/// Records of more bytes would need too much stack of the program.
const LARGEST: u64 = 1 << 16;
const BOOL: Type = Type::Scalar(Scalar::Bool);
const COMPARISONS: [(&str, Comparison); 2] = [("<", Less), ("=", Equal)];
const OPERATORS: [(&str, BinaryOperator); 4] = [("+", Add), ("-", Subtract), ("*", Multiply), ("/", Divide)];

/// What is known so far of a program and of the function that is being read.
pub(crate) struct Compiler<'file> {
    pub module: Module,
    file: &'file mut OneFile,
    types: HashMap<String, Type>,
    functions: HashMap<String, (SymbolId, SignatureId)>,
    builder: FunctionBuilder,
    variables: Vec<(String, Type, Slot)>,
    scope: ScopeId,
    /// Where the function begins, from which its places count.
    start: u32,
}

/// A type and a value of it: of a record, the address where it lies.
type Typed = (Type, Value);

/// Declarations.
impl<'file> Compiler<'file> {
    pub fn new(file: &'file mut OneFile) -> Compiler<'file> {
        let numbers = Scalar::ALL.into_iter().filter(|scalar| *scalar != Scalar::Pointer && !scalar.is_wide());
        let types = numbers.map(|scalar| (scalar.name().to_owned(), Type::Scalar(scalar))).collect();
        let (module, builder) = (Module::new("tiny"), FunctionBuilder::new(SymbolId(0), SignatureId(0)));
        let (functions, variables) = Default::default();
        Compiler { module, file, types, functions, builder, variables, scope: ScopeId(0), start: 0 }
    }

    pub fn declaration(&mut self, form: &Form) -> Outcome<()> {
        match form.parts() {
            ("record" | "extern" | "fn", [name, ..]) if self.is_taken(&name.word) => {
                name.error("not free; choose another name")
            }
            ("record", [name, fields @ ..]) => self.record(name, fields),
            ("extern", [name, parameters, result]) => self.head(name, parameters, result).map(|_| ()),
            ("fn", [name, parameters, result, body @ ..]) => self.function(form, (name, parameters, result), body),
            _ => form.error("write (record N (x T) …), (extern N ((x T) …) T) or (fn N ((x T) …) T …) here"),
        }
    }

    fn is_taken(&self, name: &str) -> bool {
        name.is_empty() || self.types.contains_key(name) || self.functions.contains_key(name)
    }

    fn ty(&self, form: &Form) -> Outcome<Type> {
        self.types.get(&form.word).map_or_else(|| form.error("this is no type; declare it above"), |ty| Ok(*ty))
    }

    /// `(x T) …`
    fn members<'form>(&self, forms: &'form [Form]) -> Outcome<Vec<(&'form Form, Type)>> {
        let mut known = HashSet::new();
        let member = |form: &'form Form| match form.list.as_slice() {
            [name, _] if !known.insert(&name.word) => name.error("there is one of this name; choose another name"),
            [name, ty] => Ok((name, self.ty(ty)?)),
            _ => form.error("write a name with its type here: (x T)"),
        };
        forms.iter().map(member).collect()
    }

    fn record(&mut self, name: &Form, fields: &[Form]) -> Outcome<()> {
        let (fields, strings) = (self.members(fields)?, &mut self.module.strings);
        let fields = fields.iter().map(|(name, ty)| (Some(strings.intern(&name.word)), *ty));
        let record = Record::structure(&self.module.types, fields);
        if !(1..=LARGEST).contains(&record.size) {
            return name.error("a record has fields, and at most 65536 bytes");
        }
        let id = self.module.declare_type(&name.word);
        self.module.types.set_body(id, TypeBody::Record(record));
        self.types.insert(name.word.clone(), Type::Aggregate(id));
        Ok(())
    }

    /// Name, parameters and result, which is `()` if there is none.
    fn head(&mut self, name: &Form, parameters: &Form, result: &Form) -> Outcome<Signature> {
        let parameters = self.members(&parameters.list)?.iter().map(|(_, ty)| *ty).collect();
        let signature = Signature::new(parameters, if result.word.is_empty() { None } else { Some(self.ty(result)?) });
        let id = self.module.signature(signature.clone());
        self.functions.insert(name.word.clone(), (self.module.import_function(&name.word, id), id));
        Ok(signature)
    }

    fn function(&mut self, form: &Form, head: (&Form, &Form, &Form), body: &[Form]) -> Outcome<()> {
        let (name, Signature { parameters, result, .. }) = (&head.0.word, self.head(head.0, head.1, head.2)?);
        let (symbol, signature) = self.functions[name];
        (self.start, self.builder, self.variables) = (form.at, FunctionBuilder::new(symbol, signature), Vec::new());
        self.file.begin(name.as_str(), form.at);
        let told = result.map(|ty| self.module.debug_type(ty));
        let told = DebugFunction { module: "", owner: "", name, offset: head.0.at - form.at, result: told };
        self.builder.function_mut().attributes.push(self.module.debug_attribute(told));
        // C may call it.
        self.builder.function_mut().linkage = Linkage::Export;
        self.scope = self.builder.scope(Scope { parent: None, start: 0, end: form.end - form.at });
        let entry = self.builder.block();
        self.builder.switch_to(entry);
        for (number, (parameter, ty)) in (0..).zip(head.1.list.iter().zip(parameters)) {
            let slot = self.builder.parameter_in_slot(&self.module.types, ty);
            self.variable(&parameter.list[0], ty, slot, Some(number));
        }
        let last = self.sequence(form, body)?.filter(|_| result.is_some());
        if last.map(|(ty, _)| ty) != result || name == "main" && result != Some(Type::Scalar(Scalar::I32)) {
            return head.2.error("the last form of the body gives no value of this type, which of main is i32");
        }
        self.builder.return_typed(last);
        let done = std::mem::replace(&mut self.builder, FunctionBuilder::new(symbol, signature));
        self.module.add_function(done.finish());
        Ok(())
    }

    fn variable(&mut self, name: &Form, ty: Type, slot: Slot, parameter: Option<u32>) {
        self.variables.push((name.word.clone(), ty, slot));
        let told = self.module.debug_type(ty);
        let source_type = Some(self.module.debug_nodes().node(told));
        let (slot, scope, offset) = (Some(slot), self.scope, name.at - self.start);
        let name = self.module.strings.intern(&name.word);
        self.builder.variable(Variable { name, ty, slot, scope, offset, parameter, source_type });
    }
}

/// Expressions.
impl Compiler<'_> {
    /// Forms one after the other, whose variables end with them; the last one's value.
    fn sequence(&mut self, around: &Form, forms: &[Form]) -> Outcome<Option<Typed>> {
        let (parent, known, end) = (self.scope, self.variables.len(), around.end - self.start);
        self.scope = self.builder.scope(Scope { parent: Some(parent), start: around.at - self.start, end });
        let mut last = None;
        for form in forms {
            last = self.expression(form)?;
        }
        self.variables.truncate(known);
        self.scope = parent;
        self.builder.set_source(end - 1);
        Ok(last)
    }

    fn value(&mut self, form: &Form, wanted: Option<Type>) -> Outcome<Typed> {
        match self.expression(form)? {
            Some((ty, value)) if wanted.is_none_or(|wanted| wanted == ty) => Ok((ty, value)),
            Some(_) | None => form.error("a value of another type is wanted here; (as T x) converts numbers"),
        }
    }

    fn expression(&mut self, form: &Form) -> Outcome<Option<Typed>> {
        self.builder.set_source(form.at - self.start);
        match form.parts() {
            ("", _) => self.word(form).map(Some),
            ("do", forms) => self.sequence(form, forms),
            ("let", [name, value]) => {
                let (ty, value) = self.value(value, None)?;
                let slot = self.builder.slot_of(&self.module.types, ty, SlotKind::Local);
                self.variable(name, ty, slot, None);
                self.write(ty, value, slot, 0)
            }
            ("set", [place, value]) => {
                let (ty, slot, offset) = self.place(place)?;
                let value = self.value(value, Some(ty))?.1;
                self.write(ty, value, slot, offset)
            }
            ("while", [condition, forms @ ..]) => {
                let [head, inside, after] = [(); 3].map(|()| self.builder.block());
                self.builder.jump(head, &[]);
                self.builder.switch_to(head);
                let condition = self.value(condition, Some(BOOL))?.1;
                self.builder.branch(condition, (inside, &[]), (after, &[]));
                self.builder.switch_to(inside);
                self.sequence(form, forms)?;
                self.builder.jump(head, &[]);
                self.builder.switch_to(after);
                Ok(None)
            }
            ("if", [condition, first, second]) => self.choice(condition, first, second),
            ("as", [ty, value]) => match (self.ty(ty)?, self.value(value, None)?) {
                (Type::Scalar(to), (Type::Scalar(from), value)) if to != Scalar::Bool && from != Scalar::Bool => {
                    Ok(Some((Type::Scalar(to), self.builder.convert(value, to))))
                }
                _ => form.error("only numbers are converted"),
            },
            ("+" | "-" | "*" | "/" | "<" | "=", [left, right]) => self.operation(form, left, right).map(Some),
            (name, values) => self.call(form, name, values),
        }
    }

    /// Gives nothing, as the forms that write do.
    fn write(&mut self, ty: Type, value: Value, slot: Slot, offset: u64) -> Outcome<Option<Typed>> {
        let address = self.builder.slot_address(slot, offset as u32);
        self.builder.write(&self.module.types, ty, value, address);
        Ok(None)
    }

    fn read(&mut self, ty: Type, slot: Slot, offset: u64) -> Typed {
        let address = self.builder.slot_address(slot, offset as u32);
        (ty, self.builder.read(ty, address))
    }

    /// A number or a place.
    fn word(&mut self, form: &Form) -> Outcome<Typed> {
        if let Ok(number) = form.word.parse::<i64>() {
            return Ok((Type::Scalar(Scalar::I64), self.builder.integer(Scalar::I64, number.into())));
        }
        match form.word.parse().ok().filter(|_| form.word.contains(['.', 'e'])) {
            Some(number) => Ok((Type::Scalar(Scalar::F64), self.builder.float64(number))),
            None => self.place(form).map(|(ty, slot, offset)| self.read(ty, slot, offset)),
        }
    }

    /// Where `name.field.field` lies.
    fn place(&self, form: &Form) -> Outcome<(Type, Slot, u64)> {
        let mut words = form.word.split('.');
        let name = words.next().unwrap_or_default();
        let known = self.variables.iter().rfind(|(known, ..)| known == name);
        let place = known.and_then(|(_, ty, slot)| {
            words.try_fold((*ty, *slot, 0), |(ty, slot, offset), word| {
                let word = self.module.strings.find(word)?;
                let field = self.fields(ty).iter().find(|field| field.name == Some(word))?;
                Some((field.ty, slot, offset + field.offset))
            })
        });
        place.map_or_else(|| form.error("there is no such number, variable or field; (let x v) makes a variable"), Ok)
    }

    fn fields(&self, ty: Type) -> &[Field] {
        let Type::Aggregate(id) = ty else { return &[] };
        let Some(TypeBody::Record(record)) = self.module.types.body(id) else { return &[] };
        &record.fields
    }

    /// One of two cases, and its value if both give one of the same type.
    fn choice(&mut self, condition: &Form, first: &Form, second: &Form) -> Outcome<Option<Typed>> {
        let condition = self.value(condition, Some(BOOL))?.1;
        let [yes, no] = [(); 2].map(|()| self.builder.block());
        self.builder.branch(condition, (yes, &[]), (no, &[]));
        self.builder.switch_to(yes);
        let found = self.expression(first)?;
        let carried = found.map(|(_, value)| self.builder.function().value_type(value));
        let after = self.builder.block_with(carried.as_slice());
        self.builder.jump(after, found.map(|(_, value)| value).as_slice());
        self.builder.switch_to(no);
        let other = self.expression(second)?;
        if found.map(|(ty, _)| ty) != other.map(|(ty, _)| ty) {
            return second.error("both cases give a value of one type, or none, as (do …) without forms");
        }
        self.builder.jump(after, other.map(|(_, value)| value).as_slice());
        self.builder.switch_to(after);
        Ok(found.map(|(ty, _)| (ty, self.builder.block_parameter(after, 0))))
    }

    fn operation(&mut self, form: &Form, left: &Form, right: &Form) -> Outcome<Typed> {
        let (ty, left) = self.value(left, None)?;
        let (_, right) = self.value(right, Some(ty))?;
        let (Type::Scalar(scalar), sign) = (ty, form.parts().0) else { return form.error("this is no number") };
        if let Some((_, comparison)) = COMPARISONS.iter().find(|(known, _)| *known == sign) {
            return Ok((BOOL, self.builder.compare(*comparison, left, right)));
        }
        match OPERATORS.iter().find(|(known, operator)| *known == sign && operator.applies_to(scalar)) {
            // Zero would have to be checked before: C's functions say what it means.
            Some((_, Divide)) if !scalar.is_float() => form.error("integers are divided by C's ldiv"),
            Some((_, operator)) => Ok((ty, self.builder.binary(*operator, left, right))),
            None => form.error("only numbers are computed with"),
        }
    }

    /// A call, or a record of its fields.
    fn call(&mut self, form: &Form, name: &str, given: &[Form]) -> Outcome<Option<Typed>> {
        let called = self.functions.get(name).copied();
        let Signature { parameters, result, .. } = match (called, self.types.get(name)) {
            (Some((_, id)), _) => self.module.signatures.get(id).clone(),
            (None, Some(ty)) => Signature::new(self.fields(*ty).iter().map(|field| field.ty).collect(), Some(*ty)),
            (None, None) => return form.error("there is no such form, function or record; declare it above"),
        };
        if parameters.len() != given.len() || called.is_none() && given.is_empty() {
            return form.error("there are too many values, or too few");
        }
        let values = parameters.iter().zip(given).map(|(ty, form)| Ok(self.value(form, Some(*ty))?.1));
        let values = values.collect::<Outcome<Vec<Value>>>()?;
        self.builder.set_source(form.at - self.start);
        if let Some((symbol, id)) = called {
            return Ok(result.zip(self.builder.call_with(&self.module, Callee::Direct(symbol), id, &values)));
        }
        let Some(ty) = result else { return Ok(None) };
        let slot = self.builder.slot_of(&self.module.types, ty, SlotKind::Temporary);
        for (field, value) in self.fields(ty).to_vec().into_iter().zip(values) {
            self.write(field.ty, value, slot, field.offset)?;
        }
        Ok(Some(self.read(ty, slot, 0)))
    }
}
