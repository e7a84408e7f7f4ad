typedef signed char V1_16 __attribute__((vector_size(16))); //? V1_16
typedef char V1_1 __attribute__((vector_size(1))); //? V1_1
typedef char V1_2 __attribute__((vector_size(2))); //? V1_2
typedef unsigned char V1_4 __attribute__((vector_size(4))); //? V1_4
typedef char V1_8 __attribute__((vector_size(8))); //? V1_8
typedef short V2_4 __attribute__((vector_size(4))); //? V2_4
typedef short V2_8 __attribute__((vector_size(8))); //? V2_8
typedef short V2_16 __attribute__((vector_size(16))); //? V2_16
typedef int V4_4 __attribute__((vector_size(4))); //? V4_4
typedef int V4_8 __attribute__((vector_size(8))); //? V4_8
typedef int V4_16 __attribute__((vector_size(16))); //? V4_16
typedef int V4_32 __attribute__((vector_size(32))); //? V4_32
typedef int V4_64 __attribute__((vector_size(64))); //? V4_64
typedef long long V8_8 __attribute__((vector_size(8))); //? V8_8
typedef long long V8_16 __attribute__((vector_size(16))); //? V8_16
typedef __int128 V16_16 __attribute__((vector_size(16)));
void v16_few(V16_16, int, V16_16);
typedef __int128 V16_32 __attribute__((vector_size(32))); //? V16_32
typedef float Vf_4 __attribute__((vector_size(4))); //? Vf_4
typedef float Vf_8 __attribute__((vector_size(8))); //? Vf_8
typedef float Vf_16 __attribute__((vector_size(16))); //? Vf_16
typedef float Vf_32 __attribute__((vector_size(32))); //? Vf_32
typedef double Vd_8 __attribute__((vector_size(8))); //? Vd_8
typedef double Vd_16 __attribute__((vector_size(16))); //? Vd_16
typedef double Vd_32 __attribute__((vector_size(32))); //? Vd_32
typedef double Vd_128 __attribute__((vector_size(128))); //? Vd_128
typedef _Float16 Vh_8 __attribute__((vector_size(8))); //? Vh_8
typedef _Float16 Vh_16 __attribute__((vector_size(16))); //? Vh_16
typedef __bf16 Vb_8 __attribute__((vector_size(8))); //? Vb_8
typedef __bf16 Vb_16 __attribute__((vector_size(16))); //? Vb_16
typedef long double Vl_16 __attribute__((vector_size(16))); //? Vl_16
typedef float Xf1 __attribute__((ext_vector_type(1))); //? Xf1
typedef float Xf2 __attribute__((ext_vector_type(2))); //? Xf2
typedef float Xf3 __attribute__((ext_vector_type(3))); //? Xf3
typedef char Xc3 __attribute__((ext_vector_type(3))); //? Xc3
typedef char Xc5 __attribute__((ext_vector_type(5))); //? Xc5
typedef short Xs3 __attribute__((ext_vector_type(3))); //? Xs3
typedef int Xi3 __attribute__((ext_vector_type(3))); //? Xi3
typedef int Xi5 __attribute__((ext_vector_type(5))); //? Xi5
typedef double Xd3 __attribute__((ext_vector_type(3))); //? Xd3
typedef _Float16 Xh3 __attribute__((ext_vector_type(3))); //? Xh3
typedef _Bool Xb4 __attribute__((ext_vector_type(4))); //? Xb4
typedef _Bool Xb8 __attribute__((ext_vector_type(8))); //? Xb8
typedef _Bool Xb33 __attribute__((ext_vector_type(33))); //? Xb33
typedef _BitInt(32) Xbi __attribute__((ext_vector_type(4))); //? Xbi
typedef _BitInt(8) Xbi8 __attribute__((ext_vector_type(8))); //? Xbi8
struct Sv1 { Vf_16 a; }; //? struct Sv1
struct Sv2 { Vf_16 a, b; }; //? struct Sv2
struct Sv3 { Vf_16 a[4]; }; //? struct Sv3
struct Sv4 { Vf_8 a, b; }; //? struct Sv4
struct Sv5 { V4_8 a; }; //? struct Sv5
struct Sv6 { V4_16 a; int b; }; //? struct Sv6
struct Sv7 { Vf_16 a; V4_16 b; }; //? struct Sv7
struct Sv8 { Vf_8 a; V4_16 b; }; //? struct Sv8
struct Sv9 { Vd_32 a; }; //? struct Sv9
struct Sv10 { Xf3 a; }; //? struct Sv10
struct Sv11 { Xc3 a; }; //? struct Sv11
struct Sv12 { V2_4 a; }; //? struct Sv12
struct Sv13 { V1_8 a; char b; }; //? struct Sv13
struct Sv14 { Vf_4 a; float b; }; //? struct Sv14
struct Sv15 { Xh3 a; }; //? struct Sv15
struct Sv16 { struct { Vf_16 a; } b; }; //? struct Sv16
struct Sv17 { struct {} a; Vf_16 b; }; //? struct Sv17
struct Sv18 { Vf_16 a; } __attribute__((packed)); //? struct Sv18
struct Sv19 { char a; Vf_16 b; } __attribute__((packed)); //? struct Sv19
struct Sv20 { V16_16 a; }; //? struct Sv20
struct Sv21 { Vd_8 a; double b; }; //? struct Sv21
struct Sv22 { V8_8 a, b; }; //? struct Sv22
struct Sv23 { Xi5 a; }; //? struct Sv23
union Uv1 { Vf_16 a; float b[4]; }; //? union Uv1
union Uv2 { V4_16 a; Vf_16 b; }; //? union Uv2
union Uv3 { Vd_32 a; V4_16 b; }; //? union Uv3
union Uv4 { Vf_8 a; double b; }; //? union Uv4
