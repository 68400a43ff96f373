#include "photinus/kernel/make_kernel.hpp"

#include "photinus/base/errors.hpp"

namespace photinus {

const std::vector<std::string>& kernel_names() {
  static const std::vector<std::string> names = {
      "hmc", "mala", "nuts", "random_walk", "slice_coordinate", "slice_random"};
  return names;
}

Kernel make_kernel(const KernelSettings& settings, const Metric& metric) {
  const auto slice_along = [&](SliceDirection direction) {
    return slice(metric, {.direction = direction, .updates = settings.slice_updates});
  };
  if (settings.name == "hmc") return hmc(metric, settings.hmc);
  if (settings.name == "mala") return mala(metric);
  if (settings.name == "nuts") return nuts(metric, {});
  if (settings.name == "random_walk") return random_walk(metric);
  if (settings.name == "slice_coordinate") return slice_along(SliceDirection::coordinate);
  if (settings.name == "slice_random") return slice_along(SliceDirection::random);
  throw Failure(ExitCode::internal, "there is no kernel named " + settings.name);
}

}  // namespace photinus
