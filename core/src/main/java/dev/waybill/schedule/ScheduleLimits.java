package dev.waybill.schedule;

import java.time.Duration;
import java.time.Instant;

/// What schedules may be at most.
public final class ScheduleLimits {

  /// Shorter than other names, since it becomes part of a tag.
  public static final int NAME_LENGTH = 100;

  public static final int SCHEDULES_PER_TENANT = 10_000;
  /// What the schedules of one tenant may take, as they are written.
  public static final int SCHEDULE_BYTES = 16 * 1024 * 1024;
  public static final int DESCRIPTION_LENGTH = 1_000;
  public static final int EXPRESSION_LENGTH = 256;
  public static final int TEMPLATE_BYTES = 32 * 1024;
  public static final int TEMPLATE_TAGS = 28;
  public static final int ATTRIBUTES = 32;
  public static final int ATTRIBUTE_TEXTS = 100;
  public static final Duration MIN_INTERVAL = Duration.ofSeconds(1);
  public static final Duration MAX_INTERVAL = Duration.ofDays(36_525);
  public static final Duration MAX_JITTER = Duration.ofDays(1);
  public static final Duration MAX_WINDOW = Duration.ofDays(7);
  /// How many missed slots of one schedule are fired after a downtime.
  public static final int CAUGHT_UP = 1_000;
  /// How many firings are foretold.
  public static final int UPCOMING = 10;
  /// How many firings a preview shows.
  public static final int PREVIEWED = 1_000;
  /// How many of the last firings and of what was left out a status shows.
  public static final int RECENT = 10;

  /// No time of a schedule is as late as this.
  public static final Instant LATEST = Instant.parse("2300-01-01T00:00:00Z");

  private ScheduleLimits() {}
}
