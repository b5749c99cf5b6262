package dev.waybill.schedules;

import dev.waybill.JobId;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.schedule.Skipped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state of a schedule that later decisions depend on.
///
/// @param slot the last slot that fired, if the overlap policy needs it
/// @param jobs the jobs of that firing
/// @param queued the slot that waits for those jobs to finish
/// @param skipped the number of skipped slots by reason
/// @param recent the last skipped slots, newest first
record RunState(
    @Nullable Instant slot,
    List<JobId> jobs,
    @Nullable Instant queued,
    Map<Skipped.Reason, Long> skipped,
    List<Skipped> recent) {

  static final RunState NEW = new RunState(null, List.of(), null, Map.of(), List.of());

  /// The maximum number of jobs of one firing that are tracked.
  private static final int JOBS = 100;

  /// Whether this slot was already decided.
  boolean knows(Instant some) {
    return some.equals(slot)
        || some.equals(queued)
        || recent.stream().anyMatch(one -> one.count() == 1 && one.first().equals(some));
  }

  RunState fired(Instant some, List<JobId> started) {
    Instant waiting = some.equals(queued) ? null : queued;
    return new RunState(some, watched(started), waiting, skipped, recent);
  }

  /// Jobs of a manual run are tracked together with those of the last slot.
  RunState started(List<JobId> more) {
    Set<JobId> all = new LinkedHashSet<>(more);
    all.addAll(jobs);
    return new RunState(slot, watched(List.copyOf(all)), queued, skipped, recent);
  }

  RunState queued(Instant some) {
    return new RunState(slot, jobs, some, skipped, recent);
  }

  /// Recording the same again changes nothing.
  RunState skipped(Skipped more) {
    boolean known =
        recent.stream()
            .anyMatch(one -> one.first().equals(more.first()) && one.reason() == more.reason());
    if (known) {
      return this;
    }
    Map<Skipped.Reason, Long> counts = new EnumMap<>(Skipped.Reason.class);
    counts.putAll(skipped);
    counts.merge(more.reason(), more.count(), Long::sum);
    List<Skipped> latest = new ArrayList<>();
    latest.add(more);
    latest.addAll(recent.subList(0, Math.min(recent.size(), ScheduleLimits.RECENT - 1)));
    Instant waiting = more.first().equals(queued) ? null : queued;
    return new RunState(slot, jobs, waiting, counts, latest);
  }

  private static List<JobId> watched(List<JobId> started) {
    return List.copyOf(started.subList(0, Math.min(started.size(), JOBS)));
  }
}
