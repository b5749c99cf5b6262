package dev.waybill.cli.export;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of several sources. A cursor is the number of a source, a colon, and its own cursor,
/// which is empty for its first page.
record OneAfterAnother<T>(List<RowSource<T>> sources) implements RowSource<T> {

  @Override
  public @Nullable String page(@Nullable String cursor, RowSink<T> rows) {
    int colon = cursor == null ? 0 : cursor.indexOf(':');
    int which = cursor == null ? 0 : Integer.parseInt(cursor.substring(0, colon));
    String own =
        cursor == null || cursor.length() == colon + 1 ? null : cursor.substring(colon + 1);
    String next = sources.get(which).page(own, share(which, rows));
    if (next != null) {
      return which + ":" + next;
    }
    return which + 1 < sources.size() ? which + 1 + ":" : null;
  }

  private RowSink<T> share(int which, RowSink<T> rows) {
    return new RowSink<>() {
      @Override
      public void add(T row) {
        rows.add(row);
      }

      @Override
      public void passed(double share) {
        rows.passed((which + share) / sources.size());
      }
    };
  }
}
