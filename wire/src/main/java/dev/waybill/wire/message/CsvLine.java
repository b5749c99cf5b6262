package dev.waybill.wire.message;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// One line of CSV (RFC 4180) whose cells have no line breaks.
final class CsvLine {

  private CsvLine() {}

  static List<String> read(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean isDouble = c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"';
      if (quoted && isDouble) {
        cell.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString());
    return cells;
  }

  static String write(List<String> cells) {
    return cells.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String cell) {
    boolean plain = cell.indexOf(',') < 0 && cell.indexOf('"') < 0;
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
