enum En1 { EN1 }; //? enum En1
enum En2 { EN2 = -1 }; //? enum En2
enum En3 { EN3 = 0x7fffffff }; //? enum En3
enum En4 { EN4 = 0x80000000 }; //? enum En4
enum En5 { EN5 = 0xffffffff, EN5B = 1 }; //? enum En5
enum En6 { EN6 = -1, EN6B = 0x80000000 }; //? enum En6
enum En7 { EN7 = 0x100000000 }; //? enum En7
enum En8 { EN8 = -0x100000000 }; //? enum En8
enum En9 { EN9 = 0xffffffffffffffff }; //? enum En9
enum En10 { EN10 = 1ULL << 63, EN10B }; //? enum En10
enum __attribute__((packed)) En11 { EN11 }; //? enum En11
enum En12 { EN12 = 255 } __attribute__((packed)); //? enum En12
enum En13 { EN13 = 256 } __attribute__((packed)); //? enum En13
enum En14 { EN14 = -129 } __attribute__((packed)); //? enum En14
enum En15 { EN15 = -1, EN15B = 128 } __attribute__((packed)); //? enum En15
enum En16 : char { EN16 }; //? enum En16
enum En17 : short { EN17 = -3 }; //? enum En17
enum En18 : unsigned short { EN18 = 3 }; //? enum En18
enum En19 : long long { EN19 = 3 }; //? enum En19
enum En20 : unsigned char; //? enum En20
enum En21 : _Bool { EN21 }; //? enum En21
enum En22 { EN22 = 'a', EN22B = sizeof(int), EN22C = EN22 + EN22B }; //? enum En22
enum En23 { EN23 = 2147483647, EN23B }; //? enum En23
enum En24 { EN24 = 4294967295u, EN24B }; //? enum En24
enum En25 { EN25 = -2147483648, EN25B = 2147483647 }; //? enum En25
enum En26 { EN26 = (unsigned char)-1 }; //? enum En26
enum En27 { EN27 = -1u }; //? enum En27
enum En28 { EN28 = 1 } __attribute__((aligned(8))); //? enum En28
enum En29 { EN29 = 1 } __attribute__((mode(byte))); //? enum En29
enum __attribute__((flag_enum)) En30 { EN30 = 4 }; //? enum En30
typedef enum { EN31 = -2 } En31; //? En31
struct En32 { enum En1 a; enum En7 b; enum En11 c; enum En17 d; }; //? struct En32
struct En33 { enum En1 a : 3; enum En2 b : 3; enum En12 c : 8; enum En17 d : 4; }; //? struct En33
enum En34 { EN34A = 1, EN34B = EN34A << 4, EN34C = ~0, EN34D = 0x8000000000000000 }; //? enum En34
#pragma pack(push, 1)
enum En35 { EN35 = 1 }; //? enum En35
#pragma pack(pop)
