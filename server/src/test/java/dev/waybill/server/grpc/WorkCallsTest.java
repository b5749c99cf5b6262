package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.bytes;
import static dev.waybill.server.grpc.Served.dequeue;
import static dev.waybill.server.grpc.Served.done;
import static dev.waybill.server.grpc.Served.job;
import static dev.waybill.server.grpc.Served.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.conformance.Seed;
import dev.waybill.proto.v1.Attempt;
import dev.waybill.proto.v1.CancelJobRequest;
import dev.waybill.proto.v1.CompleteJobRequest;
import dev.waybill.proto.v1.CompleteJobResult;
import dev.waybill.proto.v1.CompleteJobsRequest;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.Failure;
import dev.waybill.proto.v1.GetJobRequest;
import dev.waybill.proto.v1.GetJobResponse;
import dev.waybill.proto.v1.JobState;
import dev.waybill.proto.v1.NewEvent;
import dev.waybill.proto.v1.Outcome;
import dev.waybill.proto.v1.PublishEventsRequest;
import dev.waybill.proto.v1.PublishEventsResponse;
import dev.waybill.proto.v1.ReleaseJobRequest;
import dev.waybill.proto.v1.UpdateJobVisibilitiesRequest;
import dev.waybill.proto.v1.UpdateJobVisibilityRequest;
import dev.waybill.proto.v1.UpdateJobVisibilityResponse;
import dev.waybill.proto.v1.UpdateJobVisibilityResult;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkCallsTest {

  private static final Failure WHY =
      Failure.newBuilder().setErrorClass("Timeout").setMessage("too slow").setStack("at x").build();

  @TempDir Path folder;
  private Served served;
  private String id;

  @BeforeEach
  void open() {
    served = Served.in(folder);
    id = served.enqueue("resize");
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  @Seed({"S4.11", "S4.13"})
  void a_worker_leases_a_job_and_completes_it_by_its_token() {
    DequeuedJob job = served.dequeue();
    assertThat(job.getJob().getJobId()).isEqualTo(id);
    assertThat(job.getJob().getState()).isEqualTo(JobState.JOB_STATE_RUNNING);
    assertThat(job.getJob().getWorker()).isEqualTo("tester");
    assertThat(job.getJob().hasVisibleAgainAt()).isTrue();
    assertThat(job.getVisibilityTimeout()).isEqualTo(seconds(30));
    assertThat(served.calls.completeJob(done(job)).getState())
        .isEqualTo(JobState.JOB_STATE_COMPLETED);
    GetJobResponse ended = get();
    assertThat(ended.getJob().getResult()).isEqualTo(bytes("fine"));
    assertThat(ended.getAttemptsList()).hasSize(1);
    assertThat(ended.getAttempts(0).getEnding()).isEqualTo(Attempt.Ending.ENDING_COMPLETED);
    assertThat(ended.getAttempts(0).getWorker()).isEqualTo("tester");
    assertThat(ended.getAttempts(0).hasEndedAt()).isTrue();
  }

  @Test
  void an_empty_queue_is_answered_at_once() {
    served.dequeue();
    assertThat(served.calls.dequeueJobs(dequeue(10)).getJobsList()).isEmpty();
  }

  @Test
  void a_job_with_a_missing_payload_fails_its_attempt_and_blocks_no_other() throws Exception {
    ByteString large = ByteString.copyFrom(new byte[200_000]);
    String broken =
        served.calls.enqueueJob(job("resize").toBuilder().setPayload(large).build()).getJobId();
    String whole = served.enqueue("resize");
    deleteLargeFiles(folder.resolve("blobs"));
    assertThat(served.calls.dequeueJobs(dequeue(10)).getJobsList())
        .extracting(given -> given.getJob().getJobId())
        .containsExactly(id, whole);
    assertThat(served.waybill.attempts(JobId.parse(broken)))
        .extracting(dev.waybill.Attempt::ending)
        .containsExactly(dev.waybill.Attempt.Ending.ERROR);
  }

  @Test
  void invalid_lease_requests_are_refused() {
    assertInvalid(dequeue(1).toBuilder().setWorker("").build(), Code.INVALID_NAME);
    assertInvalid(dequeue(1).toBuilder().setQueue("a/b").build(), Code.INVALID_NAME);
    assertInvalid(dequeue(1_001), Code.INVALID_ARGUMENT);
    assertInvalid(dequeue(-1), Code.INVALID_ARGUMENT);
    assertInvalid(dequeue(1).toBuilder().setWait(seconds(61)).build(), Code.INVALID_ARGUMENT);
    assertInvalid(
        dequeue(1).toBuilder().setVisibilityTimeout(seconds(0)).build(), Code.INVALID_ARGUMENT);
  }

  @Test
  @Seed({"S4.13", "S4.19"})
  void completing_is_idempotent_and_another_result_is_refused() {
    DequeuedJob job = served.dequeue();
    served.complete(job);
    assertThat(served.calls.completeJob(done(job)).getState())
        .isEqualTo(JobState.JOB_STATE_COMPLETED);
    assertRefused(
        () -> served.calls.completeJob(failed(job)),
        Status.Code.FAILED_PRECONDITION,
        Code.LEASE_LOST);
  }

  @Test
  @Seed({"S4.12", "S4.18"})
  void a_forged_token_is_an_invalid_argument_in_every_call() {
    DequeuedJob forged = DequeuedJob.newBuilder().setTaskToken("AQEforged").build();
    assertRefused(
        () -> served.calls.completeJob(done(forged)),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_TOKEN);
    assertRefused(
        () -> served.calls.releaseJob(ReleaseJobRequest.getDefaultInstance()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_TOKEN);
    assertRefused(
        () -> served.calls.updateJobVisibility(UpdateJobVisibilityRequest.getDefaultInstance()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_TOKEN);
    assertRefused(
        () -> served.calls.publishEvents(PublishEventsRequest.getDefaultInstance()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_TOKEN);
  }

  @Test
  void an_outcome_is_required() {
    CompleteJobRequest none =
        CompleteJobRequest.newBuilder().setTaskToken(served.dequeue().getTaskToken()).build();
    assertRefused(
        () -> served.calls.completeJob(none), Status.Code.INVALID_ARGUMENT, Code.INVALID_ARGUMENT);
  }

  @Test
  void a_retried_job_is_queued_with_its_failure() {
    Outcome.Retry retry = Outcome.Retry.newBuilder().setFailure(WHY).setDelay(seconds(0)).build();
    assertThat(complete(Outcome.newBuilder().setRetry(retry))).isEqualTo(JobState.JOB_STATE_QUEUED);
    DequeuedJob again = served.dequeue();
    assertThat(again.getJob().getAttempt()).isEqualTo(2);
    assertThat(again.getJob().getErrors()).isEqualTo(1);
    assertThat(again.getJob().getFailure()).isEqualTo(WHY);
    assertThat(get().getAttempts(0).getFailure()).isEqualTo(WHY);
  }

  @Test
  void a_snoozed_job_waits_and_a_failed_job_ends() {
    Outcome.Snooze snooze = Outcome.Snooze.newBuilder().setDelay(seconds(0)).build();
    assertThat(complete(Outcome.newBuilder().setSnooze(snooze)))
        .isEqualTo(JobState.JOB_STATE_QUEUED);
    Outcome.Fail fail = Outcome.Fail.newBuilder().setFailure(WHY).build();
    assertThat(complete(Outcome.newBuilder().setFail(fail))).isEqualTo(JobState.JOB_STATE_FAILED);
    assertThat(get().getAttemptsList())
        .extracting(Attempt::getEnding)
        .containsExactly(Attempt.Ending.ENDING_SNOOZED, Attempt.Ending.ENDING_FAILED);
  }

  @Test
  void a_rejected_job_is_dead_at_once_with_its_failure() {
    Outcome.Reject reject = Outcome.Reject.newBuilder().setFailure(WHY).build();
    assertThat(complete(Outcome.newBuilder().setReject(reject))).isEqualTo(JobState.JOB_STATE_DEAD);
    assertThat(get().getJob().getFailure()).isEqualTo(WHY);
    assertThat(get().getJob().getErrors()).isEqualTo(1);
    assertThat(get().getAttemptsList())
        .extracting(Attempt::getEnding)
        .containsExactly(Attempt.Ending.ENDING_FAILED);
  }

  private static CompleteJobRequest failed(DequeuedJob job) {
    Outcome.Fail fail = Outcome.Fail.newBuilder().setFailure(WHY).build();
    return CompleteJobRequest.newBuilder()
        .setTaskToken(job.getTaskToken())
        .setOutcome(Outcome.newBuilder().setFail(fail))
        .build();
  }

  @Test
  void a_batch_of_settlements_has_one_result_each() {
    served.enqueue("resize");
    List<DequeuedJob> jobs = served.calls.dequeueJobs(dequeue(10)).getJobsList();
    served.complete(jobs.get(0));
    List<CompleteJobResult> results =
        served
            .calls
            .completeJobs(
                CompleteJobsRequest.newBuilder()
                    .addJobs(failed(jobs.get(0)))
                    .addJobs(CompleteJobRequest.newBuilder().setTaskToken("no outcome"))
                    .addJobs(done(jobs.get(1)))
                    .build())
            .getResultsList();
    assertThat(results.get(0).getRefused().getCode()).isEqualTo("lease_lost");
    assertThat(results.get(0).getRefused().getRetryable()).isFalse();
    assertThat(results.get(1).getRefused().getCode()).isEqualTo("invalid_argument");
    assertThat(results.get(2).getCompleted().getState()).isEqualTo(JobState.JOB_STATE_COMPLETED);
  }

  @Test
  void a_released_job_is_queued_again_with_unchanged_counts() {
    ReleaseJobRequest release =
        ReleaseJobRequest.newBuilder().setTaskToken(served.dequeue().getTaskToken()).build();
    assertThat(served.calls.releaseJob(release).getState()).isEqualTo(JobState.JOB_STATE_QUEUED);
    DequeuedJob again = served.dequeue();
    assertThat(again.getJob().getErrors() + again.getJob().getCrashes()).isZero();
    assertThat(served.calls.releaseJob(release).getState()).isEqualTo(JobState.JOB_STATE_QUEUED);
    assertThat(served.calls.completeJob(done(again)).getState())
        .isEqualTo(JobState.JOB_STATE_COMPLETED);
  }

  @Test
  void released_jobs_keep_their_order() {
    for (int i = 0; i < 3; i++) {
      served.calls.enqueueJob(Served.job("t"));
    }
    List<DequeuedJob> jobs = served.calls.dequeueJobs(Served.dequeue(4)).getJobsList();
    for (int index : List.of(2, 0, 3, 1)) {
      served.calls.releaseJob(
          ReleaseJobRequest.newBuilder().setTaskToken(jobs.get(index).getTaskToken()).build());
    }
    assertThat(served.calls.dequeueJobs(Served.dequeue(4)).getJobsList())
        .hasSize(4)
        .extracting(job -> job.getJob().getJobId())
        .isEqualTo(jobs.stream().map(job -> job.getJob().getJobId()).toList());
  }

  @Test
  void extending_a_lease_reports_a_cancellation() {
    DequeuedJob job = served.dequeue();
    UpdateJobVisibilityResponse longer = served.calls.updateJobVisibility(leaseDuration(job));
    assertThat(longer.getRemaining().getSeconds()).isBetween(100L, 120L);
    assertThat(longer.getCancelRequested()).isFalse();
    served.calls.cancelJob(CancelJobRequest.newBuilder().setJobId(id).build());
    assertThat(served.calls.updateJobVisibility(leaseDuration(job)).getCancelRequested()).isTrue();
    served.complete(job);
    assertRefused(
        () -> served.calls.updateJobVisibility(leaseDuration(job)),
        Status.Code.FAILED_PRECONDITION,
        Code.LEASE_LOST);
  }

  @Test
  void extending_many_leases_has_one_result_each() {
    DequeuedJob job = served.dequeue();
    List<UpdateJobVisibilityResult> results =
        served
            .calls
            .updateJobVisibilities(
                UpdateJobVisibilitiesRequest.newBuilder()
                    .addTaskTokens("forged")
                    .addTaskTokens(job.getTaskToken())
                    .setVisibilityTimeout(seconds(120))
                    .build())
            .getResultsList();
    assertThat(results.get(0).getRefused().getCode()).isEqualTo("invalid_token");
    assertThat(results.get(1).getUpdated().getRemaining().getSeconds()).isBetween(100L, 120L);
  }

  @Test
  @Seed({"S4.8", "S4.20"})
  void publishing_is_idempotent_and_refused_after_the_attempt() {
    DequeuedJob job = served.dequeue();
    PublishEventsRequest events =
        PublishEventsRequest.newBuilder()
            .setTaskToken(job.getTaskToken())
            .addEvents(NewEvent.newBuilder().setSequence(1).setType("output"))
            .addEvents(NewEvent.newBuilder().setSequence(2).setType("output"))
            .build();
    assertThat(served.calls.publishEvents(events).getAdded()).isEqualTo(2);
    PublishEventsResponse again = served.calls.publishEvents(events);
    assertThat(again.getAdded()).isZero();
    assertThat(again.getRepeated()).isEqualTo(2);
    served.complete(job);
    assertRefused(
        () -> served.calls.publishEvents(events), Status.Code.FAILED_PRECONDITION, Code.LEASE_LOST);
  }

  private static void deleteLargeFiles(Path blobs) throws IOException {
    try (Stream<Path> files = Files.walk(blobs)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (Files.size(file) > 100_000) {
          Files.delete(file);
        }
      }
    }
  }

  private JobState complete(Outcome.Builder outcome) {
    CompleteJobRequest request =
        CompleteJobRequest.newBuilder()
            .setTaskToken(served.dequeue().getTaskToken())
            .setOutcome(outcome)
            .build();
    return served.calls.completeJob(request).getState();
  }

  private static UpdateJobVisibilityRequest leaseDuration(DequeuedJob job) {
    return UpdateJobVisibilityRequest.newBuilder()
        .setTaskToken(job.getTaskToken())
        .setVisibilityTimeout(seconds(120))
        .build();
  }

  private GetJobResponse get() {
    return served.calls.getJob(
        GetJobRequest.newBuilder().setJobId(id).setIncludeAttempts(true).build());
  }

  private void assertInvalid(DequeueJobsRequest request, Code code) {
    assertRefused(() -> served.calls.dequeueJobs(request), Status.Code.INVALID_ARGUMENT, code);
  }
}
