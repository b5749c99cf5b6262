package dev.waybill.bus.sns;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.events.envelope.SnsNotification;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.TopicEvent;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;

/// Publishes the messages of a queue of SQS to the topic. A message is deleted after its
/// deliveries, or its dead letter, are durable.
final class SqsInbound implements AutoCloseable {

  private static final Logger LOG = System.getLogger(SqsInbound.class.getName());
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final int AT_ONCE = 10;
  private static final int WAIT_SECONDS = 20;

  private final SnsBinding binding;
  private final SnsLink link;
  private final InboundEvents events;
  private final SnsSetup setup;

  /// Closed while a call waits for messages.
  private final SnsLink waiting;

  private final BackgroundLoop loop;
  private volatile boolean closing;
  private @Nullable String url;

  SqsInbound(SnsBinding binding, SnsLink link, InboundEvents events, SnsSetup setup) {
    this.binding = binding;
    this.link = link;
    this.events = events;
    this.setup = setup;
    this.waiting = new SnsLink(binding);
    this.loop = new BackgroundLoop("sns-in " + binding, PAUSE, this::step);
  }

  void start() {
    loop.start().wake();
  }

  private Duration step() {
    setup.ensure();
    String queue = url();
    List<Message> messages = receive(queue);
    List<Message> stored = take(messages);
    delete(queue, stored);
    return stored.size() == messages.size() ? Duration.ZERO : PAUSE;
  }

  private List<Message> receive(String queue) {
    try {
      return waiting
          .sqs(
              client ->
                  client.receiveMessage(
                      request ->
                          request
                              .queueUrl(queue)
                              .maxNumberOfMessages(AT_ONCE)
                              .waitTimeSeconds(WAIT_SECONDS)
                              .messageAttributeNames("All")))
          .messages();
    } catch (RuntimeException failed) {
      if (closing) {
        return List.of();
      }
      url = null; // the queue may have been deleted
      throw failed;
    }
  }

  private String url() {
    if (url == null) {
      url =
          link.queueUrl(binding.queue())
              .orElseThrow(
                  () ->
                      new WaybillException(
                          Code.UNAVAILABLE,
                          "there is no queue %s in SQS; create it, or add create=true to the binding"
                              .formatted(binding.queue())));
    }
    return url;
  }

  /// Returns the messages that are stored, as deliveries or as dead letters. The others become
  /// visible again.
  private List<Message> take(List<Message> messages) {
    List<Message> stored = new ArrayList<>();
    List<Message> foreign = new ArrayList<>();
    List<SnsNotification> read = new ArrayList<>();
    for (Message message : messages) {
      try {
        SnsNotification notification = SqsMessage.notification(message, binding.arn());
        if (notification.attributes().containsKey(SqsMessage.SENT_BY)) {
          stored.add(message);
        } else {
          foreign.add(message);
          read.add(notification);
        }
      } catch (WaybillException unreadable) {
        setAside(message, message.body(), refusal(unreadable));
        stored.add(message);
      }
    }
    stored.addAll(publish(foreign, read));
    return stored;
  }

  private List<Message> publish(List<Message> messages, List<SnsNotification> read) {
    if (messages.isEmpty()) {
      return List.of();
    }
    var answers = events.publishAll(read.stream().map(this::event).toList());
    List<Message> stored = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      Optional<PublishAnswer.NotPublished> refused = answers.get(i);
      if (refused.isPresent() && refused.get().code().isRetryable()) {
        LOG.log(Level.WARNING, "a message of {0} stays in its queue: {1}", binding, refused.get());
        continue;
      }
      String text = read.get(i).write().text();
      Message message = messages.get(i);
      refused.ifPresent(why -> setAside(message, text, why));
      stored.add(message);
    }
    return stored;
  }

  /// Publishes an event that was set aside.
  Optional<PublishAnswer.NotPublished> publish(String setAside) {
    try {
      return SnsNotification.find(setAside)
          .map(one -> events.publish(event(one)))
          .orElseGet(() -> events.publish(TopicEvent.of(setAside)));
    } catch (WaybillException unreadable) {
      return Optional.of(refusal(unreadable));
    }
  }

  /// The mark keeps the event from being published to SNS again.
  private TopicEvent event(SnsNotification notification) {
    String marked =
        notification.withAttribute(SqsMessage.CAME_FROM, Attribute.of("sns")).write().text();
    String type = binding.bound().option("type");
    return TopicEvent.of(marked).withType(type.isEmpty() ? null : type);
  }

  private void setAside(Message message, String event, PublishAnswer.NotPublished why) {
    events.setAside(message.messageId(), event, why);
  }

  private static PublishAnswer.NotPublished refusal(WaybillException unreadable) {
    return new PublishAnswer.NotPublished(
        unreadable.code(), String.valueOf(unreadable.getMessage()));
  }

  private void delete(String queue, List<Message> messages) {
    if (messages.isEmpty()) {
      return;
    }
    List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
    for (Message message : messages) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(String.valueOf(entries.size()))
              .receiptHandle(message.receiptHandle())
              .build());
    }
    link.sqs(client -> client.deleteMessageBatch(call -> call.queueUrl(queue).entries(entries)));
  }

  @Override
  public void close() {
    closing = true;
    waiting.close();
    loop.close();
  }
}
