//! Words of C's text: names that C takes, scalars, pointers, attributes, comments. It owns what C keeps for itself; which
//! types there are and in which order they are declared, its callers know.

use std::collections::HashSet;

/// Words that C and C++, their predefined macros, or the headers that are included, have taken.
const TAKEN: &str = "\
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class \
    co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype \
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int \
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register \
    reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch \
    template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using \
    virtual void volatile wchar_t while xor xor_eq \
    linux unix main std \
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t int_least8_t int_least16_t int_least32_t \
    int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t int_fast8_t int_fast16_t int_fast32_t \
    int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t intptr_t uintptr_t intmax_t uintmax_t \
    NULL EOF BUFSIZ FILENAME_MAX FOPEN_MAX L_tmpnam L_ctermid P_tmpdir SEEK_CUR SEEK_END SEEK_SET TMP_MAX \
    RENAME_NOREPLACE RENAME_EXCHANGE RENAME_WHITEOUT size_t ssize_t off_t off64_t fpos_t fpos64_t va_list ino_t \
    ino64_t MAXNAMLEN dirent DT_UNKNOWN DT_FIFO DT_CHR DT_DIR DT_BLK DT_REG DT_LNK DT_SOCK DT_WHT SIZE_MAX \
    PTRDIFF_MIN PTRDIFF_MAX SIG_ATOMIC_MIN SIG_ATOMIC_MAX WCHAR_MIN WCHAR_MAX WINT_MIN WINT_MAX nullptr_t \
    max_align_t ptrdiff_t";

/// Macros of the standard's headers, whose text would stand in the place of a name wherever C includes them before ours.
const MACROS: &str = "\
    assert offsetof unreachable errno stdin stdout stderr complex imaginary I noreturn \
    setjmp longjmp sigsetjmp va_start va_arg va_end va_copy kill_dependency signbit fpclassify isfinite isinf isnan isnormal \
    isgreater isgreaterequal isless islessequal islessgreater isunordered math_errhandling \
    NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL EXIT_SUCCESS EXIT_FAILURE RAND_MAX MB_CUR_MAX MB_LEN_MAX CHAR_BIT \
    CLOCKS_PER_SEC TIME_UTC DECIMAL_DIG ONCE_FLAG_INIT TSS_DTOR_ITERATIONS WEOF CMPLX CMPLXF CMPLXL NDEBUG \
    OVERFLOW UNDERFLOW DOMAIN SING PLOSS TLOSS \
    EDOM EILSEQ ERANGE E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED \
    ECHILD ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EIDRM \
    EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENETDOWN ENETRESET \
    ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT ENOSPC ENOSR ENOSTR \
    ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM \
    EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE EROFS ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EWOULDBLOCK EXDEV";

/// Whether a word is a macro of the standard's headers by how it begins and ends: those for each type, width or purpose.
fn is_of_family(word: &str) -> bool {
    let is_upper = word.bytes().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == b'_');
    let begins = |list: &[&str]| list.iter().any(|begin| word.starts_with(begin));
    let ends = |list: &[&str]| list.iter().any(|end| word.ends_with(end));
    let of_integers = begins(&[
        "INT",
        "UINT",
        "CHAR_",
        "SCHAR_",
        "UCHAR_",
        "SHRT_",
        "USHRT_",
        "LONG_",
        "ULONG_",
        "LLONG_",
        "ULLONG_",
        "BOOL_",
        "PTRDIFF_",
        "SIZE_",
        "SSIZE_",
        "WCHAR_",
        "WINT_",
        "SIG_ATOMIC_",
        "BITINT_",
    ]) && ends(&["_MIN", "_MAX", "_C", "_WIDTH"]);
    let of_purposes = begins(&["FLT_", "DBL_", "LDBL_", "FE_", "FP_", "LC_", "SIG_", "M_", "MATH_", "ATOMIC_"]);
    // `SIGINT`, `PRId64`, `SCNxPTR`.
    let is_signal = word.strip_prefix("SIG").is_some_and(|rest| rest.len() > 1 && !rest.starts_with('_'));
    let of_formats = ["PRI", "SCN"].iter().any(|begin| {
        let kind = word.strip_prefix(begin).and_then(|rest| rest.bytes().next());
        kind.is_some_and(|kind| b"bBdiouxX".contains(&kind)) && word.len() > 4
    });
    is_upper && (of_integers || of_purposes || is_signal) || of_formats || word.starts_with("atomic_")
}

fn is_taken(word: &str) -> bool {
    let is_in = |list: &str| list.split_ascii_whitespace().any(|taken| taken == word);
    is_in(TAKEN) || is_in(MACROS) || is_of_family(word)
}

/// Whether C keeps a word for its compilers: `_Complex`, `__int128`.
fn is_of_compilers(word: &str) -> bool {
    word.strip_prefix('_')
        .is_some_and(|rest| rest.starts_with(|letter: char| letter == '_' || letter.is_ascii_uppercase()))
}

/// Types of the C library that are no `struct` of their name, with the header that declares them.
const LIBRARY: &[(&str, &str)] = &[("FILE", "stdio.h"), ("DIR", "dirent.h")];

/// The header of the C library that declares a type of this name, if it is one of those that are no `struct`.
pub fn header_of(name: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(known, _)| *known == name).map(|(_, header)| *header)
}

/// A name that C takes: of its letters, and none of its words.
pub fn identifier(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '_' }
    };
    let mut word: String = name.chars().map(plain).collect();
    if word.is_empty() || word.starts_with(|letter: char| letter.is_ascii_digit()) {
        word.insert(0, '_');
    }
    if is_taken(&word) || is_of_compilers(&word) {
        word.push('_');
    }
    word
}

/// Names for things that are told apart by their names only, like the fields of a structure. Different names of the
/// language may be one to C, which has fewer letters.
#[derive(Default)]
pub struct Identifiers {
    given: HashSet<String>,
}

impl Identifiers {
    /// A name that none of the others has, nor anything that `is_used` knows.
    pub fn give(&mut self, wanted: &str, is_used: impl Fn(&str) -> bool) -> String {
        let first = identifier(wanted);
        let numbered = (2..).map(|number| format!("{first}_{number}"));
        let free =
            std::iter::once(first.clone()).chain(numbered).find(|name| !is_used(name) && !self.given.contains(name));
        let name = free.unwrap_or(first);
        self.given.insert(name.clone());
        name
    }
}

/// A text as a comment, each line behind `indent`.
pub fn comment(text: &str, indent: &str) -> String {
    // A comment in C ends at the first of these, and warns of another beginning.
    let text = text.replace("*/", "* /").replace("/*", "/ *");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{indent}/* {} */\n", lines.join(&format!("\n{indent} * ")))
}

/// What stands behind a structure that is packed, or aligned to so many bytes.
pub fn attributes(packed: bool, align: Option<u64>) -> String {
    let packed = packed.then(|| "packed".to_owned());
    let aligned = align.map(|align| format!("aligned({align})"));
    let words: Vec<String> = packed.into_iter().chain(aligned).collect();
    if words.is_empty() { String::new() } else { format!(" __attribute__(({}))", words.join(", ")) }
}

/// The integer of so many bits, 8 to 128.
pub fn integer(bits: u32, signed: bool) -> &'static str {
    match (bits, signed) {
        (8, true) => "int8_t",
        (8, false) => "uint8_t",
        (16, true) => "int16_t",
        (16, false) => "uint16_t",
        (32, true) => "int32_t",
        (32, false) => "uint32_t",
        (64, true) => "int64_t",
        (64, false) => "uint64_t",
        (_, true) => "__int128",
        (_, false) => "unsigned __int128",
    }
}
