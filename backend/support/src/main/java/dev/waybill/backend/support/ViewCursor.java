package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import org.jspecify.annotations.Nullable;

/// A position in a list of jobs, newest first: the last job of the page.
public record ViewCursor(long born, JobId id) implements Comparable<ViewCursor> {

  static @Nullable ViewCursor parse(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int dot = text.indexOf('.');
    try {
      return new ViewCursor(
          Long.parseUnsignedLong(text, 0, Math.max(dot, 0), 16),
          JobId.parse(text.substring(dot + 1)));
    } catch (NumberFormatException | WaybillException foreign) {
      throw new WaybillException(Code.INVALID_CURSOR, "the cursor is not from this list", foreign);
    }
  }

  static ViewCursor at(ViewRow row) {
    return new ViewCursor(row.born, row.key.id());
  }

  @Override
  public int compareTo(ViewCursor other) {
    int byBirth = Long.compare(born, other.born);
    return byBirth != 0 ? byBirth : id.compareTo(other.id);
  }

  @Override
  public String toString() {
    return Long.toHexString(born) + "." + id;
  }
}
