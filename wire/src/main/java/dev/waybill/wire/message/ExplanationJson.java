package dev.waybill.wire.message;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.function.Function;

public final class ExplanationJson {

  private static final Fields<String> FIELDS =
      Fields.of("Explanation", "Why a message is where it is.");
  private static final Slot.Of<String> TEXT =
      FIELDS.text("explanation", Function.identity(), "One sentence.");

  public static final Document<String> DOCUMENT = FIELDS.make(in -> in.get(TEXT));

  private ExplanationJson() {}
}
