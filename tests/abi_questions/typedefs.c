typedef int Ti1 __attribute__((aligned(1))); //? Ti1
typedef int Ti2 __attribute__((aligned(2))); //? Ti2
typedef int Ti8 __attribute__((aligned(8))); //? Ti8
typedef int Ti16 __attribute__((aligned(16))); //? Ti16
typedef int Ti4 __attribute__((aligned(4))); //? Ti4
typedef long long Tl4 __attribute__((aligned(4))); //? Tl4
typedef double Td4 __attribute__((aligned(4))); //? Td4
typedef float Tf1 __attribute__((aligned(1))); //? Tf1
typedef char Tc16 __attribute__((aligned(16))); //? Tc16
typedef __int128 Tq8 __attribute__((aligned(8))); //? Tq8
typedef struct { int a; } Ts1 __attribute__((aligned(1))); //? Ts1
typedef struct { int a; } Ts16 __attribute__((aligned(16))); //? Ts16
typedef struct { int a; } __attribute__((aligned(16))) Ts16b; //? Ts16b
typedef struct Ts_named { double a, b; } Ts8 __attribute__((aligned(8))); //? Ts8
typedef struct Ts_named Ts32 __attribute__((aligned(32))); //? Ts32
typedef int Ta8[2] __attribute__((aligned(8)));
typedef Ti16 Ti16_again; //? Ti16_again
typedef float Tv8 __attribute__((vector_size(16), aligned(8))); //? Tv8
typedef float Tv32 __attribute__((vector_size(16), aligned(32))); //? Tv32
typedef void *Tp16 __attribute__((aligned(16))); //? Tp16
typedef int Tm_qi __attribute__((mode(QI))); //? Tm_qi
typedef unsigned Tm_di __attribute__((mode(DI))); //? Tm_di
typedef int Tm_ti __attribute__((mode(TI))); //? Tm_ti
typedef float Tm_xf __attribute__((mode(XF))); //? Tm_xf
typedef float Tm_tf __attribute__((mode(TF))); //? Tm_tf
typedef int Tm_word __attribute__((mode(word))); //? Tm_word
typedef _Complex float Tm_dc __attribute__((mode(DC))); //? Tm_dc
struct Tb1 { char a; Ti1 b : 3; Ti1 c : 20; }; //? struct Tb1
struct Tb2 { char a; Ti16 b : 3; int c : 3; }; //? struct Tb2
struct Tb3 { Ti2 a : 17; char b; }; //? struct Tb3
struct Tb4 { Ti8 a : 3; Ti8 b : 30; }; //? struct Tb4
struct Tb5 { char a; Ti16 : 0; char b; }; //? struct Tb5
struct Tb6 { char a; Ti1 : 0; char b; }; //? struct Tb6
struct Tb7 { char a; Tl4 b : 40; } ; //? struct Tb7
struct Tb8 { char a; Ti16 b : 3; } __attribute__((packed)); //? struct Tb8
struct Tm1 { char a; Ti1 b; char c; }; //? struct Tm1
struct Tm2 { char a; Ti2 b; char c; }; //? struct Tm2
struct Tm3 { char a; Ti8 b; char c; }; //? struct Tm3
struct Tm4 { char a; Ti16 b; }; //? struct Tm4
struct Tm5 { char a; Tl4 b; }; //? struct Tm5
struct Tm6 { char a; Tf1 b; }; //? struct Tm6
struct Tm7 { float a; Tf1 b; }; //? struct Tm7
struct Tm8 { char a; Ts1 b; char c; }; //? struct Tm8
struct Tm9 { Ts1 b; char c; }; //? struct Tm9
struct Tm10 { char a; Ts16 b; }; //? struct Tm10
struct Tm11 { char a; Ti1 b[2]; Ti8 *c; }; //? struct Tm11
struct Tm12 { char a; Ta8 b; char c; }; //? struct Tm12
struct Tm13 { char a; Ti16 b; } __attribute__((packed)); //? struct Tm13
struct Tm14 { char a; Ti1 b __attribute__((aligned(4))); }; //? struct Tm14
struct Tm15 { Ti1 a; }; //? struct Tm15
struct Tm16 { Ti4 a; }; //? struct Tm16
struct Tm17 { char a; Td4 b; Td4 c; }; //? struct Tm17
struct Tm18 { char a; Tv8 b; }; //? struct Tm18
struct Tm19 { char a; Tq8 b; }; //? struct Tm19
struct Tm20 { char a; struct Tm1 b; int c; }; //? struct Tm20
struct Tm21 { Ti16 a; Ti16 b; }; //? struct Tm21
union Tu1 { char a; Ti1 b; }; //? union Tu1
union Tu2 { char a; Ti16 b; }; //? union Tu2
union Tu3 { Ti1 a; Ti8 b; char c[3]; }; //? union Tu3
#pragma pack(push, 2)
struct Tk1 { char a; Ti1 b; Ti8 c; }; //? struct Tk1
struct Tk2 { char a; Ti16 b; }; //? struct Tk2
union Tk3 { char a[3]; Ti1 b; Ti8 c; }; //? union Tk3
struct Tk4 { char a; Ti8 b : 5; }; //? struct Tk4
#pragma pack(pop)
void typedef_pointers(Ti1 *, Ti16 *, Ts1 *, Ti8 (*)[2]);
Ti1 typedef_variable; Ti16 typedef_aligned_variable;
