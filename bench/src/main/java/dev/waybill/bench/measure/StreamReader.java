package dev.waybill.bench.measure;

import dev.waybill.JobId;
import dev.waybill.bench.peer.RawHttp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Follows one job and reads only the timestamp of each event, so that the server is measured and
/// not the reader. Events have nearly the same length, so most bytes are skipped.
final class StreamReader implements Runnable {

  private static final byte[] MARK = "{\"stamp\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "event: end".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 20;

  /// No event is shorter than the previous one by more than this: the fraction of a second.
  private static final int SHORTER = 16;

  private final RawHttp server;
  private final JobId job;
  private final Runnable listening;
  private final byte[] buffer = new byte[1 << 16];
  private long[] nanos = new long[1 << 12];
  private int seen;

  /// @param listening called when the response has started
  StreamReader(RawHttp server, JobId job, Runnable listening) {
    this.server = server;
    this.job = job;
    this.listening = listening;
  }

  /// The data of an event published now.
  static String stamp() {
    String now = Long.toString(System.nanoTime());
    return "{\"stamp\":\"" + "0".repeat(DIGITS - now.length()) + now + "\"}";
  }

  /// The number of events. Other tests check the sequence; there are no duplicates.
  int seen() {
    return seen;
  }

  /// The latency of each event.
  LongStream nanos() {
    return Arrays.stream(nanos, 0, seen);
  }

  @Override
  public void run() {
    try (Socket socket = server.connect()) {
      String accept = "Accept: text/event-stream\r\n";
      socket.getOutputStream().write(RawHttp.get("/v1/jobs/" + job + "/events", accept));
      InputStream in = socket.getInputStream();
      RawHttp.skipHead(in);
      listening.run();
      readUntilEnd(in);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void readUntilEnd(InputStream in) throws IOException {
    int kept = 0;
    while (find(END, 0, kept) < 0) {
      int length = in.read(buffer, kept, buffer.length - kept);
      if (length < 0) {
        throw new IOException("the stream ended before the job");
      }
      int end = kept + length;
      int taken = take(end, System.nanoTime());
      kept = end - taken;
      System.arraycopy(buffer, taken, buffer, 0, kept);
    }
  }

  /// Reads the complete events; returns the offset of the rest.
  private int take(int end, long now) {
    int taken = 0;
    int distance = 0;
    int mark = find(MARK, 0, end);
    while (mark >= 0 && mark + MARK.length + DIGITS <= end) {
      add(now - number(mark + MARK.length));
      int next = find(MARK, mark + Math.max(MARK.length + DIGITS, distance - SHORTER), end);
      distance = next - mark;
      taken = mark + MARK.length + DIGITS;
      mark = next;
    }
    return taken;
  }

  private void add(long time) {
    if (seen == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * seen);
    }
    nanos[seen] = time;
    seen++;
  }

  private long number(int from) {
    long number = 0;
    for (int i = from; i < from + DIGITS; i++) {
      number = 10 * number + (buffer[i] - '0');
    }
    return number;
  }

  private int find(byte[] text, int from, int end) {
    for (int i = from; i <= end - text.length; i++) {
      if (Arrays.equals(buffer, i, i + text.length, text, 0, text.length)) {
        return i;
      }
    }
    return -1;
  }
}
