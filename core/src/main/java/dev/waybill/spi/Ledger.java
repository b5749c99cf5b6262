package dev.waybill.spi;

import java.util.List;

/// Facts about things, and the latest state of each, which only moves forward.
///
/// It does not know what the facts mean: ranks come with them.
///
/// Positions grow in the order of recording. They may have gaps, so the difference of two says
/// nothing about how many facts lie between.
///
/// Facts expire as [dev.waybill.settings.Retention] says for their kind, and can be deleted. No
/// answer has an expired fact; the same fact again may count as known until the store has removed
/// it. A latest state goes with the fact that led to it.
public interface Ledger {

  /// Stores facts in order, one answer each. A stale fact is kept in the history, too.
  List<Answer> record(List<Fact> facts);

  /// The latest state of each key that has one; keys without are left out.
  List<Fact.Latest> latest(List<LedgerKey> keys);

  /// The facts of one key in the order of recording, after a position. Fewer than `max` are the
  /// last.
  List<Fact.Recorded> history(LedgerKey key, long after, int max);

  /// The facts of every tenant in the order of recording, after a position; empty where there are
  /// none. Behind a position that was answered no fact appears later.
  List<Fact.Recorded> tail(long after, int max);

  /// A position that has at most so many facts after it, and fewer only where some of them are
  /// gone; with 0, the position of the last fact. 0 where there are not so many.
  long beforeNewest(int facts);

  /// Deletes the facts of a key up to and with a position, for good. What was recorded later stays.
  void delete(LedgerKey key, long upTo);

  /// Removes some of the facts that have expired; answers how many. A small step: call again while
  /// it answers `max`.
  int prune(int max);

  enum Answer {
    /// Stored, and the latest state is now this one.
    APPLIED,
    /// Known already; nothing was stored.
    DUPLICATE,
    /// Stored, and the latest state stays where it was.
    STALE
  }
}
