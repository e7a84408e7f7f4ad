//! The program that the example compiles: functions that C calls, and one that calls C, with structures of both kinds of
//! registers, of one kind, and of none.

use super::language::Expression::{Add, Call, Field, Make, Parameter};
use super::language::{Expression, Function, Type};

fn field(parameter: u16, field: usize) -> Expression {
    Field(Box::new(Parameter(parameter)), field)
}

/// `mix`, `turn_twice` and `big`, and C's `turn`.
pub fn program() -> Vec<Function> {
    let pair = Type::Struct(vec![Type::Int, Type::Float]);
    let point = Type::Struct(vec![Type::Float, Type::Float]);
    let large = Type::Struct(vec![pair.clone(), point.clone(), Type::Int]);
    let huge = Type::Struct(vec![large.clone(), large.clone(), large.clone(), large.clone()]);
    vec![
        Function {
            name: "turn",
            parameters: vec![point.clone(), large.clone(), huge.clone(), Type::Float],
            result: point.clone(),
            body: None,
        },
        // Pair(p.0 + n, p.1 + q.1)
        Function {
            name: "mix",
            parameters: vec![pair.clone(), Type::Int, point.clone()],
            result: pair.clone(),
            body: Some(Make(
                pair.clone(),
                vec![Add(Box::new([field(0, 0), Parameter(1)])), Add(Box::new([field(0, 1), field(2, 1)]))],
            )),
        },
        // turn(turn(p, l, h, f), l, h, h.3.0.1)
        Function {
            name: "turn_twice",
            parameters: vec![point.clone(), large.clone(), huge.clone(), Type::Float],
            result: point.clone(),
            body: Some(Call(
                0,
                vec![
                    Call(0, vec![Parameter(0), Parameter(1), Parameter(2), Parameter(3)]),
                    Parameter(1),
                    Parameter(2),
                    Field(Box::new(Field(Box::new(field(2, 3)), 0)), 1),
                ],
            )),
        },
        // Large(Pair(p.0 + r.0, q.1 + r.1), s, n + l.2), with so many pairs that registers run out
        Function {
            name: "big",
            parameters: vec![
                pair.clone(),
                pair.clone(),
                Type::Int,
                Type::Int,
                Type::Int,
                pair.clone(),
                point.clone(),
                point.clone(),
                point.clone(),
                large.clone(),
            ],
            result: large.clone(),
            body: Some(Make(
                large,
                vec![
                    Make(
                        pair,
                        vec![Add(Box::new([field(0, 0), field(5, 0)])), Add(Box::new([field(1, 1), field(5, 1)]))],
                    ),
                    Make(point, vec![field(6, 0), Add(Box::new([field(7, 0), field(8, 1)]))]),
                    Add(Box::new([Parameter(4), field(9, 2)])),
                ],
            )),
        },
    ]
}
