package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

abstract class AcceptingGroup extends JobStoreGroup {

  private static final String ODD =
      "ünï ✓ 漢字 \uD83D\uDE80 e\u0301 \u202Eright-to-left \uFEFF \uFFFF \t\r\n \u0001 \"'\\;--%_/";

  /// A job with all texts, each with its own value.
  private static NewJob.Builder withTexts(NewJob.Builder job, String start) {
    for (JobText text : JobText.values()) {
      text.set(job, start + text.field());
    }
    return job;
  }

  @Test
  @Promise("E1")
  void an_accepted_job_waits_for_its_first_attempt() {
    Job job = submit();
    assertThat(job.state()).isEqualTo(State.QUEUED);
    assertThat(job.attempt()).isEqualTo(1);
    assertThat(job.progress().generation()).isZero();
    assertThat(found(job)).isEqualTo(job);
  }

  @Test
  @Promise("E1")
  void an_accepted_job_survives_a_crash() {
    Job job = submit();
    crash();
    assertThat(found(job)).isEqualTo(job);
    assertThat(lease().id()).isEqualTo(job.id());
  }

  @Test
  @Promise("E1")
  void every_job_of_a_batch_survives_a_crash_in_order() {
    List<Job> jobs = submitMany(500);
    crash();
    List<Job> leased = store().lease(leaseQuery("worker", 500, LONG));
    assertThat(leased).extracting(Job::id).isEqualTo(jobs.stream().map(Job::id).toList());
  }

  @Test
  @Promise("E1")
  void all_fields_of_a_job_survive_a_crash() {
    Instant later = now().plus(Duration.ofHours(1));
    NewJob.Builder everything =
        job()
            .priority(Priority.LOW)
            .tags("b", "a")
            .runAt(later)
            .deadline(later.plusSeconds(60))
            .timeout(Duration.ofSeconds(90))
            .retry(new RetryPolicy(7, 5, SHORT, 1.5, LONG, 0.25));
    NewJob asked = withTexts(everything, "some ").build();
    Job job = submit(asked.toBuilder());
    crash();
    assertThat(found(job).request()).isEqualTo(asked);
    assertThat(found(job).progress().runAt()).isEqualTo(later);
  }

  @Test
  @Promise("E1")
  void the_bytes_of_a_payload_are_stored_unchanged() {
    byte[] everyByte = new byte[256];
    IntStream.range(0, 256).forEach(n -> everyByte[n] = (byte) n);
    for (byte[] bytes : List.of(new byte[0], everyByte, new byte[Limits.INLINE_BYTES])) {
      Job job = submit(job().payload(Payload.of(bytes)));
      assertThat(lease().payload().bytes()).isEqualTo(bytes);
      crash();
      assertThat(found(job).payload().bytes()).isEqualTo(bytes);
    }
  }

  @Test
  @Promise({"E1", "X1"})
  void unusual_but_valid_text_is_stored_unchanged() {
    NewJob.Builder odd = NewJob.builder("type " + ODD).queue(QUEUE).tags("tag " + ODD, ODD + "tag");
    NewJob asked = withTexts(odd, ODD).build();
    Job job = submit(asked.toBuilder());
    crash();
    assertThat(found(job).request()).isEqualTo(asked);
    assertThat(lease("worker " + ODD, LONG).progress().worker()).isEqualTo("worker " + ODD);
  }

  @Test
  @Promise("E1")
  void a_job_of_a_queue_with_an_unusual_name_can_be_leased() {
    Job job = submit(job().queue(ODD));
    assertNothingToLease();
    var odd = new QueueKey(tenant, ODD);
    var leased = store().lease(new LeaseQuery(odd, "worker", 1, LONG, NOW));
    assertThat(leased).extracting(Job::id).containsExactly(job.id());
  }

  @Test
  @Promise({"E1", "E3"})
  void no_acknowledged_job_is_lost_in_a_crash_under_load() {
    JobStore crashing = store();
    Queue<JobKey> acknowledged = new ConcurrentLinkedQueue<>();
    CountDownLatch busy = new CountDownLatch(40);
    List<Background<Boolean>> callers =
        IntStream.range(0, 8)
            .mapToObj(_ -> Background.of(() -> appendUntilCrash(crashing, acknowledged, busy)))
            .toList();
    awaitQuietly(busy);
    crash();
    callers.forEach(Background::answer);
    Set<Job> leased = Set.copyOf(store().lease(leaseQuery("worker", 10_000, LONG)));
    assertThat(leased.stream().map(Job::id).collect(Collectors.toSet()))
        .containsAll(acknowledged.stream().map(JobKey::id).toList());
  }

  @Test
  @Promise("E3")
  void a_stored_job_is_in_its_queue_after_any_crash() {
    for (int round = 0; round < 5; round++) {
      Job job = submit();
      crash();
      Job leased = lease();
      assertThat(leased.id()).isEqualTo(job.id());
      assertDone(settle(leased, Outcome.retry("again")));
      crash();
      assertDone(complete(lease()));
    }
  }

  private boolean appendUntilCrash(
      JobStore crashing, Queue<JobKey> acknowledged, CountDownLatch busy) {
    for (int n = 0; n < 2_000; n++) {
      Draft draft = draft(job().payload("under load"));
      try {
        accepted(crashing.append(List.of(draft)).getFirst());
        acknowledged.add(draft.key());
      } catch (WaybillException crashed) {
        return false;
      } finally {
        busy.countDown();
      }
    }
    return true;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
