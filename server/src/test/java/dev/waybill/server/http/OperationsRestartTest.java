package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.server.auth.SharedNotes;
import dev.waybill.server.http.operation.OperationBook;
import dev.waybill.server.http.operation.OperationRecord;
import dev.waybill.server.http.operation.OperationRecord.Checkpoint;
import dev.waybill.server.http.operation.OperationRecord.Counts;
import dev.waybill.service.BulkWalk;
import dev.waybill.spi.Ledger;
import dev.waybill.wire.job.OperationJson.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A bulk operation continues after a restart, and runs on one server at a time.
@Timeout(180)
final class OperationsRestartTest {

  private static final int JOBS = 40;
  private static final String TEN_A_SECOND =
      "{\"action\":\"cancel\",\"filter\":{\"queue\":\"q\"},\"rate_per_second\":10}";

  @TempDir private Path folder;

  @Test
  void an_operation_stopped_with_its_server_continues_on_the_next() {
    String key;
    String path;
    try (Guarded first = new Guarded(folder, Guarded.TOLERANT)) {
      key = first.key("acme", Scope.values()).text();
      enqueue(first, JOBS);
      path = first.post("/v1/operations", TEN_A_SECOND, key).header("Location");
      eventually(() -> assertThat(changed(first, path, key)).isPositive());
    }
    try (Guarded second = new Guarded(folder, Guarded.TOLERANT)) {
      long before = changed(second, path, key);
      assertThat(before).isBetween(1L, JOBS - 1L);
      eventually(
          () -> assertThat(second.get(path, key).json().at("state").text()).isEqualTo("finished"));
      assertThat(changed(second, path, key)).isEqualTo(JOBS);
      assertThat(second.get(path, key).json().at("total").number()).isEqualTo(JOBS);
      assertThat(cancelled(second)).isEqualTo(JOBS);
    }
    try (Guarded third = new Guarded(folder, Guarded.TOLERANT)) {
      assertThat(third.get(path, key).json().at("state").text()).isEqualTo("finished");
      assertThat(third.get("/v1/operations", key).json().at("items").items()).hasSize(1);
    }
  }

  @Test
  void an_operation_of_a_killed_server_continues_on_the_next() {
    try (Guarded first = new Guarded(folder, Guarded.TOLERANT)) {
      enqueue(first, JOBS);
      OperationBook.of(first.access).write(begun("lost", first.clock));
    }
    try (Guarded second = new Guarded(folder, Guarded.TOLERANT)) {
      String key = second.key("acme", Scope.values()).text();
      eventually(
          () ->
              assertThat(second.get("/v1/operations/lost", key).json().at("state").text())
                  .isEqualTo("finished"));
      assertThat(changed(second, "/v1/operations/lost", key)).isEqualTo(JOBS);
    }
  }

  @Test
  void a_cancelled_operation_stays_cancelled_after_a_restart() {
    String key;
    String path;
    try (Guarded first = new Guarded(folder, Guarded.TOLERANT)) {
      key = first.key("acme", Scope.values()).text();
      enqueue(first, JOBS);
      path = first.post("/v1/operations", TEN_A_SECOND, key).header("Location");
      first.post(path + "/cancel", "", key);
      eventually(
          () -> assertThat(first.get(path, key).json().at("state").text()).isEqualTo("cancelled"));
    }
    try (Guarded second = new Guarded(folder, Guarded.TOLERANT)) {
      assertThat(second.get(path, key).json().at("state").text()).isEqualTo("cancelled");
      assertThat(cancelled(second)).isLessThan(JOBS);
    }
  }

  @Test
  void only_one_server_of_a_store_continues_an_operation() {
    ManualClock clock = new ManualClock();
    try (ModelBackend store =
        new ModelBackend(dev.waybill.settings.Settings.DEFAULT.withClock(clock))) {
      Ledger ledger = store.ledger();
      OperationBook owner = new OperationBook(new SharedNotes(ledger, "operations", clock, true));
      OperationRecord record = begun("o", clock);
      owner.write(record);
      OperationBook one = followed(ledger, clock);
      OperationBook other = followed(ledger, clock);
      assertThat(one.abandoned()).as("while its server is heard of").isEmpty();
      clock.advance(Duration.ofMinutes(4));
      assertThat(one.abandoned()).containsExactly(record);
      OperationRecord next =
          record.now(
              Progress.RUNNING, Counts.NONE, new Checkpoint(null, 2, false), clock.instant());
      assertThat(one.claim(record, next)).isTrue();
      assertThat(other.claim(record, next)).isFalse();
      owner.write(record);
      assertThat(owner.find("acme", "o").orElseThrow().checkpoint().turn()).isEqualTo(2);
    }
  }

  private static OperationBook followed(Ledger ledger, ManualClock clock) {
    OperationBook book = new OperationBook(new SharedNotes(ledger, "operations", clock, true));
    book.follow();
    return book;
  }

  private static OperationRecord begun(String id, ManualClock clock) {
    BulkWalk.Request request =
        new BulkWalk.Request(JobAction.CANCEL, JobFilter.ALL.withQueue("q"), 0);
    return OperationRecord.started("acme", id, request, clock.instant());
  }

  private static void enqueue(Guarded server, int jobs) {
    NewJob job = NewJob.builder("t").queue("q").build();
    server.waybill.tenant("acme").enqueueAll(Collections.nCopies(jobs, job));
  }

  private static long changed(Guarded server, String path, String key) {
    return server.get(path, key).json().at("changed").number();
  }

  private static long cancelled(Guarded server) {
    JobFilter all = JobFilter.ALL.withQueue("q").withStates(EnumSet.of(State.CANCELLED));
    return server.waybill.tenant("acme").list(all, Page.Request.first(1_000)).items().size();
  }
}
