package dev.waybill.messages.http;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A request that is under way and can be ended at any time. Knows whether anything was sent.
final class OutgoingCall implements AutoCloseable {

  private @Nullable Closeable current;
  private boolean closed;
  private volatile boolean sent;

  /// True if a part of the request may have arrived.
  boolean hasSent() {
    return sent;
  }

  /// Closes this with the call, unless something else is used then.
  synchronized <C extends Closeable> C use(C next) throws IOException {
    if (closed) {
      next.close();
      throw new IOException("the time is over");
    }
    current = next;
    return next;
  }

  /// Nothing is sent after the end of the time, when the outcome is decided.
  synchronized void sends() throws IOException {
    if (closed) {
      throw new IOException("the time is over");
    }
    sent = true;
  }

  /// Leaves the connection to others; false if the call was ended, and the connection with it.
  synchronized boolean release() {
    if (!closed) {
      current = null;
    }
    return !closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      if (current != null) {
        current.close();
      }
    } catch (IOException gone) {
      // that was the purpose
    }
  }
}
