package dev.waybill.documents.diagram;

import dev.waybill.document.DiagramKind;
import java.util.List;

/// A diagram in both forms. The same documents in the same order give the same diagram.
///
/// @param mermaid text for Mermaid, without links, scripts and styles
/// @param svg a picture that needs no script, font or other file
public record Drawing(String mermaid, String svg) {

  /// Draws documents. Diagrams are bounded: long labels, deep headings and rare terms are left out.
  ///
  /// @param title of the root of an outline of several documents
  public static Drawing of(DiagramKind kind, String title, List<DiagramDocument> documents) {
    return switch (kind) {
      case OUTLINE -> of(Outline.ofHeadings(title, documents));
      case TERMS -> of(KeyTerms.graph(documents));
    };
  }

  static Drawing of(Outline outline) {
    return new Drawing(Mermaid.mindMap(outline), OutlineSvg.draw(outline));
  }

  static Drawing of(TermGraph graph) {
    return new Drawing(Mermaid.graph(graph), TermGraphSvg.draw(graph));
  }
}
