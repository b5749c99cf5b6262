package dev.waybill.schedule;

import dev.waybill.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The schedules of one tenant. Every call returns after its effect is durable. A change takes
/// effect here at once, and on other servers of the same store within about a second.
public interface Schedules {

  /// Creates a schedule, or replaces the one with this name. Slots count from now on, unless
  /// neither its times nor its paused state have changed. Refuses a schedule that would never fire,
  /// such as a single time in the past.
  ScheduleStatus put(Schedule schedule);

  /// When the schedule would fire if it were put now, at most ten times. Stores nothing, and
  /// refuses schedules that [#put] refuses. Ignores that a schedule is paused.
  default List<Upcoming> preview(Schedule schedule) {
    return preview(schedule, null, ScheduleLimits.UPCOMING);
  }

  /// Previews firings after another moment.
  ///
  /// @param from in the past or in the future, from 1970 on; null for now
  /// @param count the maximum number of firings, 1 to [ScheduleLimits#PREVIEWED]
  List<Upcoming> preview(Schedule schedule, @Nullable Instant from, int count);

  Optional<ScheduleStatus> find(String name);

  /// All schedules by name.
  Page<DefinedSchedule> list(Page.Request page);

  /// Returns false if there was none. Jobs that it started continue.
  boolean delete(String name);

  /// Stops firing until the schedule is resumed. Slots that pass while it is paused are not caught
  /// up.
  ScheduleStatus pause(String name);

  ScheduleStatus resume(String name);

  /// Performs the action now, regardless of the overlap policy and even while it is paused.
  ///
  /// @param key an idempotency key: calls with the same key are one run; null for another run
  Firing runNow(String name, @Nullable String key);

  /// The firings, newest first, as long as their jobs are retained. A firing with many jobs may
  /// continue on the next page.
  Page<Firing> history(String name, Page.Request page);
}
