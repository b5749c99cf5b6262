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
/// @param version null where the event does not say one
/// @param content the body as a tree; null where it is no JSON
/// @param schema what it is held against; null where none is registered
record ReadableEvent(
    Payload body,
    @Nullable String version,
    @Nullable JsonNode content,
    KnownSchemas.@Nullable Known schema) {

  /// The error of a job has room for about so many.
  private static final int VIOLATIONS_SAID = 20;

  static ReadableEvent asSent(Envelope event, KnownSchemas.@Nullable Known schema) {
    return new ReadableEvent(event.body(), event.schemaVersion(), event.content(), schema);
  }

  static ReadableEvent upcast(JsonNode content, KnownSchemas.Known schema) {
    String version = schema.definition().version().toString();
    return new ReadableEvent(Payload.of(content.toString()), version, content, schema);
  }

  /// Fields that the schema does not know do no harm.
  void check() throws Rejected {
    if (schema == null) {
      return;
    }
    String name = schema.definition().name();
    if (content == null) {
      throw Rejected.invalid(name + " is JSON, and this event is none");
    }
    List<Violation> violations = schema.compiled().validate(content, Side.CONSUME);
    if (!violations.isEmpty()) {
      throw Rejected.invalid("the event is no valid " + name + ": " + said(violations));
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
