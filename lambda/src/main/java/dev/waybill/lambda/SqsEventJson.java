package dev.waybill.lambda;

import dev.waybill.WaybillException;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The documents of an event source mapping of SQS. Unknown fields are ignored, because AWS may add
/// some.
final class SqsEventJson {

  /// Larger than the largest batch of SQS.
  private static final int MAX_RECORDS = 10_000;

  private static final int MAX_ATTRIBUTES = 100;

  /// The answer of a function: the messages that SQS is to deliver again.
  record Failures(List<Failure> items) {}

  record Failure(String itemIdentifier) {}

  /// What is read of a message before its content, which may be malformed.
  record Identity(String messageId, String queueArn) {

    boolean isInFifoQueue() {
      return queueArn.endsWith(".fifo");
    }
  }

  private record Attribute(@Nullable String text) {}

  private record Notification(
      @Nullable String type, @Nullable String message, Map<String, Attribute> attributes) {}

  private static final Document<Attribute> ATTRIBUTE = attribute("stringValue");
  private static final Document<Attribute> SNS_ATTRIBUTE = attribute("Value");
  private static final Document<Notification> NOTIFICATION = notification();
  private static final Document<Identity> IDENTITY = identity();
  private static final Document<SqsRecord> RECORD = message();
  private static final Document<List<String>> EVENT = event();
  private static final Document<Failures> FAILURES = failures();

  private SqsEventJson() {}

  /// The messages of an event, each as JSON. Throws if the event is not one of SQS.
  static List<String> records(byte[] event) {
    return EVENT.readAnswer(event);
  }

  /// Throws if the message has no ID.
  static Identity identity(String json) {
    return IDENTITY.readAnswer(json.getBytes(StandardCharsets.UTF_8));
  }

  static SqsRecord read(String json) {
    SqsRecord message = RECORD.readAnswer(json.getBytes(StandardCharsets.UTF_8));
    return notificationIn(message.body())
        .map(
            inside ->
                new SqsRecord(
                    message.messageId(),
                    message.body(),
                    inside.message == null ? "" : inside.message,
                    texts(inside.attributes),
                    message.receiveCount(),
                    message.queueArn()))
        .orElse(message);
  }

  static byte[] write(List<String> failed) {
    Failures failures = new Failures(failed.stream().map(Failure::new).toList());
    return FAILURES.bytes(failures);
  }

  /// A body that is not JSON, or other JSON, is the event itself.
  private static Optional<Notification> notificationIn(String body) {
    if (!body.stripLeading().startsWith("{")) {
      return Optional.empty();
    }
    try {
      Notification found = NOTIFICATION.readAnswer(body.getBytes(StandardCharsets.UTF_8));
      return "Notification".equals(found.type) && found.message != null
          ? Optional.of(found)
          : Optional.empty();
    } catch (WaybillException other) {
      return Optional.empty();
    }
  }

  private static Map<String, String> texts(Map<String, Attribute> attributes) {
    return attributes.entrySet().stream()
        .filter(one -> one.getValue().text != null)
        .collect(Collectors.toMap(Map.Entry::getKey, one -> String.valueOf(one.getValue().text)));
  }

  private static Document<Attribute> attribute(String field) {
    Fields<Attribute> fields = Fields.of("SqsAttribute", "An attribute of a message.");
    Slot.Maybe<String> text =
        fields.optional(field, Codecs.TEXT, Attribute::text, "Text or number.");
    return fields.make(in -> new Attribute(in.get(text)));
  }

  private static Document<Notification> notification() {
    Fields<Notification> fields = Fields.of("SnsNotification", "A notification of SNS.");
    Slot.Maybe<String> type =
        fields.optional("Type", Codecs.TEXT, Notification::type, "`Notification`.");
    Slot.Maybe<String> message =
        fields.optional("Message", Codecs.TEXT, Notification::message, "The event.");
    Slot.Of<Map<String, Attribute>> attributes =
        fields.or(
            Map.of(),
            "MessageAttributes",
            Codecs.map(SNS_ATTRIBUTE, MAX_ATTRIBUTES),
            Notification::attributes,
            "Attributes by name.");
    return fields.make(in -> new Notification(in.get(type), in.get(message), in.get(attributes)));
  }

  private static Document<Identity> identity() {
    Fields<Identity> fields = Fields.of("SqsIdentity", "The ID of a message and its queue.");
    Slot.Of<String> id = fields.text("messageId", Identity::messageId, "Assigned by SQS.");
    Slot.Of<String> arn =
        fields.or("", "eventSourceARN", Codecs.TEXT, Identity::queueArn, "The queue.");
    return fields.make(in -> new Identity(in.get(id), in.get(arn)));
  }

  private static Document<SqsRecord> message() {
    Fields<SqsRecord> fields = Fields.of("SqsRecord", "A message of SQS.");
    Slot.Of<String> id = fields.text("messageId", SqsRecord::messageId, "Assigned by SQS.");
    Slot.Of<String> body = fields.text("body", SqsRecord::body, "The body.");
    Slot.Of<String> arn =
        fields.or("", "eventSourceARN", Codecs.TEXT, SqsRecord::queueArn, "The queue.");
    Slot.Of<Map<String, String>> system =
        fields.or(
            Map.of(),
            "attributes",
            Codecs.map(Codecs.TEXT, MAX_ATTRIBUTES),
            _ -> Map.of(),
            "System attributes.");
    Slot.Of<Map<String, Attribute>> attributes =
        fields.or(
            Map.of(),
            "messageAttributes",
            Codecs.map(ATTRIBUTE, MAX_ATTRIBUTES),
            _ -> Map.of(),
            "Attributes of the sender.");
    return fields.make(
        in ->
            new SqsRecord(
                in.get(id),
                in.get(body),
                in.get(body),
                texts(in.get(attributes)),
                count(in.get(system).getOrDefault("ApproximateReceiveCount", "1")),
                in.get(arn)));
  }

  private static int count(String number) {
    return number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 1;
  }

  private static Document<List<String>> event() {
    Fields<List<String>> fields = Fields.of("SqsEvent", "Messages of a queue.");
    Slot.Of<List<String>> records =
        fields.required(
            "Records", Codecs.list(Codecs.JSON, MAX_RECORDS), all -> all, "The messages.");
    return fields.make(in -> in.get(records));
  }

  private static Document<Failures> failures() {
    Fields<Failure> item = Fields.of("SqsBatchItemFailure", "A message to be delivered again.");
    Slot.Of<String> id = item.text("itemIdentifier", Failure::itemIdentifier, "Its ID.");
    Document<Failure> document = item.make(in -> new Failure(in.get(id)));
    Fields<Failures> fields = Fields.of("SqsBatchResponse", "The answer of a function.");
    Slot.Of<List<Failure>> items =
        fields.required(
            "batchItemFailures",
            Codecs.list(document, MAX_RECORDS),
            Failures::items,
            "Messages to be delivered again.");
    return fields.make(in -> new Failures(in.get(items)));
  }
}
