package dev.waybill.server;

import java.util.ArrayDeque;
import java.util.Deque;

/// What has been started so far; closes it again, the last one first, unless it is to be kept.
final class Started implements AutoCloseable {

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  void keep() {
    parts.clear();
  }

  @Override
  public void close() {
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception failed) {
        System.getLogger(Started.class.getName())
            .log(System.Logger.Level.WARNING, "could not be closed: " + part, failed);
      }
    }
  }
}
