package dev.waybill.cli.export;

import org.jspecify.annotations.Nullable;

/// Rows to export, page by page. With the same cursor it reads from the same row on.
interface RowSource<T> {

  /// Passes the rows of a page on.
  ///
  /// @param cursor null for the first page
  /// @return the cursor of the next page; null after the last
  @Nullable String page(@Nullable String cursor, RowSink<T> rows);
}
