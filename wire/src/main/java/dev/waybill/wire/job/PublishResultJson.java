package dev.waybill.wire.job;

import dev.waybill.result.Published;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

/// The events that were stored. A refusal is a problem document.
public final class PublishResultJson {

  private static final Fields<Published> FIELDS =
      Fields.of("PublishResult", "The events are durable.");
  private static final Slot.Count ADDED =
      FIELDS.count("added", Published::added, "Number of new events.");
  private static final Slot.Count REPEATED =
      FIELDS.count("repeated", Published::repeated, "Number of events that were stored before.");

  public static final Document<Published> DOCUMENT =
      FIELDS.make(in -> new Published(in.get(ADDED), in.get(REPEATED)));

  private PublishResultJson() {}
}
