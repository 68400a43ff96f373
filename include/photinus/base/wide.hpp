#pragma once

namespace photinus {

/// 128-bit unsigned integer, a compiler extension on every platform that we build for.
__extension__ using Wide = unsigned __int128;

}  // namespace photinus
