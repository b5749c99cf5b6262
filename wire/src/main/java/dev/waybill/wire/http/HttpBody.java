package dev.waybill.wire.http;

import dev.waybill.base.BlockInputStream;
import dev.waybill.base.Text;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;

/// The body of one answer, delimited as RFC 9112 defines it. Reads no byte beyond its end.
public final class HttpBody extends BlockInputStream {

  private static final int LONGEST_CHUNK_LINE = 1_024;

  /// More is allocated as it arrives, whatever length was announced.
  private static final int AT_ONCE = 16 * 1024 * 1024;

  private enum End {
    LENGTH,
    LAST_CHUNK,
    CONNECTION
  }

  private final HttpInput in;
  private final End end;
  private final long longest;
  private long announced;
  private long left;
  private boolean complete;

  private HttpBody(HttpInput in, End end, long longest) {
    this.in = in;
    this.end = end;
    this.longest = longest;
  }

  static HttpBody ofLength(HttpInput in, String length, long longest) throws ProtocolException {
    HttpBody body = new HttpBody(in, End.LENGTH, longest);
    body.announce(length(length, 10));
    body.complete = body.left == 0;
    return body;
  }

  static HttpBody inChunks(HttpInput in, long longest) {
    return new HttpBody(in, End.LAST_CHUNK, longest);
  }

  static HttpBody untilTheEnd(HttpInput in, long longest) {
    return new HttpBody(in, End.CONNECTION, longest);
  }

  public boolean isComplete() {
    return complete;
  }

  byte[] whole() throws IOException {
    if (end != End.LENGTH || left > AT_ONCE) {
      return readAllBytes();
    }
    byte[] bytes = new byte[(int) left];
    var _ = readNBytes(bytes, 0, bytes.length);
    return bytes;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0 && !complete) {
      goOn();
    }
    return complete ? -1 : some(into, from, (int) Math.min(length, left));
  }

  private int some(byte[] into, int from, int length) throws IOException {
    int count = in.read(into, from, length);
    if (count < 0 && end != End.CONNECTION) {
      throw new EOFException("the connection ended in the middle of an answer");
    }
    left -= Math.max(0, count);
    complete = count < 0 || (end == End.LENGTH && left == 0);
    return count;
  }

  private void goOn() throws IOException {
    if (end == End.CONNECTION) {
      announce(Math.max(1, Math.min(longest - announced, Integer.MAX_VALUE)));
    } else {
      nextChunk();
    }
  }

  private void nextChunk() throws IOException {
    if (announced > 0 && !in.line(2).isEmpty()) {
      throw new ProtocolException("a chunk is longer than its announced length");
    }
    String line = in.line(LONGEST_CHUNK_LINE);
    int extension = line.indexOf(';');
    announce(length(extension < 0 ? line : line.substring(0, extension).strip(), 16));
    if (left == 0) {
      in.skipTrailers();
      complete = true;
    }
  }

  private void announce(long length) throws ProtocolException {
    if (length > longest - announced) {
      throw new ProtocolException("the answer is longer than " + longest + " bytes");
    }
    announced += length;
    left = length;
  }

  private static long length(String text, int radix) throws ProtocolException {
    try {
      long length = Long.parseLong(text, radix);
      if (length >= 0) {
        return length;
      }
    } catch (NumberFormatException malformed) {
      // reported below
    }
    throw new ProtocolException("invalid length of a body: " + Text.quote(text));
  }
}
