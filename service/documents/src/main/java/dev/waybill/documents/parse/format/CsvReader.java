package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A table as text.
final class CsvReader implements FormatReader {

  @Override
  public void read(Path file, BlockOutput out) throws IOException, ParseException {
    try (BufferedReader reader = TextFiles.open(file)) {
      CsvRows rows = CsvRows.of(reader);
      TableBlocks table = new TableBlocks(out, 0);
      List<String> row = rows.next();
      while (!row.isEmpty()) {
        table.row(row);
        row = rows.next();
      }
      table.end();
    }
  }
}
