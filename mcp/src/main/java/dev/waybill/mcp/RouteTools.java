package dev.waybill.mcp;

import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.connection.RouteCaller;
import dev.waybill.wire.json.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Tools that call one route each. Their arguments, their scope and their answers are those of the
/// route.
final class RouteTools {

  /// Parameters for programs: other encodings, long polls and streams.
  private static final Set<String> HIDDEN = Set.of("encoding", "wait", "follow");

  private final RouteCaller caller;

  RouteTools(RouteCaller caller) {
    this.caller = caller;
  }

  List<Tool> reading() {
    return List.of(
        tool(
            "search_jobs",
            "GET /v1/jobs",
            "Search jobs, newest first. All filters are optional and combine; q finds words in"
                + " type, tags, key, IDs, last error and payload. Dead letters have the state"
                + " dead."),
        tool(
            "inspect_job",
            "GET /v1/jobs/{id}",
            "Get a job with its state, payload, result and last error."),
        tool(
            "list_job_attempts",
            "GET /v1/jobs/{id}/attempts",
            "List every attempt to run a job, oldest first, with its outcome and error."),
        tool(
            "read_job_events",
            "GET /v1/jobs/{id}/events",
            "Read the events that a job published while it ran, oldest first."),
        tool(
            "find_event_deliveries",
            "GET /v1/topics/{topic}/deliveries",
            "Find the jobs that an event on a topic became, one per subscription."),
        tool(
            "show_timeline",
            "GET /v1/timelines",
            "Show everything with a correlation ID in order of time: jobs, attempts, events and"
                + " messages."),
        tool(
            "search_messages",
            "GET /v1/messages",
            "Search messages to people (e-mail, SMS, push, chat, webhook), newest first, with"
                + " their latest states. All filters are optional and combine; q finds words in"
                + " subject, body, recipient and tags."),
        tool(
            "inspect_message",
            "GET /v1/messages/{id}",
            "Get a message with its handoff state, its provider state, attempts and events."),
        tool(
            "explain_message",
            "GET /v1/messages/{id}/explain",
            "Explain in one sentence why a message is not delivered yet, was sent twice, or was"
                + " not sent."),
        tool("list_queues", "GET /v1/queues", "List the queues with the number of jobs by state."),
        tool(
            "inspect_operation",
            "GET /v1/operations/{id}",
            "Get the progress of a bulk change that was started."));
  }

  List<Tool> changing() {
    return List.of(
        tool(
            "send_message",
            "POST /v1/messages",
            "Send one message to one recipient. Set request_id to a unique text, so that a"
                + " repeated call does not send it twice."),
        tool(
            "resend_message",
            "POST /v1/messages/{id}/resend",
            "Send a message again as its next attempt. The recipient may get it twice."),
        tool(
            "redrive_job",
            "POST /v1/jobs/{id}/redrive",
            "Run a dead job again, with its counts reset."));
  }

  private Tool tool(String name, String routeName, String about) {
    Route route = caller.route(routeName);
    List<Shape.Field> arguments = arguments(route);
    return new Tool(
        new Tool.Label(name, about),
        Objects.requireNonNull(route.scope()),
        !route.method().equals("GET"),
        arguments,
        (call, given) -> {
          RouteArguments read = new RouteArguments(route, arguments, given);
          return caller.call(call, route, read.input(), read.body());
        });
  }

  private static List<Shape.Field> arguments(Route route) {
    List<Shape.Field> fields = new ArrayList<>();
    for (String name : route.path().parameters()) {
      fields.add(Shape.required(name, Shape.Scalar.TEXT, aboutParameter(route, name)));
    }
    for (Route.Parameter asked : route.query()) {
      if (!HIDDEN.contains(asked.name())) {
        fields.add(field(asked));
      }
    }
    Shape request = route.request();
    if (request != null) {
      fields.addAll(request.fields());
    }
    return List.copyOf(fields);
  }

  private static Shape.Field field(Route.Parameter asked) {
    if (asked.name().equals(RouteArguments.LIMIT_FIELD.name())) {
      return RouteArguments.LIMIT_FIELD;
    }
    Shape.Kind kind = asked.repeatable() ? new Shape.Items(asked.kind()) : asked.kind();
    return new Shape.Field(asked.name(), kind, asked.required(), asked.summary());
  }

  /// Such as "ID of the job." for `/v1/jobs/{id}`.
  private static String aboutParameter(Route route, String name) {
    String resource = route.path().parts().get(2).replaceFirst("s$", "");
    return (name.equals("id") ? "ID" : "Name") + " of the " + resource + ".";
  }
}
