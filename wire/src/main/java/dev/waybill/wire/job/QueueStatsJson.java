package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.SPAN;

import dev.waybill.QueueStats;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.time.Duration;
import java.util.List;

public final class QueueStatsJson {

  private static final Fields<QueueStats> FIELDS = Fields.of("QueueStats", "Counts of a queue.");
  private static final Slot.Of<String> QUEUE =
      FIELDS.text("queue", QueueStats::queue, "Name of the queue.");
  private static final Slot.Flag PAUSED =
      FIELDS.flag("paused", QueueStats::paused, "No job is leased while it is paused.");
  private static final Slot.Whole WAITING =
      FIELDS.whole("waiting", QueueStats::waiting, "Number of jobs that are ready to run.");
  private static final Slot.Whole RUNNING =
      FIELDS.whole("running", QueueStats::running, "Number of leased jobs.");
  private static final Slot.Whole SCHEDULED =
      FIELDS.whole("scheduled", QueueStats::scheduled, "Number of jobs that wait for their time.");
  private static final Slot.Whole DEAD =
      FIELDS.whole("dead", QueueStats::dead, "Number of dead letters.");
  private static final Slot.Of<Duration> OLDEST =
      FIELDS.required(
          "oldest_waiting_age",
          SPAN,
          QueueStats::oldestWaitingAge,
          "How long the oldest waiting job has been ready.");

  public static final Document<QueueStats> DOCUMENT =
      FIELDS.make(
          in ->
              new QueueStats(
                  in.get(QUEUE),
                  in.get(PAUSED),
                  new QueueStats.Counts(
                      in.get(WAITING), in.get(RUNNING), in.get(SCHEDULED), in.get(DEAD)),
                  in.get(OLDEST)));

  public static final Document<List<QueueStats>> LIST =
      ListJson.of(
          "Queues",
          "Every queue that has or had jobs, ordered by name.",
          "items",
          DOCUMENT,
          Integer.MAX_VALUE);

  private QueueStatsJson() {}
}
