package dev.waybill.wire.message;

import dev.waybill.result.Refused;
import dev.waybill.wire.job.RefusedJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.message.SuppressionImport.BadLine;
import java.util.List;
import java.util.Objects;

public final class SuppressionImportJson {

  private static final Fields<BadLine> LINE =
      Fields.of("SuppressionBadLine", "A line that was not added.");
  private static final Slot.Count NUMBER =
      LINE.count("line", BadLine::line, "Number of the line, from 1.");
  private static final Slot.Maybe<Refused> ERROR = RefusedJson.field(LINE, BadLine::why);
  private static final Document<BadLine> BAD_LINE =
      LINE.make(in -> new BadLine(in.get(NUMBER), Objects.requireNonNull(in.get(ERROR))));

  private static final Fields<SuppressionImport> FIELDS =
      Fields.of("SuppressionImport", "What an import did.");
  private static final Slot.Whole ADDED =
      FIELDS.whole("added", SuppressionImport::added, "Number of recipients that were added.");
  private static final Slot.Whole FAILED =
      FIELDS.whole("failed", SuppressionImport::failed, "Number of lines that were not added.");
  private static final Slot.Of<List<BadLine>> ERRORS =
      FIELDS.some(
          "errors",
          BAD_LINE,
          Integer.MAX_VALUE,
          SuppressionImport::errors,
          "The first 1,000 of them.");

  public static final Document<SuppressionImport> DOCUMENT =
      FIELDS.make(in -> new SuppressionImport(in.get(ADDED), in.get(FAILED), in.get(ERRORS)));

  private SuppressionImportJson() {}
}
