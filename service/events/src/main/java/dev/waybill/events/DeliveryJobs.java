package dev.waybill.events;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.envelope.MessageDelivery;
import dev.waybill.events.envelope.SnsNotification;
import dev.waybill.topic.Subscription;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Creates the jobs for one event. The payload is written once per format.
final class DeliveryJobs {

  private final String tenant;
  private final String topic;
  private final Incoming event;
  private final String type;
  private final MessageDelivery wanted;
  private final Map<Subscription.Format, Payload> written =
      new EnumMap<>(Subscription.Format.class);

  DeliveryJobs(String tenant, String topic, Incoming event) {
    this.tenant = tenant;
    this.topic = topic;
    this.event = event;
    this.type = Naming.jobType(event.envelope().type());
    this.wanted = MessageDelivery.of(event.envelope());
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
    return Envelopes.write(event.envelope(), format, SnsNotification.topicArn(tenant, topic));
  }

  private Priority priority(Subscription subscription) {
    Priority named = wanted.priority();
    return named == null ? subscription.priority() : named;
  }

  private @Nullable RetryPolicy retry(Subscription subscription) {
    RetryPolicy named = wanted.retryPolicy();
    return named == null ? subscription.retry() : named;
  }
}
