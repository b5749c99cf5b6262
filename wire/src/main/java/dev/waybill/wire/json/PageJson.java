package dev.waybill.wire.json;

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
    var next =
        fields.optional(
            "next_cursor", TEXT, Page::nextCursor, "Cursor of the next page, if there is one.");
    return fields.make(in -> new Page<>(in.get(items), in.get(next)));
  }
}
