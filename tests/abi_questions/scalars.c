//? _Bool
//? char
//? signed char
//? unsigned char
//? short
//? unsigned short
//? int
//? unsigned int
//? long
//? unsigned long
//? long long
//? unsigned long long
//? __int128
//? unsigned __int128
//? float
//? double
//? long double
//? _Float16
//? __bf16
//? __float128
//? _Complex float
//? _Complex double
//? _Complex long double
//? _Float16 _Complex
//? _Complex __float128
//? _Complex _Float16
//? _Complex int
//? _Complex char
//? void *
//? __builtin_va_list
//? __SIZE_TYPE__
//? __PTRDIFF_TYPE__
//? __WCHAR_TYPE__
//? __INTMAX_TYPE__
//? unsigned _BitInt(1)
//? _BitInt(2)
//? _BitInt(7)
//? unsigned _BitInt(8)
//? _BitInt(9)
//? unsigned _BitInt(15)
//? _BitInt(16)
//? _BitInt(24)
//? unsigned _BitInt(31)
//? _BitInt(32)
//? _BitInt(33)
//? unsigned _BitInt(63)
//? _BitInt(64)
//? _BitInt(65)
//? unsigned _BitInt(96)
//? _BitInt(127)
//? _BitInt(128)
//? unsigned _BitInt(129)
//? _BitInt(192)
//? unsigned _BitInt(255)
//? _BitInt(256)
//? _BitInt(257)
//? _BitInt(1000)
typedef int (*Callback)(float, struct Unknown *); //? Callback
typedef int Plain_function(int); //? Plain_function *
typedef int Rows[3][2]; //? Rows *
