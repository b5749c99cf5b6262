package dev.waybill.server.http;

import dev.waybill.server.auth.Scope;
import dev.waybill.wire.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thing that can be asked for, with all that is published about it.
///
/// @param scope what the caller must be allowed to do; null lets everybody in
/// @param query the parameters it knows; others are refused
/// @param request the document it reads, where it reads one
/// @param example such a document
/// @param answers what comes back when all is well
record Route(
    String method,
    PathTemplate path,
    @Nullable Scope scope,
    String summary,
    List<Parameter> query,
    @Nullable Shape request,
    @Nullable String example,
    List<Answer> answers,
    Handling handling) {

  /// Answers a call.
  interface Handling {
    Reply handle(Call call);
  }

  record Parameter(String name, String summary, boolean repeatable) {

    static Parameter of(String name, String summary) {
      return new Parameter(name, summary, false);
    }
  }

  /// @param shape the document, or null where it is none of ours
  record Answer(int status, String mediaType, @Nullable Shape shape, String summary) {}

  static Route get(String path, @Nullable Scope scope, String summary, Handling handling) {
    return new Route(
        "GET", PathTemplate.of(path), scope, summary, List.of(), null, null, List.of(), handling);
  }

  static Route post(String path, Scope scope, String summary, Handling handling) {
    return new Route(
        "POST", PathTemplate.of(path), scope, summary, List.of(), null, null, List.of(), handling);
  }

  static Route put(String path, Scope scope, String summary, Handling handling) {
    return new Route(
        "PUT", PathTemplate.of(path), scope, summary, List.of(), null, null, List.of(), handling);
  }

  static Route patch(String path, Scope scope, String summary, Handling handling) {
    return new Route(
        "PATCH", PathTemplate.of(path), scope, summary, List.of(), null, null, List.of(), handling);
  }

  Route reads(Shape shape, String json) {
    return new Route(method, path, scope, summary, query, shape, json, answers, handling);
  }

  Route asks(Parameter... parameters) {
    return new Route(
        method, path, scope, summary, List.of(parameters), request, example, answers, handling);
  }

  Route answers(int status, Shape shape, String meaning) {
    return answers(status, "application/json", shape, meaning);
  }

  Route answers(int status, String mediaType, @Nullable Shape shape, String meaning) {
    List<Answer> more = new ArrayList<>(answers);
    more.add(new Answer(status, mediaType, shape, meaning));
    return new Route(
        method, path, scope, summary, query, request, example, List.copyOf(more), handling);
  }

  boolean knows(String parameter) {
    return query.stream().anyMatch(known -> known.name().equals(parameter));
  }
}
