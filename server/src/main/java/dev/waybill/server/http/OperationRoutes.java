package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.server.auth.Scope;
import dev.waybill.wire.Shape;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Changes of many jobs by filter: counted first where asked, then done page by page, slowly where
/// asked, and to be watched and cancelled meanwhile.
final class OperationRoutes {

  private static final Shape PREVIEW =
      Shape.of(
          "Preview",
          "What an operation would change.",
          required("matching", WHOLE, "How many jobs match now."),
          required("is_lower_bound", FLAG, "There are this many or more: counting stopped."));
  private static final Shape LIST =
      Shape.of(
          "Operations",
          "Bulk operations.",
          required(
              "items", new Shape.Items(new Shape.Part(OperationRecord.SHAPE)), "Newest first."));

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
                OperationRequest.SHAPE,
                """
                {"action": "redrive", "filter": {"queue": "mails"}, "preview": false, \
                "rate_per_second": 50}\
                """)
            .answers(202, OperationRecord.SHAPE, "It runs; `Location` leads to it.")
            .answers(200, PREVIEW, "With `preview`: nothing was changed."),
        Route.get("/v1/operations", Scope.READ, "List operations", this::list)
            .answers(200, LIST, "Running ones and the last that have ended."),
        Route.get("/v1/operations/{id}", Scope.READ, "Show an operation", this::show)
            .answers(200, OperationRecord.SHAPE, "How far it is."),
        Route.post(
                "/v1/operations/{id}/cancel", Scope.OPERATE, "Change no further job", this::cancel)
            .answers(200, OperationRecord.SHAPE, "What was changed stays changed."));
  }

  private Reply start(Call call) {
    OperationRequest request = call.document(OperationRequest::read);
    if (request.preview()) {
      Matching matching = Matching.count(call.waybill(), request.filter());
      return Reply.json(
          200,
          out -> {
            out.number("matching", matching.count());
            out.flag("is_lower_bound", matching.isLowerBound());
          });
    }
    Optional<String> key = InProgress.keyOf(call);
    return inProgress.during(
        call, key, () -> started(operations.start(call.caller().tenant(), request, key)));
  }

  private static Reply started(OperationRecord operation) {
    String id = URLEncoder.encode(operation.id(), StandardCharsets.UTF_8).replace("+", "%20");
    return Reply.json(202, operation::write).with(Map.of("Location", "/v1/operations/" + id));
  }

  private Reply list(Call call) {
    List<OperationRecord> all = operations.list(call.caller().tenant());
    return Reply.json(200, out -> out.objects("items", all, (item, one) -> one.write(item)));
  }

  private Reply show(Call call) {
    return Reply.json(200, find(call)::write);
  }

  private Reply cancel(Call call) {
    OperationRecord operation = operations.cancel(call.caller().tenant(), call.value("id"));
    return Reply.json(200, operation::write);
  }

  private OperationRecord find(Call call) {
    return operations.find(call.caller().tenant(), call.value("id"));
  }
}
