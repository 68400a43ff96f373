#pragma once

#include "photinus/run/problem.hpp"
#include "photinus/run/state_keeper.hpp"
#include "photinus/run/traffic.hpp"
#include "progress.hpp"
#include "run_keeper.hpp"
#include "state_bytes.hpp"
#include "stopwatch.hpp"

namespace photinus {

/// Takes a run from its start, or from where its keeper has it, to its end; its time is added to
/// `seconds`, what ranks send behind warm-up to `traffic`. `bright()` is the number of bright rows
/// that is shown. Throws Stopped as the keeper does.
template <class Run, class Bright>
void run_to_end(Team& team, Run& run, StateKeeper& keeper, Seconds& seconds, Traffic& traffic,
                const Bright& bright) {
  const auto state = [&] { return bytes_of(run.save()); };
  {
    const Stopwatch watch(seconds.warmup);
    if (keeper.state()) {
      run.restore(state_of<decltype(run.save())>(*keeper.state()));
      say_resumed(run.iteration(), run.iterations());
    } else {
      run.start();
    }
  }
  ProgressLine progress(run.warmup(), run.iteration(), run.iterations());
  while (!run.finished()) {
    if (!run.warming_up()) traffic.begin(team, run.iteration());
    const Stopwatch watch(run.warming_up() ? seconds.warmup : seconds.sampling);
    run.iterate();
    progress.show(run.iteration(), bright());
    if (!run.finished()) keeper.step(state);
  }
  traffic.end(team, run.iteration());
  keeper.finish(state);
}

template <class Run>
void run_to_end(Team& team, Run& run, StateKeeper& keeper, Seconds& seconds, Traffic& traffic) {
  run_to_end(team, run, keeper, seconds, traffic, [] { return 0.0; });
}

}  // namespace photinus
