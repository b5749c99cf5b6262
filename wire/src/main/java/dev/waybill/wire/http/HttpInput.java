package dev.waybill.wire.http;

import dev.waybill.Payload;
import dev.waybill.base.Text;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Reads answers (RFC 9112). Reads everything that has arrived at once, so that an answer of many
/// packets needs few system calls.
public final class HttpInput {

  private static final int BUFFER = 64 * 1024;
  private static final int LONGEST_HEAD = 64 * 1024;

  /// Far more than any answer of our servers that is not a stream.
  private static final int LONGEST_BODY = 256 * 1024 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;
  private boolean reusable = true;

  public HttpInput(InputStream in) {
    this.in = in;
  }

  /// Whether another answer may follow on the same connection.
  public boolean isReusable() {
    return reusable && at == end;
  }

  /// The next answer, read completely.
  public HttpAnswer<Payload> next() throws IOException {
    HttpAnswer<HttpBody> answer = open(LONGEST_BODY);
    return answer.with(Payload.wrap(answer.body().whole()));
  }

  /// The next final answer, with a body that is still to be read; skips informational ones.
  public HttpAnswer<HttpBody> open(long longestBody) throws IOException {
    while (true) {
      String line = line(LONGEST_HEAD);
      int status = status(line);
      Map<String, String> headers = headers(LONGEST_HEAD - line.length());
      if (status >= 200) {
        reusable = line.startsWith("HTTP/1.1") && !says(headers, "connection", "close");
        return new HttpAnswer<>(status, headers, body(status, headers, longestBody));
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
      throw new ProtocolException("not an HTTP/1.1 answer: " + Text.quote(line));
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
        throw new ProtocolException("not an HTTP header: " + Text.quote(line));
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      headers.merge(name, line.substring(colon + 1).strip(), (one, two) -> one + ", " + two);
    }
    return headers;
  }

  private static boolean says(Map<String, String> headers, String name, String word) {
    return headers.getOrDefault(name, "").toLowerCase(Locale.ROOT).contains(word);
  }

  private HttpBody body(int status, Map<String, String> headers, long longest)
      throws ProtocolException {
    if (status == 204 || status == 304) {
      return HttpBody.ofLength(this, "0", longest);
    }
    if (says(headers, "transfer-encoding", "chunked")) {
      return HttpBody.inChunks(this, longest);
    }
    String length = headers.get("content-length");
    if (length != null) {
      return HttpBody.ofLength(this, length, longest);
    }
    reusable = false;
    return HttpBody.untilTheEnd(this, longest);
  }

  void skipTrailers() throws IOException {
    headers(LONGEST_HEAD);
  }

  /// Some of the bytes that have arrived, at least one; below zero at the end of the connection.
  int read(byte[] into, int from, int length) throws IOException {
    if (at == end) {
      return in.read(into, from, length);
    }
    int count = Math.min(length, end - at);
    System.arraycopy(buffer, at, into, from, count);
    at += count;
    return count;
  }

  String line(int longest) throws IOException {
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
}
