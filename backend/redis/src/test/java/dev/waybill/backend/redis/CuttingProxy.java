package dev.waybill.backend.redis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy on this machine that cuts a connection between a command and its answer: the server
/// executes the command, the caller never gets the answer.
final class CuttingProxy implements AutoCloseable {

  private final ServerSocket door;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger();
  private volatile String word = "";
  private volatile int every = Integer.MAX_VALUE;
  private final AtomicInteger seen = new AtomicInteger();

  CuttingProxy(int target) {
    this.target = target;
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Thread.ofVirtual().start(this::welcome);
  }

  String address() {
    return "127.0.0.1:" + door.getLocalPort();
  }

  /// Swallows the answers to the next commands that contain this word.
  void cutNext(int commands, String containing) {
    word = containing;
    every = 1;
    left.set(commands);
  }

  /// Swallows the answer to every n-th command that contains this word.
  void cutEvery(int n, String containing) {
    word = containing;
    every = n;
    left.set(Integer.MAX_VALUE);
  }

  int cuts() {
    return cuts.get();
  }

  @Override
  public void close() {
    shut(door);
    open.forEach(CuttingProxy::shut);
  }

  private void welcome() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        Socket server = new Socket();
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
        new Line(client, server).start();
      } catch (IOException refused) {
        // The proxy is closed, or the server is down; the client tries again.
      }
    }
  }

  private final class Line {

    private final Socket client;
    private final Socket server;
    private volatile boolean doomed;

    Line(Socket client, Socket server) {
      this.client = client;
      this.server = server;
      open.add(client);
      open.add(server);
    }

    void start() {
      Thread.ofVirtual().start(() -> carry(client, server, true));
      Thread.ofVirtual().start(() -> carry(server, client, false));
    }

    private void carry(Socket from, Socket to, boolean isCommand) {
      byte[] bytes = new byte[65_536];
      try (InputStream in = from.getInputStream();
          OutputStream out = to.getOutputStream()) {
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
          if (isCommand) {
            doomed = doomed || isUnlucky(bytes, count);
          } else if (doomed) {
            cuts.incrementAndGet();
            break;
          }
          out.write(bytes, 0, count);
        }
      } catch (IOException over) {
        // One of the two sides has closed.
      } finally {
        shut(client);
        shut(server);
        open.remove(client);
        open.remove(server);
      }
    }

    private boolean isUnlucky(byte[] bytes, int count) {
      String text = new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
      return !word.isEmpty()
          && text.contains(word)
          && left.get() > 0
          && seen.incrementAndGet() % every == 0
          && left.getAndDecrement() > 0;
    }
  }

  private static void shut(Closeable one) {
    try {
      one.close();
    } catch (IOException gone) {
      // It is closed anyway.
    }
  }
}
