package dev.waybill.client;

import dev.waybill.wire.JsonIn;
import dev.waybill.wire.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads answers that are one list and nothing else.
///
/// @param shape the answer, with the list as its only field
record Documents<T>(Shape shape, Function<JsonIn, T> item) {

  static <T> Documents<T> in(String field, Shape item, Function<JsonIn, T> codec) {
    Shape.Kind items = new Shape.Items(new Shape.Part(item));
    Shape answer = Shape.of("Answer", "A list.", Shape.required(field, items, "The items."));
    return new Documents<>(answer, codec);
  }

  List<T> read(JsonIn in) {
    List<T> items = new ArrayList<>();
    in.object(shape, _ -> items.addAll(in.list(Integer.MAX_VALUE, () -> item.apply(in))));
    return items;
  }
}
