#include "photinus/families/built_in.hpp"
#include "photinus/model/gaussian_process.hpp"
#include "photinus/model/mixture.hpp"
#include "photinus/model/mvn_mean.hpp"

namespace photinus {

std::vector<FamilyEntry> built_in_models() {
  const auto mvn = [](DataTable table, const DataModelSettings& settings) {
    return std::make_unique<MvnMean>(std::move(table), settings.numbers, Prior(settings.priors));
  };
  const auto mixture = [](DataTable table, const DataModelSettings& settings) {
    return std::make_unique<GaussianMixture>(std::move(table), settings.numbers);
  };
  const auto gp = [](const DataTable& table, const DataModelSettings&) {
    return std::make_unique<GaussianProcess>(table);
  };
  return {model_entry("mvn", mvn), model_entry("mixture", mixture), model_entry("gp", gp)};
}

}  // namespace photinus
