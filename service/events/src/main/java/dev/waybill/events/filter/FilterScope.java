package dev.waybill.events.filter;

/// What a filter policy looks at.
public enum FilterScope {
  /// The attributes beside the event: one level of keys.
  ATTRIBUTES,
  /// The event itself, a JSON object with keys at any depth.
  BODY
}
