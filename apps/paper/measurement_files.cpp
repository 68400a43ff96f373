#include "measurement_files.hpp"

#include "photinus/base/errors.hpp"

namespace photinus::paper {

void create_cell_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw Failure(ExitCode::input_output,
                  directory.string() + ": cannot be created: " + error.message());
}

void refuse_cell(const std::filesystem::path& path, const std::string& wrong) {
  throw Failure(ExitCode::bad_data, path.string() + ": not a cell of this program: " + wrong +
                                        "; remove the file to run the cell again");
}

void refuse_other_settings(const std::filesystem::path& path) {
  throw Failure(
      ExitCode::usage,
      path.string() + " was run with other settings; give another --output, or remove the file");
}

}  // namespace photinus::paper
