package dev.waybill.client;

import dev.waybill.Payload;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.InvalidDocument;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The ID of an event in its body, as JSON text.
record EventIds(@Nullable String eventId, @Nullable String id) {

  private static final Document<EventIds> DOCUMENT = document();

  /// Whether the body is an object with an ID that is not a string.
  static boolean isUnusable(Payload body) {
    try {
      EventIds ids = DOCUMENT.readAnswer(body.bytesWithoutCopy());
      return Stream.of(ids.eventId, ids.id)
          .filter(Objects::nonNull)
          .anyMatch(json -> !json.startsWith("\"") || json.length() == 2);
    } catch (InvalidDocument otherBody) {
      return false;
    }
  }

  private static Document<EventIds> document() {
    Fields<EventIds> fields = Fields.of("EventIds", "The IDs that an event may have.");
    var eventId = fields.optional("event_id", Codecs.JSON, EventIds::eventId, "Of an envelope.");
    var id = fields.optional("id", Codecs.JSON, EventIds::id, "Of a CloudEvent.");
    return fields.make(in -> new EventIds(in.get(eventId), in.get(id)));
  }
}
