package dev.waybill.server.http;

import dev.waybill.Limits;
import dev.waybill.Payload;
import dev.waybill.topic.TopicEvent;
import dev.waybill.wire.InvalidDocument;
import dev.waybill.wire.JsonOut;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;

/// Events as they travel over HTTP: a JSON body that says what it is, or a CloudEvent in one of the
/// three modes of its HTTP binding.
record EventBody(List<TopicEvent> events, boolean isBatch) {

  private static final String BATCH = "application/cloudevents-batch+json";
  private static final String PREFIX = "ce-";

  static EventBody of(Call call) {
    String type = call.header("Content-Type").orElse(TopicEvent.JSON);
    if (type.startsWith(BATCH)) {
      List<TopicEvent> events =
          call.document(in -> in.list(Limits.EVENTS_PER_CALL, () -> structured(in.raw())));
      return new EventBody(events.stream().map(event -> traced(call, event)).toList(), true);
    }
    if (type.startsWith(TopicEvent.CLOUDEVENT)) {
      return new EventBody(List.of(traced(call, structured(call.body()))), false);
    }
    TopicEvent event = bare(call.body(), type);
    return new EventBody(
        List.of(traced(call, isBinary(call.exchange()) ? binary(call, event) : event)), false);
  }

  /// Another site's page can send none of these without asking first.
  static boolean isKnown(Exchange exchange, String type) {
    return type.startsWith(TopicEvent.CLOUDEVENT) || type.startsWith(BATCH) || isBinary(exchange);
  }

  static TopicEvent traced(Call call, TopicEvent event) {
    Optional<String> traceparent = call.header("traceparent").filter(TraceIds::isTraceparent);
    return event.traceContext() != null || traceparent.isEmpty()
        ? event
        : event.traceContext(traceparent.get());
  }

  static void describe(JsonOut out) {
    out.flag("required", true);
    out.object(
        "content",
        types -> {
          for (String type : List.of(TopicEvent.JSON, TopicEvent.CLOUDEVENT, BATCH)) {
            types.raw(type, "{}");
          }
        });
  }

  private static boolean isBinary(Exchange exchange) {
    return exchange.header("ce-specversion").isPresent();
  }

  private static TopicEvent structured(Payload body) {
    return bare(body, TopicEvent.CLOUDEVENT);
  }

  private static TopicEvent bare(Payload body, String contentType) {
    return new TopicEvent(contentType, body, null, null, null, java.util.Map.of(), null, null);
  }

  /// What the binary mode says in headers is said beside the body.
  private static TopicEvent binary(Call call, TopicEvent body) {
    TopicEvent event = body;
    for (HttpField field : call.exchange().request().getHeaders()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      if (name.startsWith(PREFIX)) {
        event = with(event, name.substring(PREFIX.length()), decoded(name, field.getValue()));
      }
    }
    return event;
  }

  private static TopicEvent with(TopicEvent event, String name, String value) {
    return switch (name) {
      case "id" -> event.id(value);
      case "type" -> event.type(value);
      case "source" -> event.source(value);
      case "correlationid" -> event.correlationId(value).attribute(name, value);
      case "traceparent" -> event.traceContext(value);
      default -> event.attribute(name, value);
    };
  }

  /// Headers carry percent-encoded UTF-8; a plus sign is one.
  private static String decoded(String name, String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw InvalidDocument.at(
          "", "invalid_value", "the header " + name + " is not percent-encoded as it should be");
    }
  }
}
