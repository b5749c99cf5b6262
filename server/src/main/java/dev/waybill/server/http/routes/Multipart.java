package dev.waybill.server.http.routes;

import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads the parts of a body of type `multipart/form-data` (RFC 7578) one after the other, and
/// holds only a bounded piece of them in memory.
final class Multipart {

  private static final int BUFFER = 64 * 1024;
  private static final int HEADER_BYTES = 16 * 1024;
  private static final int LONGEST_BOUNDARY = 70;
  private static final int BYTES = 256;
  private static final byte[] LINE_END = {'\r', '\n'};

  private final InputStream in;
  private final byte[] delimiter;

  /// How far the delimiter must at least be moved, by the byte at its end.
  private final int[] shifts;

  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;

  /// Where the next delimiter begins; -1 if it is not in the buffer.
  private int delimiterAt = -1;

  private boolean withinPart = true;
  private boolean ended;

  /// @param boundary from the content type
  Multipart(InputStream in, String boundary) {
    if (boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
      throw malformed("its boundary must have 1 to " + LONGEST_BOUNDARY + " characters");
    }
    this.in = in;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
    this.shifts = shifts(delimiter);
    // The first boundary has no line before it.
    System.arraycopy(LINE_END, 0, buffer, 0, LINE_END.length);
    this.to = LINE_END.length;
  }

  /// The header lines of the next part; empty after the last one. Skips what was not read of the
  /// part before.
  List<String> next() throws IOException {
    while (withinPart && skip()) {
      // up to the boundary
    }
    if (ended || isLast()) {
      ended = true;
      return List.of();
    }
    List<String> headers = headers();
    withinPart = true;
    delimiterAt = indexOfDelimiter();
    return headers;
  }

  /// Reads some of the current part; -1 at its end.
  int read(byte[] into, int at, int length) throws IOException {
    int some = withinPart ? Math.min(length, available()) : 0;
    if (some == 0) {
      return -1;
    }
    System.arraycopy(buffer, from, into, at, some);
    from += some;
    return some;
  }

  /// How many bytes of the current part the buffer has; 0 at its end, which is then passed.
  private int available() throws IOException {
    while (delimiterAt < 0 && to - from < delimiter.length) {
      fill();
      delimiterAt = indexOfDelimiter();
    }
    int safe = delimiterAt < 0 ? to - from - delimiter.length + 1 : delimiterAt - from;
    if (safe == 0) {
      from = delimiterAt + delimiter.length;
      delimiterAt = -1;
      withinPart = false;
    }
    return safe;
  }

  /// Skips some of the current part; false at its end.
  private boolean skip() throws IOException {
    int some = available();
    from += some;
    return some > 0;
  }

  private void fill() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    int read = in.read(buffer, to, BUFFER - to);
    if (read < 0) {
      throw malformed("it ends before its last boundary");
    }
    to += read;
  }

  /// By the last byte of each candidate, as Horspool's algorithm does: it skips most bytes.
  private int indexOfDelimiter() {
    int last = delimiter.length - 1;
    for (int i = from; i + last < to; i += shifts[buffer[i + last] & 0xff]) {
      if (buffer[i + last] == delimiter[last]
          && Arrays.equals(buffer, i, i + last, delimiter, 0, last)) {
        return i;
      }
    }
    return -1;
  }

  private static int[] shifts(byte[] delimiter) {
    int[] shifts = new int[BYTES];
    Arrays.fill(shifts, delimiter.length);
    for (int i = 0; i < delimiter.length - 1; i++) {
      shifts[delimiter[i] & 0xff] = delimiter.length - 1 - i;
    }
    return shifts;
  }

  /// Reads what follows a boundary: `--` after the last one, otherwise the end of its line.
  private boolean isLast() throws IOException {
    String rest = line(HEADER_BYTES, true);
    if (rest.startsWith("--")) {
      return true;
    }
    if (!rest.isBlank()) {
      throw malformed("a boundary must end its line");
    }
    return false;
  }

  private List<String> headers() throws IOException {
    List<String> headers = new ArrayList<>();
    int left = HEADER_BYTES;
    for (String line = line(left, false); !line.isEmpty(); line = line(left, false)) {
      left -= line.length();
      headers.add(line);
    }
    if (headers.isEmpty()) {
      throw malformed("a part has no headers");
    }
    return headers;
  }

  /// @param orEnd whether `--` ends the line as well: nothing needs to follow the last boundary
  private String line(int most, boolean orEnd) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      boolean mayEnd =
          orEnd && line.size() == 2 && line.toString(StandardCharsets.UTF_8).equals("--");
      int next = next(mayEnd);
      if (next == '\n' || next < 0) {
        return line.toString(StandardCharsets.UTF_8).replaceFirst("\r$", "");
      }
      if (line.size() >= most) {
        throw malformed("the headers of a part are longer than " + HEADER_BYTES + " bytes");
      }
      line.write(next);
    }
  }

  private int next(boolean mayEnd) throws IOException {
    if (mayEnd) {
      return -1;
    }
    if (from == to) {
      fill();
    }
    return buffer[from++] & 0xff;
  }

  static HttpRefusal malformed(String why) {
    return new HttpRefusal(HttpCode.BAD_REQUEST, "the form is malformed: " + why);
  }
}
