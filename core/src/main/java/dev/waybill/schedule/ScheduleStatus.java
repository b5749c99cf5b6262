package dev.waybill.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The status of a schedule.
///
/// @param upcoming the next firings, at most ten; none while it is paused
/// @param last the last firings, newest first, as long as their jobs are retained
/// @param skips slots that did not fire
/// @param queued the slot that waits for the previous run to finish
/// @param warnings problems that do not prevent it from being stored, such as a missing topic
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

  /// Slots that did not fire since the schedule was created.
  ///
  /// @param counts the number of slots by reason
  /// @param last the latest ones, newest first
  public record Skips(Map<Skipped.Reason, Long> counts, List<Skipped> last) {

    public Skips {
      counts = Map.copyOf(counts);
      last = List.copyOf(last);
    }
  }

  /// The number of slots that did not fire, by reason.
  public Map<Skipped.Reason, Long> skipped() {
    return skips.counts();
  }

  /// The latest slots that did not fire, newest first.
  public List<Skipped> lastSkipped() {
    return skips.last();
  }
}
