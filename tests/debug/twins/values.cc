// The twin of `values.lang`, line for line: clang's debug information must make debuggers answer the same.
typedef long i64; typedef unsigned long u64; typedef signed char i8; typedef unsigned short u16; typedef float f32; typedef unsigned char u8; typedef __int128 i128;
struct Point {
  i64 x;
  i64 y;

  static i64 dot(const Point &self, const Point &other) {
    i64 product = self.x * other.x;
    return product + self.y * other.y;
  }
};

struct String { i64 count; i64 length; char text[]; }; static String bank = {1, 4, "bank"}, two = {1, 3, "two"}, green = {1, 7, "grüße"};
struct Account {
  i64 balance; String &name;
};

union Bits {
  unsigned whole; u8 bytes[4];
};

extern "C" int printf(const char *, ...);
static bool scalars(i8 a, u16 b, f32 c, bool d, i128 e) {
  i64 sum = (i64)a + (i64)b;
  u8 small = 200;
  return d && sum > 0 && small > 100 && e > 0 && c > 0.0;
}

static i64 shadowed(i64 v) { {
  i64 v2 = v * 2; { // no twin: C++ has no `let v = v * 2`
  i64 v = v2 + 1; { // no twin
  i64 total = 0;
  for (i64 i = 0; i < 3; i++) {
    i64 v = i * 10; // no twin: it is shown before it is there
    total += v;
  }
  return total + v; // no twin: blocks stand in each other
} } } }

static void owned(const Account &account, i64 &amount) {
  amount += account.balance;
  String &name = account.name;
  printf("%s\n", name.text);
}

static void many() {
  Point point = {1, 2};
  struct { Point _0; String &_1; } pair = {point, two};
  i64 list[3] = {10, 20, 30};
  i64 nested[2][2] = {{1, 2}, {3, 4}};
  String &text = green;
  Bits bits = {0x01020304};
  i64 (&borrowed)[3] = list;
  i64 (&part)[2] = *(i64 (*)[2])&borrowed[1];
  printf("%ld\n", 2l); // no twin: an array has no methods
  printf("%s%s%ld\n", pair._1.text, text.text, nested[0][1]);
  printf("%u\n", bits.whole); (void)part;
  i64 first[2] = {7, 8}; struct { i64 length; i64 *elements; } grown = {2, first};
  printf("%ld\n", grown.length);
}

int main() {
  printf("%ld\n", Point::dot({3, 4}, {10, 20}));
  printf("%d\n", scalars(-5, 65000, 1.5, true, (i128)(((unsigned __int128)1 << 127) - 1)));
  printf("%ld\n", shadowed(2));
  i64 amount = 1;
  Account account = {7, bank}; owned(account, amount);
  many();
  printf("%ld\n", amount);
}
