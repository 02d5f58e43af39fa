#include <charconv>
#include <cstring>

namespace {

// atof reads the locale's decimal point
double parse_double(const char* text) {
  if (*text == '+') ++text;
  double value = 0;
  std::from_chars(text, text + std::strlen(text), value);
  return value;
}

}  // namespace

#define CGLTF_IMPLEMENTATION
#define CGLTF_ATOF(text) parse_double(text)
#include <cgltf.h>
