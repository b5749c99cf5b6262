package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Subscription.Format;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class CloudEventMappingTest {

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Test
  @Seed("S1.1")
  void a_message_created_event_becomes_a_cloudevent() {
    Envelope event =
        Envelopes.read(null, Map.of("Traceparent", TRACE), Samples.bytes(Samples.SCHEDULED))
            .getFirst();

    CloudEvent mapped = CloudEventMapping.toCloudEvent(event, Samples.TOPIC);

    assertThat(mapped.attributes())
        .containsExactly(
            entry("id", "770f9600-g49d-62f6-c938-668877662222"),
            entry("source", "scheduler"),
            entry("type", "message_created"),
            entry("subject", "550e8400-e29b-41d4-a716-446655440000"),
            entry("time", "2025-10-21T14:30:00.000Z"),
            entry("datacontenttype", "application/json"),
            entry("schemaversion", "1.0"),
            entry("correlationid", "660e9500-f39c-52e5-b827-557766551111"),
            entry("traceparent", TRACE),
            entry("messagetype", "scheduled_hello"),
            entry("stage", "dev"));
    assertThat(Objects.requireNonNull(mapped.data()).bytes().text()).isEqualTo(Samples.SCHEDULED);
  }

  @Test
  @Seed("S3.2")
  void an_event_of_the_bus_becomes_a_cloudevent() {
    String json = Samples.FREE_FOOD.replace("umass-calendar", "UMass – 100% calendar");

    CloudEvent mapped = CloudEventMapping.toCloudEvent(Samples.read(json), Samples.TOPIC);

    assertThat(mapped.attributes())
        .containsExactly(
            entry("id", "b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0"),
            entry("source", "UMass%20%E2%80%93%20100%25%20calendar"),
            entry("type", "FREE_FOOD_EVENT"),
            entry("time", "2025-11-02T14:03:22Z"),
            entry("datacontenttype", "application/json"),
            entry("schemaversion", "1.0.0"));
  }

  @Test
  @Seed({"S1.18", "S3.7"})
  void mapping_there_and_back_is_exact() {
    for (String json : new String[] {Samples.SCHEDULED, Samples.MANUAL, Samples.FREE_FOOD}) {
      Envelope event = Samples.read(json);
      Payload written = Envelopes.write(event, Format.CLOUDEVENT, Samples.TOPIC);

      Envelope back = CloudEventMapping.fromCloudEvent(CloudEventJson.read(written));

      assertThat(back).isEqualTo(event);
      assertThat(back.body().text()).isEqualTo(json);
    }
  }

  @Test
  void a_foreign_cloudevent_stays_a_cloudevent() {
    CloudEvent event =
        CloudEvent.of("1", "/s", "t")
            .withData(new CloudEvent.Data(CloudEvent.Form.JSON, Payload.of("{\"a\":1e3}")));

    Envelope envelope = CloudEventMapping.fromCloudEvent(event);

    assertThat(envelope.kind()).isEqualTo(Envelope.Kind.CLOUDEVENT);
    assertThat(CloudEventMapping.toCloudEvent(envelope, Samples.TOPIC)).isEqualTo(event);
    assertThat(CloudEventMapping.fromCloudEvent(CloudEvent.of("1", "/s", "t")).content()).isNull();
  }

  @Test
  void attributes_that_contradict_the_data_are_refused() {
    CloudEvent event =
        CloudEvent.of("other", "scheduler", "message_created")
            .withData(new CloudEvent.Data(CloudEvent.Form.JSON, Payload.of(Samples.SCHEDULED)));

    assertThat(Samples.refusal(() -> CloudEventMapping.fromCloudEvent(event)))
        .startsWith("/id contradicts the event in /data");
  }

  @Test
  void a_plain_event_without_a_source_gets_its_topic_as_source() {
    Envelope event = Samples.read("{\"id\":\"1\",\"type\":\"t\",\"subject\":\"a\\nb\"}");

    CloudEvent mapped = CloudEventMapping.toCloudEvent(event, Samples.TOPIC);

    assertThat(mapped.source()).isEqualTo(Samples.TOPIC);
    assertThat(mapped.subject()).isNull();
  }

  @Test
  @Seed("S1.4")
  void an_envelope_in_a_cloudevent_can_be_filtered_by_its_attributes() {
    Payload written =
        Envelopes.write(Samples.read(Samples.SCHEDULED), Format.CLOUDEVENT, Samples.TOPIC);

    Envelope read =
        Envelopes.read(CloudEvent.STRUCTURED + "; charset=UTF-8", Map.of(), written.bytes())
            .getFirst();

    assertThat(read.attributes())
        .contains(
            entry("event_type", "message_created"),
            entry("message_type", "scheduled_hello"),
            entry("stage", "dev"),
            entry("source", "scheduler"));
    assertThat(read.correlationId()).isEqualTo("660e9500-f39c-52e5-b827-557766551111");
    assertThat(read.key()).isEqualTo("550e8400-e29b-41d4-a716-446655440000");
    assertThat(read.schemaVersion()).isEqualTo("1.0");
    assertThat(read.content()).isEqualTo(StrictJson.MAPPER.readTree(Samples.SCHEDULED));
  }

  private static Map.Entry<String, Attribute> entry(String name, String value) {
    return Map.entry(name, Attribute.of(value));
  }
}
