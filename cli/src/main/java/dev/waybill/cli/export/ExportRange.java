package dev.waybill.cli.export;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A range of creation times: from `from`, or from the beginning, until before `to`.
record ExportRange(@Nullable Instant from, Instant to) {

  /// The share of the range that is done when rows down to this time have been read, newest first;
  /// NaN if the range has no beginning.
  double passed(Instant created) {
    return from == null
        ? Double.NaN
        : (double) Duration.between(created, to).toMillis()
            / Math.max(1, Duration.between(from, to).toMillis());
  }
}
