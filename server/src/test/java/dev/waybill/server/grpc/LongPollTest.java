package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.FREE_PORT;
import static dev.waybill.server.grpc.Served.dequeue;
import static dev.waybill.server.grpc.Served.job;
import static dev.waybill.server.grpc.Served.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import dev.waybill.Waybill;
import dev.waybill.proto.v1.DequeueJobsRequest;
import dev.waybill.proto.v1.DequeueJobsResponse;
import dev.waybill.proto.v1.DequeuedJob;
import io.grpc.Context;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongPollTest {

  /// A lease that lasts longer than any test: a job that comes back was released.
  private static final DequeueJobsRequest PATIENT =
      dequeue(10).toBuilder().setWait(seconds(60)).setVisibilityTimeout(seconds(3_600)).build();

  @TempDir Path folder;
  private final Overheard overheard = new Overheard();
  private Served served;

  @BeforeEach
  void open() {
    served =
        new Served(overheard.over(Waybill.open(folder)), FREE_PORT.withMaxDequeueBytes(100_000));
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void a_job_that_arrives_while_a_worker_waits_is_leased() throws Exception {
    ListenableFuture<DequeueJobsResponse> poll = served.futures.dequeueJobs(PATIENT);
    overheard.awaitCall("lease");
    String id = served.enqueue("resize");
    assertThat(poll.get(20, TimeUnit.SECONDS).getJobs(0).getJob().getJobId()).isEqualTo(id);
  }

  @Test
  void a_wait_ends_before_the_deadline_of_the_call() {
    DequeueJobsResponse answer =
        served.calls.withDeadlineAfter(2, TimeUnit.SECONDS).dequeueJobs(PATIENT);
    assertThat(answer.getJobsList()).isEmpty();
  }

  @Test
  void a_cancelled_long_poll_leases_no_job() throws Exception {
    ListenableFuture<DequeueJobsResponse> poll = served.futures.dequeueJobs(PATIENT);
    overheard.awaitCall("lease");
    poll.cancel(true);
    String id = served.enqueue("resize");
    assertThat(served.calls.dequeueJobs(PATIENT).getJobs(0).getJob().getJobId()).isEqualTo(id);
  }

  @Test
  void jobs_leased_for_a_disconnected_client_are_released_at_once_in_order() {
    List<String> ids = enqueueTen(10);
    CompletableFuture<ListenableFuture<DequeueJobsResponse>> poll = new CompletableFuture<>();
    overheard.after("lease", () -> cancelAndAwaitThatTheServerKnows(poll.join()));
    poll.complete(served.futures.dequeueJobs(PATIENT));
    assertThatThrownBy(() -> poll.join().get(20, TimeUnit.SECONDS))
        .isInstanceOf(CancellationException.class);
    overheard.after("lease", () -> {});
    eventually(() -> assertThat(served.waybill.stats("default").waiting()).isEqualTo(10));
    assertThat(ids(served.calls.dequeueJobs(PATIENT))).isEqualTo(ids);
  }

  /// An answer that was sent before the server noticed the cancellation cannot be recalled; its
  /// lease, which is short here, expires.
  @Test
  void long_polls_cancelled_as_jobs_arrive_lose_no_jobs() throws Exception {
    DequeueJobsRequest brief = PATIENT.toBuilder().setVisibilityTimeout(seconds(2)).build();
    for (int round = 0; round < 100; round++) {
      ListenableFuture<DequeueJobsResponse> poll = served.futures.dequeueJobs(brief);
      overheard.awaitCall("lease");
      Thread canceller = Thread.ofVirtual().start(() -> poll.cancel(true));
      String id = served.enqueue("resize");
      canceller.join();
      DequeuedJob job = jobs(poll).isEmpty() ? next() : jobs(poll).getFirst();
      assertThat(job.getJob().getJobId()).isEqualTo(id);
      served.complete(job);
    }
  }

  @Test
  void jobs_that_exceed_the_size_of_the_answer_stay_in_the_queue_in_order() {
    List<String> ids = enqueueTen(40_000);
    List<String> first = ids(served.calls.dequeueJobs(PATIENT));
    assertThat(first).isEqualTo(ids.subList(0, 2));
    assertThat(ids(served.calls.dequeueJobs(PATIENT))).isEqualTo(ids.subList(2, 4));
  }

  @Test
  void one_job_is_returned_whatever_its_size() {
    List<String> ids = enqueueTen(200_000);
    assertThat(ids(served.calls.dequeueJobs(PATIENT))).isEqualTo(ids.subList(0, 1));
  }

  @Test
  void closing_the_server_answers_a_long_poll() throws Exception {
    ListenableFuture<DequeueJobsResponse> poll = served.futures.dequeueJobs(PATIENT);
    overheard.awaitCall("lease");
    served.server.close();
    assertThat(poll.get(20, TimeUnit.SECONDS).getJobsList()).isEmpty();
  }

  private static void cancelAndAwaitThatTheServerKnows(ListenableFuture<?> poll) {
    CountDownLatch known = new CountDownLatch(1);
    Context.current().addListener(_ -> known.countDown(), Runnable::run);
    poll.cancel(true);
    try {
      known.await();
    } catch (InterruptedException woken) {
      // the server has noticed: it wakes the waiting thread
    }
  }

  private DequeuedJob next() {
    overheard.drain("lease");
    DequeuedJob job = served.calls.dequeueJobs(PATIENT).getJobs(0);
    overheard.drain("lease");
    return job;
  }

  private static List<DequeuedJob> jobs(ListenableFuture<DequeueJobsResponse> poll)
      throws ExecutionException, InterruptedException {
    try {
      return poll.get().getJobsList();
    } catch (CancellationException cancelled) {
      return List.of();
    }
  }

  private List<String> enqueueTen(int bytes) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(
          served
              .calls
              .enqueueJob(
                  job("resize").toBuilder()
                      .setPayload(ByteString.copyFrom(new byte[bytes]))
                      .build())
              .getJobId());
    }
    return ids;
  }

  private static List<String> ids(DequeueJobsResponse answer) {
    return answer.getJobsList().stream().map(job -> job.getJob().getJobId()).toList();
  }
}
