#pragma once

#include <string>
#include <vector>

#include "photinus/kernel/kernel.hpp"

namespace photinus {

/// A kernel by its name, as the config gives it, with the settings of all of them: plain values
/// that can be sent to whoever runs it.
struct KernelSettings {
  std::string name = "hmc";  ///< one of kernel_names()
  HmcSettings hmc;
  int slice_updates = 0;  ///< see SliceSettings::updates
};

/// "hmc", "mala", "nuts", "random_walk", "slice_coordinate", "slice_random".
const std::vector<std::string>& kernel_names();

/// Throws Failure internal where no kernel has this name.
Kernel make_kernel(const KernelSettings& settings, const Metric& metric);

}  // namespace photinus
