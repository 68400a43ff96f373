#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace photinus {

/// Replaces a file at one stroke: written and fsynced as PATH.partial, then renamed to PATH.
///
/// Whoever opens PATH sees the old file or the whole new one, also after a crash. A fixed name for
/// the partial file means that killed runs leave one such file, not many. Throws
/// Failure(input_output) with the path and the reason; the partial file is then gone.
void write_file(const std::filesystem::path& path, std::string_view bytes);

void write_text_file(const std::filesystem::path& path, const std::string& text);
std::string read_text_file(const std::filesystem::path& path);

}  // namespace photinus
