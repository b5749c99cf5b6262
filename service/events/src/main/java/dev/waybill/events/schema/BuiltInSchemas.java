package dev.waybill.events.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// The built-in schemas.
///
/// `message_created` has version 1.0 and version 2.0, in which a message may have `priority` and
/// `retry_policy`; the upcast from 1.0 to 2.0 changes only the version. `FREE_FOOD_EVENT` has
/// version 1.0.0.
public final class BuiltInSchemas {

  public static final String MESSAGE_CREATED = "message_created";
  public static final String FREE_FOOD_EVENT = "FREE_FOOD_EVENT";

  private BuiltInSchemas() {}

  public static List<EventSchema> all() {
    EventSchema second = read(MESSAGE_CREATED, "2.0");
    return List.of(
        read(MESSAGE_CREATED, "1.0"),
        second.withUpcast(fromFirst(second.version())),
        read(FREE_FOOD_EVENT, "1.0.0"));
  }

  /// A set with only the built-in schemas.
  public static SchemaSet set() {
    return SchemaSet.of(all());
  }

  private static Upcast fromFirst(SchemaVersion second) {
    var version = tools.jackson.databind.node.StringNode.valueOf(second.toString());
    return new Upcast(
        SchemaVersion.of("1.0"), List.of(new UpcastStep.Set("/schema_version", version)));
  }

  private static EventSchema read(String type, String version) {
    String file = type.toLowerCase(Locale.ROOT) + "-" + version + ".json";
    try (InputStream in = BuiltInSchemas.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing from this build");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return EventSchema.of(type, version, text);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
