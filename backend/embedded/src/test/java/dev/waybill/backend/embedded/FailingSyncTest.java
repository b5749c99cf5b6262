package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.live.DirectCommand;
import dev.waybill.backend.embedded.log.SegmentedLog;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.QueueKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// After a failed write or sync of the log, the store reports the failure and acknowledges nothing
/// more.
@Timeout(120)
class FailingSyncTest {

  private static final int SEGMENT = 1 << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final QueueKey EMPTY_QUEUE = new QueueKey(StoreDriver.TENANT, "empty");

  @ParameterizedTest
  @EnumSource(FailingLog.Written.class)
  @Promise({"E1", "E3"})
  void after_a_failed_write_nothing_more_is_acknowledged_and_earlier_changes_are_kept(
      FailingLog.Written written) throws Exception {
    for (int failing = 1; failing <= 20; failing++) {
      Path folder = FolderFiles.temporary();
      try {
        failAt(failing, written, folder);
      } finally {
        FolderFiles.delete(folder);
      }
    }
  }

  private static void failAt(int failing, FailingLog.Written written, Path folder)
      throws Exception {
    FailingLog log = new FailingLog(HandMadeStore.logIn(folder), SEGMENT, failing, written);
    List<Draft> acknowledged = new ArrayList<>();
    Draft lost;
    try (HandMadeStore store = new HandMadeStore(folder, log)) {
      CompletableFuture<List<Job>> waiting = waitingLease(store);
      lost = enqueueUntilRefused(store, acknowledged, failing);
      assertFailed(waiting);
      assertEverythingIsRefused(store, lost);
      assertThat(log.calls()).as("writes after the failed one").isEqualTo(failing);
    }
    assertThat(acknowledged).hasSizeLessThan(failing);
    assertRecovered(folder, acknowledged, lost);
  }

  private static CompletableFuture<List<Job>> waitingLease(HandMadeStore store) {
    return Calls.start(() -> store.jobs().lease(StoreDriver.take(EMPTY_QUEUE, 1, PATIENCE)));
  }

  private static Draft enqueueUntilRefused(
      HandMadeStore store, List<Draft> acknowledged, int failing) {
    while (true) {
      assertThat(acknowledged).as("acknowledged").hasSizeLessThan(failing);
      Draft draft = StoreDriver.draft("job " + acknowledged.size());
      try {
        store.jobs().append(List.of(draft));
        acknowledged.add(draft);
      } catch (WaybillException refused) {
        assertThat(refused.code()).isEqualTo(Code.STORE_FAILED);
        return draft;
      }
    }
  }

  private static void assertFailed(CompletableFuture<?> waiting) throws Exception {
    assertThat(Calls.failureOf(waiting).code()).isEqualTo(Code.STORE_FAILED);
  }

  private static void assertEverythingIsRefused(HandMadeStore store, Draft lost) {
    assertRefused(() -> store.jobs().append(List.of(StoreDriver.draft("later"))));
    assertRefused(() -> store.jobs().lease(StoreDriver.take(EMPTY_QUEUE, 1, PATIENCE)));
    assertRefused(() -> store.jobs().lease(StoreDriver.take(StoreDriver.QUEUE, 1, Duration.ZERO)));
    assertRefused(() -> store.jobs().find(lost.key()));
    assertRefused(() -> store.jobs().pause(EMPTY_QUEUE, true));
    assertRefused(() -> store.jobs().stats(EMPTY_QUEUE));
  }

  private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    WaybillException refused = catchThrowableOfType(WaybillException.class, call);
    assertThat(refused.code()).isEqualTo(Code.STORE_FAILED);
  }

  private static void assertRecovered(Path folder, List<Draft> acknowledged, Draft lost) {
    StoreDriver reopened = new StoreDriver(folder, SEGMENT).open();
    try {
      for (Draft draft : acknowledged) {
        assertThat(reopened.jobs().find(draft.key()).orElseThrow().payload())
            .isEqualTo(draft.job().payload());
      }
      List<JobKey> found = reopened.browse().stream().map(StoreDriver::key).toList();
      List<JobKey> allowed = new ArrayList<>(acknowledged.stream().map(Draft::key).toList());
      allowed.add(lost.key());
      assertThat(allowed).containsAll(found);
      reopened.enqueue("after the failure");
    } finally {
      reopened.close();
    }
  }

  @Test
  @Promise({"E1", "X1"})
  void a_defect_in_the_machine_is_reported_and_stops_the_store() throws Exception {
    for (Throwable defect : List.of(new IllegalStateException("defect"), new AssertionError())) {
      Path folder = FolderFiles.temporary();
      SegmentedLog log = new SegmentedLog(HandMadeStore.logIn(folder), SEGMENT);
      try (HandMadeStore store = new HandMadeStore(folder, log)) {
        CompletableFuture<Object> answer =
            Calls.start(() -> store.writer().call(new DirectCommand<>(0, _ -> thrown(defect))));
        assertFailed(answer);
        assertRefused(() -> store.jobs().append(List.of(StoreDriver.draft("later"))));
      } finally {
        FolderFiles.delete(folder);
      }
    }
  }

  private static Object thrown(Throwable defect) {
    if (defect instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) defect;
  }

  @Test
  @Promise("X1")
  void a_failed_store_is_not_marked_as_closed_cleanly() throws IOException {
    Path folder = FolderFiles.temporary();
    FailingLog log =
        new FailingLog(HandMadeStore.logIn(folder), SEGMENT, 1, FailingLog.Written.HALF);
    try (HandMadeStore store = new HandMadeStore(folder, log)) {
      assertRefused(() -> store.jobs().append(List.of(StoreDriver.draft("lost"))));
      assertThat(store.writer().broken()).isNotNull();
    }
    assertThat(new FolderFiles(folder).clean()).doesNotExist();
    FolderFiles.delete(folder);
  }
}
