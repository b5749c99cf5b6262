package dev.waybill.worker;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.Limits;
import dev.waybill.NewJob;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Says what a [Worker] is to do. Checked when it is started.
public final class WorkerBuilder {

  private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(10);

  private final JobSource source;
  private final Map<String, Handler> handlers = new HashMap<>();
  private String name = "worker";
  String queue = NewJob.DEFAULT_QUEUE;
  int concurrency = 10;
  @Nullable Duration hold;
  Duration patience = Duration.ofSeconds(20);
  Duration grace = Duration.ofSeconds(30);

  WorkerBuilder(JobSource source) {
    this.source = source;
  }

  /// The queue it leases from; `default` where nothing is said.
  public WorkerBuilder queue(String from) {
    queue = from;
    return this;
  }

  /// The beginning of its name in the history of jobs; `worker` by default. A part that differs
  /// with every start is added, so that two workers never have the same name.
  public WorkerBuilder name(String called) {
    name = called;
    return this;
  }

  /// How many handlers may run at once; 10 where nothing is said.
  public WorkerBuilder concurrency(int most) {
    concurrency = most;
    return this;
  }

  /// How long a lease lasts unless it is extended, which happens while the handler runs: so this
  /// is how soon the jobs of a worker that vanished come back. Where nothing is said, as long as is
  /// set for the queue, or 30 seconds.
  public WorkerBuilder hold(@Nullable Duration lease) {
    hold = lease;
    return this;
  }

  /// How long one lease call waits while the queue is empty. 20 seconds where nothing is said.
  public WorkerBuilder patience(Duration longest) {
    patience = longest;
    return this;
  }

  /// How long [Worker#close()] waits for running handlers; 30 seconds where nothing is said.
  public WorkerBuilder grace(Duration longest) {
    grace = longest;
    return this;
  }

  /// What to do for jobs of a type. A job of a type without handler goes back to its queue without
  /// using up an attempt, so that a worker that knows the type can have it. It comes back after 1
  /// second, then 2, and so on up to 5 minutes.
  public WorkerBuilder handle(String type, Handler handler) {
    handlers.put(type, handler);
    return this;
  }

  /// Begins to lease.
  public Worker start() {
    String unique = name + "-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
    check(Text.isName(unique), Code.INVALID_NAME, "not a name for a worker: " + Text.quote(name));
    check(Text.isName(queue), Code.INVALID_NAME, "not a name of a queue: " + Text.quote(queue));
    check(!handlers.isEmpty(), Code.INVALID_ARGUMENT, "a worker needs at least one handler");
    check(concurrency >= 1, Code.INVALID_ARGUMENT, "concurrency must be 1 or more");
    if (hold != null) {
      checkBetween("hold", hold, Limits.MIN_HOLD, Limits.MAX_HOLD);
    }
    checkBetween("patience", patience, SHORTEST_PATIENCE, Limits.MAX_WAIT);
    check(!grace.isNegative(), Code.INVALID_ARGUMENT, "grace must not be negative");
    return new Worker(source, this, unique);
  }

  Map<String, Handler> handlers() {
    return Map.copyOf(handlers);
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
