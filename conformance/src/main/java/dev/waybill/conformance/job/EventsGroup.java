package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

abstract class EventsGroup extends JobStoreGroup {

  private static final Duration PATIENT = Duration.ofMinutes(1);
  private static final int FOLLOWED = 300;

  private Job leased() {
    submit();
    return lease();
  }

  private EventsStored publish(Job leased, long... sequences) {
    List<NewEvent> events =
        LongStream.of(sequences).mapToObj(n -> NewEvent.of(n, "progress", "at " + n)).toList();
    return store().publish(leaseOf(leased), events);
  }

  private List<JobEvent> read(Job job, EventCursor after, int max) {
    return store().read(new EventQuery(key(job), after, max, NOW)).events();
  }

  private List<Long> sequences(Job job) {
    return read(job, EventCursor.START, 1_000).stream().map(JobEvent::sequence).toList();
  }

  private Background<List<JobEvent>> waitingRead(Job job, EventCursor after) {
    JobStore store = store();
    EventQuery query = new EventQuery(key(job), after, 10, PATIENT);
    return Background.of(() -> store.read(query).events()).onceItWaits();
  }

  @Test
  @Promise("V1")
  void events_are_read_unchanged_and_in_order() {
    Job leased = leased();
    NewEvent first = new NewEvent(1, "log", now().minusSeconds(5), Payload.of(new byte[] {0, -1}));
    NewEvent second = new NewEvent(2, "progress ✓", null, Payload.empty());
    assertThat(store().publish(leaseOf(leased), List.of(first, second)))
        .isEqualTo(new EventsStored.Events(2, 0));
    List<JobEvent> events = read(leased, EventCursor.START, 10);
    assertThat(events.getFirst())
        .isEqualTo(
            new JobEvent(leased.id(), 1, 1, "log", now(first), Payload.of(new byte[] {0, -1})));
    assertThat(events.getLast().type()).isEqualTo("progress ✓");
    assertThat(events.getLast().at()).isBetween(leased.progress().updatedAt(), now());
    assertThat(events).hasSize(2);
  }

  private static Instant now(NewEvent event) {
    return Objects.requireNonNull(event.at());
  }

