package dev.waybill.wire;

import dev.waybill.Payload;
import org.jspecify.annotations.Nullable;

/// Bytes come as JSON or as base64, in two fields of which one may be there.
final class PayloadFields {

  private PayloadFields() {}

  /// The bytes just read; refused where the other field has been read before.
  static Payload once(JsonIn in, @Nullable Payload before, Payload now) {
    if (before != null) {
      throw in.error("duplicate_field", "give the bytes as JSON or as base64, not both");
    }
    return now;
  }
}
