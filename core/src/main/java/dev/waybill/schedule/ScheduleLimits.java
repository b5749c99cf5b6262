package dev.waybill.schedule;

import java.time.Duration;
import java.time.Instant;

/// Limits of schedules.
public final class ScheduleLimits {

  /// Shorter than other names, because it becomes part of a tag.
  public static final int NAME_LENGTH = 100;

  public static final int SCHEDULES_PER_TENANT = 10_000;
  /// Bytes of the stored definitions of one tenant.
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
  /// Missed slots of one schedule that are fired after a downtime.
  public static final int CAUGHT_UP = 1_000;
  /// Upcoming firings in a status.
  public static final int UPCOMING = 10;
  /// Firings in a preview.
  public static final int PREVIEWED = 1_000;
  /// Recent firings, and recent skips, in a status.
  public static final int RECENT = 10;

  /// All times of a schedule must be before this one.
  public static final Instant LATEST = Instant.parse("2300-01-01T00:00:00Z");

  private ScheduleLimits() {}
}
