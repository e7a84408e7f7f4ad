#include <cstdio>
#include <string>
#include <string_view>

int main() {
  std::string text;
  for (int i = 0; i < 1000000; i++) text += "the quick brown fox " + std::to_string(i % 97) + " jumps over it\n";
  size_t lines = 0, words = 0, bytes = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    lines += 1;
    bytes += line.size();
    size_t at = 0;
    while (at < line.size()) {
      while (at < line.size() && line[at] == ' ') at++;
      size_t start = at;
      while (at < line.size() && line[at] != ' ') at++;
      if (at > start) words += 1;
    }
  }
  printf("%zu %zu %zu\n", lines, words, bytes);
}
