package dev.waybill.document;

import java.util.Locale;

/// The kinds of diagrams.
public enum DiagramKind {
  /// A mind map of the headings.
  OUTLINE,
  /// A graph of key terms that occur together.
  TERMS;

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
