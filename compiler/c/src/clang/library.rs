//! Clang's library behind safe calls: an opened translation unit, its cursors and types, which live no longer than it does.
//! It owns every `unsafe` call of this room; it must not know what anybody wants of declarations.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::marker::PhantomData;

use clang_sys::*;

use super::wire::Place;

/// A translation unit that clang has read.
pub(super) struct Unit {
    index: CXIndex,
    unit: CXTranslationUnit,
}

/// Something that is wrong.
pub(super) struct Error {
    pub message: String,
    pub place: Place,
    /// Whether clang has stopped reading there.
    pub is_fatal: bool,
}

/// A declaration or an attribute.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'unit> {
    raw: CXCursor,
    unit: PhantomData<&'unit Unit>,
}

/// What clang makes of an expression.
pub(super) enum Evaluated {
    Nothing,
    Integer(i128),
    Float(f64),
    /// Up to its first NUL.
    Text(Vec<u8>),
}

/// A type.
#[derive(Clone, Copy)]
pub(super) struct Type<'unit> {
    raw: CXType,
    unit: PhantomData<&'unit Unit>,
}

impl Unit {
    /// Has clang read a file, with other texts than the disk's for some, and keep what the preprocessor did if that is wanted.
    /// The library must be loaded on this thread.
    pub fn read(
        path: &str,
        texts: &[(String, Vec<u8>)],
        arguments: &[String],
        keeps_macros: bool,
    ) -> Result<Unit, String> {
        let no_nul =
            |text: &str| CString::new(text).map_err(|_| "a NUL has no place in what clang is told".to_string());
        let path = no_nul(path)?;
        let arguments = arguments.iter().map(|word| no_nul(word)).collect::<Result<Vec<_>, _>>()?;
        let pointers: Vec<*const c_char> = arguments.iter().map(|word| word.as_ptr()).collect();
        let named = texts.iter().map(|(path, _)| no_nul(path)).collect::<Result<Vec<_>, _>>()?;
        let of = |(name, (_, text)): (&CString, &(String, Vec<u8>))| CXUnsavedFile {
            Filename: name.as_ptr(),
            Contents: text.as_ptr().cast(),
            Length: text.len() as _,
        };
        let mut unsaved: Vec<CXUnsavedFile> = named.iter().zip(texts).map(of).collect();
        let mut options = CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_VisitImplicitAttributes;
        if keeps_macros {
            options |= CXTranslationUnit_DetailedPreprocessingRecord;
        }
        // SAFETY: the strings and the texts outlive the call, and their numbers are those of the slices.
        unsafe {
            let index = clang_createIndex(0, 0);
            let mut unit = std::ptr::null_mut();
            let code = clang_parseTranslationUnit2(
                index,
                path.as_ptr(),
                pointers.as_ptr(),
                pointers.len() as c_int,
                unsaved.as_mut_ptr(),
                unsaved.len() as u32,
                options,
                &mut unit,
            );
            // Its end gives the index back, too.
            let read = Unit { index, unit };
            match code {
                CXError_Success if !unit.is_null() => Ok(read),
                CXError_InvalidArguments => Err("clang does not understand its options".to_string()),
                code => Err(format!("clang gave up on the file (code {code})")),
            }
        }
    }

    /// The declarations of the file and of what it includes.
    pub fn declarations(&self) -> Vec<Cursor<'_>> {
        // SAFETY: the unit is alive.
        let root = unsafe { clang_getTranslationUnitCursor(self.unit) };
        Cursor { raw: root, unit: PhantomData }.children()
    }

    /// The bytes of a file that was read, by clang's name for it.
    pub fn contents(&self, path: &str) -> Option<&[u8]> {
        let path = CString::new(path).ok()?;
        let mut length = 0;
        // SAFETY: the unit is alive and keeps what it has read of its files; the length is written before the call returns.
        unsafe {
            let file = clang_getFile(self.unit, path.as_ptr());
            if file.is_null() {
                return None;
            }
            let bytes = clang_getFileContents(self.unit, file, &mut length);
            (!bytes.is_null()).then(|| std::slice::from_raw_parts(bytes.cast::<u8>(), length))
        }
    }

    /// What clang says is wrong.
    pub fn errors(&self) -> Vec<Error> {
        // SAFETY: the unit is alive, each diagnostic is given back, and a location of a diagnostic belongs to the unit.
        unsafe {
            let errors = (0..clang_getNumDiagnostics(self.unit)).filter_map(|number| {
                let diagnostic = clang_getDiagnostic(self.unit, number);
                let severity = clang_getDiagnosticSeverity(diagnostic);
                let error = (severity >= CXDiagnostic_Error).then(|| Error {
                    message: string(clang_getDiagnosticSpelling(diagnostic)),
                    place: place(clang_getDiagnosticLocation(diagnostic)),
                    is_fatal: severity >= CXDiagnostic_Fatal,
                });
                clang_disposeDiagnostic(diagnostic);
                error
            });
            errors.collect()
        }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: nothing that borrows from it is left.
        unsafe {
            if !self.unit.is_null() {
                clang_disposeTranslationUnit(self.unit);
            }
            clang_disposeIndex(self.index);
        }
    }
}

