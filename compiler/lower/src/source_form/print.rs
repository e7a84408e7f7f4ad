//! The text of a body in source form, for tests and for Graphviz. One line per statement; types only where a local
//! begins. Must not be read back: it is for people.

use std::fmt::Write;

use source::Db;

use super::{
    Block, BlockId, BorrowKind, Callee, CalleeId, ConstantId, ConstantValue, DropExtent, LocalId, LocalKind, Operand,
    OperandList, Place, PlaceBase, Point, Projection, Rvalue, SourceForm, Statement, StatementKind, Terminator,
};

impl SourceForm {
    /// The whole body as text.
    pub fn text(&self, db: &dyn Db) -> String {
        let printer = Printer { form: self, db };
        let mut text = String::new();
        for index in 0..self.locals.len() {
            if let Some(line) = printer.declaration(LocalId(index as u32)) {
                let _ = writeln!(text, "{line}");
            }
        }
        for id in self.block_ids() {
            let _ = writeln!(text, "block{}:", id.0);
            for line in printer.block(id, &self.blocks[id.0 as usize]) {
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }
}

/// Writes parts of one body.
pub(super) struct Printer<'a> {
    pub(super) form: &'a SourceForm,
    pub(super) db: &'a dyn Db,
}

impl Printer<'_> {
    /// The lines of a block, its terminator last.
    pub(super) fn block(&self, id: BlockId, block: &Block) -> Vec<String> {
        let statements = self.form.block_statements(id).iter();
        let mut lines: Vec<String> = statements.filter_map(|statement| self.statement(statement)).collect();
        lines.push(match block.terminator {
            Terminator::Goto(target) => format!("goto block{}", target.0),
            Terminator::Branch(condition, then, otherwise) => {
                format!("if {} block{} else block{}", self.operand(condition), then.0, otherwise.0)
            }
            Terminator::Switch(value, switch) => {
                let switch = self.form.switch(switch);
                let ty = self.form.operand_type(self.db, value);
                let is_signed = ty.int_kind().is_some_and(|kind| kind.is_signed());
                let case = |(bits, target): &(u128, BlockId)| match is_signed {
                    true => format!("{} block{}", *bits as i128, target.0),
                    false => format!("{bits} block{}", target.0),
                };
                let cases: Vec<String> = switch.cases.iter().map(case).collect();
                format!("switch {} [{}] else block{}", self.operand(value), cases.join(", "), switch.otherwise.0)
            }
            Terminator::Return => "return".to_string(),
            Terminator::Unreachable => "unreachable".to_string(),
        });
        lines
    }

    /// The declaration of a local that is not just a value on its way.
    fn declaration(&self, id: LocalId) -> Option<String> {
        let local = self.form.local(id);
        let word = match local.kind {
            LocalKind::Return => "result",
            LocalKind::Parameter => "parameter",
            LocalKind::Captured => "captured",
            LocalKind::Variable => "let",
            LocalKind::Temporary => "temporary",
            LocalKind::DropFlag => "flag",
            LocalKind::Value => return None,
        };
        let mutable = if local.mutable && local.kind == LocalKind::Variable { " mut" } else { "" };
        Some(format!("{word}{mutable} {}: {}", self.local(id), types::display(self.db, local.ty)))
    }

    fn local(&self, id: LocalId) -> String {
        match self.form.local(id).name {
            Some(name) => format!("{}_{}", name.text(), id.0),
            None => format!("_{}", id.0),
        }
    }

    fn statement(&self, statement: &Statement) -> Option<String> {
        Some(match statement.kind {
            StatementKind::Nothing => return None,
            StatementKind::Assign(place, rvalue) => format!("{} = {}", self.place(place), self.rvalue(rvalue)),
            StatementKind::ReplaceContents(place, value) => {
                format!("contents {} = {}", self.place(place), self.operand(value))
            }
            StatementKind::Swap(left, right) => format!("swap {}, {}", self.place(left), self.place(right)),
            StatementKind::Count(place) => format!("count {}", self.place(place)),
            StatementKind::CheckBounds { array, index } => {
                format!("check {} within {}", self.operand(index), self.place(array))
            }
            StatementKind::CheckRange { array, start, end, inclusive } => {
                let end = end.map_or_else(String::new, |end| self.operand(end));
                let dots = if inclusive { "..=" } else { ".." };
                let within = array.map_or_else(String::new, |array| format!(" within {}", self.place(array)));
                format!("check {}{dots}{end}{within}", self.operand(start))
            }
            StatementKind::Drop { place, extent, flag } => {
                let extent = match extent {
                    DropExtent::Whole => "",
                    DropExtent::Contents => "contents ",
                    DropExtent::Memory => "memory ",
                };
                let flag = flag.map(|flag| format!(" if {}", self.local(flag))).unwrap_or_default();
                format!("drop {extent}{}{flag}", self.place(place))
            }
            StatementKind::Reach(Point::Before(expression)) => format!("reach {}", expression.index()),
            StatementKind::Reach(Point::After(expression)) => format!("reach behind {}", expression.index()),
            StatementKind::Declare(local) => format!("declare {}", self.local(local)),
            StatementKind::StorageDead(local) => format!("end {}", self.local(local)),
        })
    }

