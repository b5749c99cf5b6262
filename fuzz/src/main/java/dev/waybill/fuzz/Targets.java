package dev.waybill.fuzz;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// All fuzz targets by name. A target is created once, on first use.
final class Targets {

  private static final Map<String, Supplier<FuzzTarget>> ALL =
      new TreeMap<>(
          Map.of(
              "documents", () -> new DocumentsTarget(),
              "work-bytes", () -> new WorkBytesTarget(),
              "envelopes", () -> new EnvelopesTarget(),
              "filters", () -> new FiltersTarget(),
              "schemas", () -> new SchemasTarget(),
              "timings", () -> new TimingsTarget(),
              "http", () -> new HttpTarget(),
              "grpc", () -> new GrpcTarget()));

  private Targets() {}

  static Set<String> names() {
    return ALL.keySet();
  }

  static FuzzTarget named(String name) {
    Supplier<FuzzTarget> target = ALL.get(name);
    if (target == null) {
      throw new IllegalArgumentException(
          "unknown fuzz target \"" + name + "\"; use one of " + ALL.keySet());
    }
    return target.get();
  }
}
