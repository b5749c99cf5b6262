package dev.waybill.bench.peer;

import dev.waybill.bench.measure.Callers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/// Uploads files of 1 MB, one per call, on open connections.
public final class FileUploads {

  public static final int FILE_BYTES = 1_000_000;

  private static final int CONNECTIONS = 8;
  private static final String BOUNDARY = "waybill-bench";
  private static final String END = "\r\n--" + BOUNDARY + "--\r\n";
  private static final Charset ASCII = StandardCharsets.US_ASCII;

  private final RawHttp server;
  private final String path;
  private final byte[] text = "The quick brown fox. ".repeat(FILE_BYTES / 20).getBytes(ASCII);
  private final AtomicInteger number = new AtomicInteger();

  public FileUploads(URI server, String path) {
    this.server = new RawHttp(server);
    this.path = path;
  }

  /// Files per second.
  public double rate(int files) {
    AtomicInteger left = new AtomicInteger(files);
    long began = System.nanoTime();
    try (Callers callers = new Callers()) {
      for (int i = 0; i < CONNECTIONS; i++) {
        callers.start(() -> upload(left));
      }
    }
    return files * 1e9 / (System.nanoTime() - began);
  }

  private void upload(AtomicInteger left) {
    try (Socket socket = server.connect()) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (left.getAndDecrement() > 0) {
        socket.getOutputStream().write(head(number.incrementAndGet()));
        socket.getOutputStream().write(text, 0, FILE_BYTES);
        socket.getOutputStream().write(END.getBytes(ASCII));
        RawHttp.skipAnswer(in);
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /// Each file begins with its number, so that no two are the same.
  private byte[] head(int file) {
    String start =
        """
        --%s\r
        Content-Disposition: form-data; name="files"; filename="%d.txt"\r
        Content-Type: text/plain\r
        \r
        %d. \
        """
            .formatted(BOUNDARY, file, file);
    return """
        POST %s HTTP/1.1\r
        Host: localhost\r
        Content-Type: multipart/form-data; boundary=%s\r
        Content-Length: %d\r
        \r
        %s\
        """
        .formatted(path, BOUNDARY, start.length() + FILE_BYTES + END.length(), start)
        .getBytes(ASCII);
  }
}