    fn place(&self, place: Place) -> String {
        let mut text = match self.form.base(place) {
            PlaceBase::Local(local) => self.local(local),
            PlaceBase::Item(item) => item.name(self.db).text().to_string(),
        };
        for projection in self.form.projections(place) {
            match projection {
                Projection::Field(index) => {
                    let _ = write!(text, ".{index}");
                }
                Projection::UnionField(index) => {
                    let _ = write!(text, ".union{index}");
                }
                Projection::Payload(index) => {
                    let _ = write!(text, ".case{index}");
                }
                Projection::Storage => text.push_str(".storage"),
                Projection::Index(index) => {
                    let _ = write!(text, "[{}]", self.operand(*index));
                }
                Projection::Rest { front, back, length: _ } => {
                    let _ = write!(text, "[{front}..-{back}]");
                }
                Projection::FromEnd { from_end, least } => {
                    let _ = write!(text, "[-{} of {least}]", from_end + 1);
                }
                Projection::ConstantIndex(index) => {
                    let _ = write!(text, "[{index}]");
                }
                Projection::Slice(range) | Projection::PointerSlice(range) => {
                    let (start, end) = self.form.range(*range);
                    let _ = write!(text, "[{}..{}]", self.operand(start), self.operand(end));
                }
                Projection::Deref { mutable: _ } => text = format!("(*{text})"),
                Projection::PointerElement(index) => {
                    let _ = write!(text, "{{{}}}", self.operand(*index));
                }
            }
        }
        text
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Copy(place) => self.place(place),
            Operand::Move(place) => format!("move {}", self.place(place)),
            Operand::Constant(constant) => self.constant(constant),
            Operand::Poison(_) => "poison".to_string(),
        }
    }

    fn constant(&self, id: ConstantId) -> String {
        let constant = self.form.constant(id);
        match constant.value {
            ConstantValue::Unit => "()".to_string(),
            ConstantValue::Bool(value) => value.to_string(),
            ConstantValue::Integer(value) => value.to_string(),
            ConstantValue::WideInteger(index) => (self.form.wide_integers[index as usize] as i128).to_string(),
            ConstantValue::Float(bits) => format!("{:?}", f64::from_bits(bits)),
            ConstantValue::Text(text) => format!("{:?}", self.form.texts[text.0 as usize]),
            ConstantValue::Function(item) => item.name(self.db).text().to_string(),
            ConstantValue::Null => "null".to_string(),
            ConstantValue::SizeOf(ty) => format!("size of {}", types::display(self.db, ty)),
            ConstantValue::AlignOf(ty) => format!("align of {}", types::display(self.db, ty)),
            ConstantValue::OffsetOf(ty, field) => format!("offset of {}.{field}", types::display(self.db, ty)),
        }
    }

    fn list(&self, list: OperandList) -> String {
        let operands = self.form.operand_list(list).iter();
        operands.map(|operand| self.operand(*operand)).collect::<Vec<_>>().join(", ")
    }

    fn rvalue(&self, rvalue: Rvalue) -> String {
        match rvalue {
            Rvalue::Use(operand) => self.operand(operand),
            Rvalue::Binary(operation, left, right) => {
                format!("{} {}, {}", words(operation), self.operand(left), self.operand(right))
            }
            Rvalue::Unary(operation, operand) => format!("{} {}", words(operation), self.operand(operand)),
            Rvalue::Cast(_, operand) => format!("cast {}", self.operand(operand)),
            Rvalue::Borrow(BorrowKind::Shared, place) => format!("ref {}", self.place(place)),
            Rvalue::Borrow(BorrowKind::Mutable, place) => format!("mut {}", self.place(place)),
            Rvalue::Borrow(BorrowKind::MutableArgument, place) => format!("mut argument {}", self.place(place)),
            Rvalue::Address(place) => format!("address {}", self.place(place)),
            Rvalue::Aggregate(operands) => format!("make ({})", self.list(operands)),
            Rvalue::Union(field, operand) => format!("make union{field} {}", self.operand(operand)),
            Rvalue::Case(case, operands) => format!("make case{case} ({})", self.list(operands)),
            Rvalue::Length(place) => format!("length {}", self.place(place)),
            Rvalue::Tag(place) => format!("tag {}", self.place(place)),
            Rvalue::Repeat(operand) => format!("repeat {}", self.operand(operand)),
            Rvalue::PointerOffset(pointer, count) => {
                format!("offset {}, {}", self.operand(pointer), self.operand(count))
            }
            Rvalue::Zeroed => "zeroed".to_string(),
            Rvalue::Call(callee, arguments) => format!("{}({})", self.callee(callee), self.list(arguments)),
            Rvalue::Object(operand) => format!("object {}", self.operand(operand)),
            Rvalue::Closure(code, captured) => format!("closure {} ({})", self.callee(code), self.list(captured)),
        }
    }

    fn callee(&self, callee: CalleeId) -> String {
        match self.form.callee(callee) {
            Callee::Function { item, type_arguments: _ } => item.name(self.db).text().to_string(),
            Callee::Pointer { pointer, ty: _ } => format!("({})", self.operand(pointer)),
            Callee::Closure { ty: _ } => "call closure ".to_string(),
            Callee::Literal(closure) => format!("fn{}", closure.index()),
            Callee::Runtime(function) => format!("runtime {}", function.name()),
        }
    }
}

/// The words of an operation: `AddWrapping` is "add wrapping".
fn words(operator: impl std::fmt::Debug) -> String {
    let mut words = String::new();
    for letter in format!("{operator:?}").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
