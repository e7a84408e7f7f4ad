// The twin of `failed_sum.lang`, line for line.
#include <cstdlib>
static long sum(long a, double b) {
  long c = a + 1;
  double d = b * 1.1 + b * 1.2;
  double e = b * 3.1 + b * 3.2;
  long f; if (__builtin_mul_overflow(c, 9000000000000000000, &f)) abort();
  long g = f - 2;
  if (d + e > 0) g++;
  return g;
}

int main() {
  return sum(1, 0.5);
}
