package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.schedule.Upcoming;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;

public final class UpcomingJson {

  private static final Fields<Upcoming> FIELDS = Fields.of("Upcoming", "A future firing.");
  private static final Slot.Of<Instant> SLOT =
      FIELDS.required("slot", TIME, Upcoming::slot, "The planned time.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, Upcoming::at, "The time it fires: the planned time plus jitter.");

  public static final Document<Upcoming> DOCUMENT =
      FIELDS.make(in -> new Upcoming(in.get(SLOT), in.get(AT)));

  public static final Document<List<Upcoming>> LIST =
      ListJson.of(
          "Previewed", "When a schedule would fire.", "upcoming", DOCUMENT, Integer.MAX_VALUE);

  private UpcomingJson() {}
}
