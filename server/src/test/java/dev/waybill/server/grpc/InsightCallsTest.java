package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.engine.EngineOpener;
import dev.waybill.proto.v1.CompleteJobRequest;
import dev.waybill.proto.v1.DequeuedJob;
import dev.waybill.proto.v1.ExplainJobRequest;
import dev.waybill.proto.v1.ExplainJobResponse;
import dev.waybill.proto.v1.Failure;
import dev.waybill.proto.v1.FailureGroup;
import dev.waybill.proto.v1.GetSeriesRequest;
import dev.waybill.proto.v1.InsightServiceGrpc;
import dev.waybill.proto.v1.JobState;
import dev.waybill.proto.v1.ListFailuresRequest;
import dev.waybill.proto.v1.ListJobsRequest;
import dev.waybill.proto.v1.ListWorkersRequest;
import dev.waybill.proto.v1.LiveWorker;
import dev.waybill.proto.v1.Outcome;
import dev.waybill.proto.v1.SeriesPoint;
import dev.waybill.server.activity.WatchedBackend;
import dev.waybill.settings.Settings;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The mapping of insight to messages; what it answers is tested over HTTP.
final class InsightCallsTest {

  @TempDir Path folder;
  private Served served;
  private InsightServiceGrpc.InsightServiceBlockingStub calls;

  @BeforeEach
  void open() {
    Settings settings = Settings.DEFAULT;
    WatchedBackend backend =
        new WatchedBackend(EngineOpener.backend(folder.toUri(), settings), settings.clock());
    served = new Served(EngineOpener.over(backend, settings), Served.FREE_PORT);
    calls = InsightServiceGrpc.newBlockingStub(served.channel);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void failures_are_grouped_and_a_group_selects_its_jobs() {
    String first = dead("Timeout", "mailbox 17 is full");
    String second = dead("Timeout", "mailbox 18 is full");
    dead("Broken", "for good");
    eventually(() -> assertThat(failures(ListFailuresRequest.getDefaultInstance())).hasSize(2));
    FailureGroup full = failures(ListFailuresRequest.getDefaultInstance()).getLast();
    assertThat(full.getCode()).isEqualTo("Timeout");
    assertThat(full.getMessage()).isEqualTo("mailbox # is full");
    assertThat(full.getCount()).isEqualTo(2);
    assertThat(full.getQueue()).isEqualTo("default");
    assertThat(full.getType()).isEqualTo("t");
    assertThat(full.getSampleJobIdsList()).containsExactlyInAnyOrder(first, second);
    assertThat(full.getLastAt().getSeconds()).isPositive();
    ListJobsRequest ofGroup = ListJobsRequest.newBuilder().setFailureGroup(full.getGroup()).build();
    assertThat(served.calls.listJobs(ofGroup).getJobsList()).hasSize(2);
    assertThat(failures(ListFailuresRequest.newBuilder().setQueue("other").build())).isEmpty();
    assertThat(failures(inState(JobState.JOB_STATE_FAILED))).isEmpty();
    assertThat(failures(inState(JobState.JOB_STATE_DEAD))).hasSize(2);
    assertRefused(
        () -> failures(inState(JobState.JOB_STATE_QUEUED)),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }

  private static ListFailuresRequest inState(JobState state) {
    return ListFailuresRequest.newBuilder().addStates(state).build();
  }

  private List<FailureGroup> failures(ListFailuresRequest request) {
    return calls.listFailures(request).getGroupsList();
  }

  @Test
  void series_have_points_of_all_queues_and_of_one() {
    served.enqueue("t");
    dead("Broken", "for good");
    var series = calls.getSeries(GetSeriesRequest.newBuilder().addQueues("default").build());
    assertThat(series.getStep()).isEqualTo(Served.seconds(60));
    assertThat(series.getTotalList()).extracting(SeriesPoint::getEnqueued).contains(2L);
    assertThat(series.getQueues(0).getQueue()).isEqualTo("default");
    assertThat(series.getQueues(0).getPointsList()).extracting(SeriesPoint::getDead).contains(1L);
    assertRefused(
        () -> calls.getSeries(GetSeriesRequest.newBuilder().setStep(Served.seconds(7)).build()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }

  @Test
  void workers_are_listed_with_what_they_run() {
    String id = served.enqueue("t");
    served.dequeue();
    LiveWorker worker = calls.listWorkers(ListWorkersRequest.getDefaultInstance()).getWorkers(0);
    assertThat(worker.getName()).isEqualTo("tester");
    assertThat(worker.getQueuesList()).containsExactly("default");
    assertThat(worker.getRunningCount()).isEqualTo(1);
    assertThat(worker.getRunningJobs(0).getJobId()).isEqualTo(id);
    assertThat(worker.getRunningJobs(0).getAttempt()).isEqualTo(1);
    assertThat(worker.getLastSeenAt().getSeconds()).isPositive();
  }

  @Test
  void a_job_is_explained() {
    String id = dead("Broken", "for good");
    ExplainJobResponse explained = explain(id);
    assertThat(explained.getJobId()).isEqualTo(id);
    assertThat(explained.getState()).isEqualTo(JobState.JOB_STATE_DEAD);
    assertThat(explained.getSummary()).contains("Broken: for good");
    assertThat(explained.getReasonsList()).hasSize(1);
    assertThat(explained.getNext()).isNotEmpty();
    assertRefused(
        () -> explain("00000000-0000-7000-8000-000000000000"),
        Status.Code.NOT_FOUND,
        Code.NOT_FOUND);
  }

  private ExplainJobResponse explain(String id) {
    return calls.explainJob(ExplainJobRequest.newBuilder().setJobId(id).build());
  }

  private String dead(String errorClass, String message) {
    String id = served.enqueue("t");
    DequeuedJob job = dequeued(id);
    Failure failure = Failure.newBuilder().setErrorClass(errorClass).setMessage(message).build();
    served.calls.completeJob(
        CompleteJobRequest.newBuilder()
            .setTaskToken(job.getTaskToken())
            .setOutcome(
                Outcome.newBuilder().setReject(Outcome.Reject.newBuilder().setFailure(failure)))
            .build());
    return id;
  }

  /// Leases until it is this job; others that wait stay leased.
  private DequeuedJob dequeued(String id) {
    DequeuedJob job = served.dequeue();
    while (!job.getJob().getJobId().equals(id)) {
      job = served.dequeue();
    }
    return job;
  }
}
