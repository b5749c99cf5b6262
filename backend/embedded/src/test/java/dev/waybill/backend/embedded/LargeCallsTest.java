package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.conformance.Promise;
import dev.waybill.settings.Limits;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The largest allowed calls write more than a log segment.
class LargeCallsTest {

  private static final Payload LARGE = Payload.of(new byte[Limits.INLINE_BYTES]);

  @Test
  @Promise({"V1", "X1"})
  void the_maximum_number_of_events_per_call_is_stored() {
    try (EmbeddedFixture fixture = new EmbeddedFixture(Settings.DEFAULT)) {
      JobStore store = fixture.backend().jobs();
      store.append(drafts(1));
      Job job =
          store
              .lease(
                  new LeaseQuery(
                      new QueueKey("t", "default"), "w", 1, Duration.ofHours(1), Duration.ZERO))
              .getFirst();
      JobKey key = new JobKey("t", job.id());
      List<NewEvent> events =
          IntStream.range(0, Limits.EVENTS_PER_CALL)
              .mapToObj(n -> new NewEvent(n, "line", null, LARGE))
              .toList();
      LeaseKey lease = new LeaseKey(key, job.attempt());
      assertThat(store.publish(lease, events)).isEqualTo(new EventsStored.Events(events.size(), 0));
      assertThat(store.publish(lease, events)).isEqualTo(new EventsStored.Events(0, events.size()));
      assertThat(store.read(new EventQuery(key, EventCursor.START, 2_000, Duration.ZERO)).events())
          .hasSize(events.size());
    }
  }

  @Test
  @Promise({"E1", "X1"})
  void a_batch_larger_than_a_segment_is_stored() {
    try (EmbeddedFixture fixture = new EmbeddedFixture(Settings.DEFAULT)) {
      assertThat(fixture.backend().jobs().append(drafts(300)))
          .hasSize(300)
          .allSatisfy(answer -> assertThat(answer).isInstanceOf(Appended.New.class));
      assertThat(fixture.crashAndReopen().jobs().stats(new QueueKey("t", "default")).waiting())
          .isEqualTo(300);
    }
  }

  private static List<Draft> drafts(int count) {
    return IntStream.range(0, count)
        .mapToObj(n -> new JobKey("t", new dev.waybill.JobId(7L << 12, n)))
        .map(key -> new Draft(key, NewJob.of("large", LARGE), null))
        .toList();
  }
}
