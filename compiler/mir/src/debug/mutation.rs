//! What debuggers are told, wrong on purpose: every record of one kind says something else, so that a check that stays green
//! with it is known to prove nothing about that kind. Owns the list of kinds and how each is got wrong; must not know who
//! checks. Nothing but tests and `lang crosscheck --mutate` has a use for it.

use super::{Kind, Records};
use crate::ids::ScopeId;
use crate::metadata::Operand;
use crate::scalar::Scalar;
use crate::strings::Strings;
use crate::types::Type;
use crate::variable::Variable;

/// A kind of record, and the way in which it is got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// A number has another size.
    Scalar,
    /// A raw pointer leads to nobody knows what.
    Pointer,
    /// A borrow is a raw pointer.
    Reference,
    /// The address of a function has another name.
    Code,
    /// An array has an element more.
    Array,
    /// A structure has a byte more.
    Structure,
    /// A union has a byte more.
    Union,
    /// An enum of numbers has a case less.
    Enumeration,
    /// What a case carries begins a byte later.
    Variants,
    /// A text's bytes are nobody knows what.
    Text,
    /// A type of C has another name.
    Opaque,
    /// A field begins a byte later.
    Field,
    /// A case has the next number.
    Case,
    /// What a case carries has a byte more.
    Variant,
    /// A type is declared in another module.
    Definition,
    /// A type that is named is not there.
    Name,
    /// A function has another name.
    Function,
    /// A function gives nothing.
    Result,
    /// A variable has another name.
    Variable,
    /// Of a variable's type only the size is known.
    VariableType,
    /// A variable is declared where its function begins.
    VariablePosition,
    /// A variable is in no block.
    VariableScope,
    /// A parameter is a variable.
    Parameter,
    /// Nothing is noted about functions and variables.
    Note,
    /// A global, or a constant that lies in memory, has another name.
    Datum,
    /// A constant without a place has the next value.
    Value,
    /// A constant that is used like an object has another name.
    Object,
}

