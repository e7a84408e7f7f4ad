//! The language of the example: expressions over integers, floats and structures. Knows neither `abi` nor Cranelift.

/// All numbers have 8 bytes, so structures have no padding.
#[derive(Clone)]
pub enum Type {
    Int,
    Float,
    Struct(Vec<Type>),
}

pub enum Expression {
    Parameter(u16),
    Field(Box<Expression>, usize),
    Add(Box<[Expression; 2]>),
    Make(Type, Vec<Expression>),
    /// Of the function of this number in the program.
    Call(u32, Vec<Expression>),
}

pub struct Function {
    pub name: &'static str,
    pub parameters: Vec<Type>,
    pub result: Type,
    /// Nothing for a function of C.
    pub body: Option<Expression>,
}

impl Type {
    pub fn bytes(&self) -> i32 {
        match self {
            Type::Int | Type::Float => 8,
            Type::Struct(fields) => fields.iter().map(Type::bytes).sum(),
        }
    }

    /// The byte where a field begins, and its type.
    pub fn field(&self, number: usize) -> (i64, &Type) {
        let Type::Struct(fields) = self else { panic!("only structures have fields") };
        let offset: i32 = fields[..number].iter().map(Type::bytes).sum();
        (offset.into(), &fields[number])
    }
}
