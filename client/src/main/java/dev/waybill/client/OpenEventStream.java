package dev.waybill.client;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// One open stream of events. Reads no further than it is asked to, so a slow reader slows down the
/// server and costs no memory here.
final class OpenEventStream implements AutoCloseable {

  static final String TYPE = "application/x-ndjson";

  /// The largest event in base64, with room for its other fields.
  private static final int LONGEST_LINE = 64 * 1024 * 1024;

  private final WatchedStream body;
  private final BufferedReader lines;

  OpenEventStream(WatchedStream body) {
    this.body = body;
    this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }

  /// The next line. A stream that ends without the line that says so is broken, and so is a line
  /// that was cut off.
  EventLine next() throws IOException, InterruptedException {
    try {
      String line = LineReading.next(lines, LONGEST_LINE);
      if (line == null) {
        throw new EOFException("the stream of events ended before the job did");
      }
      return EventLine.parse(line);
    } catch (IOException broken) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw broken;
    }
  }

  /// Ends a read that is under way, too.
  @Override
  public void close() {
    body.close();
  }
}
