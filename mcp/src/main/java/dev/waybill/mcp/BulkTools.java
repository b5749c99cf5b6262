package dev.waybill.mcp;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.RouteCaller;
import dev.waybill.service.BulkWalk;
import dev.waybill.wire.job.OperationRequestJson;
import dev.waybill.wire.json.JsonOut;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tools that change many jobs at once: one makes a plan, the other applies it. Both call the route
/// for bulk operations, with its scope and its entries in the audit log.
final class BulkTools {

  private final RouteCaller caller;
  private final Route start;
  private final Route find;

  BulkTools(RouteCaller caller) {
    this.caller = caller;
    this.start = caller.route("POST /v1/operations");
    this.find = caller.route("GET /v1/operations/{id}");
  }

  List<Tool> all() {
    return List.of(
        new Tool(
            new Tool.Label(
                "plan_bulk_change",
                "Plan a change of all jobs that match a filter, and count them. Changes nothing."
                    + " Show the plan to the user before you apply it."),
            Scope.OPERATE,
            false,
            BulkPlan.REQUEST.shape().fields(),
            this::plan),
        new Tool(
            new Tool.Label(
                "apply_bulk_change",
                "Apply a plan of plan_bulk_change. Pass all its fields unchanged. Refused if it"
                    + " has expired or if other jobs match now. Returns the operation, which runs"
                    + " in the background; repeat inspect_operation with its id to follow it."),
            Scope.OPERATE,
            true,
            BulkPlan.DOCUMENT.shape().fields(),
            this::apply));
  }

  private Reply.Document plan(RouteCall call, Map<String, Object> given) {
    BulkWalk.Request request = BulkPlan.REQUEST.read(JsonOut.tree(given));
    Route planning =
        start.with(
            inner ->
                Reply.json(200, BulkPlan.DOCUMENT, plans(inner).plan(inner.waybill(), request)));
    return caller.call(call, planning, input(RouteCall.Headers.NONE), body(request, true));
  }

  /// The hash is the idempotency key, so a plan that is applied twice is one operation.
  private Reply.Document apply(RouteCall call, Map<String, Object> given) {
    BulkPlan plan = BulkPlan.DOCUMENT.read(JsonOut.tree(given));
    Route applying = start.with(inner -> applied(inner, plan));
    RouteCall.Headers key =
        name -> name.equals("Idempotency-Key") ? Optional.of(plan.hash()) : Optional.empty();
    return caller.call(call, applying, input(key), body(plan.request(), false));
  }

  private Reply applied(RouteCall call, BulkPlan plan) {
    Optional<Reply> before = started(call, plan);
    if (before.isPresent()) {
      return before.get();
    }
    plans(call).check(call.waybill(), plan);
    return start.handling().handle(call);
  }

  private Optional<Reply> started(RouteCall call, BulkPlan plan) {
    RouteCall.Input input =
        new RouteCall.Input(Map.of("id", plan.hash()), new Query(Map.of()), RouteCall.Headers.NONE);
    try {
      return Optional.of(caller.call(call, find, input, Payload.empty()));
    } catch (WaybillException refused) {
      if (refused.code() == Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private static BulkPlans plans(RouteCall call) {
    return call.waybill().service(BulkPlans.class);
  }

  private static RouteCall.Input input(RouteCall.Headers headers) {
    return new RouteCall.Input(Map.of(), new Query(Map.of()), headers);
  }

  private static Payload body(BulkWalk.Request request, boolean preview) {
    Integer rate = request.ratePerSecond() == 0 ? null : request.ratePerSecond();
    return Payload.wrap(
        OperationRequestJson.DOCUMENT.bytes(
            new OperationRequestJson(request.action(), request.filter(), preview, rate)));
  }
}
