package dev.waybill.insight;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Selects series.
///
/// @param queues empty for the busiest queues
/// @param from null for the oldest point
/// @param to null for now
public record SeriesQuery(
    List<String> queues, SeriesStep step, @Nullable Instant from, @Nullable Instant to) {

  /// The maximum number of queues in an answer.
  public static final int MOST_QUEUES = 20;

  public SeriesQuery {
    queues = List.copyOf(queues);
    if (queues.size() > MOST_QUEUES) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS, "at most " + MOST_QUEUES + " queues at a time");
    }
  }
}
