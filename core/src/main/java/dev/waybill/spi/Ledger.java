package dev.waybill.spi;

import java.util.List;

/// Facts about subjects, and the latest state of each subject, which only moves forward.
///
/// It does not interpret facts: each fact states its own rank.
///
/// Positions grow in the order of recording. They may have gaps, so the difference of two positions
/// is not the number of facts between them.
///
/// Facts expire by the [dev.waybill.settings.Retention] of their kind, and can be deleted. Expired
/// facts are never returned; recording one again may count as a duplicate until the store has
/// deleted it. A latest state is deleted with the fact that led to it.
public interface Ledger {

  /// Stores facts in order, one answer each. The history includes stale facts.
  List<Answer> record(List<Fact> facts);

  /// The latest state of each key; keys without one are left out.
  List<Fact.Latest> latest(List<LedgerKey> keys);

  /// The facts of one key after a position, in the order of recording. Fewer than `max` facts are
  /// the last ones.
  List<Fact.Recorded> history(LedgerKey key, long after, int max);

  /// The facts of every tenant after a position, in the order of recording. No fact appears later
  /// before a position that was returned.
  List<Fact.Recorded> tail(long after, int max);

  /// A position with at most this many facts after it, and fewer only if some of them were deleted;
  /// with 0, the position of the last fact. 0 if there are not that many.
  long beforeNewest(int facts);

  /// Deletes the facts of a key up to and including a position. Facts recorded later stay.
  void delete(LedgerKey key, long upTo);

  /// Deletes some expired facts and returns their number. A small step: call it again while it
  /// returns `max`.
  int prune(int max);

  enum Answer {
    /// Stored; the fact is now the latest state.
    APPLIED,
    /// Recorded before; nothing was stored.
    DUPLICATE,
    /// Stored; the latest state did not change.
    STALE
  }
}
