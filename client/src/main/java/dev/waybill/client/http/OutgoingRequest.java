package dev.waybill.client.http;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// A request as it is sent.
///
/// @param start the head, and a body that is in memory: one write, so that the server is not woken
///     for half of it
/// @param rest a body that is streamed, or nothing
public record OutgoingRequest(Payload start, Payload rest) {

  private static final int PART = 64 * 1024;

  void writeTo(OutputStream out) throws IOException {
    out.write(start.bytesWithoutCopy());
    if (rest.size() > 0) {
      stream(out);
    }
    out.flush();
  }

  private void stream(OutputStream out) throws IOException {
    try (InputStream body = opened()) {
      byte[] part = read(body);
      while (part.length > 0) {
        out.write(part);
        part = read(body);
      }
    }
  }

  private InputStream opened() {
    try {
      return rest.open(0, rest.size());
    } catch (IllegalStateException | UncheckedIOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  private static byte[] read(InputStream body) {
    try {
      return body.readNBytes(PART);
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  /// An error of the caller, so that the call is not retried.
  private static WaybillException unreadable(Exception cause) {
    return new WaybillException(
        Code.INVALID_ARGUMENT, "cannot read the bytes of the payload", cause);
  }
}
