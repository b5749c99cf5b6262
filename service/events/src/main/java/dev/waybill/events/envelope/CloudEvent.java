package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An event of CloudEvents 1.0. Every instance conforms to that specification.
///
/// @param source a URI reference
/// @param time RFC 3339, as it was written
/// @param dataSchema an absolute URI
/// @param extensions strings, 32-bit integers and booleans
/// @param data null if the event has no data
public record CloudEvent(
    String id,
    String source,
    String type,
    @Nullable String subject,
    @Nullable String time,
    @Nullable String dataContentType,
    @Nullable String dataSchema,
    Map<String, Attribute> extensions,
    @Nullable Data data) {

  public static final String SPEC_VERSION = "1.0";
  public static final String STRUCTURED = "application/cloudevents+json";
  public static final String BATCH = "application/cloudevents-batch+json";

  /// The form of data in the JSON of an event: a JSON value, a string, or base64.
  public enum Form {
    JSON,
    TEXT,
    BINARY
  }

  /// The data, byte for byte.
  public record Data(Form form, Payload bytes) {

    public Data {
      switch (form) {
        case JSON -> StrictJson.value(bytes.bytesWithoutCopy());
        case TEXT -> EnvelopeBytes.hasEscapes(bytes.bytesWithoutCopy());
        case BINARY -> {}
      }
    }
  }

  public CloudEvent {
    CloudEventRules.text("id", id);
    CloudEventRules.text("type", type);
    CloudEventRules.uriReference("source", source);
    CloudEventRules.optionalText("subject", subject);
    CloudEventRules.time(time);
    CloudEventRules.mediaType(dataContentType);
    CloudEventRules.uri("dataschema", dataSchema);
    extensions.forEach(CloudEventRules::extension);
    extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
  }

  /// An event with the required attributes only.
  public static CloudEvent of(String id, String source, String type) {
    return builder(id, source, type).build();
  }

  public static Builder builder(String id, String source, String type) {
    return new Builder(id, source, type);
  }

  /// Whether data of this content type is JSON; without a content type it is.
  public static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return true;
    }
    String media = MediaType.of(contentType);
    return media.endsWith("/json") || media.endsWith("+json");
  }

  /// All context attributes but `specversion`, in the order of the specification, extensions last.
  public Map<String, Attribute> attributes() {
    Map<String, Attribute> all = new LinkedHashMap<>();
    all.put("id", Attribute.of(id));
    all.put("source", Attribute.of(source));
    all.put("type", Attribute.of(type));
    put(all, "subject", subject);
    put(all, "time", time);
    put(all, "datacontenttype", dataContentType);
    put(all, "dataschema", dataSchema);
    all.putAll(extensions);
    return all;
  }

  CloudEvent withData(@Nullable Data content) {
    return new CloudEvent(
        id, source, type, subject, time, dataContentType, dataSchema, extensions, content);
  }

  /// The text of an extension, or null.
  @Nullable String extension(String name) {
    return AttributeJson.textOrNull(extensions.get(name));
  }

  private static void put(Map<String, Attribute> all, String name, @Nullable String value) {
    if (value != null) {
      all.put(name, Attribute.of(value));
    }
  }

  /// Builds an event with optional attributes.
  public static final class Builder {
    private final String id;
    private final String source;
    private final String type;
    private @Nullable String subject;
    private @Nullable String time;
    private @Nullable String dataContentType;
    private @Nullable String dataSchema;
    private Map<String, Attribute> extensions = Map.of();
    private @Nullable Data data;

    private Builder(String id, String source, String type) {
      this.id = id;
      this.source = source;
      this.type = type;
    }

    public Builder subject(@Nullable String value) {
      subject = value;
      return this;
    }

    public Builder time(@Nullable String value) {
      time = value;
      return this;
    }

    public Builder dataContentType(@Nullable String value) {
      dataContentType = value;
      return this;
    }

    public Builder dataSchema(@Nullable String value) {
      dataSchema = value;
      return this;
    }

    public Builder extensions(Map<String, Attribute> value) {
      extensions = value;
      return this;
    }

    public Builder data(@Nullable Data value) {
      data = value;
      return this;
    }

    public CloudEvent build() {
      return new CloudEvent(
          id, source, type, subject, time, dataContentType, dataSchema, extensions, data);
    }
  }
}
