package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.engine.Register;
import dev.waybill.events.pattern.Steps;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.Registration;
import dev.waybill.events.schema.SchemaJson;
import dev.waybill.events.schema.SchemaSet;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// All schemas of a store. Those that are built in are in every tenant's set.
final class SchemaBook {

  private static final int SCHEMAS = 10_000;

  private final Register<EventSchema> register;
  private final Map<String, SchemaSet> sets = new ConcurrentHashMap<>();

  SchemaBook(Ledger ledger, InstantSource clock) {
    register =
        new Register<>(
            ledger,
            new LedgerKey(Tenants.SYSTEM, "schemas"),
            new Form(),
            new Register.Limit("schemas", SCHEMAS),
            clock);
    register.follow(this::apply);
  }

  /// As far as it is known here.
  SchemaSet known(String tenant) {
    register.refresh();
    return set(tenant);
  }

  /// At this moment.
  SchemaSet read(String tenant) {
    register.readAll();
    return set(tenant);
  }

  void register(String tenant, EventSchema schema) {
    Register.Name name = new Register.Name(tenant, schema.type() + "/" + schema.version());
    register.change(name, before -> judged(tenant, schema, before));
  }

  List<String> judge(String tenant, EventSchema schema) {
    try {
      return switch (read(tenant).register(schema)) {
        case Registration.Rejected(List<String> reasons) -> reasons;
        case Registration.Registered _, Registration.Unchanged _ -> List.of();
      };
    } catch (Steps.Exhausted tooCostly) {
      throw tooCostly;
    } catch (WaybillException malformed) {
      return List.of(String.valueOf(malformed.getMessage()));
    }
  }

  /// The register has just looked, and nobody else may have changed it when this is recorded.
  private @Nullable EventSchema judged(
      String tenant, EventSchema schema, @Nullable EventSchema before) {
    return switch (set(tenant).register(schema)) {
      case Registration.Registered _ -> schema;
      case Registration.Unchanged _ -> before;
      case Registration.Rejected(List<String> reasons) ->
          throw new WaybillException(Code.INCOMPATIBLE_SCHEMA, String.join("; ", reasons));
    };
  }

  private SchemaSet set(String tenant) {
    return sets.computeIfAbsent(tenant, _ -> BuiltInSchemas.set());
  }

  private void apply(Register.Change<EventSchema> change) {
    EventSchema schema = change.value();
    if (schema != null) {
      String tenant = change.name().tenant();
      sets.put(tenant, set(tenant).with(schema));
    }
  }

  /// The tenant on a line of its own, then the schema.
  private static final class Form implements Register.Form<EventSchema> {

    @Override
    public Payload write(Register.Change<EventSchema> change) {
      EventSchema schema = java.util.Objects.requireNonNull(change.value(), "schemas stay");
      return Payload.of(change.name().tenant() + "\n" + SchemaJson.write(schema).text());
    }

    @Override
    public Register.Change<EventSchema> read(Payload data) {
      String text = data.text();
      int end = text.indexOf('\n');
      EventSchema schema = SchemaJson.read(Payload.of(text.substring(end + 1)));
      return new Register.Change<>(
          new Register.Name(text.substring(0, end), schema.type() + "/" + schema.version()),
          schema);
    }
  }
}
