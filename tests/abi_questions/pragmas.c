#pragma ms_struct on
struct Ms5 { char a : 3; int b : 3; short c; }; //? struct Ms5
struct Ms6 { char a; int : 0; char b; }; //? struct Ms6
#pragma ms_struct off
#pragma ms_struct reset
struct Ms7 { char a : 3; int b : 3; short c; }; //? struct Ms7
#pragma align(packed)
struct Pa1 { char a; int b; }; //? struct Pa1
#pragma align(reset)
#pragma options align=mac68k
struct Pa2 { char a; int b; double c; }; //? struct Pa2
#pragma options align=reset
#pragma clang attribute push(__attribute__((packed)), apply_to = record)
struct Pa3 { char a; int b; }; //? struct Pa3
#pragma clang attribute pop
#pragma redefine_extname nm_extern nm_extern_other
int nm_extern(short);
#pragma weak nm_weak
int nm_weak(short);
