package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.spi.Catalog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;

/// The position of an entry in the order of a catalog. The cursor does not contain the search: each
/// call repeats it.
record CatalogCursor(long seconds, int nanos, String id) {

  private static final int TIME_BYTES = Long.BYTES + Integer.BYTES;

  static CatalogCursor of(Catalog.Entry entry) {
    Instant at = entry.at();
    return new CatalogCursor(at.getEpochSecond(), at.getNano(), entry.key().id());
  }

  static CatalogCursor parse(String text) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      if (bytes.remaining() >= TIME_BYTES) {
        return new CatalogCursor(
            bytes.getLong(), bytes.getInt(), StandardCharsets.UTF_8.decode(bytes).toString());
      }
    } catch (IllegalArgumentException malformed) {
      // refused below, together with cursors that are too short
    }
    throw new WaybillException(
        Code.INVALID_CURSOR, "the cursor is not from this search index: " + Text.quote(text));
  }

  @Override
  public String toString() {
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.allocate(TIME_BYTES + name.length);
    bytes.putLong(seconds).putInt(nanos).put(name);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }
}
