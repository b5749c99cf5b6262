package dev.waybill.wire.json;

import static dev.waybill.wire.json.Codecs.FLAG;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.Page;
import dev.waybill.settings.Limits;

public final class PageJson {

  private PageJson() {}

  /// A page of items.
  public static <T> Document<Page<T>> of(Document<T> item) {
    Fields<Page<T>> fields = Fields.of(item.shape().name() + "Page", "One page of a list.");
    var items = fields.required("items", list(item, Limits.PAGE_SIZE), Page::items, "The items.");
    var next = next(fields);
    return fields.make(in -> new Page<>(in.get(items), in.get(next)));
  }

  /// A page of items that the search index finds.
  public static <T> Document<Page<T>> searched(Document<T> item) {
    Fields<Page<T>> fields = Fields.of(item.shape().name() + "Page", "One page of a list.");
    var items = fields.required("items", list(item, Limits.PAGE_SIZE), Page::items, "The items.");
    var next = next(fields);
    var incomplete =
        fields.optional(
            "incomplete",
            FLAG,
            page -> page.incomplete() ? true : null,
            "True if items may be missing, because the search index is being built or is behind.");
    return fields.make(in -> new Page<>(in.get(items), in.get(next), in.get(incomplete, false)));
  }

  private static <T> Slot.Maybe<String> next(Fields<Page<T>> fields) {
    return fields.optional(
        "next_cursor", TEXT, Page::nextCursor, "Cursor of the next page, if there is one.");
  }
}
