//! The list of constructs that generated programs must contain, and how they are noted. The printer notes what it
//! writes, so the list speaks of the text that the compiler sees; it must not decide what is generated.

/// Defines the enum together with the list of its values, so that neither can lack one.
macro_rules! constructs {
    ($($name:ident)*) => {
        /// Something that the language has, and that generated programs use.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[allow(missing_docs, reason = "the names say all that there is to say")]
        pub enum Construct { $($name,)* }

        impl Construct {
            /// All constructs.
            pub const ALL: &'static [Construct] = &[$(Construct::$name,)*];
        }
    };
}

constructs! {
    I8 I16 I32 I64 I128 U8 U16 U32 U64 U128 F32 F64 Bool Text
    HeapStruct InlineStruct CopyStruct PackedStruct AlignedStruct EmptyStruct Union Tuple FixedArray Alias RawPointer
    FunctionPointer ArrayOfOwners LargeStruct NestedStruct
    DecimalLiteral GroupedLiteral HexadecimalLiteral OctalLiteral BinaryLiteral CharacterLiteral SuffixedLiteral FloatLiteral
    TextLiteral RawTextLiteral CTextLiteral Interpolation
    Add Subtract Multiply Divide Remainder AddWrapping SubtractWrapping MultiplyWrapping BitAnd BitOr BitXor ShiftLeft ShiftRight
    Negate Not BitNot FloatArithmetic FloatRemainder Equal NotEqual Less LessEqual Greater GreaterEqual
    CompareTexts CompareParts And Or CastBetweenIntegers CastToFloat CastFromFloat CastBetweenFloats CastFromBool
    CompoundAssignment WrappingAssignment JoinAssignment JoinTexts TextLength TextIsEmpty
    LetTyped LetUntyped LetLater LetMutable Shadowing Assignment AssignField AssignElement
    IfStatement IfValue BlockStatement BlockValue UnsafeBlock WhileLoop EndlessLoop ForRange ForInclusive Label
    Break BreakOuter Continue ContinueOuter Return ReturnEarly Assert Panic PrintLine PrintPart
    Constant ConstantCall Global GlobalRead GlobalWrite Function Recursion ManyParameters ExternFunction UnsafeFunction NamedArguments
    MethodRef MethodMut MethodMove MethodStatic FieldOfSelf RefParameter MutParameter ReturnsRef ReturnsMut AssignThroughCall
    LocalRef LocalMut WrittenRef SilentRef PointElsewhere AssignThroughMut
    Move WrittenMove PartialMove MoveOutOfTemporary Swap Replace
    UnionRead UnionWrite StructNamed StructPositional ArrayRepeat
    PointerTo PointerRead PointerWrite PointerOffset PointerNull PointerCompare Allocate CopyBytes Sort Printf StrLen SquareRoot FromC CString
    CallThroughPointer SizeOf AlignOf OffsetOf TestBlock
    MatchValue MatchStatement MatchGuard LetCondition WhileLet LetElse LetPattern
    PatternLiteral PatternText PatternRange PatternRangeInclusive PatternConstant PatternOr PatternAs PatternStruct PatternTuple
    PatternArray PatternNamed PatternRest NameLent NameChanged NameMoved NameCopied NameMutable
}
