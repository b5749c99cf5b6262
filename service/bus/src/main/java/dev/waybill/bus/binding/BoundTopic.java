package dev.waybill.bus.binding;

import dev.waybill.base.Text;
import java.util.Map;

/// A topic and what it is bound to.
///
/// @param queues the first part of the names of its queues, such as `bus`
/// @param target the stream or topic in the other system
/// @param options the options of the binding, all of which have defaults
public record BoundTopic(String topic, String queues, String target, Map<String, String> options) {

  public BoundTopic {
    options = Map.copyOf(options);
  }

  public String option(String name) {
    return options.getOrDefault(name, "");
  }

  public boolean has(String flag) {
    return option(flag).equals("true");
  }

  public String tenant() {
    return option("tenant");
  }

  public boolean reads() {
    return !option("direction").equals("out");
  }

  public boolean writes() {
    return !option("direction").equals("in");
  }

  /// The queue of events that could not be published.
  public String invalidQueue() {
    return queues + "-in." + topic;
  }

  /// The queue of events that go to the other system.
  public String outQueue() {
    return queues + "-out." + topic;
  }

  /// The subscription that fills [#outQueue].
  ///
  /// @param kind the kind of the other system
  public String subscription(String kind) {
    return kind + "." + Text.storable(target.replaceAll("[^A-Za-z0-9._:-]", "_"), 58);
  }

  @Override
  public String toString() {
    return topic + "=" + target;
  }
}
