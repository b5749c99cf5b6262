package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.as;

import dev.waybill.schedule.Action;
import dev.waybill.wire.job.NewJobJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;

public final class ActionJson {

  private static final Fields<Action> FIELDS =
      Fields.of("ScheduleAction", "The action of a schedule in each slot: exactly one of these.");

  static {
    FIELDS.variant(
        "job",
        Action.StartJob.class,
        as(NewJobJson.DOCUMENT, Action.StartJob::new, Action.StartJob::template),
        "Start a job; without `request_id`, `trace_context`, `delay`, `run_at` and `deadline`.");
    FIELDS.variant(
        "event", Action.PublishEvent.class, ScheduledEventJson.DOCUMENT, "Publish an event.");
  }

  public static final Document<Action> DOCUMENT = FIELDS.exactlyOne();

  private ActionJson() {}
}
