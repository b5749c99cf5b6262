package dev.waybill.cli.export;

/// Takes the rows of a page.
interface RowSink<T> {

  void add(T row);

  /// Which share of all rows has been read, about: 0 to 1, or NaN if that is not known.
  void passed(double share);
}
