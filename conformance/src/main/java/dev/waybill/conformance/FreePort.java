package dev.waybill.conformance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/// Loopback ports for servers that must know their port before they start, and that start again on
/// the same one. The system uses none of them for outgoing connections, and a process returns each
/// of them once, so concurrent tests do not collide.
public final class FreePort {

  private static final int FIRST = 10_000;
  private static final int NUMBER = 20_000;

  /// Processes start at different ports.
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 101 % NUMBER));

  private FreePort() {}

  public static int next() {
    for (int tries = 0; tries < NUMBER; tries++) {
      int port = FIRST + NEXT.getAndIncrement() % NUMBER;
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
