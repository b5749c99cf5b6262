package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Limits;
import dev.waybill.Page;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

public final class PageJson {

  private PageJson() {}

  /// The shape of a page of such items.
  public static Shape of(Shape item) {
    return Shape.of(
        item.name() + "Page",
        "Some items of a list.",
        required("items", new Shape.Items(new Shape.Part(item)), "The items."),
        optional("next_cursor", TEXT, "Leads to the next items; not there at the end."));
  }

  public static <T> Page<T> read(JsonIn in, Shape shape, Function<JsonIn, T> item) {
    var found =
        new Object() {
          List<T> items = List.of();
          @Nullable String nextCursor;
        };
    in.object(
        shape,
        field -> {
          switch (field) {
            case "items" -> found.items = in.list(Limits.PAGE_SIZE, () -> item.apply(in));
            case "next_cursor" -> found.nextCursor = in.text();
            default -> throw in.unread(field);
          }
        });
    return new Page<>(found.items, found.nextCursor);
  }

  public static <T> void write(JsonOut out, Page<T> page, JsonOut.Fields<T> item) {
    out.objects("items", page.items(), item);
    out.text("next_cursor", page.nextCursor());
  }
}
