package dev.waybill.client;

import dev.waybill.client.http.HttpStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// An open event stream. Reads only what is asked for, so a slow reader slows down the server and
/// uses no memory here.
final class OpenEventStream implements AutoCloseable {

  static final String TYPE = "application/x-ndjson";

  /// The largest event in base64, with its other fields.
  private static final int LONGEST_LINE = 64 * 1024 * 1024;

  private final HttpStream body;
  private final BufferedReader lines;

  OpenEventStream(HttpStream body) {
    this.body = body;
    this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
  }

  /// The next line. Throws if the stream ends without the `End` line or within a line.
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

  /// Also ends a read in progress.
  @Override
  public void close() {
    body.close();
  }
}
