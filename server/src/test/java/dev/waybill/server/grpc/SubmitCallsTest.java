package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.bytes;
import static dev.waybill.server.grpc.Served.job;
import static dev.waybill.server.grpc.Served.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UnknownFieldSet;
import dev.waybill.Code;
import dev.waybill.conformance.Seed;
import dev.waybill.proto.v1.CancelJobRequest;
import dev.waybill.proto.v1.CancelJobResponse;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.EnqueueJobResponse;
import dev.waybill.proto.v1.EnqueueJobResult;
import dev.waybill.proto.v1.EnqueueJobsRequest;
import dev.waybill.proto.v1.GetJobRequest;
import dev.waybill.proto.v1.Job;
import dev.waybill.proto.v1.JobState;
import dev.waybill.proto.v1.Priority;
import dev.waybill.proto.v1.RetryPolicy;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitCallsTest {

  private static final EnqueueJobRequest FULL =
      EnqueueJobRequest.newBuilder()
          .setType("resize")
          .setQueue("images")
          .setPayload(bytes("cat.png"))
          .setPriority(Priority.PRIORITY_HIGH)
          .setRequestId("order-17")
          .setCorrelationId("basket-4")
          .setKey("customer-9")
          .setTraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
          .addTags("red")
          .addTags("blue")
          .setDelay(seconds(60))
          .setDeadline(Timestamp.newBuilder().setSeconds(4_000_000_000L))
          .setTimeout(seconds(5))
          .setRetry(RetryPolicy.newBuilder().setMaxErrors(9).setMaxDelay(seconds(70)))
          .build();

  @TempDir Path folder;
  private Served served;

  @BeforeEach
  void open() {
    served = Served.in(folder);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  @Seed("S4.10")
  void enqueueing_returns_id_time_and_state() {
    EnqueueJobResponse answer = served.calls.enqueueJob(job("resize"));
    assertThat(UUID.fromString(answer.getJobId()).version()).isEqualTo(7);
    assertThat(answer.getCreatedAt().getSeconds()).isPositive();
    assertThat(answer.getState()).isEqualTo(JobState.JOB_STATE_QUEUED);
    assertThat(answer.getDuplicate()).isFalse();
  }

  @Test
  void all_fields_of_a_job_are_stored() {
    String id = served.calls.enqueueJob(FULL).getJobId();
    Job job = get(id);
    assertThat(job.getJobId()).isEqualTo(id);
    assertThat(job.getType()).isEqualTo("resize");
    assertThat(job.getQueue()).isEqualTo("images");
    assertThat(job.getPayload()).isEqualTo(bytes("cat.png"));
    assertThat(job.getPayloadSize()).isEqualTo(7);
    assertThat(job.getPriority()).isEqualTo(Priority.PRIORITY_HIGH);
    assertThat(job.getRequestId()).isEqualTo("order-17");
    assertThat(job.getCorrelationId()).isEqualTo("basket-4");
    assertThat(job.getKey()).isEqualTo("customer-9");
    assertThat(job.getTraceContext()).isEqualTo(FULL.getTraceContext());
    assertThat(job.getTagsList()).containsExactly("blue", "red");
    assertThat(job.getState()).isEqualTo(JobState.JOB_STATE_SCHEDULED);
    assertThat(job.getRunAt().getSeconds()).isGreaterThan(job.getCreatedAt().getSeconds() + 55);
    assertThat(job.getDeadline()).isEqualTo(FULL.getDeadline());
    assertThat(job.getTimeout()).isEqualTo(seconds(5));
    assertThat(job.getRetry().getMaxErrors()).isEqualTo(9);
    assertThat(job.getRetry().getMaxCrashes()).isEqualTo(3);
    assertThat(job.getRetry().getMaxDelay()).isEqualTo(seconds(70));
    assertThat(job.hasFailure()).isFalse();
    assertThat(job.hasVisibleAgainAt()).isFalse();
  }

  @Test
  @Seed("S4.10")
  void a_repeated_request_id_returns_the_same_job() {
    EnqueueJobResponse first = served.calls.enqueueJob(FULL);
    EnqueueJobResponse again = served.calls.enqueueJob(FULL);
    assertThat(again.getDuplicate()).isTrue();
    assertThat(again.getJobId()).isEqualTo(first.getJobId());
    assertThat(again.getCreatedAt()).isEqualTo(first.getCreatedAt());
  }

  @Test
  void a_request_id_with_another_body_is_already_exists() {
    served.calls.enqueueJob(FULL);
    EnqueueJobRequest other = FULL.toBuilder().setPayload(bytes("dog.png")).build();
    assertRefused(
        () -> served.calls.enqueueJob(other), Status.Code.ALREADY_EXISTS, Code.REQUEST_ID_CONFLICT);
  }

  @Test
  @Seed("S4.18")
  void invalid_arguments_are_refused_with_their_code() {
    assertInvalid(job(""), Code.INVALID_NAME);
    assertInvalid(job("two words"), Code.INVALID_NAME);
    assertInvalid(FULL.toBuilder().setQueue("no/slash").build(), Code.INVALID_NAME);
    assertInvalid(FULL.toBuilder().setDelay(seconds(-1)).build(), Code.INVALID_DELAY);
    assertInvalid(FULL.toBuilder().setDelay(seconds(Long.MAX_VALUE)).build(), Code.INVALID_DELAY);
    assertInvalid(
        FULL.toBuilder()
            .setDelay(Duration.newBuilder().setSeconds(Long.MAX_VALUE).setNanos(2_000_000_000))
            .build(),
        Code.INVALID_ARGUMENT);
    assertInvalid(
        FULL.toBuilder().setDeadline(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE)).build(),
        Code.INVALID_ARGUMENT);
    assertInvalid(FULL.toBuilder().setPriorityValue(99).build(), Code.INVALID_ARGUMENT);
    assertInvalid(
        FULL.toBuilder().setRetry(RetryPolicy.newBuilder().setMaxErrors(0)).build(),
        Code.INVALID_RETRY_POLICY);
  }

  @Test
  void unknown_fields_are_ignored() {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(999, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    EnqueueJobRequest newer = job("resize").toBuilder().setUnknownFields(unknown).build();
    assertThat(get(served.calls.enqueueJob(newer).getJobId()).getType()).isEqualTo("resize");
  }

  @Test
  void a_batch_has_one_result_per_job() {
    List<EnqueueJobResult> results =
        served
            .calls
            .enqueueJobs(
                EnqueueJobsRequest.newBuilder()
                    .addJobs(job("one"))
                    .addJobs(job("not a name"))
                    .addJobs(job("bad-priority").toBuilder().setPriorityValue(99))
                    .addJobs(job("two"))
                    .build())
            .getResultsList();
    assertThat(results).hasSize(4);
    assertThat(get(results.get(0).getEnqueued().getJobId()).getType()).isEqualTo("one");
    assertThat(results.get(1).getRefused().getCode()).isEqualTo("invalid_name");
    assertThat(results.get(2).getRefused().getCode()).isEqualTo("invalid_argument");
    assertThat(get(results.get(3).getEnqueued().getJobId()).getType()).isEqualTo("two");
  }

  @Test
  void a_batch_that_is_too_large_is_refused_as_a_whole() {
    EnqueueJobsRequest.Builder many = EnqueueJobsRequest.newBuilder();
    for (int i = 0; i < 10_001; i++) {
      many.addJobs(job("one"));
    }
    assertRefused(
        () -> served.calls.enqueueJobs(many.build()),
        Status.Code.INVALID_ARGUMENT,
        Code.TOO_MANY_ITEMS);
  }

  @Test
  void cancelling_a_waiting_job_is_idempotent() {
    CancelJobRequest cancel =
        CancelJobRequest.newBuilder().setJobId(served.enqueue("resize")).build();
    CancelJobResponse cancelled = served.calls.cancelJob(cancel);
    assertThat(cancelled.getJob().getState()).isEqualTo(JobState.JOB_STATE_CANCELLED);
    assertThat(served.calls.cancelJob(cancel)).isEqualTo(cancelled);
  }

  private void assertInvalid(EnqueueJobRequest request, Code code) {
    assertRefused(() -> served.calls.enqueueJob(request), Status.Code.INVALID_ARGUMENT, code);
  }

  private Job get(String id) {
    return served.calls.getJob(GetJobRequest.newBuilder().setJobId(id).build()).getJob();
  }
}
