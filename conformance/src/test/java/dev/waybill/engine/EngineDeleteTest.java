package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.result.Changed;
import dev.waybill.spi.BlobStore;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EngineDeleteTest extends EngineTest {

  private static final Payload LARGE = Payload.wrap(new byte[200_000]);

  private final BlobStore blobs = backend.blobs();

  @Test
  @Promise("S1")
  void a_deleted_job_leaves_no_payload_result_or_event() {
    JobId id = enqueue(NewJob.builder("t").payload(LARGE).requestId("r-1"));
    Lease lease = lease();
    engine.publish(lease.token(), List.of(NewEvent.of(1, "x", "{}")));
    engine.settle(lease.token(), new Outcome.Done(LARGE));
    assertThat(blobs.get("default", "jobs/" + id + "/payload")).isPresent();
    engine.delete(id);
    assertThat(engine.find(id)).isEmpty();
    assertThat(engine.list(JobFilter.ALL, Page.Request.FIRST).items()).isEmpty();
    assertThrows(Code.NOT_FOUND, () -> engine.events(id, EventCursor.START, 10));
    assertThrows(Code.NOT_FOUND, () -> engine.attempts(id));
    assertThrows(Code.NOT_FOUND, () -> engine.delete(id));
    assertThat(blobs.get("default", "jobs/" + id + "/payload")).isEmpty();
    assertThat(blobs.get("default", "jobs/" + id + "/result-1")).isEmpty();
  }

  @Test
  @Promise("S1")
  void a_waiting_job_is_deleted_and_its_request_id_can_be_used_again() {
    JobId id = enqueue(NewJob.builder("t").requestId("r-1"));
    engine.delete(id);
    assertThat(leaseAll()).isEmpty();
    assertThat(engine.enqueue(NewJob.builder("t").requestId("r-1").build()).duplicate()).isFalse();
  }

  @Test
  @Promise("S3")
  void deleting_a_running_job_is_refused_until_it_has_finished() {
    enqueue();
    Lease lease = lease();
    JobId id = lease.job().id();
    assertThrows(Code.WRONG_STATE, () -> engine.delete(id));
    assertThat(engine.cancel(id)).isInstanceOf(Changed.class);
    assertThrows(Code.WRONG_STATE, () -> engine.delete(id));
    assertThat(find(id).state()).isEqualTo(State.RUNNING);
    engine.settle(lease.token(), new Outcome.Release());
    engine.delete(id);
    assertThat(engine.find(id)).isEmpty();
  }

  @Test
  @Promise("T1")
  void another_tenant_cannot_delete_it() {
    JobId id = enqueue();
    assertThrows(Code.NOT_FOUND, () -> engine.tenant("other").delete(id));
    assertThat(find(id).state()).isEqualTo(State.QUEUED);
  }
}
