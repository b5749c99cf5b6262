package dev.waybill.admin;

/// How far a search index has followed the ledger.
///
/// @param position the last fact of the ledger in the index
/// @param last the last fact of the ledger
/// @param lagSeconds for how many seconds a fact has been missing; 0 only if none is missing
public record IndexProgress(long position, long last, long lagSeconds) {

  public boolean isComplete() {
    return lagSeconds == 0;
  }

  /// The number of missing facts, at least 1 until the index is complete.
  public long missing() {
    return isComplete() ? 0 : Math.max(1, last - position);
  }
}
