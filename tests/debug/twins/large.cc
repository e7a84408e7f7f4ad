// The twin of `large.lang`, line for line.
struct String { long count; long length; char text[]; }; static String three = {1, 5, "three"}; extern "C" int printf(const char *, ...);
typedef long i64; typedef double f64; struct Large {
  i64 a; i64 b;
  String &c;
  f64 d;
};

static Large changed(Large l, i64 by) {
  i64 a = l.a + by;
  i64 b = l.b + by;
  return Large{a, b, l.c, l.d};
}

struct Numbers { i64 all[6]; }; static i64 sum(i64 *numbers, i64 last) {
  i64 total = last; // no twin: C++ passes no arrays by value
  for (int i = 0; i < 6; i++) total += numbers[i];
  return total;
}

int main() {
  Large large = changed(Large{1, 2, three, 4.5}, 10);
  printf("%ld\n", large.a); i64 numbers[6] = {1, 2, 3, 4, 5, 6};
  printf("%ld\n", sum(numbers, 7));
}
