package dev.waybill.server.grpc;

import java.util.concurrent.atomic.AtomicLong;

/// Memory that calls share, in bytes.
final class Budget {

  /// Most messages are this small, and their total is negligible.
  static final int SMALL = 64 * 1024;

  private final AtomicLong room;

  Budget(long bytes) {
    this.room = new AtomicLong(bytes);
  }

  /// Returns false if not enough is left.
  boolean take(long bytes) {
    if (room.addAndGet(-bytes) >= 0) {
      return true;
    }
    room.addAndGet(bytes);
    return false;
  }

  void giveBack(long bytes) {
    room.addAndGet(bytes);
  }
}
