package dev.waybill.server.http.routes;

import dev.waybill.JobFilter;
import dev.waybill.QueueStats;
import dev.waybill.State;
import dev.waybill.admin.Scope;
import dev.waybill.result.BulkResult;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.wire.job.BulkResultJson;
import dev.waybill.wire.job.QueueStatsJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.InvalidDocument;
import java.util.List;

/// Reads, pauses, resumes and purges queues.
final class QueueRoutes {

  private static final Document<String> PURGE = purgeRequest();

  List<Route> routes() {
    return List.of(
        Route.get("/v1/queues", Scope.READ, "List queues", QueueRoutes::list)
            .answers(200, QueueStatsJson.LIST, "All queues."),
        Route.get("/v1/queues/{queue}", Scope.READ, "Get a queue", QueueRoutes::show)
            .answers(200, QueueStatsJson.DOCUMENT, "The queue."),
        Route.post("/v1/queues/{queue}/pause", Scope.OPERATE, "Pause a queue", QueueRoutes::pause)
            .answers(200, QueueStatsJson.DOCUMENT, "The queue is paused; running jobs continue."),
        Route.post(
                "/v1/queues/{queue}/resume", Scope.OPERATE, "Resume a queue", QueueRoutes::resume)
            .answers(200, QueueStatsJson.DOCUMENT, "The queue is not paused."),
        Route.post(
                "/v1/queues/{queue}/purge",
                Scope.OPERATE,
                "Cancel all waiting jobs of a queue",
                QueueRoutes::purge)
            .reads(PURGE, "{\"confirm\": \"mails\"}")
            .answers(200, BulkResultJson.DOCUMENT, "The waiting jobs are cancelled."));
  }

  private static Reply list(RouteCall call) {
    List<QueueStats> queues = call.waybill().stats();
    return Reply.json(200, QueueStatsJson.LIST, queues);
  }

  private static Reply show(RouteCall call) {
    QueueStats stats = call.waybill().stats(call.value("queue"));
    return Reply.json(200, QueueStatsJson.DOCUMENT, stats);
  }

  private static Reply pause(RouteCall call) {
    call.waybill().pause(call.value("queue"));
    return show(call);
  }

  private static Reply resume(RouteCall call) {
    call.waybill().resume(call.value("queue"));
    return show(call);
  }

  private static Reply purge(RouteCall call) {
    String queue = call.value("queue");
    if (!call.document(PURGE).equals(queue)) {
      throw InvalidDocument.at("/confirm", "invalid_value", "must be the name of the queue");
    }
    JobFilter waiting = JobFilter.ALL.withQueue(queue).withStates(State.SCHEDULED, State.QUEUED);
    BulkResult result = call.waybill().cancelAll(waiting);
    return Reply.json(200, BulkResultJson.DOCUMENT, result);
  }

  private static Document<String> purgeRequest() {
    Fields<String> fields = Fields.of("Purge", "Cancel all waiting jobs of a queue.");
    var confirm = fields.text("confirm", name -> name, "The name of the queue again.");
    return fields.make(in -> in.get(confirm));
  }
}
