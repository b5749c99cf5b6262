package dev.waybill.documents.diagram;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The kinds of diagrams.
public enum DiagramKind {
  /// A mind map of the headings.
  OUTLINE("mindmap"),
  /// A graph of key terms that occur together.
  TERMS("flowchart LR");

  private final String header;

  DiagramKind(String header) {
    this.header = header;
  }

  /// As in requests and answers: `outline`.
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<DiagramKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }

  /// The first line of its Mermaid text.
  String header() {
    return header;
  }
}
