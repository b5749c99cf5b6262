package dev.waybill.server.telemetry;

import dev.waybill.Attempt;
import dev.waybill.State;
import dev.waybill.Waybill;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The labels of queues, created once each. Callers choose the names of queues, and a metrics store
/// must not grow without bound, so the number of series is limited: a tenant may have as many
/// queues with series of their own as there are series left for the other tenants. The rest of its
/// queues share one series with the queue `_other`.
final class QueueLabels {

  static final int MOST = 1000;
  static final int MOST_TENANTS = 200;
  static final String OTHER = "_other";

  static final AttributeKey<String> TENANT = AttributeKey.stringKey("tenant");
  static final AttributeKey<String> QUEUE = AttributeKey.stringKey("queue");
  static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final AttributeKey<String> ENDING = AttributeKey.stringKey("ending");

  private final Map<String, Tenant> tenants = new ConcurrentHashMap<>();
  private final Labels other = new Labels(OTHER, OTHER);
  private volatile int size;
  private volatile Consumer<Labels> beginning = _ -> {};

  /// The queues of one tenant.
  private static final class Tenant {
    final Map<String, Labels> queues = new ConcurrentHashMap<>();
    final Labels rest;

    Tenant(String name) {
      rest = new Labels(name, OTHER);
    }
  }

  QueueLabels() {
    tenants.put(Waybill.DEFAULT_TENANT, new Tenant(Waybill.DEFAULT_TENANT));
  }

  /// Calls this with the labels of each queue that has series of its own, when it is first seen.
  void onNew(Consumer<Labels> begins) {
    beginning = begins;
  }

  Labels of(String tenant, String queue) {
    Tenant known = tenants.get(tenant);
    Labels labels = known == null ? null : known.queues.get(queue);
    if (labels != null) {
      return labels;
    }
    return known != null && isFull(known) ? known.rest : add(tenant, queue);
  }

  private synchronized Labels add(String tenant, String queue) {
    if (!tenants.containsKey(tenant) && tenants.size() >= MOST_TENANTS) {
      return other;
    }
    Tenant known = tenants.computeIfAbsent(tenant, Tenant::new);
    Labels labels = known.queues.get(queue);
    if (labels != null || isFull(known)) {
      return labels != null ? labels : known.rest;
    }
    Labels made = new Labels(tenant, queue);
    known.queues.put(queue, made);
    size = size + 1;
    beginning.accept(made);
    return made;
  }

  private boolean isFull(Tenant tenant) {
    return tenant.queues.size() >= MOST - size;
  }

  /// The tenants that have called since the start, and the default one.
  Set<String> tenants() {
    return tenants.keySet();
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

    Collection<Attributes> states() {
      return states.values();
    }

    Collection<Attributes> endings() {
      return endings.values();
    }

    Attributes with(AttributeKey<String> key, String value) {
      return queue.toBuilder().put(key, value).build();
    }

    private static String lower(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT);
    }
  }
}
