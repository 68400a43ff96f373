#pragma once

#include <string>

#include "photinus/base/errors.hpp"
#include "photinus/data/table.hpp"

namespace photinus {

/// For models without predictors. Throws Failure bad_data where rows have weights or offsets.
inline void refuse_row_terms(const DataTable& table, const std::string& model) {
  const std::string found = !table.weight.empty() ? "/weights" : "/offset";
  if (table.weight.empty() && table.offset.empty()) return;
  throw Failure(ExitCode::bad_data, table.header.path + ": there is a dataset " + found + ", but " +
                                        model + " gives it no meaning");
}

}  // namespace photinus
