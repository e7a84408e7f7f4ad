struct R1 { char a; }; //? struct R1
struct R2 { char a, b; }; //? struct R2
struct R3 { char a, b, c; }; //? struct R3
struct R5 { char a[5]; }; //? struct R5
struct R6 { short a, b, c; }; //? struct R6
struct R7 { char a[7]; }; //? struct R7
struct R8 { int a; short b; char c; }; //? struct R8
struct R9 { char a[9]; }; //? struct R9
struct R12 { int a, b, c; }; //? struct R12
struct R15 { char a[15]; }; //? struct R15
struct R16 { long long a; char b; }; //? struct R16
struct R17 { char a[17]; }; //? struct R17
struct R24 { void *a, *b, *c; }; //? struct R24
struct R64 { long long a[8]; }; //? struct R64
struct Wide { __int128 a; }; //? struct Wide
struct Wide_pair { char a; __int128 b; }; //? struct Wide_pair
struct Ldouble { long double a; }; //? struct Ldouble
struct Ldouble_pair { long double a, b; }; //? struct Ldouble_pair
struct Ldouble_mixed { long double a; char b; }; //? struct Ldouble_mixed
struct Quad { __float128 a; }; //? struct Quad
struct Truth { _Bool a, b; }; //? struct Truth
struct Int_float { int a; float b; }; //? struct Int_float
struct Float_int { float a; int b; }; //? struct Float_int
struct Int_double { int a; double b; }; //? struct Int_double
struct Double_int { double a; int b; }; //? struct Double_int
struct Float_double { float a; double b; }; //? struct Float_double
struct Double_float { double a; float b; }; //? struct Double_float
struct Char_float_char { char a; float b; char c; }; //? struct Char_float_char
struct Short_float2 { short a; float b, c; }; //? struct Short_float2
struct Float2_short { float a, b; short c; }; //? struct Float2_short
struct Float3_int { float a, b, c; int d; }; //? struct Float3_int
struct Ptr_float { void *a; float b; }; //? struct Ptr_float
struct Long_double_pair { long long a; double b; }; //? struct Long_double_pair
struct Nested { struct { char a; } b; struct { struct { float c; } d; } e; }; //? struct Nested
struct Nested_arrays { char a[3]; struct { short b[2]; } c; }; //? struct Nested_arrays
struct Holes { char a; int b; char c; int d; }; //? struct Holes
struct Int_pairs { struct { int a, b; } c[2]; }; //? struct Int_pairs
struct Char_int128 { char a; unsigned __int128 b; char c; }; //? struct Char_int128
struct Bits65 { _BitInt(65) a; }; //? struct Bits65
struct Bits24 { _BitInt(24) a; char b; }; //? struct Bits24
struct Bits129 { _BitInt(129) a; }; //? struct Bits129
struct Bits300 { char b; _BitInt(300) a; }; //? struct Bits300
struct Function { int (*a)(int); struct Function *b; }; //? struct Function
typedef struct { int a; float b; } Untagged; //? Untagged
typedef struct { Untagged a; char b; } Untagged_outer; //? Untagged_outer
struct Const { const int a; volatile float b; int *restrict c; }; //? struct Const
struct Va { __builtin_va_list a; }; //? struct Va
