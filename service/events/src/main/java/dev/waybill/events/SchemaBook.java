package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.engine.register.Register;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.events.schema.CompiledSchemas;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.Registration;
import dev.waybill.events.schema.SchemaSet;
import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.topic.Unusable;
import dev.waybill.wire.topic.SchemaJson;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// All schemas of a store. Built-in schemas check the events of every tenant, and are listed for
/// tenants that use their types.
final class SchemaBook {

  private final Register<EventSchema> register;
  private final SchemaSet builtIn = SchemaSet.of(BuiltInSchemas.all(), CompiledSchemas.ofHeap());
  private final Map<String, SchemaSet> sets = new ConcurrentHashMap<>();

  SchemaBook(Ledger ledger, InstantSource clock) {
    register =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, "schemas", "definitions"),
            new Register.Form<>(
                schema -> SchemaJson.DOCUMENT.bytes(schema.definition()),
                bytes -> EventSchema.of(SchemaJson.DOCUMENT.readAnswer(bytes))),
            new Register.Limit("schemas", Limits.SCHEMAS, Limits.SCHEMA_BYTES),
            clock);
    register.follow(this::apply);
  }

  /// The schemas that this server has read so far.
  SchemaSet known(String tenant) {
    register.refresh();
    return set(tenant);
  }

  /// The current schemas.
  SchemaSet read(String tenant) {
    register.readAll();
    return set(tenant);
  }

  /// The schemas of a tenant's own types, and the built-in ones of types that it uses.
  ///
  /// @param published the types of events that the tenant has published
  List<EventSchema> listed(String tenant, Set<String> published) {
    Set<String> own = ownTypes(tenant);
    return set(tenant).all().stream()
        .filter(one -> own.contains(one.type()) || published.contains(one.type()))
        .toList();
  }

  private Set<String> ownTypes(String tenant) {
    return register.readAll().entrySet().stream()
        .filter(entry -> entry.getKey().tenant().equals(tenant))
        .map(entry -> entry.getValue().type())
        .collect(Collectors.toSet());
  }

  void register(String tenant, EventSchema schema) {
    register.change(
        name(tenant, schema.type(), schema.version()), before -> judged(tenant, schema, before));
  }

  /// Returns false if the schema does not exist. Refuses a schema that can be used.
  boolean delete(String tenant, String type, SchemaVersion version) {
    Register.Name name = name(tenant, type, version);
    SchemaSet set = read(tenant);
    boolean exists = register.exists(name) || set.find(type, version).isPresent();
    boolean usable = set.find(type, version).isPresent() && set.problem(type, version).isEmpty();
    if (usable) {
      throw new WaybillException(
          Code.WRONG_STATE,
          "schema %s %s is usable; only an unusable schema can be deleted"
              .formatted(type, version));
    }
    register.change(name, _ -> null);
    return exists;
  }

  /// Schemas that cannot be read, and schemas that failed to compile when they were used.
  List<Unusable> unusable(String tenant) {
    List<Unusable> all = new ArrayList<>();
    register.unusable().forEach((name, reason) -> addTo(all, tenant, name, reason));
    SchemaSet set = set(tenant);
    set.knownUnusable()
        .forEach(
            one ->
                set.problem(one.type(), one.version())
                    .ifPresent(reason -> all.add(new Unusable(named(one), reason))));
    all.sort(Comparator.comparing(Unusable::name));
    return all;
  }

  private static void addTo(List<Unusable> all, String tenant, Register.Name name, String reason) {
    if (name.tenant().equals(tenant)) {
      all.add(new Unusable(name.name(), reason));
    }
  }

  List<String> judge(String tenant, EventSchema schema) {
    try {
      return switch (read(tenant).register(schema)) {
        case Registration.Rejected(List<String> reasons) -> reasons;
        case Registration.Registered _, Registration.Unchanged _ -> List.of();
      };
    } catch (StepBudget.Exhausted tooCostly) {
      throw tooCostly;
    } catch (WaybillException malformed) {
      return List.of(String.valueOf(malformed.getMessage()));
    }
  }

  /// Registering an unchanged built-in schema makes it a schema of the tenant.
  ///
  /// The register has just been read, and a concurrent change makes the recording fail.
  private @Nullable EventSchema judged(
      String tenant, EventSchema schema, @Nullable EventSchema before) {
    return switch (set(tenant).register(schema)) {
      case Registration.Registered _ -> schema;
      case Registration.Unchanged _ -> before == null ? schema : before;
      case Registration.Rejected(List<String> reasons) ->
          throw new WaybillException(Code.INCOMPATIBLE_SCHEMA, String.join("; ", reasons));
    };
  }

  private SchemaSet set(String tenant) {
    return sets.getOrDefault(tenant, builtIn);
  }

  private void apply(Register.Change<EventSchema> change) {
    EventSchema schema = change.value();
    String tenant = change.name().tenant();
    if (schema != null) {
      sets.put(tenant, set(tenant).with(schema));
    } else {
      String[] parts = change.name().name().split("/", 2);
      sets.put(tenant, set(tenant).without(parts[0], SchemaVersion.of(parts[1])));
    }
  }

  private static Register.Name name(String tenant, String type, SchemaVersion version) {
    return new Register.Name(tenant, type + "/" + version);
  }

  private static String named(EventSchema schema) {
    return schema.type() + "/" + schema.version();
  }
}
