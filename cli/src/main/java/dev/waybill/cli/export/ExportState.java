package dev.waybill.cli.export;

import static dev.waybill.wire.json.Codecs.BASE64;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Payload;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far an export is. The file beside the output contains it.
///
/// @param cursor the page to continue with; null for the first
/// @param bytes the length of the file up to here
/// @param notes the notes of the pieces up to here
record ExportState(
    ExportPlan plan, @Nullable String cursor, long bytes, long rows, List<Payload> notes) {

  private static final int MOST_NOTES = 10_000_000;

  private static final Fields<ExportState> FIELDS =
      Fields.of("ExportState", "How far an export is.");
  private static final Slot.Of<String> TABLE =
      FIELDS.text("table", state -> state.plan().table(), "The table.");
  private static final Slot.Of<String> SELECTION =
      FIELDS.text("selection", state -> state.plan().selection(), "The selected rows.");
  private static final Slot.Of<ExportFormat> FORMAT =
      FIELDS.required(
          "format", word(ExportFormat.class), state -> state.plan().format(), "The format.");
  private static final Slot.Maybe<Instant> FROM =
      FIELDS.optional("from", TIME, state -> state.plan().range().from(), "Begin of the range.");
  private static final Slot.Of<Instant> TO =
      FIELDS.required("to", TIME, state -> state.plan().range().to(), "End of the range.");
  private static final Slot.Maybe<String> CURSOR =
      FIELDS.optional("cursor", TEXT, ExportState::cursor, "The next page.");
  private static final Slot.Whole BYTES =
      FIELDS.whole("bytes", ExportState::bytes, "The length of the file.");
  private static final Slot.Whole ROWS =
      FIELDS.whole("rows", ExportState::rows, "The number of rows.");
  private static final Slot.Of<List<Payload>> NOTES =
      FIELDS.some("notes", BASE64, MOST_NOTES, ExportState::notes, "Descriptions of pieces.");

  static final Document<ExportState> DOCUMENT = FIELDS.make(ExportState::state);

  ExportState {
    notes = List.copyOf(notes);
  }

  private static ExportState state(Values in) {
    return new ExportState(
        new ExportPlan(
            in.get(TABLE),
            in.get(SELECTION),
            in.get(FORMAT),
            new ExportRange(in.get(FROM), in.get(TO))),
        in.get(CURSOR),
        in.get(BYTES),
        in.get(ROWS),
        in.get(NOTES));
  }
}
