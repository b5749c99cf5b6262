package dev.waybill.server.http.stream;

import dev.waybill.Payload;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.http.connection.Exchange;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.settings.Limits;
import dev.waybill.topic.TopicEvent;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.JsonOut;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;

/// Events in HTTP bodies: a JSON envelope, or a CloudEvent in one of the three modes of its HTTP
/// binding.
public record EventBody(List<TopicEvent> events, boolean isBatch) {

  private static final String BATCH = "application/cloudevents-batch+json";
  private static final Codec<List<TopicEvent>> EVENTS =
      Codecs.list(
          Codecs.as(Codecs.JSON, EventBody::structured, event -> event.body().text()),
          Limits.EVENTS_PER_CALL);
  private static final String PREFIX = "ce-";

  public static EventBody of(RouteCall call) {
    String type = call.header("Content-Type").orElse(TopicEvent.JSON);
    if (type.startsWith(BATCH)) {
      List<TopicEvent> events = call.document(EVENTS);
      return new EventBody(events.stream().map(EventBody::traced).toList(), true);
    }
    TopicEvent event = TopicEvent.as(type, headers(call.exchange()), call.body());
    return new EventBody(List.of(traced(event)), false);
  }

  /// A page of another site cannot send any of these types without a preflight request.
  public static boolean isKnown(Exchange exchange, String type) {
    return type.startsWith(TopicEvent.CLOUDEVENT) || type.startsWith(BATCH) || isBinary(exchange);
  }

  public static TopicEvent traced(TopicEvent event) {
    return event.withTraceContext(ObservedCall.creationContext(event.traceContext()));
  }

  public static void describe(JsonOut out) {
    out.flag("required", true);
    out.object(
        "content",
        types -> {
          types.raw(TopicEvent.JSON, "{\"schema\":{\"type\":\"object\"}}");
          types.raw(TopicEvent.CLOUDEVENT, "{\"schema\":{\"type\":\"object\"}}");
          types.raw(BATCH, "{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}}");
        });
  }

  private static boolean isBinary(Exchange exchange) {
    return exchange.header("ce-specversion").isPresent();
  }

  private static TopicEvent structured(String json) {
    return TopicEvent.as(TopicEvent.CLOUDEVENT, Map.of(), Payload.of(json));
  }

  private static Map<String, String> headers(Exchange exchange) {
    Map<String, String> headers = new HashMap<>();
    for (HttpField field : exchange.request().getHeaders()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      if (name.startsWith(PREFIX)) {
        headers.put(name, field.getValue());
      }
    }
    return headers;
  }
}
