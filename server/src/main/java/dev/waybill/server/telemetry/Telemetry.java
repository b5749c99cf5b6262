package dev.waybill.server.telemetry;

import dev.waybill.Waybill;
import dev.waybill.settings.CallObserver;
import dev.waybill.spi.Backend;
import dev.waybill.spi.DatabaseLoad;
import dev.waybill.spi.ForwardingBackend;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.ServerMemory;
import dev.waybill.spi.StoreCalls;
import dev.waybill.spi.StoreLoad;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/// The telemetry of a server: a metrics page, and metrics and traces for a collector if the
/// environment configures one. Failures never stop or slow down the server.
public final class Telemetry implements AutoCloseable {

  /// How long the last export may take.
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("operation");
  private static final AttributeKey<String> PROTOCOL = AttributeKey.stringKey("protocol");

  private final Export export;
  private final MetricsPage page;
  private final Calls calls;
  private final QueueGauges gauges;
  private final JobCounts jobs;
  private final EventCounts events;
  private final MessageCounts messages;
  private final ServiceCalls serviceCalls;
  private final Map<Attributes, IntSupplier> streams = new ConcurrentHashMap<>();
  private volatile LongSupplier setBack = () -> 0;
  private volatile LongSupplier catalogLag = () -> 0;
  private volatile LongSupplier messageIndexLag = () -> 0;
  private volatile Supplier<StoreLoad> load = () -> StoreLoad.NONE;
  private volatile Supplier<List<StoreCalls>> storeCalls = List::of;
  private volatile Supplier<DatabaseLoad> database = () -> DatabaseLoad.NONE;
  private volatile Supplier<ServerMemory> memory = () -> ServerMemory.NONE;

  private Telemetry(Export export, MetricsPage page, InstantSource clock) {
    this.export = export;
    this.page = page;
    Instruments make = new Instruments(export.meters().get("dev.waybill"));
    QueueLabels labels = new QueueLabels();
    this.calls = new Calls(tracer(export), make);
    this.gauges = new QueueGauges(make, labels, System::nanoTime);
    this.jobs = new JobCounts(make, labels, clock);
    this.events = new EventCounts(make, clock);
    this.messages = new MessageCounts(make);
    this.serviceCalls = new ServiceCalls(tracer(export), make);
    make.upDown(
        Metric.STREAMS, open -> streams.forEach((of, count) -> open.record(count.getAsInt(), of)));
    make.gauge(Metric.CATALOG_LAG, lag -> lag.record(catalogLag.getAsLong()));
    make.gauge(Metric.MESSAGE_INDEX_LAG, lag -> lag.record(messageIndexLag.getAsLong()));
    make.gauge(Metric.STORE_JOBS, jobs -> jobs.record(load.get().rows()));
    make.gauge(Metric.STORE_BYTES, bytes -> bytes.record(load.get().bytes()));
    make.gauge(Metric.STORE_MOST, most -> most.record(load.get().most()));
    make.gauge(Metric.HISTORY_LAG, lag -> lag.record(load.get().lag()));
    countDynamoDb(make, Metric.DYNAMODB_CALLS, StoreCalls::calls);
    countDynamoDb(make, Metric.DYNAMODB_THROTTLES, StoreCalls::throttled);
    countDynamoDb(make, Metric.DYNAMODB_BATCH_RETRIES, StoreCalls::batchRetries);
    DatabaseGauges.create(make, () -> database.get());
    MemoryGauges.create(make, () -> memory.get());
    make.observedCounter(Metric.OVERFLOW, count -> count.record(setBack.getAsLong()));
  }

  /// Zero, without an operation, on a store that does not use DynamoDB.
  private void countDynamoDb(Instruments make, Metric metric, ToLongFunction<StoreCalls> counted) {
    make.observedCounter(
        metric,
        count -> {
          List<StoreCalls> calls =
              storeCalls.get().stream().filter(one -> one.service().equals("DynamoDB")).toList();
          if (calls.isEmpty()) {
            count.record(0);
          }
          calls.forEach(
              one ->
                  count.record(
                      counted.applyAsLong(one), Attributes.of(OPERATION, one.operation())));
        });
  }

  /// @param environment the variables of the process; only `OTEL_*` are read
  public static Telemetry start(Map<String, String> environment, InstantSource clock) {
    PrometheusMetricReader reader =
        PrometheusMetricReader.builder()
            .setOtelScopeLabelsEnabled(false)
            .setTargetInfoMetricEnabled(false)
            .build();
    return new Telemetry(
        Export.of("waybill-server", environment, reader), new MetricsPage(reader), clock);
  }

  private static Tracer tracer(Export export) {
    return export.tracers().get("dev.waybill");
  }

  public Calls calls() {
    return calls;
  }

  public MetricsPage page() {
    return page;
  }

  /// Wraps a backend to count changes of jobs and events of messages.
  public Backend observe(Backend backend) {
    gauges.watch(backend.jobs());
    load = backend::load;
    storeCalls = backend::calls;
    database = backend::database;
    memory = backend::memory;
    JobStore store = new ObservedStore(backend.jobs(), jobs, new StoreSpans(tracer(export)));
    Ledger ledger = new ObservedLedger(backend.ledger(), messages);
    return new ForwardingBackend(backend) {
      @Override
      public JobStore jobs() {
        return store;
      }

      @Override
      public Ledger ledger() {
        return ledger;
      }
    };
  }

  /// Observes the calls of services to other systems.
  public CallObserver serviceCalls() {
    return serviceCalls;
  }

  /// Wraps Waybill for the APIs of a server.
  public Waybill observe(Waybill waybill) {
    return new ObservedWaybill(waybill, events);
  }

  /// @param open the number of open event streams of this API
  public void countStreams(String protocol, IntSupplier open) {
    streams.put(Attributes.of(PROTOCOL, protocol), open);
  }

  /// @param total the number of streams set back so far
  public void countSetBack(LongSupplier total) {
    setBack = total;
  }

  /// @param lag the number of facts that are not in the catalog yet
  public void watchCatalog(LongSupplier lag) {
    catalogLag = lag;
  }

  /// @param lag for how many seconds facts have been missing in the search index of messages
  public void watchMessageIndex(LongSupplier lag) {
    messageIndexLag = lag;
  }

  /// Stops reading the store; call this before the store is closed.
  public void stop() {
    gauges.stop();
  }

  @Override
  public void close() {
    stop();
    export.close(LAST_WORDS);
  }
}
