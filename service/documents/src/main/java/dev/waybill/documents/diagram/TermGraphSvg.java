package dev.waybill.documents.diagram;

import java.util.List;
import java.util.stream.IntStream;

/// Draws a graph of terms: terms that occur together are near each other, and larger terms are in
/// more chunks.
final class TermGraphSvg {

  private static final double MARGIN = 24;
  private static final double PADDING = 8;

  private TermGraphSvg() {}

  static String draw(TermGraph graph) {
    List<TermGraph.Term> terms = graph.terms();
    Svg svg = new Svg();
    if (terms.isEmpty()) {
      svg.text(100, 30, Svg.FONT, "no terms");
      return svg.picture(200, 60, "Key terms");
    }
    double[] fonts = fonts(terms);
    TermLayout layout = new TermLayout(sizes(terms, fonts), graph.edges());
    edges(svg, graph, layout);
    for (int i = 0; i < terms.size(); i++) {
      TermLayout.Box box = layout.box(i, MARGIN);
      svg.box(box.left(), box.top(), box.width(), box.height(), i < 5 ? "#bee3f8" : "#edf2f7");
      svg.text(box.middleX(), box.middleY(), fonts[i], terms.get(i).text());
    }
    return svg.picture(layout.width() + 2 * MARGIN, layout.height() + 2 * MARGIN, "Key terms");
  }

  private static void edges(Svg svg, TermGraph graph, TermLayout layout) {
    int most = graph.edges().stream().mapToInt(TermGraph.Edge::chunks).max().orElse(1);
    for (TermGraph.Edge edge : graph.edges()) {
      TermLayout.Box from = layout.box(edge.first(), MARGIN);
      TermLayout.Box to = layout.box(edge.second(), MARGIN);
      double width = 1 + 3.0 * edge.chunks() / most;
      svg.line(from.middleX(), from.middleY(), to.middleX(), to.middleY(), width);
    }
  }

  private static double[] fonts(List<TermGraph.Term> terms) {
    int most = terms.stream().mapToInt(TermGraph.Term::chunks).max().orElse(1);
    return terms.stream()
        .mapToDouble(term -> 12 + 10 * StrictMath.sqrt((double) term.chunks() / most))
        .toArray();
  }

  private static List<TermLayout.Size> sizes(List<TermGraph.Term> terms, double[] fonts) {
    return IntStream.range(0, terms.size())
        .mapToObj(
            i ->
                new TermLayout.Size(
                    Svg.width(terms.get(i).text(), fonts[i]) + 2 * PADDING, fonts[i] + 2 * PADDING))
        .toList();
  }
}
