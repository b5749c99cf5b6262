package dev.waybill.backend.embedded;

import dev.waybill.settings.Settings;

/// The configuration of the embedded store.
///
/// @param segmentBytes the size of one log segment
public record EmbeddedConfig(Settings settings, int segmentBytes) {

  public static final int DEFAULT_SEGMENT_BYTES = 32 << 20;

  public static EmbeddedConfig of(Settings settings) {
    return new EmbeddedConfig(settings, DEFAULT_SEGMENT_BYTES);
  }

  public EmbeddedConfig withSegmentBytes(int bytes) {
    return new EmbeddedConfig(settings, bytes);
  }
}
