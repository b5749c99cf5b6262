package dev.waybill.backend.embedded.log;

import dev.waybill.backend.embedded.live.FactKind;
import dev.waybill.bytes.ByteWriter;
import java.util.zip.CRC32C;

/// The unit of one commit: a header and the records of all commands that share it. A frame is valid
/// as a whole or not at all.
///
/// Header: magic, content length, batch number, time, checksum of the content, checksum of the
/// header mixed with the segment's salt. Record: length, checksum, kind, body. Frames are aligned
/// to 8 bytes.
public final class Frame {

  static final int MAGIC = 0x57_42_46_31;
  public static final int HEADER = 32;
  static final int RECORD_HEADER = 9;
  static final int ALIGNMENT = 8;

  private final ByteWriter out = new ByteWriter(1 << 16);
  private final CRC32C crc = new CRC32C();
  private int recordStart = -1;
  private long position;

  /// Starts a frame at this log position.
  public void open(long at) {
    position = at;
    out.clear();
    out.skip(HEADER);
  }

  public boolean isEmpty() {
    return out.size() == HEADER;
  }

  public int size() {
    return out.size();
  }

  /// Starts a record; bytes written to the result until [#end] are its body.
  public ByteWriter begin(FactKind kind) {
    recordStart = out.size();
    out.skip(RECORD_HEADER - 1);
    return out.put1(kind.code());
  }

  /// Ends the record and returns its log position.
  public long end() {
    int body = recordStart + RECORD_HEADER;
    out.put4At(recordStart, out.size() - body);
    out.put4At(recordStart + 4, checksum(recordStart + 8, out.size()));
    return position + recordStart;
  }

  /// The length of the body of the last ended record.
  public int lastBodyLength() {
    return out.size() - recordStart - RECORD_HEADER;
  }

  /// Completes the header; the returned writer contains the frame.
  public ByteWriter close(long batch, long time, long salt) {
    int content = out.size() - HEADER;
    out.put4At(0, MAGIC);
    out.put4At(4, content);
    out.put8At(8, batch);
    out.put8At(16, time);
    out.put4At(24, checksum(HEADER, out.size()));
    out.put4At(28, headerChecksum(out.array(), 0, salt));
    out.skip(padding(out.size()));
    return out;
  }

  private int checksum(int from, int to) {
    crc.reset();
    crc.update(out.array(), from, to - from);
    return (int) crc.getValue();
  }

  public static int checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  static int headerChecksum(byte[] header, int from, long salt) {
    CRC32C crc = new CRC32C();
    for (int shift = 0; shift < 64; shift += 8) {
      crc.update((int) (salt >>> shift) & 0xFF);
    }
    crc.update(header, from, HEADER - 4);
    return (int) crc.getValue();
  }

  static int padding(int size) {
    return -size & (ALIGNMENT - 1);
  }
}
