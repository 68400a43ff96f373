#pragma once

namespace photinus {

/// From now on USR1 and USR2 ask this process to stop at its next checkpoint, and do nothing else.
void watch_stop_signals();

/// Whether one has come.
bool stop_signalled();

}  // namespace photinus
