//! The kinds of tokens and trivia. A token's kind says nothing about names or types: contextual words (`copy`, `enum`,
//! `test`, …) are plain words here, and only the parser knows where they mean more.

macro_rules! token_kinds {
    ($($(#[$documentation:meta])* $name:ident $text:literal,)*) => {
        /// The kind of a significant token. White space and comments are [`TriviaKind`]s.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum TokenKind { $($(#[$documentation])* $name,)* }

        /// Every kind in the order of its number.
        const ALL: &[TokenKind] = &[$(TokenKind::$name,)*];

        impl TokenKind {
            /// How messages name the kind: the token itself in back quotes, or words such as "a name".
            pub fn description(self) -> &'static str {
                match self { $(TokenKind::$name => $text,)* }
            }
        }
    };
}

token_kinds! {
    /// Not a token of the text: what the parser sees where a newline ends the statement.
    LineEnd "the end of the line",
    /// The end of the text; it has no bytes.
    EndOfText "the end of the file",
    /// Bytes that begin no token.
    Unknown "an invalid character",
    /// A name; also the contextual words.
    Word "a name",
    /// `_`
    Underscore "`_`",
    /// `1_000`, `0xff`, `0o17`, `0b101`
    Integer "a number",
    /// `1.5`, `2e9`
    Float "a number",
    /// `'a'`
    Character "a character literal",
    /// `"…"` without interpolation, with its quotes.
    String "a string",
    /// `"""…"""` without interpolation, with its quotes.
    MultilineString "a string",
    /// `c"…"`
    CString "a C string",
    /// The opening quotes of a string with interpolation.
    StringStart "a string",
    /// Text between the quotes and interpolations of a string.
    StringText "text of a string",
    /// `${`
    InterpolationStart "`${`",
    /// `:8.2` behind the value of `${…}`, up to its `}`.
    TextFormat "a format",
    /// The `}` of `${…}`; empty where the string ended before it.
    InterpolationEnd "`}`",
    /// The closing quotes of a string with interpolation; empty where they are missing.
    StringEnd "the end of the string",
    /// `as`
    As "`as`",
    /// `break`
    Break "`break`",
    /// `case`
    Case "`case`",
    /// `continue`
    Continue "`continue`",
    /// `dyn`
    Dyn "`dyn`",
    /// `else`
    Else "`else`",
    /// `extern`
    Extern "`extern`",
    /// `false`
    False "`false`",
    /// `fn`
    Fn "`fn`",
    /// `for`
    For "`for`",
    /// `if`
    If "`if`",
    /// `impl`
    Impl "`impl`",
    /// `import`
    Import "`import`",
    /// `in`
    In "`in`",
    /// `let`
    Let "`let`",
    /// `loop`
    Loop "`loop`",
    /// `match`
    Match "`match`",
    /// `move`
    Move "`move`",
    /// `mut`
    Mut "`mut`",
    /// `pub`
    Pub "`pub`",
    /// `ref`
    Ref "`ref`",
    /// `return`
    Return "`return`",
    /// `self`
    SelfValue "`self`",
    /// `Self`
    SelfType "`Self`",
    /// `throw`
    Throw "`throw`",
    /// `trait`
    Trait "`trait`",
    /// `true`
    True "`true`",
    /// `try`
    Try "`try`",
    /// `type`
    Type "`type`",
    /// `unsafe`
    Unsafe "`unsafe`",
    /// `while`
    While "`while`",
    /// `(`
    OpenParen "`(`",
    /// `)`
    CloseParen "`)`",
    /// `[`
    OpenBracket "`[`",
    /// `]`
    CloseBracket "`]`",
    /// `{`
    OpenBrace "`{`",
    /// `}`
    CloseBrace "`}`",
    /// `,`
    Comma "`,`",
    /// `:`
    Colon "`:`",
    /// `;`
    Semicolon "`;`",
    /// `.`
    Dot "`.`",
    /// `..`
    DotDot "`..`",
    /// `..=`
    DotDotEqual "`..=`",
    /// `...`
    Ellipsis "`...`",
    /// `->`
    Arrow "`->`",
    /// `@`
    At "`@`",
    /// `@[`
    AttributeStart "`@[`",
    /// `!`
    Not "`!`",
    /// `*`
    Star "`*`",
    /// `/`
    Slash "`/`",
    /// `%`
    Percent "`%`",
    /// `*%`
    StarPercent "`*%`",
    /// `+`
    Plus "`+`",
    /// `-`
    Minus "`-`",
    /// `+%`
    PlusPercent "`+%`",
    /// `-%`
    MinusPercent "`-%`",
    /// `<<`
    ShiftLeft "`<<`",
    /// `>>`
    ShiftRight "`>>`",
    /// `&`
    Ampersand "`&`",
    /// `^`
    Caret "`^`",
    /// `|`
    Bar "`|`",
    /// `==`
    EqualEqual "`==`",
    /// `!=`
    NotEqual "`!=`",
    /// `<`
    Less "`<`",
    /// `<=`
    LessEqual "`<=`",
    /// `>`
    Greater "`>`",
    /// `>=`
    GreaterEqual "`>=`",
    /// `&&`
    AndAnd "`&&`",
    /// `||`
    OrOr "`||`",
    /// `=`
    Equal "`=`",
    /// `*=`
    StarEqual "`*=`",
    /// `/=`
    SlashEqual "`/=`",
    /// `%=`
    PercentEqual "`%=`",
    /// `*%=`
    StarPercentEqual "`*%=`",
    /// `+=`
    PlusEqual "`+=`",
    /// `-=`
    MinusEqual "`-=`",
    /// `+%=`
    PlusPercentEqual "`+%=`",
    /// `-%=`
    MinusPercentEqual "`-%=`",
    /// `<<=`
    ShiftLeftEqual "`<<=`",
    /// `>>=`
    ShiftRightEqual "`>>=`",
    /// `&=`
    AmpersandEqual "`&=`",
    /// `^=`
    CaretEqual "`^=`",
    /// `|=`
    BarEqual "`|=`",
}

/// Kinds by number. The upper half is what a kind with the 'a newline ends the statement here' bit reads as, so that such
/// a token matches nothing that would continue the line.
static BY_NUMBER: [TokenKind; 256] = {
    let mut table = [TokenKind::LineEnd; 256];
    let mut number = 0;
    while number < ALL.len() {
        table[number] = ALL[number];
        number += 1;
    }
    table
};

const _: () = assert!(ALL.len() <= 128, "the eighth bit of a kind marks the end of a line");

impl TokenKind {
    /// The kind with this number, [`TokenKind::LineEnd`] if the eighth bit is set.
    #[inline(always)]
    pub(crate) fn from_number(number: u8) -> TokenKind {
        BY_NUMBER[number as usize]
    }

    /// Whether the token is spelled like a name: a word or a reserved word.
    pub fn is_word_like(self) -> bool {
        self == TokenKind::Word || self.is_keyword()
    }

    /// Whether a `pub` in front of the token and behind an item's keyword only stands too late: a name or what comes before
    /// one follows it. Else the `pub` is taken for the name itself.
    pub(crate) fn follows_late_public(self) -> bool {
        matches!(self, TokenKind::Word | TokenKind::At | TokenKind::Mut | TokenKind::Move)
    }

    /// Whether the token is a reserved word.
    pub fn is_keyword(self) -> bool {
        (TokenKind::As..=TokenKind::While).contains(&self)
    }

    /// Whether the token is `=` or a compound assignment.
    pub fn is_assignment(self) -> bool {
        (TokenKind::Equal..=TokenKind::BarEqual).contains(&self)
    }

    /// Whether the token is a literal in quotes, or the end of one.
    pub(crate) fn is_quoted(self) -> bool {
        (TokenKind::Character..=TokenKind::StringEnd).contains(&self)
    }

    /// Whether a statement goes on in the next line when this token ends a line.
    pub(crate) const fn continues_line(self) -> bool {
        let number = self as u8;
        number >= TokenKind::Star as u8
            || matches!(
                self,
                TokenKind::As | TokenKind::Comma | TokenKind::Arrow | TokenKind::DotDot | TokenKind::DotDotEqual
            )
    }

    /// Whether a line that begins with this token continues the statement above it.
    pub(crate) const fn continues_previous_line(self) -> bool {
        matches!(self, TokenKind::Dot | TokenKind::Else | TokenKind::AndAnd | TokenKind::OrOr)
    }
}

/// The kind of a piece of text between significant tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TriviaKind {
    /// Blanks, tabs and a byte order mark at the start of the text.
    Whitespace,
    /// One line end, `\n` or `\r\n`.
    Newline,
    /// `#` up to the end of its line.
    Comment,
}
