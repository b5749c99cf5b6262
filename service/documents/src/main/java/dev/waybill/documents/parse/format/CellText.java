package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Collects the text of a table in an Office file, cell by cell. A table inside a cell is text of
/// that cell.
final class CellText {

  private final BlockOutput out;
  private final int page;
  private TableBlocks table;
  private List<String> row = new ArrayList<>();
  private final StringBuilder cell = new StringBuilder();
  private int depth;

  CellText(BlockOutput out, int page) {
    this.out = out;
    this.page = page;
    this.table = new TableBlocks(out, page);
  }

  boolean isOpen() {
    return depth > 0;
  }

  void text(String text) {
    cell.append(text).append(' ');
  }

  void start(String element) {
    if (element.equals("tbl")) {
      depth++;
    }
  }

  void end(String element) throws IOException, ParseException {
    switch (element) {
      case "tbl" -> endTable();
      case "tr" -> endRow();
      case "tc" -> endCell();
      default -> {}
    }
  }

  private void endCell() {
    if (depth == 1) {
      row.add(cell.toString());
      cell.setLength(0);
    }
  }

  private void endRow() throws IOException, ParseException {
    if (depth == 1) {
      table.row(row);
      row = new ArrayList<>();
    }
  }

  private void endTable() throws IOException {
    depth--;
    if (depth == 0) {
      table.end();
      table = new TableBlocks(out, page);
    }
  }
}
