package dev.waybill.server.http;

import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.server.auth.Authenticator;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.auth.Credentials;
import dev.waybill.server.auth.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/// Where every call comes in: finds the route, asks who is calling, reads the body, lets the route
/// answer, and sends that or the problem there was.
final class Entrance extends Handler.Abstract {

  private static final Caller NOBODY = new Caller(Waybill.DEFAULT_TENANT, Set.of());

  private final Waybill waybill;
  private final Authenticator authenticator;
  private final Routes routes;
  private final HttpLimits limits;
  private final Exchanges exchanges;
  private final Streams streams;
  private final Bodies bodies;

  Entrance(
      Waybill waybill,
      Authenticator authenticator,
      Routes routes,
      HttpLimits limits,
      Exchanges exchanges,
      Streams streams) {
    this.waybill = waybill;
    this.authenticator = authenticator;
    this.routes = routes;
    this.limits = limits;
    this.exchanges = exchanges;
    this.streams = streams;
    this.bodies = new Bodies(limits);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Exchange exchange = exchanges.open(request, response, callback);
    try {
      switch (answer(exchange)) {
        case Reply.Document document -> exchange.send(document, limits.writeTime());
        case Reply.Stream stream when request.getMethod().equals("HEAD") ->
            exchange.send(Reply.text(stream.mediaType(), ""), limits.writeTime());
        case Reply.Stream stream -> streams.run(exchange, stream);
      }
    } catch (RuntimeException | Error failure) {
      fail(exchange, failure);
    }
    return true;
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
    Request request = exchange.request();
    Routes.Match match = routes.find(request.getMethod(), request.getHttpURI().getDecodedPath());
    Route route = match.route();
    refuseOtherOrigins(exchange);
    Caller caller = caller(exchange, route.scope());
    Query query = query(request).checkedFor(route);
    Payload body = route.method().equals("GET") ? Payload.empty() : bodies.read(exchange);
    Waybill theirs = waybill.tenant(caller.tenant());
    return route.handling().handle(new Call(caller, theirs, match.values(), query, body, exchange));
  }

  /// A web page of somebody else must not act through the browser of somebody who may.
  private static void refuseOtherOrigins(Exchange exchange) {
    String host = exchange.header("Host").orElse("");
    exchange
        .header("Origin")
        .filter(origin -> !origin.equals("http://" + host) && !origin.equals("https://" + host))
        .ifPresent(
            _ -> {
              throw new HttpRefusal(
                  HttpCode.FORBIDDEN, "this server takes no calls from pages of other sites");
            });
  }

  private Caller caller(Exchange exchange, @org.jspecify.annotations.Nullable Scope needed) {
    if (needed == null) {
      return NOBODY;
    }
    String authorization = exchange.header("Authorization").orElse(null);
    Caller caller =
        authenticator
            .authenticate(new Credentials(authorization))
            .orElseThrow(
                () ->
                    new HttpRefusal(
                        HttpCode.UNAUTHENTICATED,
                        "this server needs to know who is calling",
                        Map.of("WWW-Authenticate", "Bearer")));
    if (!caller.may(needed)) {
      throw new HttpRefusal(
          HttpCode.FORBIDDEN, "this call needs the scope \"" + needed.wire() + "\"");
    }
    return caller;
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
