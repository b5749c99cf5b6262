package dev.waybill.documents.diagram;

import java.util.ArrayList;
import java.util.List;

/// Draws an outline as a tree from left to right: a column for each level, a row for each leaf.
final class OutlineSvg {

  private static final double MARGIN = 20;
  private static final double GAP = 48;
  private static final double ROW = 36;
  private static final double HEIGHT = 26;
  private static final double PADDING = 10;
  private static final List<String> COLORS =
      List.of("#bee3f8", "#c6f6d5", "#fefcbf", "#fed7d7", "#e9d8fd", "#edf2f7");

  private final Svg svg = new Svg();
  private final List<Double> widths = new ArrayList<>();
  private double nextRow = MARGIN;

  private OutlineSvg() {}

  static String draw(Outline outline) {
    OutlineSvg drawing = new OutlineSvg();
    drawing.measure(outline, 0);
    drawing.place(outline, 0);
    double width = drawing.left(drawing.widths.size()) - GAP + MARGIN;
    return drawing.svg.picture(width, drawing.nextRow - ROW + HEIGHT + MARGIN, outline.label());
  }

  private void measure(Outline node, int depth) {
    if (widths.size() == depth) {
      widths.add(0.0);
    }
    widths.set(depth, Math.max(widths.get(depth), width(node)));
    node.children().forEach(child -> measure(child, depth + 1));
  }

  private static double width(Outline node) {
    return Svg.width(node.label(), Svg.FONT) + 2 * PADDING;
  }

  private double left(int depth) {
    return MARGIN + widths.subList(0, depth).stream().mapToDouble(width -> width + GAP).sum();
  }

  /// Returns the middle of the node, which is between its first and its last child.
  private double place(Outline node, int depth) {
    List<Double> children = node.children().stream().map(child -> place(child, depth + 1)).toList();
    double middle = children.isEmpty() ? row() : (children.getFirst() + children.getLast()) / 2;
    double left = left(depth);
    children.forEach(child -> svg.curve(left + width(node), middle, left(depth + 1), child));
    svg.box(left, middle - HEIGHT / 2, width(node), HEIGHT, COLORS.get(depth % COLORS.size()));
    svg.text(left + width(node) / 2, middle, Svg.FONT, node.label());
    return middle;
  }

  private double row() {
    double middle = nextRow + HEIGHT / 2;
    nextRow += ROW;
    return middle;
  }
}
