package dev.waybill.server.telemetry;

import dev.waybill.Attempt;
import dev.waybill.State;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The labels of queues, made once each. Callers choose the names of queues, so only the first few
/// hundred have series of their own; the others share one, for a metric store must not grow
/// without end.
final class QueueLabels {

  static final int MOST = 500;
  static final String OTHER = "_other";

  static final AttributeKey<String> TENANT = AttributeKey.stringKey("tenant");
  static final AttributeKey<String> QUEUE = AttributeKey.stringKey("queue");
  static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final AttributeKey<String> ENDING = AttributeKey.stringKey("ending");

  private final Map<String, Map<String, Labels>> known = new ConcurrentHashMap<>();
  private final AtomicInteger size = new AtomicInteger();
  private final Labels other = new Labels(OTHER, OTHER);

  QueueLabels() {
    known.put(dev.waybill.Waybill.DEFAULT_TENANT, new ConcurrentHashMap<>());
  }

  Labels of(String tenant, String queue) {
    Map<String, Labels> queues = known.get(tenant);
    Labels labels = queues == null ? null : queues.get(queue);
    return labels != null ? labels : add(tenant, queue);
  }

  private Labels add(String tenant, String queue) {
    if (size.get() >= MOST) {
      return other;
    }
    return known
        .computeIfAbsent(tenant, _ -> new ConcurrentHashMap<>())
        .computeIfAbsent(queue, _ -> counted(new Labels(tenant, queue)));
  }

  private Labels counted(Labels labels) {
    size.incrementAndGet();
    return labels;
  }

  /// Those that called since the start, and the default one.
  Set<String> tenants() {
    return known.keySet();
  }

  /// The labels of one queue.
  static final class Labels {

    final Attributes queue;
    private final Map<State, Attributes> states = new EnumMap<>(State.class);
    private final Map<Attempt.Ending, Attributes> endings = new EnumMap<>(Attempt.Ending.class);

    Labels(String tenant, String name) {
      queue = Attributes.of(TENANT, tenant, QUEUE, name);
      for (State state : List.of(State.COMPLETED, State.FAILED, State.CANCELLED, State.DEAD)) {
        states.put(state, with(STATE, lower(state)));
      }
      for (Attempt.Ending ending : Attempt.Ending.values()) {
        endings.put(ending, with(ENDING, lower(ending)));
      }
    }

    Attributes state(State terminal) {
      return states.getOrDefault(terminal, queue);
    }

    Attributes ending(Attempt.Ending ending) {
      return endings.getOrDefault(ending, queue);
    }

    Attributes with(AttributeKey<String> key, String value) {
      return queue.toBuilder().put(key, value).build();
    }

    private static String lower(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT);
    }
  }
}
