package dev.waybill.server;

import java.util.ArrayDeque;
import java.util.Deque;

/// Parts that have been started; closes them in reverse order unless they are kept.
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
            .log(System.Logger.Level.WARNING, "could not close " + part, failed);
      }
    }
  }
}
