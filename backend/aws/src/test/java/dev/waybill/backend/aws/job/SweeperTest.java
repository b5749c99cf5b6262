package dev.waybill.backend.aws.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Tables;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Sweeps over jobs of a store that does not sweep by itself.
class SweeperTest {

  private static final int BACKLOG = 40;

  private final AwsConfig config = Emulators.config();
  private final ManualClock clock = new ManualClock();
  private final AwsLink link = AwsLink.open(config);
  private final JobTable table = new JobTable(link);
  private final Outbox outbox = new Outbox(new LaneQueues(link));
  private final AwsJobStore store;

  SweeperTest() {
    JobPlan.tables(link.layout()).forEach(new Tables(link)::create);
    store = new AwsJobStore(link, Settings.DEFAULT.withClock(clock), AwsJobStore.Pace.EAGER);
    store.holdMessages();
    outbox.hold();
  }

  @AfterEach
  void close() {
    store.close();
    link.close();
  }

  private static List<Draft> drafts(int jobs) {
    return IntStream.range(0, jobs)
        .mapToObj(_ -> Drafts.draft("t", NewJob.builder("x").queue("work").build()))
        .toList();
  }

  @Test
  void an_expired_lease_is_found_beside_a_backlog_that_is_due_for_messages() {
    store.append(drafts(1));
    Duration lease = JobItem.RESENT_AFTER.multipliedBy(2);
    LeaseQuery query = new LeaseQuery(new QueueKey("t", "work"), "w", 1, lease, Duration.ZERO);
    Job leased = store.lease(query).getFirst();
    store.append(drafts(BACKLOG));
    clock.advance(lease.plusSeconds(1));
    assertThat(new Sweeper(table, outbox, 1).overdue(10, clock.instant()))
        .extracting(Job::id)
        .containsExactly(leased.id());
  }

  @Test
  void one_of_two_servers_sends_the_message_of_a_job() {
    List<Draft> drafts = drafts(1);
    store.append(drafts);
    clock.advance(JobItem.RESENT_AFTER.plusSeconds(1));
    long now = clock.instant().toEpochMilli();
    JobItem item = table.find(drafts.getFirst().key()).orElseThrow();
    assertThat(table.postpone(item, now, now + 60_000)).isTrue();
    assertThat(table.postpone(item, now, now + 60_000)).isFalse();
  }

  @Test
  void a_sweep_sends_each_message_once() {
    store.append(drafts(BACKLOG));
    clock.advance(JobItem.RESENT_AFTER.plusSeconds(1));
    Sweeper sweeper = new Sweeper(table, outbox);
    assertThat(sweeper.send(clock.instant())).isEqualTo(BACKLOG);
    assertThat(sweeper.send(clock.instant())).isZero();
  }
}
