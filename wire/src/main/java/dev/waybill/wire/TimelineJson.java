package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.JobId;
import dev.waybill.Timeline;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class TimelineJson {

  private static final int MOST = 1_000_000;

  private static final Shape ENTRY =
      Shape.of(
          "TimelineEntry",
          "One thing that happened.",
          required("at", TIME, "When."),
          required("kind", Shape.Words.of(Timeline.Kind.class), "What it speaks of."),
          required("text", TEXT, "What happened, in words."),
          optional("job_id", TEXT, "Whose story it is part of."));

  public static final Shape SHAPE =
      Shape.of(
          "Timeline",
          "Everything that belongs together.",
          required("entries", new Shape.Items(new Shape.Part(ENTRY)), "Oldest first."),
          required("complete", FLAG, "False where there was too much to tell."));

  private TimelineJson() {}

  public static Timeline read(JsonIn in) {
    var found =
        new Object() {
          List<Timeline.Entry> entries = List.of();
          boolean complete;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "entries" -> found.entries = in.list(MOST, () -> entry(in));
            case "complete" -> found.complete = in.flag();
            default -> throw in.unread(field);
          }
        });
    return new Timeline(found.entries, found.complete);
  }

  private static Timeline.Entry entry(JsonIn in) {
    var found =
        new Object() {
          Instant at = Instant.EPOCH;
          Timeline.Kind kind = Timeline.Kind.JOB;
          String text = "";
          @Nullable JobId job;
        };
    in.object(
        ENTRY,
        field -> {
          switch (field) {
            case "at" -> found.at = in.time();
            case "kind" -> found.kind = in.word(Timeline.Kind.class);
            case "text" -> found.text = in.text();
            case "job_id" -> found.job = JobId.parse(in.text());
            default -> throw in.unread(field);
          }
        });
    return new Timeline.Entry(found.at, found.kind, found.text, found.job);
  }

  public static void write(JsonOut out, Timeline timeline) {
    out.objects("entries", timeline.entries(), TimelineJson::write);
    out.flag("complete", timeline.complete());
  }

  private static void write(JsonOut out, Timeline.Entry entry) {
    JobId job = entry.job();
    out.time("at", entry.at());
    out.word("kind", entry.kind());
    out.text("text", entry.text());
    out.text("job_id", job == null ? null : job.toString());
  }
}
