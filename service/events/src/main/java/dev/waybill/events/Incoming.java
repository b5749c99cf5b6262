package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.filter.Attribute;
import dev.waybill.events.filter.Subject;
import dev.waybill.topic.TopicEvent;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An event on its way in: what its envelope says, and what was said beside it.
record Incoming(Envelope envelope, @Nullable String correlationId, @Nullable String traceContext) {

  static Incoming of(TopicEvent event) {
    List<Envelope> read =
        Envelopes.read(
            event.contentType(), event.headers(), event.body().bytesWithoutCopy(), defaults(event));
    if (read.size() != 1) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "this is a batch; publish its events as a list, one item each");
    }
    Envelope alone = read.getFirst();
    Envelope envelope = event.attributes().isEmpty() ? alone : alone.withAttributes(beside(event));
    Naming.checkEventId(envelope.id());
    String correlation = envelope.correlationId();
    String trace = envelope.traceparent();
    return new Incoming(
        envelope,
        correlation != null ? correlation : event.correlationId(),
        trace != null ? trace : event.traceContext());
  }

  /// What filter policies look at.
  Subject subject() {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    envelope.attributes().forEach((name, value) -> add(attributes, name, value));
    return Subject.of(attributes, envelope::content);
  }

  private static Defaults defaults(TopicEvent event) {
    String id = event.id();
    if (id != null) {
      Naming.checkEventId(id);
    }
    return new Defaults(id, event.type(), event.source(), true);
  }

  private static Map<String, dev.waybill.events.envelope.Attribute> beside(TopicEvent event) {
    Map<String, dev.waybill.events.envelope.Attribute> beside = new LinkedHashMap<>();
    event.attributes().forEach((name, value) -> beside.put(name, EnvelopeAttributes.of(value)));
    return beside;
  }

  private static void add(
      Map<String, Attribute> attributes,
      String name,
      dev.waybill.events.envelope.Attribute attribute) {
    switch (attribute) {
      case dev.waybill.events.envelope.Attribute.Text(String text) ->
          attributes.put(name, Attribute.text(text));
      case dev.waybill.events.envelope.Attribute.Decimal(String _, BigDecimal value) ->
          attributes.put(name, Attribute.number(value));
      case dev.waybill.events.envelope.Attribute.Flag(boolean value) ->
          attributes.put(name, Attribute.text(Boolean.toString(value)));
      case dev.waybill.events.envelope.Attribute.Items(String json, List<JsonNode> _) ->
          attributes.put(name, Attribute.array(json));
      case dev.waybill.events.envelope.Attribute.Binary _ -> {}
    }
  }
}
