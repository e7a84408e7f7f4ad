// The twin of `globals.lang`, line for line: clang's debug information must make debuggers answer the same.
extern "C" int printf(const char *, ...); struct String { long count; long length; char text[]; }; namespace globals { typedef long i64; typedef unsigned char u8; typedef signed char i8; typedef short i16; typedef int i32; typedef double f64; typedef float f32;
struct Point {
  i64 x;
  f64 y;
};

enum State : i8 { Off = -1, On = 1 };

i64 zero = 0;
u8 small = 200;
Point origin = {1, 2.5};
i32 table[3] = {1, 2, 3};
State state = Off;
i64 *nothing = nullptr;


i16 seen = -3;

const i64 LIMIT = 10;
const i8 LOW = -5;
static unsigned __int128 BIG = (unsigned __int128)1 << 120;
constexpr f64 HALF = 0.5;
constexpr f32 THIRD = 0.25;
const bool READY = true;
const State DEFAULT = On;
static String one = {-1, 3, "one"}, two = {-1, 3, "two"}, text = {-1, 8, "constant"}; String &TEXT = text;
String *NAMES[] = {&one, &two};
const Point CORNER = {7, 0.5};

i64 count(i64 by) {
  {
    zero += by; // no twin: it has types of other names
    small = 7; // no twin
    return zero;
  }
}

i32 change() {
  {
    origin.x = 3;
    table[1] = 20;
    state = On;
    nothing = &zero;
    seen -= 1;
    return table[1] + seen; // no twin: it has types of other names
  }
}

String &constants(i64 at) {
  i64 sum = 0;
  for (i64 i = 0; i < LIMIT; i++) sum += i;
  unsigned __int128 wide = BIG + LOW & 1; // no twin
  f64 part = HALF * 2.0 + THIRD;
  printf("%d %f %d %ld\n", (int)wide, part, READY, CORNER.x); // no twin
  switch (DEFAULT) {
    case On: printf("%s\n", NAMES[at]->text); break; // no twin: there are no references in arrays
    case Off: printf("off\n");
  }
  return TEXT;
}

} int main() { using namespace globals;
  printf("%ld\n", count(5));
  { globals::zero += 5; }
  printf("%d\n", change());
  printf("%s\n", constants(1).text); {
  i64 zero = 1;
  printf("%ld\n", zero); }
}
