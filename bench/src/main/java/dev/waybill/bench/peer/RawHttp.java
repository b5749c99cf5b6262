package dev.waybill.bench.peer;

import dev.waybill.bench.measure.Callers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/// A minimal client, so that the server is measured: it repeats the same bytes on open connections.
public final class RawHttp {

  private static final String LENGTH = "content-length: ";

  private final URI address;

  /// @param address of a server
  public RawHttp(URI address) {
    this.address = address;
  }

  /// Opens a connection.
  public Socket connect() throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.connect(new InetSocketAddress(address.getHost(), address.getPort()));
    return socket;
  }

  public static byte[] get(String path, String headers) {
    return bytes("GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n".formatted(path, headers));
  }

  public static byte[] post(String path, String json) {
    return bytes(
        """
        POST %s HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        Content-Length: %d\r
        \r
        %s\
        """
            .formatted(path, bytes(json).length, json));
  }

  /// Responses per second on this many connections.
  public double rate(byte[] request, int connections, Duration time) {
    LongAdder answered = new LongAdder();
    long began = System.nanoTime();
    long end = began + time.toNanos();
    try (Callers callers = new Callers()) {
      for (int i = 0; i < connections; i++) {
        callers.start(() -> call(request, end, answered));
      }
    }
    return answered.sum() * 1e9 / (System.nanoTime() - began);
  }

  private void call(byte[] request, long end, LongAdder answered) {
    try (Socket socket = connect()) {
      InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
      while (System.nanoTime() - end < 0) {
        socket.getOutputStream().write(request);
        skipAnswer(in);
        answered.increment();
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  static void skipAnswer(InputStream in) throws IOException {
    in.skipNBytes(skipHead(in));
  }

  /// Reads the status and headers of a successful response and returns the length of its body.
  public static int skipHead(InputStream in) throws IOException {
    String status = line(in);
    if (!status.startsWith("HTTP/1.1 2")) {
      throw new IOException(status);
    }
    int length = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
        length = Integer.parseInt(header.substring(LENGTH.length()));
      }
    }
    return length;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("closed");
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
