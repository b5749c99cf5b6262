package dev.waybill.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// A table whose columns are as wide as their longest cell.
public final class Table {

  private static final String GAP = "  ";

  /// Columns that contain a state.
  private static final Set<String> COLORED = Set.of("STATE", "ENDING", "PAUSED");

  /// Control characters of ASCII and Latin-1 (U+009B starts a control sequence as ESC does), line
  /// separators, and marks that change the writing direction.
  private static final Pattern CONTROL =
      Pattern.compile(
          "[\\p{Cntrl}\\x80-\\x9f\\u2028\\u2029\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]+");

  /// The minimum width of a truncated text.
  private static final int SHORTEST_TEXT = 12;

  private final boolean endsInText;
  private final List<List<String>> rows = new ArrayList<>();

  private Table(boolean endsInText, String... headings) {
    this.endsInText = endsInText;
    rows.add(List.of(headings));
  }

  public static Table of(String... headings) {
    return new Table(false, headings);
  }

  /// A table whose last column is text that is truncated to fit the terminal.
  public static Table endingInText(String... headings) {
    return new Table(true, headings);
  }

  public Table row(Object... cells) {
    rows.add(Arrays.stream(cells).map(cell -> printable(String.valueOf(cell))).toList());
    return this;
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  public List<String> lines() {
    return lines(Colors.NONE);
  }

  public List<String> lines(Colors colors) {
    return lines(colors, Integer.MAX_VALUE);
  }

  /// @param available the width of the terminal
  public List<String> lines(Colors colors, int available) {
    int[] widths = widths(available);
    List<String> lines = new ArrayList<>();
    lines.add(colors.heading(String.join(GAP, padded(rows.getFirst(), widths)).stripTrailing()));
    for (List<String> row : rows.subList(1, rows.size())) {
      lines.add(line(padded(row, widths), colors));
    }
    return lines;
  }

  private int[] widths(int available) {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    if (endsInText) {
      int last = widths.length - 1;
      int before = IntStream.of(widths).limit(last).map(width -> width + GAP.length()).sum();
      widths[last] = Math.min(widths[last], Math.max(SHORTEST_TEXT, available - before));
    }
    return widths;
  }

  /// Replaces characters of user data that could control the terminal.
  public static String printable(String text) {
    return CONTROL.matcher(text).replaceAll(" ");
  }

  private String line(List<String> cells, Colors colors) {
    List<String> colored = new ArrayList<>();
    for (int column = 0; column < cells.size(); column++) {
      boolean plain = !COLORED.contains(rows.getFirst().get(column));
      colored.add(plain ? cells.get(column) : colors.word(cells.get(column)));
    }
    return String.join(GAP, colored).stripTrailing();
  }

  private static List<String> padded(List<String> row, int[] widths) {
    return IntStream.range(0, widths.length)
        .mapToObj(column -> padded(row.get(column), widths[column]))
        .toList();
  }

  private static String padded(String cell, int width) {
    return cell.length() > width
        ? cell.substring(0, width - 1) + "…"
        : cell + " ".repeat(width - cell.length());
  }
}
