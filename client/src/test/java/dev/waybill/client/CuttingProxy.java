package dev.waybill.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// A proxy that cuts connections: all at once, or each time after the request and before the reply.
final class CuttingProxy implements AutoCloseable {

  private final ServerSocket door;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger repliesToCut = new AtomicInteger();

  private CuttingProxy(ServerSocket door, int target) {
    this.door = door;
    this.target = target;
    Thread.ofVirtual().start(this::accept);
  }

  static CuttingProxy to(int target) throws IOException {
    return new CuttingProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + door.getLocalPort());
  }

  /// Drops the next replies.
  void cutReplies(int count) {
    repliesToCut.set(count);
  }

  int repliesLeftToCut() {
    return Math.max(0, repliesToCut.get());
  }

  void cutAll() {
    open.forEach(CuttingProxy::end);
    open.clear();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        Thread.startVirtualThread(() -> copy(client, server, false));
        Thread.startVirtualThread(() -> copy(server, client, true));
      }
    } catch (IOException closed) {
      cutAll();
    }
  }

  private void copy(Socket from, Socket to, boolean replies) {
    byte[] some = new byte[16 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int count = in.read(some);
      while (count >= 0 && !(replies && repliesToCut.getAndDecrement() > 0)) {
        out.write(some, 0, count);
        count = in.read(some);
      }
    } catch (IOException gone) {
      // one side or the test closed the connection
    }
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // the connection is closed
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    cutAll();
  }
}
