package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.bytes;
import static dev.waybill.server.grpc.Served.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.waybill.Code;
import dev.waybill.JobText;
import dev.waybill.conformance.Seed;
import dev.waybill.proto.v1.CancelJobRequest;
import dev.waybill.proto.v1.DeleteJobRequest;
import dev.waybill.proto.v1.EnqueueJobRequest;
import dev.waybill.proto.v1.GetJobRequest;
import dev.waybill.proto.v1.Job;
import dev.waybill.proto.v1.JobState;
import dev.waybill.proto.v1.ListJobsRequest;
import dev.waybill.proto.v1.ListJobsResponse;
import dev.waybill.proto.v1.StreamEventsRequest;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadCallsTest {

  private static final String NOBODY = "01900000-0000-7000-8000-000000000001";
  private static final ListJobsRequest ALL = ListJobsRequest.getDefaultInstance();

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
  @Seed("S4.18")
  void an_unknown_job_is_not_found() {
    GetJobRequest get = GetJobRequest.newBuilder().setJobId(NOBODY).build();
    assertRefused(() -> served.calls.getJob(get), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    CancelJobRequest cancel = CancelJobRequest.newBuilder().setJobId(NOBODY).build();
    assertRefused(() -> served.calls.cancelJob(cancel), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    StreamEventsRequest stream = StreamEventsRequest.newBuilder().setJobId(NOBODY).build();
    assertRefused(
        () -> served.calls.streamEvents(stream).next(), Status.Code.NOT_FOUND, Code.NOT_FOUND);
  }

  /// The contract has a field of the same name for each text.
  @Test
  void jobs_are_filtered_by_each_text() {
    served.enqueue("other");
    for (JobText text : JobText.FILTERS) {
      EnqueueJobRequest asked = with(text, "r-1", job("resize").toBuilder()).build();
      String id = served.calls.enqueueJob(asked).getJobId();
      Job found = with(text, "r-1", Job.newBuilder().setJobId(id)).build();
      assertThat(served.calls.listJobs(with(text, "r-1", ALL.toBuilder()).build()).getJobsList())
          .singleElement()
          .satisfies(job -> assertThat(job.toBuilder().mergeFrom(found).build()).isEqualTo(job));
      assertThat(served.calls.listJobs(with(text, "r-2", ALL.toBuilder()).build()).getJobsList())
          .isEmpty();
    }
  }

  private static <B extends Message.Builder> B with(JobText text, String value, B message) {
    message.setField(message.getDescriptorForType().findFieldByName(text.field()), value);
    return message;
  }

  @Test
  void jobs_are_found_by_words() {
    served.enqueue("other");
    String id = served.enqueue("resize");
    ListJobsRequest words = ALL.toBuilder().setWords("resi*").build();
    eventually(
        () ->
            assertThat(served.calls.listJobs(words).getJobsList())
                .extracting(Job::getJobId)
                .containsExactly(id));
  }

  @Test
  void a_deleted_job_is_not_found_and_a_running_one_cannot_be_deleted() {
    DeleteJobRequest waiting =
        DeleteJobRequest.newBuilder().setJobId(served.enqueue("resize")).build();
    served.calls.deleteJob(waiting);
    assertRefused(() -> served.calls.deleteJob(waiting), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    DeleteJobRequest running =
        DeleteJobRequest.newBuilder().setJobId(served.enqueue("resize")).build();
    served.dequeue();
    assertRefused(
        () -> served.calls.deleteJob(running), Status.Code.FAILED_PRECONDITION, Code.WRONG_STATE);
  }

  @Test
  void an_invalid_id_is_an_invalid_argument() {
    GetJobRequest get = GetJobRequest.newBuilder().setJobId("17").build();
    assertRefused(() -> served.calls.getJob(get), Status.Code.INVALID_ARGUMENT, Code.INVALID_ID);
    StreamEventsRequest stream = StreamEventsRequest.newBuilder().setJobId("17").build();
    assertRefused(
        () -> served.calls.streamEvents(stream).next(),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ID);
  }

  @Test
  void attempts_are_included_on_request_only() {
    String id = served.enqueue("resize");
    served.dequeue();
    GetJobRequest get = GetJobRequest.newBuilder().setJobId(id).build();
    assertThat(served.calls.getJob(get).getAttemptsList()).isEmpty();
    assertThat(
            served.calls.getJob(get.toBuilder().setIncludeAttempts(true).build()).getAttemptsList())
        .hasSize(1);
  }

  @Test
  @Seed({"S4.14", "S4.28"})
  void pages_contain_all_jobs_newest_first() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      ids.addFirst(served.enqueue("resize"));
    }
    List<String> listed = new ArrayList<>();
    ListJobsRequest next = ALL.toBuilder().setPageSize(3).build();
    ListJobsResponse page;
    do {
      page = served.calls.listJobs(next);
      page.getJobsList().forEach(job -> listed.add(job.getJobId()));
      next = next.toBuilder().setPageToken(page.getNextPageToken()).build();
    } while (!page.getNextPageToken().isEmpty());
    assertThat(listed).isEqualTo(ids);
  }

  @Test
  void a_page_token_is_valid_only_for_its_own_query() {
    served.enqueue("resize");
    served.enqueue("resize");
    ListJobsRequest first = ALL.toBuilder().setPageSize(1).build();
    String token = served.calls.listJobs(first).getNextPageToken();
    ListJobsRequest other = first.toBuilder().setPageToken(token).setType("resize").build();
    assertRefused(
        () -> served.calls.listJobs(other), Status.Code.INVALID_ARGUMENT, Code.INVALID_CURSOR);
    ListJobsRequest garbage = first.toBuilder().setPageToken("garbage").build();
    assertRefused(
        () -> served.calls.listJobs(garbage), Status.Code.INVALID_ARGUMENT, Code.INVALID_CURSOR);
  }

  @Test
  void a_page_size_beyond_the_limits_is_refused() {
    ListJobsRequest huge = ALL.toBuilder().setPageSize(1_001).build();
    assertRefused(
        () -> served.calls.listJobs(huge), Status.Code.INVALID_ARGUMENT, Code.INVALID_ARGUMENT);
    ListJobsRequest negative = ALL.toBuilder().setPageSize(-1).build();
    assertRefused(
        () -> served.calls.listJobs(negative), Status.Code.INVALID_ARGUMENT, Code.INVALID_ARGUMENT);
  }

  @Test
  @Seed("S4.14")
  void every_filter_is_applied() {
    EnqueueJobRequest special =
        EnqueueJobRequest.newBuilder()
            .setType("mail")
            .setQueue("letters")
            .addTags("urgent")
            .setCorrelationId("basket-4")
            .build();
    served.enqueue("resize");
    String id = served.calls.enqueueJob(special).getJobId();
    assertThat(listed(ALL.toBuilder().setQueue("letters"))).containsExactly(id);
    assertThat(listed(ALL.toBuilder().setType("mail"))).containsExactly(id);
    assertThat(listed(ALL.toBuilder().setTag("urgent"))).containsExactly(id);
    assertThat(listed(ALL.toBuilder().setCorrelationId("basket-4"))).containsExactly(id);
    served.calls.cancelJob(CancelJobRequest.newBuilder().setJobId(id).build());
    assertThat(listed(ALL.toBuilder().addStates(JobState.JOB_STATE_CANCELLED))).containsExactly(id);
    Timestamp far = Timestamp.newBuilder().setSeconds(4_000_000_000L).build();
    assertThat(listed(ALL.toBuilder().setCreatedFrom(far))).isEmpty();
    assertThat(listed(ALL.toBuilder().setCreatedBefore(far))).hasSize(2);
  }

  @Test
  void jobs_are_filtered_by_each_state_and_unknown_states_are_refused() {
    served.enqueue("resize");
    for (JobState state : JobState.values()) {
      if (state != JobState.UNRECOGNIZED && state != JobState.JOB_STATE_UNSPECIFIED) {
        assertThat(listed(ALL.toBuilder().addStates(state)))
            .hasSize(state == JobState.JOB_STATE_QUEUED ? 1 : 0);
      }
    }
    for (int unknown : new int[] {0, 99}) {
      ListJobsRequest request = ALL.toBuilder().addStatesValue(unknown).build();
      assertRefused(
          () -> served.calls.listJobs(request),
          Status.Code.INVALID_ARGUMENT,
          Code.INVALID_ARGUMENT);
    }
  }

  @Test
  void lists_contain_the_size_of_payloads_instead_of_their_bytes() {
    served.calls.enqueueJob(job("resize").toBuilder().setPayload(bytes("12345")).build());
    Job listed = served.calls.listJobs(ALL).getJobs(0);
    assertThat(listed.getPayload().isEmpty()).isTrue();
    assertThat(listed.getPayloadSize()).isEqualTo(5);
  }

  private List<String> listed(ListJobsRequest.Builder request) {
    return served.calls.listJobs(request.build()).getJobsList().stream()
        .map(Job::getJobId)
        .toList();
  }
}
