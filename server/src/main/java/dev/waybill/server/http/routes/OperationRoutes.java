package dev.waybill.server.http.routes;

import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.operation.OperationRecord;
import dev.waybill.server.http.operation.Operations;
import dev.waybill.service.BulkWalk;
import dev.waybill.wire.job.OperationJson;
import dev.waybill.wire.job.OperationRequestJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Bulk operations: changes of all jobs that match a filter. They run in the background at a
/// limited rate and can be previewed, observed and cancelled.
final class OperationRoutes {

  private static final Document<Matching> PREVIEW = preview();
  private static final Document<List<OperationJson>> LIST =
      ListJson.of(
          "Operations",
          "Bulk operations, newest first.",
          "items",
          OperationJson.DOCUMENT,
          Integer.MAX_VALUE);

  private final Operations operations;
  private final InProgress inProgress;

  OperationRoutes(Operations operations, InProgress inProgress) {
    this.operations = operations;
    this.inProgress = inProgress;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/v1/operations", Scope.OPERATE, "Change all jobs that match", this::start)
            .reads(
                OperationRequestJson.DOCUMENT,
                """
                {"action": "redrive", "filter": {"queue": "mails"}, "preview": false, \
                "rate_per_second": 50}\
                """)
            .answers(
                202, OperationJson.DOCUMENT, "The operation has started; `Location` is its path.")
            .answers(200, PREVIEW, "With `preview`: nothing was changed."),
        Route.get("/v1/operations", Scope.READ, "List operations", this::list)
            .answers(200, LIST, "Running operations, and the last finished ones."),
        Route.get("/v1/operations/{id}", Scope.READ, "Get an operation", this::show)
            .answers(200, OperationJson.DOCUMENT, "The operation and its progress."),
        Route.post("/v1/operations/{id}/cancel", Scope.OPERATE, "Cancel an operation", this::cancel)
            .answers(
                200,
                OperationJson.DOCUMENT,
                "The operation is cancelled. Jobs that it changed stay changed."));
  }

  private Reply start(RouteCall call) {
    OperationRequestJson asked = call.document(OperationRequestJson.DOCUMENT);
    Integer rate = asked.rate();
    BulkWalk.Request request =
        new BulkWalk.Request(asked.action(), asked.filter(), rate == null ? 0 : rate);
    if (asked.preview()) {
      return Reply.json(200, PREVIEW, Matching.count(call.waybill(), request.filter()));
    }
    Optional<String> key = InProgress.keyOf(call);
    return inProgress.during(
        call, key, () -> started(operations.start(call.caller().tenant(), request, key)));
  }

  private static Reply started(OperationRecord operation) {
    String id = URLEncoder.encode(operation.id(), StandardCharsets.UTF_8).replace("+", "%20");
    return Reply.json(202, OperationJson.DOCUMENT, operation.shown())
        .with(Map.of("Location", "/v1/operations/" + id));
  }

  private Reply list(RouteCall call) {
    List<OperationRecord> all = operations.list(call.caller().tenant());
    return Reply.json(200, LIST, all.stream().map(OperationRecord::shown).toList());
  }

  private Reply show(RouteCall call) {
    return Reply.json(200, OperationJson.DOCUMENT, find(call).shown());
  }

  private Reply cancel(RouteCall call) {
    OperationRecord operation = operations.cancel(call.caller().tenant(), call.value("id"));
    return Reply.json(200, OperationJson.DOCUMENT, operation.shown());
  }

  private static Document<Matching> preview() {
    Fields<Matching> fields = Fields.of("Preview", "The jobs that an operation would change.");
    var count = fields.whole("matching", Matching::count, "Number of jobs that match now.");
    var isLowerBound =
        fields.flag(
            "is_lower_bound",
            Matching::isLowerBound,
            "Whether there may be more: counting stopped.");
    return fields.make(in -> new Matching(in.get(count), in.get(isLowerBound)));
  }

  private OperationRecord find(RouteCall call) {
    return operations.find(call.caller().tenant(), call.value("id"));
  }
}
