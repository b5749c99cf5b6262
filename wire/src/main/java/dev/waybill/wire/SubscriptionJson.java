package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.topic.Subscription;
import java.util.List;
import java.util.stream.Stream;

public final class SubscriptionJson {

  private static final List<Shape.Field> FIELDS =
      List.of(
          required("queue", TEXT, "The queue that gets a job for each event that matches."),
          optional("filter", ANY, "A filter policy; everything matches if left out."),
          optional(
              "scope",
              Shape.Words.of(Subscription.Scope.class),
              "What the policy speaks of; `attributes`."),
          optional(
              "format",
              Shape.Words.of(Subscription.Format.class),
              "What the jobs carry: the body as it came, an SNS notification around it, or a "
                  + "CloudEvent; `raw`."),
          optional("priority", Shape.Words.of(Priority.class), "The lane of the jobs; `normal`."),
          optional(
              "retry",
              new Shape.Part(RetryPolicyJson.SHAPE),
              "The policy of the jobs; that of the queue if left out."));

  /// What can be said of a subscription whose topic and name stand elsewhere.
  public static final Shape DEFINITION =
      new Shape("SubscriptionDefinition", "Which events a queue gets.", FIELDS);

  public static final Shape SHAPE =
      new Shape(
          "Subscription",
          "A queue that gets what matches of a topic.",
          Stream.concat(
                  Stream.of(
                      required("topic", TEXT, "Where the events come from."),
                      required("name", TEXT, "Unique in its topic.")),
                  FIELDS.stream())
              .toList());

  private SubscriptionJson() {}

  public static Subscription read(JsonIn in) {
    return read(in, SHAPE, "", "");
  }

  public static Subscription readDefinition(JsonIn in, String topic, String name) {
    return read(in, DEFINITION, topic, name);
  }

  private static Subscription read(JsonIn in, Shape shape, String topic, String name) {
    var found =
        new Object() {
          Subscription subscription = Subscription.of(topic, name, "");
        };
    in.object(shape, field -> found.subscription = with(in, found.subscription, field));
    return found.subscription;
  }

  private static Subscription with(JsonIn in, Subscription s, String field) {
    return switch (field) {
      case "topic" -> named(s, in.text(), s.name(), s.queue());
      case "name" -> named(s, s.topic(), in.text(), s.queue());
      case "queue" -> named(s, s.topic(), s.name(), in.text());
      case "filter" -> policy(s, in.raw());
      case "scope" -> s.withScope(in.word(Subscription.Scope.class));
      case "format" -> s.withFormat(in.word(Subscription.Format.class));
      case "priority" -> s.withPriority(in.word(Priority.class));
      case "retry" -> s.withRetry(RetryPolicyJson.read(in));
      default -> throw in.unread(field);
    };
  }

  private static Subscription named(Subscription s, String topic, String name, String queue) {
    return new Subscription(
        topic, name, queue, s.filter(), s.scope(), s.format(), s.priority(), s.retry());
  }

  private static Subscription policy(Subscription s, Payload json) {
    String text = json.text();
    return text.equals("null") ? s : s.withFilter(text);
  }

  public static void write(JsonOut out, Subscription subscription) {
    out.text("topic", subscription.topic());
    out.text("name", subscription.name());
    writeDefinition(out, subscription);
  }

  public static void writeDefinition(JsonOut out, Subscription subscription) {
    out.text("queue", subscription.queue());
    String filter = subscription.filter();
    if (filter != null) {
      out.json("filter", filter);
    }
    out.word("scope", subscription.scope());
    out.word("format", subscription.format());
    out.word("priority", subscription.priority());
    NewJobJson.writeRetry(out, subscription.retry());
  }
}