  @Test
  @Promise("V1")
  void publishing_is_idempotent() {
    Job leased = leased();
    publish(leased, 1, 2, 3);
    assertThat(publish(leased, 2, 3, 4)).isEqualTo(new EventsStored.Events(1, 2));
    assertThat(sequences(leased)).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  @Promise("V1")
  void a_repeated_sequence_does_not_replace_the_first_event() {
    Job leased = leased();
    publish(leased, 1);
    store().publish(leaseOf(leased), List.of(NewEvent.of(1, "other", "other")));
    assertThat(read(leased, EventCursor.START, 10))
        .extracting(JobEvent::type)
        .containsExactly("progress");
  }

  @Test
  @Promise("V1")
  void sequences_may_have_gaps_but_must_grow() {
    Job leased = leased();
    assertThat(publish(leased, 0, 10, 20)).isEqualTo(new EventsStored.Events(3, 0));
    assertThat(publish(leased, 15)).isEqualTo(new EventsStored.Events(0, 1));
    assertThat(publish(leased, Long.MAX_VALUE)).isEqualTo(new EventsStored.Events(1, 0));
    assertThat(sequences(leased)).containsExactly(0L, 10L, 20L, Long.MAX_VALUE);
  }

  @Test
  @Promise("V1")
  void each_attempt_has_its_own_sequence() {
    Job first = leased();
    publish(first, 1, 2);
    assertDone(settle(first, Outcome.retry("again", NOW)));
    Job second = lease();
    assertThat(publish(second, 1)).isEqualTo(new EventsStored.Events(1, 0));
    assertThat(read(first, EventCursor.START, 10))
        .extracting(JobEvent::cursor)
        .containsExactly(new EventCursor(1, 1), new EventCursor(1, 2), new EventCursor(2, 1));
  }

  @Test
  @Promise("V1")
  void the_same_events_from_concurrent_callers_are_stored_once() {
    Job leased = leased();
    List<EventsStored> answers = Background.together(16, () -> publish(leased, 1, 2, 3));
    assertThat(answers.stream().mapToInt(answer -> ((EventsStored.Events) answer).added()).sum())
        .isEqualTo(3);
    assertThat(sequences(leased)).containsExactly(1L, 2L, 3L);
  }

  @Test
  @Promise("V2")
  void a_reader_continues_from_its_cursor_in_pages() {
    Job leased = leased();
    publish(leased, LongStream.rangeClosed(1, 25).toArray());
    List<Long> seen = new ArrayList<>();
    EventCursor cursor = EventCursor.START;
    List<JobEvent> page = read(leased, cursor, 10);
    while (!page.isEmpty()) {
      assertThat(page).hasSizeLessThanOrEqualTo(10);
      assertThat(seen).hasSizeLessThan(25);
      page.forEach(event -> seen.add(event.sequence()));
      page = read(leased, page.getLast().cursor(), 10);
    }
    assertThat(seen).isEqualTo(LongStream.rangeClosed(1, 25).boxed().toList());
  }

  @Test
  @Promise("V2")
  void events_can_be_read_after_the_job_has_finished() {
    Job leased = leased();
    publish(leased, 1, 2);
    assertDone(complete(leased));
    assertThat(sequences(leased)).containsExactly(1L, 2L);
    crash();
    assertThat(sequences(leased)).containsExactly(1L, 2L);
  }

  @Test
  @Promise("V1")
  void a_waiting_reader_is_woken_by_an_event() {
    Job leased = leased();
    publish(leased, 1);
    Background<List<JobEvent>> waiting = waitingRead(leased, new EventCursor(1, 1));
    publish(leased, 2);
    assertThat(waiting.answer()).extracting(JobEvent::sequence).containsExactly(2L);
  }

  @Test
  @Promise("V1")
  void a_waiting_reader_of_a_queued_job_is_woken_by_its_first_event() {
    Job job = submit();
    Background<List<JobEvent>> waiting = waitingRead(job, EventCursor.START);
    publish(lease(), 1);
    assertThat(waiting.answer()).extracting(JobEvent::sequence).containsExactly(1L);
  }

  @Test
  @Promise("V1")
  void a_waiting_reader_is_woken_by_the_end_of_the_job() {
    Job leased = leased();
    Background<List<JobEvent>> waiting = waitingRead(leased, EventCursor.START);
    assertDone(complete(leased));
    assertThat(waiting.answer()).isEmpty();
  }

  @Test
  @Promise("V1")
  void a_reader_of_a_finished_job_does_not_wait() {
    Job leased = leased();
    publish(leased, 1);
    assertDone(complete(leased));
    EventQuery rest = new EventQuery(key(leased), new EventCursor(1, 1), 10, PATIENT);
    assertThat(Background.of(() -> store().read(rest)).answer())
        .isEqualTo(new EventsRead(List.of(), true));
  }

  @Test
  @Promise("V2")
  void a_reader_gets_no_events_when_its_wait_is_over() {
    Job leased = leased();
    EventQuery query = new EventQuery(key(leased), EventCursor.START, 10, SHORT);
    assertThat(store().read(query)).isEqualTo(new EventsRead(List.of(), false));
  }

  @Test
  @Promise("V1")
  void following_during_publishing_reads_every_event_once_in_order() {
    Job leased = leased();
    Background<List<Long>> follower = Background.of(() -> follow(leased));
    for (int n = 1; n <= FOLLOWED; n++) {
      publish(leased, n);
    }
    assertDone(complete(leased));
    assertThat(follower.answer()).isEqualTo(LongStream.rangeClosed(1, FOLLOWED).boxed().toList());
  }

  /// Reads until the job has finished, as a client that follows it does.
  private List<Long> follow(Job job) {
    List<Long> seen = new ArrayList<>();
    EventCursor cursor = EventCursor.START;
    List<JobEvent> page = store().read(new EventQuery(key(job), cursor, 7, PATIENT)).events();
    while (!page.isEmpty()) {
      assertThat(seen).hasSizeLessThan(FOLLOWED);
      page.forEach(event -> seen.add(event.sequence()));
      cursor = page.getLast().cursor();
      page = store().read(new EventQuery(key(job), cursor, 7, PATIENT)).events();
    }
    return seen;
  }
}
