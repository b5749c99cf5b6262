package dev.waybill;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything with one correlation ID, in the order of time.
///
/// @param entries oldest first; within one millisecond, causes before effects
/// @param complete false if the timeline was truncated
public record Timeline(List<Entry> entries, boolean complete) {

  public Timeline {
    entries = List.copyOf(entries);
  }

  /// The kind of an entry.
  public enum Kind {
    SCHEDULE,
    EVENT,
    MESSAGE,
    JOB,
    ATTEMPT,
    /// The end of a job.
    END
  }

  /// @param text a description for people
  /// @param job the job that the entry belongs to, or null
  public record Entry(Instant at, Kind kind, String text, @Nullable JobId job) {}
}
