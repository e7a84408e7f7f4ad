struct E0 {}; //? struct E0
union U0 {}; //? union U0
struct E1 { struct {} a; }; //? struct E1
struct E2 { struct E0 a, b; }; //? struct E2
struct E3 { struct E0 a[3]; }; //? struct E3
struct E4 { int a[0]; }; //? struct E4
struct E5 { long long a[0]; char b; }; //? struct E5
struct E6 { char b; double a[0]; }; //? struct E6
struct E7 { char a; struct E0 b; }; //? struct E7
struct E8 { struct E0 b; int a; }; //? struct E8
struct E9 { int : 0; }; //? struct E9
struct E10 { int : 5; }; //? struct E10
struct E11 { struct E0 a; int : 0; }; //? struct E11
union U1 { struct E0 a; }; //? union U1
union U2 { struct E0 a; char b; }; //? union U2
union U3 { int a[0]; float b; }; //? union U3
struct E12 { int count; char rest[]; }; //? struct E12
struct E13 { int count; struct E0 rest[]; }; //? struct E13
struct E14 { double count; float rest[0]; }; //? struct E14
struct E15 {} __attribute__((aligned(16))); //? struct E15
struct E16 { struct E15 a; int b; }; //? struct E16
struct E17 { struct {} a; struct {} b; long long c; struct {} d; }; //? struct E17
struct E18 { struct { int : 0; } a; short b; }; //? struct E18
struct E19 { float a; struct E0 b[4]; }; //? struct E19
struct E20 { char a; int : 0; }; //? struct E20
struct E21 { int : 0; int : 0; }; //? struct E21
struct E22 { struct E10 a; float b; }; //? struct E22
