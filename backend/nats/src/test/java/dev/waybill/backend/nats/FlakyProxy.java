package dev.waybill.backend.nats;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A proxy on this machine. In the rough mode it cuts connections after some bytes and delays
/// bytes, by a seeded random generator.
final class FlakyProxy implements AutoCloseable {

  private static final int LONGEST_LIFE_BYTES = 400_000;
  private static final int ONE_OF = 40;
  private static final int LONGEST_WAIT_MILLIS = 150;

  private final ServerSocket door;
  private final int target;
  private final Random seeds;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile boolean rough;

  FlakyProxy(int target, long seed) {
    this.target = target;
    this.seeds = new Random(seed);
    try {
      door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Thread.ofVirtual().start(this::welcome);
  }

  String url() {
    return "nats://127.0.0.1:" + door.getLocalPort();
  }

  void beRough(boolean now) {
    rough = now;
  }

  /// The number of cut connections.
  int cuts() {
    return cuts.get();
  }

  @Override
  public void close() {
    shut(door);
    open.forEach(FlakyProxy::shut);
  }

  private void welcome() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        Socket server = new Socket();
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
        new Line(client, server, seeds.nextLong()).start();
      } catch (IOException refused) {
        // The proxy is closed, or the server is down; the client tries again.
      }
    }
  }

  /// One connection with a limited number of bytes.
  private final class Line {

    private final Socket client;
    private final Socket server;
    private final Random random;
    private final AtomicLong life;

    Line(Socket client, Socket server, long seed) {
      this.client = client;
      this.server = server;
      this.random = new Random(seed);
      this.life = new AtomicLong(random.nextInt(1, LONGEST_LIFE_BYTES));
      open.add(client);
      open.add(server);
    }

    void start() {
      Random back = new Random(random.nextLong());
      Thread.ofVirtual().start(() -> carry(client, server, random));
      Thread.ofVirtual().start(() -> carry(server, client, back));
    }

    private void carry(Socket from, Socket to, Random chance) {
      byte[] bytes = new byte[4_096];
      try (InputStream in = from.getInputStream();
          OutputStream out = to.getOutputStream()) {
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
          holdBack(chance);
          int allowed = rough ? Math.clamp(life.getAndAdd(-count), 0, count) : count;
          out.write(bytes, 0, allowed);
          if (allowed < count) {
            cuts.incrementAndGet();
            break;
          }
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

    private void holdBack(Random chance) {
      if (rough && chance.nextInt(ONE_OF) == 0) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(chance.nextInt(LONGEST_WAIT_MILLIS)));
      }
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
