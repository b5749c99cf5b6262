package dev.waybill.events;

import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.envelope.Format;
import dev.waybill.events.envelope.Notification;
import dev.waybill.topic.Subscription;
import java.util.EnumMap;
import java.util.Map;

/// The jobs that one event becomes. What they carry is written once per format.
final class DeliveryJobs {

  private final String tenant;
  private final String topic;
  private final Incoming event;
  private final String type;
  private final Map<Subscription.Format, Payload> written =
      new EnumMap<>(Subscription.Format.class);

  DeliveryJobs(String tenant, String topic, Incoming event) {
    this.tenant = tenant;
    this.topic = topic;
    this.event = event;
    this.type = Naming.jobType(event.envelope().type());
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
        .retry(subscription.retry())
        .build();
  }

  private Payload write(Subscription.Format format) {
    Format wanted =
        switch (format) {
          case RAW -> Format.RAW;
          case NOTIFICATION -> Format.NOTIFICATION;
          case CLOUDEVENT -> Format.CLOUDEVENT;
        };
    return Envelopes.write(event.envelope(), wanted, Notification.topicArn(tenant, topic));
  }

  /// Version 2.0 of the message envelope may name a lane.
  private Priority priority(Subscription subscription) {
    Envelope envelope = event.envelope();
    if (envelope.kind() != Envelope.Kind.MESSAGE_CREATED || envelope.content() == null) {
      return subscription.priority();
    }
    return switch (envelope.content().path("message").path("priority").asString("")) {
      case "high" -> Priority.HIGH;
      case "normal" -> Priority.NORMAL;
      case "low" -> Priority.LOW;
      default -> subscription.priority();
    };
  }
}
