package dev.waybill.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.server.http.stream.EncodedEvents;
import dev.waybill.server.http.stream.EventFormat;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EncodedEventsTest {

  private final EncodedEvents encoded = new EncodedEvents();

  @Test
  void an_event_is_encoded_once_for_all_readers_of_a_format() {
    JobEvent event = event(1, Payload.of("\"hello\""));
    byte[] first = encoded.of(event, EventFormat.sse());
    assertThat(encoded.of(event, EventFormat.sse())).isSameAs(first);
    assertThat(encoded.of(event, EventFormat.ndjson()))
        .isEqualTo(EventFormat.ndjson().event(event));
  }

  @Test
  void colliding_events_are_not_mixed_up() {
    for (int sequence = 1; sequence < 10_000; sequence++) {
      JobEvent event = event(sequence, Payload.of("\"" + sequence + "\""));
      byte[] expected = EventFormat.sse().event(event);
      assertThat(encoded.of(event, EventFormat.sse())).isEqualTo(expected);
    }
  }

  @Test
  void a_large_event_is_not_cached() {
    JobEvent event = event(1, Payload.of(new byte[5_000]));
    assertThat(encoded.of(event, EventFormat.sse()))
        .isNotSameAs(encoded.of(event, EventFormat.sse()));
  }

  private static JobEvent event(long sequence, Payload data) {
    return new JobEvent(new JobId(1, 2), 1, sequence, "step", Instant.EPOCH, data);
  }
}
