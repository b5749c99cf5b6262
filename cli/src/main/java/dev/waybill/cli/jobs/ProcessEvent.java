package dev.waybill.cli.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.JobEvent;
import dev.waybill.Payload;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The data of an event of a process, as far as it is shown.
public record ProcessEvent(Map<String, String> fields) {

  private static final JsonFactory JSON = new JsonFactory();

  /// A piece of what a program wrote.
  public record Piece(boolean isError, Payload content) {

    /// Bytes that are not UTF-8 are shown as well as they can be.
    public String text() {
      return new String(content.bytesWithoutCopy(), UTF_8);
    }
  }

  /// Data that is not a JSON object has no fields.
  static ProcessEvent of(JobEvent event) {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser =
        JSON.createParser(ObjectReadContext.empty(), event.data().bytesWithoutCopy())) {
      parser.nextToken();
      for (String name = parser.nextName(); name != null; name = parser.nextName()) {
        JsonToken value = parser.nextToken();
        if (value.isScalarValue()) {
          fields.put(name, parser.getString());
        } else {
          parser.skipChildren();
        }
      }
    } catch (JacksonException malformed) {
      fields.clear();
    }
    return new ProcessEvent(fields);
  }

  Optional<Piece> output() {
    boolean isError = "stderr".equals(fields.get("stream"));
    String text = fields.get("text");
    if (text != null) {
      return Optional.of(new Piece(isError, Payload.of(text)));
    }
    String base64 = fields.get("base64");
    return base64 == null
        ? Optional.empty()
        : Optional.of(new Piece(isError, Payload.wrap(Base64.getDecoder().decode(base64))));
  }

  /// Of a `ProcessError`.
  String problem() {
    return fields.getOrDefault("code", "error") + ": " + fields.getOrDefault("message", "-");
  }

  int exitCode() {
    String code = fields.get("exit_code");
    return code == null ? -1 : Integer.parseInt(code);
  }
}
