#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

using nlohmann::json;

static std::string document() {
  std::string text = "[";
  for (int i = 0; i < 50000; i++) {
    if (i > 0) text += ",";
    text += "\n  {\"active\": " + std::string(i % 3 == 0 ? "true" : "false");
    text += ", \"id\": " + std::to_string(i) + ", \"name\": \"user " + std::to_string(i) + "\", ";
    text += "\"note\": \"said \\\"no " + std::to_string(i % 17) + "\\\"\\nand left: caf\\u00e9\", ";
    text += "\"place\": {\"latitude\": " + std::to_string(i % 89) + "." + std::to_string(i % 9 + 1);
    text += "25, \"longitude\": -" + std::to_string(i % 179) + ".5}, ";
    text += "\"score\": " + std::to_string(i * int64_t(7919) % 100000);
    text += "." + std::to_string(i % 90 + 10) + "5, \"tags\": [\"red\", \"green\", null, \"blue\"]}";
  }
  text += "\n]";
  return text;
}

// The sum of the numbers, and how many bytes the texts and names have.
static std::pair<double, size_t> walk(const json &value) {
  double sum = 0;
  size_t bytes = 0;
  if (value.is_number()) sum = value.get<double>();
  else if (value.is_string()) bytes = value.get_ref<const std::string &>().size();
  else if (value.is_array()) {
    for (auto &element : value) {
      auto [more, length] = walk(element);
      sum += more;
      bytes += length;
    }
  } else if (value.is_object()) {
    for (auto &[name, member] : value.items()) {
      auto [more, length] = walk(member);
      sum += more;
      bytes += name.size() + length;
    }
  }
  return {sum, bytes};
}

int main() {
  std::string text = document();
  for (int round = 0; round < 3; round++) {
    json value = json::parse(text);
    auto [sum, bytes] = walk(value);
    std::string written = value.dump();
    uint64_t check = 0;
    for (unsigned char byte : written) check = check * 31 + byte;
    printf("%lld %zu %zu %llu\n", (long long)sum, bytes, written.size(), (unsigned long long)check);
  }
}
