package dev.waybill.events.envelope;

import org.jspecify.annotations.Nullable;

/// What holds for an event that follows no known envelope and does not say it itself.
///
/// @param id the id of the event; a caller that wants any event to be taken gives a new one
public record Defaults(@Nullable String id, @Nullable String type, @Nullable String source) {

  /// Nothing is given: an event without id or type is refused.
  public static final Defaults NONE = new Defaults(null, null, null);
}
