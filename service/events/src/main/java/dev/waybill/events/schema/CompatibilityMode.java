package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.util.Locale;

/// What a new version of a schema owes to the one before it.
public enum CompatibilityMode {
  /// Whoever reads by the new schema can read what was written by the old one.
  BACKWARD,
  /// Whoever still reads by the old schema can read what is written by the new one.
  FORWARD,
  /// Both.
  FULL,
  /// Nothing.
  NONE;

  /// Reads `backward`, `forward`, `full` or `none`, in any case.
  public static CompatibilityMode of(String name) {
    for (CompatibilityMode mode : values()) {
      if (mode.name().equalsIgnoreCase(name)) {
        return mode;
      }
    }
    throw new WaybillException(
        Code.INVALID_ARGUMENT,
        Text.quote(name) + " is no compatibility mode; use backward, forward, full or none");
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
