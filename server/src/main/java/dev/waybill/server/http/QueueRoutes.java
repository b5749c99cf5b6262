package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.required;

import dev.waybill.BulkResult;
import dev.waybill.JobFilter;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.server.auth.Scope;
import dev.waybill.wire.BulkResultJson;
import dev.waybill.wire.InvalidDocument;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.QueueStatsJson;
import dev.waybill.wire.Shape;
import java.util.List;

/// Shows queues, stops and empties them.
final class QueueRoutes {

  private static final Shape QUEUES =
      Shape.of(
          "Queues",
          "Every queue that has or had jobs.",
          required("items", new Shape.Items(new Shape.Part(QueueStatsJson.SHAPE)), "By name."));
  private static final Shape PURGE =
      Shape.of(
          "Purge",
          "Cancel all that waits in a queue.",
          required("confirm", TEXT, "The name of the queue, once more."));

  List<Route> routes() {
    return List.of(
        Route.get("/v1/queues", Scope.READ, "List queues", QueueRoutes::list)
            .answers(200, QUEUES, "All queues."),
        Route.get("/v1/queues/{queue}", Scope.READ, "Show a queue", QueueRoutes::show)
            .answers(200, QueueStatsJson.SHAPE, "The queue at this moment."),
        Route.post("/v1/queues/{queue}/pause", Scope.OPERATE, "Lease no jobs", QueueRoutes::pause)
            .answers(200, QueueStatsJson.SHAPE, "The queue is paused; running jobs go on."),
        Route.post(
                "/v1/queues/{queue}/resume", Scope.OPERATE, "Lease jobs again", QueueRoutes::resume)
            .answers(200, QueueStatsJson.SHAPE, "The queue is not paused."),
        Route.post(
                "/v1/queues/{queue}/purge",
                Scope.OPERATE,
                "Cancel all that waits",
                QueueRoutes::purge)
            .reads(PURGE, "{\"confirm\": \"mails\"}")
            .answers(200, BulkResultJson.SHAPE, "What waited is cancelled."));
  }

  private static Reply list(Call call) {
    List<QueueStats> queues = call.waybill().stats();
    return Reply.json(200, out -> out.objects("items", queues, QueueStatsJson::write));
  }

  private static Reply show(Call call) {
    QueueStats stats = call.waybill().stats(call.value("queue"));
    return Reply.json(200, out -> QueueStatsJson.write(out, stats));
  }

  private static Reply pause(Call call) {
    call.waybill().pause(call.value("queue"));
    return show(call);
  }

  private static Reply resume(Call call) {
    call.waybill().resume(call.value("queue"));
    return show(call);
  }

  private static Reply purge(Call call) {
    String queue = call.value("queue");
    if (!call.document(QueueRoutes::readConfirmation).equals(queue)) {
      throw InvalidDocument.at("/confirm", "invalid_value", "must be the name of the queue");
    }
    JobFilter waiting = JobFilter.ALL.withQueue(queue).withStates(State.SCHEDULED, State.QUEUED);
    BulkResult result = call.waybill().cancelAll(waiting);
    return Reply.json(200, out -> BulkResultJson.write(out, result));
  }

  private static String readConfirmation(JsonIn in) {
    StringBuilder confirmation = new StringBuilder();
    in.object(PURGE, _ -> confirmation.append(in.text()));
    return confirmation.toString();
  }
}
