package dev.waybill.events.consume;

import dev.waybill.Payload;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.jsonschema.Side;
import dev.waybill.topic.Violation;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An event in a version that the program reads.
///
/// @param version null if the event has no version
/// @param content the body as a tree; null if it is not JSON
/// @param schema the schema to check it against; null if none is registered
record ReadableEvent(
    Payload body,
    @Nullable String version,
    @Nullable JsonNode content,
    KnownSchemas.@Nullable Known schema) {

  /// The error message of a job has room for about this many.
  private static final int VIOLATIONS_SAID = 20;

  static ReadableEvent asSent(Envelope event, KnownSchemas.@Nullable Known schema) {
    return new ReadableEvent(event.body(), event.schemaVersion(), event.content(), schema);
  }

  static ReadableEvent upcast(JsonNode content, KnownSchemas.Known schema) {
    String version = schema.definition().version().toString();
    return new ReadableEvent(Payload.of(content.toString()), version, content, schema);
  }

  /// Checks the event against its schema. Unknown fields are allowed.
  void check() throws Rejected {
    if (schema == null) {
      return;
    }
    String name = schema.definition().name();
    if (content == null) {
      throw Rejected.invalid(name + " is JSON, but this event is not");
    }
    List<Violation> violations = schema.compiled().validate(content, Side.CONSUME);
    if (!violations.isEmpty()) {
      throw Rejected.invalid("the event is not a valid " + name + ": " + said(violations));
    }
  }

  private static String said(List<Violation> violations) {
    int more = violations.size() - VIOLATIONS_SAID;
    return violations.stream()
            .limit(VIOLATIONS_SAID)
            .map(Violation::toString)
            .collect(Collectors.joining("; "))
        + (more > 0 ? " (and " + more + " more)" : "");
  }
}
