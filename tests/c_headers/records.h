/* Layouts: packed, aligned, bit-fields, pragmas, flexible arrays, anonymous members. */
#define WIDE (4 * sizeof(long))
struct Packed { char c; double d; short s; } __attribute__((packed));
struct PackedMember { char c; int i __attribute__((packed)); long l; };
struct Aligned { int a; } __attribute__((aligned(32)));
struct AlignedByMacro { char a; } __attribute__((aligned(WIDE)));
struct AlignedMember { char a; _Alignas(16) short b; char c; };
struct AlignedTwice { char a; int b __attribute__((aligned(8))); char c; long d __attribute__((aligned(32))); } __attribute__((aligned(64)));
struct PackedAligned { char c; long l; } __attribute__((packed, aligned(4)));
struct Bits { unsigned a : 3, : 0, b : 7; long c : 40; int : 5; _Bool d : 1; };
struct BitsPacked { int a : 5; long b : 33; short c : 9; } __attribute__((packed));
struct BitsAligned { int a : 3; int b : 4 __attribute__((aligned(8))); int c : 9; };
struct ZeroFirst { int : 0; char a; int : 0; };
union Mixed { char c[13]; double d; struct { short s; int : 3; } in; };
#pragma pack(push, 2)
struct PackTwo { char c; long l; int b : 9; };
#pragma pack(1)
struct PackOne { char c; long l; struct PackTwo in; };
#pragma pack(pop)
struct Unpacked { char c; long l; };
_Pragma("pack(push, 4)") struct ByOperator { int a; double b; }; _Pragma("pack(pop)")
struct Flexible { int count; double tail[]; };
struct Empty {};
struct ZeroLength { short s; int none[0]; };
struct Anonymous { int a; struct { int b; union { float c; long d; }; }; struct { char e; } f; };
typedef struct { float x, y; } Point;
typedef struct { Point from, to; } Line;
struct Enumerated { enum { RED, GREEN = 7 } colour; enum Big { HUGE_ONE = 0x100000000 } big; };
enum __attribute__((packed)) Small { TINY, OTHER = 200 };
enum Negative { MINUS = -1, PLUS };
struct WithSmall { char c; enum Small s; enum Negative n; };
struct Packed f_packed(struct Packed, struct PackedMember, struct PackedAligned);
struct Aligned f_aligned(int, struct Aligned, struct AlignedMember);
void f_by_macro(int, struct AlignedByMacro, struct AlignedTwice);
struct Bits f_bits(struct Bits, struct BitsPacked, struct ZeroFirst);
struct BitsAligned f_bits_aligned(struct BitsAligned);
union Mixed f_mixed(union Mixed);
struct PackTwo f_pack(struct PackOne, struct PackTwo, struct Unpacked, struct ByOperator);
struct Empty f_empty(struct Empty, int);
void f_anonymous(struct Anonymous, Point, Line, struct ZeroLength);
Point f_point(Line, Point);
enum Small f_small(enum Small, enum Negative, struct WithSmall, enum Big);
extern struct Flexible *flexible;
extern struct AlignedTwice aligned_twice;
