// The twin of `frames.lang`, line for line: clang's debug information must make debuggers answer the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
static int64_t factorial(int64_t n) {
  if (n == 0) {
    return 1;
  }
  return n * factorial(n - 1);
}

static int compare(const void *a, const void *b) {
  int32_t left = *(const int32_t *)a;
  int32_t right = *(const int32_t *)b;
  return left - right;
}

static int32_t sort() {
  int32_t numbers[2] = {3, 1};
  qsort(numbers, 2, 4, compare);
  return numbers[0];
}

static int64_t steps() {
  int64_t total = 0, i;
  i = 0;
  for (int64_t n = 0; n < 2; n++) {
    total += n;
  }
  i += total;
  return i;
}

static int64_t at(const int64_t *list, int64_t count, int64_t i) {
  int64_t first = count > 0 ? list[0] : (abort(), 0);
  int64_t it = i < count ? list[i] : (abort(), 0);
  int64_t last = count > 1 ? list[1] : (abort(), 0);
  return first + it + last;
}

static void entered(int64_t n) {
  printf("%ld\n", n);
}

int main() {
  printf("%ld\n", factorial(2));
  printf("%d\n", sort());
  printf("%ld\n", steps());
  entered(3);
  static const int64_t list[2] = {1, 2}; printf("%ld\n", at(list, 2, 2));
}
