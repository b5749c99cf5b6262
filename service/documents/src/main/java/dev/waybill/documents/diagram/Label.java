package dev.waybill.documents.diagram;

/// Texts of nodes: one short line of visible characters.
final class Label {

  static final int CHARACTERS = 48;

  private Label() {}

  static String of(String text) {
    String line =
        text.codePoints()
            .map(c -> isVisible(c) ? c : ' ')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
            .strip()
            .replaceAll(" +", " ");
    if (line.isEmpty()) {
      return "(untitled)";
    }
    return line.codePointCount(0, line.length()) <= CHARACTERS
        ? line
        : line.substring(0, line.offsetByCodePoints(0, CHARACTERS - 1)).strip() + '…';
  }

  /// Not control characters, marks of direction, and halves of characters, which are not XML.
  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
