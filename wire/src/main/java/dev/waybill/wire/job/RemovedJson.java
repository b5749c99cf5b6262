package dev.waybill.wire.job;

import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class RemovedJson {

  private static final Fields<Boolean> FIELDS = Fields.of("Removed", "The resource is deleted.");
  private static final Slot.Flag DONE = FIELDS.flag("done", value -> value, "Always true.");

  public static final Document<Boolean> DOCUMENT = FIELDS.make(in -> in.get(DONE));

  private RemovedJson() {}
}
