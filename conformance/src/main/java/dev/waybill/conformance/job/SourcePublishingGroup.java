package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.Lease;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.conformance.Promise;
import dev.waybill.result.PublishResult;
import dev.waybill.result.Published;
import dev.waybill.result.Refused;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Events of a worker are stored once.
abstract class SourcePublishingGroup {

  private final JobSourceConformance source;

  SourcePublishingGroup(JobSourceConformance source) {
    this.source = source;
  }

  private PublishResult publish(Lease lease, NewEvent... events) {
    return source.waybill().publish(lease.token(), List.of(events));
  }

  private static void assertRefused(Code code, PublishResult answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(Refused.class, r -> assertThat(r.code()).isEqualTo(code));
  }

  @Test
  @Promise("V1")
  void events_are_stored_unchanged_and_in_order() {
    Lease lease = source.submitted();
    Payload bytes = Payload.of(new byte[] {0, -1, 10});
    Instant at = Instant.parse("2026-01-31T09:30:00.123Z");
    assertThat(publish(lease, new NewEvent(0, "a", at, bytes), NewEvent.of(7, "b", "{}")))
        .isEqualTo(new Published(2, 0));
    List<JobEvent> events = source.waybill().events(lease.job().id(), EventCursor.START, 10);
    assertThat(events).extracting(JobEvent::sequence).containsExactly(0L, 7L);
    assertThat(events.getFirst().data()).isEqualTo(bytes);
    assertThat(events.getFirst().at()).isEqualTo(at);
  }

  @Test
  @Promise("V1")
  void events_of_one_call_may_come_in_any_order() {
    Lease lease = source.submitted();
    NewEvent large = new NewEvent(3, "c", null, Payload.of("z".repeat(60_000)));
    assertThat(publish(lease, large, NewEvent.of(1, "a", "first"), NewEvent.of(2, "b", "second")))
        .isEqualTo(new Published(3, 0));
    assertThat(source.waybill().events(lease.job().id(), EventCursor.START, 10))
        .extracting(JobEvent::sequence)
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  @Promise("V1")
  void repeated_events_are_counted_and_not_changed() {
    Lease lease = source.submitted();
    publish(lease, NewEvent.of(0, "a", "first"), NewEvent.of(1, "b", "first"));
    assertThat(publish(lease, NewEvent.of(1, "b", "second"), NewEvent.of(2, "c", "second")))
        .isEqualTo(new Published(1, 1));
    assertThat(source.waybill().events(lease.job().id(), EventCursor.START, 10))
        .extracting(event -> event.data().text())
        .containsExactly("first", "first", "second");
  }

  @Test
  @Promise("V1")
  void events_for_more_than_one_request_body_are_stored() {
    Lease lease = source.submitted();
    Payload data = Payload.of("z".repeat(60_000));
    List<NewEvent> many =
        java.util.stream.IntStream.range(0, 100)
            .mapToObj(i -> new NewEvent(i, "large", null, data))
            .toList();
    assertThat(source.waybill().publish(lease.token(), many)).isEqualTo(new Published(100, 0));
  }

  @Test
  @Promise("L2")
  void publishing_without_a_lease_is_refused() {
    Lease lease = source.submitted();
    NewEvent event = NewEvent.of(0, "a", "");
    assertRefused(
        Code.INVALID_TOKEN,
        source.waybill().publish(JobSourceConformance.forged(lease.token()), List.of(event)));
    source.settle(lease, Outcome.done());
    assertRefused(Code.LEASE_LOST, publish(lease, event));
    assertThat(source.waybill().events(lease.job().id(), EventCursor.START, 10)).isEmpty();
  }

  @Test
  @Promise("X1")
  void an_invalid_event_is_refused() {
    Lease lease = source.submitted();
    JobSourceConformance.assertThrows(
        Code.INVALID_NAME, () -> publish(lease, NewEvent.of(0, "not a name", "")));
    JobSourceConformance.assertThrows(
        Code.INVALID_ARGUMENT, () -> publish(lease, NewEvent.of(-1, "a", "")));
    JobSourceConformance.assertThrows(
        Code.PAYLOAD_TOO_LARGE, () -> publish(lease, NewEvent.of(0, "a", "x".repeat(70_000))));
    JobSourceConformance.assertThrows(
        Code.TOO_MANY_ITEMS,
        () ->
            source
                .waybill()
                .publish(lease.token(), Collections.nCopies(1_001, NewEvent.of(0, "a", ""))));
  }
}
