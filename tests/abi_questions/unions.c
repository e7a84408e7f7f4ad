union Char_int { char a; int b; }; //? union Char_int
union Int_float_u { int a; float b; }; //? union Int_float_u
union Float_double_u { float a; double b; }; //? union Float_double_u
union Floats { float a; float b[2]; }; //? union Floats
union Floats4 { float a[4]; struct { float x, y; } b; }; //? union Floats4
union Doubles { double a; double b[4]; }; //? union Doubles
union Long_double_u { long double a; char b; }; //? union Long_double_u
union Long_double_int { long double a; int b[4]; }; //? union Long_double_int
union Halves { _Float16 a[3]; _Float16 b; }; //? union Halves
union Chars3 { char a[3]; }; //? union Chars3
union Chars9 { char a[9]; double b; }; //? union Chars9
union Chars17 { char a[17]; }; //? union Chars17
union Wide_u { __int128 a; char b; }; //? union Wide_u
union Complex_u { _Complex float a; float b; }; //? union Complex_u
union Complex_d { _Complex double a; double b[2]; }; //? union Complex_d
union Vector_u { float a __attribute__((vector_size(16))); char b; }; //? union Vector_u
union Bits_u { int a : 3; float b; }; //? union Bits_u
union Bits_only { int a : 3; long long b : 40; }; //? union Bits_only
union Bits_short { short a : 9; char b : 3; }; //? union Bits_short
union Bits_unnamed { int : 20; char b; }; //? union Bits_unnamed
union Packed_u { int a; char b[5]; } __attribute__((packed)); //? union Packed_u
union Aligned_u { int a; } __attribute__((aligned(16))); //? union Aligned_u
union Record_u { struct { char a; float b; } c; struct { float d; char e; } f; }; //? union Record_u
union Pair_u { struct { int a, b, c; } d; double e; }; //? union Pair_u
struct In_union { union { float a; int b; }; float c; }; //? struct In_union
struct Two_unions { union { float a; } x; union { float b; } y; }; //? struct Two_unions
struct Union_double { union { double a; long long b; } u; double c; }; //? struct Union_double
union Single_float { float a; }; //? union Single_float
union Single_double { double a; }; //? union Single_double
union Single_pointer { void *a; }; //? union Single_pointer
union Transparent { int *a; const float *b; } __attribute__((transparent_union)); //? union Transparent
union Transparent_float { float a; int b; } __attribute__((transparent_union)); //? union Transparent_float
typedef union { long long a; double b; } Transparent_typedef __attribute__((transparent_union)); //? Transparent_typedef
union Transparent_record { struct { int x, y; } a; long long b; } __attribute__((transparent_union)); //? union Transparent_record
