package dev.waybill.events.consume;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.events.schema.SchemaVersion;
import java.time.InstantSource;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Configures an [EventConsumer].
public final class EventConsumerBuilder {

  final Waybill waybill;
  private final Map<String, NavigableSet<SchemaVersion>> reads = new TreeMap<>();
  Handling otherMajor = Handling.REJECT;
  InstantSource clock = InstantSource.system();

  EventConsumerBuilder(Waybill waybill) {
    this.waybill = waybill;
  }

  /// Declares a version of a type that the program reads; call it once per version. Events of older
  /// versions are upcast to the highest of them that registered upcasts lead to.
  ///
  /// @param version `1.0` or `1.0.0`, as its schema is registered
  public EventConsumerBuilder reads(String type, String version) {
    reads.computeIfAbsent(type, _ -> new TreeSet<>()).add(SchemaVersion.of(version));
    return this;
  }

  /// Whether to handle or to reject an event of another major version without an upcast; the
  /// default is to reject it. Either way a warning is logged, once per version in 10 minutes.
  public EventConsumerBuilder otherMajor(Handling handling) {
    otherMajor = handling;
    return this;
  }

  EventConsumerBuilder clock(InstantSource time) {
    clock = time;
    return this;
  }

  /// @param handler handles the events; may run on many threads at once
  public EventConsumer handle(EventHandler handler) {
    if (reads.isEmpty()) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "a consumer must read at least one type");
    }
    return new EventConsumer(this, handler);
  }

  Map<String, NavigableSet<SchemaVersion>> reads() {
    Map<String, NavigableSet<SchemaVersion>> copy = new TreeMap<>();
    reads.forEach((type, versions) -> copy.put(type, new TreeSet<>(versions)));
    return copy;
  }
}
