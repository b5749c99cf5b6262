package dev.waybill.bus.sns;

import dev.waybill.events.envelope.MessageAttributes;
import dev.waybill.events.envelope.SnsNotification;
import dev.waybill.topic.Attribute;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/// Reads messages of a queue: a notification of SNS, or the event itself with its attributes.
final class SqsMessage {

  /// The attribute of events that Waybill has published to SNS.
  static final String SENT_BY = "waybill_sent";

  /// The attribute of events that came from SNS.
  static final String CAME_FROM = "waybill_from";

  private SqsMessage() {}

  /// The message as a notification. Refuses a body that is not an event.
  static SnsNotification notification(Message message, String topicArn) {
    return SnsNotification.find(message.body())
        .orElseGet(
            () ->
                new SnsNotification(
                    message.messageId(),
                    topicArn,
                    null,
                    message.body(),
                    null,
                    attributes(message.messageAttributes())));
  }

  private static Map<String, Attribute> attributes(Map<String, MessageAttributeValue> all) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    all.forEach(
        (name, one) ->
            attributes.put(name, MessageAttributes.of(name, one.dataType(), value(one))));
    return attributes;
  }

  private static String value(MessageAttributeValue attribute) {
    SdkBytes bytes = attribute.binaryValue();
    return bytes == null
        ? attribute.stringValue()
        : Base64.getEncoder().encodeToString(bytes.asByteArray());
  }
}
