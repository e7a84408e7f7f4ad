//! The program that the example compiles: functions that C calls, and one that calls C, with structures of both kinds of
//! registers, of one kind, and of none.

use super::compiler::Expression::{Add, Call, Field, Int, Make, Multiply, Parameter};
use super::compiler::{Expression, Function, Program, Type};

fn field(parameter: usize, field: usize) -> Box<Expression> {
    Box::new(Field(Box::new(Parameter(parameter)), field))
}

/// `mix`, `turn_twice` and `big`, and C's `turn`.
pub fn program() -> Program {
    let (pair, point, large) = (0, 1, 2);
    Program {
        structs: vec![
            vec![Type::Int, Type::Float],
            vec![Type::Float, Type::Float, Type::Float],
            vec![Type::Struct(pair), Type::Struct(point), Type::Int],
        ],
        functions: vec![
            Function {
                name: "turn",
                parameters: vec![Type::Struct(point), Type::Struct(large), Type::Float],
                result: Type::Struct(point),
                body: None,
            },
            // Pair(p.0 * n + 1, p.1 + q.2)
            Function {
                name: "mix",
                parameters: vec![Type::Struct(pair), Type::Int, Type::Struct(point)],
                result: Type::Struct(pair),
                body: Some(Make(
                    pair,
                    vec![
                        Add(
                            Box::new(Multiply(field(0, 0), Box::new(Parameter(1)))),
                            Box::new(Int(1)),
                        ),
                        Add(field(0, 1), field(2, 2)),
                    ],
                )),
            },
            // turn(turn(p, l, f), l, l.0.1)
            Function {
                name: "turn_twice",
                parameters: vec![Type::Struct(point), Type::Struct(large), Type::Float],
                result: Type::Struct(point),
                body: Some(Call(
                    0,
                    vec![
                        Call(0, vec![Parameter(0), Parameter(1), Parameter(2)]),
                        Parameter(1),
                        Field(field(1, 0), 1),
                    ],
                )),
            },
            // Large(p, q, n + m), with so many pairs that registers run out
            Function {
                name: "big",
                parameters: vec![
                    Type::Struct(pair),
                    Type::Struct(pair),
                    Type::Int,
                    Type::Int,
                    Type::Int,
                    Type::Struct(pair),
                    Type::Struct(point),
                    Type::Struct(large),
                ],
                result: Type::Struct(large),
                body: Some(Make(
                    large,
                    vec![
                        Make(pair, vec![Add(field(0, 0), field(5, 0)), Add(field(1, 1), field(5, 1))]),
                        Parameter(6),
                        Add(Box::new(Parameter(4)), field(7, 2)),
                    ],
                )),
            },
        ],
    }
}
