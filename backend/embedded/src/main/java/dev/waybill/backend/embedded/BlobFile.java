package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;

/// The file of one blob: a header that says whose it is and what it must contain, then the content.
///
/// ```
/// magic "WBLB" | version | tenant | name | content length | SHA-256 of the content | content
/// ```
///
/// Version and lengths are big-endian; tenant and name are UTF-8 after a 4-byte length. No
/// channels here: a channel closes itself when its thread is interrupted.
record BlobFile(String tenant, String name) {

  private static final byte[] MAGIC = "WBLB".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int DIGEST_LENGTH = 32;

  /// Writes everything and syncs it.
  void write(Path file, byte[] content) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file.toFile())) {
      out.write(head(content.length));
      out.write(Sha256.of(content));
      out.write(content);
      out.getFD().sync();
    }
  }

  /// The content, if the file is what was written; fails with [Code#CORRUPT] otherwise.
  byte[] read(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long length = in.length() - head(0).length - DIGEST_LENGTH;
      if (length < 0 || length > Integer.MAX_VALUE) {
        throw corrupt(file, "its length is wrong");
      }
      checkHead(in, (int) length, file);
      byte[] digest = next(in, DIGEST_LENGTH);
      byte[] content = next(in, (int) length);
      if (!MessageDigest.isEqual(digest, Sha256.of(content))) {
        throw corrupt(file, "its checksum does not fit its content");
      }
      return content;
    }
  }

  private void checkHead(RandomAccessFile in, int contentLength, Path file) throws IOException {
    byte[] expected = head(contentLength);
    byte[] head = next(in, expected.length);
    if (isNewer(head)) {
      throw new WaybillException(
          Code.NEWER_FORMAT, this + " in file " + file + " was written by a newer version");
    }
    if (!Arrays.equals(head, expected)) {
      throw corrupt(file, "its header does not fit its name or its length");
    }
  }

  private static byte[] next(RandomAccessFile in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  private static boolean isNewer(byte[] head) {
    ByteBuffer buffer = ByteBuffer.wrap(head);
    byte[] magic = new byte[MAGIC.length];
    buffer.get(magic);
    return Arrays.equals(magic, MAGIC) && buffer.getInt() > VERSION;
  }

  private byte[] head(long contentLength) {
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
        .putLong(contentLength)
        .array();
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
