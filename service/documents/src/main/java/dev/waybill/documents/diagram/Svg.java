package dev.waybill.documents.diagram;

import java.util.Locale;

/// Writes an SVG picture.
final class Svg {

  static final int FONT = 14;

  private final StringBuilder elements = new StringBuilder();

  /// An estimate of the width of a text that is not too low for most fonts.
  static double width(String text, double font) {
    return text.codePoints().mapToDouble(c -> c < 0x2e80 ? 0.6 : 1.05).sum() * font;
  }

  void box(double x, double y, double width, double height, String color) {
    add(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"6\" fill=\"%s\""
                + " stroke=\"#4a5568\"/>",
            x,
            y,
            width,
            height,
            color));
  }

  /// @param y of the middle
  void text(double x, double y, double font, String text) {
    add(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"middle\">%s</text>",
            x,
            y + font * 0.35,
            font,
            escaped(text)));
  }

  void curve(double x1, double y1, double x2, double y2) {
    double middle = (x1 + x2) / 2;
    add(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"#a0aec0\"/>",
            x1,
            y1,
            middle,
            y1,
            middle,
            y2,
            x2,
            y2));
  }

  void line(double x1, double y1, double x2, double y2, double width) {
    add(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#a0aec0\""
                + " stroke-width=\"%.1f\"/>",
            x1,
            y1,
            x2,
            y2,
            width));
  }

  private void add(String element) {
    elements.append(element).append('\n');
  }

  String picture(double width, double height, String title) {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\""
                + " viewBox=\"0 0 %.0f %.0f\" role=\"img\" font-family=\"sans-serif\""
                + " fill=\"#1a202c\">\n<title>%s</title>\n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width,
            height,
            width,
            height,
            escaped(title))
        + elements
        + "</svg>\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
