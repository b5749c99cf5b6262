package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// CloudEvents in the binary mode of HTTP: attributes in `ce-` headers, data as the body.
public final class CloudEventHttp {

  private static final String PREFIX = "ce-";

  private CloudEventHttp() {}

  /// One HTTP message, without the headers of HTTP itself.
  public record Message(@Nullable String contentType, Map<String, String> headers, Payload body) {}

  /// Header names are case-insensitive. An empty body means no data.
  public static CloudEvent read(Message message) {
    Map<String, String> attributes = attributes(message.headers());
    CloudEventRules.specVersion(attributes.remove("specversion"));
    return CloudEvent.builder(
            required(attributes, "id"),
            required(attributes, "source"),
            required(attributes, "type"))
        .subject(attributes.remove("subject"))
        .time(attributes.remove("time"))
        .dataContentType(message.contentType())
        .dataSchema(attributes.remove("dataschema"))
        .extensions(extensions(attributes))
        .data(data(message))
        .build();
  }

  /// The content type is always written if there is data.
  public static Message write(CloudEvent event) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(PREFIX + "specversion", CloudEvent.SPEC_VERSION);
    event.attributes().forEach((name, value) -> put(headers, name, value));
    headers.remove(PREFIX + "datacontenttype");
    String type = event.dataContentType();
    CloudEvent.Data data = event.data();
    boolean implied = type == null && data != null && data.form() == CloudEvent.Form.JSON;
    return new Message(
        implied ? "application/json" : type,
        headers,
        data == null ? Payload.empty() : data.bytes());
  }

  static boolean isOne(Map<String, String> headers) {
    for (String name : headers.keySet()) {
      if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
        return true;
      }
    }
    return false;
  }

  private static void put(Map<String, String> headers, String name, Attribute value) {
    headers.put(PREFIX + name, HeaderText.encode(AttributeJson.text(value)));
  }

  private static Map<String, String> attributes(Map<String, String> headers) {
    Map<String, String> attributes = new LinkedHashMap<>();
    headers.forEach(
        (header, value) -> {
          String name = header.toLowerCase(Locale.ROOT);
          if (name.startsWith(PREFIX)) {
            attributes.put(name.substring(PREFIX.length()), HeaderText.decode(name, value));
          }
        });
    Invalid.check(
        !attributes.containsKey("datacontenttype"),
        "ce-datacontenttype",
        "is not allowed; send it as Content-Type");
    return attributes;
  }

  private static String required(Map<String, String> attributes, String name) {
    String value = attributes.remove(name);
    if (value == null) {
      throw Invalid.at(PREFIX + name, "is missing; a CloudEvent needs this header");
    }
    return value;
  }

  private static Map<String, Attribute> extensions(Map<String, String> attributes) {
    Map<String, Attribute> extensions = new LinkedHashMap<>();
    attributes.forEach((name, value) -> extensions.put(name, Attribute.of(value)));
    return extensions;
  }

  private static CloudEvent.@Nullable Data data(Message message) {
    if (message.body().size() == 0) {
      return null;
    }
    byte[] bytes = message.body().bytesWithoutCopy();
    StrictJson.size(bytes, Envelopes.MAX_BYTES);
    return new CloudEvent.Data(formOf(message.contentType(), bytes), message.body());
  }

  private static CloudEvent.Form formOf(@Nullable String contentType, byte[] bytes) {
    if (contentType == null) {
      return CloudEvent.Form.BINARY;
    }
    if (CloudEvent.isJson(contentType)) {
      return CloudEvent.Form.JSON;
    }
    String media = MediaType.of(contentType);
    boolean text = media.startsWith("text/") || media.endsWith("/xml") || media.endsWith("+xml");
    return text && isText(bytes) ? CloudEvent.Form.TEXT : CloudEvent.Form.BINARY;
  }

  private static boolean isText(byte[] bytes) {
    try {
      EnvelopeBytes.hasEscapes(bytes);
      return true;
    } catch (dev.waybill.WaybillException notText) {
      return false;
    }
  }
}
