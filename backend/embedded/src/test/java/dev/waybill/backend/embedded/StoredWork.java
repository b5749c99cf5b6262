package dev.waybill.backend.embedded;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Jobs in every state, with events, facts and blobs, and all answers of a store about them.
final class StoredWork {

  private static final int KINDS = 9;

  private final List<Job> jobs = new ArrayList<>();
  private final List<String> blobs = new ArrayList<>();
  private final List<LedgerKey> keys = new ArrayList<>();

  private StoredWork() {}

  static StoredWork in(StoreDriver store, int count) {
    StoredWork work = new StoredWork();
    for (int n = 0; n < count; n++) {
      work.jobs.add(work.add(store, n));
    }
    return work;
  }

  List<Job> jobs() {
    return List.copyOf(jobs);
  }

  private Job add(StoreDriver store, int n) {
    boolean waits = n % KINDS < 2;
    Job job =
        store.enqueue(
            StoreDriver.newJob("payload " + n + " " + "p".repeat(n * 7 % 300))
                .queue(waits ? "idle" : StoreDriver.QUEUE.queue())
                .requestId("request-" + n)
                .correlationId("correlation-" + n % 5)
                .tags(java.util.Set.of("tag-" + n % 3))
                .delay(n % KINDS == 1 ? Duration.ofHours(1) : Duration.ZERO));
    if (!waits) {
      run(store, n);
    }
    addBlobAndFact(store, n);
    return job;
  }

  private static void run(StoreDriver store, int n) {
    Job leased = store.lease(1).getFirst();
    store
        .jobs()
        .publish(
            StoreDriver.leaseOf(leased),
            List.of(NewEvent.of(1, "started", "e" + n), NewEvent.of(5, "half", "f" + n)));
    switch (n % KINDS) {
      case 2 -> {}
      case 3 -> store.apply(Transitions.cancelled(store.find(leased)).orElseThrow());
      case 4 -> store.settle(leased, new Outcome.Fail(Failure.of("broken", "why " + n)));
      case 5 -> store.settle(leased, Outcome.retry("dead " + n));
      case 6 -> retriedOnce(store, leased, n);
      case 7 -> store.settle(leased, Outcome.reject("rejected " + n));
      default -> store.settle(leased, Outcome.done("result " + n));
    }
  }

  private static void retriedOnce(StoreDriver store, Job leased, int n) {
    Outcome again = Outcome.retry("again " + n, Duration.ZERO);
    store.apply(Transitions.settled(leased, again, RetryPolicy.DEFAULT, 0));
    store.settle(store.lease(1).getFirst(), Outcome.done("second " + n));
  }

  private void addBlobAndFact(StoreDriver store, int n) {
    LedgerKey key = new LedgerKey(StoreDriver.TENANT, "thing", "" + n % 20);
    Instant now = store.clock().instant();
    Payload data = Payload.of("data " + n);
    store
        .backend()
        .ledger()
        .record(List.of(new Fact(key, 1, "fact-" + n, "state-" + n, n, 0, now, data)));
    keys.add(key);
    if (n % 10 == 0) {
      String name = "blob/" + n;
      byte[] content = ("blob " + n).repeat(50).getBytes(StandardCharsets.UTF_8);
      store.backend().blobs().put(StoreDriver.TENANT, name, content);
      blobs.add(name);
    }
  }

  /// All answers as text; the same question is always at the same index.
  List<String> served(StoreDriver store) {
    List<String> served = new ArrayList<>();
    questions(store).forEach(question -> served.add(question.get()));
    return served;
  }

  /// Each question throws what the store throws.
  List<java.util.function.Supplier<String>> questions(StoreDriver store) {
    List<java.util.function.Supplier<String>> all = new ArrayList<>();
    for (Job job : jobs) {
      all.add(() -> store.jobs().find(StoreDriver.key(job)).map(StoredWork::words).orElse(GONE));
      all.add(() -> "attempts " + store.attempts(job.id()));
      all.add(
          () ->
              lines(
                  store.events(job.id()).stream()
                      .map(event -> event + " " + event.data().text())
                      .toList()));
    }
    for (LedgerKey key : keys) {
      all.add(
          () ->
              lines(
                  store.backend().ledger().latest(List.of(key)).stream()
                      .map(latest -> latest + " " + latest.data().text())
                      .toList()));
    }
    for (String blob : blobs) {
      all.add(
          () ->
              store
                  .backend()
                  .blobs()
                  .get(StoreDriver.TENANT, blob)
                  .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                  .orElse(GONE));
    }
    all.add(() -> lines(store.browse().stream().map(StoredWork::words).toList()));
    all.add(
        () ->
            lines(
                store.facts().stream()
                    .map(fact -> fact + " " + fact.fact().data().text())
                    .toList()));
    return all;
  }

  static final String GONE = "gone";

  private static String lines(List<String> all) {
    return String.join("\n", all);
  }

  static String words(Job job) {
    Payload result = job.progress().result();
    return job + " " + job.payload().text() + " " + (result == null ? "-" : result.text());
  }
}
