package dev.waybill.events.envelope;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes a [FreeFoodEvent]. What the specification requires is asked for at the beginning or set
/// here; the rest may be left out.
public final class FreeFoodEventBuilder {

  private final String eventId;
  private final String title;
  private final String source;
  private @Nullable String description;
  private @Nullable String location;
  private @Nullable Instant startTime;
  private @Nullable BigDecimal llmConfidence;
  private @Nullable String reason;
  private ObjectNode metadata = StrictJson.MAPPER.createObjectNode();

  FreeFoodEventBuilder(String eventId, String title, String source) {
    this.eventId = said("/event_id", eventId);
    this.title = said("/title", title);
    this.source = said("/source", source);
  }

  public FreeFoodEventBuilder description(@Nullable String text) {
    description = text;
    return this;
  }

  public FreeFoodEventBuilder location(@Nullable String text) {
    location = text;
    return this;
  }

  public FreeFoodEventBuilder startTime(@Nullable Instant time) {
    startTime = time;
    return this;
  }

  /// The start as text, which must be in UTC and end in `Z`.
  public FreeFoodEventBuilder startTime(String time) {
    startTime = FreeFoodEventJson.utc("/start_time", time);
    return this;
  }

  /// 0 to 1, checked when the event is built.
  public FreeFoodEventBuilder llmConfidence(@Nullable BigDecimal confidence) {
    llmConfidence = confidence;
    return this;
  }

  public FreeFoodEventBuilder llmConfidence(double confidence) {
    Invalid.check(Double.isFinite(confidence), "/llm_confidence", "must be a number from 0 to 1");
    return llmConfidence(BigDecimal.valueOf(confidence));
  }

  public FreeFoodEventBuilder reason(@Nullable String text) {
    reason = text;
    return this;
  }

  /// Anything else, as a JSON object.
  public FreeFoodEventBuilder metadata(@Nullable JsonNode object) {
    if (!(object instanceof ObjectNode node)) {
      throw Invalid.at("/metadata", "must be an object, never null; leave it out for {}");
    }
    metadata = node.deepCopy();
    return this;
  }

  /// One more entry of the metadata.
  public FreeFoodEventBuilder metadata(String name, String value) {
    metadata.put(name, value);
    return this;
  }

  /// The event, published now and never tried.
  public FreeFoodEvent build(Instant now) {
    return new FreeFoodEvent(
        FreeFoodEvent.VERSION,
        eventId,
        title,
        description,
        location,
        startTime,
        source,
        llmConfidence,
        reason,
        now,
        0,
        metadata.deepCopy());
  }

  private static String said(String pointer, String value) {
    Invalid.check(!value.isBlank(), pointer, "is blank; an event of the bus needs it");
    return value;
  }
}
