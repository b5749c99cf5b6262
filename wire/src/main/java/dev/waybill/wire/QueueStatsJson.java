package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.QueueStats;
import java.time.Duration;

public final class QueueStatsJson {

  public static final Shape SHAPE =
      Shape.of(
          "QueueStats",
          "A queue at one moment.",
          required("queue", TEXT, "Its name."),
          required("paused", FLAG, "Nothing is leased from it."),
          required("waiting", WHOLE, "Jobs that could start."),
          required("running", WHOLE, "Jobs that are leased."),
          required("scheduled", WHOLE, "Jobs that wait for their time."),
          required("dead", WHOLE, "Dead letters."),
          required("oldest_waiting_age", SPAN, "How long the oldest has been able to start."));

  private QueueStatsJson() {}

  public static QueueStats read(JsonIn in) {
    var found =
        new Object() {
          String queue = "";
          boolean paused;
          long waiting;
          long running;
          long scheduled;
          long dead;
          Duration oldest = Duration.ZERO;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "queue" -> found.queue = in.text();
            case "paused" -> found.paused = in.flag();
            case "waiting" -> found.waiting = in.whole(0, Long.MAX_VALUE);
            case "running" -> found.running = in.whole(0, Long.MAX_VALUE);
            case "scheduled" -> found.scheduled = in.whole(0, Long.MAX_VALUE);
            case "dead" -> found.dead = in.whole(0, Long.MAX_VALUE);
            case "oldest_waiting_age" -> found.oldest = in.span();
            default -> throw in.unread(field);
          }
        });
    return new QueueStats(
        found.queue,
        found.paused,
        found.waiting,
        found.running,
        found.scheduled,
        found.dead,
        found.oldest);
  }

  public static void write(JsonOut out, QueueStats stats) {
    out.text("queue", stats.queue());
    out.flag("paused", stats.paused());
    out.number("waiting", stats.waiting());
    out.number("running", stats.running());
    out.number("scheduled", stats.scheduled());
    out.number("dead", stats.dead());
    out.span("oldest_waiting_age", stats.oldestWaitingAge());
  }
}
