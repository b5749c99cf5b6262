package dev.waybill.documents.parse.process;

/// Hears of each page of a file as it is read. It stops the reading by an exception.
@FunctionalInterface
public interface PageListener {

  PageListener NONE = (_, _) -> {};

  /// @param page from 1
  /// @param pages how many there are, if that is known, and 0 otherwise
  void read(int page, int pages);
}
