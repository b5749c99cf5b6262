package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.JobFilter;
import dev.waybill.JobText;
import dev.waybill.State;
import dev.waybill.WaybillException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Page cursors for callers: the store's position, bound to its tenant and filter. A cursor is not
/// secret and grants nothing; the binding detects mistakes.
final class Cursors {

  private static final byte VERSION = 1;
  private static final int PLACE_AT = 1 + Long.BYTES;
  private static final int LONGEST = 4_096;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private Cursors() {}

  static @Nullable String seal(String tenant, JobFilter filter, @Nullable String position) {
    if (position == null) {
      return null;
    }
    byte[] text = position.getBytes(StandardCharsets.UTF_8);
    ByteBuffer cursor =
        ByteBuffer.allocate(PLACE_AT + text.length)
            .put(VERSION)
            .putLong(binding(tenant, filter))
            .put(text);
    return ENCODER.encodeToString(cursor.array());
  }

  /// The store's position; refuses cursors of other queries.
  static @Nullable String open(String tenant, JobFilter filter, @Nullable String cursor) {
    if (cursor == null) {
      return null;
    }
    byte[] bytes = decode(cursor);
    if (bytes.length < PLACE_AT || bytes[0] != VERSION) {
      throw invalid("the cursor was not issued by Waybill");
    }
    if (ByteBuffer.wrap(bytes).getLong(1) != binding(tenant, filter)) {
      throw invalid("the cursor belongs to another query; use it with the filter it came from");
    }
    return new String(bytes, PLACE_AT, bytes.length - PLACE_AT, StandardCharsets.UTF_8);
  }

  private static byte[] decode(String cursor) {
    try {
      return cursor.length() > LONGEST ? new byte[0] : Base64.getUrlDecoder().decode(cursor);
    } catch (IllegalArgumentException malformed) {
      return new byte[0];
    }
  }

  private static long binding(String tenant, JobFilter filter) {
    CanonicalDigest digest =
        new CanonicalDigest().text(tenant).text(filter.queue()).number(filter.states().size());
    for (State state : new TreeSet<>(filter.states())) {
      digest.text(state.name());
    }
    digest.text(filter.type()).text(filter.tag());
    JobText.FILTERS.forEach(text -> digest.text(filter.text(text)));
    digest.instant(filter.createdFrom()).instant(filter.createdBefore());
    return digest.text(filter.words()).text(filter.failureGroup()).finish().getLong();
  }

  private static WaybillException invalid(String why) {
    return new WaybillException(Code.INVALID_CURSOR, why);
  }
}
