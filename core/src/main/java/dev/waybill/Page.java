package dev.waybill;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some items of a list, and the cursor of the next page, or null at the end.
public record Page<T>(List<T> items, @Nullable String nextCursor) {

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
