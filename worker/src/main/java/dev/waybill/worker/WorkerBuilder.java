package dev.waybill.worker;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Configures a [Worker]. The settings are validated by [#start].
public final class WorkerBuilder {

  private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(10);

  private final JobSource source;
  private final Map<String, Handler> handlers = new HashMap<>();
  private String name = "worker";
  String queue = NewJob.DEFAULT_QUEUE;
  int concurrency = 10;
  @Nullable Duration leaseDuration;
  Duration patience = Duration.ofSeconds(20);
  Duration grace = Duration.ofSeconds(30);

  WorkerBuilder(JobSource source) {
    this.source = source;
  }

  /// The queue to lease from; default `default`.
  public WorkerBuilder queue(String from) {
    queue = from;
    return this;
  }

  /// The prefix of the worker name in job histories; default `worker`. A suffix that is unique per
  /// start is added, so that no two workers have the same name.
  public WorkerBuilder name(String called) {
    name = called;
    return this;
  }

  /// Maximum number of handlers that run at once; default 10.
  public WorkerBuilder concurrency(int most) {
    concurrency = most;
    return this;
  }

  /// Lease duration. The worker extends leases while handlers run, so this is the time until the
  /// jobs of a crashed worker become available again. Default: the lease duration of the queue, or
  /// 30 seconds.
  public WorkerBuilder leaseDuration(@Nullable Duration lease) {
    leaseDuration = lease;
    return this;
  }

  /// How long one lease call waits for jobs if the queue is empty; default 20 seconds.
  public WorkerBuilder patience(Duration longest) {
    patience = longest;
    return this;
  }

  /// How long [Worker#close()] waits for running handlers; default 30 seconds.
  public WorkerBuilder grace(Duration longest) {
    grace = longest;
    return this;
  }

  /// Sets the handler for a job type. A job without a handler is released without using up an
  /// attempt, so that another worker can run it. It becomes available after 1 second, then after 2,
  /// and so on up to 5 minutes.
  public WorkerBuilder handle(String type, Handler handler) {
    handlers.put(type, handler);
    return this;
  }

  /// Starts leasing.
  public Worker start() {
    String unique = name + "-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    check(Text.isName(unique), Code.INVALID_NAME, invalidName("worker name", name));
    check(Text.isName(queue), Code.INVALID_NAME, invalidName("queue", queue));
    check(!handlers.isEmpty(), Code.INVALID_ARGUMENT, "a worker needs at least one handler");
    check(concurrency >= 1, Code.INVALID_ARGUMENT, "concurrency must be at least 1");
    if (leaseDuration != null) {
      checkBetween(
          "lease_duration", leaseDuration, Limits.MIN_LEASE_DURATION, Limits.MAX_LEASE_DURATION);
    }
    checkBetween("patience", patience, SHORTEST_PATIENCE, Limits.MAX_WAIT);
    check(!grace.isNegative(), Code.INVALID_ARGUMENT, "grace must not be negative");
    return new Worker(source, this, unique);
  }

  Map<String, Handler> handlers() {
    return Map.copyOf(handlers);
  }

  private static String invalidName(String what, String value) {
    return "%s %s is invalid: use letters, digits, '.', '_', ':' and '-' (at most %d characters)"
        .formatted(what, Text.quote(value), Limits.NAME_LENGTH);
  }

  private static void checkBetween(String what, Duration value, Duration least, Duration most) {
    check(
        value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
        Code.INVALID_ARGUMENT,
        what + " must be " + least + " to " + most + "; it is " + value);
  }

  private static void check(boolean holds, Code code, String otherwise) {
    if (!holds) {
      throw new WaybillException(code, otherwise);
    }
  }
}
