package dev.waybill.events.envelope;

import org.jspecify.annotations.Nullable;

/// What holds for an event that follows no known envelope and does not say it itself.
///
/// @param id the ID of the event
/// @param fresh give an event that has no ID at all a new one
public record Defaults(
    @Nullable String id, @Nullable String type, @Nullable String source, boolean fresh) {

  /// Nothing is given: an event without ID or type is refused.
  public static final Defaults NONE = new Defaults(null, null, null);

  public Defaults(@Nullable String id, @Nullable String type, @Nullable String source) {
    this(id, type, source, false);
  }
}
