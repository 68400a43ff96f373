// What `photinus summary` reads and shows. What is taken is written and read again the same.
#include "fuzz/verdict.hpp"
#include "photinus/output/run_summary.hpp"
#include "photinus/output/table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace photinus;
  RunSummary run;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (!is_taken([&] { run = summary_from_json(text); })) return 0;
  require(!posterior_table(run.parameters).empty() && !run_lines(run).empty(), "nothing is shown");
  const std::string again = to_json(run);
  require(to_json(summary_from_json(again)) == again, "a summary is read other than written");
  return 0;
}