impl Mutation {
    /// All kinds.
    pub const ALL: [Mutation; 27] = [
        Mutation::Scalar,
        Mutation::Pointer,
        Mutation::Reference,
        Mutation::Code,
        Mutation::Array,
        Mutation::Structure,
        Mutation::Union,
        Mutation::Enumeration,
        Mutation::Variants,
        Mutation::Text,
        Mutation::Opaque,
        Mutation::Field,
        Mutation::Case,
        Mutation::Variant,
        Mutation::Definition,
        Mutation::Name,
        Mutation::Function,
        Mutation::Result,
        Mutation::Variable,
        Mutation::VariableType,
        Mutation::VariablePosition,
        Mutation::VariableScope,
        Mutation::Parameter,
        Mutation::Note,
        Mutation::Datum,
        Mutation::Value,
        Mutation::Object,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Mutation::Scalar => "debug-scalar",
            Mutation::Pointer => "debug-pointer",
            Mutation::Reference => "debug-reference",
            Mutation::Code => "debug-code",
            Mutation::Array => "debug-array",
            Mutation::Structure => "debug-structure",
            Mutation::Union => "debug-union",
            Mutation::Enumeration => "debug-enumeration",
            Mutation::Variants => "debug-variants",
            Mutation::Text => "debug-text",
            Mutation::Opaque => "debug-opaque",
            Mutation::Field => "debug-field",
            Mutation::Case => "debug-case",
            Mutation::Variant => "debug-variant",
            Mutation::Definition => "debug-definition",
            Mutation::Name => "debug-name",
            Mutation::Function => "debug-function",
            Mutation::Result => "debug-result",
            Mutation::Variable => "debug-variable",
            Mutation::VariableType => "debug-variable-type",
            Mutation::VariablePosition => "debug-variable-position",
            Mutation::VariableScope => "debug-variable-scope",
            Mutation::Parameter => "debug-parameter",
            Mutation::Note => "debug-note",
            Mutation::Datum => "debug-datum",
            Mutation::Value => "debug-value",
            Mutation::Object => "debug-object",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Mutation> {
        Mutation::ALL.into_iter().find(|mutation| mutation.name() == name)
    }

    /// Gets every record of its kind wrong.
    pub fn apply(self, records: &mut Records) {
        match self.node() {
            Some(kind) => self.change_nodes(kind, records),
            None => self.change_variables(records),
        }
    }

    /// The kind of node that is got wrong, if it is one.
    fn node(self) -> Option<Kind> {
        Some(match self {
            Mutation::Scalar => Kind::Scalar,
            Mutation::Pointer => Kind::Pointer,
            Mutation::Reference => Kind::Reference,
            Mutation::Code => Kind::Code,
            Mutation::Array => Kind::Array,
            Mutation::Structure => Kind::Structure,
            Mutation::Union => Kind::Union,
            Mutation::Enumeration => Kind::Enumeration,
            Mutation::Variants => Kind::Variants,
            Mutation::Text => Kind::Text,
            Mutation::Opaque => Kind::Opaque,
            Mutation::Field => Kind::Field,
            Mutation::Case => Kind::Case,
            Mutation::Variant => Kind::Variant,
            Mutation::Definition => Kind::Definition,
            Mutation::Name => Kind::Name,
            Mutation::Function | Mutation::Result => Kind::Function,
            Mutation::Datum => Kind::Datum,
            Mutation::Value => Kind::Value,
            Mutation::Object => Kind::Object,
            Mutation::Variable
            | Mutation::VariableType
            | Mutation::VariablePosition
            | Mutation::VariableScope
            | Mutation::Parameter
            | Mutation::Note => return None,
        })
    }

    fn change_nodes(self, kind: Kind, records: &mut Records) {
        let Some(word) = records.strings.find(kind.word()) else { return };
        let strings = &mut records.strings;
        records.metadata.change(|operands| {
            if operands.first() == Some(&Operand::String(word)) {
                self.change(operands, strings);
            }
        });
    }

    fn change(self, operands: &mut Vec<Operand>, strings: &mut Strings) {
        match self {
            Mutation::Scalar => operands[2] = Operand::Type(Type::Scalar(other_scalar(operands[2]))),
            Mutation::Pointer => operands.truncate(2),
            Mutation::Reference => operands[0] = Operand::String(strings.intern(Kind::Pointer.word())),
            Mutation::Text => operands[0] = Operand::String(strings.intern(Kind::Opaque.word())),
            Mutation::Code | Mutation::Opaque | Mutation::Name => rename(&mut operands[1], strings),
            Mutation::Definition => rename(&mut operands[2], strings),
            Mutation::Function | Mutation::Datum | Mutation::Object => rename(&mut operands[3], strings),
            Mutation::Result => operands.truncate(5),
            Mutation::Structure | Mutation::Union | Mutation::Case => increase(&mut operands[2]),
            Mutation::Array | Mutation::Field | Mutation::Variant => increase(&mut operands[3]),
            Mutation::Variants => increase(&mut operands[4]),
            Mutation::Value => increase(&mut operands[7]),
            Mutation::Enumeration => drop(operands.pop()),
            Mutation::Variable
            | Mutation::VariableType
            | Mutation::VariablePosition
            | Mutation::VariableScope
            | Mutation::Parameter
            | Mutation::Note => {}
        }
    }

    fn change_variables(self, records: &mut Records) {
        let Records { strings, functions, .. } = records;
        for function in functions {
            if self == Mutation::Note {
                function.notes.clear();
            }
            let begin = function.scopes.first().map_or(0, |scope| scope.start);
            for variable in &mut function.variables {
                self.change_variable(variable, begin, strings);
            }
        }
    }

    fn change_variable(self, variable: &mut Variable, begin: u32, strings: &mut Strings) {
        match self {
            Mutation::Variable => {
                let name = format!("{}{OTHER}", strings.text(variable.name));
                variable.name = strings.intern(&name);
            }
            Mutation::VariableType => variable.source_type = None,
            Mutation::VariablePosition => variable.offset = begin,
            Mutation::VariableScope => variable.scope = ScopeId::new(0),
            Mutation::Parameter => variable.parameter = None,
            Mutation::Note
            | Mutation::Scalar
            | Mutation::Pointer
            | Mutation::Reference
            | Mutation::Code
            | Mutation::Array
            | Mutation::Structure
            | Mutation::Union
            | Mutation::Enumeration
            | Mutation::Variants
            | Mutation::Text
            | Mutation::Opaque
            | Mutation::Field
            | Mutation::Case
            | Mutation::Variant
            | Mutation::Definition
            | Mutation::Name
            | Mutation::Function
            | Mutation::Result
            | Mutation::Datum
            | Mutation::Value
            | Mutation::Object => {}
        }
    }
}

/// What a wrong name ends with.
const OTHER: &str = "_wrong";

fn rename(operand: &mut Operand, strings: &mut Strings) {
    if let Operand::String(name) = *operand {
        let name = format!("{}{OTHER}", strings.text(name));
        *operand = Operand::String(strings.intern(&name));
    }
}

fn increase(operand: &mut Operand) {
    if let Operand::Integer(number) = operand {
        *number = number.wrapping_add(1);
    }
}

fn other_scalar(operand: Operand) -> Scalar {
    match operand {
        Operand::Type(Type::Scalar(Scalar::I16)) => Scalar::I64,
        Operand::Type(_) | Operand::String(_) | Operand::Integer(_) | Operand::Node(_) | Operand::Symbol(_) => {
            Scalar::I16
        }
    }
}
