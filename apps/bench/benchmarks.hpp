#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "photinus/team/team.hpp"

namespace photinus::bench {

const std::vector<FamilyEntry>& families();

/// A simulated file in the temporary directory, written once and kept for the next run.
std::string data_file(std::int64_t rows, int columns);

void register_chain_updates();
void register_full_data();

}  // namespace photinus::bench
