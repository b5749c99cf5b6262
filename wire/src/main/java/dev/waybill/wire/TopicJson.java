package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.topic.Topic;

public final class TopicJson {

  private static final Shape.Field CHECKING =
      optional(
          "checking",
          Shape.Words.of(Topic.Checking.class),
          "What events are checked against: the schema of their type where there is `known` one, "
              + "one that is `required`, or none; `known`.");
  private static final Shape.Field DESCRIPTION =
      optional("description", TEXT, "For people, up to 1,024 characters.");

  /// What can be said of a topic whose name stands elsewhere.
  public static final Shape DEFINITION =
      Shape.of("TopicDefinition", "What a topic is like.", CHECKING, DESCRIPTION);

  public static final Shape SHAPE =
      Shape.of(
          "Topic",
          "Where events are published.",
          required("name", TEXT, "1 to 64 letters, digits, `.`, `_`, `:` or `-`."),
          CHECKING,
          DESCRIPTION);

  private TopicJson() {}

  public static Topic read(JsonIn in) {
    return read(in, SHAPE, "");
  }

  public static Topic readDefinition(JsonIn in, String name) {
    return read(in, DEFINITION, name);
  }

  private static Topic read(JsonIn in, Shape shape, String name) {
    var found =
        new Object() {
          Topic topic = Topic.of(name);
        };
    in.object(shape, field -> found.topic = with(in, found.topic, field));
    return found.topic;
  }

  private static Topic with(JsonIn in, Topic topic, String field) {
    return switch (field) {
      case "name" -> new Topic(in.text(), topic.checking(), topic.description());
      case "checking" ->
          new Topic(topic.name(), in.word(Topic.Checking.class), topic.description());
      case "description" -> new Topic(topic.name(), topic.checking(), in.text());
      default -> throw in.unread(field);
    };
  }

  public static void write(JsonOut out, Topic topic) {
    out.text("name", topic.name());
    writeDefinition(out, topic);
  }

  public static void writeDefinition(JsonOut out, Topic topic) {
    out.word("checking", topic.checking());
    out.text("description", topic.description().isEmpty() ? null : topic.description());
  }
}
