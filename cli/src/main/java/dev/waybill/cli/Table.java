package dev.waybill.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Rows in columns that are as wide as they need to be.
final class Table {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  private Table(String... headings) {
    rows.add(List.of(headings));
  }

  static Table of(String... headings) {
    return new Table(headings);
  }

  Table row(Object... cells) {
    rows.add(Arrays.stream(cells).map(cell -> printable(String.valueOf(cell))).toList());
    return this;
  }

  boolean isEmpty() {
    return rows.size() == 1;
  }

  List<String> lines() {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  /// What a job carries must not be able to steer the terminal.
  static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      line.append(cell).repeat(" ", widths[column] - cell.length()).append(GAP);
    }
    return line.toString().stripTrailing();
  }
}
