package dev.waybill.server.telemetry;

import dev.waybill.spi.ServerMemory;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// The metrics of servers that hold a store in memory.
final class MemoryGauges {

  private MemoryGauges() {}

  static void create(Instruments make, Supplier<ServerMemory> memory) {
    gauge(make, Metric.STORE_SERVER_MEMORY, memory, ServerMemory::used);
    gauge(make, Metric.STORE_SERVER_LIMIT, memory, ServerMemory::limit);
    gauge(make, Metric.STORE_SERVER_REPLICAS, memory, ServerMemory::replicas);
    gauge(make, Metric.STORE_FINISHED, memory, ServerMemory::finished);
    gauge(make, Metric.STORE_FINISHED_SIZE, memory, ServerMemory::perFinished);
  }

  private static void gauge(
      Instruments make,
      Metric metric,
      Supplier<ServerMemory> memory,
      ToLongFunction<ServerMemory> figure) {
    make.gauge(metric, gauge -> gauge.record(figure.applyAsLong(memory.get())));
  }
}
