#include "config_keys.hpp"

#include "config_key_kinds.hpp"
#include "photinus/kernel/make_kernel.hpp"

namespace photinus {

namespace {

// Their squares and the squares' inverses are doubles.
constexpr double smallest_scale = 1e-100, largest_scale = 1e100;

void read_scales(std::vector<double>& scales, const ConfigValue& v) {
  scales = v.numbers();
  for (const double scale : scales)
    if (!(scale >= smallest_scale && scale <= largest_scale))
      v.refuse("scales must lie between 1e-100 and 1e100 (for a flat prior: family = \"flat\")");
  if (scales.empty()) v.refuse("must hold at least one scale");
}

const std::vector<std::string>& prior_families() {
  static const std::vector<std::string> families = {"normal", "laplace", "student_t", "flat"};
  return families;
}

// Beyond a million a Student-t is a normal, and its constant loses digits.
constexpr double largest_nu = 1e6;

ConfigKey sigma_key() {
  return {
      "model.sigma",
      [](RunConfig& c, const ConfigValue& v) {
        if (v.is_text() && v.text() == "sampled") {
          c.model.sigma.reset();
          return;
        }
        const double sigma = v.is_text() ? 0.0 : v.number();  // 0 is refused
        if (!(sigma >= smallest_scale && sigma <= largest_scale))
          v.refuse("must be \"sampled\" or between 1e-100 and 1e100");
        c.model.sigma = sigma;
      },
      [](const RunConfig& c) { return c.model.sigma ? digits(*c.model.sigma) : "\"sampled\""; }};
}

ConfigKey slack_key() {
  return {"firefly.slack",
          [](RunConfig& c, const ConfigValue& v) {
            const double slack = v.number();
            if (!(slack >= 0.0 && slack <= 1e6)) v.refuse("must be at least 0 and at most 1e6");
            c.firefly.slack = slack;
          },
          [](const RunConfig& c) { return digits(c.firefly.slack); }};
}

ConfigKey energy_correlation_key() {
  return {"sampler.energy_correlation",
          [](RunConfig& c, const ConfigValue& v) {
            const double correlation = v.number();
            if (!(correlation > -1.0 && correlation < 1.0))
              v.refuse("must be above -1.0 and below 1.0");
            c.sampler.energy_correlation = correlation;
          },
          [](const RunConfig& c) { return digits(c.sampler.energy_correlation); }};
}

RunConfig::Prior& intercept_prior(RunConfig& c) {
  if (!c.model.intercept_prior) c.model.intercept_prior = RunConfig::Prior{};
  return *c.model.intercept_prior;
}

std::vector<ConfigKey> intercept_prior_keys() {
  return {{"model.intercept_prior.family",
           [](RunConfig& c, const ConfigValue& v) {
             read_choice(intercept_prior(c).family, v, prior_families());
           },
           [](const RunConfig& c) {
             return c.model.intercept_prior ? quoted(c.model.intercept_prior->family) : "";
           }},
          {"model.intercept_prior.scale",
           [](RunConfig& c, const ConfigValue& v) {
             read_scales(intercept_prior(c).scale, v);
             if (intercept_prior(c).scale.size() != 1) v.refuse("must be one number");
           },
           [](const RunConfig& c) {
             return c.model.intercept_prior ? list(c.model.intercept_prior->scale) : "";
           }},
          {"model.intercept_prior.nu",
           [](RunConfig& c, const ConfigValue& v) {
             intercept_prior(c).nu = read_number(v, 0.0, largest_nu);
           },
           [](const RunConfig& c) {
             return c.model.intercept_prior ? digits(c.model.intercept_prior->nu) : "";
           }}};
}

ConfigKey more_files_key() {
  return {"data.more", [](RunConfig& c, const ConfigValue& v) { c.data.more = v.texts(); },
          [](const RunConfig& c) {
            std::string text;
            for (const auto& path : c.data.more) text += (text.empty() ? "[" : ", ") + quoted(path);
            return text.empty() ? text : text + "]";
          }};
}

std::vector<ConfigKey> data_and_prior_keys() {
  using C = RunConfig;
  return {
      text_key(
          "data.path", [](auto& c) -> auto& { return c.data.path; }),
      more_files_key(),
      text_key(
          "model.family", [](auto& c) -> auto& { return c.model.family; }),
      number_key(
          "model.nu", [](auto& c) -> auto& { return c.model.nu; }, 0.0, 1e6),
      integer_key(
          "model.components", [](auto& c) -> auto& { return c.model.components; }, 1),
      {"model.covariance",
       [](C& c, const ConfigValue& v) {
         c.model.covariance = v.numbers();
         if (c.model.covariance.empty()) v.refuse("must hold at least one number");
       },
       [](const C& c) { return list(c.model.covariance); }},
      sigma_key(),
      choice_key("model.sigma_prior.family",
                 [](auto& c) -> auto& { return c.model.sigma_prior.family; },
                 {"half_normal", "half_cauchy", "half_t"}),
      {"model.sigma_prior.scale",
       [](C& c, const ConfigValue& v) {
         read_scales(c.model.sigma_prior.scale, v);
         if (c.model.sigma_prior.scale.size() != 1) v.refuse("must be one number");
       },
       [](const C& c) { return list(c.model.sigma_prior.scale); }},
      number_key(
          "model.sigma_prior.nu", [](auto& c) -> auto& { return c.model.sigma_prior.nu; }, 0.0,
          largest_nu),
      choice_key(
          "model.prior.family", [](auto& c) -> auto& { return c.model.prior.family; },
          prior_families()),
      {"model.prior.scale", [](C& c, const ConfigValue& v) { read_scales(c.model.prior.scale, v); },
       [](const C& c) { return list(c.model.prior.scale); }},
      number_key(
          "model.prior.nu", [](auto& c) -> auto& { return c.model.prior.nu; }, 0.0, largest_nu)};
}

std::vector<ConfigKey> intercept_keys() {
  return {choice_key("model.intercept", [](auto& c) -> auto& { return c.model.intercept; },
                     {"auto", "none"})};
}

std::vector<ConfigKey> sampler_keys() {
  return {
      choice_key("sampler.method", [](auto& c) -> auto& { return c.sampler.method; },
                 {"auto", "firefly", "full"}),
      choice_key(
          "sampler.kernel", [](auto& c) -> auto& { return c.sampler.kernel; }, kernel_names()),
      choice_key("sampler.metric", [](auto& c) -> auto& { return c.sampler.metric; },
                 {"auto", "hessian", "pseudo_prior", "identity", "adapted"}),
      integer_key(
          "sampler.chains", [](auto& c) -> auto& { return c.sampler.chains; }, 1),
      integer_key(
          "sampler.warmup", [](auto& c) -> auto& { return c.sampler.warmup; }, 0),
      integer_key(
          "sampler.draws", [](auto& c) -> auto& { return c.sampler.draws; }, 1),
      integer_key(
          "sampler.seed", [](auto& c) -> auto& { return c.sampler.seed; }, 0),
      choice_key("sampler.start", [](auto& c) -> auto& { return c.sampler.start; },
                 {"auto", "mode", "prior", "prior_mean"}),
      number_key(
          "sampler.start_dispersion", [](auto& c) -> auto& { return c.sampler.start_dispersion; },
          0.0, 1000.0),
      automatic_key(
          "sampler.target_acceptance", [](auto& c) -> auto& { return c.sampler.target_acceptance; },
          0.999),
      automatic_key(
          "sampler.step_size", [](auto& c) -> auto& { return c.sampler.step_size; }, 1e6),
      integer_key(
          "sampler.leapfrogs", [](auto& c) -> auto& { return c.sampler.leapfrogs; }, 0),
      choice_key("sampler.integrator", [](auto& c) -> auto& { return c.sampler.integrator; },
                 {"two_stage", "leapfrog"}),
      number_key(
          "sampler.trajectory", [](auto& c) -> auto& { return c.sampler.trajectory; }, 0.0,
          infinity),
      energy_correlation_key(),
      integer_key(
          "sampler.slice_updates", [](auto& c) -> auto& { return c.sampler.slice_updates; }, 0)};
}

std::vector<ConfigKey> firefly_keys() {
  return {
      text_key(
          "firefly.bound", [](auto& c) -> auto& { return c.firefly.bound; }),
      choice_key("firefly.anchor", [](auto& c) -> auto& { return c.firefly.anchor; },
                 {"mode", "untuned"}),
      choice_key("firefly.update", [](auto& c) -> auto& { return c.firefly.update; },
                 {"implicit", "explicit_with_replacement", "explicit_without_replacement", "sweep",
                  "pseudo_marginal"}),
      automatic_key(
          "firefly.q", [](auto& c) -> auto& { return c.firefly.q; }, 0.999),
      automatic_key(
          "firefly.q_ratio", [](auto& c) -> auto& { return c.firefly.q_ratio; }, 1e6),
      number_key(
          "firefly.q_dark", [](auto& c) -> auto& { return c.firefly.q_dark; }, 0.0, 1.0),
      slack_key(),
      automatic_key(
          "firefly.radius", [](auto& c) -> auto& { return c.firefly.radius; }, 1e9),
      number_key(
          "firefly.fraction", [](auto& c) -> auto& { return c.firefly.fraction; }, 0.0, 1.0),
      choice_key("firefly.plan", [](auto& c) -> auto& { return c.firefly.plan; },
                 {"auto", "home", "shards"}),
      integer_key(
          "firefly.home_capacity", [](auto& c) -> auto& { return c.firefly.home_capacity; }, 0)};
}

std::vector<ConfigKey> rank_and_output_keys() {
  using C = RunConfig;
  return {{"ranks.coordinator_holds_rows",
           [](C& c, const ConfigValue& v) { c.ranks.coordinator_holds_rows = v.boolean(); },
           [](const C& c) { return c.ranks.coordinator_holds_rows ? "true" : "false"; }},
          number_key(
              "ranks.deadline", [](auto& c) -> auto& { return c.ranks.deadline; }, 0.0, infinity),
          number_key(
              "checkpoint.interval", [](auto& c) -> auto& { return c.checkpoint.interval; }, 0.0,
              infinity),
          text_key(
              "output.directory", [](auto& c) -> auto& { return c.output.directory; })};
}

std::vector<ConfigKey> make_keys() {
  std::vector<ConfigKey> all;
  for (const auto& keys :
       {data_and_prior_keys(), intercept_prior_keys(), intercept_keys(), sampler_keys(),
        firefly_keys(), tempering_keys(), evidence_keys(), rank_and_output_keys()})
    all.insert(all.end(), keys.begin(), keys.end());
  return all;
}

}  // namespace

std::string quoted(const std::string& text) {
  constexpr const char* hex = "0123456789ABCDEF";
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f)
      result += std::string("\\u00") + hex[code >> 4U] + hex[code & 0xfU];
    else
      result += (c == '"' || c == '\\') ? std::string{'\\', c} : std::string{c};
  }
  return result + "\"";
}

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = make_keys();
  return keys;
}

}  // namespace photinus
