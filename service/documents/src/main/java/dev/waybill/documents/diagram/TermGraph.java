package dev.waybill.documents.diagram;

import java.util.List;

/// Key terms, the most important first, and which of them occur together.
record TermGraph(List<Term> terms, List<Edge> edges) {

  /// @param chunks how many chunks have the term
  record Term(String text, int chunks) {}

  /// @param first position of a term in the list
  /// @param chunks how many chunks have both terms
  record Edge(int first, int second, int chunks) {}
}
