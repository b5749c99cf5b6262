package dev.waybill.backend.support;

import dev.waybill.State;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Finished and deleted jobs of all servers, in the order in which they left the table of jobs.
/// Positions increase and may have gaps. The log may drop its oldest entries at any time.
///
/// A job may be in the log more than once: the entry with the highest version counts.
public interface HistoryLog {

  /// @param identity distinguishes this log from every other one, also from an earlier one of the
  ///     same name
  /// @param first the position of the oldest entry, or a later one than every dropped entry
  /// @param last the position of the newest entry, even if it was removed
  record Bounds(long identity, long first, long last) {}

  /// A deleted job: its versions up to this one are gone.
  record Deletion(JobKey job, long version) {}

  /// An entry of the log.
  sealed interface Entry {

    long position();

    record Ended(long position, ArchivedJob job) implements Entry {}

    record Deleted(long position, Instant at, List<Deletion> jobs) implements Entry {

      public Deleted {
        jobs = List.copyOf(jobs);
      }
    }

    /// An entry that cannot be read; it is skipped.
    record Damaged(long position) implements Entry {}
  }

  /// Includes everything that was appended before the call, by any server.
  Bounds bounds();

  /// Returns when all are stored.
  void append(List<ArchivedJob> jobs);

  /// Returns when the deletions are stored as one entry.
  void appendDeletions(List<Deletion> jobs, Instant at);

  List<Entry> after(long position, int max);

  /// As [#after], for an index: the jobs may be without payload and result.
  default List<Entry> briefAfter(long position, int max) {
    return after(position, max);
  }

  /// Drops everything that this server remembers of the log, because the log has lost entries.
  default void forget() {}

  /// The finished jobs at these positions; empty where the entry is gone.
  List<Optional<ArchivedJob>> at(List<Long> positions);

  /// Removes single entries.
  void removeAll(List<Long> positions);

  /// Removes all jobs that finished in this state up to a position.
  void removeUpTo(State state, long position);

  /// Removes deletions up to a position; [#dropped] includes it before the first one is removed.
  void dropDeletions(long upTo);

  /// The position up to which deletions may have been removed, by any server.
  long dropped();
}
