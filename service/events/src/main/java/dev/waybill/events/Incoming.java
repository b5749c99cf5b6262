package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.filter.Subject;
import dev.waybill.topic.TopicEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An event to be published: its envelope, and the values that were given beside it.
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
    Envelope envelope =
        event.attributes().isEmpty() ? alone : alone.withAttributes(event.attributes());
    Naming.checkEventId(envelope.id());
    String correlation = envelope.correlationId();
    String trace = envelope.traceparent();
    return new Incoming(
        envelope,
        correlation != null ? correlation : event.correlationId(),
        trace != null ? trace : event.traceContext());
  }

  /// The event as filter policies see it.
  Subject subject() {
    return Subject.of(envelope.attributes(), envelope::content);
  }

  private static Defaults defaults(TopicEvent event) {
    String id = event.id();
    if (id != null) {
      Naming.checkEventId(id);
    }
    return new Defaults(id, event.type(), event.source(), true);
  }
}
