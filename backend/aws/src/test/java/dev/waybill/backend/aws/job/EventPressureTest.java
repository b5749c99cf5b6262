package dev.waybill.backend.aws.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.FaultyService;
import dev.waybill.backend.aws.FaultyService.Fault;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.CallCounts;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Events while DynamoDB has no room for all of them.
class EventPressureTest {

  private static final CallCounts.Call BATCH = new CallCounts.Call("DynamoDB", "BatchWriteItem");

  private final AtomicInteger failing = new AtomicInteger();
  private final AwsConfig direct = Emulators.config();
  private final JobsFixture fixture = new JobsFixture(Settings.DEFAULT, direct);
  private final FaultyService proxy = new FaultyService(Emulators.dynamodb().url());
  private final JobsFixture.Server server =
      new JobsFixture.Server(
          direct.withEndpoints(
              new AwsConfig.Endpoints(proxy.url(), direct.endpoints().sqs(), null)),
          fixture.settings());
  private LeaseKey lease;

  private Fault fault(String operation) {
    boolean fails = operation.equals("BatchWriteItem") && failing.getAndDecrement() > 0;
    return fails ? Fault.UNPROCESSED : Fault.NONE;
  }

  @BeforeEach
  void leaseJob() {
    proxy.each(this::fault);
    server.jobs.append(List.of(Drafts.draft("t", NewJob.builder("x").queue("q").build())));
    LeaseQuery query =
        new LeaseQuery(
            new QueueKey("t", "q"), "w", 1, Duration.ofMinutes(5), Duration.ofSeconds(20));
    Job job = server.jobs.lease(query).getFirst();
    lease = new LeaseKey(new JobKey("t", job.id()), job.attempt());
  }

  @AfterEach
  void close() {
    server.close();
    proxy.close();
    fixture.close();
  }

  private static List<NewEvent> events(int count) {
    return LongStream.range(0, count).mapToObj(n -> NewEvent.of(n, "log", "line " + n)).toList();
  }

  private List<Long> stored() {
    EventQuery all = new EventQuery(lease.job(), EventCursor.START, 1_000, Duration.ZERO);
    return server.jobs.read(all).events().stream().map(JobEvent::sequence).toList();
  }

  @Test
  void the_rest_of_a_batch_is_sent_again() {
    failing.set(2);
    assertThat(server.jobs.publish(lease, events(30))).isEqualTo(new EventsStored.Events(30, 0));
    assertThat(stored()).hasSize(30).isSorted();
    assertThat(server.link.counts().batchRetries()).containsEntry(BATCH, 2L);
  }

  @Test
  void events_that_do_not_fit_are_refused_and_can_be_published_later() {
    failing.set(Integer.MAX_VALUE);
    assertThatThrownBy(() -> server.jobs.publish(lease, events(3)))
        .isInstanceOfSatisfying(
            WaybillException.class, refused -> assertThat(refused.code()).isEqualTo(Code.THROTTLED))
        .hasMessageContaining("BatchWriteItem");
    assertThat(server.link.counts().batchRetries()).containsEntry(BATCH, 3L);
    assertThat(stored()).isEmpty();
    failing.set(0);
    assertThat(server.jobs.publish(lease, events(3))).isEqualTo(new EventsStored.Events(3, 0));
    assertThat(stored()).containsExactly(0L, 1L, 2L);
  }

  @Test
  void the_largest_events_are_stored_and_read_in_pages() {
    byte[] large = new byte[Limits.EVENT_BYTES];
    List<NewEvent> events =
        LongStream.range(0, 40)
            .mapToObj(n -> new NewEvent(n, "log", null, Payload.wrap(large)))
            .toList();
    assertThat(server.jobs.publish(lease, events)).isEqualTo(new EventsStored.Events(40, 0));
    assertThat(stored()).hasSize(40).isSorted();
  }
}
