//! The symbols that a program may not define: others rely on what stands behind them. The one list; it was found by
//! looking: at the C standard, at what LLVM's `TargetLibraryInfo` and `RuntimeLibcalls` know by name, at the relocations of
//! glibc's own shared libraries, at what the standard library declares of C, at the start files and the linker's script. A
//! test in `tests` compares it with LLVM's tables, the library and the undefined symbols of objects, another one with
//! LANGUAGE.md. Names that begin with `_` are not here:
//! all of them belong to C's implementation. It must not know how a symbol is written in a program.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Who relies on a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// ISO C has a function or variable of this name.
    StandardC,
    /// Optimisers take every function of this name for the one of the system.
    Optimisers,
    /// The C library calls or reads it by this name.
    CLibrary,
    /// Our standard library calls it by this name.
    Library,
    /// The start files and the linker of the system give it a meaning.
    Start,
}

/// Who relies on a symbol of this name; nobody, if a program may define it.
pub fn owner(name: &str) -> Option<Owner> {
    static OWNERS: LazyLock<FxHashMap<&str, Owner>> = LazyLock::new(|| all().collect());
    OWNERS.get(name).copied().or_else(|| {
        // C has each function of its mathematics three times: for `double`, `float` and `long double`.
        let double = name.strip_suffix(['f', 'l'])?;
        words(MATHEMATICS).any(|word| word == double).then_some(Owner::StandardC)
    })
}

/// All that are written here; of the functions of mathematics those for `double`.
pub fn all() -> impl Iterator<Item = (&'static str, Owner)> {
    GROUPS.iter().flat_map(|(owner, names)| words(names).map(|name| (name, *owner)))
}

