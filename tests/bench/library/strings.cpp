#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

int main() {
  std::string text;
  for (int64_t i = 0; i < 1000000; i++) {
    text += "line ";
    text += std::to_string(i * 7 % 1013);
    text += ", value " + std::to_string(i) + "\n";
  }
  size_t sum = text.size();
  std::vector<std::string> parts;
  for (int n = 0; n < 200000; n++) parts.push_back(std::to_string(n));
  std::string joined;
  for (size_t i = 0; i < parts.size(); i++) {
    if (i > 0) joined += ", ";
    joined += parts[i];
  }
  sum += joined.size();
  std::string replaced;
  size_t from = 0;
  for (;;) {
    size_t at = text.find("value 9", from);
    if (at == std::string::npos) break;
    replaced.append(text, from, at - from);
    replaced += "worth nine";
    from = at + 7;
  }
  replaced.append(text, from, std::string::npos);
  sum += replaced.size();
  size_t at = replaced.find("worth nine99999");
  if (at != std::string::npos) sum += at;
  printf("%zu\n", sum);
}