/// What the library says of its version, as people read it. It must be loaded on this thread.
pub(super) fn version() -> String {
    // SAFETY: the call has no arguments; the string is used once, here.
    string(unsafe { clang_getClangVersion() })
}

/// The text of one of clang's strings, which is given back.
fn string(raw: CXString) -> String {
    // SAFETY: the string is used once and lives until it is disposed of.
    unsafe {
        let text = clang_getCString(raw);
        let owned = if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() };
        clang_disposeString(raw);
        owned
    }
}

/// Where macros are expanded, which is where a reader looks.
fn place(location: CXSourceLocation) -> Place {
    let (mut file, mut line, mut column, mut offset) = (std::ptr::null_mut(), 0, 0, 0);
    // SAFETY: the four places are written before the call returns.
    unsafe {
        clang_getExpansionLocation(location, &mut file, &mut line, &mut column, &mut offset);
        let file = if file.is_null() { String::new() } else { string(clang_getFileName(file)) };
        Place { file, line, column, offset }
    }
}

extern "C" fn add_cursor(cursor: CXCursor, _parent: CXCursor, found: CXClientData) -> CXChildVisitResult {
    // SAFETY: `found` is the list that `children` holds while clang calls this.
    unsafe { (*found.cast::<Vec<CXCursor>>()).push(cursor) };
    CXChildVisit_Continue
}

extern "C" fn add_field(cursor: CXCursor, found: CXClientData) -> CXVisitorResult {
    // SAFETY: the same of `fields`.
    unsafe { (*found.cast::<Vec<CXCursor>>()).push(cursor) };
    CXVisit_Continue
}

