package dev.waybill.client;

import dev.waybill.Payload;
import dev.waybill.base.Text;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Reads answers as RFC 9112 has them. Takes what has come in one go, so that an answer of many
/// packets costs few calls of the system.
final class HttpInput {

  private static final int BUFFER = 64 * 1024;
  private static final int LONGEST_HEAD = 64 * 1024;
  private static final int AT_ONCE = 16 * 1024 * 1024;

  /// No server of ours says nearly as much in one answer.
  private static final int LONGEST_BODY = 256 * 1024 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;
  private boolean reusable = true;

  HttpInput(InputStream in) {
    this.in = in;
  }

  /// Whether another answer may follow on the same connection.
  boolean isReusable() {
    return reusable && at == end;
  }

  /// The next answer, past those that only say that one will come.
  HttpAnswer next() throws IOException {
    while (true) {
      String line = line(LONGEST_HEAD);
      int status = status(line);
      Map<String, String> headers = headers(LONGEST_HEAD - line.length());
      if (status >= 200) {
        reusable = line.startsWith("HTTP/1.1") && !says(headers, "connection", "close");
        return new HttpAnswer(status, headers, Payload.wrap(body(status, headers)));
      }
    }
  }

  private static int status(String line) throws ProtocolException {
    boolean fits =
        line.startsWith("HTTP/1.")
            && line.length() >= 12
            && line.charAt(8) == ' '
            && line.chars().skip(9).limit(3).allMatch(c -> c >= '0' && c <= '9');
    if (!fits) {
      throw new ProtocolException("this is no answer of HTTP/1.1: " + printable(line));
    }
    return Integer.parseInt(line, 9, 12, 10);
  }

  private Map<String, String> headers(int room) throws IOException {
    Map<String, String> headers = new HashMap<>();
    int left = room;
    for (String line = line(left); !line.isEmpty(); line = line(left)) {
      left -= line.length() + 2;
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new ProtocolException("this is no header of HTTP: " + printable(line));
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      headers.merge(name, line.substring(colon + 1).strip(), (one, two) -> one + ", " + two);
    }
    return headers;
  }

  private static boolean says(Map<String, String> headers, String name, String word) {
    return headers.getOrDefault(name, "").toLowerCase(Locale.ROOT).contains(word);
  }

  private byte[] body(int status, Map<String, String> headers) throws IOException {
    if (status == 204 || status == 304) {
      return new byte[0];
    }
    if (says(headers, "transfer-encoding", "chunked")) {
      return chunks();
    }
    String length = headers.get("content-length");
    if (length != null) {
      return exactly(length(length, 10));
    }
    reusable = false;
    return rest();
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (int length = chunkLength(); length > 0; length = chunkLength()) {
      requireShort(whole.size() + (long) length);
      whole.write(exactly(length));
      if (!line(2).isEmpty()) {
        throw new ProtocolException("a chunk does not end where it says");
      }
    }
    headers(LONGEST_HEAD);
    return whole.toByteArray();
  }

  private int chunkLength() throws IOException {
    String line = line(1_024);
    int extension = line.indexOf(';');
    return length(extension < 0 ? line : line.substring(0, extension).strip(), 16);
  }

  private static int length(String text, int radix) throws ProtocolException {
    try {
      int length = Integer.parseInt(text, radix);
      if (length >= 0) {
        return length;
      }
    } catch (NumberFormatException malformed) {
      // answered below
    }
    throw new ProtocolException("no length of a body: " + printable(text));
  }

  private static void requireShort(long length) throws ProtocolException {
    if (length > LONGEST_BODY) {
      throw new ProtocolException("the answer is longer than " + LONGEST_BODY + " bytes");
    }
  }

  private byte[] exactly(int length) throws IOException {
    requireShort(length);
    if (length > AT_ONCE) {
      return slowly(length);
    }
    byte[] body = new byte[length];
    int have = Math.min(length, end - at);
    System.arraycopy(buffer, at, body, 0, have);
    at += have;
    if (in.readNBytes(body, have, length - have) < length - have) {
      throw new EOFException("the connection ended in the middle of an answer");
    }
    return body;
  }

  /// Takes no memory for what was only announced.
  private byte[] slowly(int length) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream(AT_ONCE);
    for (int left = length; left > 0; left -= AT_ONCE) {
      whole.write(exactly(Math.min(left, AT_ONCE)));
    }
    return whole.toByteArray();
  }

  private byte[] rest() throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(buffer, at, end - at);
    at = end;
    whole.write(in.readNBytes(LONGEST_BODY + 1));
    requireShort(whole.size());
    return whole.toByteArray();
  }

  private String line(int longest) throws IOException {
    int from = at;
    while (true) {
      for (int i = from; i < end; i++) {
        if (buffer[i] == '\n') {
          int to = i > at && buffer[i - 1] == '\r' ? i - 1 : i;
          String line = new String(buffer, at, to - at, StandardCharsets.ISO_8859_1);
          at = i + 1;
          return line;
        }
      }
      if (end - at >= longest) {
        throw new ProtocolException("the head of an answer is longer than " + LONGEST_HEAD);
      }
      from = end - at;
      more();
    }
  }

  /// Takes in what there is, at least one byte; what is not read yet moves to the front.
  private void more() throws IOException {
    System.arraycopy(buffer, at, buffer, 0, end - at);
    end -= at;
    at = 0;
    int count = in.read(buffer, end, buffer.length - end);
    if (count <= 0) {
      throw new EOFException("the connection ended before the answer");
    }
    end += count;
  }

  private static String printable(String text) {
    return Text.quote(text);
  }
}
