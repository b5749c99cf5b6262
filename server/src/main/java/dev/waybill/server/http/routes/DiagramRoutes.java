package dev.waybill.server.http.routes;

import dev.waybill.Payload;
import dev.waybill.admin.Scope;
import dev.waybill.document.AcceptedDiagram;
import dev.waybill.document.Diagrams;
import dev.waybill.document.NewDiagram;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Replies;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.wire.document.DiagramJson;
import dev.waybill.wire.document.DiagramRequestJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Creates diagrams of documents, shows and deletes them.
final class DiagramRoutes {

  private static final String SVG = "image/svg+xml";

  /// A browser that opens the picture runs and loads nothing.
  private static final Map<String, String> PICTURE_HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; sandbox",
          "X-Content-Type-Options",
          "nosniff");

  private final InProgress inProgress;

  DiagramRoutes(InProgress inProgress) {
    this.inProgress = inProgress;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
                "/v1/sessions/{session}/diagrams",
                Scope.PRODUCE,
                "Create a diagram of documents",
                this::create)
            .reads(DiagramRequestJson.DOCUMENT, "{\"kind\": \"terms\"}")
            .asks(DocumentRoutes.PRIORITY)
            .answers(202, DiagramRequestJson.ACCEPTED, "Diagram and job are durable.")
            .answers(
                200,
                DiagramRequestJson.ACCEPTED,
                "The key was used before: this is the earlier diagram."),
        Route.get(
                "/v1/sessions/{session}/diagrams",
                Scope.READ,
                "List the diagrams of a session",
                DiagramRoutes::list)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, DiagramJson.PAGE, "In the order of their creation, without their text."),
        Route.get("/v1/diagrams/{id}", Scope.READ, "Show a diagram", DiagramRoutes::show)
            .answers(200, DiagramJson.DOCUMENT, "The diagram with its state and its text."),
        Route.get(
                "/v1/diagrams/{id}/svg",
                Scope.READ,
                "Get the picture of a diagram",
                DiagramRoutes::svg)
            .answers(200, SVG, null, "The picture, without scripts, links and fonts."),
        Route.delete("/v1/diagrams/{id}", Scope.OPERATE, "Delete a diagram", DiagramRoutes::delete)
            .answers(200, Replies.DONE, "The diagram and its job are deleted."));
  }

  private Reply create(RouteCall call) {
    Optional<String> key = InProgress.keyOf(call);
    NewDiagram diagram =
        NewDiagram.of(call.value("session"), call.document(DiagramRequestJson.DOCUMENT))
            .withPriority(DocumentRoutes.priority(call))
            .withRequestId(key.orElse(null))
            .withTraceContext(ObservedCall.creationContext(null));
    return inProgress.during(call, key, () -> created(diagrams(call).create(diagram)));
  }

  private static Reply created(AcceptedDiagram accepted) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Location", "/v1/diagrams/" + accepted.diagram().id());
    if (accepted.duplicate()) {
      headers.put("Idempotent-Replayed", "true");
    }
    return Reply.json(accepted.duplicate() ? 200 : 202, DiagramRequestJson.ACCEPTED, accepted)
        .with(headers);
  }

  private static Reply list(RouteCall call) {
    return Reply.json(
        200,
        DiagramJson.PAGE,
        diagrams(call).list(call.value("session"), Filters.page(call.query())));
  }

  private static Reply show(RouteCall call) {
    return Reply.json(200, DiagramJson.DOCUMENT, diagrams(call).get(call.value("id")));
  }

  private static Reply svg(RouteCall call) {
    Payload picture = diagrams(call).svg(call.value("id"));
    return Reply.bytes(SVG, picture.bytesWithoutCopy()).with(PICTURE_HEADERS);
  }

  private static Reply delete(RouteCall call) {
    if (!diagrams(call).delete(call.value("id"))) {
      throw Diagrams.unknown(call.value("id"));
    }
    return Replies.done();
  }

  private static Diagrams diagrams(RouteCall call) {
    return call.waybill().diagrams();
  }
}
