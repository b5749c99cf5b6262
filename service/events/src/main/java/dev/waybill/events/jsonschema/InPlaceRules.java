package dev.waybill.events.jsonschema;

import dev.waybill.events.pattern.StepBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Counts the schemas that references and branches apply to one value; each is counted as often as
/// it is reached. Also finds references that lead back to themselves and would never end.
final class InPlaceRules {

  static final long MAX_APPLIED = 10_000;
  static final int MAX_CHAIN = 100;

  private final Refs refs;
  private final StepBudget steps;
  private final IdentityHashMap<JsonNode, Reach> done = new IdentityHashMap<>();
  private final IdentityHashMap<JsonNode, Boolean> running = new IdentityHashMap<>();

  InPlaceRules(Refs refs, StepBudget steps) {
    this.refs = refs;
    this.steps = steps;
  }

  /// The problem of a schema.
  enum Fault {
    NONE,
    LEADS_BACK,
    TOO_MANY,
    TOO_LONG
  }

  private record Reach(long applied, int chain) {}

  private record Level(JsonNode schema, Iterator<JsonNode> parts, List<JsonNode> all) {}

  /// Checks a schema and everything that it applies to the same value. Visits each schema once.
  Fault look(JsonNode start) {
    Deque<Level> open = new ArrayDeque<>();
    if (!done.containsKey(start)) {
      open.push(level(start));
    }
    while (!open.isEmpty()) {
      Level level = open.peek();
      if (!level.parts().hasNext()) {
        finish(open.pop());
        continue;
      }
      JsonNode part = level.parts().next();
      if (running.containsKey(part)) {
        running.clear();
        return Fault.LEADS_BACK;
      }
      if (!done.containsKey(part)) {
        open.push(level(part));
      }
    }
    Reach reach = done.get(start);
    return reach == null || reach.applied() > MAX_APPLIED
        ? Fault.TOO_MANY
        : reach.chain() > MAX_CHAIN ? Fault.TOO_LONG : Fault.NONE;
  }

  private Level level(JsonNode schema) {
    running.put(schema, true);
    List<JsonNode> parts = parts(schema);
    steps.take(1 + parts.size());
    return new Level(schema, parts.iterator(), parts);
  }

  private void finish(Level level) {
    long applied = 1;
    int chain = 0;
    for (JsonNode part : level.all()) {
      Reach reach = done.get(part);
      if (reach != null) {
        applied = Math.min(applied + reach.applied(), MAX_APPLIED + 1);
        chain = Math.max(chain, reach.chain());
      }
    }
    done.put(level.schema(), new Reach(applied, chain + 1));
    running.remove(level.schema());
  }

  private List<JsonNode> parts(JsonNode schema) {
    List<JsonNode> parts = new ArrayList<>(refs.targets(schema));
    if (schema.isObject()) {
      SubSchemas.inside(
          "",
          schema,
          (keyword, at, inner) -> {
            if (Keywords.IN_PLACE.contains(keyword)) {
              parts.add(inner);
            }
          });
    }
    return parts;
  }
}
