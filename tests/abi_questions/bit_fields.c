struct Bf1 { int a : 1; }; //? struct Bf1
struct Bf2 { unsigned a : 3, b : 5; }; //? struct Bf2
struct Bf3 { char a : 4; short b : 9; int c : 20; }; //? struct Bf3
struct Bf4 { int a : 20; short b : 9; char c : 4; }; //? struct Bf4
struct Bf5 { long long a : 33; int b : 31; }; //? struct Bf5
struct Bf6 { long long a : 63; char b; }; //? struct Bf6
struct Bf7 { char a; int b : 24; }; //? struct Bf7
struct Bf8 { char a; int b : 25; }; //? struct Bf8
struct Bf9 { int a : 3; int : 0; int b : 3; }; //? struct Bf9
struct Bf10 { char a : 3; int : 0; char b : 3; }; //? struct Bf10
struct Bf11 { char a : 3; long long : 0; char b; }; //? struct Bf11
struct Bf12 { char a; short : 0; char b; }; //? struct Bf12
struct Bf13 { _Bool a : 1; _Bool b : 1; int c : 6; }; //? struct Bf13
struct Bf14 { int : 7; char b; }; //? struct Bf14
struct Bf15 { char b; int : 7; }; //? struct Bf15
struct Bf16 { long long a : 12, b : 52; long long c : 1; }; //? struct Bf16
struct Bf17 { unsigned short a : 16; unsigned short b : 1; }; //? struct Bf17
struct Bf18 { int a : 32; char b : 8; }; //? struct Bf18
struct Bf19 { __int128 a : 100; int b; }; //? struct Bf19
struct Bf20 { __int128 a : 3; char b; }; //? struct Bf20
struct Bf21 { _BitInt(17) a : 9; char b; }; //? struct Bf21
struct Bf22 { unsigned _BitInt(70) a : 66; int b : 3; }; //? struct Bf22
struct Bf23 { int a : 3; } __attribute__((packed)); //? struct Bf23
struct Bf24 { int a : 13; long long b : 37; char c; } __attribute__((packed)); //? struct Bf24
struct Bf25 { char a; int b : 30 __attribute__((packed)); char c; }; //? struct Bf25
struct Bf26 { int a : 3 __attribute__((aligned(8))); int b : 3; }; //? struct Bf26
struct Bf27 { int a : 3; int b : 3 __attribute__((aligned(1))); }; //? struct Bf27
struct Bf28 { char a; int b : 3 __attribute__((aligned(2))); }; //? struct Bf28
struct Bf29 { int a : 5; int : 0 __attribute__((aligned(16))); char b; }; //? struct Bf29
struct Bf30 { enum { BfA, BfB } a : 2; unsigned b : 30; }; //? struct Bf30
struct Bf31 { long a : 33; }; //? struct Bf31
struct Bf32 { double a; int b : 5; float c; }; //? struct Bf32
struct Bf33 { short a : 1; char b : 1; int c : 1; long long d : 1; }; //? struct Bf33
struct Bf34 { char a : 8; char b : 8; short c : 16; int d : 32; }; //? struct Bf34
struct Bf35 { unsigned char a : 7; unsigned char b : 2; unsigned char c; }; //? struct Bf35
struct Bf36 { int a; struct { int b : 4; } c; int d : 4; }; //? struct Bf36
struct Bf37 { short : 0; }; //? struct Bf37
struct Bf38 { long long a : 40; int b : 30; char c : 3; }; //? struct Bf38
struct Bf39 { int a : 17; float b; int c : 17; }; //? struct Bf39
struct Bf40 { int a : 8; int b : 8; int c : 8; int d : 8; int e : 1; }; //? struct Bf40
struct Bf41 { int a : 3; int : 0; } __attribute__((packed)); //? struct Bf41
struct Bf42 { int a : 1; char : 0; int b : 1; short : 0; int c : 1; long long : 0; int d : 1; }; //? struct Bf42
#pragma pack(push, 1)
struct Bp1 { int a : 5; long long b : 40; char c; }; //? struct Bp1
struct Bp2 { char a; int : 0; int b : 3; }; //? struct Bp2
#pragma pack(2)
struct Bp3 { char a; int b : 30; long long c : 3; }; //? struct Bp3
struct Bp4 { int a : 3; int b : 3 __attribute__((aligned(8))); }; //? struct Bp4
#pragma pack(pop)
struct Bp5 { char a; int b : 30; }; //? struct Bp5
