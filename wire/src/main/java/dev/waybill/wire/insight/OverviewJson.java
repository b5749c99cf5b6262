package dev.waybill.wire.insight;

import static dev.waybill.wire.json.Codecs.DECIMAL;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.QueueStats;
import dev.waybill.insight.Overview;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The queues of a tenant and the state of the server at one moment.
///
/// @param problem of the store; null if it is ready
public record OverviewJson(Overview overview, @Nullable String problem) {

  public static final Document<OverviewJson> DOCUMENT = document();

  private record Store(boolean isReady, @Nullable String reason) {}

  private static Document<OverviewJson> document() {
    Fields<OverviewJson> fields =
        Fields.of("Overview", "The queues of a tenant and the state of the server.");
    var at = fields.required("at", TIME, in -> in.overview.at(), "Time of the figures.");
    var queues =
        fields.required(
            "queues",
            list(queue(), Integer.MAX_VALUE),
            in -> in.overview.queues(),
            "All queues, ordered by name; at most 500.");
    var rates =
        fields.required(
            "rates",
            rates(),
            in -> in.overview.rates(),
            "Per second, over the last 10 seconds, of this server.");
    var store =
        fields.required("store", storeDocument(), OverviewJson::store, "State of the store.");
    var index =
        fields.required(
            "index", index(), in -> in.overview.indexLagSeconds(), "State of the search index.");
    return fields.make(
        in ->
            new OverviewJson(
                new Overview(in.get(at), in.get(queues), in.get(rates), in.get(index)),
                in.get(store).reason()));
  }

  private Store store() {
    return new Store(problem == null, problem);
  }

  private static Document<Store> storeDocument() {
    Fields<Store> fields = Fields.of("StoreState", "Whether the store answers.");
    fields.flag("ready", Store::isReady, "Whether it answers.");
    var reason = fields.optional("reason", TEXT, Store::reason, "Why it is not ready.");
    return fields.make(in -> new Store(in.get(reason) == null, in.get(reason)));
  }

  private static Document<Overview.Rates> rates() {
    Fields<Overview.Rates> fields = Fields.of("Rates", "Jobs and attempts per second.");
    var enqueued = fields.required("enqueued", DECIMAL, Overview.Rates::enqueued, "Jobs enqueued.");
    var started = fields.required("started", DECIMAL, Overview.Rates::started, "Attempts started.");
    var completed =
        fields.required("completed", DECIMAL, Overview.Rates::completed, "Jobs completed.");
    var failed =
        fields.required("failed", DECIMAL, Overview.Rates::failed, "Attempts with an error.");
    return fields.make(
        in ->
            new Overview.Rates(
                in.get(enqueued), in.get(started), in.get(completed), in.get(failed)));
  }

  private static Document<Long> index() {
    Fields<Long> fields = Fields.of("IndexState", "How far the search index is behind.");
    var lag = fields.whole("lag_seconds", seconds -> seconds, "0 if nothing is missing.");
    return fields.make(in -> in.get(lag));
  }

  private static Document<QueueStats> queue() {
    Fields<QueueStats> fields = Fields.of("QueueNow", "The jobs of a queue.");
    var name = fields.text("queue", QueueStats::queue, "Name of the queue.");
    var waiting = fields.whole("waiting", QueueStats::waiting, "Jobs that are ready to run.");
    var running = fields.whole("running", QueueStats::running, "Leased jobs.");
    var scheduled =
        fields.whole("scheduled", QueueStats::scheduled, "Jobs that wait for their time.");
    var dead = fields.whole("dead", QueueStats::dead, "Dead letters.");
    var paused = fields.flag("paused", QueueStats::paused, "Whether it is paused.");
    var oldest =
        fields.required(
            "oldest_waiting_seconds",
            DECIMAL,
            stats -> stats.oldestWaitingAge().toMillis() / 1e3,
            "How long the oldest waiting job has been ready.");
    return fields.make(
        in ->
            new QueueStats(
                in.get(name),
                in.get(paused),
                new QueueStats.Counts(
                    in.get(waiting), in.get(running), in.get(scheduled), in.get(dead)),
                Duration.ofMillis(Math.round(in.get(oldest) * 1e3))));
  }
}
