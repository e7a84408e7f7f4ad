#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

int main() {
  std::unordered_map<int64_t, int64_t> table;
  int64_t key = 1;
  for (int64_t i = 0; i < 1000000; i++) {
    key = (key * 1103515245 + 12345) % 2147483648;
    table[key] = i;
  }
  int64_t sum = 0;
  key = 1;
  std::vector<int64_t> order;
  for (int64_t i = 0; i < 1000000; i++) {
    key = (key * 1103515245 + 12345) % 2147483648;
    auto found = table.find(key);
    if (found != table.end()) sum += found->second;
    if (table.count(key + 1)) sum += 1;
    if (i % 3 == 0) table.erase(key);
    else order.push_back(key);
  }
  // Ours is gone through in the order of insertion; here the keys are kept for that.
  for (int64_t k : order) {
    auto found = table.find(k);
    if (found != table.end()) sum = (sum * 31 + k + found->second) % 1000000007;
  }
  std::vector<std::string> words;
  for (int n = 0; n < 5000; n++) words.push_back("word" + std::to_string(n));
  std::unordered_map<std::string, int64_t> counts;
  for (size_t i = 0; i < 1000000; i++) {
    const std::string &word = words[i * 7919 % 5000];
    auto found = counts.find(word);
    if (found != counts.end()) found->second += 1;
    else counts.emplace(word, 1);
  }
  printf("%lld %zu %lld\n", (long long)sum, counts.size(), (long long)counts["word42"]);
}
