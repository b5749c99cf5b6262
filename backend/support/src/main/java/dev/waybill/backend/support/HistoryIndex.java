package dev.waybill.backend.support;

import dev.waybill.State;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.backend.support.HistoryLog.Entry;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.QueueKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The finished jobs of a [HistoryLog] in a database of this server. It can be deleted and rebuilt.
/// It has the latest entry of each job, and deletions as long as the log has them.
public interface HistoryIndex extends AutoCloseable {

  /// The position of a deleted job.
  long DELETED = 0;

  /// What is known of a job.
  ///
  /// @param position of its entry in the log, or [#DELETED]
  record Known(JobKey job, long version, long position) {}

  /// A finished job in a list.
  ///
  /// @param born its position in the order of all jobs
  record Listed(JobKey job, long position, long born) {}

  /// A job that is to be deleted.
  ///
  /// @param blobs the names of its blobs
  record Old(Known known, @Nullable String requestId, boolean hasEvents, List<String> blobs) {}

  /// The position after the last step; empty at the beginning.
  String position();

  /// Adds entries and moves the position, in one transaction. A job that is known with the same or
  /// a higher version is left as it is. Returns the positions of jobs that were deleted before.
  List<Long> advance(List<Entry> entries, String position);

  /// Deletes everything.
  void clear();

  /// Removes jobs up to a version.
  void remove(List<Deletion> jobs);

  List<Known> find(List<JobKey> jobs);

  /// Jobs that match, newest first: at most one more than the limit of the query.
  ///
  /// @param before only jobs before this one; null for all
  List<Listed> page(JobQuery query, @Nullable ViewCursor before);

  /// The number of dead jobs by queue.
  Map<QueueKey, Long> dead();

  /// Jobs that finished in a state before a time, the earliest first.
  List<Old> ended(State state, Instant before, int max);

  /// The lowest position of a job that finished in a state at a time or later; 0 if there is none.
  long firstSince(State state, Instant time);

  /// Jobs whose entry is before a position.
  List<Old> before(long position, int max);

  /// Jobs that finished before a time and may have events.
  List<JobKey> withEvents(Instant before, int max);

  /// Notes that the events of these jobs are deleted.
  void silence(List<JobKey> jobs);

  /// The position of the last deletion before a time; 0 if there is none.
  long deletionsBefore(Instant time);

  /// Forgets deletions up to a position.
  void forgetDeletions(long upTo);

  @Override
  void close();
}
