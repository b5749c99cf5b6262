package dev.waybill.bench;

import dev.waybill.JobId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;

/// Follows one job and looks at nothing but the stamp of each event: so the server is measured and
/// not the reader.
final class StreamReader implements Runnable {

  private static final byte[] MARK = "{\"stamp\":\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "event: end".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 20;

  private final ServerProcess server;
  private final JobId job;
  private final Runnable listening;
  private long[] nanos = new long[1 << 12];
  private int seen;
  private int matched;
  private int digits;
  private long stamp;
  private int ending;

  /// @param listening called when the server has begun to answer
  StreamReader(ServerProcess server, JobId job, Runnable listening) {
    this.server = server;
    this.job = job;
    this.listening = listening;
  }

  /// The data of an event that is published now.
  static String stamp() {
    String now = Long.toString(System.nanoTime());
    return "{\"stamp\":\"" + "0".repeat(DIGITS - now.length()) + now + "\"}";
  }

  /// How many events there were. The sequence is checked elsewhere; none comes twice.
  int seen() {
    return seen;
  }

  /// How long each took.
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
    byte[] buffer = new byte[1 << 16];
    while (ending < END.length) {
      int length = in.read(buffer);
      if (length < 0) {
        throw new IOException("the stream ended before the job");
      }
      long now = System.nanoTime();
      for (int i = 0; i < length; i++) {
        take(buffer[i], now);
      }
    }
  }

  private void take(byte next, long now) {
    if (matched == MARK.length) {
      takeDigit(next, now);
    } else {
      matched = next == MARK[matched] ? matched + 1 : next == MARK[0] ? 1 : 0;
      if (ending < END.length) {
        ending = next == END[ending] ? ending + 1 : next == END[0] ? 1 : 0;
      }
    }
  }

  private void takeDigit(byte next, long now) {
    if (next < '0' || next > '9') {
      return;
    }
    stamp = 10 * stamp + (next - '0');
    digits++;
    if (digits == DIGITS) {
      if (seen == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * seen);
      }
      nanos[seen] = now - stamp;
      seen++;
      matched = 0;
      digits = 0;
      stamp = 0;
    }
  }
}
