package dev.waybill.backend.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A proxy before a PostgreSQL server that can cut a connection between a commit and its answer.
final class CommitCutter implements AutoCloseable {

  private static final Pattern PREPARED = Pattern.compile("(S_\\d+)\0COMMIT");

  private final ServerSocket door;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile boolean armed;

  CommitCutter(int target) {
    this.target = target;
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Thread.ofVirtual().start(this::welcome);
  }

  int port() {
    return door.getLocalPort();
  }

  /// The next commit reaches the server, and its answer is lost.
  void arm() {
    armed = true;
  }

  int cuts() {
    return cuts.get();
  }

  private void welcome() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        Line line = new Line();
        Thread.ofVirtual().start(() -> pass(client, server, line::sees));
        Thread.ofVirtual().start(() -> pass(server, client, _ -> line.isCut()));
      } catch (IOException closed) {
        return;
      }
    }
  }

  /// One connection. The driver prepares its commit once and refers to it by name then.
  private final class Line {
    private String commit = "COMMIT";
    private volatile boolean cut;

    /// Looks at what the client sends; never stops it.
    private boolean sees(String sent) {
      if (armed && sent.contains(commit)) {
        armed = false;
        cut = true;
      }
      Matcher prepared = PREPARED.matcher(sent);
      if (prepared.find()) {
        commit = "\0" + prepared.group(1) + "\0";
      }
      return false;
    }

    private boolean isCut() {
      if (cut) {
        cuts.incrementAndGet();
      }
      return cut;
    }
  }

  private static void pass(Socket from, Socket to, Predicate<String> stops) {
    byte[] bytes = new byte[64 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
        if (stops.test(new String(bytes, 0, count, ISO_8859_1))) {
          return;
        }
        out.write(bytes, 0, count);
        out.flush();
      }
    } catch (IOException ended) {
      // The other direction closes as well.
    }
  }

  @Override
  public void close() {
    closeQuietly(door);
    open.forEach(CommitCutter::closeQuietly);
  }

  private static void closeQuietly(Closeable one) {
    try {
      one.close();
    } catch (IOException ignored) {
      // It is closed.
    }
  }
}
