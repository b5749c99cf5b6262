package dev.waybill.server.http.api;

import dev.waybill.server.http.connection.RouteCaller;
import java.util.List;

/// Adds routes that call other routes. A module provides it through [java.util.ServiceLoader].
public interface RouteExtension {

  /// @param caller calls the routes of the server
  List<Route> routes(RouteCaller caller, HttpLimits limits);
}
