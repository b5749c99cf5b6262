package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/// Converts old events to newer versions in steps. Immutable.
///
/// A step leads to a higher version, so a chain cannot loop.
public final class Upcasters {

  private final List<Step> steps;

  private Upcasters(List<Step> steps) {
    this.steps = steps;
  }

  public static Upcasters none() {
    return new Upcasters(List.of());
  }

  /// The upcasts of registered schemas.
  public static Upcasters of(SchemaSet schemas) {
    List<Step> steps = new ArrayList<>();
    for (EventSchema schema : schemas.all()) {
      Upcast upcast = schema.upcast();
      if (upcast != null) {
        steps.add(new Step(schema.type(), upcast.from(), schema.version(), upcast::apply));
      }
    }
    return new Upcasters(List.copyOf(steps));
  }

  /// Adds a step that is written as code. It must not change its argument.
  public Upcasters with(
      String type, SchemaVersion from, SchemaVersion to, UnaryOperator<JsonNode> change) {
    Step step = new Step(type, from, to, change);
    if (from.compareTo(to) >= 0) {
      throw refused(step, "would run in a loop: lead it to a higher version");
    }
    if (steps.stream().anyMatch(step::isLike)) {
      throw refused(step, "exists already: remove one of the two");
    }
    List<Step> more = new ArrayList<>(steps);
    more.add(step);
    return new Upcasters(List.copyOf(more));
  }

  /// The versions of the conversion, including both ends; empty if no chain exists. The chain has
  /// the fewest steps.
  public List<SchemaVersion> path(String type, SchemaVersion from, SchemaVersion to) {
    List<Step> chain = from.equals(to) ? List.of() : chain(type, from, to);
    List<SchemaVersion> path = new ArrayList<>();
    if (from.equals(to) || !chain.isEmpty()) {
      path.add(from);
      chain.forEach(step -> path.add(step.to()));
    }
    return path;
  }

  /// The event in the newer version; the argument is not changed.
  public JsonNode upcast(String type, JsonNode event, SchemaVersion from, SchemaVersion to) {
    if (from.equals(to)) {
      return event;
    }
    List<Step> chain = chain(type, from, to);
    if (chain.isEmpty()) {
      throw new WaybillException(
          Code.NOT_FOUND,
          "no upcast leads from %s %s to %s; register one with the schema of %s"
              .formatted(type, from, to, to));
    }
    JsonNode current = event;
    for (Step step : chain) {
      current = step.change().apply(current);
    }
    return current;
  }

  private List<Step> chain(String type, SchemaVersion from, SchemaVersion to) {
    Deque<List<Step>> open = new ArrayDeque<>(List.of(List.of()));
    Set<SchemaVersion> seen = new HashSet<>();
    while (!open.isEmpty()) {
      List<Step> chain = open.removeFirst();
      SchemaVersion at = chain.isEmpty() ? from : chain.getLast().to();
      if (at.equals(to)) {
        return chain;
      }
      if (seen.add(at)) {
        steps.stream()
            .filter(step -> step.type().equals(type) && step.from().equals(at))
            .forEach(step -> open.addLast(longer(chain, step)));
      }
    }
    return List.of();
  }

  private static List<Step> longer(List<Step> chain, Step step) {
    List<Step> longer = new ArrayList<>(chain);
    longer.add(step);
    return longer;
  }

  private static WaybillException refused(Step step, String why) {
    return new WaybillException(
        Code.INVALID_ARGUMENT,
        "the upcast of %s from %s to %s %s".formatted(step.type(), step.from(), step.to(), why));
  }

  private record Step(
      String type, SchemaVersion from, SchemaVersion to, UnaryOperator<JsonNode> change) {

    boolean isLike(Step other) {
      return type.equals(other.type) && from.equals(other.from) && to.equals(other.to);
    }
  }
}
