package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.TEXT;

import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;

/// The reasons why a filter policy does not match an event; it matches if there are none.
public final class FilterVerdictJson {

  private static final Fields<List<String>> FIELDS =
      Fields.of("FilterVerdict", "Whether the policy matches the event.");

  static {
    FIELDS.flag("matches", List::isEmpty, "Whether it matches.");
  }

  private static final Slot.Of<List<String>> REASONS =
      FIELDS.some("reasons", TEXT, Limits.PAGE_SIZE, all -> all, "Why it does not match.");

  public static final Document<List<String>> DOCUMENT = FIELDS.make(in -> in.get(REASONS));

  private FilterVerdictJson() {}
}
