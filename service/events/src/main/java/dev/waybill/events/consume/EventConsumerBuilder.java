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

/// Says what an [EventConsumer] reads.
public final class EventConsumerBuilder {

  final Waybill waybill;
  private final Map<String, NavigableSet<SchemaVersion>> reads = new TreeMap<>();
  Handling otherMajor = Handling.REJECT;
  InstantSource clock = InstantSource.system();

  EventConsumerBuilder(Waybill waybill) {
    this.waybill = waybill;
  }

  /// The program is written for this version of a type; for several, say so several times. Events
  /// of older versions are upcast to the highest of them that registered upcasts lead to.
  ///
  /// @param version `1.0` or `1.0.0`, as its schema is registered
  public EventConsumerBuilder reads(String type, String version) {
    reads.computeIfAbsent(type, _ -> new TreeSet<>()).add(SchemaVersion.of(version));
    return this;
  }

  /// What to do with an event of another major version that no upcast leads away from: to handle it
  /// as it is, or to reject it, which is what happens where nothing is said. It is logged as a
  /// warning either way, for each version once in ten minutes.
  public EventConsumerBuilder otherMajor(Handling handling) {
    otherMajor = handling;
    return this;
  }

  EventConsumerBuilder clock(InstantSource time) {
    clock = time;
    return this;
  }

  /// @param handler what the program does with such an event; may run on many threads at once
  public EventConsumer handle(EventHandler handler) {
    if (reads.isEmpty()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "a consumer needs at least one type that it reads");
    }
    return new EventConsumer(this, handler);
  }

  Map<String, NavigableSet<SchemaVersion>> reads() {
    Map<String, NavigableSet<SchemaVersion>> copy = new TreeMap<>();
    reads.forEach((type, versions) -> copy.put(type, new TreeSet<>(versions)));
    return copy;
  }
}
