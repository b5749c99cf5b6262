package dev.waybill.events.schema;

import dev.waybill.events.jsonschema.Refs;
import dev.waybill.events.jsonschema.SchemaRules;
import dev.waybill.events.jsonschema.SubSchemas;
import dev.waybill.events.pattern.StepBudget;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Describes topics and their events as an AsyncAPI 3.0 document.
///
/// Each topic is a channel. Waybill receives published events on it and sends them to the queues of
/// its subscriptions. Each version of each type is a message.
public final class AsyncApi {

  private static final String FORMAT = "application/schema+json;version=draft-2020-12";

  private final SchemaSet schemas;
  private final ObjectNode document = JsonNodeFactory.instance.objectNode();

  private AsyncApi(SchemaSet schemas) {
    this.schemas = schemas;
  }

  /// A topic and the types of its events.
  public record Topic(String name, String description, List<String> types) {

    public Topic {
      types = List.copyOf(types);
    }
  }

  public static ObjectNode document(String title, Collection<Topic> topics, SchemaSet schemas) {
    return new AsyncApi(schemas).write(title, topics);
  }

  private ObjectNode write(String title, Collection<Topic> topics) {
    document.put("asyncapi", "3.0.0");
    document.putObject("info").put("title", title).put("version", "1.0.0");
    document.put("defaultContentType", "application/json");
    ObjectNode channels = document.putObject("channels");
    ObjectNode operations = document.putObject("operations");
    for (Topic topic : topics) {
      channels.set(key(topic.name()), channel(topic));
      operations.set("publish_" + key(topic.name()), operation(topic, "receive"));
      operations.set("deliver_" + key(topic.name()), operation(topic, "send"));
    }
    writeComponents(topics);
    return document;
  }

  private ObjectNode channel(Topic topic) {
    ObjectNode channel = JsonNodeFactory.instance.objectNode();
    channel.put("address", topic.name());
    if (!topic.description().isEmpty()) {
      channel.put("description", topic.description());
    }
    ObjectNode messages = channel.putObject("messages");
    for (EventSchema schema : schemasOf(topic)) {
      messages.putObject(key(schema)).put("$ref", "#/components/messages/" + key(schema));
    }
    return channel;
  }

  private ObjectNode operation(Topic topic, String action) {
    String channel = "#/channels/" + key(topic.name());
    ObjectNode operation = JsonNodeFactory.instance.objectNode();
    operation.put("action", action);
    operation.putObject("channel").put("$ref", channel);
    var messages = operation.putArray("messages");
    for (EventSchema schema : schemasOf(topic)) {
      messages.addObject().put("$ref", channel + "/messages/" + key(schema));
    }
    return operation;
  }

  private void writeComponents(Collection<Topic> topics) {
    ObjectNode components = document.putObject("components");
    ObjectNode messages = components.putObject("messages");
    ObjectNode bodies = components.putObject("schemas");
    Set<EventSchema> used =
        topics.stream()
            .flatMap(topic -> schemasOf(topic).stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (EventSchema schema : used) {
      messages.set(key(schema), message(schema));
      bodies.putObject(key(schema)).put("schemaFormat", FORMAT).set("schema", moved(schema));
    }
  }

  private static ObjectNode message(EventSchema schema) {
    ObjectNode message = JsonNodeFactory.instance.objectNode();
    message.put("name", schema.type());
    message.put("title", schema.name());
    message.put("contentType", "application/json");
    message.putObject("payload").put("$ref", "#/components/schemas/" + key(schema));
    return message;
  }

  /// The schema with its references adapted to this document. Tools treat every `$ref` as a
  /// reference, so data that contains one is omitted.
  private static JsonNode moved(EventSchema schema) {
    StepBudget steps = StepBudget.forRequest();
    JsonNode root = SchemaRules.parsed(schema.text());
    Refs refs = Refs.of(root, steps);
    String here = "#/components/schemas/" + key(schema) + "/schema";
    JsonNode copy = root.deepCopy();
    SubSchemas.walk(
        copy,
        steps,
        (pointer, inner) -> {
          if (inner instanceof ObjectNode object) {
            move(object, refs, here);
          }
        });
    return copy;
  }

  private static void move(ObjectNode schema, Refs refs, String here) {
    for (String keyword : List.of("enum", "const", "examples", "default")) {
      if (schema.has(keyword) && schema.get(keyword).findValue("$ref") != null) {
        schema.remove(keyword);
        schema.put("$comment", keyword + " contains $ref as data and is omitted");
      }
    }
    if (schema.path("$ref").isString()) {
      String pointer = refs.pointer(schema.path("$ref").stringValue());
      schema.put("$ref", here + (pointer == null ? "" : pointer));
    }
  }

  private List<EventSchema> schemasOf(Topic topic) {
    return topic.types().stream()
        .distinct()
        .flatMap(
            type -> schemas.versions(type).stream().flatMap(v -> schemas.find(type, v).stream()))
        .toList();
  }

  private static String key(EventSchema schema) {
    return key(schema.type() + "-" + schema.version());
  }

  /// Names of components contain no colon; a number distinguishes them from names without one.
  private static String key(String name) {
    return name.contains(":")
        ? name.replace(':', '_') + "-" + Integer.toHexString(name.hashCode())
        : name;
  }
}
