package dev.waybill.backend.nats;

import dev.waybill.Payload;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/// A proxy on this machine that makes its server far away: every byte arrives after the same time,
/// in each direction. Bytes travel side by side, as on a long line.
final class FarProxy implements AutoCloseable {

  private static final int BUFFER = 64 * 1024;

  private final ServerSocket listener;
  private final int target;
  private final long nanos;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /// @param bytes nothing at the end of the line
  private record Chunk(Payload bytes, long due) {

    boolean isEnd() {
      return bytes.size() == 0;
    }
  }

  FarProxy(int target, Duration eachWay) {
    this.target = target;
    this.nanos = eachWay.toNanos();
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "nats://127.0.0.1:" + listener.getLocalPort();
  }

  @Override
  public void close() {
    shut(listener);
    open.forEach(FarProxy::shut);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(client);
        open.add(server);
        pass(client, server);
        pass(server, client);
      } catch (IOException closed) {
        // The loop ends, or the client tries again.
      }
    }
  }

  private void pass(Socket from, Socket to) {
    BlockingQueue<Chunk> line = new LinkedBlockingQueue<>();
    Thread.ofPlatform().daemon().start(() -> read(from, line));
    Thread.ofPlatform().daemon().start(() -> write(line, to));
  }

  private void read(Socket from, BlockingQueue<Chunk> line) {
    byte[] bytes = new byte[BUFFER];
    try {
      for (int count = from.getInputStream().read(bytes);
          count >= 0;
          count = from.getInputStream().read(bytes)) {
        line.add(new Chunk(Payload.wrap(Arrays.copyOf(bytes, count)), System.nanoTime() + nanos));
      }
    } catch (IOException over) {
      // One of the two sides has closed.
    }
    line.add(new Chunk(Payload.empty(), 0));
  }

  private static void write(BlockingQueue<Chunk> line, Socket to) {
    try (to) {
      OutputStream out = to.getOutputStream();
      for (Chunk next = line.take(); !next.isEnd(); next = line.take()) {
        for (long left = next.due() - System.nanoTime();
            left > 0;
            left = next.due() - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        out.write(next.bytes().bytesWithoutCopy());
      }
    } catch (IOException | InterruptedException over) {
      // One of the two sides has closed.
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
