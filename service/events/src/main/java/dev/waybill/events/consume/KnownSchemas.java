package dev.waybill.events.consume;

import dev.waybill.base.Recent;
import dev.waybill.base.Text;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.SchemaVersion;
import dev.waybill.events.schema.Upcast;
import dev.waybill.topic.Schema;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Caches the schemas that a consumer has looked up. A registered schema never changes; a missing
/// one may be registered at any time.
final class KnownSchemas {

  private static final Duration UNKNOWN_FOR = Duration.ofSeconds(5);
  private static final int MOST = 1_000;

  private final Lookup lookup;
  private final Recent<Name, Known> known = new Recent<>(MOST);
  private final Recently<Name> unknown;

  KnownSchemas(Lookup lookup, InstantSource clock) {
    this.lookup = lookup;
    this.unknown = new Recently<>(UNKNOWN_FOR, clock);
  }

  /// Looks up registered schemas.
  @FunctionalInterface
  interface Lookup {
    Optional<Schema> find(String type, String version);
  }

  /// A schema with its compiled form.
  record Known(EventSchema definition, CompiledSchema compiled) {}

  private record Name(String type, SchemaVersion version) {}

  @Nullable Known find(String type, SchemaVersion version) {
    Name name = new Name(type, version);
    Known found = known.find(name).orElse(null);
    if (found != null || unknown.contains(name) || !Text.isName(type)) {
      return found;
    }
    Known asked = ask(name);
    if (asked == null) {
      unknown.note(name);
    } else {
      known.put(name, asked);
    }
    return asked;
  }

  /// The upcasts from one version to a higher one, in order; empty if there are none. Each schema
  /// names the version that its upcast starts from, so the chain is built from the end.
  List<Upcast> chain(String type, SchemaVersion from, SchemaVersion to) {
    List<Upcast> chain = new ArrayList<>();
    SchemaVersion at = to;
    while (from.compareTo(at) < 0) {
      Known schema = find(type, at);
      Upcast upcast = schema == null ? null : schema.definition().upcast();
      if (upcast == null) {
        return List.of();
      }
      chain.add(upcast);
      at = upcast.from();
    }
    Collections.reverse(chain);
    return at.equals(from) ? chain : List.of();
  }

  private @Nullable Known ask(Name name) {
    return lookup
        .find(name.type(), name.version().toString())
        .map(EventSchema::of)
        .map(schema -> new Known(schema, CompiledSchema.of(schema.text())))
        .orElse(null);
  }
}
