package dev.waybill.schedule;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An action and its times. Create it with [#builder]; it is validated when it is put.
///
/// @param jitter each slot fires later by up to this much, but before the next one; the delay is
///     derived from the name and the slot, so that all servers agree
/// @param startAt slots before this time are ignored
/// @param endAt slots at this time and later are ignored
public record Schedule(
    String name,
    String description,
    Timing timing,
    Action action,
    Duration jitter,
    Overlap overlap,
    CatchUp catchUp,
    @Nullable Instant startAt,
    @Nullable Instant endAt,
    boolean paused) {

  public static Builder builder(String name, Timing timing, Action action) {
    return new Builder(name, timing, action);
  }

  public Schedule withName(String other) {
    return new Schedule(
        other, description, timing, action, jitter, overlap, catchUp, startAt, endAt, paused);
  }

  /// A builder with the values of this schedule.
  public Builder toBuilder() {
    return new Builder(name, timing, action)
        .description(description)
        .jitter(jitter)
        .overlap(overlap)
        .catchUp(catchUp)
        .startAt(startAt)
        .endAt(endAt)
        .paused(paused);
  }

  /// Collects the values of a schedule. Defaults: no jitter, overlap allowed, and after a downtime
  /// the latest slot is fired if it was within the last hour.
  public static final class Builder {
    private final String name;
    private Timing timing;
    private Action action;
    private String description = "";
    private Duration jitter = Duration.ZERO;
    private Overlap overlap = Overlap.ALLOW;
    private CatchUp catchUp = CatchUp.DEFAULT;
    private @Nullable Instant startAt;
    private @Nullable Instant endAt;
    private boolean paused;

    private Builder(String name, Timing timing, Action action) {
      this.name = name;
      this.timing = timing;
      this.action = action;
    }

    public Builder timing(Timing times) {
      timing = times;
      return this;
    }

    public Builder action(Action done) {
      action = done;
      return this;
    }

    public Builder description(String text) {
      description = text;
      return this;
    }

    public Builder jitter(Duration most) {
      jitter = most;
      return this;
    }

    public Builder overlap(Overlap policy) {
      overlap = policy;
      return this;
    }

    public Builder catchUp(CatchUp policy) {
      catchUp = policy;
      return this;
    }

    public Builder startAt(@Nullable Instant time) {
      startAt = time;
      return this;
    }

    public Builder endAt(@Nullable Instant time) {
      endAt = time;
      return this;
    }

    public Builder paused(boolean now) {
      paused = now;
      return this;
    }

    public Schedule build() {
      return new Schedule(
          name, description, timing, action, jitter, overlap, catchUp, startAt, endAt, paused);
    }
  }
}
