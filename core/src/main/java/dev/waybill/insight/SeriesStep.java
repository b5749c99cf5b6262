package dev.waybill.insight;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.Arrays;

/// The distance of points, and for how long they are kept.
public enum SeriesStep {
  TEN_SECONDS(Duration.ofSeconds(10), Duration.ofMinutes(30)),
  MINUTE(Duration.ofMinutes(1), Duration.ofHours(6)),
  QUARTER(Duration.ofMinutes(15), Duration.ofDays(2));

  private final Duration length;
  private final Duration kept;

  SeriesStep(Duration length, Duration kept) {
    this.length = length;
    this.kept = kept;
  }

  public Duration length() {
    return length;
  }

  public Duration kept() {
    return kept;
  }

  public int points() {
    return (int) kept.dividedBy(length);
  }

  public static SeriesStep of(Duration length) {
    return Arrays.stream(values())
        .filter(step -> step.length.equals(length))
        .findFirst()
        .orElseThrow(
            () -> new WaybillException(Code.INVALID_ARGUMENT, "step must be 10s, 1m or 15m"));
  }
}
