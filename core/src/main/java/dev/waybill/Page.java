package dev.waybill;

import dev.waybill.settings.Limits;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Some items of a list.
///
/// @param nextCursor the cursor of the next page; null at the end
/// @param incomplete whether items may be missing, because the search index is being built or is
///     behind; ask again to get them
public record Page<T>(List<T> items, @Nullable String nextCursor, boolean incomplete) {

  /// A page without missing items.
  public Page(List<T> items, @Nullable String nextCursor) {
    this(items, nextCursor, false);
  }

  /// Whole numbers from 0, as texts.
  public static final Comparator<String> BY_NUMBER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /// A page of a list in memory. The cursor is the name of the last item.
  ///
  /// @param sorted in this order of names, each of which is there once
  public static <T> Page<T> of(
      List<T> sorted, Request request, Function<T, String> name, Comparator<String> order) {
    if (request.limit() < 1 || request.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "limit must be 1 to " + Limits.PAGE_SIZE);
    }
    String after = request.cursor();
    List<T> some =
        sorted.stream()
            .filter(one -> after == null || order.compare(name.apply(one), after) > 0)
            .limit(request.limit() + 1L)
            .toList();
    boolean more = some.size() > request.limit();
    List<T> shown = more ? some.subList(0, request.limit()) : some;
    return new Page<>(shown, more ? name.apply(shown.getLast()) : null);
  }

  /// A request for one page of a list.
  public record Request(int limit, @Nullable String cursor) {

    public static final Request FIRST = new Request(50, null);

    public static Request first(int limit) {
      return new Request(limit, null);
    }

    public Request next(String cursor) {
      return new Request(limit, cursor);
    }
  }
}
