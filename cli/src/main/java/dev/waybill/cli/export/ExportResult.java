package dev.waybill.cli.export;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// What an export has written.
record ExportResult(String file, long rows, long bytes) {

  private static final Fields<ExportResult> FIELDS =
      Fields.of("ExportResult", "What an export has written.");
  private static final Slot.Of<String> FILE = FIELDS.text("file", ExportResult::file, "The file.");
  private static final Slot.Whole ROWS =
      FIELDS.whole("rows", ExportResult::rows, "The number of rows in it.");
  private static final Slot.Whole BYTES = FIELDS.whole("bytes", ExportResult::bytes, "Its length.");

  static final Document<ExportResult> DOCUMENT =
      FIELDS.make(in -> new ExportResult(in.get(FILE), in.get(ROWS), in.get(BYTES)));
}
