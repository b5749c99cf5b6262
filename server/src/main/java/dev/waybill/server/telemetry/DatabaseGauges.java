package dev.waybill.server.telemetry;

import dev.waybill.spi.DatabaseLoad;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import java.util.function.Supplier;

/// The metrics of a database that is the store.
final class DatabaseGauges {

  private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final Attributes BUSY = Attributes.of(STATE, "busy");
  private static final Attributes IDLE = Attributes.of(STATE, "idle");
  private static final Attributes AWAITED = Attributes.of(STATE, "awaited");

  private DatabaseGauges() {}

  static void create(Instruments make, Supplier<DatabaseLoad> load) {
    make.gauge(
        Metric.STORE_CONNECTIONS,
        count -> {
          DatabaseLoad.Connections now = load.get().connections();
          count.record(now.busy(), BUSY);
          count.record(now.idle(), IDLE);
          count.record(now.awaited(), AWAITED);
        });
    make.observedCounter(Metric.STORE_SLOW, count -> count.record(load.get().slow()));
    make.gauge(Metric.STORE_DEAD_ROWS, rows -> rows.record(load.get().deadRows()));
    make.gauge(Metric.STORE_OLDEST_TRANSACTION, age -> age.record(load.get().oldest().toSeconds()));
  }
}
