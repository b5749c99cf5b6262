package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Catalog;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.Fact;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Closing answers all callers, keeps acknowledged changes and releases the data directory.
@Timeout(120)
class ClosingTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final QueueKey EMPTY_QUEUE = new QueueKey(StoreDriver.TENANT, "empty");

  private Path folder;
  private StoreDriver store;

  @BeforeEach
  void open() throws IOException {
    folder = FolderFiles.temporary();
    store = new StoreDriver(folder).open();
  }

  @AfterEach
  void clean() throws IOException {
    store.close();
    FolderFiles.delete(folder);
  }

  @Test
  @Promise({"E1", "E3"})
  void closing_under_load_answers_every_call_and_keeps_acknowledged_changes() throws Exception {
    Queue<Draft> acknowledged = new ConcurrentLinkedQueue<>();
    CountDownLatch busy = new CountDownLatch(500);
    List<CompletableFuture<Void>> calls = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      calls.add(Calls.start(() -> enqueueForEver(acknowledged, busy)));
    }
    for (int i = 0; i < 20; i++) {
      calls.add(Calls.start(this::leaseForEver));
    }
    assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();

    store.close();

    for (CompletableFuture<Void> call : calls) {
      assertThat(Calls.failureOf(call).code()).isIn(Code.CLOSED, Code.INTERRUPTED);
    }
    store.open();
    for (Draft draft : acknowledged) {
      assertThat(store.jobs().find(draft.key()).orElseThrow().payload())
          .isEqualTo(draft.job().payload());
    }
  }

  private Void enqueueForEver(Queue<Draft> acknowledged, CountDownLatch busy) {
    while (true) {
      Draft draft = StoreDriver.draft("job " + acknowledged.size());
      store.jobs().append(List.of(draft));
      acknowledged.add(draft);
      busy.countDown();
    }
  }

  private Void leaseForEver() {
    while (true) {
      store.jobs().lease(StoreDriver.take(EMPTY_QUEUE, 5, PATIENCE));
    }
  }

  @Test
  @Promise({"V1", "X1"})
  void closing_wakes_readers_of_events() throws Exception {
    store.enqueue("running");
    Job running = store.lease(1).getFirst();
    CompletableFuture<?> reading = Calls.start(() -> store.jobs().read(eventsOf(running)));
    store.close();
    assertThat(Calls.failureOf(reading).code()).isEqualTo(Code.CLOSED);
  }

  @Test
  @Promise("X1")
  void closing_twice_has_no_effect() {
    store.enqueue("kept");
    store.close();
    store.close();
    store.open();
    assertThat(store.browse()).hasSize(1);
  }

  @Test
  @Promise("X1")
  void calls_after_closing_fail_and_reopen_nothing() throws IOException {
    store.enqueueMany("job ", 2);
    Job running = store.lease(1).getFirst();
    store.backend().blobs().put(StoreDriver.TENANT, "blob", new byte[10]);
    store.close();
    for (ThrowingCallable call : calls(running)) {
      WaybillException refused = catchThrowableOfType(WaybillException.class, call);
      assertThat(refused).isNotNull();
      assertThat(refused.code()).isEqualTo(Code.CLOSED);
    }
    assertThat(new FolderFiles(folder).all()).noneMatch(file -> file.toString().endsWith("-wal"));
  }

  private List<ThrowingCallable> calls(Job running) {
    List<ThrowingCallable> calls = new ArrayList<>(jobCalls(running));
    Fact fact =
        new Fact(
            new LedgerKey(StoreDriver.TENANT, "thing", "1"),
            1,
            "type",
            "state",
            1,
            0,
            store.clock().instant(),
            Payload.empty());
    calls.add(() -> store.backend().ledger().record(List.of(fact)));
    calls.add(() -> store.backend().ledger().latest(List.of(fact.key())));
    calls.add(() -> store.backend().ledger().history(fact.key(), 0, 1));
    calls.add(() -> store.backend().ledger().tail(0, 1));
    calls.add(() -> store.backend().blobs().get(StoreDriver.TENANT, "blob"));
    calls.add(() -> store.backend().blobs().put(StoreDriver.TENANT, "other", new byte[1]));
    calls.add(() -> store.backend().blobs().delete(StoreDriver.TENANT, "blob"));
    calls.add(() -> store.backend().catalog().checkpoint());
    calls.add(
        () ->
            store
                .backend()
                .catalog()
                .delete(List.of(new Catalog.EntryKey(StoreDriver.TENANT, "kind", "id"))));
    return calls;
  }

  private List<ThrowingCallable> jobCalls(Job running) {
    return List.of(
        () -> store.jobs().append(List.of(StoreDriver.draft("late"))),
        () -> store.lease(1),
        () -> store.jobs().lease(StoreDriver.take(EMPTY_QUEUE, 1, PATIENCE)),
        () -> store.jobs().extend(List.of(StoreDriver.leaseOf(running)), PATIENCE),
        () -> store.apply(Transitions.completed(StoreDriver.leaseOf(running), Payload.empty())),
        () -> store.find(running),
        () -> store.attempts(running.id()),
        () -> store.jobs().browse(new JobQuery(StoreDriver.TENANT, JobFilter.ALL, 10, null)),
        () -> store.jobs().overdue(10),
        () -> store.jobs().pause(EMPTY_QUEUE, true),
        () -> store.jobs().stats(EMPTY_QUEUE),
        () -> store.jobs().stats(StoreDriver.TENANT),
        () ->
            store
                .jobs()
                .publish(StoreDriver.leaseOf(running), List.of(NewEvent.of(1, "type", "data"))),
        () -> store.jobs().read(eventsOf(running)),
        () -> store.jobs().prune(Retention.DEFAULT, 10));
  }

  private static EventQuery eventsOf(Job job) {
    return new EventQuery(StoreDriver.key(job), EventCursor.START, 10, PATIENCE);
  }
}
