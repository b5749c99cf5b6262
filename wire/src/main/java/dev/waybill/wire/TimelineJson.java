package dev.waybill.wire;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.list;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobId;
import dev.waybill.Timeline;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;

public final class TimelineJson {

  private static final int MOST = 1_000_000;

  private static final Fields<Timeline.Entry> ENTRY =
      Fields.of("TimelineEntry", "An entry of a timeline.");
  private static final Slot.Of<Instant> AT =
      ENTRY.required("at", TIME, Timeline.Entry::at, "When it happened.");
  private static final Slot.Of<Timeline.Kind> KIND =
      ENTRY.required("kind", word(Timeline.Kind.class), Timeline.Entry::kind, "Kind of the entry.");
  private static final Slot.Of<String> WORDS =
      ENTRY.text("text", Timeline.Entry::text, "Description for people.");
  private static final Slot.Maybe<JobId> JOB =
      ENTRY.optional("job_id", JOB_ID, Timeline.Entry::job, "ID of the job it belongs to.");

  private static final Document<Timeline.Entry> ENTRIES =
      ENTRY.make(in -> new Timeline.Entry(in.get(AT), in.get(KIND), in.get(WORDS), in.get(JOB)));

  private static final Fields<Timeline> FIELDS =
      Fields.of("Timeline", "Everything with one correlation ID.");
  private static final Slot.Of<List<Timeline.Entry>> ALL =
      FIELDS.required("entries", list(ENTRIES, MOST), Timeline::entries, "Oldest first.");
  private static final Slot.Flag COMPLETE =
      FIELDS.flag("complete", Timeline::complete, "False if the list was truncated.");

  public static final Document<Timeline> DOCUMENT =
      FIELDS.make(in -> new Timeline(in.get(ALL), in.get(COMPLETE)));

  private TimelineJson() {}
}
