package dev.waybill.backend.postgres;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.PostgresServer;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Draft;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A primary with a standby that acknowledges every commit. The primary is lost, and the standby
/// takes its place.
@Timeout(180)
class PostgresFailoverTest {

  private static final QueueKey QUEUE = new QueueKey("t", "work");

  private final Queue<JobId> acknowledged = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  @Test
  void work_continues_on_the_new_primary_with_every_acknowledged_job() {
    try (PostgresServer primary = new PostgresServer("synchronous_standby_names=*")) {
      primary.stop();
      try (PostgresServer standby = primary.standby()) {
        primary.restart();
        String hosts = "127.0.0.1:" + primary.port() + ",127.0.0.1:" + standby.port();
        String url = primary.url("postgres").replace("127.0.0.1:" + primary.port(), hosts);
        try (PostgresBackend backend = TestDatabase.open(url)) {
          failOver(backend, primary, standby);
        }
      }
    }
  }

  private void failOver(Backend backend, PostgresServer primary, PostgresServer standby) {
    Background<Boolean> caller = Background.of(() -> appendUntilEnded(backend));
    eventually(() -> assertThat(acknowledged).hasSizeGreaterThan(50));
    primary.kill();
    int before = acknowledged.size();
    standby.promote();
    eventually(() -> assertThat(acknowledged).hasSizeGreaterThan(before + 50));
    ended.set(true);
    assertThat(caller.answer()).isTrue();
    assertThat(leaseAll(backend)).doesNotHaveDuplicates().containsAll(acknowledged);
  }

  /// A commit whose fate the new primary does not know is an error, and the caller repeats it.
  private boolean appendUntilEnded(Backend backend) {
    while (!ended.get()) {
      Draft draft = Drafts.draft("t", NewJob.builder("demo").queue("work").build());
      try {
        backend.jobs().append(List.of(draft));
        acknowledged.add(draft.key().id());
      } catch (WaybillException unknown) {
        assertThat(unknown.code().isRetryable()).isTrue();
      }
    }
    return true;
  }

  private static List<JobId> leaseAll(Backend backend) {
    List<JobId> leased = new ArrayList<>();
    LeaseQuery query = new LeaseQuery(QUEUE, "w", 1_000, Duration.ofMinutes(10), Duration.ZERO);
    for (List<Job> some = backend.jobs().lease(query);
        !some.isEmpty();
        some = backend.jobs().lease(query)) {
      some.forEach(job -> leased.add(job.id()));
    }
    return leased;
  }
}
