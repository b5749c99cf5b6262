package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Limits;
import dev.waybill.topic.Unusable;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Some definitions of a tenant, such as topics, and those that cannot be used.
public final class DefinitionsJson {

  public static final Shape UNUSABLE =
      Shape.of(
          "UnusableDefinition",
          "A stored definition that this server cannot use. Replace it or delete it.",
          required("name", TEXT, "Its name; of a schema `type/version`."),
          required("reason", TEXT, "Why it cannot be used."));

  private DefinitionsJson() {}

  /// @param unusable only on the first page
  public record Listed<T>(List<T> items, @Nullable String nextCursor, List<Unusable> unusable) {

    public Listed {
      items = List.copyOf(items);
      unusable = List.copyOf(unusable);
    }
  }

  /// The shape of a list of such items.
  public static Shape of(String name, Shape item) {
    return Shape.of(
        name,
        "Some items of a list, by name.",
        required("items", new Shape.Items(new Shape.Part(item)), "The items."),
        optional("next_cursor", TEXT, "Pass it as `cursor` to get the next items."),
        optional(
            "unusable",
            new Shape.Items(new Shape.Part(UNUSABLE)),
            "Definitions that cannot be used, on the first page."));
  }

  public static <T> Listed<T> read(JsonIn in, Shape shape, Function<JsonIn, T> item) {
    var found =
        new Object() {
          List<T> items = List.of();
          @Nullable String nextCursor;
          List<Unusable> unusable = List.of();
        };
    in.object(
        shape,
        field -> {
          switch (field) {
            case "items" -> found.items = in.list(Limits.PAGE_SIZE, () -> item.apply(in));
            case "next_cursor" -> found.nextCursor = in.text();
            case "unusable" -> found.unusable = in.list(Limits.PAGE_SIZE, () -> readUnusable(in));
            default -> throw in.unread(field);
          }
        });
    return new Listed<>(found.items, found.nextCursor, found.unusable);
  }

  private static Unusable readUnusable(JsonIn in) {
    var found =
        new Object() {
          String name = "";
          String reason = "";
        };
    in.object(
        UNUSABLE,
        field -> {
          if (field.equals("name")) {
            found.name = in.text();
          } else {
            found.reason = in.text();
          }
        });
    return new Unusable(found.name, found.reason);
  }

  public static <T> void write(JsonOut out, Listed<T> listed, JsonOut.Fields<T> item) {
    out.objects("items", listed.items(), item);
    out.text("next_cursor", listed.nextCursor());
    if (!listed.unusable().isEmpty()) {
      out.objects("unusable", listed.unusable(), DefinitionsJson::writeUnusable);
    }
  }

  private static void writeUnusable(JsonOut out, Unusable one) {
    out.text("name", one.name());
    out.text("reason", one.reason());
  }
}
