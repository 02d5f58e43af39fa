#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace lodcook::cooker {

enum class JsonShape : std::uint8_t {
  object,   ///< Of kind `target`.
  objects,  ///< An array of objects of kind `target`.
  string,
  strings,  ///< An array.
  boolean,
  number,
  numbers,         ///< An array, of `count` where that is not 0.
  size,            ///< An integer from 0 to 2^53.
  reference,       ///< An index into the file's array `target`.
  references,      ///< An array of them.
  attributes,      ///< An object whose members are references.
  attribute_sets,  ///< An array of such objects.
};

/// What a member of one kind of object must look like.
struct MemberRule {
  std::string_view member;
  std::string_view target = {};
  JsonShape shape = JsonShape::object;
  std::uint8_t count = 0;
  bool required = false;
};

/// The rules of a kind of object by our name for it; none for a kind that is not known.
std::span<const MemberRule> rules_of(std::string_view kind);

}  // namespace lodcook::cooker
