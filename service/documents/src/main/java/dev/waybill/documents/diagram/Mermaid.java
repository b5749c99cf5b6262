package dev.waybill.documents.diagram;

import java.util.List;

/// Writes Mermaid text. Labels are quoted, so that nothing in them is syntax.
final class Mermaid {

  static final String MIND_MAP = "mindmap";
  static final String GRAPH = "flowchart LR";

  private Mermaid() {}

  static String mindMap(Outline outline) {
    StringBuilder text = new StringBuilder(MIND_MAP).append('\n');
    int[] number = {0};
    node(text, outline, 1, number);
    return text.toString();
  }

  private static void node(StringBuilder text, Outline node, int depth, int[] number) {
    text.append("  ".repeat(depth)).append('n').append(number[0]++);
    text.append(quoted(node.label())).append('\n');
    node.children().forEach(child -> node(text, child, depth + 1, number));
  }

  static String graph(TermGraph graph) {
    StringBuilder text = new StringBuilder(GRAPH).append('\n');
    List<TermGraph.Term> terms = graph.terms();
    for (int i = 0; i < terms.size(); i++) {
      text.append("  t").append(i).append(quoted(terms.get(i).text())).append('\n');
    }
    for (TermGraph.Edge edge : graph.edges()) {
      text.append("  t").append(edge.first()).append(" ---|").append(edge.chunks()).append("| t");
      text.append(edge.second()).append('\n');
    }
    if (terms.isEmpty()) {
      text.append("  t0").append(quoted("no terms")).append('\n');
    }
    return text.toString();
  }

  private static String quoted(String label) {
    StringBuilder text = new StringBuilder("[\"");
    label
        .codePoints()
        .forEach(
            c -> {
              if ("\"#&<>`\\;%{}[]()|".indexOf(c) >= 0) {
                text.append('#').append(c).append(';');
              } else {
                text.appendCodePoint(c);
              }
            });
    return text.append("\"]").toString();
  }
}
