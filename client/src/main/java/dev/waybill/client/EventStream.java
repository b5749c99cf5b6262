package dev.waybill.client;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// One open stream of events. Reads no further than it is asked to, so a slow reader slows down the
/// server and costs no memory here.
final class EventStream implements AutoCloseable {

  static final String TYPE = "application/x-ndjson";

  /// The largest event in base64, with room for its other fields.
  private static final int LONGEST_LINE = 64 * 1024 * 1024;

  private final InputStream body;
  private final BufferedReader lines;
  private final Silence silence;
  private volatile long waitingSince;

  EventStream(InputStream body, Silence silence) {
    this.body = body;
    this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    this.silence = silence;
    silence.watch(this);
  }

  /// The next line. A stream that ends without the line that says so is broken, and so is a line
  /// that was cut off.
  EventLine next() throws IOException, InterruptedException {
    waitingSince = Math.max(1, System.nanoTime());
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
    } finally {
      waitingSince = 0;
    }
  }

  /// Whether somebody has waited for a line since before then.
  boolean isSilentSince(long time) {
    long since = waitingSince;
    return since != 0 && since - time < 0;
  }

  /// Ends a read that is under way, too.
  @Override
  public void close() {
    silence.forget(this);
    try {
      body.close();
    } catch (IOException gone) {
      // that was the purpose
    }
  }
}
