package dev.waybill.bench.peer;

import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.bench.Scratch;
import dev.waybill.bench.ServerProcess;
import dev.waybill.bench.peer.Contender.Role;
import dev.waybill.conformance.LoopbackServer;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import dev.waybill.worker.Worker;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Waybill through its public API: on the embedded store or on a server.
public final class WaybillSubject implements Subject {

  public static final String NAME = "Waybill";

  private static final String TYPE = "noop";
  private static final String QUEUE = "bench";
  private static final String OTHERS = "others";
  private static final String MARKS = "marks";

  private final Waybill waybill;
  private final Runnable afterwards;

  /// @param afterwards what to do with the directory on close
  public WaybillSubject(Path folder, Runnable afterwards) {
    this(Waybill.open(folder), afterwards);
  }

  private WaybillSubject(Waybill waybill, Runnable afterwards) {
    this.waybill = waybill;
    this.afterwards = afterwards;
  }

  /// Through the client; closing it does not close the server.
  public static WaybillSubject over(ServerProcess server) {
    return new WaybillSubject(Waybill.connect(server.http()), () -> {});
  }

  /// On a server of a store, with a local data directory.
  public static WaybillSubject on(LoopbackServer server, String url) {
    URI address = URI.create(url + "?path=" + server.folder().resolve("local"));
    return new WaybillSubject(Waybill.open(address, Settings.DEFAULT), () -> {});
  }

  /// On a store that is open; closing this closes it.
  public static WaybillSubject on(Waybill waybill) {
    return new WaybillSubject(waybill, () -> {});
  }

  /// On a database of PostgreSQL, with a local data directory.
  ///
  /// @param drop whether to drop the database on close
  public static WaybillSubject on(PostgresDatabase database, Path folder, boolean drop) {
    URI address = URI.create(database.url() + "?path=" + folder);
    return new WaybillSubject(
        Waybill.open(address, Settings.DEFAULT),
        () -> {
          Scratch.delete(folder);
          if (drop) {
            database.close();
          }
        });
  }

  public static Contender contender(Scratch scratch, int workers) {
    return new Contender(
        NAME,
        "fdatasync before every answer",
        workers,
        Role.WAYBILL,
        () -> open(scratch.next("store")));
  }

  private static WaybillSubject open(Path folder) {
    return new WaybillSubject(folder, () -> Scratch.delete(folder));
  }

  @Override
  public void enqueue(String payload) {
    waybill.enqueue(job(QUEUE, payload));
  }

  @Override
  public void enqueueAll(List<String> payloads) {
    enqueueAll(QUEUE, payloads);
  }

  @Override
  public void enqueueForOthers(List<String> payloads) {
    enqueueAll(OTHERS, payloads);
  }

  private void enqueueAll(String queue, List<String> payloads) {
    List<NewJob> jobs = payloads.stream().map(payload -> job(queue, payload)).toList();
    for (EnqueueResult answer : waybill.enqueueAll(jobs)) {
      switch (answer) {
        case Enqueued _ -> {}
        case Refused refused -> throw refused.asException();
      }
    }
  }

  private static NewJob job(String queue, String payload) {
    return NewJob.builder(TYPE).queue(queue).payload(payload).build();
  }

  @Override
  public Work work(int concurrency, Consumer<String> handler) {
    Worker worker =
        Worker.builder(waybill)
            .queue(QUEUE)
            .concurrency(concurrency)
            .handle(
                TYPE,
                task -> {
                  handler.accept(task.text());
                  return Outcome.done();
                })
            .start();
    return worker::close;
  }

  /// The history follows the order of the log: when a job enqueued now is in it, so are all earlier
  /// ones.
  @Override
  public Optional<Duration> awaitHistory() {
    long began = System.nanoTime();
    JobId mark = waybill.enqueue(job(MARKS, "")).id();
    while (!isNewest(mark)) {
      Thread.onSpinWait();
    }
    return Optional.of(Duration.ofNanos(System.nanoTime() - began));
  }

  private boolean isNewest(JobId mark) {
    return waybill.list(JobFilter.ALL.withQueue(MARKS), Page.Request.first(1)).items().stream()
        .anyMatch(job -> job.id().equals(mark));
  }

  @Override
  public void close() {
    waybill.close();
    afterwards.run();
  }
}
