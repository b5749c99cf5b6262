package dev.waybill.wire.insight;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.JobId;
import dev.waybill.insight.FailureGroup;
import dev.waybill.insight.Failures;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;

public final class FailuresJson {

  private static final Fields<FailureGroup> FIELDS =
      Fields.of("FailureGroup", "Failed and dead jobs with the same error.");
  private static final Slot.Of<String> GROUP =
      FIELDS.text(
          "group",
          FailureGroup::group,
          "Opaque ID: `failure_group` of lists and of bulk operations selects these jobs.");
  private static final Slot.Of<String> CODE =
      FIELDS.text("code", group -> group.cause().code(), "Class of the error.");
  private static final Slot.Of<String> MESSAGE =
      FIELDS.text(
          "message",
          group -> group.cause().message(),
          "First line of the message, with numbers and IDs replaced by `#`.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.text("queue", group -> group.place().queue(), "Queue of the jobs.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("type", group -> group.place().type(), "Type of the jobs.");
  private static final Slot.Whole COUNT =
      FIELDS.whole("count", FailureGroup::count, "Number of jobs.");
  private static final Slot.Of<Instant> FIRST_AT =
      FIELDS.required("first_at", TIME, group -> group.times().first(), "When the first ended.");
  private static final Slot.Of<Instant> LAST_AT =
      FIELDS.required("last_at", TIME, group -> group.times().last(), "When the last ended.");
  private static final Slot.Of<List<JobId>> SAMPLES =
      FIELDS.required(
          "sample_job_ids",
          list(JOB_ID, Integer.MAX_VALUE),
          FailureGroup::samples,
          "Some of these jobs, the newest first.");

  public static final Document<FailureGroup> GROUP_DOCUMENT =
      FIELDS.make(
          in ->
              new FailureGroup(
                  in.get(GROUP),
                  new FailureGroup.Cause(in.get(CODE), in.get(MESSAGE)),
                  new FailureGroup.Place(in.get(QUEUE), in.get(TYPE)),
                  in.get(COUNT),
                  new FailureGroup.Times(in.get(FIRST_AT), in.get(LAST_AT)),
                  in.get(SAMPLES)));

  public static final Document<Failures> DOCUMENT = all();

  private FailuresJson() {}

  private static Document<Failures> all() {
    Fields<Failures> fields = Fields.of("Failures", "Groups of failures, the latest first.");
    var items =
        fields.required(
            "items", list(GROUP_DOCUMENT, Integer.MAX_VALUE), Failures::groups, "In order.");
    var truncated =
        fields.flag(
            "truncated",
            Failures::truncated,
            "Whether there are more groups, or jobs that were not counted.");
    return fields.make(in -> new Failures(in.get(items), in.get(truncated)));
  }
}
