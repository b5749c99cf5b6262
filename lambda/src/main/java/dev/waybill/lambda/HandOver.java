package dev.waybill.lambda;

import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.TopicEvent;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Passes messages of a queue of SQS to a server of Waybill: as jobs of a queue, or as events of a
/// topic. The ID of a message is the request ID of its job, or of an event without an ID, so a
/// repeated message does no harm.
///
/// | variable | meaning |
/// |---|---|
/// | `WAYBILL_URL`, `WAYBILL_API_KEY`, `WAYBILL_TENANT` | the server |
/// | `WAYBILL_TOPIC` | the topic of the events |
/// | `WAYBILL_QUEUE` | without a topic: the queue of the jobs |
/// | `WAYBILL_TYPE` | the type of the jobs, or of events that have none |
public final class HandOver extends SqsBatchHandler {

  private static final Duration CALL_WITHIN = Duration.ofSeconds(10);

  /// Called by Lambda.
  public HandOver() {
    this(System.getenv());
  }

  public HandOver(Map<String, String> environment) {
    super(to(environment));
  }

  private static RecordHandler to(Map<String, String> environment) {
    Waybill waybill = connect(environment);
    String type = environment.get("WAYBILL_TYPE");
    String topic = environment.get("WAYBILL_TOPIC");
    if (topic != null) {
      return message -> publish(waybill, topic, type, message);
    }
    String queue = required(environment, "WAYBILL_QUEUE");
    String jobType = required(environment, "WAYBILL_TYPE");
    return message -> enqueue(waybill, queue, jobType, message);
  }

  private static Waybill connect(Map<String, String> environment) {
    ConnectSettings settings =
        ConnectSettings.DEFAULT
            .withKey(environment.get("WAYBILL_API_KEY"))
            .withTenant(environment.getOrDefault("WAYBILL_TENANT", "default"))
            .withCallTime(CALL_WITHIN)
            .withRetryFor(CALL_WITHIN);
    return Waybill.connect(URI.create(required(environment, "WAYBILL_URL")), settings);
  }

  private static String required(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("set the environment variable " + name);
    }
    return value;
  }

  private static Outcome enqueue(Waybill waybill, String queue, String type, SqsRecord message) {
    waybill.enqueue(
        NewJob.builder(type)
            .queue(queue)
            .payload(Payload.of(message.message()))
            .requestId("sqs/" + message.messageId())
            .build());
    return Outcome.done();
  }

  private static Outcome publish(
      Waybill waybill, String topic, @Nullable String type, SqsRecord message) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    message.attributes().forEach((name, value) -> attributes.put(name, Attribute.of(value)));
    try {
      waybill
          .topics()
          .publish(
              topic,
              TopicEvent.of(message.message())
                  .withId(message.messageId())
                  .withType(type)
                  .withAttributes(attributes));
      return Outcome.done();
    } catch (WaybillException refused) {
      return Outcome.retry(String.valueOf(refused.getMessage()));
    }
  }
}
