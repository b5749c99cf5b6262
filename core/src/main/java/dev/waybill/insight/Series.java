package dev.waybill.insight;

import java.time.Instant;
import java.util.List;

/// Figures over time.
///
/// @param from the time of the first point
/// @param total of all queues of the tenant
/// @param truncated whether there are queues without a series in this answer
public record Series(
    SeriesStep step,
    Instant from,
    List<QueueSeries> queues,
    List<SeriesPoint> total,
    boolean truncated) {

  public record QueueSeries(String queue, List<SeriesPoint> points) {

    public QueueSeries {
      points = List.copyOf(points);
    }
  }

  public Series {
    queues = List.copyOf(queues);
    total = List.copyOf(total);
  }
}
