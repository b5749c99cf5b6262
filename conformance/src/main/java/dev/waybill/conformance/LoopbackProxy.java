package dev.waybill.conformance;

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
import java.util.function.Supplier;

/// A proxy before a server on this machine. A [Line] decides for each connection when to cut it.
public final class LoopbackProxy implements AutoCloseable {

  private static final int BUFFER = 64 * 1024;

  private final ServerSocket listener;
  private final int target;
  private final Supplier<? extends Line> lines;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();

  /// Decides about the bytes of one connection. Each direction calls it from its own thread.
  public interface Line {

    /// The number of bytes that pass to the server. If that is not all, the connection is cut.
    default int toServer(byte[] bytes, int count) {
      return count;
    }

    /// The number of bytes that pass to the client. If that is not all, the connection is cut.
    default int toClient(byte[] bytes, int count) {
      return count;
    }
  }

  @FunctionalInterface
  private interface Passing {
    int allowed(byte[] bytes, int count);
  }

  /// Listens on a free port.
  ///
  /// @param target the port of the server
  /// @param lines creates the line of a new connection
  public LoopbackProxy(int target, Supplier<? extends Line> lines) {
    this.target = target;
    this.lines = lines;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  public String address() {
    return "127.0.0.1:" + port();
  }

  /// The number of connections that a line has cut.
  public int cuts() {
    return cuts.get();
  }

  /// Cuts all open connections. New ones are accepted.
  public void cutAll() {
    open.forEach(LoopbackProxy::shut);
  }

  @Override
  public void close() {
    shut(listener);
    cutAll();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        connect(client);
      } catch (IOException closed) {
        // The loop ends.
      }
    }
  }

  private void connect(Socket client) {
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(client);
      open.add(server);
      Line line = lines.get();
      Thread.ofVirtual().start(() -> pass(client, server, line::toServer));
      Thread.ofVirtual().start(() -> pass(server, client, line::toClient));
    } catch (IOException refused) {
      // The server is down; the client tries again.
      shut(client);
    }
  }

  private void pass(Socket from, Socket to, Passing passing) {
    byte[] bytes = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        int allowed = passing.allowed(bytes, count);
        out.write(bytes, 0, allowed);
        if (allowed < count) {
          cuts.incrementAndGet();
          break;
        }
      }
    } catch (IOException over) {
      // One of the two sides has closed.
    } finally {
      end(from);
      end(to);
    }
  }

  private void end(Socket socket) {
    shut(socket);
    open.remove(socket);
  }

  private static void shut(Closeable one) {
    try {
      one.close();
    } catch (IOException gone) {
      // It is closed anyway.
    }
  }
}
