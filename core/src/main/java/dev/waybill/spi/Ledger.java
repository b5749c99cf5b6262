package dev.waybill.spi;

import java.util.List;

/// Append-only facts about things, and the latest state of each, which only moves forward.
///
/// It does not know what the facts mean: ranks come with them.
public interface Ledger {

  /// Stores facts in order, one answer each. A stale fact is kept in the history, too.
  List<Answer> record(List<Fact> facts);

  /// The latest state of each key that has one; keys without are left out.
  List<Fact.Latest> latest(List<LedgerKey> keys);

  /// Every fact of one key in the order of recording, after a position.
  List<Fact.Recorded> history(LedgerKey key, long after, int max);

  /// Every fact of every tenant in the order of recording, after a position.
  List<Fact.Recorded> tail(long after, int max);

  /// The position of the last fact, 0 where there is none. Positions count facts one by one.
  long last();

  enum Answer {
    /// Stored, and the latest state is now this one.
    APPLIED,
    /// Known already; nothing was stored.
    DUPLICATE,
    /// Stored, and the latest state stays where it was.
    STALE
  }
}
