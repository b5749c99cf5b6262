package dev.waybill.schedules;

import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.schedule.Schedule;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.schedule.ScheduleJson;
import java.time.Instant;

final class DefinitionJson {

  private static final Fields<Definition> FIELDS =
      Fields.of("StoredSchedule", "A schedule as the ledger holds it.");
  private static final Slot.Count VERSION =
      FIELDS.count("version", Definition::version, "1 at first, one more with each change.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, Definition::createdAt, "When it was created.");
  private static final Slot.Of<Instant> CHANGED_AT =
      FIELDS.required("changed_at", TIME, Definition::changedAt, "When it last changed.");
  private static final Slot.Of<Instant> COUNTS_FROM =
      FIELDS.required("counts_from", TIME, Definition::countsFrom, "Later slots may fire.");
  private static final Slot.Included<Schedule> SCHEDULE =
      FIELDS.include(ScheduleJson.DOCUMENT, Definition::schedule);

  static final Document<Definition> DOCUMENT =
      FIELDS.make(
          in ->
              new Definition(
                  in.get(SCHEDULE),
                  in.get(VERSION),
                  in.get(CREATED_AT),
                  in.get(CHANGED_AT),
                  in.get(COUNTS_FROM)));

  private DefinitionJson() {}
}
