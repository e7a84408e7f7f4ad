//! Where values lie, in DWARF's words: of the places that artifacts name, and of steps that were read.

use gimli::constants;
use gimli::leb128::write::Leb128;
use gimli::write::{Address, AttributeValue, Expression, Location, LocationList};
use mir::artifact::VariablePlace;

use crate::functions::address;
use crate::read::{ReadConstant, ReadLocation, Step};
use crate::scopes::CodeRange;
use crate::types::{Place, Types};

/// The place of a variable of an artifact.
pub(crate) fn of_place(place: VariablePlace) -> Expression {
    let mut expression = Expression::new();
    match place {
        VariablePlace::Frame(offset) => return of_frame(offset),
        VariablePlace::ThroughFrame(offset) => {
            expression.op_fbreg(offset);
            expression.op_deref();
        }
        VariablePlace::Register(register) => expression.op_reg(gimli::Register(register)),
    }
    expression
}

/// The place of nearly every variable that no optimiser has seen: as bytes, since a list of operations begins with room for
/// four.
fn of_frame(offset: i64) -> Expression {
    let offset = Leb128::signed(offset);
    let mut bytes = Vec::with_capacity(1 + offset.bytes().len());
    bytes.push(constants::DW_OP_fbreg.0);
    bytes.extend_from_slice(offset.bytes());
    Expression::raw(bytes)
}

/// Steps that were read.
pub(crate) fn of_steps<'object>(
    steps: &[Step],
    place: &mut Place<'_, 'object>,
    types: &mut Types<'object>,
) -> Expression {
    let mut expression = Expression::new();
    for step in steps {
        match step {
            Step::Plain(operation) => expression.op(*operation),
            Step::Unsigned(value) => expression.op_constu(*value),
            Step::Signed(value) => expression.op_consts(*value),
            Step::Frame(offset) => expression.op_fbreg(*offset),
            Step::Register(register) => expression.op_reg(gimli::Register(*register)),
            Step::RegisterOffset(register, offset) => expression.op_breg(gimli::Register(*register), *offset),
            Step::Piece(bytes) => expression.op_piece(*bytes),
            Step::Add(value) => expression.op_plus_uconst(*value),
            Step::Read(bytes) => expression.op_deref_size(*bytes),
            Step::Value(bytes) => expression.op_implicit_value(bytes.clone().into()),
            Step::Convert(ty) => {
                let ty = ty.map(|ty| types.number(place, ty));
                expression.op_convert(ty);
            }
            Step::Entry(steps) => {
                let inner = of_steps(steps, place, types);
                expression.op_entry_value(inner);
            }
            Step::Address(section, offset) => expression.op_addr(address(*section, *offset)),
        }
    }
    expression
}

/// Places of a variable, each for some of the code that begins at an address.
pub(crate) fn within(
    start: Address,
    ranges: Vec<(CodeRange, Expression)>,
    place: &mut Place<'_, '_>,
) -> AttributeValue {
    let mut list = vec![Location::BaseAddress { address: start }];
    list.extend(ranges.into_iter().map(|((from, to), data)| Location::OffsetPair {
        begin: u64::from(from),
        end: u64::from(to),
        data,
    }));
    AttributeValue::LocationListRef(place.dwarf.unit.locations.add(LocationList(list)))
}

/// What an entry's location is, and the attribute that says so. `start` is where the code begins that offsets count from.
pub(crate) fn of_location<'object>(
    location: &ReadLocation,
    start: Address,
    place: &mut Place<'_, 'object>,
    types: &mut Types<'object>,
) -> (constants::DwAt, AttributeValue) {
    match location {
        ReadLocation::Always(steps) => {
            (constants::DW_AT_location, AttributeValue::Exprloc(of_steps(steps, place, types)))
        }
        ReadLocation::Ranges(ranges) => {
            let ranges = ranges.iter().map(|(code, steps)| (*code, of_steps(steps, place, types))).collect();
            (constants::DW_AT_location, within(start, ranges, place))
        }
        ReadLocation::Constant(value) => {
            let value = match value {
                ReadConstant::Signed(value) => AttributeValue::Sdata(*value),
                ReadConstant::Unsigned(value) => AttributeValue::Udata(*value),
                ReadConstant::Bytes(bytes) => AttributeValue::Block(bytes.clone()),
            };
            (constants::DW_AT_const_value, value)
        }
    }
}
