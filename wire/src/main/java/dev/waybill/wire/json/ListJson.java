package dev.waybill.wire.json;

import java.util.List;

/// Documents that consist of one list.
public final class ListJson {

  private ListJson() {}

  /// @param field the field that holds the list
  /// @param most the maximum number of items when it is read
  public static <T> Document<List<T>> of(
      String name, String summary, String field, Codec<T> item, int most) {
    Fields<List<T>> fields = Fields.of(name, summary);
    var items = fields.required(field, Codecs.list(item, most), list -> list, "In order.");
    return fields.make(in -> in.get(items));
  }
}
