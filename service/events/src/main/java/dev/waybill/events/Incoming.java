package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.EnvelopeAttribute;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.filter.FilterValue;
import dev.waybill.events.filter.Subject;
import dev.waybill.topic.TopicEvent;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    Map<String, FilterValue> values = new LinkedHashMap<>();
    envelope.attributes().forEach((name, value) -> add(values, name, value));
    return Subject.of(values, envelope::content);
  }

  private static Defaults defaults(TopicEvent event) {
    String id = event.id();
    if (id != null) {
      Naming.checkEventId(id);
    }
    return new Defaults(id, event.type(), event.source(), true);
  }

  private static Map<String, EnvelopeAttribute> beside(TopicEvent event) {
    Map<String, EnvelopeAttribute> beside = new LinkedHashMap<>();
    event.attributes().forEach((name, value) -> beside.put(name, EnvelopeAttribute.of(value)));
    return beside;
  }

  private static void add(
      Map<String, FilterValue> values, String name, EnvelopeAttribute attribute) {
    switch (attribute) {
      case EnvelopeAttribute.Text(String text) -> values.put(name, FilterValue.text(text));
      case EnvelopeAttribute.Decimal(String _, BigDecimal value) ->
          values.put(name, FilterValue.number(value));
      case EnvelopeAttribute.Flag(boolean value) ->
          values.put(name, FilterValue.text(Boolean.toString(value)));
      case EnvelopeAttribute.Items(String json) -> values.put(name, FilterValue.array(json));
      case EnvelopeAttribute.Binary _ -> {}
    }
  }
}