impl<'unit> Cursor<'unit> {
    fn of(raw: CXCursor) -> Cursor<'unit> {
        Cursor { raw, unit: PhantomData }
    }

    /// Asks clang about it.
    fn ask<T>(self, question: unsafe fn(CXCursor) -> T) -> T {
        // SAFETY: the cursor's unit is alive, which it borrows, and the question is about nothing else.
        unsafe { question(self.raw) }
    }

    pub fn children(self) -> Vec<Cursor<'unit>> {
        let mut found: Vec<CXCursor> = Vec::new();
        // SAFETY: the unit is alive, and the list outlives the visit.
        unsafe { clang_visitChildren(self.raw, add_cursor, std::ptr::from_mut(&mut found).cast::<c_void>()) };
        found.into_iter().map(Cursor::of).collect()
    }

    pub fn kind(self) -> CXCursorKind {
        self.raw.kind
    }

    pub fn name(self) -> String {
        string(self.ask(clang_getCursorSpelling))
    }

    /// The comment above it, or behind it in its line, with its signs.
    pub fn comment(self) -> Option<String> {
        Some(string(self.ask(clang_Cursor_getRawCommentText))).filter(|text| !text.is_empty())
    }

    /// Whether a macro has parameters.
    pub fn has_macro_parameters(self) -> bool {
        self.ask(clang_Cursor_isMacroFunctionLike) != 0
    }

    /// Whether a function may be written in the place of its calls.
    pub fn is_inline(self) -> bool {
        self.ask(clang_Cursor_isFunctionInlined) != 0
    }

    /// Whether `extern` stands before it.
    pub fn is_written_extern(self) -> bool {
        self.ask(clang_Cursor_getStorageClass) == CX_SC_Extern
    }

    /// The file that an inclusion found.
    pub fn included(self) -> Option<String> {
        let file = self.ask(clang_getIncludedFile);
        // SAFETY: a file that is there belongs to the unit, which is alive.
        (!file.is_null()).then(|| string(unsafe { clang_getFileName(file) }))
    }

    /// Whether each thread has its own of a variable.
    pub fn is_thread_local(self) -> bool {
        self.ask(clang_getCursorTLSKind) != CXTLS_None
    }

    /// What a typedef stands for.
    pub fn aliased(self) -> Type<'unit> {
        Type::of(self.ask(clang_getTypedefDeclUnderlyingType))
    }

    /// What clang makes of a variable's initialiser.
    pub fn evaluated(self) -> Evaluated {
        // SAFETY: the unit is alive, and the result is given back behind its last use, which is when its text was copied.
        unsafe {
            let result = clang_Cursor_Evaluate(self.raw);
            if result.is_null() {
                return Evaluated::Nothing;
            }
            let value = match clang_EvalResult_getKind(result) {
                CXEval_Int if clang_EvalResult_isUnsignedInt(result) != 0 => {
                    Evaluated::Integer(i128::from(clang_EvalResult_getAsUnsigned(result)))
                }
                CXEval_Int => Evaluated::Integer(i128::from(clang_EvalResult_getAsLongLong(result))),
                CXEval_Float => Evaluated::Float(clang_EvalResult_getAsDouble(result)),
                CXEval_StrLiteral => {
                    let text = clang_EvalResult_getAsStr(result);
                    match text.is_null() {
                        true => Evaluated::Nothing,
                        false => Evaluated::Text(CStr::from_ptr(text).to_bytes().to_vec()),
                    }
                }
                _ => Evaluated::Nothing,
            };
            clang_EvalResult_dispose(result);
            value
        }
    }

    pub fn symbol(self) -> String {
        string(self.ask(clang_Cursor_getMangling))
    }

    pub fn ty(self) -> Type<'unit> {
        Type::of(self.ask(clang_getCursorType))
    }

    pub fn place(self) -> Place {
        place(self.ask(clang_getCursorLocation))
    }

    /// From where to where it is written; nothing if that is not one piece of one file.
    pub fn extent(self) -> Option<(Place, Place)> {
        let range = self.ask(clang_getCursorExtent);
        // SAFETY: a range is a plain value, of a unit that is alive.
        let (from, to) = unsafe { (clang_getRangeStart(range), clang_getRangeEnd(range)) };
        let (from, to) = (place(from), place(to));
        (from.file == to.file && from.offset <= to.offset).then_some((from, to))
    }

    /// The declaration as clang writes it, without bodies and members.
    pub fn text(self) -> String {
        // SAFETY: the unit is alive, and the policy is given back behind its last use.
        unsafe {
            let policy = clang_getCursorPrintingPolicy(self.raw);
            clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
            let text = string(clang_getCursorPrettyPrinted(self.raw, policy));
            clang_PrintingPolicy_dispose(policy);
            text
        }
    }

    pub fn is_exported(self) -> bool {
        self.ask(clang_getCursorLinkage) == CXLinkage_External
    }

    /// Whether it has neither a tag nor a typedef that stands for one.
    pub fn is_unnamed(self) -> bool {
        self.ask(clang_Cursor_isAnonymous) != 0
    }

    /// The parameters of a function.
    pub fn parameters(self) -> Vec<Cursor<'unit>> {
        let count = self.ask(clang_Cursor_getNumArguments);
        (0..count.max(0) as u32)
            // SAFETY: the unit is alive, and it has so many.
            .map(|number| Cursor::of(unsafe { clang_Cursor_getArgument(self.raw, number) }))
            .collect()
    }

    /// Of a member, in bits.
    pub fn offset(self) -> Option<u64> {
        u64::try_from(self.ask(clang_Cursor_getOffsetOfField)).ok()
    }

    /// Of a bit-field, in bits.
    pub fn width(self) -> Option<u16> {
        match self.ask(clang_Cursor_isBitField) {
            0 => None,
            _ => u16::try_from(self.ask(clang_getFieldDeclBitWidth)).ok(),
        }
    }

    /// The integer that an enumeration is.
    pub fn enumeration_type(self) -> Type<'unit> {
        Type::of(self.ask(clang_getEnumDeclIntegerType))
    }

    /// The value of an enumerator, with its sign and without.
    pub fn enumerator(self) -> (i64, u64) {
        (self.ask(clang_getEnumConstantDeclValue), self.ask(clang_getEnumConstantDeclUnsignedValue))
    }
}

