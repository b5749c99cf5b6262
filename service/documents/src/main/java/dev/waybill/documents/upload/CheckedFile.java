package dev.waybill.documents.upload;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/// The content of a file while it is stored: counted, digested, and refused if it is too large. It
/// ends only when the file is recorded as arriving.
final class CheckedFile extends FilterInputStream {

  private final MessageDigest digest;
  private final long most;
  private final String name;
  private final Runnable beforeEnd;
  private long size;

  CheckedFile(
      InputStream content, MessageDigest digest, long most, String name, Runnable beforeEnd) {
    super(content);
    this.beforeEnd = beforeEnd;
    this.digest = digest;
    this.most = most;
    this.name = name;
  }

  long size() {
    return size;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    if (read > 0) {
      size += read;
      checkSize();
      digest.update(into, from, read);
    } else if (read < 0) {
      beforeEnd.run();
    }
    return read;
  }

  private void checkSize() {
    if (size > most) {
      throw new WaybillException(
          Code.PAYLOAD_TOO_LARGE,
          "the file %s is too large: at most %d bytes are left for it"
              .formatted(Text.quote(name), most));
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
