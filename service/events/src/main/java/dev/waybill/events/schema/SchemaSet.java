package dev.waybill.events.schema;

import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.pattern.StepBudget;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// An immutable set of schemas. Independent of their storage.
public final class SchemaSet {

  private static final NavigableMap<SchemaVersion, Entry> NO_VERSIONS = new TreeMap<>();

  private final Map<String, NavigableMap<SchemaVersion, Entry>> types;
  private final CompiledSchemas compiled;

  private SchemaSet(
      Map<String, NavigableMap<SchemaVersion, Entry>> types, CompiledSchemas compiled) {
    this.types = types;
    this.compiled = compiled;
  }

  public static SchemaSet empty() {
    return new SchemaSet(Map.of(), CompiledSchemas.ofHeap());
  }

  /// Stored schemas: they are not checked again, and are compiled when they are used.
  public static SchemaSet of(Collection<EventSchema> stored) {
    return of(stored, CompiledSchemas.ofHeap());
  }

  /// @param compiled the cache of compiled schemas, shared with other sets
  public static SchemaSet of(Collection<EventSchema> stored, CompiledSchemas compiled) {
    SchemaSet set = new SchemaSet(Map.of(), compiled);
    for (EventSchema schema : stored) {
      set = set.with(schema);
    }
    return set;
  }

  /// This set with one more schema, without checking the rules of registration.
  public SchemaSet with(EventSchema schema) {
    Entry known = entries(schema.type()).get(schema.version());
    if (known != null && known.schema().equals(schema)) {
      return this;
    }
    NavigableMap<SchemaVersion, Entry> versions = new TreeMap<>(entries(schema.type()));
    versions.put(schema.version(), new Entry(schema, compiled));
    return with(schema.type(), versions);
  }

  /// This set without one schema.
  public SchemaSet without(String type, SchemaVersion version) {
    NavigableMap<SchemaVersion, Entry> versions = new TreeMap<>(entries(type));
    versions.remove(version);
    return with(type, versions);
  }

  private SchemaSet with(String type, NavigableMap<SchemaVersion, Entry> versions) {
    Map<String, NavigableMap<SchemaVersion, Entry>> more = new java.util.HashMap<>(types);
    if (versions.isEmpty()) {
      more.remove(type);
    } else {
      more.put(type, versions);
    }
    return new SchemaSet(Map.copyOf(more), compiled);
  }

  /// Registers a schema if all rules allow it.
  ///
  /// The same schema again changes nothing. Another schema with the same version is refused, and so
  /// is one that breaks its compatibility mode within a major version, or whose version did not
  /// increase enough. A new major version may be incompatible. Throws
  /// [dev.waybill.Code#INVALID_SCHEMA] if the schema is unusable.
  public Registration register(EventSchema schema) {
    StepBudget steps = StepBudget.forRequest();
    CompiledSchema compiled = CompiledSchema.of(schema.text(), steps);
    try {
      return new RegistrationRules(this, schema, compiled, steps).judge();
    } catch (StepBudget.Exhausted tooCostly) {
      throw tooCostly;
    } catch (WaybillException refused) {
      return Registration.Rejected.because(
          schema.name() + ": " + String.valueOf(refused.getMessage()));
    }
  }

  public Optional<EventSchema> find(String type, SchemaVersion version) {
    return Optional.ofNullable(entries(type).get(version)).map(Entry::schema);
  }

  /// Why the schema of this type and version is unusable; empty if it is usable or does not exist.
  public Optional<String> problem(String type, SchemaVersion version) {
    return Optional.ofNullable(entries(type).get(version)).map(Entry::problem);
  }

  /// The schemas that failed to compile when they were used.
  public List<EventSchema> knownUnusable() {
    return all().stream().filter(one -> compiled.knownProblem(one.text()) != null).toList();
  }

  /// The compiled schema of this type and version. Throws if it is unusable.
  public Optional<CompiledSchema> compiled(String type, SchemaVersion version) {
    return Optional.ofNullable(entries(type).get(version)).map(Entry::compiled);
  }

  /// The highest version of a type.
  public Optional<EventSchema> latest(String type) {
    return Optional.ofNullable(entries(type).lastEntry()).map(last -> last.getValue().schema());
  }

  /// The versions of a type, lowest first.
  public List<SchemaVersion> versions(String type) {
    return List.copyOf(entries(type).keySet());
  }

  /// The types, sorted by name.
  public NavigableSet<String> types() {
    return new TreeSet<>(types.keySet());
  }

  /// All schemas, sorted by type and version.
  public List<EventSchema> all() {
    return types().stream()
        .flatMap(type -> entries(type).values().stream().map(Entry::schema))
        .toList();
  }

  NavigableMap<SchemaVersion, Entry> entries(String type) {
    @Nullable NavigableMap<SchemaVersion, Entry> versions = types.get(type);
    return versions == null ? NO_VERSIONS : versions;
  }

  int size() {
    return types.values().stream().mapToInt(Map::size).sum();
  }

  /// @param cache compiles the schema when it is used
  record Entry(EventSchema schema, CompiledSchemas cache) {

    CompiledSchema compiled() {
      return cache.of(schema.text());
    }

    @Nullable String problem() {
      return cache.problem(schema.text());
    }
  }
}
