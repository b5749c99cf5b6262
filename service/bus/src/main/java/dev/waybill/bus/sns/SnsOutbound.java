package dev.waybill.bus.sns;

import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.bus.binding.OutboundEvents;
import dev.waybill.events.envelope.MessageAttributes;
import dev.waybill.events.envelope.SnsNotification;
import dev.waybill.topic.Attribute;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sns.model.MessageAttributeValue;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;
import software.amazon.awssdk.services.sns.model.PublishBatchResponse;

/// Publishes the events of a topic to SNS, up to ten per call. Events that came from SNS are not
/// published again. An event that SNS refuses becomes a dead letter with the reason.
record SnsOutbound(SnsBinding binding, SnsLink link, Waybill waybill, SnsSetup setup)
    implements OutboundEvents.Target {

  private static final int MAX_ENTRIES = 10;
  private static final int MAX_BATCH_BYTES = 256 * 1024;

  /// A queue of SQS gets at most ten attributes; one of them is the mark of Waybill.
  private static final int MAX_ATTRIBUTES = 9;

  /// The entries of one call; the ID of an entry is the position of its job.
  private static final class Batch {
    private final List<PublishBatchRequestEntry> entries = new ArrayList<>();
    private int bytes;

    private boolean hasRoom(int more) {
      return entries.isEmpty() || (entries.size() < MAX_ENTRIES && bytes + more <= MAX_BATCH_BYTES);
    }
  }

  @Override
  public List<Outcome> send(List<Job> jobs) {
    setup.ensure();
    Outcome[] outcomes = new Outcome[jobs.size()];
    Arrays.fill(outcomes, Outcome.done());
    Batch batch = new Batch();
    for (int i = 0; i < outcomes.length; i++) {
      SnsNotification event =
          SnsNotification.read(Payload.of(OutboundEvents.payload(waybill, jobs.get(i))));
      if (event.attributes().size() > MAX_ATTRIBUTES) {
        outcomes[i] = tooManyAttributes(event);
      } else if (!event.attributes().containsKey(SqsMessage.CAME_FROM)) {
        batch = added(batch, entry(i, event), outcomes);
      }
    }
    publish(batch, outcomes);
    return List.of(outcomes);
  }

  private static Outcome tooManyAttributes(SnsNotification event) {
    return Outcome.reject(
        "the event has %d attributes; SNS delivers at most %d of them to SQS"
            .formatted(event.attributes().size(), MAX_ATTRIBUTES));
  }

  private Batch added(Batch batch, PublishBatchRequestEntry entry, Outcome[] outcomes) {
    int bytes = size(entry);
    Batch into = batch;
    if (!batch.hasRoom(bytes)) {
      publish(batch, outcomes);
      into = new Batch();
    }
    into.entries.add(entry);
    into.bytes += bytes;
    return into;
  }

  private void publish(Batch batch, Outcome[] outcomes) {
    if (batch.entries.isEmpty()) {
      return;
    }
    PublishBatchResponse answer =
        link.sns(
            client ->
                client.publishBatch(
                    call ->
                        call.topicArn(binding.arn()).publishBatchRequestEntries(batch.entries)));
    answer
        .failed()
        .forEach(
            failed -> {
              String why = "SNS refused the event: " + failed.code() + " " + failed.message();
              outcomes[Integer.parseInt(failed.id())] =
                  Boolean.TRUE.equals(failed.senderFault())
                      ? Outcome.reject(why)
                      : Outcome.retry(why);
            });
  }

  private static PublishBatchRequestEntry entry(int id, SnsNotification event) {
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    event.attributes().forEach((name, one) -> put(attributes, name, one));
    put(attributes, SqsMessage.SENT_BY, Attribute.of(event.messageId()));
    return PublishBatchRequestEntry.builder()
        .id(String.valueOf(id))
        .message(event.message())
        .messageAttributes(attributes)
        .build();
  }

  /// SNS refuses empty values.
  private static void put(
      Map<String, MessageAttributeValue> attributes, String name, Attribute attribute) {
    String text = MessageAttributes.textOf(attribute);
    if (text.isEmpty()) {
      return;
    }
    MessageAttributeValue.Builder value =
        MessageAttributeValue.builder().dataType(MessageAttributes.typeOf(attribute));
    attributes.put(
        name,
        attribute instanceof Attribute.Binary
            ? value.binaryValue(SdkBytes.fromByteArray(Base64.getDecoder().decode(text))).build()
            : value.stringValue(text).build());
  }

  private static int size(PublishBatchRequestEntry entry) {
    int attributes =
        entry.messageAttributes().entrySet().stream()
            .mapToInt(one -> one.getKey().length() + one.getValue().toString().length())
            .sum();
    return entry.message().getBytes(StandardCharsets.UTF_8).length + attributes;
  }
}
