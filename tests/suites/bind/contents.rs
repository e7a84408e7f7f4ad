//! What a header of the C library holds: names that POSIX (and the manual pages) say it declares, and names that it only sees
//! because other headers do. Must not know how a module decides.

/// A header, what its module has, and what it has not.
pub struct Contents {
    pub header: &'static str,
    pub has: &'static str,
    pub lacks: &'static str,
}

const fn of(header: &'static str, has: &'static str, lacks: &'static str) -> Contents {
    Contents { header, has, lacks }
}

pub const CONTENTS: [Contents; 19] = [
    of(
        "math.h",
        "sin cosf atan2 fma frexp lgamma nearbyint FP_NAN FP_ILOGB0 M_PI HUGE_VAL INFINITY signgam double_t",
        "abort size_t _MATH_H",
    ),
    of(
        "errno.h",
        "EPERM ERANGE EAGAIN EDEADLK ENOTSUP ENAMETOOLONG EHWPOISON ECANCELED __errno_location",
        "perror strerror size_t _ERRNO_H _ASM_GENERIC_ERRNO_H",
    ),
    of(
        "fcntl.h",
        "open openat creat O_CREAT O_CLOEXEC F_GETFL FD_CLOEXEC AT_FDCWD S_IRUSR SEEK_SET flock",
        "close fopen select",
    ),
    of(
        "signal.h",
        "signal raise kill SIGINT SIGKILL SIGSEGV SIG_BLOCK SA_RESTART sigset_t siginfo_t stack_t SI_USER sigprocmask",
        "gregset_t mcontext_t getpid printf select",
    ),
    of(
        "sys/socket.h",
        "socket bind AF_INET6 PF_UNIX SOCK_STREAM SOL_SOCKET SO_REUSEADDR MSG_PEEK SHUT_WR sockaddr msghdr SOMAXCONN",
        "select fd_set htons in_addr u_char",
    ),
    of("poll.h", "poll pollfd nfds_t POLLIN POLLNVAL", "select sigset_t read"),
    of("sys/poll.h", "poll pollfd POLLOUT", "select read"),
    of("syslog.h", "syslog openlog vsyslog LOG_ERR LOG_DAEMON LOG_NDELAY", "printf va_arg"),
    of("float.h", "FLT_MAX DBL_EPSILON DBL_DIG FLT_RADIX DBL_MANT_DIG", "INT_MAX sin"),
    of(
        "stdint.h",
        "int_least8_t uint_fast64_t INT8_MIN UINT64_MAX SIZE_MAX INTPTR_MAX WCHAR_MAX",
        "INT_MAX printf pid_t",
    ),
    of(
        "limits.h",
        "CHAR_BIT INT_MIN INT_MAX ULONG_MAX LLONG_MIN PATH_MAX NAME_MAX _POSIX_PATH_MAX SSIZE_MAX RE_DUP_MAX",
        "DBL_MAX SIZE_MAX",
    ),
    of(
        "time.h",
        "time clock_gettime strftime nanosleep mktime CLOCK_MONOTONIC CLOCKS_PER_SEC TIMER_ABSTIME tm timespec itimerspec",
        "timeval select usleep",
    ),
    of(
        "unistd.h",
        "read write fork close lseek getopt optarg _SC_PAGESIZE _SC_NPROCESSORS_ONLN _PC_PATH_MAX STDIN_FILENO R_OK",
        "open printf S_IRUSR malloc",
    ),
    of(
        "stdlib.h",
        "malloc free strtod qsort getenv div_t ldiv_t EXIT_FAILURE RAND_MAX WNOHANG abort mkstemp",
        "select fd_set printf strlen u_char",
    ),
    of("string.h", "memcpy strlen strtok_r strerror strcoll_l", "malloc printf strcasecmp"),
    of(
        "stdio.h",
        "printf fopen stdin EOF BUFSIZ SEEK_END L_tmpnam FILENAME_MAX _IOFBF getline fpos_t",
        "malloc strlen read",
    ),
    of("termios.h", "tcgetattr cfsetospeed termios ICANON TCSANOW B9600 VMIN CSIZE cc_t", "ioctl read"),
    of(
        "netinet/in.h",
        "htons in_addr sockaddr_in6 in6addr_any IPPROTO_TCP IPV6_V6ONLY IP_TTL",
        "socket SOL_SOCKET select accept",
    ),
    of("sys/ioctl.h", "ioctl TIOCGWINSZ FIONREAD winsize", "tcgetattr read"),
];

/// Whether a module declares a name, as an item of its own.
pub fn declares(module: &str, name: &str) -> bool {
    let words = ["fn ", "let ", "let mut ", "type copy ", "type union ", "type "];
    module.lines().map(str::trim_start).any(|line| {
        let rest = line.strip_prefix("pub ").unwrap_or_default();
        let named = words.iter().filter_map(|word| rest.strip_prefix(word)?.strip_prefix(name));
        named.into_iter().any(|behind| behind.is_empty() || behind.starts_with([' ', ':', '(', '=']))
    })
}
