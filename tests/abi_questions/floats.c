struct F1 { float a; }; //? struct F1
struct F2 { float a, b; }; //? struct F2
struct F3 { float a, b, c; }; //? struct F3
struct F4 { float a[4]; }; //? struct F4
struct F5 { float a[5]; }; //? struct F5
struct D1 { double a; }; //? struct D1
struct D2 { double a, b; }; //? struct D2
struct D3 { double a, b, c; }; //? struct D3
struct D4 { double a[4]; }; //? struct D4
struct D5 { double a[5]; }; //? struct D5
struct H1 { _Float16 a; }; //? struct H1
struct H2 { _Float16 a, b; }; //? struct H2
struct H3 { _Float16 a, b, c; }; //? struct H3
struct H4 { _Float16 a[4]; }; //? struct H4
struct H5 { _Float16 a[5]; }; //? struct H5
struct H8 { _Float16 a[8]; }; //? struct H8
struct H_f { _Float16 a; float b; }; //? struct H_f
struct H2_f { _Float16 a, b; float c; }; //? struct H2_f
struct H_d { _Float16 a; double b; }; //? struct H_d
struct H_i { _Float16 a; int b; }; //? struct H_i
struct H3_f { _Float16 a[3]; float b; }; //? struct H3_f
struct F_h { float a; _Float16 b; }; //? struct F_h
struct D_h { double a; _Float16 b; }; //? struct D_h
struct B1 { __bf16 a; }; //? struct B1
struct B2 { __bf16 a, b; }; //? struct B2
struct B3 { __bf16 a[3]; }; //? struct B3
struct B4 { __bf16 a[4]; }; //? struct B4
struct B_f { __bf16 a; float b; }; //? struct B_f
struct B_h { __bf16 a; _Float16 b; }; //? struct B_h
struct L2 { long double a[2]; }; //? struct L2
struct L4 { long double a[4]; }; //? struct L4
struct L5 { long double a[5]; }; //? struct L5
struct C1 { _Complex float a; }; //? struct C1
struct C2 { _Complex float a[2]; }; //? struct C2
struct C3 { _Complex float a[3]; }; //? struct C3
struct Cd1 { _Complex double a; }; //? struct Cd1
struct Cd2 { _Complex double a[2]; }; //? struct Cd2
struct Cl1 { _Complex long double a; }; //? struct Cl1
struct Ch1 { _Float16 _Complex a; }; //? struct Ch1
struct C_f { _Complex float a; float b; }; //? struct C_f
struct F_c { float a; _Complex float b; }; //? struct F_c
struct C_i { _Complex float a; int b; }; //? struct C_i
struct Cd_c { _Complex double a; char b; }; //? struct Cd_c
struct Deep { struct { struct { float a; } b; float c[2]; } d; }; //? struct Deep
struct With_empty { struct {} a; float b, c; }; //? struct With_empty
struct With_empty_array { struct {} a[2]; double b; }; //? struct With_empty_array
struct With_zero { float a; int b[0]; float c; }; //? struct With_zero
struct Mixed_ff { float a; double b; float c; }; //? struct Mixed_ff
struct Aligned_float { float a __attribute__((aligned(8))); float b; }; //? struct Aligned_float
struct Aligned_hfa { float a, b; } __attribute__((aligned(16))); //? struct Aligned_hfa
struct Packed_hfa { float a; double b; } __attribute__((packed)); //? struct Packed_hfa
struct Packed_single { double a; } __attribute__((packed)); //? struct Packed_single
struct Packed_floats { char c; float a; } __attribute__((packed)); //? struct Packed_floats
struct Float_zero_bits { float a; int : 0; float b; }; //? struct Float_zero_bits
struct Double_bits { double a; int : 3; }; //? struct Double_bits
struct Float_bits { float a; int b : 9; }; //? struct Float_bits
struct Bits_float { int b : 9; float a; }; //? struct Bits_float
struct Long_bits_float { long long b : 40; float a; }; //? struct Long_bits_float
struct Zero_bits_first { int : 0; float a; }; //? struct Zero_bits_first
struct Zero_bits_double { double a; int : 0; }; //? struct Zero_bits_double
struct Flexible_float { float a; float b[]; }; //? struct Flexible_float
