package dev.waybill.schedule;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a schedule stands.
///
/// @param upcoming the next firings, ten at most; none while it is paused
/// @param last the last firings, newest first, as long as their jobs are kept
/// @param skipped how many slots did not fire, by reason, since the schedule was made
/// @param lastSkipped the last slots that did not fire, newest first
/// @param queued the slot that waits for the run before it to end
/// @param warnings problems that do not keep it from being stored, such as a missing topic
public record ScheduleStatus(
    DefinedSchedule definition,
    List<Upcoming> upcoming,
    List<Firing> last,
    Map<Skipped.Reason, Long> skipped,
    List<Skipped> lastSkipped,
    @Nullable Instant queued,
    List<String> warnings) {

  public ScheduleStatus {
    upcoming = List.copyOf(upcoming);
    last = List.copyOf(last);
    skipped = Map.copyOf(skipped);
    lastSkipped = List.copyOf(lastSkipped);
    warnings = List.copyOf(warnings);
  }
}
