package dev.waybill.backend.aws.link;

import dev.waybill.spi.StoreCalls;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.metrics.CoreMetric;
import software.amazon.awssdk.http.HttpMetric;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricPublisher;
import software.amazon.awssdk.metrics.SdkMetric;

/// Counts the requests to AWS, retries of the SDK included, and logs each with its request ID.
public final class CallCounts implements MetricPublisher {

  private static final Logger LOG = System.getLogger(CallCounts.class.getName());
  private static final String ATTEMPT = "ApiCallAttempt";
  private static final String THROTTLING = "Throttling";

  private final Map<Call, LongAdder> calls = new ConcurrentHashMap<>();
  private final Map<Call, LongAdder> throttles = new ConcurrentHashMap<>();
  private final Map<Call, LongAdder> batchRetries = new ConcurrentHashMap<>();

  /// @param service as the SDK names it: `DynamoDB`, `SQS` or `S3`
  /// @param operation such as `PutItem`
  public record Call(String service, String operation) implements Comparable<Call> {

    @Override
    public int compareTo(Call other) {
      int byService = service.compareTo(other.service);
      return byService != 0 ? byService : operation.compareTo(other.operation);
    }
  }

  /// The number of requests of each operation.
  public Map<Call, Long> calls() {
    return copy(calls);
  }

  /// The number of requests that a service throttled.
  public Map<Call, Long> throttles() {
    return copy(throttles);
  }

  /// How often the rest of a batch was sent again.
  public Map<Call, Long> batchRetries() {
    return copy(batchRetries);
  }

  /// All counts, for metrics.
  public List<StoreCalls> report() {
    return calls().entrySet().stream()
        .map(
            one ->
                new StoreCalls(
                    one.getKey().service(),
                    one.getKey().operation(),
                    one.getValue(),
                    sum(throttles, one.getKey()),
                    sum(batchRetries, one.getKey())))
        .toList();
  }

  private static long sum(Map<Call, LongAdder> counts, Call call) {
    LongAdder counted = counts.get(call);
    return counted == null ? 0 : counted.sum();
  }

  /// The number of requests of one operation.
  public long of(String service, String operation) {
    return sum(calls, new Call(service, operation));
  }

  public void retriedBatch(String service, String operation) {
    add(batchRetries, new Call(service, operation));
  }

  /// Called by the SDK at the end of each call.
  @Override
  public void publish(MetricCollection call) {
    Call operation =
        new Call(text(call, CoreMetric.SERVICE_ID), text(call, CoreMetric.OPERATION_NAME));
    for (MetricCollection attempt : call.children()) {
      if (attempt.name().equals(ATTEMPT)) {
        count(operation, attempt);
      }
    }
  }

  private void count(Call operation, MetricCollection attempt) {
    add(calls, operation);
    if (text(attempt, CoreMetric.ERROR_TYPE).equals(THROTTLING)) {
      add(throttles, operation);
    }
    LOG.log(
        Level.DEBUG,
        () ->
            "%s %s answered %s, request ID %s"
                .formatted(
                    operation.service(),
                    operation.operation(),
                    text(attempt, HttpMetric.HTTP_STATUS_CODE),
                    text(attempt, CoreMetric.AWS_REQUEST_ID)));
  }

  private static String text(MetricCollection metrics, SdkMetric<?> metric) {
    List<?> values = metrics.metricValues(metric);
    return values.isEmpty() ? "" : String.valueOf(values.getFirst());
  }

  private static void add(Map<Call, LongAdder> counts, Call call) {
    counts.computeIfAbsent(call, _ -> new LongAdder()).increment();
  }

  private static Map<Call, Long> copy(Map<Call, LongAdder> counts) {
    Map<Call, Long> copy = new TreeMap<>();
    counts.forEach((call, count) -> copy.put(call, count.sum()));
    return copy;
  }

  @Override
  public void close() {}
}
