package dev.waybill.backend.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;

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

/// A proxy before a PostgreSQL server that can cut a connection between a commit and its answer.
final class CommitCutter implements AutoCloseable {

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
        boolean[] cut = new boolean[1];
        Thread.ofVirtual().start(() -> pass(client, server, cut, true));
        Thread.ofVirtual().start(() -> pass(server, client, cut, false));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void pass(Socket from, Socket to, boolean[] cut, boolean toServer) {
    byte[] bytes = new byte[64 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
        if (toServer && armed && new String(bytes, 0, count, US_ASCII).contains("COMMIT")) {
          armed = false;
          cut[0] = true;
        }
        if (!toServer && cut[0]) {
          cuts.incrementAndGet();
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
