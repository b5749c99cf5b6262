package dev.waybill;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything with one correlation ID, as one timeline.
///
/// @param entries oldest first; what happened in the same millisecond, causes first
/// @param complete false where there was too much to tell all of it
public record Timeline(List<Entry> entries, boolean complete) {

  public Timeline {
    entries = List.copyOf(entries);
  }

  /// What an entry speaks of.
  public enum Kind {
    SCHEDULE,
    EVENT,
    MESSAGE,
    JOB,
    ATTEMPT,
    NOTIFICATION,
    /// The end of a job.
    END
  }

  /// @param text what happened, in words
  /// @param job the job that it belongs to, or null
  public record Entry(Instant at, Kind kind, String text, @Nullable JobId job) {}
}
