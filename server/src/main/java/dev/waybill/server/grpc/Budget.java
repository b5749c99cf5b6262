package dev.waybill.server.grpc;

import java.util.concurrent.atomic.AtomicLong;

/// Memory that calls share, in bytes.
final class Budget {

  /// Most messages are this small, and all of them together do not matter.
  static final int SMALL = 64 * 1024;

  private final AtomicLong room;

  Budget(long bytes) {
    this.room = new AtomicLong(bytes);
  }

  /// False where there is not enough left.
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
