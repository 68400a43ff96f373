#pragma once

#include "photinus/data/dataset.hpp"

// What rows take in memory, by formula: none is read. In bytes.
namespace photinus {

/// Rows [first, last) of blocks as read_rows and read_sparse_rows keep them: features as in the
/// file, or 8 bytes for every filled entry; 8 for a row's response, weight and every offset.
double stored_bytes(const FileHeader& header, const Layout& layout, const Share& share);

/// A DataTable of so many rows: all columns as doubles, responses, weights and offsets.
double table_bytes(const FileHeader& header, std::int64_t rows);

/// What reading takes beside the rows, until it ends: the caches of an HDF5 file's chunks, where it
/// has any, or the lines of a text file. Throws as read_header where the file can't be opened.
double reading_bytes(const FileHeader& header);

/// The rows that `share` holds.
std::int64_t rows_of(const Layout& layout, const Share& share);

}  // namespace photinus
