package dev.waybill.server.http.connection;

import dev.waybill.Payload;
import dev.waybill.server.http.api.HttpErrors;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import java.util.List;

/// Calls routes on behalf of a call of another route. The called route checks its scope and its
/// parameters and has its own entry in the audit log.
public final class RouteCaller {

  private final List<Route> routes;
  private final HttpAudit audit;

  public RouteCaller(List<Route> routes, HttpAudit audit) {
    this.routes = List.copyOf(routes);
    this.audit = audit;
  }

  /// @param name the method and the path template, such as `GET /v1/jobs/{id}`
  public Route route(String name) {
    return routes.stream()
        .filter(route -> name.equals(route.method() + " " + route.path().text()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no route " + name));
  }

  /// Calls a route that answers with a whole document.
  ///
  /// @param outer the call that this one is part of
  public Reply.Document call(RouteCall outer, Route route, RouteCall.Input input, Payload body) {
    HttpAudit.Subject subject =
        new HttpAudit.Subject(
            outer.exchange(), route, outer.caller(), route.path().filled(input.values()));
    return switch (audit.during(subject, () -> prepared(outer, route, input, body))) {
      case Reply.Document document -> document;
      case Reply.Stream _, Reply.Download _ ->
          throw new IllegalStateException(route.path().text() + " did not answer with a document");
    };
  }

  private static RouteCall prepared(
      RouteCall outer, Route route, RouteCall.Input input, Payload body) {
    HttpAdmission.checkScope(outer.caller(), route);
    RouteCall.Input checked =
        new RouteCall.Input(input.values(), input.query().checkedFor(route), input.headers());
    return new RouteCall(outer.caller(), outer.waybill(), checked, body, outer.exchange());
  }

  /// Gives a call a name of its own in metrics and traces, instead of the path of its route.
  public static void observe(RouteCall call, String name) {
    call.exchange().watched().leadsTo(name);
  }

  /// The problem document of a call that failed.
  public static Reply.Document problem(RouteCall outer, RuntimeException failure) {
    return HttpErrors.reply(failure, outer.exchange().traceId());
  }
}
