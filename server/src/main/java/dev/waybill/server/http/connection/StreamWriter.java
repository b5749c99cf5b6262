package dev.waybill.server.http.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/// Writes a stream, one piece at a time: the next waits until the client has taken the one before,
/// so a slow reader costs one piece of memory.
public final class StreamWriter {

  private final Exchange exchange;
  private final Duration writeTime;
  private final Runnable onFailure;
  private final Semaphore turn = new Semaphore(1);
  private volatile long lastWrite = System.nanoTime();
  private volatile @Nullable Throwable failure;
  private volatile byte @Nullable [] heartbeat;

  /// @param onFailure called when the client does not take what was written
  StreamWriter(Exchange exchange, Duration writeTime, Runnable onFailure) {
    this.exchange = exchange;
    this.writeTime = writeTime;
    this.onFailure = onFailure;
  }

  /// What is written when nothing else is.
  public void beatsWith(String text) {
    heartbeat = text.getBytes(StandardCharsets.UTF_8);
  }

  /// Sends a piece, waiting for its turn. False where nobody listens any more, or the stream is to
  /// end.
  public boolean write(byte[] piece) {
    try {
      turn.acquire();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return false;
    }
    if (failure != null) {
      turn.release();
      return false;
    }
    send(false, piece, Callback.from(this::taken, this::notTaken));
    return true;
  }

  /// Sends the heartbeat where the stream has been silent for so long.
  void beatIfSilent(long now, Duration silence) {
    byte[] beat = heartbeat;
    boolean silent = now - lastWrite >= silence.toNanos();
    if (beat != null && silent && failure == null && turn.tryAcquire()) {
      send(false, beat, Callback.from(this::taken, this::notTaken));
    }
  }

  /// Ends the response after all that was written.
  void finish() {
    turn.acquireUninterruptibly();
    Throwable failed = failure;
    if (failed != null) {
      exchange.completion().failed(failed);
      return;
    }
    send(true, new byte[0], exchange.completion());
  }

  private void send(boolean last, byte[] piece, Callback callback) {
    exchange.clientHas(writeTime);
    exchange.response().write(last, ByteBuffer.wrap(piece), callback);
  }

  private void taken() {
    exchange.clientWaits();
    lastWrite = System.nanoTime();
    turn.release();
  }

  private void notTaken(Throwable cause) {
    failure = cause;
    exchange.clientWaits();
    turn.release();
    onFailure.run();
  }
}
