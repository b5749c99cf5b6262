package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Attribute;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// CloudEvents in the JSON format: one (structured mode) or an array of them (batched mode).
public final class CloudEventJson {

  private CloudEventJson() {}

  public static CloudEvent read(Payload payload) {
    byte[] json = payload.bytesWithoutCopy();
    StrictJson.size(json, Envelopes.MAX_BYTES);
    return event(json, StrictJson.objectAround(json));
  }

  public static List<CloudEvent> readBatch(Payload payload) {
    List<CloudEvent> events = new ArrayList<>();
    eachOf(payload.bytesWithoutCopy(), (json, tree) -> events.add(event(json, tree)));
    return events;
  }

  /// The attributes in the order of the specification, then extensions, then data.
  public static Payload write(CloudEvent event) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    write(event, out);
    return Payload.wrap(out.toByteArray());
  }

  public static Payload writeBatch(List<CloudEvent> events) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    out.write('[');
    for (int i = 0; i < events.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      write(events.get(i), out);
    }
    out.write(']');
    return Payload.wrap(out.toByteArray());
  }

  /// Calls the consumer with each event of a batch, byte for byte. A refusal names the position of
  /// the event.
  static void eachOf(byte[] batch, BiConsumer<byte[], ObjectNode> event) {
    StrictJson.size(batch, Envelopes.MAX_BATCH_BYTES);
    JsonNode trees = StrictJson.batch(batch);
    Invalid.check(trees.isArray(), "", "must be a JSON array of CloudEvents");
    List<JsonSpans.Span> spans = JsonSpans.elements(batch, JsonSpans.document(batch));
    if (spans.size() > Limits.EVENTS_PER_CALL) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS,
          "a batch has at most " + Limits.EVENTS_PER_CALL + " events; it has " + spans.size());
    }
    for (int i = 0; i < spans.size(); i++) {
      try {
        byte[] json = spans.get(i).of(batch);
        StrictJson.size(json, Envelopes.MAX_BYTES);
        event.accept(json, StrictJson.asObject(trees.get(i)));
      } catch (WaybillException refusal) {
        throw Invalid.inside("/" + i, refusal);
      }
    }
  }

  /// Reads everything except the data; of the data only its type is checked.
  static CloudEvent context(ObjectNode tree) {
    ObjectFields fields = new ObjectFields(tree, "", "a CloudEvent");
    CloudEventRules.specVersion(fields.optionalText("specversion"));
    CloudEvent event =
        CloudEvent.builder(fields.text("id"), fields.text("source"), fields.text("type"))
            .subject(fields.optionalText("subject"))
            .time(fields.optionalText("time"))
            .dataContentType(fields.optionalText("datacontenttype"))
            .dataSchema(fields.optionalText("dataschema"))
            .extensions(extensions(tree))
            .build();
    checkData(fields, event.dataContentType());
    return event;
  }

  static CloudEvent event(byte[] json, ObjectNode tree) {
    return context(tree).withData(data(json, tree));
  }

  private static Map<String, Attribute> extensions(ObjectNode tree) {
    Map<String, Attribute> extensions = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : tree.properties()) {
      String name = member.getKey();
      boolean other = !CloudEventRules.SPECIFIED.contains(name) && !name.equals("data_base64");
      if (other && !member.getValue().isNull()) {
        extensions.put(name, extension(name, member.getValue()));
      }
    }
    return extensions;
  }

  private static Attribute extension(String name, JsonNode value) {
    Attribute single = AttributeJson.single(value);
    if (single == null) {
      throw Invalid.at(
          StrictJson.step(name),
          "must be a string, an integer or a boolean; it is " + ObjectFields.kindOf(value));
    }
    return single;
  }

  private static void checkData(ObjectFields fields, @Nullable String contentType) {
    JsonNode data = fields.node().get("data");
    String base64 = fields.optionalText("data_base64");
    Invalid.check(
        data == null || base64 == null,
        "/data_base64",
        "is present together with /data; send one of them");
    Invalid.check(
        data == null || data.isString() || CloudEvent.isJson(contentType),
        "/data",
        "must be a string, because /datacontenttype is not JSON");
    if (base64 != null) {
      decode(base64);
    }
  }

  /// Keeps the whitespace around JSON data, so that the body is unchanged.
  private static CloudEvent.@Nullable Data data(byte[] json, ObjectNode tree) {
    JsonNode base64 = tree.get("data_base64");
    if (base64 != null && base64.isString()) {
      return data(CloudEvent.Form.BINARY, decode(base64.stringValue()));
    }
    JsonNode data = tree.get("data");
    if (data == null) {
      return null;
    }
    JsonNode type = tree.get("datacontenttype");
    if (type == null || type.isNull() || CloudEvent.isJson(type.stringValue())) {
      Map<String, JsonSpans.Span> spans = JsonSpans.members(json, JsonSpans.document(json));
      JsonSpans.Span span = Objects.requireNonNull(spans.get("data"));
      return data(CloudEvent.Form.JSON, span.withBlanks(json).of(json));
    }
    return data(CloudEvent.Form.TEXT, data.stringValue().getBytes(StandardCharsets.UTF_8));
  }

  private static CloudEvent.Data data(CloudEvent.Form form, byte[] bytes) {
    return new CloudEvent.Data(form, Payload.wrap(bytes));
  }

  private static byte[] decode(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException notOne) {
      throw Invalid.at("/data_base64", "must be base64 (RFC 4648) without line breaks");
    }
  }

  private static void write(CloudEvent event, ByteArrayOutputStream out) {
    ObjectNode tree = StrictJson.MAPPER.createObjectNode();
    tree.put("specversion", CloudEvent.SPEC_VERSION);
    event.attributes().forEach((name, value) -> tree.set(name, AttributeJson.tree(value)));
    byte[] head = StrictJson.MAPPER.writeValueAsBytes(tree);
    out.write(head, 0, head.length - 1);
    if (event.data() != null) {
      writeData(event.data(), out);
    }
    out.write('}');
  }

  private static void writeData(CloudEvent.Data data, ByteArrayOutputStream out) {
    byte[] bytes = data.bytes().bytesWithoutCopy();
    boolean binary = data.form() == CloudEvent.Form.BINARY;
    out.writeBytes((binary ? ",\"data_base64\":" : ",\"data\":").getBytes(StandardCharsets.UTF_8));
    switch (data.form()) {
      case JSON -> out.writeBytes(bytes);
      case TEXT -> out.writeBytes(quoted(data.bytes().text()));
      case BINARY -> out.writeBytes(quoted(Base64.getEncoder().encodeToString(bytes)));
    }
  }

  private static byte[] quoted(String text) {
    return StrictJson.MAPPER.writeValueAsBytes(text);
  }
}
