package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.base.BlockInputStream;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.result.Changed;
import dev.waybill.result.Settled;
import dev.waybill.settings.Settings;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.JobKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineClaimCheckTest extends EngineTest {

  private static final Payload LARGE = large(200_000);

  private final BlobStore blobs = backend.blobs();

  @Override
  Settings configure(Settings defaults) {
    return defaults.withMaxLiveJobs(2);
  }

  @Test
  @Seed("S4.27")
  void a_large_payload_can_be_read_from_every_call() {
    JobId id = enqueue(job());
    assertThat(backend.jobs().find(key(id)).orElseThrow().payload())
        .isEqualTo(Payload.claim(payloadName(id), LARGE.size()));
    assertLarge(find(id).payload());
    assertLarge(list().getFirst().payload());
    assertLarge(lease().job().payload());
    assertLarge(((Changed) engine.cancel(id)).job().payload());
  }

  @Test
  void a_large_result_can_be_read_from_every_call() {
    JobId id = completed(LARGE);
    assertLarge(find(id).progress().result());
    assertLarge(list().getFirst().progress().result());
    assertThat(blobs.get("default", "jobs/" + id + "/result-1")).isPresent();
  }

  @Test
  void payload_and_result_can_be_streamed() throws IOException {
    JobId id = enqueue(job());
    assertThrows(Code.NOT_FOUND, () -> engine.openResult(id));
    engine.settle(lease().token(), new Outcome.Done(Payload.of("small")));
    try (InputStream payload = engine.openPayload(id);
        InputStream result = engine.openResult(id)) {
      assertThat(payload).hasBinaryContent(LARGE.bytes());
      assertThat(result).hasContent("small");
    }
    engine.delete(id);
    assertThrows(Code.NOT_FOUND, () -> engine.openPayload(id));
    assertThrows(Code.NOT_FOUND, () -> engine.openResult(id));
  }

  @Test
  void small_payloads_stay_in_the_record() {
    Payload fits = large(64 * 1024);
    JobId id = enqueue(NewJob.builder("type").payload(fits));
    assertThat(backend.jobs().find(key(id)).orElseThrow().payload()).isEqualTo(fits);
  }

  @Test
  @Promise("E2")
  void a_repeat_of_a_large_job_is_a_duplicate_and_leaves_no_blob_behind() {
    RecordingBlobs recorded = new RecordingBlobs(blobs);
    Engine watched = engine(recorded.over(backend));
    JobId first = watched.enqueue(job().requestId("r").build()).id();
    assertThat(watched.enqueue(job().requestId("r").build()).id()).isEqualTo(first);
    assertThat(recorded.left()).containsExactly(payloadName(first));
  }

  @Test
  void a_source_that_fails_leaves_no_blob_of_other_jobs_of_its_call_behind() {
    RecordingBlobs recorded = new RecordingBlobs(blobs);
    Engine watched = engine(recorded.over(backend));
    IOException unreadable = new IOException("unreadable");
    Payload failing = Payload.streamed(100_000, (_, _) -> new FailingStream(unreadable));
    List<NewJob> jobs = List.of(job().build(), job().payload(failing).build());
    assertThatThrownBy(() -> watched.enqueueAll(jobs)).hasCause(unreadable);
    assertThat(recorded.left()).isEmpty();
  }

  private static final class FailingStream extends BlockInputStream {

    private final IOException cause;

    FailingStream(IOException cause) {
      this.cause = cause;
    }

    @Override
    public int read(byte[] into, int from, int length) {
      throw new UncheckedIOException(cause);
    }
  }

  @Test
  void a_conflict_and_a_full_store_leave_no_blob_behind() {
    RecordingBlobs recorded = new RecordingBlobs(blobs);
    Engine watched = engine(recorded.over(backend));
    watched.enqueue(job().requestId("r").build());
    assertThrows(
        Code.REQUEST_ID_CONFLICT,
        () -> watched.enqueue(job().requestId("r").payload(large(100_000)).build()));
    watched.enqueue(job().build());
    assertThrows(Code.STORE_FULL, () -> watched.enqueue(job().build()));
    assertThat(recorded.left()).hasSize(2);
  }

  @Test
  void a_failed_append_leaves_no_blob_behind() {
    RecordingBlobs recorded = new RecordingBlobs(blobs);
    Engine watched = engine(recorded.over(interposed.backend()));
    failNext("append", Code.DISK_FULL);
    assertThrows(Code.DISK_FULL, () -> watched.enqueue(job().build()));
    assertThat(recorded.left()).isEmpty();
  }

  @Test
  @Promise("E3")
  void an_append_with_an_open_outcome_keeps_its_blob() {
    RecordingBlobs recorded = new RecordingBlobs(blobs);
    Engine watched = engine(recorded.over(interposed.backend()));
    failNext("append", Code.STORE_FAILED);
    assertThrows(Code.STORE_FAILED, () -> watched.enqueue(job().build()));
    assertThat(recorded.left()).hasSize(1);
  }

  @Test
  void a_late_result_leaves_no_blob_behind_and_affects_no_other() {
    JobId id = enqueue();
    Lease lease = lease();
    engine.settle(lease.token(), new Outcome.Done(LARGE));
    assertThat(engine.settle(lease.token(), new Outcome.Done(large(90_000))))
        .isEqualTo(Leasing.LOST);
    assertLarge(find(id).progress().result());
    assertThat(blobs.get("default", "jobs/" + id + "/result-1-2")).isEmpty();
  }

  @Test
  void a_result_settled_again_after_a_failure_is_stored() {
    JobId id = enqueue();
    Lease lease = lease();
    failNext("apply", Code.DISK_FULL);
    assertThrows(
        Code.DISK_FULL, () -> engine.settle(lease.token(), new Outcome.Done(large(90_000))));
    assertThat(engine.settle(lease.token(), new Outcome.Done(LARGE)))
        .isEqualTo(new Settled(State.COMPLETED));
    assertLarge(find(id).progress().result());
  }

  @Test
  void a_job_that_runs_again_deletes_its_old_result() {
    JobId id = completed(LARGE);
    engine.retry(id);
    assertThat(blobs.get("default", "jobs/" + id + "/result-1")).isEmpty();
    assertThat(find(id).progress().result()).isNull();
  }

  @Test
  void pruned_jobs_delete_their_blobs() {
    JobId id = enqueue(job());
    engine.settle(lease().token(), new Outcome.Done(LARGE));
    elapse(Duration.ofDays(8));
    assertThat(engine.find(id)).isEmpty();
    assertThat(blobs.get("default", payloadName(id))).isEmpty();
    assertThat(blobs.get("default", "jobs/" + id + "/result-1")).isEmpty();
  }

  @Test
  void missing_or_damaged_blobs_are_reported() {
    JobId id = enqueue(job());
    Payload payload = find(id).payload();
    blobs.delete("default", payloadName(id));
    assertThrows(Code.NOT_FOUND, payload::bytes);
    blobs.put("default", payloadName(id), new byte[5]);
    assertThrows(Code.CORRUPT, payload::bytes);
  }

  @Test
  @Promise("T1")
  void the_payload_of_a_job_can_be_enqueued_again_and_is_then_a_copy() {
    JobId first = enqueue(job());
    JobId second = enqueue(NewJob.builder("type").payload(find(first).payload()));
    blobs.delete("default", payloadName(first));
    assertLarge(find(second).payload());
  }

  @Test
  void a_file_is_a_payload_and_a_result(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), LARGE.bytes());
    JobId id = enqueue(NewJob.builder("type").payload(Payload.of(file)).requestId("r"));
    assertThat(engine.enqueue(job().requestId("r").build()).id()).isEqualTo(id);
    assertLarge(find(id).payload());
    Lease lease = lease();
    engine.settle(lease.token(), new Outcome.Done(Payload.of(file)));
    assertThat(engine.settle(lease.token(), new Outcome.Done(Payload.of(file))))
        .isEqualTo(new Settled(State.COMPLETED));
    assertLarge(find(id).progress().result());
  }

  @Test
  void a_source_that_ends_early_is_refused_and_leaves_no_blob_behind() {
    RecordingBlobs recorded = new RecordingBlobs(blobs);
    Engine watched = engine(recorded.over(backend));
    for (int size : new int[] {10, 200_001}) {
      Payload cut = Payload.streamed(size, (_, _) -> LARGE.open(0, size - 1));
      assertThrows(Code.INVALID_ARGUMENT, () -> watched.enqueue(job().payload(cut).build()));
    }
    assertThat(recorded.left()).isEmpty();
  }

  @Test
  void event_data_is_never_a_blob() {
    enqueue();
    NewEvent event = new NewEvent(0, "step", null, Payload.claim("jobs/other/payload", 5));
    Lease lease = lease();
    assertThrows(Code.INVALID_ARGUMENT, () -> engine.publish(lease.token(), List.of(event)));
  }

  private JobId completed(Payload result) {
    JobId id = enqueue();
    engine.settle(lease().token(), new Outcome.Done(result));
    return id;
  }

  private void failNext(String method, Code code) {
    interposed.beforeNext(
        method,
        () -> {
          throw new WaybillException(code, "as the test asked for");
        });
  }

  private List<Job> list() {
    return engine.list(JobFilter.ALL, Page.Request.FIRST).items();
  }

  private static JobKey key(JobId id) {
    return new JobKey("default", id);
  }

  private static String payloadName(JobId id) {
    return "jobs/" + id + "/payload";
  }

  private static NewJob.Builder job() {
    return NewJob.builder("type").payload(LARGE);
  }

  private static void assertLarge(@Nullable Payload payload) {
    assertThat(Objects.requireNonNull(payload).bytes()).isEqualTo(LARGE.bytes());
  }

  private static Payload large(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return Payload.wrap(bytes);
  }
}
