package dev.waybill.document;

import java.util.Locale;

/// How far the processing of a document is. Within one attempt of its job the state only moves to a
/// higher rank; the next attempt starts again at `parsing`.
public enum DocumentState {
  UPLOADED(0),
  PARSING(10),
  CHUNKED(20),
  EMBEDDED(30),
  /// Searches find its chunks.
  READY(100),
  FAILED(100);

  private final int rank;

  DocumentState(int rank) {
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }

  /// True if nothing follows in this attempt.
  public boolean isFinal() {
    return rank == READY.rank;
  }

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
