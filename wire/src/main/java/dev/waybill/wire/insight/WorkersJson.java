package dev.waybill.wire.insight;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.insight.LiveWorker;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;

public final class WorkersJson {

  private static final Fields<LiveWorker> FIELDS =
      Fields.of("Worker", "A worker that used this server in the last minutes.");
  private static final Slot.Of<String> NAME =
      FIELDS.text("name", LiveWorker::name, "Name of the worker.");
  private static final Slot.Of<List<String>> QUEUES =
      FIELDS.required(
          "queues",
          list(TEXT, Integer.MAX_VALUE),
          LiveWorker::queues,
          "Queues that it asked for jobs, at most 20.");
  private static final Slot.Of<List<LiveWorker.RunningJob>> RUNNING =
      FIELDS.required(
          "running",
          list(job(), Integer.MAX_VALUE),
          LiveWorker::running,
          "Jobs that it leased here and has not settled, at most 20.");
  private static final Slot.Whole RUNNING_COUNT =
      FIELDS.whole("running_count", LiveWorker::runningCount, "Number of all these jobs.");
  private static final Slot.Of<Instant> FIRST_SEEN_AT =
      FIELDS.required(
          "first_seen_at", TIME, worker -> worker.figures().firstSeenAt(), "When it was new.");
  private static final Slot.Of<Instant> LAST_SEEN_AT =
      FIELDS.required(
          "last_seen_at",
          TIME,
          worker -> worker.figures().lastSeenAt(),
          "When it last leased, extended or settled.");
  private static final Slot.Whole COMPLETED =
      FIELDS.whole("completed", worker -> worker.figures().completed(), "Jobs that it completed.");
  private static final Slot.Whole FAILED =
      FIELDS.whole(
          "failed", worker -> worker.figures().failed(), "Attempts that ended with an error.");

  public static final Document<LiveWorker> DOCUMENT =
      FIELDS.make(
          in ->
              new LiveWorker(
                  in.get(NAME),
                  in.get(QUEUES),
                  in.get(RUNNING),
                  in.get(RUNNING_COUNT),
                  new LiveWorker.Figures(
                      in.get(FIRST_SEEN_AT),
                      in.get(LAST_SEEN_AT),
                      in.get(COMPLETED),
                      in.get(FAILED))));

  public static final Document<List<LiveWorker>> LIST =
      ListJson.of(
          "Workers",
          "Workers that used this server in the last 10 minutes, the latest first.",
          "items",
          DOCUMENT,
          Integer.MAX_VALUE);

  private WorkersJson() {}

  private static Document<LiveWorker.RunningJob> job() {
    Fields<LiveWorker.RunningJob> fields = Fields.of("RunningJob", "A job of a worker.");
    var id = fields.required("job_id", JOB_ID, LiveWorker.RunningJob::id, "ID of the job.");
    var type = fields.text("type", LiveWorker.RunningJob::type, "Type of the job.");
    var queue = fields.text("queue", LiveWorker.RunningJob::queue, "Queue of the job.");
    var attempt = fields.count("attempt", LiveWorker.RunningJob::attempt, "Number of the attempt.");
    var since = fields.required("since", TIME, LiveWorker.RunningJob::since, "When it began.");
    return fields.make(
        in ->
            new LiveWorker.RunningJob(
                in.get(id), in.get(type), in.get(queue), in.get(attempt), in.get(since)));
  }
}
