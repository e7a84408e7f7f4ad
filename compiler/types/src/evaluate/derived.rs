//! Methods that the compiler makes, while constants are evaluated: values are compared, shown and copied part by part. Shares
//! nothing with the code that is made of them, which it is compared with.

use std::cmp::Ordering;
use std::sync::Arc;

use hir::ExpressionId;

use super::convert::part_type;
use super::value::Value;
use super::{DEEPEST, Evaluated, Interpreter};
use crate::classify::enumeration;
use crate::derivation::Derivable;
use crate::implementations::resolve_instance;
use crate::problems;
use crate::ty::{Arguments, Ty, TypeKind};

impl Interpreter<'_> {
    /// The method of a trait that the compiler makes for a type.
    pub(super) fn derived(
        &mut self,
        expression: ExpressionId,
        of: Derivable,
        ty: Ty,
        arguments: Vec<Value>,
    ) -> Evaluated {
        if of == Derivable::Hash {
            let [value, hasher] = <[Value; 2]>::try_from(arguments).map_err(|_| self.silent())?;
            let value = self.followed(value, expression)?;
            self.hash_parts(expression, ty, &value, &hasher)?;
            return Ok(Value::Unit);
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.followed(argument, expression)?);
        }
        match (of, values.as_slice()) {
            (Derivable::Equal, [left, right]) => {
                let order = self.compared_parts(expression, of, ty, left, right)?;
                Ok(Value::Bool(order == Ordering::Equal))
            }
            (Derivable::Order, [left, right]) => {
                let order = self.compared_parts(expression, of, ty, left, right)?;
                Ok(Value::Case((order as i8 + 1) as u32, Vec::new()))
            }
            (Derivable::Show, [value]) => Ok(Value::String(self.shown_parts(expression, ty, value)?)),
            (Derivable::Clone, [value]) => self.cloned_parts(expression, ty, value),
            (Derivable::Equal | Derivable::Order | Derivable::Hash | Derivable::Show | Derivable::Clone, _) => {
                Err(self.silent())
            }
        }
    }

    /// How two values of a type compare, by its `Equal` or `Order` if it is a named one.
    pub(super) fn compared(
        &mut self,
        expression: ExpressionId,
        of: Derivable,
        ty: Ty,
        left: &Value,
        right: &Value,
    ) -> Evaluated<Ordering> {
        self.spend(expression, 1)?;
        if ty.as_named().is_none() {
            return self.compared_parts(expression, of, ty, left, right);
        }
        let sides = [left, right].map(|side| Value::Borrow(self.temporary(side.clone())));
        match self.by_trait(expression, of, ty, sides.into())? {
            Value::Bool(true) => Ok(Ordering::Equal),
            // Of equality it matters only that they differ.
            Value::Bool(false) | Value::Case(0, _) => Ok(Ordering::Less),
            Value::Case(1, _) => Ok(Ordering::Equal),
            Value::Case(2, _) => Ok(Ordering::Greater),
            _ => Err(self.silent()),
        }
    }

    /// A call of the method of a trait that the language knows.
    fn by_trait(&mut self, expression: ExpressionId, of: Derivable, ty: Ty, values: Vec<Value>) -> Evaluated {
        let method = of.method(self.db).ok_or_else(|| self.silent())?;
        let (function, types) =
            resolve_instance(self.db, method, Arguments::new(&[ty])).ok_or_else(|| self.silent())?;
        if self.depth >= DEEPEST {
            return Err(self.fail(expression, problems::endless_constant));
        }
        self.depth += 1;
        let value = self.function_of_values(expression, (function, types), values);
        self.depth -= 1;
        value
    }

    fn compared_parts(
        &mut self,
        expression: ExpressionId,
        of: Derivable,
        ty: Ty,
        left: &Value,
        right: &Value,
    ) -> Evaluated<Ordering> {
        let floats =
            |left: f64, right: f64| left.partial_cmp(&right).unwrap_or_else(|| left.is_nan().cmp(&right.is_nan()));
        let order = match (left, right) {
            (Value::Unit, Value::Unit) => Ordering::Equal,
            (Value::Int(left), Value::Int(right)) => match ty.int_kind() {
                Some(kind) if kind.is_signed() => (*left as i128).cmp(&(*right as i128)),
                Some(_) | None => left.cmp(right),
            },
            (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
            (Value::F32(left), Value::F32(right)) => floats(f64::from(*left), f64::from(*right)),
            (Value::F64(left), Value::F64(right)) => floats(*left, *right),
            (Value::String(left), Value::String(right)) => left.as_bytes().cmp(right.as_bytes()),
            (Value::Address(left), Value::Address(right)) => left.cmp(right),
            (Value::Borrow(_), Value::Borrow(_)) => {
                let (left, right) =
                    (self.followed(left.clone(), expression)?, self.followed(right.clone(), expression)?);
                return self.compared(expression, of, ty.value_type(), &left, &right);
            }
            (Value::Aggregate(left), Value::Aggregate(right)) => {
                for (index, (left, right)) in (0..).zip(left.iter().zip(right)) {
                    let order = self.compared(expression, of, part_type(self.db, ty, index), left, right)?;
                    if order != Ordering::Equal {
                        return Ok(order);
                    }
                }
                Ordering::Equal
            }
            (Value::Case(left_case, left), Value::Case(right_case, right)) => {
                let Some(enumeration) = enumeration(self.db, ty) else { return Err(self.silent()) };
                let tag = |case: &u32| enumeration.cases.get(*case as usize).map(|case| case.tag);
                let (left_tag, right_tag) = (tag(left_case), tag(right_case));
                if left_tag != right_tag {
                    let signed = enumeration.tag().is_signed();
                    let by_sign = |tag: Option<u128>| tag.map(|tag| tag as i128);
                    return Ok(if signed {
                        by_sign(left_tag).cmp(&by_sign(right_tag))
                    } else {
                        left_tag.cmp(&right_tag)
                    });
                }
                for (part, (left, right)) in enumeration.payload(*left_case).iter().zip(left.iter().zip(right)) {
                    let order = self.compared(expression, of, part.ty, left, right)?;
                    if order != Ordering::Equal {
                        return Ok(order);
                    }
                }
                Ordering::Equal
            }
            (_, _) => return Err(self.forbid(expression, "a comparison of addresses")),
        };
        Ok(order)
    }

    /// Writes the parts of a value into a hasher, as `std` writes scalars.
    fn hash_parts(&mut self, expression: ExpressionId, ty: Ty, value: &Value, hasher: &Value) -> Evaluated<()> {
        match value {
            Value::Unit => Ok(()),
            Value::String(text) => {
                for byte in text.bytes().chain([0xff]) {
                    self.hash_part(expression, Ty::U8, Value::Int(u128::from(byte)), hasher)?;
                }
                Ok(())
            }
            Value::Borrow(_) => {
                let value = self.followed(value.clone(), expression)?;
                self.hash_part(expression, ty.value_type(), value, hasher)
            }
            Value::Aggregate(parts) => {
                if let TypeKind::Array(_, length) = ty.kind() {
                    self.hash_part(expression, Ty::I64, Value::Int(u128::from(length)), hasher)?;
                }
                for (index, part) in (0..).zip(parts) {
                    self.hash_part(expression, part_type(self.db, ty, index), part.clone(), hasher)?;
                }
                Ok(())
            }
            Value::Case(case, parts) => {
                let Some(enumeration) = enumeration(self.db, ty) else { return Err(self.silent()) };
                if let [_, _, ..] = *enumeration.cases {
                    let tag = enumeration.cases[*case as usize].tag as i64;
                    self.hash_part(expression, Ty::I64, Value::Int(tag as u128), hasher)?;
                }
                for (carried, part) in enumeration.payload(*case).iter().zip(parts) {
                    self.hash_part(expression, carried.ty, part.clone(), hasher)?;
                }
                Ok(())
            }
            Value::Bool(_)
            | Value::Int(_)
            | Value::F32(_)
            | Value::F64(_)
            | Value::CString(_)
            | Value::Address(_)
            | Value::Function(_)
            | Value::Union(..) => Err(self.silent()),
        }
    }

    fn hash_part(&mut self, expression: ExpressionId, ty: Ty, value: Value, hasher: &Value) -> Evaluated<()> {
        self.spend(expression, 1)?;
        let value = Value::Borrow(self.temporary(value));
        self.by_trait(expression, Derivable::Hash, ty, vec![value, hasher.clone()]).map(|_| ())
    }

    /// The text of a value, by its `Show` if it is a named one.
    pub(super) fn shown(&mut self, expression: ExpressionId, ty: Ty, value: &Value) -> Evaluated<Arc<str>> {
        self.spend(expression, 1)?;
        if ty.as_named().is_none() {
            return self.shown_parts(expression, ty, value);
        }
        let value = Value::Borrow(self.temporary(value.clone()));
        match self.by_trait(expression, Derivable::Show, ty, vec![value])? {
            Value::String(text) => Ok(text),
            _ => Err(self.silent()),
        }
    }

    fn shown_parts(&mut self, expression: ExpressionId, ty: Ty, value: &Value) -> Evaluated<Arc<str>> {
        let text = match (value, ty.kind()) {
            (Value::Borrow(_), _) => {
                let value = self.followed(value.clone(), expression)?;
                return self.shown(expression, ty.value_type(), &value);
            }
            (Value::Unit, TypeKind::Unit) => "()".to_owned(),
            (Value::Case(case, parts), _) => {
                let Some(enumeration) = enumeration(self.db, ty) else { return Err(self.silent()) };
                let name = enumeration.cases[*case as usize].name.text();
                let mut texts = Vec::with_capacity(parts.len());
                for (carried, part) in enumeration.payload(*case).iter().zip(parts) {
                    let text = self.shown(expression, carried.ty, part)?;
                    texts.push(match carried.name.is_empty() {
                        true => text.to_string(),
                        false => format!("{}: {text}", carried.name.text()),
                    });
                }
                if texts.is_empty() { name.to_string() } else { format!("{name}({})", texts.join(", ")) }
            }
            (Value::Aggregate(parts), kind) => {
                let mut texts = Vec::with_capacity(parts.len());
                for (index, part) in (0..).zip(parts) {
                    texts.push(self.shown(expression, part_type(self.db, ty, index), part)?);
                }
                match kind {
                    TypeKind::Named(named) => {
                        let definition = crate::definition::type_definition(self.db, named);
                        let fields = definition.fields.iter().zip(texts);
                        let fields: Vec<String> =
                            fields.map(|(field, text)| format!("{}: {text}", field.name.text())).collect();
                        format!("{}({})", named.item.name(self.db).text(), fields.join(", "))
                    }
                    TypeKind::Array(..) => format!("[{}]", texts.join(", ")),
                    _ if texts.len() == 1 => format!("({},)", texts[0]),
                    _ => format!("({})", texts.join(", ")),
                }
            }
            (value, _) => super::text::show(value, ty),
        };
        self.spend(expression, text.len() as u64)?;
        Ok(Arc::from(text))
    }

    fn cloned_parts(&mut self, expression: ExpressionId, ty: Ty, value: &Value) -> Evaluated {
        let (parts, types): (&[Value], Vec<Ty>) = match value {
            Value::Aggregate(parts) => {
                (parts, (0..parts.len() as u32).map(|index| part_type(self.db, ty, index)).collect())
            }
            Value::Case(case, parts) => {
                let enumeration = enumeration(self.db, ty);
                let carried = enumeration.map_or(&[][..], |enumeration| enumeration.payload(*case));
                (parts, carried.iter().map(|part| part.ty).collect())
            }
            _ => return Ok(value.clone()),
        };
        let mut copies = Vec::with_capacity(parts.len());
        for (part, ty) in parts.iter().zip(types) {
            copies.push(if crate::classify::is_copy(self.db, ty) || ty.as_named().is_none() {
                self.cloned_parts(expression, ty, part)?
            } else {
                let part = Value::Borrow(self.temporary(part.clone()));
                self.by_trait(expression, Derivable::Clone, ty, vec![part])?
            });
        }
        self.spend_scalars(expression, copies.len() as u64)?;
        Ok(match value {
            Value::Case(case, _) => Value::Case(*case, copies),
            _ => Value::Aggregate(copies),
        })
    }
}
