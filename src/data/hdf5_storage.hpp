#pragma once

#include <hdf5.h>

#include <string>
#include <vector>

namespace photinus {

/// Throws Failure bad_data where an HDF5 file is shorter than it says of itself, before HDF5 sees
/// it. Files that begin with anything but HDF5's signature are left to HDF5.
void require_whole_file(const std::string& path);

/// Throws Failure bad_data where a dataset's values do not all stand in the file, so that HDF5
/// would make up zeros, or its shape is larger than any file.
void require_stored(const std::string& path, hid_t dataset, const std::string& name,
                    const std::vector<hsize_t>& shape);

}  // namespace photinus
