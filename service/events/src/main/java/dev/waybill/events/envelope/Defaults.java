package dev.waybill.events.envelope;

import org.jspecify.annotations.Nullable;

/// Default values for an event without a known envelope.
///
/// @param id the ID of the event
/// @param fresh supplies an ID for an event that has none
public record Defaults(
    @Nullable String id, @Nullable String type, @Nullable String source, boolean fresh) {

  /// No defaults: an event without ID or type is refused.
  public static final Defaults NONE = new Defaults(null, null, null);

  public Defaults(@Nullable String id, @Nullable String type, @Nullable String source) {
    this(id, type, source, false);
  }
}
