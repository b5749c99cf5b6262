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

/// What happened to a schedule as far as later decisions depend on it.
///
/// @param slot the last slot that fired, where the overlap policy has to know
/// @param jobs what that firing started
/// @param queued the slot that waits for those jobs to end
/// @param skipped how many slots did not fire, by reason
/// @param recent the last of them, newest first
record RunState(
    @Nullable Instant slot,
    List<JobId> jobs,
    @Nullable Instant queued,
    Map<Skipped.Reason, Long> skipped,
    List<Skipped> recent) {

  static final RunState NEW = new RunState(null, List.of(), null, Map.of(), List.of());

  /// So many of the jobs of one firing are watched.
  private static final int JOBS = 100;

  /// Whether this slot was decided about before.
  boolean knows(Instant some) {
    return some.equals(slot)
        || some.equals(queued)
        || recent.stream().anyMatch(one -> one.count() == 1 && one.first().equals(some));
  }

  RunState fired(Instant some, List<JobId> started) {
    Instant waiting = some.equals(queued) ? null : queued;
    return new RunState(some, watched(started), waiting, skipped, recent);
  }

  /// What was started by hand goes on beside what the last slot started.
  RunState started(List<JobId> more) {
    Set<JobId> all = new LinkedHashSet<>(more);
    all.addAll(jobs);
    return new RunState(slot, watched(List.copyOf(all)), queued, skipped, recent);
  }

  RunState queued(Instant some) {
    return new RunState(slot, jobs, some, skipped, recent);
  }

  /// The same again changes nothing.
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
