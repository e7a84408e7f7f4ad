#include <cstdint>
#include <cstdio>
#include <memory>

struct Node {
  int64_t key;
  std::unique_ptr<Node> left, right;
};

static void insert(std::unique_ptr<Node> &place, int64_t key) {
  if (!place) place.reset(new Node{key, nullptr, nullptr});
  else if (key < place->key) insert(place->left, key);
  else if (key > place->key) insert(place->right, key);
}

static int64_t sum(const std::unique_ptr<Node> &place) {
  return place ? place->key + sum(place->left) + sum(place->right) : 0;
}

static std::unique_ptr<Node> full(int64_t depth) {
  if (depth == 0) return nullptr;
  return std::unique_ptr<Node>(new Node{depth, full(depth - 1), full(depth - 1)});
}

int main() {
  std::unique_ptr<Node> root;
  int64_t key = 1;
  for (int i = 0; i < 500000; i++) {
    key = (key * 1103515245 + 12345) % 2147483648;
    insert(root, key % 1000003);
  }
  int64_t total = sum(root);
  for (int i = 0; i < 200; i++) total += sum(full(12));
  printf("%lld\n", (long long)total);
}
