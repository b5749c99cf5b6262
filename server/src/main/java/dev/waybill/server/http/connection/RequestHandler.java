package dev.waybill.server.http.connection;

import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.server.auth.Access;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpErrors;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.api.Routes;
import dev.waybill.server.http.console.ConsoleSignIn;
import dev.waybill.server.http.pages.ConsolePages;
import dev.waybill.server.telemetry.ObservedCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/// Handles every call: finds the route, authenticates the caller, reads the body, runs the route,
/// and sends its answer or a problem document.
public final class RequestHandler extends Handler.Abstract {

  private final Waybill waybill;
  private final HttpAdmission door;
  private final HttpAudit audit;
  private final Served served;
  private final HttpLimits limits;
  private final Exchanges exchanges;
  private final Streams streams;
  private final Bodies bodies;

  /// What the server answers with.
  public record Served(Routes routes, ConsolePages pages, ConsoleSignIn signIn) {}

  public RequestHandler(
      Waybill waybill,
      Access access,
      Served served,
      HttpLimits limits,
      Exchanges exchanges,
      Streams streams) {
    this.waybill = waybill;
    this.door = new HttpAdmission(access, new SessionCookie(limits.console()));
    this.audit = HttpAudit.of(access);
    this.served = served;
    this.limits = limits;
    this.exchanges = exchanges;
    this.streams = streams;
    this.bodies = new Bodies(limits);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Exchange exchange = exchanges.open(request, response, callback);
    exchange.watched().during(() -> answer(request, exchange));
    return true;
  }

  private void answer(Request request, Exchange exchange) {
    try {
      switch (answer(exchange)) {
        case Reply.Document document -> exchange.send(document, limits.writeTime());
        case Reply.Stream stream when request.getMethod().equals("HEAD") ->
            exchange.send(Reply.text(stream.mediaType(), ""), limits.writeTime());
        case Reply.Stream stream -> streams.run(exchange, stream);
        case Reply.Download download -> exchange.send(download, limits.writeTime());
      }
    } catch (RuntimeException | Error failure) {
      fail(exchange, failure);
    }
  }

  private void fail(Exchange exchange, Throwable failure) {
    Reply.Document problem = HttpErrors.reply(failure, exchange.traceId());
    if (exchange.response().isCommitted()) {
      exchange.completion().failed(failure);
      return;
    }
    exchange.response().reset();
    exchange.send(problem, limits.writeTime());
  }

  private Reply answer(Exchange exchange) {
    door.arrive(exchange);
    Optional<Reply> page = page(exchange);
    return page.isPresent() ? page.get() : callRoute(exchange);
  }

  /// A page of the console, which needs no caller.
  private Optional<Reply> page(Exchange exchange) {
    Request request = exchange.request();
    String path = request.getHttpURI().getDecodedPath();
    Optional<Reply> page =
        served
            .signIn()
            .answer(exchange, path)
            .or(() -> served.pages().answer(request.getMethod(), path, exchange::header));
    page.ifPresent(_ -> exchange.watched().leadsTo("/console"));
    return page;
  }

  private Reply callRoute(Exchange exchange) {
    Request request = exchange.request();
    Routes.Match match =
        served.routes().find(request.getMethod(), request.getHttpURI().getDecodedPath());
    exchange.watched().leadsTo(match.route().path().text());
    door.checkName(exchange, match.route());
    refuseOtherOrigins(exchange);
    Caller caller = door.caller(exchange, match.route());
    try {
      String path = request.getHttpURI().getDecodedPath();
      return audit.during(
          new HttpAudit.Subject(exchange, match.route(), caller, path),
          () -> call(exchange, match, caller));
    } finally {
      exchange.releaseBody();
    }
  }

  private RouteCall call(Exchange exchange, Routes.Match match, Caller caller) {
    Route route = match.route();
    tellWatch(exchange.watched(), match, caller);
    HttpAdmission.checkScope(caller, route);
    Query query = query(exchange.request()).checkedFor(route);
    Payload body = route.method().equals("GET") ? Payload.empty() : bodies.read(exchange, route);
    RouteCall.Input input = new RouteCall.Input(match.values(), query, exchange::header);
    return new RouteCall(caller, waybill.tenant(caller.tenant()), input, body, exchange);
  }

  private static void tellWatch(ObservedCall watched, Routes.Match match, Caller caller) {
    watched.concerns("tenant", caller.tenant());
    match
        .values()
        .forEach((name, value) -> watched.concerns(name.equals("id") ? idOf(match) : name, value));
  }

  /// The name of the ID in log entries, such as `job_id` below `/v1/jobs`.
  private static String idOf(Routes.Match match) {
    String path = match.route().path().text();
    return path.startsWith("/v1/jobs") ? "job_id" : "id";
  }

  /// A page of another site must not act with the access of a user's browser.
  private static void refuseOtherOrigins(Exchange exchange) {
    String host = exchange.header("Host").orElse("");
    exchange
        .header("Origin")
        .filter(origin -> !origin.equals("http://" + host) && !origin.equals("https://" + host))
        .ifPresent(
            _ -> {
              throw new HttpRefusal(
                  HttpCode.FORBIDDEN, "this server accepts no calls from pages of other sites");
            });
  }

  private static Query query(Request request) {
    String text = request.getHttpURI().getQuery();
    if (text == null || text.isEmpty()) {
      return new Query(Map.of());
    }
    Map<String, List<String>> values = new HashMap<>();
    for (Fields.Field field : parameters(request)) {
      values.put(field.getName(), field.getValues());
    }
    return new Query(values);
  }

  private static Fields parameters(Request request) {
    try {
      return Request.extractQueryParameters(request);
    } catch (RuntimeException malformed) {
      throw new HttpRefusal(HttpCode.BAD_REQUEST, "the query of the address is malformed");
    }
  }
}
