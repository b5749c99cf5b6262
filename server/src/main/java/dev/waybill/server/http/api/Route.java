package dev.waybill.server.http.api;

import dev.waybill.admin.Scope;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Shape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An operation of the API, with its published description.
///
/// @param scope the required scope; null if the operation is public
/// @param also another scope that is enough; null if there is none
/// @param query the supported parameters; others are refused
/// @param request the document in the body, or null if there is none
/// @param example an example of that document
/// @param body the format of the body
/// @param answers the answers to a successful call
public record Route(
    String method,
    PathTemplate path,
    @Nullable Scope scope,
    @Nullable Scope also,
    String summary,
    List<Parameter> query,
    @Nullable Shape request,
    @Nullable String example,
    Body body,
    List<Answer> answers,
    Handling handling) {

  /// The format of a body.
  public enum Body {
    JSON,
    /// An event in any known envelope.
    EVENTS,
    /// JSON or [WorkBytes].
    WORK,
    /// Any JSON document of the caller.
    DOCUMENT,
    /// Any bytes, streamed.
    BYTES,
    /// A JSON-RPC message of at most 1 MiB.
    RPC,
    /// Files of a form, streamed, or the JSON document that names them.
    FORM,
    /// Lines of JSON or CSV.
    LINES,
    /// A webhook of a provider, in the format of that provider: at most 1 MiB of any media type.
    WEBHOOK
  }

  /// Answers a call.
  public interface Handling {
    Reply handle(RouteCall call);
  }

  /// A parameter of the query.
  public record Parameter(
      String name, String summary, Shape.Kind kind, boolean repeatable, boolean required) {

    public Parameter(String name, String summary, boolean repeatable) {
      this(name, summary, Shape.Scalar.TEXT, repeatable, false);
    }

    public static Parameter of(String name, String summary) {
      return new Parameter(name, summary, false);
    }

    public static Parameter of(String name, Shape.Kind kind, String summary) {
      return new Parameter(name, summary, kind, false, false);
    }

    public static Parameter required(String name, String summary) {
      return new Parameter(name, summary, Shape.Scalar.TEXT, false, true);
    }

    static Parameter repeated(String name, Shape.Kind kind, String summary) {
      return new Parameter(name, summary, kind, true, false);
    }
  }

  /// The media type of payloads and results without an envelope.
  public static final String BYTES = "application/octet-stream";

  /// @param shape the document, or null if the answer is not a Waybill document
  record Answer(int status, String mediaType, @Nullable Shape shape, String summary) {}

  public static Route get(String path, @Nullable Scope scope, String summary, Handling handling) {
    return of("GET", path, scope, summary, handling);
  }

  public static Route post(String path, @Nullable Scope scope, String summary, Handling handling) {
    return of("POST", path, scope, summary, handling);
  }

  public static Route put(String path, Scope scope, String summary, Handling handling) {
    return of("PUT", path, scope, summary, handling);
  }

  public static Route patch(String path, Scope scope, String summary, Handling handling) {
    return of("PATCH", path, scope, summary, handling);
  }

  public static Route delete(
      String path, @Nullable Scope scope, String summary, Handling handling) {
    return of("DELETE", path, scope, summary, handling);
  }

  private static Route of(
      String method, String path, @Nullable Scope scope, String summary, Handling handling) {
    return new Route(
        method,
        PathTemplate.of(path),
        scope,
        null,
        summary,
        List.of(),
        null,
        null,
        Body.JSON,
        List.of(),
        handling);
  }

  public Route reads(Document<?> document, String json) {
    return reads(document.shape(), json);
  }

  public Route reads(Shape shape, String json) {
    return new Route(
        method, path, scope, also, summary, query, shape, json, body, answers, handling);
  }

  public Route reads(Body kind) {
    return new Route(
        method, path, scope, also, summary, query, request, example, kind, answers, handling);
  }

  /// This route for callers with another scope as well.
  public Route orFor(Scope other) {
    return new Route(
        method, path, scope, other, summary, query, request, example, body, answers, handling);
  }

  /// This route with another way to answer calls.
  public Route with(Handling other) {
    return new Route(
        method, path, scope, also, summary, query, request, example, body, answers, other);
  }

  public Route asks(Parameter... parameters) {
    return asks(List.of(parameters));
  }

  public Route asks(List<Parameter> parameters) {
    List<Parameter> more = new ArrayList<>(query);
    more.addAll(parameters);
    return new Route(
        method,
        path,
        scope,
        also,
        summary,
        List.copyOf(more),
        request,
        example,
        body,
        answers,
        handling);
  }

  public Route answers(int status, Document<?> document, String meaning) {
    return answers(status, "application/json", document.shape(), meaning);
  }

  public Route answers(int status, String mediaType, @Nullable Shape shape, String meaning) {
    List<Answer> more = new ArrayList<>(answers);
    more.add(new Answer(status, mediaType, shape, meaning));
    return new Route(
        method,
        path,
        scope,
        also,
        summary,
        query,
        request,
        example,
        body,
        List.copyOf(more),
        handling);
  }

  boolean knows(String parameter) {
    return query.stream().anyMatch(known -> known.name().equals(parameter));
  }
}
