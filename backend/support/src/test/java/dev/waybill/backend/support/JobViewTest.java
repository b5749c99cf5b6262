package dev.waybill.backend.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class JobViewTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final QueueKey WORK = new QueueKey("acme", "work");

  private final JobView view = new JobView();

  @Test
  void queues_without_jobs_and_callers_take_no_memory() throws Exception {
    for (int n = 0; n < 100; n++) {
      assertThat(picked(new QueueKey("acme", "q" + n), Duration.ZERO)).isEmpty();
    }
    Versioned job = versioned();
    view.put(job);
    view.remove(job.record().key(), job.record().version() + 1);
    assertThat(view.queues()).isZero();
  }

  @Test
  void a_caller_that_waits_gets_a_job_although_another_one_has_left_the_queue() throws Exception {
    CompletableFuture<List<ViewRow>> waiting = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> waiting.complete(pickedPatiently()));
    while (view.queues() == 0) {
      Thread.onSpinWait();
    }
    assertThat(picked(WORK, Duration.ZERO)).isEmpty();
    view.put(versioned());
    assertThat(waiting.get()).hasSize(1);
  }

  private List<ViewRow> pickedPatiently() {
    try {
      return picked(WORK, Duration.ofMinutes(1));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private List<ViewRow> picked(QueueKey queue, Duration patience) throws InterruptedException {
    LeaseQuery take = new LeaseQuery(queue, "w", 1, Duration.ofMinutes(1), patience);
    long end = System.nanoTime() + patience.toNanos();
    return view.pick(
        new JobView.Asking(take, LeasePreference.ALL, end, () -> true), NOW::toEpochMilli);
  }

  private static Versioned versioned() {
    NewJob job = NewJob.builder("demo").queue(WORK.queue()).build();
    return new Versioned(JobRecord.create(Drafts.draft("acme", job), NOW, 1).stamped(), 1);
  }
}
