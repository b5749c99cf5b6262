package dev.waybill.document;

import java.util.Locale;

/// How far a diagram is.
public enum DiagramState {
  /// Its job waits or runs.
  PENDING,
  READY,
  FAILED;

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
