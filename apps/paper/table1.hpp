#pragma once

#include <string>
#include <vector>

#include "group.hpp"

namespace photinus::paper {

/// Table 1 as Markdown: groups of one data set stand together, its regular one first.
std::string table1(const std::vector<Group>& groups, double budget_minutes);

}  // namespace photinus::paper
