package dev.waybill.events;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.envelope.MessageCreated;
import dev.waybill.events.envelope.Notification;
import dev.waybill.topic.Subscription;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The jobs that one event becomes. What they carry is written once per format.
final class DeliveryJobs {

  private final String tenant;
  private final String topic;
  private final Incoming event;
  private final String type;
  private final @Nullable MessageCreated message;
  private final Map<Subscription.Format, Payload> written =
      new EnumMap<>(Subscription.Format.class);

  DeliveryJobs(String tenant, String topic, Incoming event) {
    this.tenant = tenant;
    this.topic = topic;
    this.event = event;
    this.type = Naming.jobType(event.envelope().type());
    this.message = MessageCreated.second(event.envelope());
  }

  NewJob of(Subscription subscription) {
    String id = event.envelope().id();
    return NewJob.builder(type)
        .queue(subscription.queue())
        .payload(written.computeIfAbsent(subscription.format(), this::write))
        .priority(priority(subscription))
        .requestId(Naming.requestId(topic, subscription.name(), id))
        .correlationId(event.correlationId())
        .traceContext(event.traceContext())
        .tags("topic:" + topic, "subscription:" + subscription.name(), Naming.eventTag(id))
        .retry(retry(subscription))
        .build();
  }

  private Payload write(Subscription.Format format) {
    return Envelopes.write(event.envelope(), format, Notification.topicArn(tenant, topic));
  }

  /// Version 2.0 of the message envelope may name a lane.
  private Priority priority(Subscription subscription) {
    Priority named = message == null ? null : message.priority();
    return named == null ? subscription.priority() : named;
  }

  /// Version 2.0 of the message envelope may say how it is retried.
  private @Nullable RetryPolicy retry(Subscription subscription) {
    RetryPolicy said = message == null ? null : message.retryPolicy();
    return said == null ? subscription.retry() : said;
  }
}
