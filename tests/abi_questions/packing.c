struct Pk1 { char a; int b; } __attribute__((packed)); //? struct Pk1
struct Pk2 { char a; double b; short c; } __attribute__((packed)); //? struct Pk2
struct Pk3 { char a; int b __attribute__((packed)); char c; }; //? struct Pk3
struct Pk4 { char a; long long b; } __attribute__((packed, aligned(4))); //? struct Pk4
struct Pk5 { char a; struct { char b; int c; } d; } __attribute__((packed)); //? struct Pk5
struct Pk6 { struct Pk1 a; int b; }; //? struct Pk6
struct Pk7 { float a; char b; } __attribute__((packed)); //? struct Pk7
struct Pk8 { int a; } __attribute__((packed)); //? struct Pk8
struct Pk9 { __int128 a; } __attribute__((packed)); //? struct Pk9
struct Pk10 { char b; __int128 a; } __attribute__((packed)); //? struct Pk10
struct Pk11 { long double a; char b; } __attribute__((packed)); //? struct Pk11
struct Al1 { int a; } __attribute__((aligned(2))); //? struct Al1
struct Al2 { int a; } __attribute__((aligned(8))); //? struct Al2
struct Al3 { int a; } __attribute__((aligned(16))); //? struct Al3
struct Al4 { int a; } __attribute__((aligned(32))); //? struct Al4
struct Al5 { int a; } __attribute__((aligned)); //? struct Al5
struct Al6 { char a __attribute__((aligned(4))); char b; }; //? struct Al6
struct Al7 { char a __attribute__((aligned(16))); }; //? struct Al7
struct Al8 { _Alignas(8) int a; _Alignas(double) char b; }; //? struct Al8
struct Al9 { long long a; long long b; } __attribute__((aligned(16))); //? struct Al9
struct Al10 { int a; int b __attribute__((aligned(8))); }; //? struct Al10
struct Al11 { struct Al3 a; }; //? struct Al11
struct Al12 { char c; struct Al3 a; }; //? struct Al12
struct Al13 { long long a, b; char c; } __attribute__((aligned(64))); //? struct Al13
struct Al14 { int a __attribute__((aligned(2))); char b; }; //? struct Al14
struct Al15 { int a __attribute__((packed, aligned(2))); char b; }; //? struct Al15
struct Al16 { double a __attribute__((packed, aligned(4))); int b; }; //? struct Al16
struct Al17 { char a[8]; } __attribute__((aligned(16))); //? struct Al17
struct Al18 { char a[16] __attribute__((aligned(16))); }; //? struct Al18
struct Al19 { int a; char b; } __attribute__((packed)) __attribute__((aligned(8))); //? struct Al19
struct __attribute__((aligned(4), packed)) Al20 { char a; long long b; }; //? struct Al20
typedef struct { char a; int b; } __attribute__((packed)) Al21; //? Al21
typedef struct __attribute__((packed)) { char a; int b; } Al22; //? Al22
#pragma pack(push, 1)
struct Pr1 { char a; long long b; }; //? struct Pr1
struct Pr2 { char a; struct Pr1 b; int c __attribute__((aligned(8))); }; //? struct Pr2
struct Pr3 { int a; } __attribute__((aligned(8))); //? struct Pr3
#pragma pack(push)
#pragma pack(4)
struct Pr4 { char a; double b; short c; }; //? struct Pr4
union Pr5 { char a[3]; double b; }; //? union Pr5
struct Pr6 { char a; __int128 b; }; //? struct Pr6
struct Pr7 { char a; long double b; }; //? struct Pr7
#pragma pack(pop)
struct Pr8 { char a; short b; }; //? struct Pr8
#pragma pack(pop)
#pragma pack(8)
struct Pr9 { char a; __int128 b; _Alignas(16) char c; }; //? struct Pr9
#pragma pack()
struct Ms1 { char a; int b : 3; char c : 3; } __attribute__((ms_struct)); //? struct Ms1
struct Ms2 { char a : 3; int b : 3; long long c : 3; } __attribute__((ms_struct)); //? struct Ms2
struct Ms3 { char a; long long b; } __attribute__((ms_struct)); //? struct Ms3
struct Ms4 { int a : 3; int : 0; char b; } __attribute__((ms_struct)); //? struct Ms4
struct Gs1 { char a : 3; int b : 3; } __attribute__((gcc_struct)); //? struct Gs1
__declspec(align(16)) struct Ds1 { int a; }; //? struct Ds1
struct __declspec(align(8)) Ds2 { char a; int b; }; //? struct Ds2
struct Ds3 { __declspec(align(8)) char a; char b; }; //? struct Ds3
