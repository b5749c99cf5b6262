package dev.waybill.insight;

import dev.waybill.QueueStats;
import java.time.Instant;
import java.util.List;

/// The queues of a tenant at one moment.
///
/// @param rates per second, over about the last 10 seconds
/// @param indexLagSeconds for how long changes have been missing in the search index
public record Overview(Instant at, List<QueueStats> queues, Rates rates, long indexLagSeconds) {

  public record Rates(double enqueued, double started, double completed, double failed) {

    public static final Rates NONE = new Rates(0, 0, 0, 0);
  }

  public Overview {
    queues = List.copyOf(queues);
  }
}
