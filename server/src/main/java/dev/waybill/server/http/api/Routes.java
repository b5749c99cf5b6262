package dev.waybill.server.http.api;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The table of all routes. The description of the API is generated from it.
public record Routes(List<Route> all) {

  /// A route and its path parameters.
  public record Match(Route route, Map<String, String> values) {}

  /// The route of a call; refuses with 404 or 405 if there is none.
  public Match find(String method, String path) {
    List<String> parts = PathTemplate.split(path);
    TreeSet<String> allowed = new TreeSet<>();
    for (Route route : all) {
      Map<String, String> values = route.path().match(parts);
      if (values != null && isMethod(route, method)) {
        return new Match(route, values);
      }
      if (values != null) {
        allowed.add(route.method());
      }
    }
    if (allowed.isEmpty()) {
      throw new HttpRefusal(
          HttpCode.NO_SUCH_ROUTE, "there is no operation at this path; see /docs");
    }
    String methods = String.join(", ", allowed);
    throw new HttpRefusal(
        HttpCode.METHOD_NOT_ALLOWED, "this path supports " + methods, Map.of("Allow", methods));
  }

  private static boolean isMethod(Route route, String method) {
    return route.method().equals(method) || (method.equals("HEAD") && route.method().equals("GET"));
  }
}
