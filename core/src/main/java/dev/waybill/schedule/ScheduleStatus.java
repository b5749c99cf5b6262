package dev.waybill.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a schedule stands.
///
/// @param upcoming the next firings, ten at most; none while it is paused
/// @param last the last firings, newest first, as long as their jobs are kept
/// @param skips the slots that did not fire
/// @param queued the slot that waits for the run before it to end
/// @param warnings problems that do not keep it from being stored, such as a missing topic
public record ScheduleStatus(
    DefinedSchedule definition,
    List<Upcoming> upcoming,
    List<Firing> last,
    Skips skips,
    @Nullable Instant queued,
    List<String> warnings) {

  public ScheduleStatus {
    upcoming = List.copyOf(upcoming);
    last = List.copyOf(last);
    warnings = List.copyOf(warnings);
  }

  /// Slots that did not fire since the schedule was made.
  ///
  /// @param counts how many, by reason
  /// @param last the last ones, newest first
  public record Skips(Map<Skipped.Reason, Long> counts, List<Skipped> last) {

    public Skips {
      counts = Map.copyOf(counts);
      last = List.copyOf(last);
    }
  }

  /// How many slots did not fire, by reason.
  public Map<Skipped.Reason, Long> skipped() {
    return skips.counts();
  }

  /// The last slots that did not fire, newest first.
  public List<Skipped> lastSkipped() {
    return skips.last();
  }
}