impl<'unit> Type<'unit> {
    fn of(raw: CXType) -> Type<'unit> {
        Type { raw, unit: PhantomData }
    }

    /// Asks clang about it.
    fn ask<T>(self, question: unsafe fn(CXType) -> T) -> T {
        // SAFETY: the type's unit is alive, which it borrows, and the question is about nothing else.
        unsafe { question(self.raw) }
    }

    /// What clang knows the type by, the same for the same type.
    pub fn identity(self) -> usize {
        self.raw.data[0] as usize
    }

    pub fn kind(self) -> CXTypeKind {
        self.raw.kind
    }

    pub fn name(self) -> String {
        string(self.ask(clang_getTypeSpelling))
    }

    /// The same without names of typedefs around it; those inside stay. Nothing if it is written in another way.
    pub fn without_names(self) -> Option<Type<'unit>> {
        let mut ty = self;
        // Each step leads to a type that was there before.
        loop {
            ty = match ty.kind() {
                CXType_Typedef => ty.declaration().aliased(),
                CXType_Elaborated => Type::of(ty.ask(clang_Type_getNamedType)),
                CXType_Invalid => return None,
                _ => return Some(ty),
            };
        }
    }

    /// Without typedefs.
    pub fn canonical(self) -> Type<'unit> {
        Type::of(self.ask(clang_getCanonicalType))
    }

    pub fn is_const(self) -> bool {
        self.ask(clang_isConstQualifiedType) != 0
    }

    /// Whether what it is may not be written; of an array its elements say so.
    pub fn holds_const(self) -> bool {
        let mut ty = self;
        while matches!(ty.kind(), CXType_ConstantArray | CXType_IncompleteArray) && !ty.is_const() {
            ty = ty.element();
        }
        ty.is_const()
    }

    /// The tag of an enumeration, or the typedef that stands for one.
    pub fn tag_of_enumeration(self) -> Option<String> {
        let declaration = (self.kind() == CXType_Enum).then(|| self.declaration())?;
        (!declaration.is_unnamed()).then(|| declaration.name())
    }

    /// 0 is that of everything that C knows.
    pub fn address_space(self) -> u32 {
        self.ask(clang_getAddressSpace)
    }

    /// In bytes.
    pub fn size(self) -> Option<u64> {
        u64::try_from(self.ask(clang_Type_getSizeOf)).ok()
    }

    /// In bytes.
    pub fn align(self) -> Option<u64> {
        u64::try_from(self.ask(clang_Type_getAlignOf)).ok()
    }

    /// Of an array, a vector or a complex number.
    pub fn element(self) -> Type<'unit> {
        Type::of(self.ask(clang_getElementType))
    }

    /// Of an array or a vector.
    pub fn count(self) -> Option<u64> {
        u64::try_from(self.ask(clang_getNumElements)).ok()
    }

    /// What an `_Atomic` type holds.
    pub fn value(self) -> Type<'unit> {
        Type::of(self.ask(clang_Type_getValueType))
    }

    pub fn pointee(self) -> Type<'unit> {
        Type::of(self.ask(clang_getPointeeType))
    }

    /// Where it is defined, whose attributes count, or else where it is declared first.
    pub fn declaration(self) -> Cursor<'unit> {
        let declared: Cursor<'unit> = Cursor::of(self.ask(clang_getTypeDeclaration));
        let defined: Cursor<'unit> = Cursor::of(declared.ask(clang_getCursorDefinition));
        if defined.ask(clang_Cursor_isNull) == 0 { defined } else { declared }
    }

    pub fn fields(self) -> Vec<Cursor<'unit>> {
        let mut found: Vec<CXCursor> = Vec::new();
        // SAFETY: the unit is alive, and the list outlives the visit.
        unsafe { clang_Type_visitFields(self.raw, add_field, std::ptr::from_mut(&mut found).cast::<c_void>()) };
        found.into_iter().map(Cursor::of).collect()
    }

    pub fn result(self) -> Type<'unit> {
        Type::of(self.ask(clang_getResultType))
    }

    pub fn parameters(self) -> Vec<Type<'unit>> {
        let count = self.ask(clang_getNumArgTypes);
        // SAFETY: the unit is alive, and it has so many.
        let parameter = |number| Type::of(unsafe { clang_getArgType(self.raw, number) });
        (0..count.max(0) as u32).map(parameter).collect()
    }

    pub fn is_variadic(self) -> bool {
        self.ask(clang_isFunctionTypeVariadic) != 0
    }

    pub fn is_called_as_c(self) -> bool {
        self.ask(clang_getFunctionTypeCallingConv) == CXCallingConv_C
    }
}
