//! Expressions: operators by binding power, postfix forms, operands. Everything about speed happens here.

use super::{Done, LET, OPEN_RANGE, Open, Parser};
use crate::{MAX_DEPTH, NodeKind, SyntaxErrorKind, TextRange, TokenKind};

const RANGE: u8 = 1;
pub(super) const OR: u8 = 2;
pub(super) const AND: u8 = 3;
pub(super) const COMPARISON: u8 = 4;
const CAST: u8 = 11;

/// How tightly a token binds what stands left of it, 0 for tokens that are no operators. A kind with the line-end bit is
/// none.
static POWERS: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < OPERATORS.len() {
        table[OPERATORS[index].0 as usize] = OPERATORS[index].1;
        index += 1;
    }
    table
};

const OPERATORS: &[(TokenKind, u8)] = &[
    (TokenKind::DotDot, RANGE),
    (TokenKind::DotDotEqual, RANGE),
    (TokenKind::OrOr, OR),
    (TokenKind::AndAnd, AND),
    (TokenKind::EqualEqual, COMPARISON),
    (TokenKind::NotEqual, COMPARISON),
    (TokenKind::Less, COMPARISON),
    (TokenKind::LessEqual, COMPARISON),
    (TokenKind::Greater, COMPARISON),
    (TokenKind::GreaterEqual, COMPARISON),
    (TokenKind::Bar, 5),
    (TokenKind::Caret, 6),
    (TokenKind::Ampersand, 7),
    (TokenKind::ShiftLeft, 8),
    (TokenKind::ShiftRight, 8),
    (TokenKind::Plus, 9),
    (TokenKind::Minus, 9),
    (TokenKind::PlusPercent, 9),
    (TokenKind::MinusPercent, 9),
    (TokenKind::Star, 10),
    (TokenKind::Slash, 10),
    (TokenKind::Percent, 10),
    (TokenKind::StarPercent, 10),
    (TokenKind::As, CAST),
];

/// How tightly an operator between operands binds them, 0 for tokens that are none.
pub(crate) fn binding_power(operator: TokenKind) -> u8 {
    POWERS[operator as usize]
}

/// Whether an operator joins two values to one.
pub(super) fn joins_values(operator: TokenKind) -> bool {
    (COMPARISON..CAST).contains(&binding_power(operator))
}

