package dev.waybill.wire;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.settings.Limits;
import dev.waybill.topic.Unusable;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;
import org.jspecify.annotations.Nullable;

public final class DefinitionsJson {

  private static final Fields<Unusable> FIELDS =
      Fields.of(
          "UnusableDefinition",
          "A stored definition that this server cannot use. Replace it or delete it.");
  private static final Slot.Of<String> NAME =
      FIELDS.text("name", Unusable::name, "Its name; of a schema `type/version`.");
  private static final Slot.Of<String> REASON =
      FIELDS.text("reason", Unusable::reason, "Why it cannot be used.");

  private static final Document<Unusable> UNUSABLE =
      FIELDS.make(in -> new Unusable(in.get(NAME), in.get(REASON)));

  private DefinitionsJson() {}

  /// @param unusable only on the first page
  public record Listed<T>(List<T> items, @Nullable String nextCursor, List<Unusable> unusable) {

    public Listed {
      items = List.copyOf(items);
      unusable = List.copyOf(unusable);
    }

    /// All items on one page.
    public static <T> Listed<T> all(List<T> items) {
      return new Listed<>(items, null, List.of());
    }
  }

  /// A list of items.
  public static <T> Document<Listed<T>> of(String name, Document<T> item) {
    Fields<Listed<T>> fields = Fields.of(name, "One page of a list, ordered by name.");
    var items = fields.required("items", list(item, Limits.PAGE_SIZE), Listed::items, "The items.");
    var next =
        fields.optional(
            "next_cursor", TEXT, Listed::nextCursor, "Pass it as `cursor` to get the next items.");
    var unusable =
        fields.some(
            "unusable",
            UNUSABLE,
            Limits.PAGE_SIZE,
            Listed::unusable,
            "Definitions that cannot be used, on the first page.");
    return fields.make(in -> new Listed<>(in.get(items), in.get(next), in.get(unusable)));
  }
}
