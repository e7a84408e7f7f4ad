#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

static uint64_t next(uint64_t &state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

int main() {
  uint64_t state = 88172645463325252ull;
  std::vector<int64_t> numbers;
  for (int i = 0; i < 1000000; i++) numbers.push_back((int64_t)(next(state) >> 20));
  std::vector<std::string> texts;
  for (int i = 0; i < 200000; i++) {
    char text[32];
    snprintf(text, sizeof text, "%07llu name", (unsigned long long)(next(state) % 1000003));
    texts.push_back(text);
  }
  int64_t sum = 0;
  for (int round = 0; round < 3; round++) {
    auto sorted = numbers;
    std::stable_sort(sorted.begin(), sorted.end());
    sum += sorted[500000] % 1000;
    auto ordered = texts;
    std::stable_sort(ordered.begin(), ordered.end());
    sum += (int64_t)ordered[100000].size();
    if (ordered[7] < ordered[8]) sum += 1;
  }
  printf("%lld\n", (long long)sum);
}
