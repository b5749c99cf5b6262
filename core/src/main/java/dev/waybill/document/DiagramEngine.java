package dev.waybill.document;

import java.util.Locale;

/// How the content of a diagram is found.
public enum DiagramEngine {
  /// From headings and frequent words. The same documents give the same diagram.
  BUILTIN,
  /// By the configured language model.
  MODEL;

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
