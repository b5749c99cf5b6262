package dev.waybill.wire.insight;

import static dev.waybill.wire.json.Codecs.DECIMAL;
import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.as;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesPoint;
import dev.waybill.insight.SeriesStep;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

public final class SeriesJson {

  private static final Codec<SeriesStep> STEP_CODEC = as(SPAN, SeriesStep::of, SeriesStep::length);

  private static final Fields<SeriesPoint> FIELDS =
      Fields.of("SeriesPoint", "Figures of one step.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, SeriesPoint::at, "Beginning of the step.");
  private static final Slot.Whole ENQUEUED =
      FIELDS.whole("enqueued", point -> point.flow().enqueued(), "Jobs that were enqueued.");
  private static final Slot.Whole STARTED =
      FIELDS.whole("started", point -> point.flow().started(), "Attempts that were started.");
  private static final Slot.Whole COMPLETED =
      FIELDS.whole("completed", point -> point.flow().completed(), "Jobs that completed.");
  private static final Slot.Whole FAILED =
      FIELDS.whole(
          "failed",
          point -> point.flow().failed(),
          "Attempts that ended with an error, including those that are repeated.");
  private static final Slot.Whole DEAD =
      FIELDS.whole("dead", point -> point.flow().dead(), "Jobs that became dead letters.");
  private static final Slot.Whole WAITING =
      FIELDS.whole(
          "waiting", point -> point.level().waiting(), "Jobs ready to run, at the last sample.");
  private static final Slot.Whole RUNNING =
      FIELDS.whole("running", point -> point.level().running(), "Leased jobs, at the last sample.");
  private static final Slot.Of<Double> OLDEST =
      seconds(
          "oldest_waiting_seconds",
          point -> point.level().oldestWaitingSeconds(),
          "Longest time that a waiting job had been ready, of all samples.");
  private static final Slot.Of<Double> WAIT_P50 =
      seconds("wait_p50_seconds", point -> point.waits().p50(), "Median wait of started jobs.");
  private static final Slot.Of<Double> WAIT_P99 =
      seconds("wait_p99_seconds", point -> point.waits().p99(), "99th percentile of waits.");
  private static final Slot.Of<Double> RUN_P50 =
      seconds("run_p50_seconds", point -> point.runs().p50(), "Median duration of attempts.");
  private static final Slot.Of<Double> RUN_P99 =
      seconds("run_p99_seconds", point -> point.runs().p99(), "99th percentile of durations.");

  public static final Document<SeriesPoint> POINT =
      FIELDS.make(
          in ->
              new SeriesPoint(
                  in.get(AT),
                  new SeriesPoint.Flow(
                      in.get(ENQUEUED),
                      in.get(STARTED),
                      in.get(COMPLETED),
                      in.get(FAILED),
                      in.get(DEAD)),
                  new SeriesPoint.Level(in.get(WAITING), in.get(RUNNING), in.get(OLDEST)),
                  new SeriesPoint.Spread(in.get(WAIT_P50), in.get(WAIT_P99)),
                  new SeriesPoint.Spread(in.get(RUN_P50), in.get(RUN_P99))));

  private static final Codec<List<SeriesPoint>> POINTS = list(POINT, Integer.MAX_VALUE);

  public static final Document<Series> DOCUMENT = all();

  private SeriesJson() {}

  private static Slot.Of<Double> seconds(
      String field, Function<SeriesPoint, Double> getter, String about) {
    return FIELDS.required(field, DECIMAL, getter, about);
  }

  private static Document<Series> all() {
    Fields<Series> fields = Fields.of("Series", "Figures of this server over time.");
    var step = fields.required("step", STEP_CODEC, Series::step, "Interval between points.");
    var from = fields.required("from", TIME, Series::from, "Time of the first point.");
    var queues =
        fields.required(
            "queues", list(queue(), Integer.MAX_VALUE), Series::queues, "Ordered by name.");
    var total = fields.required("total", POINTS, Series::total, "All queues of the tenant.");
    var truncated =
        fields.flag("truncated", Series::truncated, "Whether there are queues without a series.");
    return fields.make(
        in ->
            new Series(
                in.get(step), in.get(from), in.get(queues), in.get(total), in.get(truncated)));
  }

  private static Document<Series.QueueSeries> queue() {
    Fields<Series.QueueSeries> fields = Fields.of("QueueSeries", "Figures of a queue.");
    var name = fields.text("queue", Series.QueueSeries::queue, "Name of the queue.");
    var points = fields.required("points", POINTS, Series.QueueSeries::points, "Oldest first.");
    return fields.make(in -> new Series.QueueSeries(in.get(name), in.get(points)));
  }
}
