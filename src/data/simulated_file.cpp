#include "simulated_file.hpp"

#include <utility>

namespace photinus {

SimulatedFile::SimulatedFile(std::string path, const SimulateSettings& settings)
    : path_(std::move(path)), file_(path_) {
  write_names(settings);
}

void SimulatedFile::check(bool good) const {
  file_.check();
  if (!good) throw Failure(ExitCode::internal, path_ + ": HDF5 refuses what is to be written");
}

Hdf5Handle SimulatedFile::create_dataset(const char* name, hid_t type,
                                         const std::vector<hsize_t>& shape) const {
  const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                         H5Sclose);
  Hdf5Handle dataset(
      H5Dcreate2(file_.get(), name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  check(dataset.valid());
  return dataset;
}

void SimulatedFile::write_rows(hid_t dataset, hid_t type, const std::vector<hsize_t>& start,
                               const std::vector<hsize_t>& count, const void* source) const {
  const Hdf5Handle space(H5Dget_space(dataset), H5Sclose);
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  const Hdf5Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                          H5Sclose);
  check(H5Dwrite(dataset, type, memory.get(), space.get(), H5P_DEFAULT, source) >= 0);
}

void SimulatedFile::write_theta(const std::vector<double>& theta) const {
  const hsize_t count = theta.size();
  const Hdf5Handle dataset = create_dataset("theta", H5T_NATIVE_DOUBLE, {count});
  write_rows(dataset.get(), H5T_NATIVE_DOUBLE, {0}, {count}, theta.data());
}

void SimulatedFile::write_names(const SimulateSettings& s) const {
  std::vector<std::string> names;
  for (int j = 1; j <= s.columns; ++j) names.push_back("x" + std::to_string(j));
  if (s.intercept) names.back() = "intercept";
  std::vector<const char*> pointers;
  for (const auto& name : names) pointers.push_back(name.c_str());
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  const hsize_t count = names.size();
  const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  const Hdf5Handle attribute(
      H5Acreate2(file_.get(), "column_names", type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
      H5Aclose);
  check(attribute.valid() && H5Awrite(attribute.get(), type.get(), pointers.data()) >= 0);
}

}  // namespace photinus
