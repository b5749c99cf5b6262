package dev.waybill.backend.embedded;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Failure;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.backend.embedded.history.Projector;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.QueueKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The log stores jobs several times as fast as the history.
class HistoryLagTest {

  private static final int BULK = 1_000;
  private static final Payload PAYLOAD = Payload.of(new byte[300]);

  /// The growth of the lag by one round of the writer.
  private static final long ONE_ROUND = 8 << 20;

  @Test
  void the_history_keeps_up_with_a_fast_load() {
    try (EmbeddedFixture fixture = new EmbeddedFixture(Settings.DEFAULT)) {
      Projector projector = fixture.backend().projector();
      long most = 400;
      for (int i = 0; i < most; i++) {
        fixture.backend().jobs().append(drafts(i));
        assertThat(projector.behindBytes()).isLessThan(Projector.MOST_BEHIND + ONE_ROUND);
      }
      assertThat(fixture.backend().jobs().stats(new QueueKey("t", "default")).waiting())
          .isEqualTo(most * BULK);
    }
  }

  @Test
  void after_a_burst_a_reader_sees_all_jobs_at_once_and_the_history_catches_up_soon() {
    try (EmbeddedFixture fixture = new EmbeddedFixture(Settings.DEFAULT)) {
      Projector projector = fixture.backend().projector();
      for (int i = 0; i < 20; i++) {
        fixture.backend().jobs().append(drafts(i));
      }
      JobQuery newest = new JobQuery("t", JobFilter.ALL, 1, null);
      assertThat(fixture.backend().jobs().browse(newest).items()).hasSize(1);
      assertThat(projector.behindBytes()).isZero();
      fixture.backend().jobs().append(drafts(20));
      eventually(() -> assertThat(projector.behindBytes()).isZero());
    }
  }

  @Test
  void counting_the_jobs_of_a_queue_does_not_wait_for_the_history() throws Exception {
    try (EmbeddedFixture fixture = new EmbeddedFixture(Settings.DEFAULT)) {
      Projector projector = fixture.backend().projector();
      CountDownLatch held = new CountDownLatch(1);
      CountDownLatch free = new CountDownLatch(1);
      Future<?> holding = Calls.start(() -> projector.onWriter(_ -> holds(held, free)));
      held.await();
      try {
        fixture.backend().jobs().append(drafts(0));
        long began = System.nanoTime();
        assertThat(fixture.backend().jobs().stats(new QueueKey("t", "default")).waiting())
            .isEqualTo(BULK);
        assertThat(fixture.backend().jobs().stats("t")).hasSize(1);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
      } finally {
        free.countDown();
      }
      holding.get();
    }
  }

  private static boolean holds(CountDownLatch held, CountDownLatch free) {
    held.countDown();
    try {
      free.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  @Test
  void dead_letters_are_counted_at_once_and_no_longer_after_a_redrive(@TempDir Path folder) {
    for (int i = 0; i < 20; i++) {
      try (Waybill waybill = Waybill.open(folder)) {
        assertThat(waybill.stats("default").dead()).isEqualTo(i);
        JobId job = dead(waybill);
        assertThat(waybill.stats("default").dead()).isEqualTo(i + 1);
        waybill.redrive(job);
        assertThat(waybill.stats("default").dead()).isEqualTo(i);
        reject(waybill);
        assertThat(waybill.stats("default").dead()).isEqualTo(i + 1);
      }
    }
  }

  private static JobId dead(Waybill waybill) {
    JobId id = waybill.enqueue(NewJob.of("small", PAYLOAD)).id();
    reject(waybill);
    return id;
  }

  private static void reject(Waybill waybill) {
    Lease lease = waybill.lease(LeaseRequest.of("default", "worker")).getFirst();
    waybill.settle(lease.token(), new Outcome.Reject(Failure.of("broken", "why")));
  }

  private static List<Draft> drafts(long call) {
    return IntStream.range(0, BULK)
        .mapToObj(n -> new JobKey("t", new JobId(7L << 12, call * BULK + n)))
        .map(key -> new Draft(key, NewJob.of("small", PAYLOAD), null))
        .toList();
  }
}
