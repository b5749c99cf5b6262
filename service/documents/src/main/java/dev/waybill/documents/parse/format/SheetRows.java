package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import java.io.IOException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.poi.ss.util.CellReference;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler.SheetContentsHandler;
import org.apache.poi.xssf.usermodel.XSSFComment;
import org.jspecify.annotations.Nullable;

/// Takes the cells of a sheet. A file contains only cells with a value; the others are added, so
/// that each value stays in its column.
final class SheetRows implements SheetContentsHandler {

  /// Carries an exception through the XML parser.
  static final class Stopped extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    private final ParseException reason;

    Stopped(ParseException reason) {
      super(reason);
      this.reason = reason;
    }

    ParseException reason() {
      return reason;
    }
  }

  private final TableBlocks table;
  private List<String> row = new ArrayList<>();

  SheetRows(TableBlocks table) {
    this.table = table;
  }

  @Override
  public void startRow(int number) {
    row = new ArrayList<>();
  }

  @Override
  public void cell(
      @Nullable String reference, @Nullable String value, @Nullable XSSFComment comment) {
    int column = reference == null ? row.size() : new CellReference(reference).getCol();
    if (column < 0 || column >= TableBlocks.MOST_COLUMNS) {
      throw new Stopped(
          new ParseException(ParseProblem.TOO_MANY_COLUMNS, "a row has too many columns"));
    }
    while (row.size() < column) {
      row.add("");
    }
    row.add(value == null ? "" : value);
  }

  @Override
  public void endRow(int number) {
    try {
      table.row(row);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (ParseException wide) {
      throw new Stopped(wide);
    }
  }

  void end() throws IOException {
    table.end();
  }
}
