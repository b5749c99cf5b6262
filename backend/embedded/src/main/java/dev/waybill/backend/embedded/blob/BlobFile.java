package dev.waybill.backend.embedded.blob;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.base.Sha256;
import dev.waybill.base.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// The file of one blob: a header with its owner, blocks of content, and a trailer with the length,
/// by which a truncated file is detected. Each block has a checksum, so that any part can be read
/// and verified separately. A file is written from beginning to end.
///
/// ```
/// magic "WBLB" | version | tenant | name | random id | block* | length | SHA-256 of id and length
/// block: up to 64 KiB of content | CRC-32C of the header, the block number and the content
/// ```
///
/// The ID distinguishes a file from an earlier one with the same name. Numbers are big-endian;
/// tenant and name are UTF-8 after a 4-byte length. Channels are not used: a channel is closed when
/// its thread is interrupted.
record BlobFile(String tenant, String name) {

  static final int BLOCK_BYTES = 64 * 1024;

  private static final byte[] MAGIC = "WBLB".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 3;
  private static final int CHECKSUM_BYTES = Integer.BYTES;
  private static final int DIGEST_BYTES = 32;
  private static final int TRAILER_BYTES = Long.BYTES + DIGEST_BYTES;

  /// The content as described by header and trailer.
  record Content(long id, long size) {}

  /// Writes and syncs the file.
  ///
  /// @throws IOException if the content cannot be read
  void write(Path file, InputStream content) throws IOException {
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      long id = new SecureRandom().nextLong();
      long length = 0;
      writing(file, () -> out.write(head(id)));
      byte[] buffer = new byte[BLOCK_BYTES + CHECKSUM_BYTES];
      for (long index = 0; length == index * BLOCK_BYTES; index++) {
        int size = content.readNBytes(buffer, 0, BLOCK_BYTES);
        if (size == 0) {
          break;
        }
        ByteBuffer.wrap(buffer).putInt(size, checksum(id, index, buffer, size));
        writing(file, () -> out.write(buffer, 0, size + CHECKSUM_BYTES));
        length += size;
      }
      byte[] trailer = trailer(id, length);
      writing(
          file,
          () -> {
            out.write(trailer);
            out.getFD().sync();
          });
    }
  }

  private interface Writing {
    void run() throws IOException;
  }

  /// Distinguishes failures of the disk from failures of the content.
  private void writing(Path file, Writing step) {
    try {
      step.run();
    } catch (IOException e) {
      throw DiskFailure.of("store " + this, file, e);
    }
  }

  /// Reads header and trailer; throws if they are damaged.
  Content content(RandomAccessFile in, Path file) throws IOException {
    checkVersion(in, file);
    long rest = in.length() - headBytes() - TRAILER_BYTES;
    long blocks = Math.ceilDiv(rest, BLOCK_BYTES + CHECKSUM_BYTES);
    long length = rest - blocks * CHECKSUM_BYTES;
    in.seek(0);
    byte[] head = next(in, headBytes());
    long id = ByteBuffer.wrap(head).getLong(head.length - Long.BYTES);
    boolean fits = length >= 0 && Math.ceilDiv(length, BLOCK_BYTES) == blocks;
    if (!fits || !Arrays.equals(head, head(id))) {
      throw corrupt(file, "its header does not match its name or its length");
    }
    in.seek(in.length() - TRAILER_BYTES);
    if (!Arrays.equals(next(in, TRAILER_BYTES), trailer(id, length))) {
      throw corrupt(file, "its length differs from the recorded length");
    }
    return new Content(id, length);
  }

  /// The content of a block; throws if it is damaged.
  byte[] block(RandomAccessFile in, Path file, long index, Content of) throws IOException {
    long from = index * BLOCK_BYTES;
    in.seek(headBytes() + from + index * CHECKSUM_BYTES);
    byte[] block = next(in, (int) Math.min(BLOCK_BYTES, of.size() - from));
    if (in.readInt() != checksum(of.id(), index, block, block.length)) {
      throw corrupt(file, "a checksum does not match the content");
    }
    return block;
  }

  private int checksum(long id, long index, byte[] block, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(head(id));
    checksum.update(number(index));
    checksum.update(block, 0, length);
    return (int) checksum.getValue();
  }

  private void checkVersion(RandomAccessFile in, Path file) throws IOException {
    if (in.length() < headBytes() + TRAILER_BYTES) {
      throw corrupt(file, "it is too short");
    }
    in.seek(0);
    ByteBuffer start = ByteBuffer.wrap(next(in, MAGIC.length + Integer.BYTES));
    byte[] magic = new byte[MAGIC.length];
    start.get(magic);
    int version = start.getInt();
    if (Arrays.equals(magic, MAGIC) && version != VERSION) {
      throw new WaybillException(
          version > VERSION ? Code.NEWER_FORMAT : Code.OLDER_FORMAT,
          "%s in file %s has format %d; this version reads format %d"
              .formatted(this, file, version, VERSION));
    }
  }

  private static byte[] next(RandomAccessFile in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  private int headBytes() {
    return head(0).length;
  }

  private byte[] head(long id) {
    byte[] owner = tenant.getBytes(StandardCharsets.UTF_8);
    byte[] title = name.getBytes(StandardCharsets.UTF_8);
    int size = MAGIC.length + 3 * Integer.BYTES + owner.length + title.length + Long.BYTES;
    return ByteBuffer.allocate(size)
        .put(MAGIC)
        .putInt(VERSION)
        .putInt(owner.length)
        .put(owner)
        .putInt(title.length)
        .put(title)
        .putLong(id)
        .array();
  }

  private byte[] trailer(long id, long length) {
    byte[] digest = Sha256.of(head(id), number(length));
    return ByteBuffer.allocate(TRAILER_BYTES).putLong(length).put(digest).array();
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private WaybillException corrupt(Path file, String how) {
    return new WaybillException(
        Code.CORRUPT,
        "%s is damaged: %s; restore file %s from a backup, or delete the blob"
            .formatted(this, how, file));
  }

  @Override
  public String toString() {
    return "blob " + Text.quote(name) + " of tenant " + Text.quote(tenant);
  }
}
