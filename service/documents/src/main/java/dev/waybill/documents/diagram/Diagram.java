package dev.waybill.documents.diagram;

import java.util.List;

/// A diagram in both forms. The same documents in the same order give the same diagram.
///
/// @param mermaid text for Mermaid, without links, scripts and styles
/// @param svg a picture that needs no script, font or other file
public record Diagram(DiagramKind kind, String mermaid, String svg) {

  /// Draws documents. Diagrams are bounded: long labels, deep headings and rare terms are left out.
  ///
  /// @param title of the root of an outline of several documents
  public static Diagram of(DiagramKind kind, String title, List<DiagramDocument> documents) {
    return switch (kind) {
      case OUTLINE -> {
        Outline outline = Outline.of(title, documents);
        yield new Diagram(kind, Mermaid.mindMap(outline), OutlineSvg.draw(outline));
      }
      case TERMS -> {
        TermGraph graph = KeyTerms.graph(documents);
        yield new Diagram(kind, Mermaid.graph(graph), TermGraphSvg.draw(graph));
      }
    };
  }
}