impl Parser<'_> {
    /// Any expression.
    #[inline]
    pub(super) fn expression(&mut self) -> Done {
        self.expression_above(0)
    }

    /// An expression of operators that bind more tightly than `minimum`.
    pub(super) fn expression_above(&mut self, minimum: u8) -> Done {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let is_condition = self.at(TokenKind::Let) && self.flags & LET != 0 && minimum <= AND;
        let mut left = if is_condition { self.let_condition() } else { self.unary() };
        loop {
            let power = POWERS[self.current as usize];
            if power <= minimum {
                if self.at(TokenKind::Word)
                    && let Some(joined) = self.foreign_operator(left, minimum)
                {
                    left = joined;
                    continue;
                }
                break;
            }
            if matches!(self.kind(), TokenKind::Plus | TokenKind::Minus)
                && self.kind_ahead(1) == self.kind()
                && let Some(done) = self.increment(left)
            {
                left = done;
                continue;
            }
            if self.would_be_too_deep(left) {
                self.skip_too_deep();
                break;
            }
            let mut open = self.open_around(left);
            let operator = self.position;
            self.bump();
            left = match power {
                CAST => {
                    self.child(&mut open, Self::type_syntax);
                    self.close(open, NodeKind::Cast)
                }
                RANGE => self.range(open),
                _ => {
                    let right = self.expression_above(power);
                    self.add(&mut open, right);
                    if power <= COMPARISON {
                        self.check_operator(power, operator);
                    }
                    self.close(open, NodeKind::Binary)
                }
            };
        }
        self.depth -= 1;
        left
    }

    /// Comparisons do not chain; a `let` in a condition is joined by `&&`.
    #[inline(always)]
    fn check_operator(&mut self, power: u8, operator: usize) {
        if power == COMPARISON && POWERS[self.current as usize] == COMPARISON {
            self.error_here(SyntaxErrorKind::ChainedComparison, "comparisons do not chain, join two with `&&`");
        }
        if power == OR && self.has_let_condition && self.flags & LET != 0 {
            let range = self.token_range(operator);
            self.error_at(SyntaxErrorKind::MisplacedLet, range, "a condition with `let` is joined by `&&` only");
        }
    }

    /// What follows the `..` of a range.
    fn range(&mut self, mut open: Open) -> Done {
        if self.begins_element() && !self.at(TokenKind::OpenBrace) {
            self.child(&mut open, |parser| parser.expression_above(RANGE));
        } else if self.flags & OPEN_RANGE == 0 {
            self.error(SyntaxErrorKind::InvalidRange, "a range needs an end, except in `a[i..]`");
        }
        if POWERS[self.current as usize] == RANGE {
            self.error(SyntaxErrorKind::InvalidRange, "ranges do not chain");
        }
        self.close(open, NodeKind::Range)
    }

    /// Prefix operators and a postfix expression.
    fn unary(&mut self) -> Done {
        let kind = self.kind();
        if !matches!(
            kind,
            TokenKind::Minus | TokenKind::Not | TokenKind::Try | TokenKind::Ref | TokenKind::Mut | TokenKind::Move
        ) {
            return self.postfix();
        }
        if kind == TokenKind::Try && self.kind_ahead(1) == TokenKind::OpenBrace {
            return self.try_block();
        }
        let mut open = self.open();
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        self.bump();
        // A line that ends in `-` continues, one that ends in another of these does not.
        self.child(&mut open, Self::unary);
        self.depth -= 1;
        self.close(open, NodeKind::Unary)
    }

    #[inline(always)]
    fn postfix(&mut self) -> Done {
        let mut left = self.primary();
        loop {
            let kind = self.kind();
            if !matches!(kind, TokenKind::Dot | TokenKind::OpenParen | TokenKind::OpenBracket) {
                if matches!(kind, TokenKind::Colon | TokenKind::Arrow | TokenKind::Unknown)
                    && let Some(done) = self.foreign_postfix(left)
                {
                    left = done;
                    continue;
                }
                return left;
            }
            if self.would_be_too_deep(left) {
                self.skip_too_deep();
                return left;
            }
            left = match kind {
                TokenKind::Dot => self.field_access(left),
                TokenKind::OpenParen => self.call(left),
                _ => self.index(left),
            };
        }
    }

    fn field_access(&mut self, base: Done) -> Done {
        let open = self.open_around(base);
        self.bump();
        if self.kind().is_word_like() || self.at(TokenKind::Integer) {
            self.bump();
        } else if self.kind_of(base) == NodeKind::Literal {
            self.error(SyntaxErrorKind::InvalidNumber, "a digit follows the point, as in `1.0`");
        } else {
            self.error(SyntaxErrorKind::ExpectedName, "expected a name behind the `.`");
        }
        self.close(open, NodeKind::FieldAccess)
    }

    /// An operand. Long forms are functions of their own, so that this one needs little stack.
    #[inline(always)]
    fn primary(&mut self) -> Done {
        match self.kind() {
            TokenKind::Word | TokenKind::SelfType if self.at_foreign_operand() => self.foreign_operand(),
            TokenKind::Word | TokenKind::SelfType => self.leaf(NodeKind::Name),
            TokenKind::Integer
            | TokenKind::Float
            | TokenKind::Character
            | TokenKind::String
            | TokenKind::MultilineString
            | TokenKind::CString
            | TokenKind::True
            | TokenKind::False => self.leaf(NodeKind::Literal),
            TokenKind::OpenParen => self.paren(),
            _ => self.other_primary(),
        }
    }

    /// An operand behind a word that does not belong there.
    pub(super) fn primary_again(&mut self) -> Done {
        self.primary()
    }

    fn other_primary(&mut self) -> Done {
        match self.kind() {
            TokenKind::SelfValue => self.leaf(NodeKind::SelfValue),
            TokenKind::At => self.self_field(),
            TokenKind::OpenBracket => self.array(),
            TokenKind::OpenBrace if self.at_foreign_collection() => self.foreign_collection(),
            TokenKind::OpenBrace => self.block(),
            TokenKind::StringStart => self.interpolated_string(),
            TokenKind::If => self.if_expression(),
            TokenKind::Match => self.match_expression(),
            TokenKind::Unsafe => self.unsafe_block(),
            TokenKind::Loop | TokenKind::While | TokenKind::For => {
                let open = self.open();
                self.loop_expression(open)
            }
            TokenKind::Fn => self.closure(),
            TokenKind::Return => self.return_expression(),
            TokenKind::Throw => self.throw_expression(),
            TokenKind::Break => self.jump(NodeKind::Break),
            TokenKind::Continue => self.jump(NodeKind::Continue),
            TokenKind::Dyn | TokenKind::Extern => self.type_in_expression(),
            TokenKind::DotDot | TokenKind::DotDotEqual if self.flags & OPEN_RANGE != 0 => {
                let open = self.open();
                self.bump();
                self.range(open)
            }
            _ => self.no_expression(),
        }
    }

    /// Reports that no expression begins here, with advice where the reason is plain.
    #[cold]
    fn no_expression(&mut self) -> Done {
        let kind = self.kind();
        if let Some(done) = self.leading_operator() {
            return done;
        }
        let advice = match kind {
            TokenKind::Let if !self.tokens[self.position].after_newline() => {
                let message = "`let` stands in the condition of `if` or `while`, joined by `&&`";
                self.error_here(SyntaxErrorKind::MisplacedLet, message);
                return self.leaf(NodeKind::Error);
            }
            TokenKind::Ampersand | TokenKind::AndAnd => "write a borrow as `ref x` or `mut x`",
            TokenKind::Star if self.kind_before() == Some(TokenKind::Star) => {
                "there is no power operator: multiply, or call C's `pow`"
            }
            TokenKind::Star => "write `p[0]` for what a pointer leads to, a borrow is used as its value",
            TokenKind::Plus if self.kind_before() == Some(TokenKind::Plus) => "write `x += 1`",
            TokenKind::Plus if self.kind_ahead(1) == TokenKind::Plus => "write `x += 1`",
            TokenKind::Plus => "remove the `+`",
            TokenKind::Equal if self.kind_before() == Some(TokenKind::EqualEqual) => "write `==`",
            TokenKind::Equal if self.kind_before() == Some(TokenKind::NotEqual) => "write `!=`",
            TokenKind::Greater if self.kind_before() == Some(TokenKind::Less) => "write `!=`",
            TokenKind::Greater if self.kind_before() == Some(TokenKind::ShiftRight) => {
                "write `>>`, which shifts zeros into an unsigned integer"
            }
            TokenKind::Dot if self.kind_ahead(1) == TokenKind::Integer && self.is_adjacent(1) => {
                "write a digit before the point, as in `0.5`"
            }
            TokenKind::Bar | TokenKind::OrOr => "write a closure as `fn (x) { … }`",
            _ => return self.plainly_no_expression(),
        };
        let fix = self.no_expression_fix(kind);
        self.foreign(fix.0, advice, fix.1);
        let mut open = self.open();
        if matches!(kind, TokenKind::Bar | TokenKind::OrOr) {
            self.bump();
            if kind == TokenKind::Bar {
                while !self.at_end() && !matches!(self.kind(), TokenKind::Bar | TokenKind::LineEnd) {
                    self.bump();
                }
                self.eat(TokenKind::Bar);
            }
            self.quietly(|parser| parser.child(&mut open, Self::unary_again));
            return self.close(open, NodeKind::Error);
        }
        self.bump();
        self.child(&mut open, Self::unary_again);
        self.close(open, NodeKind::Error)
    }

    /// Where a wrong prefix is shown, and what to write in its place if that is plain.
    fn no_expression_fix(&self, kind: TokenKind) -> (TextRange, Option<(TextRange, String)>) {
        let here = self.token_range(self.position);
        let next = self.kind_ahead(1);
        let before = || self.token_range(self.position - 1);
        let fix = match kind {
            TokenKind::Ampersand if next == TokenKind::Mut => Some((here, String::new())),
            TokenKind::Ampersand if next.is_word_like() => Some((here, "ref ".to_string())),
            TokenKind::Plus if next == TokenKind::Plus && self.kind_ahead(2) == TokenKind::Word => {
                let range = TextRange::new(here.start, self.token_range(self.position + 2).end);
                let is_statement =
                    self.tokens[self.position].after_newline() && self.kind_ahead(3) == TokenKind::LineEnd;
                let text = format!("{} += 1", self.token_text(self.position + 2));
                return (range, is_statement.then_some((range, text)));
            }
            TokenKind::Plus if self.kind_before() != Some(TokenKind::Plus) => Some((here, String::new())),
            TokenKind::Equal => Some((here, String::new())),
            TokenKind::Greater if self.kind_before() == Some(TokenKind::Less) => {
                let range = TextRange::new(before().start, here.end);
                return (range, Some((range, "!=".to_string())));
            }
            TokenKind::Greater => Some((here, String::new())),
            TokenKind::Dot => Some((here, "0.".to_string())),
            _ => None,
        };
        (here, fix)
    }

    /// The operand behind a wrong prefix.
    pub(super) fn unary_again(&mut self) -> Done {
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.depth += 1;
        let done = if self.begins_element() { self.unary() } else { self.missing() };
        self.depth -= 1;
        done
    }

    pub(super) fn kind_before(&self) -> Option<TokenKind> {
        Some(self.tokens[self.position.checked_sub(1)?].kind())
    }

    fn plainly_no_expression(&mut self) -> Done {
        let kind = self.kind();
        let is_here = !self.tokens[self.position].after_newline();
        if kind == TokenKind::Case && is_here && self.flags & LET != 0 {
            return self.case_condition();
        }
        if kind == TokenKind::Underscore {
            self.error_here(SyntaxErrorKind::ExpectedExpression, "expected an expression, `_` is a pattern");
            return self.leaf(NodeKind::Error);
        }
        let begins_other =
            matches!(kind, TokenKind::As | TokenKind::In | TokenKind::Else | TokenKind::Case | TokenKind::Let);
        if is_here && kind.is_keyword() && !begins_other && !self.at_item_start() {
            let message = format!("{} is a reserved word, not a value", kind.description());
            self.error_here(SyntaxErrorKind::ReservedWord, message);
            return self.leaf(NodeKind::Error);
        }
        let message = match kind {
            TokenKind::Else => "an `else` belongs behind the `}` of its `if`",
            _ => "expected an expression",
        };
        self.error(SyntaxErrorKind::ExpectedExpression, message);
        self.missing()
    }

    fn self_field(&mut self) -> Done {
        let open = self.open();
        self.bump();
        if self.kind().is_word_like() {
            self.bump();
        } else {
            self.error(SyntaxErrorKind::ExpectedName, "expected the name of a field behind `@`");
        }
        self.close(open, NodeKind::SelfField)
    }

    /// `dyn T` or `extern fn`, which are types only.
    fn type_in_expression(&mut self) -> Done {
        if self.flags & super::TYPES == 0 {
            self.error(SyntaxErrorKind::ExpectedExpression, "expected an expression, found a type");
        }
        self.type_syntax()
    }
}
