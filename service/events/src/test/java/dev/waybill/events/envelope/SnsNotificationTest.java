package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Subscription.Format;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class SnsNotificationTest {

  @Test
  @Seed("S1.8")
  void the_example_is_read() {
    SnsNotification notification =
        SnsNotification.read(Payload.of(Samples.notification(Samples.SCHEDULED)));

    assertThat(notification.messageId()).isEqualTo("sqs-message-id-123");
    assertThat(notification.topicArn())
        .isEqualTo("arn:aws:sns:us-east-1:123456789012:rez-agent-messages-dev");
    assertThat(notification.subject()).isNull();
    assertThat(notification.message()).isEqualTo(Samples.SCHEDULED);
    assertThat(notification.attributes()).hasSize(4).containsKey("message_type");
  }

  /// The requirements of `SQSMessageWrapper` in the specification: these names, strings, a time,
  /// and a map of two strings each.
  @Test
  @Seed({"S1.4", "S1.8"})
  void the_go_struct_of_the_specification_reads_a_notification() {
    Payload written =
        Envelopes.write(Samples.read(Samples.SCHEDULED), Format.NOTIFICATION, Samples.TOPIC);
    JsonNode wrapper = Samples.tree(written);

    assertThat(wrapper.propertyNames())
        .containsExactly(
            "Type",
            "MessageId",
            "TopicArn",
            "Subject",
            "Message",
            "Timestamp",
            "SignatureVersion",
            "Signature",
            "SigningCertURL",
            "UnsubscribeURL",
            "MessageAttributes");
    assertThat(wrapper.get("Type").stringValue()).isEqualTo("Notification");
    assertThat(wrapper.get("MessageId").stringValue())
        .isEqualTo("770f9600-g49d-62f6-c938-668877662222");
    assertThat(wrapper.get("TopicArn").stringValue())
        .isEqualTo("arn:aws:sns:waybill:acme:rez-agent-messages-dev");
    assertThat(OffsetDateTime.parse(wrapper.get("Timestamp").stringValue())).isNotNull();
    assertThat(wrapper.get("Message").stringValue()).isEqualTo(Samples.SCHEDULED);
    wrapper
        .get("MessageAttributes")
        .forEach(
            attribute -> {
              assertThat(attribute.get("Type").stringValue()).isEqualTo("String");
              assertThat(attribute.get("Value").isString()).isTrue();
            });
    assertThat(wrapper.get("MessageAttributes").propertyNames())
        .containsExactly("event_type", "message_type", "stage", "source");
  }

  @Test
  @Seed("S1.18")
  void a_notification_is_read_as_it_was_written() {
    SnsNotification notification = SnsNotification.read(Payload.of(Samples.notification("text")));

    assertThat(SnsNotification.read(notification.write())).isEqualTo(notification);
  }

  @Test
  void the_same_event_gives_the_same_bytes() {
    Envelope event = Samples.read(Samples.MANUAL);

    assertThat(Envelopes.write(event, Format.NOTIFICATION, Samples.TOPIC))
        .isEqualTo(Envelopes.write(event, Format.NOTIFICATION, Samples.TOPIC));
  }

  @Test
  void attributes_of_every_type_are_kept() {
    String json =
        attributes(
            "{\"n\":{\"Type\":\"Number\",\"Value\":\"1.50e2\"},"
                + "\"a\":{\"Type\":\"String.Array\",\"Value\":\"[\\\"x\\\", 1e3, true, null]\"},"
                + "\"b\":{\"Type\":\"Binary\",\"Value\":\"AAE=\"}}");

    Map<String, Attribute> attributes = SnsNotification.read(Payload.of(json)).attributes();

    assertThat(attributes.get("n"))
        .isInstanceOfSatisfying(
            Attribute.Numeric.class, n -> assertThat(n.value()).isEqualByComparingTo("150"));
    assertThat(attributes.get("a"))
        .isEqualTo(
            new Attribute.Many(
                List.of(
                    Attribute.of("x"),
                    Attribute.of(1000),
                    new Attribute.Flag(true),
                    new Attribute.Null())));
    assertThat(attributes.get("b")).isEqualTo(new Attribute.Binary("AAE="));
    Payload written = SnsNotification.read(Payload.of(json)).write();
    assertThat(SnsNotification.read(written).attributes()).isEqualTo(attributes);
    assertThat(written.text())
        .contains(
            "\"n\":{\"Type\":\"Number\",\"Value\":\"150\"}",
            "\"b\":{\"Type\":\"Binary\",\"Value\":\"AAE=\"}",
            "\"a\":{\"Type\":\"String.Array\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"n\":{\"Type\":\"Number\",\"Value\":\"many\"}} | /MessageAttributes/n/Value must be a"
            + " number",
        "{\"n\":{\"Type\":\"Number\",\"Value\":5}} | /MessageAttributes/n/Value must be a string",
        "{\"n\":{\"Type\":\"Number\"}} | /MessageAttributes/n/Value is missing",
        "{\"n\":{\"Type\":\"Date\",\"Value\":\"x\"}} | /MessageAttributes/n/Type must be String,",
        "{\"n\":{\"Type\":\"String.Array\",\"Value\":\"{}\"}} | /MessageAttributes/n/Value must be"
            + " a JSON",
        "{\"n\":{\"Type\":\"String.Array\",\"Value\":\"[[]]\"}} | /MessageAttributes/n/Value must"
            + " be an",
        "{\"n\":{\"Type\":\"String.Array\",\"Value\":\"[\"}} | in /MessageAttributes/n/Value: ",
        "{\"n\":\"x\"} | /MessageAttributes/n must be an object",
        "[] | /MessageAttributes must be an object"
      })
  void an_invalid_attribute_is_named(String attributes, String answer) {
    assertThat(Samples.refusal(() -> Samples.read(attributes(attributes)))).startsWith(answer);
  }

  @Test
  void a_subscription_confirmation_is_refused() {
    String json = "{\"Type\":\"SubscriptionConfirmation\",\"TopicArn\":\"arn\",\"Message\":\"m\"}";

    assertThat(Samples.refusal(() -> Samples.read(json))).contains("SubscribeURL");
  }

  @Test
  void a_notification_around_a_notification_is_refused() {
    String json = Samples.notification(Samples.notification(Samples.SCHEDULED));

    assertThat(Samples.refusal(() -> Samples.read(json))).startsWith("in /Message: /Type");
  }

  private static String attributes(String attributes) {
    return "{\"Type\":\"Notification\",\"MessageId\":\"m\",\"TopicArn\":\"t\",\"Message\":\"hi\","
        + "\"MessageAttributes\":"
        + attributes
        + "}";
  }
}
