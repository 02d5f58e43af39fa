#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/json_value.h"

namespace lodcook::manifest {

/// The first thing found wrong while a document is read; later ones are consequences.
struct FirstError {
  std::optional<Error> error;
};

/// One object of a document being read. Getters give the member's value, or a default after noting an error that names
/// the member by its path from the document's root ("objects[0].levels[2].bytes"). Nothing is copied; documents,
/// parents and the error must outlive it.
class JsonFields {
 public:
  /// The root of a document.
  JsonFields(const JsonValue& document, FirstError& first);

  [[nodiscard]] bool has(std::string_view key) const noexcept;

  std::string string(std::string_view key) const;
  bool boolean(std::string_view key) const;
  double number(std::string_view key) const;
  std::optional<double> optional_number(std::string_view key) const;
  std::uint64_t count(std::string_view key) const;
  std::uint32_t count32(std::string_view key) const;

  /// An array of exactly out.size() numbers.
  void numbers(std::string_view key, std::span<double> out) const;
  void numbers(std::string_view key, std::span<float> out) const;

  /// An array of any number of whole numbers.
  std::vector<std::uint32_t> counts(std::string_view key) const;

  [[nodiscard]] JsonFields object(std::string_view key) const;

  /// Calls visit(key, value) for each member in order, up to the first error.
  template <class Visit>
  void each_key(Visit visit) const {
    for (std::size_t i = 0; i < value_->keys.size() && !first_->error; ++i) visit(value_->keys[i], value_->elements[i]);
  }

  /// Calls visit(JsonFields) for each element of an array of objects, up to the first error.
  template <class Visit>
  void each(std::string_view key, Visit visit) const {
    const JsonValue& array = array_of(key);
    for (std::size_t i = 0; i < array.elements.size() && !first_->error; ++i) {
      visit(JsonFields(array.elements[i], this, key, i, first_));
    }
  }

  /// Notes an error about a member.
  void refuse(std::string_view key, std::string message, ErrorCode code = ErrorCode::malformed) const;

 private:
  static constexpr std::size_t no_element = ~std::size_t{0};
  JsonFields(const JsonValue& value, const JsonFields* parent, std::string_view key, std::size_t element,
             FirstError* first);
  [[nodiscard]] const JsonValue& member(std::string_view key, JsonValue::Kind kind) const;
  [[nodiscard]] const JsonValue& array_of(std::string_view key) const;
  [[nodiscard]] std::string path() const;

  const JsonValue* value_;
  const JsonFields* parent_ = nullptr;
  std::string_view key_;
  std::size_t element_ = no_element;
  FirstError* first_;
};

/// Checks `format` and `version` of a document; unsupported_format and unsupported_version are their errors.
void check_format(const JsonFields& document, std::string_view format, std::uint64_t version);

/// A string that is not empty.
std::string text(const JsonFields& fields, std::string_view key);

/// A path that stays below the folder it is relative to: no empty, "." or ".." part, no leading '/', no NUL.
std::string relative_path(const JsonFields& fields, std::string_view key);

/// Whether a path is of that kind.
bool stays_below(std::string_view path) noexcept;

/// 16 lower-case hex digits; `may_be_empty` admits "".
std::string hash_text(const JsonFields& fields, std::string_view key, bool may_be_empty = false);

}  // namespace lodcook::manifest
