package dev.waybill.backend.embedded.history;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Checksums of values in the history, because SQLite does not detect changed bytes. A checksum
/// covers the content, its column and its row.
final class RowChecksum {

  private static final int SIZE = 4;

  private final String column;

  RowChecksum(String column) {
    this.column = column;
  }

  /// The content with its checksum.
  byte @Nullable [] close(byte[] row, byte @Nullable [] content) {
    if (content == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(content.length + SIZE);
    return out.putRaw(content).put4(checksum(row, content, content.length)).copy();
  }

  boolean isIntact(byte[] row, byte[] sealed) {
    int length = sealed.length - SIZE;
    return length >= 0
        && new ByteReader(sealed, length, SIZE).get4() == checksum(row, sealed, length);
  }

  /// The content if it is intact. `owner` names its row in errors.
  byte[] open(byte[] row, byte @Nullable [] sealed, Object owner) {
    if (sealed == null || !isIntact(row, sealed)) {
      throw corrupt(column, owner);
    }
    return Arrays.copyOf(sealed, sealed.length - SIZE);
  }

  byte @Nullable [] openOptional(byte[] row, byte @Nullable [] sealed, Object owner) {
    return sealed == null ? null : open(row, sealed, owner);
  }

  static WaybillException corrupt(String column, Object owner) {
    return new WaybillException(
        Code.CORRUPT,
        "the history is damaged: column '"
            + column
            + "' of "
            + owner
            + " does not match its checksum. Restore the data directory from a backup.");
  }

  private int checksum(byte[] row, byte[] content, int length) {
    CRC32C crc = new CRC32C();
    for (int i = 0; i < column.length(); i++) {
      crc.update(column.charAt(i));
    }
    crc.update(row, 0, row.length);
    crc.update(content, 0, length);
    return (int) crc.getValue();
  }
}