fn words(names: &'static str) -> impl Iterator<Item = &'static str> {
    names.split_ascii_whitespace()
}

const GROUPS: &[(Owner, &str)] = &[
    (Owner::StandardC, STANDARD),
    (Owner::StandardC, MATHEMATICS),
    (Owner::Optimisers, OPTIMISERS),
    (Owner::CLibrary, C_LIBRARY),
    (Owner::Library, LIBRARY),
    (Owner::Start, START),
];

/// C23, 7.1.3: external names of the standard library, its mathematics apart.
const STANDARD: &str = "\
    abort abs aligned_alloc asctime at_quick_exit atexit atof atoi atol atoll bsearch btowc c16rtomb c32rtomb \
    c8rtomb call_once calloc clearerr clock cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait \
    ctime difftime div errno exit fclose feclearexcept fegetenv fegetexceptflag fegetmode fegetround feholdexcept feof \
    feraiseexcept ferror fesetenv fesetexcept fesetexceptflag fesetmode fesetround fetestexcept fetestexceptflag \
    feupdateenv fflush fgetc fgetpos fgets fgetwc fgetws fopen fprintf fputc fputs fputwc fputws fread free \
    free_aligned_sized free_sized freopen fscanf fseek fsetpos ftell fwide fwprintf fwrite fwscanf getc getchar \
    getenv getwc getwchar gmtime gmtime_r imaxabs imaxdiv isalnum isalpha isblank iscntrl isdigit isgraph islower \
    isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint \
    iswpunct iswspace iswupper iswxdigit isxdigit labs ldiv llabs lldiv localeconv localtime localtime_r longjmp \
    malloc mblen mbrlen mbrtoc16 mbrtoc32 mbrtoc8 mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc memalignment memccpy \
    memchr memcmp memcpy memmove memset memset_explicit mktime mtx_destroy mtx_init mtx_lock mtx_timedlock \
    mtx_trylock mtx_unlock perror printf putc putchar puts putwc putwchar qsort quick_exit raise rand realloc remove \
    rename rewind scanf setbuf setjmp setlocale setvbuf signal snprintf sprintf srand sscanf stderr stdin stdout \
    strcat strchr strcmp strcoll strcpy strcspn strdup strerror strfromd strfromf strfroml strftime strlen strncat \
    strncmp strncpy strndup strpbrk strrchr strspn strstr strtod strtof strtoimax strtok strtol strtold strtoll \
    strtoul strtoull strtoumax strxfrm swprintf swscanf system thrd_create thrd_current thrd_detach thrd_equal \
    thrd_exit thrd_join thrd_sleep thrd_yield time timegm timespec_get timespec_getres tmpfile tmpnam tolower \
    toupper towctrans towlower towupper tss_create tss_delete tss_get tss_set ungetc ungetwc vfprintf vfscanf \
    vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wcrtomb wcscat \
    wcschr wcscmp wcscoll wcscpy wcscspn wcsftime wcslen wcsncat wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn \
    wcsstr wcstod wcstof wcstoimax wcstok wcstol wcstold wcstoll wcstombs wcstoul wcstoull wcstoumax wcsxfrm wctob \
    wctomb wctrans wctype wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf wscanf";

/// C23, 7.3 and 7.12: mathematics for `double`.
const MATHEMATICS: &str = "\
    acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cabs cacos cacosh canonicalize carg casin \
    casinh catan catanh cbrt ccos ccosh ceil cexp cimag clog compoundn conj copysign cos cosh cospi cpow cproj creal \
    csin csinh csqrt ctan ctanh erf erfc exp exp10 exp10m1 exp2 exp2m1 expm1 fabs fdim floor fma fmax fmaximum \
    fmaximum_mag fmaximum_mag_num fmaximum_num fmin fminimum fminimum_mag fminimum_mag_num fminimum_num fmod frexp \
    fromfp fromfpx hypot ilogb ldexp lgamma llogb llrint llround log log10 log10p1 log1p log2 log2p1 logb logp1 \
    lrint lround modf nan nearbyint nextafter nextdown nexttoward nextup pow pown powr remainder remquo rint rootn \
    round roundeven rsqrt scalbln scalbn sin sinh sinpi sqrt tan tanh tanpi tgamma trunc ufromfp ufromfpx";

/// What LLVM knows by name beyond the standard.
const OPTIMISERS: &str = "\
    access bcmp bcopy bzero chmod chown closedir ctermid execl execle execlp execv execvP execve execvp execvpe \
    fdopen ffs ffsl ffsll fgetc_unlocked fgets_unlocked fileno fiprintf flockfile fls flsl flsll fopen64 fork \
    fputc_unlocked fputs_unlocked fread_unlocked fseeko fseeko64 fstat fstat64 fstatvfs fstatvfs64 ftello ftello64 \
    ftrylockfile funlockfile fwrite_unlocked getc_unlocked getchar_unlocked getitimer getlogin_r getpwnam gets \
    gettimeofday htonl htons iprintf isascii lchown lstat lstat64 memalign mempcpy memrchr memset_pattern16 \
    memset_pattern4 memset_pattern8 mkdir ntohl ntohs open open64 opendir pclose popen posix_memalign pread \
    putc_unlocked putchar_unlocked pvalloc pwrite read readlink reallocarray reallocf realpath rmdir setitimer \
    sincos sincosf sincosl sincospi sincospif sincospil siprintf stat stat64 statvfs statvfs64 stpcpy stpncpy \
    strcasecmp strlcat strlcpy strncasecmp strnlen strtok_r times tmpfile64 toascii uname unlink unsetenv utime \
    utimes valloc vec_calloc vec_free vec_malloc vec_realloc write";

/// What glibc's libraries reach through symbols that a program could replace, what is linked into each program, and what
/// our runtime calls of the system.
const C_LIBRARY: &str = "\
    argp_err_exit_status argp_program_bug_address argp_program_version argp_program_version_hook backtrace dladdr \
    environ error_message_count error_one_per_line error_print_progname gai_strerror getauxval getdate_err getentropy \
    getrlimit h_errlist loc1 loc2 locs lseek matherr mmap munmap obstack_alloc_failed_handler obstack_exit_failure \
    optarg opterr optind optopt program_invocation_name program_invocation_short_name pthread_atfork \
    pthread_cond_broadcast pthread_cond_signal pthread_cond_wait pthread_create pthread_getspecific pthread_join \
    pthread_key_create pthread_mutex_lock pthread_mutex_unlock pthread_once pthread_setspecific re_syntax_options \
    rpc_createerr sigaction sigaltstack signgam svc_fdset svc_max_pollfd svc_pollfd svcauthdes_stats writev";

/// What our standard library calls of the system besides.
const LIBRARY: &str = "\
    accept4 bind chdir clock_gettime clock_nanosleep close connect dirfd fcntl fdopendir freeaddrinfo fsync ftruncate \
    getaddrinfo getcwd getpeername getpid getsockname getsockopt kill lgamma_r lgammaf_r link listen openat pipe2 poll \
    posix_spawn_file_actions_addchdir_np posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addopen \
    posix_spawn_file_actions_destroy posix_spawn_file_actions_init posix_spawnp pthread_cond_clockwait pthread_detach \
    pthread_sigmask readdir recv recvfrom sched_getaffinity send sendto setenv setsockopt shutdown sigaddset sigemptyset sigismember \
    sigpending sigtimedwait socket statx symlink unlinkat waitpid";

/// Start files and the linker's script.
const START: &str = "\
    data_start edata end etext main";
