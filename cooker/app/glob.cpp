#include "cooker/app/glob.h"

#include <cstddef>
#include <vector>

namespace lodcook::cooker {

namespace {

constexpr std::size_t no_class = std::string_view::npos;

/// Index behind the class that starts at pattern[0] == '[', or no_class where it is not closed. A ']' right after the
/// opening (or the '!') is a member.
std::size_t class_end(std::string_view pattern) {
  std::size_t i = pattern.size() > 1 && pattern[1] == '!' ? 2 : 1;
  for (bool first = true; i < pattern.size() && (first || pattern[i] != ']'); first = false) ++i;
  return i < pattern.size() ? i + 1 : no_class;
}

bool class_holds(std::string_view members, char c) {
  bool holds = false;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i + 2 < members.size() && members[i + 1] == '-') {
      const auto byte = static_cast<unsigned char>(c);
      holds = holds ||
              (static_cast<unsigned char>(members[i]) <= byte && byte <= static_cast<unsigned char>(members[i + 2]));
      i += 2;
    } else {
      holds = holds || members[i] == c;
    }
  }
  return holds;
}

/// Pattern bytes that stand for one byte of a path, and whether they stand for this one.
struct OneByte {
  std::size_t length;
  bool matches;
};

OneByte match_one(std::string_view pattern, char c) {
  const std::size_t end = pattern[0] == '[' ? class_end(pattern) : no_class;
  if (end != no_class) {
    std::string_view members = pattern.substr(1, end - 2);
    const bool negated = members.starts_with('!');
    if (negated) members.remove_prefix(1);
    return {end, c != '/' && class_holds(members, c) != negated};
  }
  if (pattern[0] == '\\' && pattern.size() > 1) return {2, pattern[1] == c};
  return {1, pattern[0] == '?' ? c != '/' : pattern[0] == c};
}

/// Within one part. A star that fails later is tried again one byte on; only the last star has to be.
bool part_matches(std::string_view pattern, std::string_view part) {
  std::size_t p = 0, t = 0, star = no_class, star_t = 0;
  while (t < part.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_t = t;
      continue;
    }
    const OneByte one = p < pattern.size() ? match_one(pattern.substr(p), part[t]) : OneByte{0, false};
    if (one.matches) {
      p += one.length;
      ++t;
    } else if (star != no_class) {
      p = star + 1;
      t = ++star_t;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = path.find('/');
    parts.push_back(path.substr(0, end));
    if (end == std::string_view::npos) return parts;
    path.remove_prefix(end + 1);
  }
}

/// As part_matches, with parts for bytes and "**" for the star.
bool parts_match(const std::vector<std::string_view>& pattern, const std::vector<std::string_view>& path) {
  std::size_t p = 0, t = 0, star = no_class, star_t = 0;
  while (t < path.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      star = p++;
      star_t = t;
    } else if (p < pattern.size() && part_matches(pattern[p], path[t])) {
      ++p;
      ++t;
    } else if (star != no_class) {
      p = star + 1;
      t = ++star_t;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == "**") ++p;
  return p == pattern.size();
}

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view path) {
  const bool any_folder = pattern.find('/') == std::string_view::npos && pattern != "**";
  if (any_folder) return part_matches(pattern, parts_of(path).back());
  return parts_match(parts_of(pattern), parts_of(path));
}

bool is_valid_glob(std::string_view pattern) {
  if (pattern.empty()) return false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      if (++i == pattern.size()) return false;
      continue;
    }
    if (pattern[i] != '[') continue;
    const std::size_t end = class_end(pattern.substr(i));
    if (end == no_class || pattern.substr(i, end).find('/') != std::string_view::npos) return false;
    i += end - 1;
  }
  return true;
}

}  // namespace lodcook::cooker
