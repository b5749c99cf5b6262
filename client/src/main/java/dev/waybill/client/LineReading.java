package dev.waybill.client;

import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads lines of limited length, so that a server cannot exhaust the memory of the client.
final class LineReading {

  private LineReading() {}

  /// The next line without its line break, or null at the end of the stream.
  static @Nullable String next(BufferedReader from, int longest) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = from.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n') {
      if (line.length() >= longest) {
        throw new IOException("a line of the answer has more than " + longest + " characters");
      }
      line.append((char) next);
      next = from.read();
    }
    int last = line.length() - 1;
    if (last >= 0 && line.charAt(last) == '\r') {
      line.setLength(last);
    }
    return line.toString();
  }
}
