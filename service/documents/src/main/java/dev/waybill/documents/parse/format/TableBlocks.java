package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// Writes the rows of a table as blocks of moderate size, each with the header row first.
final class TableBlocks {

  /// As many columns as Excel allows.
  static final int MOST_COLUMNS = 16_384;

  private static final int BLOCK_LENGTH = 4_000;

  /// A longer first row is not repeated.
  private static final int LONGEST_HEADER = 2_000;

  private final BlockOutput out;
  private final int page;
  private final StringBuilder rows = new StringBuilder();
  private String header = "";
  private boolean shown;

  TableBlocks(BlockOutput out, int page) {
    this.out = out;
    this.page = page;
  }

  /// Adds a row; the first one is the header. Empty rows are left out.
  void row(List<String> cells) throws IOException, ParseException {
    if (cells.size() > MOST_COLUMNS) {
      throw new ParseException(
          ParseProblem.TOO_MANY_COLUMNS, "a row has more than " + MOST_COLUMNS + " columns");
    }
    String line = line(cells);
    if (line.isEmpty()) {
      return;
    }
    if (header.isEmpty() && rows.isEmpty() && line.length() <= LONGEST_HEADER) {
      header = line;
    } else {
      rows.append('\n').append(line);
    }
    if (rows.length() >= BLOCK_LENGTH) {
      flush();
    }
  }

  /// Writes the rows that are left. A header alone is a block only if no block has shown it yet.
  void end() throws IOException {
    if (!rows.isEmpty() || (!shown && !header.isEmpty())) {
      flush();
    }
  }

  private void flush() throws IOException {
    shown = true;
    out.block(Block.of(Block.Kind.TABLE, (header + rows).strip(), page));
    rows.setLength(0);
  }

  private static String line(List<String> cells) {
    int last = cells.size();
    while (last > 0 && cells.get(last - 1).isBlank()) {
      last--;
    }
    return cells.subList(0, last).stream()
        .map(Spaces::collapsed)
        .collect(Collectors.joining(" | "));
  }
}
