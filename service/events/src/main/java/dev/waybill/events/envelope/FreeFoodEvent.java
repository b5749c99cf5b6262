package dev.waybill.events.envelope;

import dev.waybill.Payload;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The one model of an event on the bus, for all who send or receive it.
///
/// @param llmConfidence 0 to 1
/// @param publishedAt when the event was made and published
/// @param retries how often processing failed; a producer starts with 0
/// @param metadata anything else; empty, but never missing
public record FreeFoodEvent(
    String schemaVersion,
    String eventId,
    String title,
    @Nullable String description,
    @Nullable String location,
    @Nullable Instant startTime,
    String source,
    @Nullable BigDecimal llmConfidence,
    @Nullable String reason,
    Instant publishedAt,
    int retries,
    ObjectNode metadata) {

  public static final String TYPE = "FREE_FOOD_EVENT";
  public static final String VERSION = "1.0.0";

  public FreeFoodEvent {
    VersionCheck.requireSemantic(schemaVersion);
    if (llmConfidence != null
        && (llmConfidence.signum() < 0 || llmConfidence.compareTo(BigDecimal.ONE) > 0)) {
      throw Invalid.at("/llm_confidence", "must be a number from 0 to 1; it is " + llmConfidence);
    }
    Invalid.check(retries >= 0, "/retries", "must be 0 or more");
  }

  /// A new event about something that the source has no id for.
  public static FreeFoodEventBuilder of(String title, String source) {
    return new FreeFoodEventBuilder(UUID.randomUUID().toString(), title, source);
  }

  /// A new event with the id that its source gave it.
  public static FreeFoodEventBuilder of(String sourceId, String title, String source) {
    return new FreeFoodEventBuilder(sourceId, title, source);
  }

  /// Reads what a consumer got: optional fields may be missing or null, unknown ones do no harm.
  public static FreeFoodEvent read(Payload payload) {
    byte[] bytes = payload.bytesWithoutCopy();
    StrictJson.size(bytes, Envelopes.MAX_BYTES);
    return FreeFoodEventJson.read(StrictJson.object(bytes));
  }

  /// The JSON of the event; optional fields that have no value are not in it.
  public Payload write() {
    return Payload.wrap(FreeFoodEventJson.write(this));
  }
}
