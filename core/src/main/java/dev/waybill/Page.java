package dev.waybill;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some items of a list, and the cursor that leads to the next ones, or null at the end.
public record Page<T>(List<T> items, @Nullable String nextCursor) {

  /// Which part of a list is asked for.
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
