//! Calls while constants are evaluated: functions of the language, construction, and what the compiler knows itself.

use hir::{ExpressionId, ItemId};

use super::value::{Frame, Place, Value};
use super::{Evaluated, Failure, Interpreter, Stop};
use crate::derivation::derivable;
use crate::destruction::has_destructor;
use crate::implementations::resolve_instance;
use crate::inference::{Argument, Builtin, Callee};
use crate::inferrer::infer;
use crate::layout::{field_offset, layout};
use crate::signatures::{Linkage, signature};
use crate::sizes::is_oversized;
use crate::substitute::Substitution;
use crate::ty::{Arguments, Ty};

impl Interpreter<'_> {
    pub(super) fn call(&mut self, expression: ExpressionId) -> Evaluated {
        let table = self.frame().table;
        let Some(call) = table.call_of(expression) else {
            return Err(self.silent());
        };
        let arguments = table.arguments(call);
        if let Callee::Structure(item) | Callee::Case(item, _) = call.callee
            && has_destructor(self.db, item)
        {
            return Err(self.forbid(expression, "a value whose type has `Drop`"));
        }
        match call.callee {
            Callee::Function(function, types) => self.function(expression, (function, types), arguments),
            Callee::Structure(item) => {
                let count = crate::definition::type_definition(self.db, item).fields.len();
                Ok(Value::Aggregate(self.in_places(arguments, count)?))
            }
            Callee::Union(_) => match arguments {
                [only] => Ok(Value::Union(only.parameter, Box::new(self.value(only.expression)?))),
                _ => Err(self.silent()),
            },
            Callee::Case(item, case) => {
                let enumeration = crate::definition::type_definition(self.db, item).enumeration.as_ref();
                let count = enumeration.map_or(0, |enumeration| enumeration.payload(case).len());
                Ok(Value::Case(case, self.in_places(arguments, count)?))
            }
            Callee::Pointer(_) => Err(self.forbid(expression, "a call through a function pointer")),
            Callee::Closure(_) => Err(self.forbid(expression, "a call of a closure")),
            Callee::Builtin(builtin) => {
                let builtin = builtin.with_type(|ty| self.frame().with.apply(ty));
                self.builtin(expression, builtin, arguments)
            }
            Callee::Error => Err(self.silent()),
        }
    }

    /// The arguments evaluated as written, in the order of their places.
    fn in_places(&mut self, arguments: &[Argument], count: usize) -> Evaluated<Vec<Value>> {
        let mut values = vec![Value::Unit; count];
        for argument in arguments {
            let value = self.value(argument.expression)?;
            let place = values.get_mut(argument.parameter as usize);
            *place.ok_or_else(|| Stop::Failure(Box::new(Failure::Silent)))? = value;
        }
        Ok(values)
    }

    fn function(
        &mut self,
        expression: ExpressionId,
        (function, types): (ItemId, Arguments),
        arguments: &[Argument],
    ) -> Evaluated {
        let (function, types) = self.instance(expression, function, types)?;
        let head = signature(self.db, function);
        match head.linkage {
            Linkage::Imported(_) | Linkage::Intrinsic(_) => {
                let what = format!("a call of the C function `{}`", function.name(self.db).text());
                return Err(self.forbid(expression, &what));
            }
            Linkage::Mangled | Linkage::Exported(_) => {}
        }
        let values = self.in_places(arguments, head.parameters.len())?;
        self.function_of_values(expression, (function, types), values)
    }

    /// The function that is called where the type parameters are what they are here.
    fn instance(
        &mut self,
        expression: ExpressionId,
        function: ItemId,
        types: Arguments,
    ) -> Evaluated<(ItemId, Arguments)> {
        let types = self.frame().with.arguments(types);
        resolve_instance(self.db, function, types).ok_or_else(|| match types.types().iter().any(|ty| ty.is_open()) {
            true => self.forbid(expression, "a method that depends on a type parameter"),
            false => self.silent(),
        })
    }

    /// A call that nobody wrote, of a function with these values.
    pub(super) fn callee_of_values(
        &mut self,
        expression: ExpressionId,
        callee: Callee,
        values: Vec<Value>,
    ) -> Evaluated {
        let Callee::Function(function, types) = callee else {
            return Err(self.silent());
        };
        let function = self.instance(expression, function, types)?;
        self.function_of_values(expression, function, values)
    }

    /// A call of a function of the language with these values.
    pub(super) fn function_of_values(
        &mut self,
        expression: ExpressionId,
        (function, types): (ItemId, Arguments),
        values: Vec<Value>,
    ) -> Evaluated {
        if hir::is_required_method(self.db, function) {
            let of = function.parent_item(self.db).and_then(|of| derivable(self.db, of));
            return match (of, &*types.types()) {
                (Some(of), &[ty]) => self.derived(expression, of, ty, values),
                (_, _) => Err(self.silent()),
            };
        }
        let body = hir::body(self.db, function);
        let table = infer(self.db, function);
        if table.poisoned || body.parameters.len() != values.len() {
            return Err(self.silent());
        }
        let with = Substitution::of_function(self.db, function, types);
        let is_value = with.apply(signature(self.db, function).result) != Ty::UNIT;
        let mut frame = Frame::new(function, body, table, expression, with);
        for (&local, value) in body.parameters.iter().zip(values) {
            frame.slots[local.index()] = Some(value);
        }
        self.frames.push(frame);
        let result = self.value(body.root);
        self.frames.pop();
        match result {
            Err(Stop::Return(value)) => Ok(value),
            // Its end is reached, which whoever knows the ways through it reports.
            Ok(Value::Unit) if is_value => Err(self.silent()),
            Ok(_) | Err(Stop::Break(_) | Stop::Continue(_) | Stop::Failure(_)) => result,
        }
    }

    fn builtin(&mut self, expression: ExpressionId, builtin: Builtin, arguments: &[Argument]) -> Evaluated {
        match builtin {
            Builtin::Print | Builtin::Println => Err(self.forbid(expression, "printing")),
            Builtin::Panic => {
                let message = self.in_places(arguments, 1)?.swap_remove(0);
                let message = self.followed(message, expression)?;
                let text = super::text::show(&message, Ty::STRING);
                Err(self.panic(expression, &text))
            }
            Builtin::Assert => match self.in_places(arguments, 1)?.swap_remove(0) {
                Value::Bool(true) => Ok(Value::Unit),
                _ => Err(self.panic(expression, "assertion failed")),
            },
            Builtin::Swap => {
                let (left, right) = self.two(arguments)?;
                let (Value::Borrow(left), Value::Borrow(right)) = (left, right) else {
                    return Err(self.silent());
                };
                let (first, second) = (self.read(&left, expression)?, self.read(&right, expression)?);
                self.write(&left, second, expression)?;
                self.write(&right, first, expression)?;
                Ok(Value::Unit)
            }
            Builtin::Replace => {
                let (place, value) = self.two(arguments)?;
                let Value::Borrow(place) = place else {
                    return Err(self.silent());
                };
                self.exchange(&place, value, expression)
            }
            Builtin::SizeOf(ty) | Builtin::AlignOf(ty) | Builtin::OffsetOf(ty, _) if ty.is_open() => {
                Err(self.forbid(expression, "the layout of a type parameter"))
            }
            Builtin::SizeOf(ty) if is_oversized(self.db, ty) => {
                Err(self.forbid(expression, "the size of a type that is too large"))
            }
            Builtin::SizeOf(ty) => Ok(Value::Int(u128::from(layout(self.db, ty).size))),
            Builtin::AlignOf(ty) => Ok(Value::Int(u128::from(layout(self.db, ty).align))),
            Builtin::OffsetOf(ty, field) => Ok(Value::Int(u128::from(field_offset(self.db, ty, field)))),
            Builtin::Length => match arguments {
                [slice] => Ok(Value::Int(u128::from(self.elements(slice.expression)?.2))),
                _ => Err(self.silent()),
            },
            Builtin::Zeroed(_) => Err(self.forbid(expression, "`zeroed`")),
            Builtin::PointerNull(_) => Ok(Value::Address(0)),
            Builtin::PointerOffset(_)
            | Builtin::PointerWrite(_)
            | Builtin::PointerRead(_)
            | Builtin::PointerDrop(_)
            | Builtin::IntoRaw(_)
            | Builtin::FromRaw(_) => Err(self.forbid(expression, "an address")),
        }
    }

    fn two(&mut self, arguments: &[Argument]) -> Evaluated<(Value, Value)> {
        let mut values = self.in_places(arguments, 2)?;
        match (values.pop(), values.pop()) {
            (Some(second), Some(first)) => Ok((first, second)),
            (Some(_) | None, Some(_) | None) => Err(self.silent()),
        }
    }

    fn exchange(&mut self, place: &Place, value: Value, expression: ExpressionId) -> Evaluated {
        let old = self.read(place, expression)?;
        self.write(place, value, expression)?;
        Ok(old)
    }
}
