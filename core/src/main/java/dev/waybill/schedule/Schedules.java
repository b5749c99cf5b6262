package dev.waybill.schedule;

import dev.waybill.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The schedules of one tenant. Every call answers after its effect is durable. A change is known
/// here at once, and about a second later by other servers on the same store.
public interface Schedules {

  /// Creates a schedule, or replaces the one of this name. Slots count from now on, unless neither
  /// its times nor whether it is paused have changed. A schedule that would never fire, such as a
  /// single time in the past, is refused.
  ScheduleStatus put(Schedule schedule);

  /// When it would fire if it were put now, ten times at most. Stores nothing, and refuses what
  /// [#put] refuses. Of a schedule that is paused it says when it would fire if it were not.
  default List<Upcoming> preview(Schedule schedule) {
    return preview(schedule, null, ScheduleLimits.UPCOMING);
  }

  /// The same for firings after another moment.
  ///
  /// @param from in the past or in the future, from 1970 on; null for now
  /// @param count how many firings at most, 1 to [ScheduleLimits#PREVIEWED]
  List<Upcoming> preview(Schedule schedule, @Nullable Instant from, int count);

  Optional<ScheduleStatus> find(String name);

  /// All schedules by name.
  Page<DefinedSchedule> list(Page.Request page);

  /// False where there was none. What it started goes on.
  boolean delete(String name);

  /// Fires no slot until it is resumed. Slots that pass meanwhile are not made up for.
  ScheduleStatus pause(String name);

  ScheduleStatus resume(String name);

  /// Does at once what a slot does, whatever the overlap policy says and even while it is paused.
  ///
  /// @param key the caller's own key: the same key again is the same run; null for one more run
  Firing runNow(String name, @Nullable String key);

  /// What it started, newest first, as long as the jobs are kept. A firing of many jobs may go on
  /// on the next page.
  Page<Firing> history(String name, Page.Request page);
}
